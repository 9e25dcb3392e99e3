// search.js -- finds sections of the manual that hold all words of the query, best first.
"use strict";

const query = document.getElementById("query");
const found = document.getElementById("found");
const article = document.querySelector("article");
const MOST = 30;

const here = location.pathname.split("/").pop() || "index.html";
for (const link of document.querySelectorAll("nav a"))
  if (link.getAttribute("href") === here) link.setAttribute("aria-current", "page");

// A word in a heading counts most, then one that begins as the query says.
function worth(section, words) {
  const [, , heading, text] = section;
  const head = heading.toLowerCase(), body = text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inHead = head.includes(word), at = body.indexOf(word);
    if (!inHead && at < 0) return 0;
    sum += (inHead ? 10 : 0) + (head === word ? 20 : 0);
    if (at >= 0) sum += /\w/.test(body[at - 1] || " ") ? 1 : 3;
  }
  return sum;
}

// Text around the first word, the words marked.
function excerpt(text, words) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  const line = document.createElement("div");
  let rest = text.slice(at, at + 200);
  while (rest) {
    const low = rest.toLowerCase();
    let first = -1, length = 0;
    for (const word of words) {
      const place = low.indexOf(word);
      if (place >= 0 && (first < 0 || place < first)) { first = place; length = word.length; }
    }
    if (first < 0) break;
    line.append(rest.slice(0, first));
    const mark = document.createElement("mark");
    mark.textContent = rest.slice(first, first + length);
    line.append(mark);
    rest = rest.slice(first + length);
  }
  line.append(rest);
  return line;
}

function show() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  found.hidden = words.length === 0;
  article.hidden = words.length > 0;
  if (words.length === 0) return;
  const hits = SECTIONS.map((section) => [worth(section, words), section])
    .filter(([value]) => value > 0).sort((a, b) => b[0] - a[0]);
  const count = document.createElement("p");
  count.textContent = hits.length === 0 ? "Nothing has all of these words."
    : `${hits.length} section${hits.length === 1 ? "" : "s"}` +
      (hits.length > MOST ? `, the first ${MOST}:` : ":");
  const list = document.createElement("ul");
  for (const [, [page, place, heading, text]] of hits.slice(0, MOST)) {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = `${page}.html${place ? "#" + place : ""}`;
    link.textContent = heading;
    const where = document.createElement("span");
    where.className = "where";
    where.textContent = " " + page;
    item.append(link, where, excerpt(text, words));
    list.append(item);
  }
  found.append(count, list);
}

query.addEventListener("input", show);
query.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = found.querySelector("a");
  if (first) first.click();
});
found.addEventListener("click", (event) => {
  if (event.target.tagName === "A") { query.value = ""; show(); }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== query) {
    event.preventDefault();
    query.focus();
  }
});
