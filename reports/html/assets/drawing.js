/* The drawing: Cytoscape.js with what is shown at the moment. */

const AT_ONCE = 400;
const drawing = { cy: null, shown: new Set(), hiddenKinds: new Set(), chosen: null };

/** Draw what is shown, anew. */
function draw() {
  const nodes = new Set([...drawing.shown].filter((node) => !drawing.hiddenKinds.has(node.kindName)));
  const edges = EDGES.filter((edge) => nodes.has(NODES[edge.source]) && nodes.has(NODES[edge.target]));
  const placed = places(nodes, edges);
  const cy = drawing.cy;
  cy.batch(() => {
    cy.elements().remove();
    cy.add([...nodes].map((node) => ({
      data: { id: `n${node.number}`, label: nodeLabel(node) }, position: placed.get(node), classes: classesOf(node),
    })));
    cy.add(edges.map((edge) => ({
      data: { id: `e${edge.number}`, source: `n${edge.source}`, target: `n${edge.target}`, label: label(edge) },
      classes: edgeClasses(edge),
    })));
  });
  find("#graph-count").textContent = `${nodes.size} of ${counted(NODES.length, "node")} shown`;
  choose(drawing.chosen);
}

/** Mark a node and its links. */
function choose(node) {
  drawing.chosen = node;
  drawing.cy.elements(".chosen, .near").removeClass("chosen near");
  if (!node) return;
  const drawn = drawing.cy.getElementById(`n${node.number}`);
  drawn.addClass("chosen");
  drawn.connectedEdges().addClass("near");
}

function fit() {
  drawing.cy.resize();
  drawing.cy.fit(undefined, 24);
  if (drawing.cy.zoom() > 1.1) drawing.cy.zoom(1.1), drawing.cy.center();
}

function showOnly(nodes) {
  drawing.shown = new Set(nodes);
  draw();
  fit();
}

/** Bring in the neighbours of some nodes, at most so many at once. */
function expand(nodes) {
  const before = drawing.shown.size;
  for (const node of nodes) {
    for (const near of neighbours(node)) if (drawing.shown.size < before + AT_ONCE) drawing.shown.add(near);
  }
  if (drawing.shown.size > before) { draw(); fit(); }
}

/** Bring a node into the drawing and, unless it was clicked there, into sight with its neighbours. */
function reachNode(node, seen) {
  startDrawing();
  drawing.cy.resize();
  drawing.hiddenKinds.delete(node.kindName);
  syncKinds();
  if (!drawing.shown.has(node)) {
    drawing.shown.add(node);
    neighbours(node).slice(0, 12).forEach((near) => drawing.shown.add(near));
    draw();
    fit();
  }
  choose(node);
  if (seen) return;
  const drawn = drawing.cy.getElementById(`n${node.number}`);
  drawing.cy.fit(drawn.closedNeighborhood(), 40);
  const zoom = Math.min(Math.max(drawing.cy.zoom(), 0.6), 1);
  if (zoom !== drawing.cy.zoom()) drawing.cy.zoom(zoom), drawing.cy.center(drawn);
}

function startDrawing() {
  if (drawing.cy) return;
  const container = find("#drawing");
  drawing.cy = cytoscape({
    container, style: sheet(), layout: { name: "preset" }, userZoomingEnabled: false, minZoom: 0.08, maxZoom: 3,
    autoungrabify: false, boxSelectionEnabled: false,
  });
  // The wheel scrolls the page until somebody has clicked into the drawing.
  container.addEventListener("pointerdown", () => drawing.cy.userZoomingEnabled(true));
  container.addEventListener("pointerleave", () => drawing.cy.userZoomingEnabled(false));
  const nodeOf = (event) => NODES[Number(event.target.id().slice(1))];
  drawing.cy.on("tap", "node", (event) => openNode(nodeOf(event), { from: "drawing" }));
  drawing.cy.on("dbltap", "node", (event) => expand([nodeOf(event)]));
  showOnly(openingNodes());
}

const TOOLS = {
  opening: () => showOnly(openingNodes()),
  more: () => expand([...drawing.shown]),
  fit,
  in: () => drawing.cy.zoom({ level: drawing.cy.zoom() * 1.3, renderedPosition: middle() }),
  out: () => drawing.cy.zoom({ level: drawing.cy.zoom() / 1.3, renderedPosition: middle() }),
};
const middle = () => ({ x: drawing.cy.width() / 2, y: drawing.cy.height() / 2 });

function syncKinds() {
  for (const box of findAll("#kinds input")) box.checked = !drawing.hiddenKinds.has(box.value);
}

function startKinds() {
  const numbers = new Map();
  for (const node of NODES) numbers.set(node.kindName, (numbers.get(node.kindName) ?? 0) + 1);
  for (const kind of GRAPH.kinds.filter((name) => numbers.has(name))) {
    const box = element("input", { type: "checkbox", value: kind, checked: true });
    box.addEventListener("change", () => {
      drawing.hiddenKinds[box.checked ? "delete" : "add"](kind);
      startDrawing();
      draw();
      filterNodes();
    });
    find("#kinds").append(element("label", {}, box, element("i", { className: `kind ${kind}` }), `${kind} `,
      element("span", { className: "faint", textContent: numbers.get(kind).toLocaleString("en") })));
  }
}

function startGraph() {
  startKinds();
  for (const button of findAll("[data-tool]")) {
    button.addEventListener("click", () => { startDrawing(); TOOLS[button.dataset.tool](); });
  }
  // A drawing that nobody looks at need not be made.
  const watcher = new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting)) { watcher.disconnect(); startDrawing(); }
  }, { rootMargin: "300px" });
  watcher.observe(find("#drawing"));
  addEventListener("resize", settled(() => drawing.cy?.resize(), 200));
}
