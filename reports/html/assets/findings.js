/* The findings: filters, search, and the groups by check. */

for (const row of FINDINGS) {
  row.where = [row.commit && `commit ${row.commit}`, row.path && `${row.path}:${row.line}:${row.column}`].filter(Boolean).join(" ");
  row.covered = row.cover === "baseline" ? "In the baseline" : "Ignored";
  row.number = String(row.line);
  row.caret = row.pointer < 0 ? "" : `${" ".repeat(row.number.length + 1 + row.pointer)}^`;
  row.name = DATA.checks[row.check].name;
  row.family = DATA.checks[row.check].family;
  row.text = [row.name, row.subject, row.path, row.commit, row.message, row.excerpt, row.reason ?? ""]
    .join("\n").toLowerCase();
}

const groups = new Map(findAll("#finding-list .group").map((group) => [group.dataset.check, group]));
const filters = find("#findings form.filters");

function findingElement(row) {
  const there = document.getElementById(`finding-${row.id}`);
  if (there) return there;
  const made = filled(document.getElementById("finding-template"), row);
  made.id = `finding-${row.id}`;
  made.classList.add(row.severity);
  made.classList.toggle("ignored", row.reason !== null);
  const related = find(".related", made);
  for (const [place, message] of row.related) {
    related.append(element("li", {}, element("code", { textContent: place }), " ", message));
  }
  return made;
}

/** The section of a check; one that was not in the page is made like those that are. */
function groupOf(row) {
  if (!groups.has(row.name)) {
    const made = groups.values().next().value.cloneNode(true);
    const about = DATA.checks[row.check];
    made.dataset.check = row.name;
    for (const slot of findAll("header [data-slot]", made)) fill(slot, about[slot.dataset.slot]);
    find("header .remedy", made).hidden = !about.remedy;
    const manual = find(".manual", made);
    const pages = new DOMParser();
    const headed = [[null, about.why], ["What it finds", about.what], ["How to fix", about.fix]];
    manual.replaceChildren(...headed.flatMap(([title, text]) => [
      ...(title ? [element("h4", { textContent: title })] : []),
      ...pages.parseFromString(text, "text/html").body.childNodes,
    ]));
    find("ol", made).replaceChildren();
    groups.set(row.name, made);
  }
  return groups.get(row.name);
}

function placeFindings(shown) {
  const members = new Map();
  for (const [row, made] of shown) {
    const group = groupOf(row);
    if (!members.has(group)) members.set(group, []);
    members.get(group).push(made);
  }
  for (const [group, elements] of members) find("ol", group).replaceChildren(...elements);
  find("#finding-list").replaceChildren(...members.keys());
}

const findingList = filters && new LongList(FINDINGS, {
  make: findingElement,
  place: placeFindings,
  status: find("#finding-count"),
  more: find("#more-findings"),
  noun: "finding",
  remark: hiddenFindings,
});

let hidden = [];

/** What is covered is hidden at first; the count says how much of what else would be there. */
function hiddenFindings() {
  const told = [["baseline", "covered by the baseline"], ["ignored", "ignored"]].flatMap(([cover, words]) => {
    const number = hidden.filter((row) => row.cover === cover).length;
    return number ? [`${number.toLocaleString("en")} ${words}`] : [];
  });
  return told.length ? `; ${told.join(", ")}, hidden` : "";
}

function filterFindings() {
  const [severity, family, check, cover] =
    ["severity", "family", "check", "cover"].map((name) => find(`#by-${name}`).value);
  const matches = matcher(find("#search").value);
  const fits = (row) => (!severity || row.severity === severity) && (!family || row.family === family) &&
    (!check || row.name === check) && matches(row.text);
  hidden = cover === "open" ? FINDINGS.filter((row) => row.cover && fits(row)) : [];
  const wanted = cover === "open" ? "" : cover;
  findingList.filter((row) => (cover === "" || row.cover === wanted) && fits(row));
}

function startFindings() {
  if (!filters) return;
  const options = (select, names) =>
    names.forEach((name) => select.append(element("option", { textContent: name, value: name })));
  options(find("#by-family"), [...new Set(DATA.checks.map((check) => check.family))].sort());
  options(find("#by-check"), DATA.checks.map((check) => check.name).sort());
  for (const row of FINDINGS.slice(0, PAGE)) findingList.element(row);
  // The search is followed while somebody types; its own change comes late, in the middle of the next click.
  for (const select of findAll("select", filters)) select.addEventListener("change", filterFindings);
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("reset", () => setTimeout(filterFindings));
  find("#search").addEventListener("input", settled(filterFindings));
  for (const link of findAll("[data-family]")) {
    link.addEventListener("click", () => {
      filters.reset();
      find("#by-family").value = link.dataset.family;
      filterFindings();
    });
  }
  filterFindings();
}

/** Show one finding, open, and go there. */
function goToFinding(id) {
  const row = FINDINGS.find((one) => one.id === id);
  if (!row) return;
  if (!findingList.chosen.includes(row)) {
    for (const field of findAll("input, select", filters)) field.value = "";
    filterFindings();
  }
  const made = findingList.reach(row);
  find("details", made).open = true;
  made.scrollIntoView({ block: "center" });
  find("summary", made).focus({ preventScroll: true });
}
