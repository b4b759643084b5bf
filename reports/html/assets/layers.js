/* Places nodes in layers: the vision on top, what serves it below, then facts, sessions and commits. */

const BELOW = {
  vision: 0, blueprint: 1, decision: 2, invariant: 2, convention: 2, record: 3, fact: 3, thread: 3, unknown: 3,
  file: 4, symbol: 4, session: 5, commit: 6,
};
const STEPS = 8;
const COLUMN = 178;
const ROW = 84;

/** The layer of each node: that of its kind, but always below what it serves. */
function layersOf(nodes, edges) {
  const depth = new Map([...nodes].map((node) => [node, BELOW[node.kindName] ?? 3]));
  const climbing = edges.filter((edge) => INTENT.has(edge.relation) && NODES[edge.source].kindName !== "commit");
  for (let step = 0; step < STEPS; step += 1) {
    for (const edge of climbing) {
      const [low, high] = [NODES[edge.source], NODES[edge.target]];
      if (low !== high && depth.get(low) <= depth.get(high) && depth.get(high) < STEPS) depth.set(low, depth.get(high) + 1);
    }
  }
  const last = Math.max(0, ...[...depth].filter(([node]) => BELOW[node.kindName] < 3).map(([, layer]) => layer));
  const layers = new Map();
  for (const [node, layer] of depth) {
    const level = BELOW[node.kindName] >= 3 ? layer + last : layer;
    if (!layers.has(level)) layers.set(level, []);
    layers.get(level).push(node);
  }
  return [...layers].sort(([one], [two]) => one - two).map(([, members]) => members);
}

/** Move each node towards the middle of its neighbours, so that fewer links cross. */
function ordered(layers, nodes) {
  const at = new Map();
  const number = (layer) => layer.forEach((node, place) => at.set(node, place / Math.max(layer.length - 1, 1)));
  layers.forEach((layer) => { layer.sort((one, two) => one.number - two.number); number(layer); });
  for (let step = 0; step < 6; step += 1) {
    for (const layer of step % 2 ? [...layers].reverse() : layers) {
      const middle = new Map(layer.map((node) => {
        const near = node.links.map((edge) => other(edge, node)).filter((one) => nodes.has(one));
        return [node, near.length ? near.reduce((sum, one) => sum + at.get(one), 0) / near.length : at.get(node)];
      }));
      layer.sort((one, two) => middle.get(one) - middle.get(two) || one.number - two.number);
      number(layer);
    }
  }
  return layers;
}

/** A place for each node; a layer that is too wide takes several rows. */
function places(nodes, edges) {
  const widest = Math.max(4, Math.min(12, Math.ceil(Math.sqrt(nodes.size) * 0.9)));
  const found = new Map();
  let y = 0;
  for (const layer of ordered(layersOf(nodes, edges), nodes)) {
    const rows = Math.ceil(layer.length / widest);
    const across = Math.ceil(layer.length / rows);
    layer.forEach((node, place) => {
      const row = place % rows;
      const column = Math.floor(place / rows);
      const inRow = Math.ceil((layer.length - row) / rows);
      found.set(node, { x: (column - (inRow - 1) / 2) * COLUMN + (row % 2 ? COLUMN / 4 : 0), y: y + row * ROW });
    });
    y += rows * ROW + (across ? 26 : 0);
  }
  return found;
}
