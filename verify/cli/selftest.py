"""``verify selftest``."""

from collections import Counter

import click

from verify.errors import ExitStatus
from verify.selftest import Proof, trials


@click.command("selftest")
def command() -> int:
    """Plant one defect of each check in a temporary repository and see it found.

    Exit status: 0 each planted defect was found, 1 one was not. A check without a planted defect is
    named, since nothing shows that it can fail.
    """
    counts: Counter[Proof] = Counter()
    for trial in trials():
        counts[trial.proof] += 1
        click.echo(str(trial))
    click.echo(", ".join(f"{counts[proof]} {proof.value}" for proof in Proof))
    return ExitStatus.FINDINGS if counts[Proof.NOT_FOUND] else ExitStatus.CLEAN
