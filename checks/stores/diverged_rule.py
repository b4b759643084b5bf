"""A rule that was changed for one agent only."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.stores import DivergedId, DivergedRules, StoresGraph
from verify.graph.wording import changed_words
from verify.model.report import Evidence, Hit, Related, Severity

_SHOWN = 80


@check(Severity.WARNING, uses=(Evidence.HISTORY,))
def diverged_rule(graph: StoresGraph) -> Iterator[Hit]:
    """A rule stood word for word in two instruction files, and was changed in one of them only.

    ## What it finds
    A list item or paragraph of `AGENTS.md`, `CLAUDE.md`, `GEMINI.md`, `CONVENTIONS.md`, `.cursorrules`,
    `.windsurfrules`, `.clinerules`, `.github/copilot-instructions.md`, `.cursor/rules/*.mdc` and
    `.clinerules/*.md` of one folder, that a commit replaced in place by a similar one, while another of
    these files had it in the old words, and still has. One finding a commit and file. Also two texts under
    one `<!-- id: X -->`.

    Not found: what was removed, or stands there again; files that name each other, symbolic links, generated
    files and blocks; headings, tables, code and texts of less than 20 characters; changes of case, marks,
    dates, and of what an agent or its file is called.

    ## Why it matters
    Agents of different makers then work by different rules, and nobody decided that they should.

    ## How to fix
    Change the other file as well; or keep the rules in one file, and let the others name it.
    """
    for found in graph.diverged_ids:
        yield _id(found)
    for rules in graph.diverged_rules:
        yield _rules(rules)


def _id(found: DivergedId) -> Hit:
    return Hit(
        subject=found.second.path,
        location=found.second,
        message=f"{found.id} says something else here than in {found.first.path}",
        fix="Let both say the same, or keep it in one file.",
        related=(Related(found.first, found.id),),
    )


def _rules(found: DivergedRules) -> Hit:
    more = f"; {found.more} more changed so" if found.more else ""
    files = " and ".join(dict.fromkeys(place.path for place in found.elsewhere))
    return Hit(
        subject=found.path,
        location=found.location,
        message=f"a rule changed {_words(found)} here, and {files} still has the old words{more}",
        fix="Change the other file as well; or keep the rules in one file, and let the others name it.",
        related=tuple(Related(place, "the old words") for place in found.elsewhere),
        commit=found.commit,
    )


def _words(found: DivergedRules) -> str:
    old, new = (words[:_SHOWN] for words in changed_words(found.old, found.new))
    return f"from '{old}' to '{new}'" if old and new else f"by '{new}'" if new else f"and lost '{old}'"
