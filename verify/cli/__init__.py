"""The command line: one file a command, loaded when it is called."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

import click

from verify import __version__
from verify.cli.lazy import LazyGroup
from verify.errors import ExitStatus, VerifyError

_COMMANDS = {
    "check": "Check the memory of a repository (the main job).",
    "history": "Tell the history of one fact, or what no log explains.",
    "trace": "Trace something up to the vision and down to the work.",
    "replay": "Fold the sessions, and tell what follows for each fact.",
    "report": "Write a page to look through: findings, graph, timelines.",
    "log": "Write the decision ledger, or verify it.",
    "graph": "Export the graph of a memory, or a part of it.",
    "init": "Set a repository up: settings, a workflow, a hook.",
    "baseline": "Record today's findings, so that only new ones fail.",
    "snapshot": "Write a snapshot for a reviewer with clean memory.",
    "critique": "Hold a reviewer's answer against the memory.",
    "checks": "List every check.",
    "explain": "Print the manual page of one check.",
    "example": "Build the worked example in a folder.",
    "selftest": "Plant one defect of each check and see it found.",
}


@click.group(
    cls=LazyGroup,
    table=_COMMANDS,
    start="verify.cli.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="verify")
def cli() -> None:
    """Tell whether an AI agent's memory can be trusted: its files, its git history, its intent."""


def run(arguments: list[str] | None = None) -> int:
    """Run one command; every error is one line on stderr, and nothing ends in a traceback."""
    given = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = cli.main(given or ["--help"], prog_name="verify", standalone_mode=False)
        _flush()
        return int(status or ExitStatus.CLEAN)
    except VerifyError as error:
        _complain(str(error))
        return error.exit_status
    except click.ClickException as error:
        _complain(error.format_message())
        return ExitStatus.USAGE
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted")
        return ExitStatus.INCOMPLETE
    except OSError as error:
        return _stopped(error)
    except Exception as error:
        _complain(f"internal error ({type(error).__name__}: {error}); please report it")
        return ExitStatus.INCOMPLETE


def _complain(message: str) -> None:
    from verify.secrets import redact  # noqa: PLC0415

    line = " ".join(redact(message).split())
    click.echo("verify: " + "".join(c if c.isprintable() else "?" for c in line), err=True)


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _stopped(error: OSError) -> ExitStatus:
    """Tell why nothing more can be read or written, unless nobody listens any more."""
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()
        return ExitStatus.INCOMPLETE
    place = f"{error.filename}: " if isinstance(error.filename, str) else ""
    _complain(f"{place}input or output failed: {(error.strerror or str(error)).lower()}")
    # What could not be written must not be tried again at the end.
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitStatus.INCOMPLETE
