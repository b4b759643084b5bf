/* Keys and addresses: "/" searches, Escape closes, and #finding-, #node- and #life- lead to one thing. */

function onKey(event) {
  const typing = event.target.closest?.("input, select, textarea");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && find("#search")) {
    event.preventDefault();
    find("#search").focus();
  } else if (event.key === "Escape") {
    if (typing?.type === "search" && typing.value) {
      typing.value = "";
      typing.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (DATA.graph) {
      closePanel();
    }
  }
}

function followAddress() {
  const [, what, name] = /^#(finding|node|life)-([0-9a-f]+)$/.exec(location.hash) ?? [];
  if (what === "finding") goToFinding(name);
  if (what === "node" && DATA.graph) goToNode(Number(name));
  if (what === "life") goToLife(Number(name));
}

/** Paper has no closed parts. */
function openForPrint() {
  for (const part of findAll("main details:not([open])")) {
    part.open = true;
    part.dataset.printed = "";
  }
}

function closeAfterPrint() {
  for (const part of findAll("details[data-printed]")) {
    part.open = false;
    delete part.dataset.printed;
  }
}
