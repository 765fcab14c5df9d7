"""The colours and fonts of the ordinary widgets in a theme."""

import tkinter as tk
from tkinter import font, ttk
from weakref import WeakKeyDictionary

from palamedes.ui.desktop.drawing.pixels import hex_text, mix, rgb
from palamedes.ui.desktop.drawing.themes import Chrome
from palamedes.ui.desktop.screen_scale import px

# The first that is installed; else the font that Tk itself uses.
FAMILIES = ("Segoe UI", "SF Pro Text", "Helvetica Neue", "Cantarell", "Noto Sans", "DejaVu Sans")

_families: WeakKeyDictionary[tk.Misc, str] = WeakKeyDictionary()


def font_family(widget: tk.Misc) -> str:
    """The font family of the whole window."""
    root = widget.nametowidget(".")
    if root not in _families:
        known = font.families(root)
        usual = str(font.nametofont("TkDefaultFont", root=root).actual("family"))
        _families[root] = next((name for name in FAMILIES if name in known), usual)
    return _families[root]


def apply_theme(root: tk.Tk, chrome: Chrome) -> None:
    """Give all present and future widgets of the window the colours of a theme."""
    style = ttk.Style(root)
    style.theme_use("clam")
    name = font_family(root)
    root.configure(background=chrome.window)
    style.configure(
        ".",
        background=chrome.window,
        foreground=chrome.text,
        bordercolor=chrome.border,
        lightcolor=chrome.border,
        darkcolor=chrome.border,
        troughcolor=chrome.field,
        focuscolor=chrome.accent,
        font=(name, 10),
    )
    _texts(style, chrome, name)
    _fields(style, chrome, px(root, 12))
    _buttons(style, chrome, name)
    _tables(style, chrome, px(root, 24))
    _menus_and_lists(root, chrome, name)


def _texts(style: ttk.Style, chrome: Chrome, name: str) -> None:
    style.configure("Panel.TFrame", background=chrome.panel)
    style.configure("Banner.TFrame", background=chrome.accent)
    style.configure(
        "Banner.TLabel", background=chrome.accent, foreground=chrome.on_accent, font=(name, 10)
    )
    style.configure("Panel.TLabel", background=chrome.panel)
    style.configure("Name.TLabel", background=chrome.panel, font=(name, 11, "bold"))
    style.configure("Small.TLabel", background=chrome.panel, foreground=chrome.muted)
    style.configure("Clock.TLabel", background=chrome.panel, font=(name, 12, "bold"))
    style.configure("Muted.TLabel", foreground=chrome.muted)
    style.configure("Warning.TLabel", foreground=chrome.warning)
    style.configure("Title.TLabel", font=(name, 14, "bold"))


def _fields(style: ttk.Style, chrome: Chrome, arrow: int) -> None:
    for kind in ("TCombobox", "TEntry", "TSpinbox"):
        style.configure(
            kind,
            fieldbackground=chrome.field,
            foreground=chrome.text,
            insertcolor=chrome.text,
            arrowcolor=chrome.text,
            arrowsize=arrow,
            background=chrome.panel,
            selectbackground=chrome.accent,
            selectforeground=chrome.on_accent,
            padding=3,
        )
        style.map(
            kind,
            fieldbackground=[("readonly", chrome.field)],
            bordercolor=[("focus", chrome.accent)],
            foreground=[("disabled", chrome.muted)],
        )
    style.configure("Horizontal.TProgressbar", background=chrome.accent, thickness=10)
    style.configure("Vertical.TScrollbar", background=chrome.panel, arrowcolor=chrome.text)
    style.configure("Vertical.TScrollbar", arrowsize=arrow)
    style.map("Vertical.TScrollbar", background=[("active", chrome.border)])


def _buttons(style: ttk.Style, chrome: Chrome, name: str) -> None:
    hover = hex_text(mix(rgb(chrome.panel), rgb(chrome.text), 0.1))
    style.configure(
        "TButton", background=chrome.panel, padding=(4, 4), relief="flat", anchor="center"
    )
    style.configure("TButton", justify="center")
    style.map(
        "TButton",
        background=[("disabled", chrome.window), ("active", hover)],
        foreground=[("disabled", chrome.muted)],
    )
    style.configure(
        "Main.TButton",
        background=chrome.accent,
        foreground=chrome.on_accent,
        font=(name, 10, "bold"),
    )
    brighter = hex_text(mix(rgb(chrome.accent), rgb(chrome.on_accent), 0.12))
    style.map(
        "Main.TButton",
        background=[("disabled", chrome.border), ("active", brighter)],
        foreground=[("disabled", chrome.muted)],
    )


def _tables(style: ttk.Style, chrome: Chrome, row: int) -> None:
    style.configure("Treeview", background=chrome.field, fieldbackground=chrome.field)
    style.configure("Treeview", foreground=chrome.text, rowheight=row)
    style.configure("Treeview.Heading", background=chrome.panel, foreground=chrome.text)
    style.map("Treeview", background=[("selected", chrome.accent)])
    style.map("Treeview", foreground=[("selected", chrome.on_accent)])


def _menus_and_lists(root: tk.Tk, chrome: Chrome, name: str) -> None:
    """Set the colours that ttk does not: of menus, and of the lists of comboboxes."""
    options = {
        "*Menu.background": chrome.panel,
        "*Menu.foreground": chrome.text,
        "*Menu.activeBackground": chrome.accent,
        "*Menu.activeForeground": chrome.on_accent,
        "*Menu.disabledForeground": chrome.muted,
        "*Menu.selectColor": chrome.text,
        "*Menu.relief": "flat",
        "*Menu.borderWidth": "0",
        "*Menu.font": f"{{{name}}} 10",
        "*TCombobox*Listbox.background": chrome.field,
        "*TCombobox*Listbox.foreground": chrome.text,
        "*TCombobox*Listbox.selectBackground": chrome.accent,
        "*TCombobox*Listbox.selectForeground": chrome.on_accent,
        "*Toplevel.background": chrome.window,
    }
    for pattern, value in options.items():
        root.option_add(pattern, value)
