// What keeps people from using a page: things without names, faint texts, broken structure.
() => {
  const found = [];
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const where = (element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;

  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by) return document.getElementById(by)?.textContent ?? "";
    const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(" ");
    return (
      element.getAttribute("aria-label") ||
      labels ||
      element.textContent ||
      element.querySelector("[alt], [aria-label]")?.getAttribute("aria-label") ||
      ""
    );
  };
  const needNames =
    'button, a[href], input, select, textarea, [role="button"], [role="img"], [role="group"], dialog, [role="timer"]';
  for (const element of document.querySelectorAll(needNames)) {
    if (isSeen(element) && nameOf(element).trim() === "") found.push(`no name: ${where(element)}`);
  }
  for (const image of document.querySelectorAll("img")) {
    if (!image.hasAttribute("alt")) found.push("an image without alt");
  }

  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids)) {
    if (ids.filter((other) => other === id).length > 1) found.push(`id twice: ${id}`);
  }
  if (!document.documentElement.lang) found.push("no language");
  if (!document.title) found.push("no title");
  if (document.querySelectorAll("h1").length !== 1) found.push("not one h1");
  if (document.querySelectorAll("main").length !== 1) found.push("not one main");
  if (!document.querySelector("[aria-live]")) found.push("no live region");
  for (const hidden of document.querySelectorAll('[aria-hidden="true"]')) {
    if (hidden.querySelector('a, button, input, select, [tabindex="0"]'))
      found.push(`hidden but reachable: ${where(hidden)}`);
  }

  const rgb = (text) => {
    const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    return numbers.length === 3 ? [...numbers, 1] : numbers;
  };
  const under = (element) => {
    let colour = [0, 0, 0, 0];
    for (let each = element; each && colour[3] < 1; each = each.parentElement) {
      const next = rgb(getComputedStyle(each).backgroundColor);
      const share = next[3] * (1 - colour[3]);
      colour = [0, 1, 2].map((part) => colour[part] + next[part] * share).concat(colour[3] + share);
    }
    return colour;
  };
  const light = (colour) => {
    const part = (value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]);
  };
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !isSeen(element) || element.closest(":disabled, noscript, .skip")) continue;
    const [one, other] = [light(rgb(getComputedStyle(element).color)), light(under(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5))
      found.push(`contrast ${contrast.toFixed(2)}: ${where(element)}`);
  }
  return [...new Set(found)];
};
