/* The timelines of decisions. */

LIVES.forEach((row, number) => {
  row.number = number;
  row.text = [row.id, row.kind, row.standing, ...row.events.flatMap((one) => [one[2], one[4], ...one[5].map((run) => run[1])])]
    .join("\n").toLowerCase();
});

const WORD_ELEMENTS = { removed: "del", added: "ins", kept: "span" };

function eventElement([day, commit, kind, tone, phrase, words]) {
  const made = find("#event-template").content.cloneNode(true).firstElementChild;
  if (tone) made.classList.add(tone);
  find("time", made).textContent = day;
  find("code", made).textContent = commit;
  find(".what strong", made).textContent = kind;
  find(".what span", made).textContent = phrase;
  for (const [side, text] of words) {
    find(".words", made).append(element(WORD_ELEMENTS[side], { textContent: text }), " ");
  }
  return made;
}

function lifeElement(row) {
  const there = document.getElementById(`life-${row.number}`);
  if (there) return there;
  const made = filled(find("#life-template"), row);
  made.id = `life-${row.number}`;
  find(".judged", made).replaceChildren(...row.judged.map(([word, number, tone]) =>
    element("span", { className: `tag ${tone}`, textContent: `${number} ${word}` })));
  find(".events", made).replaceChildren(...row.events.map(eventElement));
  return made;
}

const lifeList = find("#life-template") && new LongList(LIVES, {
  make: lifeElement,
  place: (shown) => find("#life-list").replaceChildren(...shown.map(([, made]) => made)),
  status: find("#life-count"),
  more: find("#more-lives"),
  noun: "timeline",
});

function filterLives() {
  const judged = find("#life-judged").value;
  const matches = matcher(find("#life-search").value);
  lifeList.filter((row) => (!judged || row.judged.some(([word]) => word === judged)) && matches(row.text));
}

function startLives() {
  if (!lifeList) return;
  for (const row of LIVES.filter((one) => document.getElementById(`life-${one.number}`))) lifeList.element(row);
  find("#life-judged").addEventListener("change", filterLives);
  find("#life-search").addEventListener("input", settled(filterLives));
  find("#timelines form").addEventListener("submit", (event) => event.preventDefault());
  filterLives();
}

function goToLife(number) {
  if (!LIVES[number]) return;
  if (!lifeList.chosen.includes(LIVES[number])) {
    for (const field of findAll("#timelines form input, #timelines form select")) field.value = "";
    filterLives();
  }
  const made = lifeList.reach(LIVES[number]);
  find("details", made).open = true;
  made.scrollIntoView({ block: "start" });
  find("summary", made).focus({ preventScroll: true });
}
