/* Begins when all else is there. */

document.documentElement.classList.add("scripted");
reveal(document.body);
startFindings();
startLives();
if (DATA.graph) {
  startGraph();
  startPanel();
  startNodes();
}
startTheme(() => { if (DATA.graph) drawing.cy?.style(sheet()); });
document.addEventListener("keydown", onKey);
addEventListener("hashchange", followAddress);
addEventListener("beforeprint", openForPrint);
addEventListener("afterprint", closeAfterPrint);
// The browser follows the address itself while it loads, and would take the focus away again.
addEventListener("load", () => setTimeout(followAddress));
