"""The directive `commands`: every command and option, from the command line itself."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.main import get_command

from palamedes.cli import app as palamedes


class CommandsDirective(SphinxDirective):
    """A section for each command: what it does, how it is called, its arguments and options."""

    def run(self) -> list[nodes.Node]:
        root = get_command(palamedes)
        return [section for name in root.commands for section in self._of(root, [name])]

    def _of(self, parent, path: list[str]) -> list[nodes.Node]:
        command = parent.commands[path[-1]]
        if hasattr(command, "commands"):
            return [part for name in command.commands for part in self._of(command, [*path, name])]
        name = " ".join(path)
        section = nodes.section("", nodes.title(name, name))
        section["ids"] = [nodes.make_id(name)]
        section["names"] = [name]
        section += nodes.paragraph(command.help, command.help)
        usage = " ".join(["palamedes", name, *_usage(command)])
        section += nodes.literal_block(usage, usage, language="text")
        section += _list(command)
        return [section]


def _usage(command) -> list[str]:
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    return ["[OPTIONS]", *(_argument(param) for param in arguments)]


def _argument(param) -> str:
    name = param.metavar or param.name.upper()
    return name if param.required else f"[{name}]"


def _list(command) -> nodes.definition_list:
    items = nodes.definition_list(classes=["options"])
    for param in command.params:
        if param.param_type_name == "argument":
            names = [param.metavar or param.name.upper()]
        else:
            names = [*param.opts, *param.secondary_opts]
            if param.metavar:
                names[-1] += f" {param.metavar}"
        term = nodes.term("", "")
        for number, name in enumerate(names):
            term += nodes.Text(", ") if number else nodes.Text("")
            term += nodes.literal(name, name)
        told = " ".join(filter(None, [param.help or "", _default(param)]))
        item = nodes.definition("", nodes.paragraph(told, told))
        items += nodes.definition_list_item("", term, item)
    return items


def _default(param) -> str:
    """The default, if it says anything; how many threads there are depends on the machine."""
    default = param.default
    if param.name in ("threads", "workers") or callable(default) or isinstance(default, bool):
        return ""
    return f"[{default}]" if default else ""


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("commands", CommandsDirective)
    return {"parallel_read_safe": True}
