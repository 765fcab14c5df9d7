/** The header of every page, and the settings dialog. */

import { button, fill, find, h, icon } from "./dom.js";
import { choices, dialog } from "./dialogs.js";
import { allowNotifications } from "./notifications.js";
import { request } from "./requests.js";
import { PALETTES, settings } from "./settings.js";
import { sound } from "./sound.js";
import { language, changeLanguage, t } from "./words.js";

/** @param {string} page name of the current page */
export function drawHeader(page) {
  const here = (name) => ({ "aria-current": page === name ? "page" : null });
  const named = (text) => ({ "aria-label": text, title: text });
  const link = ([path, text, name, kind = null]) =>
    h("a", { href: path, class: kind, ...here(name) }, text);
  const nav = h("nav", { id: "pages", "aria-label": t("Pages") }, ...pages().map(link));
  const menu = button("menu", t("Pages"), toggle, { quiet: true, name: "bare menu" });
  menu.setAttribute("aria-controls", "pages");
  menu.setAttribute("aria-expanded", "false");

  function toggle() {
    const isOpen = nav.classList.toggle("unfolded");
    menu.setAttribute("aria-expanded", String(isOpen));
  }

  const header = find("#header");
  header.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !nav.classList.contains("unfolded")) return;
    toggle();
    menu.focus();
  });
  find(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // some pages store what they show in the hash
    find("#main").focus();
  });
  fill(
    header,
    h(
      "a",
      { class: "brand", href: "/", "aria-label": "Palamedes" },
      h("img", { src: "/static/icons/palamedes.svg", alt: "", width: 30, height: 30 }),
      h("span", {}, "Palamedes"),
    ),
    menu, // before the links it unfolds, for the order of Tab
    nav,
    h(
      "a",
      { class: "button bare", href: "/you", ...named(t("Profile")), ...here("you") },
      icon("person"),
    ),
    button("settings", t("Settings"), openSettings, { quiet: true, name: "bare" }),
  );
}

const pages = () => [
  ["/", t("Play"), "home"],
  ["/lobby", t("Lobby"), "lobby"],
  ["/learn", t("Learn"), "learn"],
  ["/puzzles", t("Puzzles"), "puzzles"],
  ["/campaign", t("Campaign"), "campaign"],
  ["/analysis", t("Analysis"), "analysis"],
  ["/laboratory", t("Laboratory"), "laboratory"],
  ["/learned", t("Watch it learn"), "learned", "if-wide"],
  ["/tournaments", t("Tournaments"), "tournaments"],
  ["/ranking", t("Ranking"), "ranking"],
  ["/manual", t("Manual"), "manual", "if-wide"],
  ["/about", t("About"), "about"],
];

function openSettings() {
  const palettes = {
    walnut: t("Walnut"),
    slate: t("Slate"),
    sea: t("Sea"),
    contrast: t("Blue and orange (for colour-blind players)"),
  };
  dialog(t("Settings"), [
    choices(
      t("Language"),
      "language",
      [
        ["en", "English"],
        ["fr", "Français"],
      ],
      language,
      changeLanguage,
    ),
    choices(
      t("Colours"),
      "palette",
      PALETTES.map((name) => [name, palettes[name], `swatch-${name}`]),
      settings.palette,
      (value) => settings.choose("palette", value),
    ),
    choices(
      t("Theme"),
      "mode",
      [
        ["auto", t("system")],
        ["light", t("light")],
        ["dark", t("dark")],
      ],
      settings.mode,
      (value) => settings.choose("mode", value),
    ),
    h(
      "div",
      {},
      check(t("Sound"), settings.sound, (value) => settings.choose("sound", value)),
      volumeSlider(),
      check(t("Animate moves"), settings.wantsAnimation, (value) =>
        settings.choose("moves", value),
      ),
      check(t("Highlight legal moves"), settings.legal, (value) => settings.choose("legal", value)),
      check(t("Turn the board when you play second"), settings.turned, (value) =>
        settings.choose("turned", value),
      ),
      check(t("Show greetings of other players"), settings.greetings, (value) =>
        settings.choose("greetings", value),
      ),
      notificationCheck(),
    ),
    choices(
      t("Pause before the computer's answer"),
      "pause",
      [
        ["off", t("no pause")],
        ["short", t("short")],
        ["normal", t("normal")],
      ],
      settings.pause,
      (value) => settings.choose("pause", value),
    ),
    nameField(),
  ]);
}

function check(text, value, choose) {
  const input = h("input", { type: "checkbox", onchange: () => choose(input.checked) });
  input.checked = value;
  return h("label", { class: "check" }, input, text);
}

/** Browsers ask whether notifications are allowed; if not, the box does not stay checked. */
function notificationCheck() {
  const label = check(t("Notify me when it is my turn"), settings.notify, async (value) => {
    if (!value) settings.choose("notify", false);
    else if (!(await allowNotifications())) find("input", label).checked = false;
  });
  return label;
}

function volumeSlider() {
  const input = h("input", { type: "range", min: 0, max: 100, step: 5, name: "volume" });
  input.value = 100 * settings.volume;
  input.addEventListener("change", () => {
    settings.choose("volume", Number(input.value));
    sound("move");
  });
  return h("label", { class: "check volume" }, t("Volume"), input);
}

/** The name of a visitor; hidden for accounts, which have a name. */
export function nameField() {
  const input = h("input", {
    type: "text",
    maxlength: 40,
    autocomplete: "nickname",
    name: "name",
    onchange: () => settings.choose("name", input.value.trim()),
  });
  input.value = settings.name;
  const text = h("span", { class: "legend" }, t("Your name (visible to other players)"));
  const field = h("label", { class: "name-field" }, text, input);
  request("/api/you").then(
    ({ name }) => {
      field.hidden = Boolean(name);
    },
    () => {},
  );
  return field;
}
