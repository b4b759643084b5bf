"""``python -m tests.bench``: one command, one table."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.contenders import contenders
from tests.bench.figures import Result, run
from tests.bench.inputs import GeneratorError, inputs
from tests.bench.large import large_graphs, render_graphs
from tests.bench.long_ledger import long_ledgers, render_ledgers
from tests.bench.machine import this_machine
from tests.bench.measure import measure
from tests.bench.options import Options, parse_options
from tests.bench.table import render_json, render_table

_SMALL = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the table, and return 1 if a command failed."""
    options = parse_options(arguments)
    machine = this_machine()
    try:
        results = list(_results(options))
    except GeneratorError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    graphs = list(large_graphs(options.graph))
    with _place() as place:
        ledgers = list(long_ledgers(options.ledger, place))
    sys.stdout.write(render_table(machine, results) + render_graphs(graphs) + render_ledgers(ledgers))
    if options.json:
        options.json.write_text(render_json(machine, results, graphs, ledgers), encoding="utf-8")
    failed = any(row.failed for result in results for row in result.rows) or any(one.error for one in ledgers)
    return int(failed)


@contextmanager
def _place() -> Iterator[Path]:
    with TemporaryDirectory(prefix="memory-verify-bench-") as folder:
        yield Path(folder).resolve()


def _results(options: Options) -> Iterator[Result]:
    smaller: dict[bool, Result] = {}
    with _place() as place:
        _compile(options, place)
        for subject in inputs(options, place):
            sys.stderr.write(f"measuring {subject.name} ...\n")
            known = smaller.get(subject.in_git) if subject.sessions or subject.commits else None
            result = run(subject, list(contenders(subject, options.peer)), known, place)
            if subject.sessions or subject.commits:
                smaller[subject.in_git] = result
            yield result


def _compile(options: Options, place: Path) -> None:
    """Run everything once on a small history, so that no measured run compiles Python sources."""
    small = next(inputs(replace(options, repositories=(), sessions=(), commits=(_SMALL,), facts=0), place))
    for contender in contenders(small, options.peer):
        measure(contender.command, place, keeps=contender.keeps)


if __name__ == "__main__":
    sys.exit(main())
