"""``verify log``: what is written to the decision ledger."""

from importlib import import_module

import click

_COMMANDS = {"seal": "Seal the memory as it is now."}


class _Commands(click.Group):
    """Lists all commands but loads only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"verify.cli.log_{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command("log", cls=_Commands)
def command() -> None:
    """Write to the decision ledger of a memory."""
