"""Texts that try to be more than text in some format of the report."""

from hypothesis import strategies as st

HOSTILE = [
    "<script>alert(1)</script>",
    "</details><img src=x onerror=alert(1)>",
    "]]>",
    "<![CDATA[",
    "&lt;&#x202e;",
    "\x1b[31m\x1b]8;;http://evil.test\x07",
    "\n::error::stop",
    "::stop-commands::x",
    "##[error]x",
    "##vso[task.complete result=Failed]",
    "%0A::error::x",
    "%250A",
    "\u202e\u2066\u200f",
    "\ud800",
    "\udcff",
    "\ufffe\uffff",
    "\r\n\x85\u2028",
    "| a | b |\n|---|---|",
    "`x` ``` ~~~",
    "[x](http://evil.test) ![x](y)",
    "{0} {{1}} [a](1)",
    "@octocat #123 GH-7 owner/repo#1 user@example.test",
    "http://evil.test www.evil.test :tada: $x$",
    "\\",
    "'\"",
    " ",
    "%2e%2e/../a b?c#d",
    "-- -->",
]
TEXTS = st.lists(st.sampled_from(HOSTILE) | st.text(st.characters(), max_size=4), max_size=8).map("".join)
LONG = ["<a-" * 350_000, *(sign * 30_000 for sign in ("@x ", "\u202e", "]]>", "##["))]
