"""``verify log``: the decision ledger."""

import click

from verify.cli.lazy import LazyGroup

_COMMANDS = {
    "append": "Append a decision.",
    "reverse": "End a decision, with the reason.",
    "correct": "Correct a slip of wording in a decision that stands.",
    "seal": "Seal the memory as it is now.",
    "merge": "Join the branches that a merge of git left.",
    "rotate": "Close the file and begin a new one.",
    "checkpoint": "Write down what the ledger holds.",
    "verify": "Tell whether the ledger is whole, and whether it is complete.",
}


@click.group("log", cls=LazyGroup, table=_COMMANDS, start="verify.cli.log_", no_args_is_help=False)
def command() -> None:
    """Write the decision ledger of a memory, or verify it.

    A writer verifies what is there first, and writes nothing behind a ledger that is not whole or was cut
    since the last commit, its checkpoint or the head that is given. What it prints is on the disk.

    Exit status: 0 done, 1 refused or not whole, 2 a usage error or a place that cannot be written, 3 the
    ledger or its history could not be read.
    """
