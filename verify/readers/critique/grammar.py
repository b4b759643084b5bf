"""The forms of a claim: a sentence is one only where it is nothing else."""

import re
from collections.abc import Callable, Iterable, Iterator

from verify.model.critique import Answer, Claim, Form
from verify.readers.critique.sentences import Sentence, sentences

_NOUN = r"(?:(?:the )?(?P<noun>fact|decision|invariant|convention|blueprint|open thread|thread|vision|id|session) )?"
_ID = r"(?P<id>`[^`<>\s]{1,200}`)"
_FREE = r"(?P<id>`[^`<>\s]{1,200}`|[A-Za-z0-9][\w.-]{0,199})"
_NOT = r"(?P<not>not |no longer )?"
_STATES = "live|archived|superseded|gone|open|done|closed|core|active|working|archive-candidate"
_KINDS = "fact|decision|invariant|convention|blueprint|thread|vision"
_VERBS = "serves|realizes|supersedes|depends on|is superseded by"
_QUOTED = r"""(?:"(?P<straight>[^"]{1,2000})"|“(?P<curly>[^“”]{1,2000})”)"""
_COUNTED = (
    r"live facts?|archived facts?|sessions?|commits?|decisions?(?: in force)?|invariants?|open threads?"
    r"|errors?|warnings?|notes?"
)
_COUNT = rf"(?P<number>\d{{1,9}}) (?P<counted>{_COUNTED})"
_HEX = r"`?(?P<commit>[0-9a-f]{4,64})`?"

_FORMS: tuple[tuple[Form, str], ...] = (
    (Form.COMMIT, rf"(?:the )?commit {_HEX} (?:exists|(?P<not>does not exist))"),
    (Form.QUOTE, rf"{_NOUN}ID (?:says|reads|states):? {_QUOTED}"),
    (Form.LINK, rf"{_NOUN}ID (?P<verb>{_VERBS}) (?:the \w{{1,20}} )?(?P<target>TARGET)"),
    (Form.STATE, rf"{_NOUN}ID is (?:still |already |now )?{_NOT}(?P<state>{_STATES})"),
    (Form.KIND, rf"{_NOUN}ID is {_NOT}an? (?:open )?(?P<kind>{_KINDS})"),
    (Form.EXISTS, rf"{_NOUN}ID (?:exists|is in the memory|(?P<not>does not exist|is not in the memory))"),
    (Form.COUNT, rf"(?:the )?memory (?:has|holds|contains|counts|states) (?:exactly )?{_COUNT}"),
    (Form.COUNT, rf"`?verify(?: check)?`? (?:found|finds|reported|reports) (?:exactly )?{_COUNT}"),
)
_BARE = (Form.COUNT, _COUNT)


def _compiled(name: str, extra: Iterable[tuple[Form, str]]) -> list[tuple[Form, re.Pattern[str]]]:
    target = name.replace("(?P<id>", "(?:")
    forms = ((form, text.replace("ID", name).replace("TARGET", target)) for form, text in (*_FORMS, *extra))
    return [(form, re.compile(text, re.IGNORECASE)) for form, text in forms]


_IN_PROSE = _compiled(_ID, ())
_IN_CLAIMS = _compiled(_FREE, (_BARE,))
_NAMED_COMMIT = re.compile(r"\bcommit `([0-9a-f]{7,64})`")
_NAMED_ID = re.compile(
    r"(?:^|\bthe )(?:fact|decision|invariant|convention|blueprint|thread|vision|id) "
    r"`([a-z0-9]{1,60}(?:-[a-z0-9]{1,60}){1,12})`"
)
_PROPOSES = re.compile(
    r"\b(?:add|create|new|introduce|propose|record|missing|should|could|would|might|may|lacks?|needs?|suggest|call|rename|if|"
    r"like|e\.g|example|upstream|fork|other|another|repository|repo|instead|become|turn)\b",
    re.IGNORECASE,
)


def read_claims(text: str) -> Answer:
    """Return the claims of an answer."""
    claims: list[Claim] = []
    other = 0
    for sentence in sentences(text):
        found = list(_claims(sentence))
        claims += found
        other += not found
    return Answer(tuple(claims), other)


def _claims(sentence: Sentence) -> Iterator[Claim]:
    said = sentence.text.strip().rstrip(".").strip("*_ ")
    for form, pattern in _IN_CLAIMS if sentence.bound else _IN_PROSE:
        if match := pattern.fullmatch(said):
            yield _claim(form, match, sentence)
            return
    if sentence.bound:
        yield Claim(Form.UNKNOWN, sentence.line, sentence.text, bound=True)
    elif not _PROPOSES.search(sentence.text):
        yield from _mentions(sentence)


def _mentions(sentence: Sentence) -> Iterator[Claim]:
    """Yield what a sentence takes for granted: a commit, or an id that it calls one."""
    for name in dict.fromkeys(_NAMED_COMMIT.findall(sentence.text)):
        yield Claim(Form.COMMIT, sentence.line, sentence.text, name)
    for name in dict.fromkeys(_NAMED_ID.findall(sentence.text)):
        yield Claim(Form.EXISTS, sentence.line, sentence.text, name, named=True)


def _claim(form: Form, match: re.Match[str], sentence: Sentence) -> Claim:
    parts = {key: value or "" for key, value in match.groupdict().items()}
    subject, said = _SAID[form](parts)
    return Claim(
        form=form,
        line=sentence.line,
        text=sentence.text,
        subject=subject,
        said=said,
        target=parts.get("target", "").strip("`"),
        negated=bool(parts.get("not")),
        bound=sentence.bound,
        named=bool(parts.get("noun")),
    )


def _of_id(key: str) -> Callable[[dict[str, str]], tuple[str, str]]:
    return lambda parts: (parts["id"].strip("`"), parts.get(key, "").lower())


_SAID: dict[Form, Callable[[dict[str, str]], tuple[str, str]]] = {
    Form.EXISTS: _of_id(""),
    Form.STATE: _of_id("state"),
    Form.KIND: _of_id("kind"),
    Form.LINK: _of_id("verb"),
    Form.QUOTE: lambda parts: (parts["id"].strip("`"), parts["straight"] or parts["curly"]),
    Form.COMMIT: lambda parts: (parts["commit"].lower(), "exists"),
    Form.COUNT: lambda parts: (parts["counted"].lower(), parts["number"]),
}
