/* The details of one node. */

const panel = find("#panel");
let cameFrom = null;

function linkRow(edge, node) {
  const near = other(edge, node);
  const button = element("button", { type: "button", className: "link", textContent: near.key });
  button.addEventListener("click", () => openNode(near, { from: "panel" }));
  const row = element("li", { className: edge.broken ? "broken" : "" },
    element("span", { className: "relation", textContent: label(edge) }), " ", button);
  if (near.title) row.append(" ", element("span", { className: "faint", textContent: near.title }));
  if (edge.broken) row.append(" ", element("strong", { textContent: "broken" }));
  return row;
}

function linkList(title, edges, node) {
  if (!edges.length) return [];
  const list = element("ul", { className: "links" }, ...edges.slice(0, 30).map((edge) => linkRow(edge, node)));
  const parts = [element("h4", { textContent: `${title} (${edges.length})` }), list];
  if (edges.length > 30) {
    const more = element("button", { type: "button", textContent: `Show ${edges.length - 30} more` });
    more.addEventListener("click", () => {
      list.append(...edges.slice(30).map((edge) => linkRow(edge, node)));
      more.remove();
    });
    parts.push(more);
  }
  return parts;
}

function findingRow(row) {
  return element("li", { className: row.severity },
    element("a", { href: `#finding-${row.id}`, textContent: row.name }), " ", row.message);
}

/** Show the details of a node; `from` tells where somebody came from. */
function openNode(node, { from, focus = from !== "drawing" } = {}) {
  panel.hidden = false;
  reachNode(node, from === "drawing");
  find("#panel-title").textContent = node.id;
  const place = node.pathName ? `${node.pathName}${node.line ? `:${node.line}` : ""}` : "";
  const memory = GRAPH.memories.length > 2 ? GRAPH.memories[node.memory] : "";
  find("#panel-about").textContent = [node.kindName, node.statusName, memory, place].filter(Boolean).join(" · ");
  const text = find("#panel-text");
  text.textContent = node.text || node.title;
  text.hidden = !text.textContent;
  const life = find("#panel-life");
  life.hidden = node.life < 0;
  life.setAttribute("href", `#life-${node.life}`);
  const back = find("#panel-back");
  back.hidden = !cameFrom;
  if (cameFrom) back.setAttribute("href", cameFrom);
  find("#panel-findings").replaceChildren(...(node.findings.length
    ? [element("h4", { textContent: `Findings (${node.findings.length})` }), element("ul", { className: "links" }, ...node.findings.map(findingRow))]
    : []));
  find("#panel-links").replaceChildren(
    ...linkList("Points to", node.links.filter((edge) => edge.source === node.number), node),
    ...linkList("Pointed at by", node.links.filter((edge) => edge.target === node.number), node));
  if (from !== "address") history.replaceState(null, "", `#node-${node.number}`);
  if (focus) find("#panel-title").focus({ preventScroll: true });
}

function closePanel() {
  if (panel.hidden) return;
  const inside = panel.contains(document.activeElement);
  panel.hidden = true;
  cameFrom = null;
  choose(null);
  drawing.cy.resize();
  if (inside) find("#graph").focus({ preventScroll: true });
}

function goToNode(number) {
  if (!NODES[number]) return;
  find("#graph .workbench").scrollIntoView({ block: "start" });
  openNode(NODES[number], { from: "address" });
}

function startPanel() {
  find("#panel-close").addEventListener("click", closePanel);
  find("#panel-expand").addEventListener("click", () => expand([drawing.chosen]));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#node-']");
    if (!link) return;
    const finding = link.closest(".finding");
    cameFrom = finding ? `#${finding.id}` : null;
    // The way back leads to the finding.
    if (finding) history.replaceState(null, "", cameFrom);
  });
}
