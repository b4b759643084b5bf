"""No edit of a sealed memory stays hidden, and nothing honest is reported."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.ledger_maker import PATH, digest, honest
from tests.seal_maker import CHECKPOINT, CONTINUITY, checkpoint_of, head_of, report, sealed

STORE = {
    CONTINUITY: b"""# Continuity

## Key Decisions

- Rye on Monday, ADR 3
  <!-- id: rye-loaf | created: 2026-03-01 -->
- [ ] Oats on Friday
  <!-- id: oat-loaf | created: 2026-03-01 -->
  - [ ] Ask the mill
    <!-- id: ask-mill -->
""",
    "memory/vision.md": "# Vision\n\nBread für alle.\n\n<!-- id: bread-for-all | tier: core -->\n".encode(),
    "memory/archive/2026-Q1.md": b"# Archive\r\n\r\n- Spelt\r\n  <!-- id: spelt-loaf | tier: archived -->\r\n",
    "memory/sessions/2026-04-01-090000.md": b"# Session\n\nThe oven was cleaned.\n",
    "memory/sessions/2026-04-02-090000.md": b"# Session\n",
}


def whole() -> tuple[dict[str, bytes], str]:
    maker = honest(3)
    files = sealed(STORE, maker)
    maker.decide("behind-the-seal")
    return {**files, PATH: maker.content, CHECKPOINT: checkpoint_of(maker)}, head_of(maker)


WHOLE, HEAD = whole()


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, bytes]:
    """Draw a file and its content after one edit."""
    path = draw(st.sampled_from(sorted(WHOLE)))
    content = WHOLE[path]
    places = st.integers(0, len(content))
    one, two, three, four = sorted(draw(st.tuples(places, places, places, places)))
    start, first, middle, second, end = (
        content[:one],
        content[one:two],
        content[two:three],
        content[three:four],
        content[four:],
    )
    more = draw(st.binary(min_size=1, max_size=8) | st.sampled_from([b"\n", b"\r", b" ", b"- x\n", b"{}\n"]))
    return path, draw(
        st.sampled_from(
            [
                start + more + content[one + len(more) :],
                start + middle + second + end,
                start + more + content[one:],
                start + second + middle + first + end,
                start + first + first + content[two:],
                start,
            ]
        )
    )


@given(edits())
@settings(max_examples=300)
def test_every_edit_is_reported(edit: tuple[str, bytes]) -> None:
    path, content = edit
    assume(content != WHOLE[path])
    seen = report({**WHOLE, path: content}, HEAD)
    assert seen.findings or seen.problems


@given(st.sampled_from(sorted(set(WHOLE) - {CHECKPOINT})))
def test_every_file_that_is_gone_is_reported(path: str) -> None:
    seen = report({name: content for name, content in WHOLE.items() if name != path}, HEAD)
    assert seen.findings or seen.problems


class Honest:
    """A memory that is kept as it should be."""

    def __init__(self) -> None:
        self.maker = honest(1)
        self.files = dict(STORE)
        self.closed: dict[str, bytes] = {}
        self.number = 0
        self.heads: list[str] = []

    def name(self) -> str:
        self.number += 1
        return f"entry-{self.number}"

    def decide(self) -> None:
        self.maker.decide(self.name())

    def seal(self) -> None:
        self.files = {**self.files, **sealed(self._memory, self.maker, self.name())}

    @property
    def _memory(self) -> dict[str, bytes]:
        return {path: content for path, content in self.files.items() if path.endswith(".md")}

    def work(self) -> None:
        number = self.number
        fact = f"- More {number}\n  <!-- id: more-{number} -->\n".encode()
        self.files[CONTINUITY] = self.files[CONTINUITY].replace(b"Monday", b"Monday or so") + fact
        self.files[f"memory/sessions/2026-05-01-{number:06}.md"] = b"# Session\n"
        self.seal()

    def rotate(self) -> None:
        name = f"ledger-{len(self.closed) + 1}.jsonl"
        fresh = self.maker.rotate(self.name(), name)
        self.closed[f"memory/{name}"] = self.maker.content
        self.maker = fresh

    def branch(self) -> None:
        """Both branches seal the same memory; a union merge keeps the lines of both."""
        root = self.maker.head
        left = self.maker.decide(self.name(), prev=root)
        self.seal()
        tip = self.maker.head
        right = self.maker.decide(self.name(), prev=root)
        assert left != right
        self.seal()
        self.maker.merge(self.name(), tip, digest(self.maker.lines[-1]))

    def save(self) -> None:
        self.heads.append(head_of(self.maker))

    @property
    def all_files(self) -> dict[str, bytes]:
        return {**self.files, **self.closed, PATH: self.maker.content}


STEPS = [Honest.decide, Honest.seal, Honest.work, Honest.rotate, Honest.branch, Honest.save]


@given(st.lists(st.sampled_from(STEPS), max_size=8))
@settings(max_examples=60)
def test_nothing_honest_is_reported(steps: list[object]) -> None:
    memory = Honest()
    for step in steps:
        step(memory)  # type: ignore[operator]
    for head in [None, *memory.heads]:
        seen = report(memory.all_files, head)
        assert [one for one in seen.findings if one.check != "unanchored-log"] == []
        assert not seen.problems


def test_the_memory_of_these_tests_is_sound() -> None:
    assert report(WHOLE, HEAD).findings == ()
