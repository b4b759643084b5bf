"""The options of the benchmark."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_SIZES = (1_000, 10_000, 50_000)
_HISTORIES = (1_000, 20_000)
_QUICK = 1_000
_NODES = 100_000
_FEWEST = 400
_ENTRIES = 1_000_000
_FEW_ENTRIES = 10_000
_FACTS = 10_000


@dataclass(frozen=True, slots=True)
class Options:
    """What is measured, how often, and where the figures go."""

    repositories: tuple[Path, ...]
    sessions: tuple[int, ...]
    commits: tuple[int, ...]
    generator: Path | None
    peer: Path | None
    runs: int | None
    json: Path | None
    graph: int
    ledger: int
    facts: int


def parse_options(arguments: Sequence[str] | None = None) -> Options:
    """Read the command line; a usage error ends the process with status 2."""
    given = _parser().parse_args(arguments)
    return Options(
        repositories=tuple(given.repository),
        sessions=_chosen(given.sessions, quick=given.quick),
        commits=_chosen(given.commits, quick=given.quick),
        generator=given.generator,
        peer=given.peer,
        runs=given.runs,
        json=given.json,
        graph=min(given.graph, _QUICK) if given.quick else given.graph,
        ledger=min(given.ledger, _FEW_ENTRIES) if given.quick else given.ledger,
        facts=min(given.facts, _QUICK) if given.quick else given.facts,
    )


def _chosen(sizes: tuple[int, ...], *, quick: bool) -> tuple[int, ...]:
    return tuple(sorted({size for size in sizes if size <= _QUICK or not quick}))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measure CPU time and peak memory of verify in alternating runs.",
    )
    parser.add_argument("--repository", type=_folder, action="append", default=[], help="a real one; repeatable")
    parser.add_argument("--sessions", type=_sizes, default=_SIZES, help="sizes of synthetic memories, by commas")
    parser.add_argument("--commits", type=_sizes, default=_HISTORIES, help="sizes of synthetic histories, by commas")
    parser.add_argument("--generator", type=_file, help="script: OUT --sessions N --facts F (default: our own)")
    parser.add_argument("--peer", type=_file, help="script that is called with --root REPOSITORY and compared")
    parser.add_argument("--runs", type=_positive, help="runs of each input (default: 5, 3 or 1 by its size)")
    parser.add_argument("--facts", type=_entries, default=_FACTS, metavar="N", help="facts on a page; 0: none")
    parser.add_argument("--graph", type=_nodes, default=_NODES, metavar="N", help="nodes of the large graph; 0: none")
    parser.add_argument("--ledger", type=_entries, default=_ENTRIES, metavar="N", help="entries of a ledger; 0: none")
    parser.add_argument(
        "--quick", action="store_true", help=f"leave out what has more than {_QUICK:,} sessions or commits"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures to this file")
    return parser


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(_positive(size) for size in text.split(",") if size.strip())


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def _nodes(text: str) -> int:
    number = int(text)
    if 0 != number < _FEWEST:
        raise argparse.ArgumentTypeError(f"{text} is neither 0 nor at least {_FEWEST}")
    return number


def _entries(text: str) -> int:
    return int(text) and _positive(text)


def _file(text: str) -> Path:
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text}")
    return Path(text).resolve()


def _folder(text: str) -> Path:
    if not (Path(text) / "memory").is_dir():
        raise argparse.ArgumentTypeError(f"{text} has no folder 'memory'")
    return Path(text)
