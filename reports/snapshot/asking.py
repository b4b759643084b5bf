"""What a reviewer is asked for, and the form in which an answer can be checked."""

from verify.model.snapshot import Mode

_QUESTIONS = {
    Mode.MILESTONE: """\
The work reached a milestone. You did not live it, and that is why you are asked: say what those who did
cannot see any more.

1. Does the course still lead to the objective? Name what serves nothing, and what the objective needs and
   nobody works on.
2. Which decision in force would you not take again, and why? For which one do you find no reason here?
3. Which changes are drift, whatever is said of them here? Which contradict a decision or an invariant?
4. What is taken for granted without being called an assumption?
5. What would you do next, what would you stop, and what would you want to see before you trust your answer?""",
    Mode.REACTIVE: """\
Something went wrong, or the work is stuck. You did not live it, and that is why you are asked: look for what
those who did stopped seeing.

1. Start with the contradictions, with what verify found, and with the newest changes. Which could be the cause?
2. Give more than one explanation, the most likely first, each with what speaks for it and what against it.
3. For each, what is the cheapest observation that would tell it from the others?
4. Which change or decision would you take back first, and what would that break?
5. Which assumption would you test first? What do you need to see that is not here?""",
}
_ANSWER = """\
You are asked for hypotheses, not for authority: each point will be checked, and a person decides. Say how
sure you are of each, and name the ids and sources that it rests on.

Write what you claim of the memory itself as list items of their own, in these forms; `verify critique` checks
them. All other text is for people to read.

```text
- Claim: `<id>` exists
- Claim: `<id>` is live
- Claim: `<id>` is an invariant
- Claim: `<id>` is superseded by `<other id>`
- Claim: `<id>` serves `<other id>`
- Claim: `<id>` says "<words of its text>"
- Claim: `<file>:<line>` says "<words that stand there>"
- Claim: commit `<commit>` exists
- Claim: the memory has <number> live facts
- Claim: verify found <number> errors
```

For `live` you may put `archived`, `superseded`, `gone`, `open`, `done`, `core`, `active`, `working` or
`archive-candidate`, and `not` before it; for `serves` also `realizes`, `supersedes` or `depends on`. Counted are
live facts, archived facts, sessions, commits, decisions, invariants, open threads, errors, warnings and notes."""


def asking(mode: Mode) -> str:
    """Return the questions of a mode, and how to answer them."""
    return f"## What is asked of you\n\n{_QUESTIONS[mode]}\n\n### How to answer\n\n{_ANSWER}"
