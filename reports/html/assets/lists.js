/* Long lists: only what is looked at is in the page. */

const PAGE = 200;

/** Put the rows that fit into a list, some at a time. `place` gets the elements to show. */
class LongList {
  constructor(rows, { make, place, status, more, noun, remark = () => "" }) {
    Object.assign(this, { rows, make, place, status, more, noun, remark });
    this.elements = new Map();
    this.chosen = rows;
    this.limit = PAGE;
    more.addEventListener("click", () => this.extend());
  }

  element(row) {
    if (!this.elements.has(row)) {
      const made = this.make(row);
      reveal(made);
      this.elements.set(row, made);
    }
    return this.elements.get(row);
  }

  filter(fits) {
    this.chosen = this.rows.filter(fits);
    this.limit = PAGE;
    this.show();
  }

  extend() {
    const last = this.chosen[this.limit - 1];
    this.limit += PAGE;
    this.show();
    const next = this.chosen[this.chosen.indexOf(last) + 1];
    if (next) find("summary, button", this.element(next))?.focus();
  }

  /** Make sure that a row which the filter lets through is in the page. */
  reach(row) {
    this.limit = Math.max(this.limit, this.chosen.indexOf(row) + 1);
    this.show();
    return this.element(row);
  }

  show() {
    const shown = this.chosen.slice(0, this.limit);
    this.place(shown.map((row) => [row, this.element(row)]));
    const rest = this.chosen.length - shown.length;
    this.more.parentElement.hidden = rest === 0;
    this.more.textContent = `Show ${Math.min(rest, PAGE)} more of ${rest.toLocaleString("en")}`;
    const all = counted(this.rows.length, this.noun);
    const told = this.chosen.length === this.rows.length ? all : `${this.chosen.length.toLocaleString("en")} of ${all}`;
    this.status.textContent = (rest ? `${told}, the first ${shown.length.toLocaleString("en")} shown` : told) + this.remark();
  }
}

/** Whether every word of a search stands in a text; both in lower case. */
function matcher(search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
}
