"""A memory whose every text tries to get out of the page."""

import json

_OUT = "</script></style></template><script>window.__pwned=1</script><img src=x onerror=window.__pwned=2>"
_SIGNS = (
    "\x1b[31m\u202eevil\u2066 {{ 7*7 }} {% include 'x' %} <!--<script> ]]> \u2028\u2029 '\" onfocus=window.__pwned=3"
)
_LINK = (
    "[a](javascript:window.__pwned=4) <a href=//example.invalid/x>b</a> <link rel=stylesheet href=http://127.0.0.1:9/>"
)
_PATH = "<img src=x onerror=window.__pwned=5>"
_ID = "'\"><svg/onload=window.__pwned=6>"
_LONG = "x" * 1_000_000

HOSTILE = f"""
commits:
  - date: 2026-03-01T10:00:00Z
    message: {json.dumps("Begin " + _OUT)}
    author: {json.dumps("&lt;b&gt;{{ 7 }}")}
    sessions: {{2026-03-01-090000: ["Created: first-one", {json.dumps(f"Referenced: {_ID}, ghost-one, {_OUT}")}]}}
    files:
      memory/vision.md: {
    json.dumps(f"# Vision {_OUT}{chr(10)}{chr(10)}{_SIGNS}{chr(10)}<!-- id: vision-x | tier: core -->{chr(10)}")
}
      {json.dumps(f"memory/archive/{_PATH}.md")}: {json.dumps("- Old <!-- id: old-one | serves: nothing -->" + chr(10))}
      memory/continuity.md: {
    json.dumps(
        chr(10).join(
            [
                "# Continuity",
                "",
                "## Key Decisions",
                "",
                f"- {_OUT} {_SIGNS}",
                "  <!-- id: first-one | created: 2026-03-01 | uses: 9 -->",
                f"- {_LINK}",
                f"  <!-- id: {_ID} | serves: {_OUT} | origin: {_ID} -->",
                f"- {_LONG} {_OUT}",
                "  <!-- id: long-one | serves: vision-x | depends-on: gone -->",
                "",
            ]
        )
    )
}
      verify.toml: {
    json.dumps(
        "[[ignore]]"
        + chr(10)
        + 'check = "stale-metadata"'
        + chr(10)
        + 'subject = "first-one"'
        + chr(10)
        + "reason = "
        + json.dumps(_OUT)
        + chr(10)
    )
}
  - date: 2026-03-02T10:00:00Z
    message: {json.dumps("Change " + _SIGNS)}
    replace:
      memory/continuity.md: [[{json.dumps("- " + _OUT)}, {json.dumps("- changed " + _OUT + _LINK)}]]
"""
