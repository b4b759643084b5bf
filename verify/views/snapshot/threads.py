"""Open threads, contradictions, and facts that call themselves assumptions."""

import re
from collections.abc import Iterator, Sequence

from verify.graph import MemoryGraph
from verify.graph.standings import Standings
from verify.model.facts import Checkbox, Thread
from verify.model.report import Finding
from verify.model.snapshot import Cited, Section, Statement, Topic
from verify.views.snapshot.findings import statement_of
from verify.views.snapshot.nameless import nameless
from verify.views.snapshot.quoting import Texts, at, quoting
from verify.views.snapshot.ways import ways

_LEAD = r"[\s>*_~`#+-]{0,40}(?:\[[ xX]\]\s{0,9})?[\s*_(\[`]{0,20}"
_BEHIND = r"\b[*_]{0,9}\s?(?:[:)\]–—]|-\s)"
_CONTRADICTION = re.compile(_LEAD + r"(?:contradiction|conflict|drift)" + _BEHIND, re.IGNORECASE)
_ASSUMPTION = re.compile(
    _LEAD + r"(?:assumption|assumed|hypothesis|unverified|unvalidated|unconfirmed|to be confirmed)" + _BEHIND,
    re.IGNORECASE,
)
_DISAGREE = frozenset(
    (
        *("supersession-mismatch", "decision-drift", "unrecorded-reversal", "adr-mismatch", "incoherent-impression"),
        *("reactivated-superseded", "link-cycle", "duplicate-id", "split-fact", "id-reuse", "conflict-marker"),
        *("projection-mismatch", "silent-reversal", "stale-premise", "unresolved-contradiction", "drifted-anchor"),
    )
)
"""The checks that find two places that cannot both hold."""
_MOST = 60


def threads(graph: MemoryGraph, texts: Texts, share: int) -> Section:
    """Tell the open threads that are no blueprints and no contradictions, the last used ones first."""
    found = [t for t in _open(graph) if not t.blueprint and not _CONTRADICTION.match(t.text)]
    found.sort(key=lambda thread: _idle(graph, thread))
    told = tuple(_thread(graph, texts, thread) for thread in found[:_MOST])
    passed = (f"{len(found) - _MOST} more open threads",) if len(found) > _MOST else ()
    return Section(Topic.THREADS, told, "The memory states no open thread.", passed_over=passed, share=share)


def _open(graph: MemoryGraph) -> Iterator[Thread]:
    standings = Standings(graph)
    return (thread for thread in graph.threads if standings.is_open(thread))


def _idle(graph: MemoryGraph, thread: Thread) -> tuple[int, str, int]:
    since = graph.usage.sessions_since(thread.fact) if thread.fact else None
    return (len(graph.sessions) if since is None else since), thread.block.path, thread.block.line


def _thread(graph: MemoryGraph, texts: Texts, thread: Thread) -> Statement:
    fact = graph.intent.facts.get(thread.fact) if thread.fact else None
    name = (" ", Cited(thread.fact)) if thread.fact else (" without an id",)
    age = graph.sessions_after(fact.created) if fact and fact.created else None
    told = f", {age} sessions old" if age is not None else ""
    same = fact is not None and fact.block == thread.block
    text = texts.fact(fact) if fact and same else texts.block(thread.block)
    return quoting(("thread", *name, told), [at(thread.block)], text, ways(graph, fact) if fact and same else ())


def contradictions(graph: MemoryGraph, texts: Texts, findings: Sequence[Finding], share: int) -> Section:
    """Tell what the memory itself calls a contradiction, and what verify found to disagree."""
    told = [_thread(graph, texts, thread) for thread in _open(graph) if _CONTRADICTION.match(thread.text)]
    told += [statement_of(finding) for finding in findings if finding.check in _DISAGREE]
    lacking = "No open thread states a contradiction, and verify found no two places that disagree."
    return Section(Topic.CONTRADICTIONS, tuple(told), lacking, share=share)


def assumptions(graph: MemoryGraph, texts: Texts) -> Section:
    """Tell the live facts that call themselves assumptions, in their text or in their footer."""
    facts = (fact for fact in graph.live if not fact.superseded and fact.checkbox is not Checkbox.DONE)
    found = [(fact, texts.fact(fact)) for fact in facts]
    told = [
        quoting((f"{fact.kind.value} ", Cited(fact.id)), [at(fact.block)], text)
        for fact, text in found
        if _ASSUMPTION.match(text)
        or any(key == "status" and "assum" in value.lower() for key, value in fact.footer.fields)
    ]
    told += nameless(graph, "assumptions")
    lacking = "No fact calls itself an assumption. What is assumed without saying so cannot be seen from here."
    return Section(Topic.ASSUMPTIONS, tuple(told), lacking, share=3)


def is_disagreement(finding: Finding) -> bool:
    """Whether a finding is told among the contradictions."""
    return finding.check in _DISAGREE
