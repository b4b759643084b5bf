/* The same graph as a list, for keyboards and screen readers. */

for (const node of NODES) {
  node.search = [node.key, node.title, node.pathName, node.kindName].join("\n").toLowerCase();
}

function nodeElement(node) {
  const button = element("button", { type: "button", className: "link", textContent: node.key });
  button.addEventListener("click", () => {
    openNode(node, { from: "list" });
    find("#graph .workbench").scrollIntoView({ block: "start" });
  });
  const cell = (text, className = "") => element("td", { textContent: text, className });
  const severity = SEVERITIES[worst(node)];
  return element("tr", {}, element("th", { scope: "row" }, button), cell(node.kindName), cell(node.statusName, node.absent ? "tone error" : ""),
    cell(node.title, "title"), cell(String(node.links.length), "number"),
    cell(node.findings.length ? String(node.findings.length) : "", `number tone ${severity}`));
}

const sortedNodes = [...NODES].sort((one, two) => worst(two) - worst(one) || one.number - two.number);
const nodeList = new LongList(sortedNodes, {
  make: nodeElement,
  place: (shown) => find("#node-list").replaceChildren(...shown.map(([, made]) => made)),
  status: find("#node-count"),
  more: find("#more-nodes"),
  noun: "node",
});

function filterNodes() {
  const matches = matcher(find("#node-search").value);
  const which = find("#node-which").value;
  nodeList.filter((node) => !drawing.hiddenKinds.has(node.kindName) && matches(node.search) &&
    (which !== "findings" || node.findings.length > 0) && (which !== "absent" || node.absent));
}

function startNodes() {
  find("#node-search").addEventListener("input", settled(filterNodes));
  find("#node-which").addEventListener("change", filterNodes);
  find("#graph form").addEventListener("submit", (event) => event.preventDefault());
  filterNodes();
}
