"""The HTML page in a real browser: what a reader does with it, and what a planted memory cannot do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import browser, opened
from tests.hostile_memory import HOSTILE
from tests.run_command import build, verify

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example")
    assert verify("example", folder / "example").status == 0
    assert verify("report", folder / "example", "--html", folder / "report.html", "--trend").status == 0
    return folder / "report.html"


def test_the_verdict_is_what_is_seen_first(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        heading = one.page.get_by_role("heading", level=1)
        expect(heading).to_have_text("Errors found")
        expect(heading).to_be_in_viewport()
        expect(one.page.get_by_text("3 errors and 4 warnings, by 7 of")).to_be_in_viewport()
        expect(one.page.get_by_role("heading", name="Not checked")).to_be_in_viewport()
        assert (one.complaints, one.requests) == ([], [])


def test_without_scripts_verdict_and_findings_are_there(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file, scripts=False) as one:
        expect(one.page.get_by_role("heading", level=1)).to_have_text("Errors found")
        finding = one.page.locator(".finding", has_text="delivery-radius")
        finding.locator("summary").click()
        expect(finding.get_by_text("How to fix")).to_be_visible()
        expect(one.page.locator("#search")).to_be_hidden()


def test_findings_are_searched_and_filtered(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        findings, count = one.page.locator(".finding"), one.page.locator("#finding-count")
        expect(findings).to_have_count(7)
        one.page.keyboard.press("/")
        expect(one.page.locator("#search")).to_be_focused()
        one.page.keyboard.type("queue")
        expect(findings).to_have_count(1)
        expect(count).to_have_text("1 of 7 findings")
        one.page.keyboard.press("Escape")
        expect(findings).to_have_count(7)
        one.page.get_by_label("Severity").select_option("error")
        expect(findings).to_have_count(3)
        one.page.get_by_label("Family").select_option("history")
        expect(findings).to_have_count(1)
        one.page.get_by_role("button", name="Clear").click()
        one.page.locator("#by-check").select_option("stale-metadata")
        expect(findings).to_have_count(1)
        expect(count).to_have_attribute("aria-live", "polite")
        assert one.complaints == []


COVERED = """
commits:
  - files:
      memory/continuity.md: |
        # C

        ## Key Decisions

        - A
          <!-- id: one-a | serves: nothing-a -->
        - B
          <!-- id: two-b | serves: nothing-b -->
        - C
          <!-- id: three-c | serves: nothing-c -->
        - D
          <!-- id: four-d | serves: nothing-d -->
"""
IGNORED = """
[[ignore]]
check = "dangling-link"
subject = "three-c"
reason = "the vision is being written"
"""


def test_what_the_baseline_covers_is_counted_and_can_be_shown_alone(chromium: Browser, tmp_path: Path) -> None:
    root = build(tmp_path / "r", COVERED)
    (root / "verify.toml").write_text(IGNORED)
    verify("baseline", root)
    recorded = (root / "verify-baseline.jsonl").read_text().splitlines(keepends=True)
    (root / "verify-baseline.jsonl").write_text("".join(line for line in recorded if "four-d" not in line))
    (root / "verify.toml").write_text(f'baseline = "verify-baseline.jsonl"\n{IGNORED}')
    verify("report", root, "--html", tmp_path / "page.html")
    with opened(chromium, tmp_path / "page.html") as one:
        one.page.locator("#by-check").select_option("dangling-link")
        findings, cover = one.page.locator(".finding"), one.page.locator("#by-cover")
        expect(one.page.locator("#finding-count")).to_contain_text("; 2 covered by the baseline, 1 ignored, hidden")
        expect(findings).to_have_count(1)
        cover.select_option("baseline")
        expect(findings).to_have_count(2)
        findings.first.locator("summary").click()
        expect(findings.first.get_by_text("In the baseline")).to_be_visible()
        cover.select_option("ignored")
        expect(findings.locator(".subject")).to_have_text(["three-c"])
        expect(one.page.locator("#finding-count")).not_to_contain_text("hidden")
        cover.select_option(label="shown")
        expect(findings).to_have_count(4)
        assert one.complaints == []


def test_how_to_fix_a_group_is_seen_at_once(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        group = one.page.locator(".group", has=one.page.locator("h3", has_text="lost-fact"))
        expect(group.locator("header .remedy")).to_contain_text("or record Removed: ID with the reason.")
        expect(group.locator("header .remedy code")).to_have_text("Removed: ID")
        expect(group.get_by_role("heading", name="What it finds")).to_be_hidden()


def test_a_finding_leads_to_its_node_and_back(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        finding = one.page.locator(".finding", has_text="card-payments")
        finding.locator("summary").click()
        finding.get_by_role("link", name="Show in the graph").click()
        panel = one.page.locator("#panel")
        expect(panel.get_by_role("heading", name="card-payments")).to_be_focused()
        expect(panel.get_by_text("Cards are taken from five euros up.")).to_be_visible()
        expect(panel.locator("li.broken")).to_contain_text("2026-03-17-093000")
        panel.get_by_role("link", name="Back to the finding").click()
        expect(finding.locator("summary")).to_be_focused()
        expect(finding).to_be_in_viewport()
        one.page.go_back()
        expect(panel.get_by_role("heading", name="card-payments")).to_be_in_viewport()
        one.page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        assert one.complaints == []


@pytest.mark.parametrize(
    ("address", "focused"),
    [("node-0", "#panel-title"), ("life-1", "#life-1 summary"), ("finding-{}", "#finding-{} summary")],
)
def test_an_address_leads_to_one_thing(chromium: Browser, page_file: Path, address: str, focused: str) -> None:
    name = re.findall(r'id="finding-([0-9a-f]{32})"', page_file.read_text(encoding="utf-8"))[-1]
    with opened(chromium, page_file, at=f"#{address.format(name)}") as one:
        expect(one.page.locator(focused.format(name))).to_be_focused()
        expect(one.page.locator(focused.format(name))).to_be_in_viewport()
        assert one.complaints == []


def test_the_graph_opens_on_what_is_broken_and_expands(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        one.page.locator("#drawing").scroll_into_view_if_needed()
        expect(one.page.locator("#graph-count")).to_contain_text("shown")
        shown = one.ask("[...drawing.shown].map((node) => node.id)")
        assert isinstance(shown, list)
        assert {"card-payments", "delivery-radius", "vision-bakery"} <= set(shown)
        assert one.ask("drawing.cy.edges('.broken').length") == 2
        # A click in the drawing opens the details of the node.
        place = one.ask("drawing.cy.nodes('.vision').renderedPosition()")
        assert isinstance(place, dict)
        one.page.locator("#drawing").click(position={"x": place["x"], "y": place["y"]})
        expect(one.page.locator("#panel-title")).to_have_text("vision-bakery")
        one.page.get_by_role("button", name="Expand", exact=True).click()
        assert one.ask("drawing.shown.size > 18")
        one.page.locator("#kinds").get_by_label("session").uncheck()
        assert one.ask("drawing.cy.nodes('.session').length") == 0
        assert (one.complaints, one.requests) == ([], [])


def test_the_list_of_nodes_works_without_a_mouse(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        one.page.locator("#node-search").focus()
        one.page.keyboard.type("oven-scheduler")
        expect(one.page.locator("#node-list tr")).to_have_count(1)
        button = one.page.locator("#node-list button").first
        button.focus()
        one.page.keyboard.press("Enter")
        expect(one.page.locator("#panel-title")).to_be_focused()
        one.page.keyboard.press("Tab")
        expect(one.page.locator("#panel-expand")).to_be_focused()
        assert one.ask("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_timelines_show_the_words_that_changed(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        one.page.get_by_label("Changes").select_option("drift")
        lives = one.page.locator(".life")
        expect(lives).to_have_count(1)
        lives.locator("summary").click()
        expect(lives.locator("del").first).to_have_text("up,")
        expect(lives.locator("ins").first).to_have_text("down,")


def test_dark_mode_follows_the_system_and_the_button(chromium: Browser, page_file: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with opened(chromium, page_file) as light, opened(chromium, page_file, dark=True) as dark:
        assert light.ask(ground) != dark.ask(ground)
        light.page.get_by_role("button", name="Dark").click()
        assert light.ask(ground) == dark.ask(ground)
        assert (light.complaints, dark.complaints) == ([], [])


CONTRASTS = """() => {
  const values = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (colour) => values(colour).map((v) => v / 255)
    .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    return /rgba\\(.*, 0\\)/.test(colour) && one.parentElement ? ground(one.parentElement) : colour;
  };
  for (const part of document.querySelectorAll("details")) part.open = true;
  const low = [];
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!own || one.closest("svg, script, option, #drawing") || !one.checkVisibility()) continue;
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) low.push(`${one.className} ${one.tagName}: ${one.textContent.trim()}`);
  }
  return low;
}"""


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_has_enough_contrast(chromium: Browser, page_file: Path, dark: bool) -> None:
    with opened(chromium, page_file, dark=dark) as one:
        assert one.ask(CONTRASTS) == []


def test_on_paper_all_findings_are_open_and_no_control_is_left(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        one.page.emulate_media(media="print")
        one.ask("dispatchEvent(new Event('beforeprint'))")
        expect(one.page.get_by_text("How to fix").last).to_be_visible()
        expect(one.page.locator("#search")).to_be_hidden()
        expect(one.page.locator("#drawing")).to_be_hidden()


def test_it_fits_a_small_screen(chromium: Browser, page_file: Path) -> None:
    with opened(chromium, page_file) as one:
        one.page.set_viewport_size({"width": 390, "height": 844})
        assert one.ask("document.documentElement.scrollWidth") == 390
        one.ask("for (const part of document.querySelectorAll('details')) part.open = true")
        assert one.ask("document.documentElement.scrollWidth") == 390
        for link in one.page.locator(".top nav a").all():
            expect(link).to_be_in_viewport(ratio=1)


def test_long_names_fit_a_small_screen(chromium: Browser, tmp_path: Path) -> None:
    name = "vision-of-a-very-long-name-without-an-end"
    vision = f"# Vision\\n\\n> <!-- id: {name} | tier: core -->\\n\\nFor all.\\n"
    fact = f"# C\\n\\n## Key Decisions\\n\\n- A\\n  <!-- id: {name}-2 | serves: {name}-3 -->\\n"
    files = f'{{memory/vision.md: "{vision}", memory/continuity.md: "{fact}"}}'
    root = build(tmp_path / "r", f"commits: [{{files: {files}}}]")
    verify("report", root, "--html", tmp_path / "page.html")
    with opened(chromium, tmp_path / "page.html") as one:
        one.page.set_viewport_size({"width": 390, "height": 844})
        one.ask("for (const part of document.querySelectorAll('details')) part.open = true")
        assert one.ask("document.documentElement.scrollWidth") == 390


def test_a_planted_memory_does_nothing(chromium: Browser, tmp_path: Path) -> None:
    root = build(tmp_path / "planted", HOSTILE)
    page = tmp_path / "report.html"
    assert verify("report", root, "--html", page, "--trend").status in {0, 3}
    with opened(chromium, page) as one:
        for row in one.page.locator(".finding summary, .life summary").all()[:20]:
            row.click()
        one.page.locator("#drawing").scroll_into_view_if_needed()
        expect(one.page.locator("#graph-count")).to_contain_text("shown")
        one.ask("NODES.forEach((node) => openNode(node, { from: 'list' }))")
        one.ask("expand([...drawing.shown])")
        assert one.ask("typeof window.__pwned") == "undefined"
        assert one.ask("document.querySelectorAll('img, iframe, object, form[action], main script').length") == 0
        assert one.ask("[...document.links].every((link) => link.hash && link.protocol === 'file:')")
        assert (one.complaints, one.requests) == ([], [])


def test_long_lists_show_what_is_asked_for(chromium: Browser, tmp_path: Path) -> None:
    facts = "".join(f"- Fact {n}\n  <!-- id: fact-{n:04} | serves: no-vision-{n:04} -->\n" for n in range(450))
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "continuity.md").write_text(f"# Continuity\n\n## Key Decisions\n\n{facts}")
    page = tmp_path / "report.html"
    verify("report", tmp_path, "--html", page)
    rows = json.loads(re.findall(r'id="data">(.*?)</script>', page.read_text())[0])["findings"]["rows"]
    assert len(rows) > 400
    assert len(re.findall(r'id="finding-[0-9a-f]{32}"', page.read_text())) == 200
    with opened(chromium, page) as one:
        findings = one.page.locator(".finding")
        expect(findings).to_have_count(200)
        one.page.locator("#more-findings").click()
        expect(findings).to_have_count(400)
        one.page.locator("#search").fill("fact-0449")
        expect(findings).not_to_have_count(400)
        last = findings.last
        expect(last).to_contain_text("fact-0449")
        last.locator("summary").click()
        expect(last.get_by_text("How to fix")).to_be_visible()
        assert one.complaints == []
