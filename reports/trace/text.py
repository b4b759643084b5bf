"""Traces as text: a tree up to the vision, and a tree down to the work."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from reports.escaping import visible
from reports.text.findings import place, short_commit
from reports.text.lines import Block, Line, Span, Tone, plain, styled, wrapped
from verify.model.trace import Link, Step, StepKind, Trace, Traces

_SHOWN = 8
"""Steps of one kind below another; the rest is counted unless all are asked for."""


def render(traces: Traces, *, everything: bool) -> str:
    """Return plain text."""
    return plain(_blocks(traces, everything))


def render_styled(traces: Traces, *, everything: bool) -> str:
    """Return the same text with the escape sequences that colour it."""
    return styled(_blocks(traces, everything))


def _blocks(traces: Traces, everything: bool) -> Iterator[Block]:
    lead = "INCOMPLETE: "
    yield [line for reason in traces.incomplete for line in wrapped(reason, "", lead=lead, tone=Tone.ERROR)]
    shown = None if everything else _SHOWN
    for trace in traces.traces:
        yield list(_heading(trace))
        if trace.reasons:
            yield from _reasons(trace, shown)
            continue
        if trace.subject.kind is not StepKind.VISION or trace.up:
            yield [(Span("up to the vision", Tone.STRONG),), *_tree(trace.up, "", shown), *_verdict(trace)]
        if trace.down:
            yield [(Span("down to the work", Tone.STRONG),), *_tree(trace.down, "", shown)]


def _reasons(trace: Trace, shown: int | None) -> Iterator[Block]:
    nothing = (Span("nothing: it gives no reason and depends on nothing", Tone.WARNING),)
    up = list(_tree(trace.up, "", shown, titled=True)) if trace.up else [nothing]
    yield [(Span("back to the reason", Tone.STRONG),), *up]
    if trace.down:
        yield [(Span("on to what became of it", Tone.STRONG),), *_tree(trace.down, "", shown, titled=True)]


def _heading(trace: Trace) -> Iterator[Line]:
    subject = trace.subject
    where = place(subject.place) if subject.place else f"in {trace.memory}" if subject.kind is StepKind.MISSING else ""
    yield Span(_name(subject), Tone.STRONG), Span(f"  {_about(subject)}  "), Span(where, Tone.PLACE)
    if subject.title and subject.kind is not StepKind.COMMIT:
        yield from wrapped(subject.title, "")


def _verdict(trace: Trace) -> Iterator[Line]:
    if trace.reaches_vision:
        return
    said = (
        "it reaches no vision" if trace.up else "nothing: it serves nothing by name, and no session of its own leads on"
    )
    yield (Span(said, Tone.WARNING),)


def _tree(steps: Sequence[Step], indent: str, shown: int | None, *, titled: bool = False) -> Iterator[Line]:
    rows = list(_rows([step for step in steps if step.link is not Link.CHANGES], shown))
    files = [step.name for step in steps if step.link is Link.CHANGES]
    if files:
        rows.append((None, _files(files, shown)))
    for number, (step, more) in enumerate(rows):
        last = number == len(rows) - 1
        branch = Span(indent + ("└─ " if last else "├─ "), Tone.FAINT)
        if step is None:
            yield branch, Span(more, Tone.FAINT)
            continue
        yield branch, *_line(step)
        below = indent + ("   " if last else "│  ")
        if titled and step.title:
            yield from wrapped(step.title, below)
        yield from _tree(step.steps, below, shown, titled=titled)


def _rows(steps: Sequence[Step], shown: int | None) -> Iterator[tuple[Step | None, str]]:
    """Yield the steps, and None with a remark for those of one link that there is no room for."""
    for link, group in groupby(steps, key=lambda step: step.link):
        members = list(group)
        yield from ((step, "") for step in members[:shown])
        if shown is not None and len(members) > shown:
            yield None, f"... and {len(members) - shown} more {link.value if link else ''} (--all)"


def _files(paths: Sequence[str], shown: int | None) -> str:
    rest = len(paths) - shown if shown is not None else 0
    more = f" and {rest} more (--all)" if rest > 0 else ""
    return f"changes {', '.join(map(visible, paths[:shown]))}{more}"


def _line(step: Step) -> Iterator[Span]:
    if step.link:
        yield Span(f"{step.link.value} ")
    yield Span(_name(step), Tone.ERROR if step.broken else Tone.STRONG)
    about = _about(step)
    if about:
        yield Span(f"  {about}")
    if step.place and step.kind is not StepKind.SESSION:
        yield Span(f"  {place(step.place)}", Tone.PLACE)
    if step.broken:
        yield Span(f"  BROKEN: {visible(step.broken)}", Tone.ERROR)
    if step.again or step.cut:
        yield Span("  (above)" if step.again else "  (goes on)", Tone.FAINT)


def _name(step: Step) -> str:
    return short_commit(step.name) if step.kind is StepKind.COMMIT else visible(step.name)


def _about(step: Step) -> str:
    if step.kind is StepKind.COMMIT:
        return f"{step.standing}  {visible(step.title)}".strip()
    if step.kind in {StepKind.MISSING, StepKind.REASON}:
        return ""
    return f"{step.kind.value}, {step.standing}" if step.standing else step.kind.value
