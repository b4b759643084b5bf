"""The documentation as a site: it builds, and shows what the pages hold."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from markdown_it import MarkdownIt

from tests.page_examples import PROJECT
from verify.site_nav import SITE, current

SHAPE = re.compile(r"<(h[1-6]|ul|ol|li|tr|pre|blockquote)\b")
ARTICLE = re.compile(r"<article\b.*</article>", re.DOTALL)
LOADED = re.compile(r"""<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=["']?(?:https?:)?//""")


def build(target: Path, settings: Path = SITE) -> subprocess.CompletedProcess[str]:
    # Not --quiet, with which nothing counts as a warning.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(settings), "-d", str(target)]
    surroundings = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)


def shape(html: str) -> Counter[str]:
    return Counter(SHAPE.findall(html))


def test_the_site_builds_loads_nothing_and_has_the_shape_that_the_repository_shows(tmp_path: Path) -> None:
    built = build(tmp_path)
    assert built.returncode == 0, built.stderr
    markdown = MarkdownIt("commonmark").enable("table")
    pages = sorted((PROJECT / "docs").rglob("*.md"))
    html = {page: (tmp_path / page.relative_to(PROJECT / "docs").with_suffix(".html")).read_text() for page in pages}
    shown = {page: shape("".join(ARTICLE.findall(text))) for page, text in html.items()}
    assert shown == {page: shape(markdown.render(page.read_text())) for page in pages}
    assert not [page for page, text in html.items() if LOADED.search(text)]


def test_a_broken_link_a_broken_anchor_and_a_page_outside_the_contents_fail(tmp_path: Path) -> None:
    settings = re.sub(r"^nav:.*", "nav:\n  - index.md\n", SITE.read_text(), flags=re.MULTILINE | re.DOTALL)
    (tmp_path / "mkdocs.yml").write_text(settings)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# One\n\n[gone](gone.md) [no](#nowhere)\n")
    (tmp_path / "docs" / "lost.md").write_text("# Lost\n")
    built = build(tmp_path / "out", tmp_path / "mkdocs.yml")
    assert built.returncode == 1
    assert all(word in built.stderr for word in ("gone.md", "#nowhere", "lost.md"))


def test_the_generated_parts_of_the_contents_are_current(tmp_path: Path) -> None:
    assert SITE.read_text() == current(SITE)
    (tmp_path / "mkdocs.yml").write_text("nav:\n  # generated: decisions\n  - old.md\n  # end: decisions\n  - x.md\n")
    (tmp_path / "docs" / "decisions").mkdir(parents=True)
    for name in ("index.md", "b.md", "a.md"):
        (tmp_path / "docs" / "decisions" / name).touch()
    paths = re.findall(r"- (.*)", current(tmp_path / "mkdocs.yml"))
    assert paths == ["decisions/index.md", "decisions/a.md", "decisions/b.md", "x.md"]
