"""The HTML page as text: what stands in it, and what can never stand in it."""

import hashlib
import json
import re
import shutil
import subprocess
from base64 import b64encode
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reports.escaping import visible
from reports.html import render
from reports.html.embedding import embedded
from reports.html.inline import inlined
from tests.hostile_memory import HOSTILE
from tests.report_samples import CHANGED, CLEAN, COMMIT, EMPTY, FULL, SEVERAL, UNCHECKED, crowd, filled
from tests.run_command import build, check, verify
from verify.model.coverage import Commits, Coverage, Gaps, LateRecord, Share
from verify.model.location import Day, FactId
from verify.model.report import Severity
from verify.secrets import credentials, personal_data

SCRIPTS = sorted(path.name for path in files("reports.html").joinpath("assets").iterdir() if path.name.endswith(".js"))
VENDORED = {"cytoscape-3.35.0.min.js": "71fa9ebec21a7ca2c40cff6aacc30d1f6464e363662ad4b2c197e1adc770cd94"}


class Outline(HTMLParser):
    """The elements of a page with their attributes, and the texts of those whose text is no markup."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem in self.raw:
            self.raw[self.cdata_elem or ""].append(data)
        else:
            self.text += data


def data_of(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Outline(page).raw["script"][0])
    return found


def rows_of(table: dict[str, Any]) -> list[dict[str, Any]]:
    named = (zip(table["fields"], row, strict=True) for row in table["rows"])
    shared = table["shared"]
    return [{name: shared[name][value] if name in shared else value for name, value in row} for row in named]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "example"
    assert verify("example", folder).status == 0
    return folder


def page_of(folder: Path, *arguments: str) -> str:
    file = folder.parent / f"{folder.name}-page.html"
    outcome = verify("report", folder, "--html", file, *arguments)
    assert outcome.status in {0, 3}, outcome.stderr
    return file.read_text(encoding="utf-8")


# Embedding


@given(st.recursive(st.text() | st.integers() | st.none(), st.lists))
def test_what_is_embedded_ends_nothing_and_reads_back(value: Any) -> None:
    text = embedded(value)
    assert not set(text) & set("<>&\u2028\u2029")
    assert not any(category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for sign in text)
    page = f'<script type="application/json">{text}</script><p>'
    assert [tag for tag, _ in Outline(page).elements] == ["script", "p"]
    read = json.loads(Outline(page).raw["script"][0] if text else "")
    assert read == seen(value)


def seen(value: Any) -> Any:
    if isinstance(value, str):
        return "\n".join(map(visible, value.split("\n")))
    return [seen(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "text",
    [
        "</script>",
        "<!--<script>",
        "{{ 7*7 }}{% x %}",
        "\x1b[2J\u202e\u2066",
        "\u2028\u2029",
        "\udcff",
        '"\\',
        "a\nb\0",
        "<" * 100_000,
    ],
)
def test_a_hostile_text_stays_a_text_wherever_it_stands(text: str) -> None:
    plain, planted = Outline(render(filled("x"))), Outline(render(filled(text)))
    assert [tag for tag, _ in planted.elements] == [tag for tag, _ in plain.elements]
    assert [sorted(names) for _, names in planted.elements] == [sorted(names) for _, names in plain.elements]
    assert not set("\x1b\0\u202e\u2066\u2028\u2029\udcff") & set(planted.text)


# The page as a whole


def test_the_policy_allows_what_is_there_and_nothing_else(example: Path) -> None:
    page = Outline(page_of(example))
    policy = next(a["content"] for tag, a in page.elements if tag == "meta" and a.get("http-equiv"))
    code = page.raw["script"][1:]
    for kind, texts in (("style-src", page.raw["style"]), ("script-src", code)):
        hashes = {f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in texts}
        sources = next(part for part in str(policy).split("; ") if part.startswith(kind))
        assert set(sources.split()) == {kind, *hashes}
    assert str(policy).startswith("default-src 'none'")
    assert "unsafe" not in str(policy)


def test_nothing_points_out_of_the_page(example: Path) -> None:
    page = Outline(page_of(example))
    for tag, attributes in page.elements:
        assert tag not in {"img", "iframe", "object", "embed", "base", "video", "audio"}
        assert not attributes.keys() & {"src", "srcset", "style", "action", "ping", "formaction"}
        assert not any(name.startswith("on") for name in attributes)
        assert str(attributes.get("href", "#")).startswith("#") or attributes["href"] == "data:,"


def test_ids_are_unique_and_links_lead_somewhere(example: Path) -> None:
    page = Outline(page_of(example, "--trend"))
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    nodes = len(data_of(page_of(example))["graph"]["nodes"]["rows"])
    inner = {str(a["href"])[1:] for tag, a in page.elements if tag == "a" and a.get("href")}
    assert {name for name in inner if not name.startswith("node-")} <= set(ids)
    numbers = [int(name[5:]) for name in inner if name.startswith("node-")]
    assert all(-1 <= number < nodes for number in numbers)


def test_two_runs_give_the_same_bytes(example: Path) -> None:
    assert page_of(example, "--trend") == page_of(example, "--trend", "--no-cache")


def test_a_report_alone_has_no_graph_and_no_library(example: Path, tmp_path: Path) -> None:
    file = tmp_path / "check.html"
    assert verify("check", example, "-o", f"html={file}").status == 1
    page = file.read_text(encoding="utf-8")
    assert page == verify("check", example, "--format", "html").stdout
    assert 'id="graph"' not in page
    assert len(page) < 200_000
    assert len(data_of(page)["findings"]["rows"]) == 7


# What it says


@pytest.mark.parametrize(
    ("report", "headline", "sentence"),
    [
        (CLEAN, "Passed", "All 3 checks passed: nothing was found."),
        (SEVERAL, "Passed", "All 3 checks passed: nothing was found."),
        (EMPTY, "Not checked", "Nothing was checked."),
        (UNCHECKED, "Not everything was checked", "Nothing was found, but 3 of 4 checks could not look at everything."),
        (
            FULL,
            "Incomplete",
            "2 problems kept part of the memory from being checked; in the rest, "
            "there are 2 errors, 1 warning and 1 note.",
        ),
        (
            replace(FULL, problems=()),
            "Errors found",
            "2 errors, 1 warning and 1 note, by 3 of 7 checks; 1 passed, and 5 checks could not look at everything.",
        ),
    ],
)
def test_the_verdict_is_one_sentence(report: Any, headline: str, sentence: str) -> None:
    page = render(report)
    assert f'<h1 id="verdict">{headline}</h1>' in page
    assert f"<p>{sentence}</p>" in page


def title_of(page: str) -> str:
    title, _, _ = page.partition("<title>")[2].partition("</title>")
    return title


def test_a_page_says_which_state_of_which_memory_it_is_about(example: Path) -> None:
    head, before = (
        subprocess.run(["git", "-C", example, "rev-parse", revision], capture_output=True, text=True, check=True).stdout
        for revision in ("HEAD", "HEAD~2")
    )
    now, then = page_of(example), page_of(example, "--rev", "HEAD~2")
    assert title_of(now) == f"memory, work tree on {head[:8]} - Errors found - memory report"
    assert title_of(then).startswith(f"memory, commit {before[:8]} - ")
    for page, commit in ((now, head), (then, before)):
        assert f'<span class="about">{title_of(page).partition(" - ")[0]}</span>' in page
        assert f"commit {commit.strip()}</dd>" in page


def test_a_clone_of_another_name_on_another_branch_has_the_same_page(example: Path, tmp_path: Path) -> None:
    clone = tmp_path / "elsewhere"
    subprocess.run(["git", "clone", "-q", example, clone], check=True)
    subprocess.run(["git", "-C", clone, "checkout", "-q", "-b", "other"], check=True)
    assert page_of(clone, "--no-cache") == page_of(example)


def test_without_a_commit_the_clock_tells_pages_apart() -> None:
    assert title_of(render(CLEAN)).startswith("memory, files as of 2026-08-22T17:49:30Z - ")
    assert title_of(render(replace(CLEAN, as_of=None))) == "memory - Passed - memory report"
    stores = tuple(replace(CLEAN.stores[0], path=f"{name}/memory") for name in "abcde")
    report = replace(CLEAN, stores=stores, revision=COMMIT)
    assert title_of(render(report)).startswith("a/memory, b/memory, c/memory, 2 more, commit 4f268a08 - ")


def test_a_page_of_a_change_says_that_the_rest_is_not_listed() -> None:
    page = render(CHANGED)
    assert f"<p>Only what came since {CHANGED.since} is listed; 12 more stood there before it.</p>" in page
    assert f"since {CHANGED.since}" in title_of(page)
    clean = render(replace(CLEAN, since="main (4f268a08)"))
    assert "nothing new was found" in clean
    assert "Only what came since main (4f268a08) is listed.</p>" in clean
    assert "what came since" not in render(FULL)


def test_a_fix_stands_once_where_all_findings_share_it_and_else_with_each() -> None:
    report = crowd(3)
    assert open_texts(render(report)).count("Mend it, or say why not.") == 2
    other = replace(report, findings=(*report.findings[:2], replace(report.findings[2], fix="Run `mend <x>`.")))
    page = render(other)
    assert open_texts(page).count("Mend it, or say why not.") == 2
    assert open_texts(page).count("Run <code>mend &lt;x&gt;</code>.") == 1


def open_texts(page: str) -> str:
    """Return the list of findings without what is folded."""
    listed = page.partition('<div id="finding-list">')[2].partition("<template")[0]
    return re.sub(r'<div class="(?:evidence|manual)">.*?</div>', "", listed, flags=re.DOTALL)


def test_a_finding_of_history_names_commit_and_place() -> None:
    one = replace(FULL.findings[2], commit=COMMIT)
    assert "commit 4f268a08 memory/archive/2026-Q2.md:12:3</span>" in render(replace(CLEAN, findings=(one,)))


def test_what_the_baseline_covers_is_told_from_what_is_ignored() -> None:
    reasons = [(None, False), ("it stood there", True), ("it stood there", True), ("we know", False)]
    findings = (
        replace(one, reason=reason, baselined=baselined)
        for one, (reason, baselined) in zip(crowd(4).findings, reasons, strict=True)
    )
    page = render(replace(CLEAN, findings=tuple(findings)))
    assert "4 findings; 2 covered by the baseline; 1 ignored</p>" in page
    assert [row["cover"] for row in rows_of(data_of(page)["findings"])].count("baseline") == 2
    assert page.count('data-slot="covered">In the baseline</strong>') == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The `created` or `origin`", "The <code>created</code> or <code>origin</code>"),
        ("`<img src=x>` & <b>", "<code>&lt;img src=x&gt;</code> &amp; &lt;b&gt;"),
        ("a lone ` and `` none", "a lone <code> and </code>` none"),
        ("`", "`"),
    ],
)
def test_code_in_a_text_is_an_element_and_nothing_else_is(text: str, told: str) -> None:
    assert inlined(text) == told


@given(st.text(alphabet="`<>&\"'ab\n\u202e"))
def test_only_code_comes_out_of_a_short_text(text: str) -> None:
    outline = Outline(f"<p>{inlined(text)}</p>")
    assert {(tag, len(attributes)) for tag, attributes in outline.elements} <= {("p", 0), ("code", 0)}
    assert outline.text.replace("`", "") == seen(text).replace("`", "")


def test_one_is_not_spoken_of_as_many() -> None:
    late = LateRecord("memory", FactId("x"), Day("2026-03-01"), Day("2026-03-09"))
    one = Coverage(Share(1, 1), Share(1, 1), Gaps(0, 0, 5), Commits(1, 1, 1, 1), (), (late,))
    two = replace(one, commits=Commits(2, 1, 1, 2), late_records=(late, late))
    page, pages = (render(replace(CLEAN, coverage=coverage)) for coverage in (one, two))
    assert "1 fact says that it is older than anything that tells of it<" in page
    assert "1 commit says that it serves what was closed before it." in page
    assert "2 facts say that they are older than anything that tells of them<" in pages
    assert "2 commits say that they serve what was closed before them." in pages


def test_what_was_not_checked_is_said_with_its_reason(example: Path) -> None:
    page = page_of(example, "--no-history")
    assert "history was not asked for (--no-history)" in page
    assert "Not checked: history was not asked for (--no-history)" in page
    assert "Commits are not counted" in page


def test_every_finding_is_there_as_the_check_told_it(example: Path) -> None:
    page = page_of(example)
    data = data_of(page)
    rows = rows_of(data["findings"])
    told = check(example).report["findings"]
    assert {(row["id"], row["severity"], row["message"]) for row in rows} == {
        (finding["fingerprint"], finding["severity"], finding["message"]) for finding in told
    }
    assert all(f'id="finding-{finding["fingerprint"]}"' in page for finding in told)
    nodes = [row[0] for row in data["graph"]["nodes"]["rows"]]
    assert all(nodes[row["node"]] == row["subject"] for row in rows)


def test_another_revision_has_another_page(example: Path) -> None:
    page = page_of(example, "--rev", "HEAD~8")
    assert "commit " in page
    assert "delivery-radius left" not in page


def test_ignored_findings_are_shown_with_their_reason(tmp_path: Path) -> None:
    text = """
commits:
  - files:
      memory/continuity.md: "# C\\n\\n## Key Decisions\\n\\n- A\\n  <!-- id: one-a | serves: nothing-a -->\\n"
      verify.toml: |
        [[ignore]]
        check = "dangling-link"
        subject = "one-a"
        reason = "the vision is being written"
"""
    root = build(tmp_path / "r", text)
    page = page_of(root)
    assert "the vision is being written" in page
    assert "Ignored" in page
    assert "the vision is being written" not in page_of(root, "--no-ignores")


def test_nothing_of_another_layout_is_drawn(tmp_path: Path) -> None:
    root = build(tmp_path / "r", 'commits: [{files: {memory/MEMORY.md: "- [Gone](gone.md) - why\\n"}}]')
    page = page_of(root)
    assert "dangling-index-entry" in page
    assert 'id="graph"' not in page


# Secrets


SECRET = "ghp_" + "0123456789abcdefghijABCDEFGHIJ456789"
MAIL = "jane.doe@" + "somewhere-real.com"


def test_no_secret_and_no_person_is_shown(tmp_path: Path) -> None:
    text = f"""
commits:
  - message: "Begin with {SECRET} of {MAIL}"
    sessions: {{2026-03-01-090000: ["Created: first-one", "Referenced: {MAIL}"]}}
    files:
      memory/vision.md: "# Vision {MAIL}\\n\\n<!-- id: vision-x -->\\n\\nToken {SECRET}\\n"
      memory/continuity.md: |
        # Continuity

        ## Key Decisions

        - Ask {MAIL} with {SECRET} at /home/janedoe/keys
          <!-- id: first-one | created: 2026-03-01 | anchors: /home/janedoe/x.py -->
        - The key of {MAIL} → serves: {MAIL}
          <!-- id: {MAIL} | created: 2026-03-01 | uses: 7 | superseded-by: {MAIL} -->
  - message: "Change"
    replace:
      memory/continuity.md: [["- Ask {MAIL}", "- Never ask {MAIL} again"]]
"""
    page = page_of(build(tmp_path / "r", text), "--trend")
    assert "Never ask (REDACTED) again" in page
    assert len(rows_of(data_of(page)["findings"])) > 4
    for part in (SECRET, MAIL, "janedoe"):
        assert part not in page
    data = json.dumps(data_of(page)["lives"]) + json.dumps(data_of(page)["graph"])
    assert list(credentials(data)) == []
    assert list(personal_data(data)) == []


# Trend


def test_the_trend_counts_at_commits_that_changed_the_memory(example: Path) -> None:
    page = page_of(example, "--trend")
    days = re.findall(r"<tr><td>([0-9-]*)</td><td><code>([0-9a-f]{8}|work tree)</code>", page)
    assert [day for day, _ in days] == [*sorted(day for day, _ in days if day), ""]
    assert 2 < len(days) <= 30
    assert days[-1] == ("", "work tree")
    counts = check(example).report["summary"]
    last = re.findall(r'<td class="number">(\d+)</td>', page.split("work tree</code>")[1])[:3]
    assert [int(number) for number in last] == [counts[severity.label] for severity in sorted(Severity, reverse=True)]


def test_without_history_there_is_no_trend(tmp_path: Path) -> None:
    (tmp_path / "r" / "memory").mkdir(parents=True)
    (tmp_path / "r" / "memory" / "continuity.md").write_text("# Continuity\n")
    assert ">Trend<" not in page_of(tmp_path / "r", "--trend")


# Scripts and library


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_well_formed(name: str) -> None:
    text = files("reports.html").joinpath("assets", name).read_text(encoding="utf-8")
    assert "</script" not in text
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        "fetch(",
        "XMLHttp",
    ):
        assert word not in text
    node = shutil.which("node")
    if node:
        done = subprocess.run([node, "--check", "-"], input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_library_is_the_one_that_was_published() -> None:
    vendor = files("reports.html").joinpath("vendor")
    for name, digest in VENDORED.items():
        content = vendor.joinpath(name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest
        assert b"</script" not in content
    assert "Permission is hereby granted" in vendor.joinpath("cytoscape-LICENSE.txt").read_text(encoding="utf-8")


def test_a_planted_memory_is_told_in_full(tmp_path: Path) -> None:
    page = page_of(build(tmp_path / "planted", HOSTILE))
    assert page.count("__pwned") > 20
    assert len(page) < 2_000_000
