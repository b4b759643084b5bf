"""The fold over the sessions: the same however it is cut, and the same as the check of the footers."""

import json
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from tests.run_command import check, verify
from verify.model.location import Day, Stem
from verify.views.replay import Event, Folded, fold

NAMES = ("rye-loaf", "oat-loaf", "spelt-loaf", "no-waste")


def day(number: int) -> Day:
    return Day((date(2026, 4, 1) + timedelta(days=number)).isoformat())


USES = st.lists(st.frozensets(st.sampled_from(NAMES)), max_size=12)


def events(uses: list[frozenset[str]]) -> list[Event]:
    return [Event(Stem(f"{day(at // 2)}-{at % 2:02}0000"), day(at // 2), ids) for at, ids in enumerate(uses)]


def as_bytes(folded: Folded) -> bytes:
    return json.dumps(to_builtins(folded)).encode()


@given(USES)
def test_folding_twice_gives_the_same_bytes(uses: list[frozenset[str]]) -> None:
    assert as_bytes(fold(events(uses))) == as_bytes(fold(iter(events(uses))))


@given(USES, st.data())
def test_every_prefix_folded_on_gives_the_same_bytes(uses: list[frozenset[str]], data: st.DataObject) -> None:
    told = events(uses)
    cut = data.draw(st.integers(0, len(told)))
    before = fold(told[:cut])
    kept = as_bytes(before)
    assert as_bytes(fold(told[cut:], before)) == as_bytes(fold(told))
    assert as_bytes(before) == kept


@given(USES)
def test_one_by_one_every_count_only_grows(uses: list[frozenset[str]]) -> None:
    state = Folded()
    for number, event in enumerate(events(uses), 1):
        after = fold([event], state)
        assert after.through == event.stem
        assert len(after.days) == number
        for name in NAMES:
            grown = after.use(name).uses - state.use(name).uses
            assert grown == (name in event.ids)
            assert after.use(name).last_used == (event.day if name in event.ids else state.use(name).last_used)
        state = after


@st.composite
def footers(draw: st.DrawFn, name: str) -> str:
    fields = {
        "created": draw(st.sampled_from([None, *map(day, range(-1, 6))])),
        "last_used": draw(st.sampled_from([None, "soon", *map(day, range(-1, 6))])),
        "uses": draw(st.sampled_from([None, "many", *range(6)])),
        "tier": draw(st.sampled_from([None, "soft", "working", "active", "archive-candidate", "core", "superseded"])),
    }
    kept = "".join(f" | {key}: {value}" for key, value in fields.items() if value is not None)
    box = draw(st.sampled_from(["", "", "[ ] ", "[x] "]))
    return f"- {box}Text of {name}\n  <!-- id: {name}{kept} -->\n"


@settings(max_examples=60, deadline=None)
@given(USES, st.tuples(*map(footers, NAMES)), st.integers(0, 5), st.integers(0, 2), st.integers(0, 3))
def test_what_differs_is_what_stale_metadata_finds(
    uses: list[frozenset[str]], written: tuple[str, ...], review: int, working: int, active: int
) -> None:
    with TemporaryDirectory() as place:
        memory = Path(place) / "memory"
        (memory / "sessions").mkdir(parents=True)
        for event in events(uses):
            lines = "".join(f"- Referenced: {name}\n" for name in sorted(event.ids))
            (memory / "sessions" / f"{event.stem}.md").write_text(f"# Log\n\n## Memory References\n\n{lines}")
        (memory / "decay-policy.md").write_text(f"- working_window: {working}\n- active_window: {active}\n")
        state = f"## Project State\n\n- **last_review:** {day(review)}\n\n## Facts\n\n"
        (memory / "continuity.md").write_text(state + "".join(written))
        report = check(Path(place), "--select", "stale-metadata")
        outcome = verify("replay", place, "--check", "--format", "json")
    found = {subject for subject, _, _ in report.findings("stale-metadata")}
    (told,) = json.loads(outcome.stdout)["memories"]
    assert {fact["id"] for fact in told["facts"] if fact["differs"]} == found
    assert outcome.status == (1 if found else 0)
    last = fold(events(uses))
    assert {fact["id"]: fact["uses"]["replayed"] for fact in told["facts"]} == {n: last.use(n).uses for n in NAMES}
