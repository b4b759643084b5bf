/* How nodes and links look, in the colours of the page. */

/** The colours of the page, as they are in the light or the dark. */
function palette() {
  const probe = element("i");
  document.body.append(probe);
  const colour = (name) => {
    probe.className = `kind ${name}`;
    return getComputedStyle(probe).backgroundColor;
  };
  const colours = Object.fromEntries([...GRAPH.kinds, "surface", "raised", "ink", "faint", "line", "bad", "warn", "accent"].map((name) => [name, colour(name)]));
  probe.remove();
  return colours;
}

function sheet() {
  const colour = palette();
  const font = { "font-family": "system-ui, sans-serif", color: colour.ink };
  return [
    { selector: "node", style: {
      ...font, shape: "round-rectangle", width: 152, height: 38, "background-color": colour.surface, label: "data(label)",
      "font-size": 11, "text-wrap": "ellipsis", "text-max-width": 138, "text-valign": "center", "border-width": 1.5,
      "border-color": "data(border)", "background-opacity": 1,
    } },
    ...GRAPH.kinds.map((kind) => ({ selector: `node.${kind}`, style: { "border-color": colour[kind] } })),
    { selector: "node.vision", style: { "border-width": 3, "font-weight": 600 } },
    { selector: "node.session, node.commit", style: { height: 28, "font-size": 10 } },
    { selector: "node.faded", style: { color: colour.faint, "background-color": colour.raised } },
    { selector: "node.absent", style: { "border-style": "dashed", "border-color": colour.bad } },
    { selector: "node.note, node.warning", style: { "border-color": colour.warn, "border-width": 2.5 } },
    { selector: "node.error", style: { "border-color": colour.bad, "border-width": 3 } },
    { selector: "node.chosen", style: { "background-color": colour.accent, color: colour.surface } },
    { selector: "edge", style: {
      width: 1, "line-color": colour.line, "target-arrow-color": colour.line, "target-arrow-shape": "triangle",
      "arrow-scale": 0.8, "curve-style": "bezier",
    } },
    { selector: "edge.intent", style: { width: 1.8, "line-color": colour.blueprint, "target-arrow-color": colour.blueprint } },
    { selector: "edge.references", style: { "line-style": "dotted" } },
    { selector: "edge.broken", style: { width: 2, "line-color": colour.bad, "target-arrow-color": colour.bad, "line-style": "dashed" } },
    { selector: "edge.near", style: {
      ...font, label: "data(label)", "font-size": 9, "text-background-color": colour.surface,
      "text-background-opacity": 0.9, width: 2, "z-index": 9,
    } },
  ];
}

const SEVERITIES = ["", "note", "warning", "error"];

function classesOf(node) {
  const faded = !node.absent && node.statusName !== "live";
  return [node.kindName, SEVERITIES[worst(node)], node.absent && "absent", faded && "faded"].filter(Boolean);
}

function edgeClasses(edge) {
  return [GRAPH.relations[edge.relation], INTENT.has(edge.relation) && "intent", edge.broken && "broken"].filter(Boolean);
}

function nodeLabel(node) {
  return node.kindName === "commit" ? node.id.slice(0, 8) : node.id;
}
