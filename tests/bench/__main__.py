"""``python -m tests.bench``: one command, one table."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.contenders import contenders
from tests.bench.figures import Result, run
from tests.bench.inputs import GeneratorError, inputs
from tests.bench.large import large_graphs, render_graphs
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
    sys.stdout.write(render_table(machine, results) + render_graphs(graphs))
    if options.json:
        options.json.write_text(render_json(machine, results, graphs), encoding="utf-8")
    return int(any(row.failed for result in results for row in result.rows))


def _results(options: Options) -> Iterator[Result]:
    smaller: dict[bool, Result] = {}
    with TemporaryDirectory(prefix="memory-verify-bench-") as folder:
        place = Path(folder).resolve()
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
    small = next(inputs(replace(options, repositories=(), sessions=(), commits=(_SMALL,)), place))
    for contender in contenders(small, options.peer):
        measure(contender.command, place, keeps=contender.keeps)


if __name__ == "__main__":
    sys.exit(main())
