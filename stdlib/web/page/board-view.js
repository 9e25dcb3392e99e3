// board-view.js -- the board of a class, for the wall: asked for every two seconds.
import { short } from "./charts.js";

const $ = (id) => document.getElementById(id);

function cell(text, name) {
  const td = document.createElement("td");
  td.textContent = text;                // names are text, whatever they hold
  if (name) td.className = name;
  return td;
}

function show(rows) {
  $("count").textContent = `${rows.length} handed in`;
  const worth = (r) => (r.less ? -r.best : r.best);       // in some games less is better
  rows.sort((a, b) => (b.status === "checked") - (a.status === "checked") || worth(b) - worth(a) || a.number - b.number);
  $("rows").replaceChildren(...rows.map((r) => {
    const tr = document.createElement("tr");
    tr.append(cell(short(r.best), "number"), cell(r.name), cell(r.title || ""), cell(r.seed, "number"),
      cell(r.digest, "digest"), cell(r.status, r.status === "checked" ? "good" : ""));
    return tr;
  }));
}

async function look() {
  try {
    const answer = await (await fetch("api/board")).json();
    show(answer.rows);
  } catch {
    $("count").textContent = "the server does not answer";
  }
  setTimeout(look, 2000);
}

look();
