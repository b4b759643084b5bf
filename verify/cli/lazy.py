"""A command with subcommands, of which only the one that is called is loaded."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """``table`` has what each subcommand does; its module is named by ``start`` and the subcommand."""

    def __init__(self, *arguments: Any, table: Mapping[str, str], start: str, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._table = table
        self._start = start

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._table:
            return None
        command: click.Command = import_module(f"{self._start}{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._table.items()))
