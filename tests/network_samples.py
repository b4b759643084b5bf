"""Networks made at random, with the texts that break formats."""

from hypothesis import strategies as st

from verify.model.location import CommitId
from verify.model.network import Around, Network, NetworkEdge, NetworkKind, NetworkNode, NetworkRelation, NetworkStatus

HOSTILE = (
    'a "quoted" \\ word\\',
    "1. a list, 2) another",
    "- [ ] `code` *bold* _it_ ~~gone~~ $$x$$",
    "<script>alert(1)</script> &amp; &lt;",
    "]]> --> <!-- x",
    "%%{init: {'theme': 'dark'}}%%",
    '"]:::x; click n0 "javascript:alert(1)"',
    "line one\nline two\r\nthree\x1b[31m\x00\u202e\u2028",
    "\ud800 \udc80 \ufffe \uffff \U0001f916 \U0010ffff",
    "ﬂ°°60¶ß #quot; #35; &#35;",
    "##[error]no ::error::no",
    "\\N \\G \\l {a|b} <b>",
    "end",
    "",
)

texts = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20), st.text("\"'<>&#;%\\`\n{}[]|é🤖 a1", max_size=12))
keys = texts.map(lambda text: "".join(c for c in text if c.isprintable()) or "empty")


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Return a network whose texts are anything; its keys are printable and unique, as the type says."""
    names = draw(st.lists(keys, min_size=0, max_size=6, unique=True))
    nodes = [draw(_nodes(name)) for name in names]
    ends = st.sampled_from(names) if names else st.nothing()
    edge = st.builds(NetworkEdge, ends, ends, st.sampled_from(NetworkRelation), texts, st.booleans())
    edges = draw(st.lists(edge, max_size=8, unique=True)) if names else []
    return Network(
        tool="0.1.0",
        revision=draw(st.sampled_from([None, CommitId("4f268a08c0ffee00c0ffee00c0ffee00c0ffee00")])),
        memories=("memory",),
        incomplete=tuple(draw(st.lists(texts, max_size=2))),
        nodes=tuple(nodes),
        edges=tuple(edges),
        around=draw(st.one_of(st.none(), st.builds(Around, texts, st.integers(0, 9)))),
    )


def _nodes(name: str) -> st.SearchStrategy[NetworkNode]:
    return st.builds(
        NetworkNode,
        key=st.just(name),
        id=texts,
        kind=st.sampled_from(NetworkKind),
        status=st.sampled_from(NetworkStatus),
        memory=st.one_of(st.none(), texts),
        title=texts,
        path=st.one_of(st.none(), texts),
        line=st.one_of(st.none(), st.integers(1, 10**6)),
    )
