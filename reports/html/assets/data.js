"use strict";

/* What the page was made of, and the few helpers that all scripts share. */

const DATA = JSON.parse(document.getElementById("data").textContent);
const find = (selector, root = document) => root.querySelector(selector);
const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Turn a table of fields and rows into objects. */
function objects(table) {
  const told = table.fields.map((name) => table.shared[name]);
  return table.rows.map((row) =>
    Object.fromEntries(table.fields.map((name, at) => [name, told[at] ? told[at][row[at]] : row[at]])));
}

const FINDINGS = objects(DATA.findings);
const LIVES = objects(DATA.lives);

/** Make an element; texts are always set as text. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Put a text into a slot; in some, what stands between backticks is code. */
function fill(slot, text) {
  if (!("inline" in slot.dataset)) slot.textContent = text;
  else slot.replaceChildren(...text.split(/`([^`\n]+)`/).map((part, at) => at % 2 ? element("code", { textContent: part }) : part));
}

/** Fill the slots of a template with the fields of a row, and drop the parts that have nothing to show. */
function filled(template, row) {
  const made = template.content.cloneNode(true).firstElementChild;
  for (const part of findAll("[data-part]", made)) {
    const value = row[part.dataset.part];
    if (part.dataset.part === "node" ? value < 0 : !value || value.length === 0) part.remove();
  }
  for (const slot of findAll("[data-slot]", made)) {
    const value = row[slot.dataset.slot];
    if (typeof value === "string") fill(slot, value);
  }
  const link = find("[data-link=node]", made);
  if (link) link.setAttribute("href", `#node-${row.node}`);
  return made;
}

/** Show what only works with a script. */
function reveal(root) {
  if (root.matches(".needs-script")) root.hidden = false;
  for (const part of findAll(".needs-script", root)) part.hidden = false;
}

/** Call back once the user has stopped typing for a moment. */
function settled(action, pause = 80) {
  let waiting = 0;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(action, pause);
  };
}
