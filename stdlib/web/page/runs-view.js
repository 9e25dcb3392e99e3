// runs-view.js -- live views of the runs of a store: the list, and the course of one.
import { colour, draw, short } from "./charts.js";

const $ = (id) => document.getElementById(id);
let chosen;                           // a run's number; undefined: the newest

function cell(text) {
  const td = document.createElement("td");
  td.textContent = text ?? "–";
  return td;
}

function row(r) {
  const tr = document.createElement("tr"), first = document.createElement("td");
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = r.id;
  b.addEventListener("click", () => { chosen = r.id; look(); });
  first.append(b);
  tr.append(first, cell(r.script), cell(r.seed), cell(r.status), cell(r.generation),
    cell(r.best === undefined || r.best === null ? "–" : short(r.best)), cell(r.digest));
  return tr;
}

function show_course(run, rows) {
  const line = (y, name, more) => ({ rows, y, span: (r) => [y(r)], colour: colour(name), ...more });
  draw($("course"), [line((r) => r.raw_mean, "mean", { dash: [5, 3],
    band: (r) => [r.raw_mean - (r.raw_deviation ?? 0), r.raw_mean + (r.raw_deviation ?? 0)] }),
  line((r) => r.raw, "best")], { from: 0 });
  const last = rows[rows.length - 1];
  const words = `run ${run.id}, ${run.script}, seed ${run.seed}: ${run.status}`
    + (last ? `, generation ${last.generation}, best ${short(last.raw)}` : "");
  $("which").textContent = words;
  $("course").setAttribute("aria-label", words);
}

async function look() {
  try {
    const { runs } = await (await fetch("api/runs")).json();
    $("rows").replaceChildren(...runs.slice().reverse().map(row));
    const id = chosen ?? runs[runs.length - 1]?.id;
    if (id !== undefined) {
      const { run, generations } = await (await fetch(`api/run/${id}`)).json();
      show_course(run, generations);
    }
  } catch {
    $("which").textContent = "the server does not answer";
  }
}

look();
setInterval(look, 1500);
