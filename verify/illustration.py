"""Shows a fixture and the findings that come of it, in Markdown."""

import re
from collections.abc import Iterator

from verify.model.report import Finding
from verify.planting import Step
from verify.planting.plan import Content
from verify.specimen import Specimen
from verify.trial import attempt

# Nothing shaped like a credential is written out.
_JOINED = re.compile(r"\$\{join:([^|}]*)[^}]*\}")


def illustrate(specimen: Specimen) -> str:
    """Return what a fixture tells, step by step, and the report of its check."""
    steps = list(specimen.plan.commits)
    parts = [_sentence(specimen.about)]
    for step in steps:
        if len(steps) > 1:
            parts.append(f"**{_headline(step)}**")
        parts += _told(step)
    for layer, where in ((specimen.plan.staged, "In the index"), (specimen.plan.working, "In the work tree")):
        if layer:
            parts += [f"**{where}, not committed:**", *_told(layer)]
    report = "\n\n".join(_reported(finding) for finding in attempt(specimen).findings)
    return "\n\n".join([*parts, "The report:", _fenced(report, "text")])


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].removesuffix(".") + "."


def _headline(step: Step) -> str:
    branch = f" on branch {step.branch}" if step.branch else ""
    merge = f", merging {step.merge}" if step.merge else ""
    return f"Commit of {step.moment:%Y-%m-%d %H:%M}{branch}{merge}: {step.message}"


def _told(step: Step) -> Iterator[str]:
    for path, content in step.files.items():
        yield f"`{path}`:\n\n{_fenced(_shown(content), path.rpartition('.')[2])}"
    for path, pairs in step.replace.items():
        lines = [
            f"{sign}{line}" for pair in pairs for sign, text in zip("-+", pair, strict=True) for line in _lines(text)
        ]
        yield f"`{path}` changes:\n\n{_fenced(chr(10).join(lines), 'diff')}"
    yield from (f"`{old}` becomes `{new}`." for old, new in step.rename.items())
    yield from (f"`{path}` is deleted." for path in step.delete)
    if step.sessions:
        yield "Sessions and their memory references:\n\n" + "\n".join(_sessions(step))


def _sessions(step: Step) -> Iterator[str]:
    for stem, lines in step.sessions.items():
        bare = not any(":" in line for line in lines)
        said = f"Referenced: {', '.join(lines)}" if lines and bare else "; ".join(lines)
        yield f"- `{stem}`: {said or 'none'}"


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _shown(content: Content) -> str:
    match content:
        case str():
            return _JOINED.sub(r"\1…", content)
        case {"repeat": text, "times": times}:
            return f"{text}({times} times)"
    return "(bytes that are no text)"


def _reported(finding: Finding) -> str:
    place = f"{finding.location.path}:{finding.location.line}: " if finding.location else ""
    commit = f" (commit {finding.commit[:12]})" if finding.commit else ""
    note = f"\n  ignored: {finding.reason}" if finding.reason else ""
    return f"{place}{finding.severity.label}: {finding.message}{commit}\n  {finding.fix}{note}"


def _fenced(text: str, language: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.removesuffix(chr(10))}\n{fence}"
