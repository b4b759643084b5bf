/* The nodes with their links and findings, and which of them to open with. */

const GRAPH = DATA.graph;
const NODES = objects(GRAPH.nodes);
const OPENING = 60;
const FOCUSED = 24;
const INTENT = new Set(["serves", "realizes"].map((name) => GRAPH.relations.indexOf(name)));
const ABSENT = new Set(GRAPH.absent);
const EDGES = [];

/** How a text begins, without marks. */
function beginning(text) {
  const words = text.split("\n", 1)[0].replace(/^[-*+>#\s]*(\[[ xX]\]\s)?/, "").replace(/\*\*|__|`/g, "");
  return words.length > 72 ? `${words.slice(0, 70).replace(/\s\S*$/, "")} ...` : words;
}

NODES.forEach((node, number) => {
  Object.assign(node, { number, key: node.key || node.id, links: [], findings: [], life: -1 });
  node.title ||= beginning(node.text);
  node.kindName = GRAPH.kinds[node.kind];
  node.statusName = GRAPH.statuses[node.status];
  node.pathName = GRAPH.paths[node.path];
  node.absent = ABSENT.has(node.status);
});
for (let at = 0; at < GRAPH.edges.length; at += 4) {
  const [source, target, coded, verb] = GRAPH.edges.slice(at, at + 4);
  const edge = { number: EDGES.length, source, target, relation: coded >> 1, broken: coded % 2 === 1, verb };
  EDGES.push(edge);
  NODES[source].links.push(edge);
  if (target !== source) NODES[target].links.push(edge);
}
for (const row of FINDINGS) if (row.node >= 0 && row.reason === null) NODES[row.node].findings.push(row);
LIVES.forEach((row) => { if (row.node >= 0) NODES[row.node].life = row.number; });

const WORTH = { error: 3, warning: 2, note: 1 };
const worst = (node) => Math.max(0, ...node.findings.map((row) => WORTH[row.severity]));
const label = (edge) => GRAPH.verbs[edge.verb] || GRAPH.relations[edge.relation];
const other = (edge, node) => NODES[edge.source === node.number ? edge.target : edge.source];

/** The neighbours of a node, those that tell of intent first. */
function neighbours(node) {
  const rank = (edge) => (edge.broken ? 0 : INTENT.has(edge.relation) ? 1 : 2);
  return [...node.links].sort((one, two) => rank(one) - rank(two)).map((edge) => other(edge, node));
}

/** What has findings or stands nowhere, the gravest first; without any, the visions and what serves them. */
function openingNodes() {
  const troubled = NODES.filter((node) => node.findings.length || node.absent)
    .sort((one, two) => worst(two) - worst(one) || one.number - two.number);
  const visions = NODES.filter((node) => node.kindName === "vision");
  const focus = troubled.length ? troubled.slice(0, FOCUSED) : visions.length ? visions : NODES.slice(0, FOCUSED);
  const shown = new Set(focus);
  for (let depth = 0; depth < (troubled.length ? 1 : 3); depth += 1) {
    for (const node of [...shown]) {
      for (const near of neighbours(node).slice(0, troubled.length ? 5 : 20)) {
        if (shown.size < OPENING) shown.add(near);
      }
    }
  }
  if (troubled.length) visions.slice(0, 3).forEach((vision) => shown.add(vision));
  return shown;
}
