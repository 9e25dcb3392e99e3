// app.js -- the page: which script, the run and its course; the rest is in its modules.
import { Engine } from "./engine.js";
import { Editor } from "./editor.js";
import { ProgramView } from "./program.js";
import { Tiles } from "./tiles.js";
import { colour, draw, short } from "./charts.js";
import * as link from "./link.js";
import { join_class } from "./class.js";

const $ = (id) => document.getElementById(id);
const DELAYS = [1000, 400, 120, 30, 0];     // milliseconds between generations, by speed
const DRAWN = 4000, FAINT = 300;            // generations that a curve holds, and one of a run before
const LATE = 3000;                          // a worker that does not answer is ended

const state = { phase: "idle", rows: [], past: [], figures: null, source: "", seed: 1 };
let engine, editor, programs, tiles;
let dirty = false, looking = false, again = false, looked = 0;
window.ludus = { state, frames: 0 };        // for tests: nothing on the page uses it

// ---- the run ----------------------------------------------------------------

function show_phase(phase, words) {
  state.phase = phase;
  $("run").textContent = phase === "going" ? "Pause" : phase === "paused" ? "Go on"
    : phase === "over" ? "Run again" : "Run";
  $("status").textContent = words;
  $("run").disabled = $("step").disabled = phase === "loading";
  $("stop").disabled = phase === "loading" || phase === "idle";
  $("cross").disabled = !state.rows.length || state.figures?.kind !== "tree";
}

function forget() {
  Object.assign(state, { rows: [], past: [], figures: null });
  for (const id of ["generation", "best", "mean", "size", "distinct", "evaluations", "digest"]) {
    $("f-" + id).textContent = "–";
  }
  $("progress").value = 0;
  $("output").textContent = "";
  $("crossed").replaceChildren();
  tiles.clear();
  programs.clear();
  dirty = true;
}

async function begin() {
  forget();
  state.source = editor.text;
  state.seed = Math.max(0, Math.min(2147483647, Math.trunc(Number($("seed").value) || 0)));
  $("seed").value = state.seed;
  const answer = await engine.ask({ op: "start", source: state.source, seed: state.seed, path: editor.path });
  if (!answer.ok) {
    editor.tell(answer.mistakes);
    show_phase("idle", "the script has mistakes");
    return false;
  }
  return true;
}

// Is the next generation the first of a new run?
function is_fresh() { return state.phase === "idle" || state.phase === "over"; }

async function run() {
  if (state.phase === "going") {
    show_phase("paused", "pausing");
    await engine.ask({ op: "halt" });
    if (state.phase === "paused") show_phase("paused", "paused");
    look(true);
    return;
  }
  if (is_fresh() && !(await begin())) return;
  programs.follows = true;
  show_phase("going", "evolving");
  await engine.ask({ op: "go", delay: DELAYS[$("speed").value] });
}

async function step() {
  if (is_fresh() && !(await begin())) return;
  show_phase("paused", "paused");
  await engine.ask({ op: "one" });
  look(true);
}

// Ends the run; a worker that is busy with one call for too long is ended with it.
async function start_over() {
  show_phase("loading", "ending the run");
  const answer = await engine.within(LATE, { op: "halt" });
  if (answer === undefined) await engine.ready;
  forget();
  show_phase("idle", answer === undefined
    ? "it did not answer and was ended; its runs are gone" : "ready");
}

// Every 2nd, 3rd ... row, about so many at most, and the last one.
function thinned(rows, most) {
  const stride = Math.ceil(rows.length / most);
  return rows.filter((_, i) => i % stride === 0 || i === rows.length - 1);
}

function take_figures(m) {
  for (const f of m.figures) {
    if (f.another && state.rows.length) {
      state.past.push(thinned(state.rows, FAINT));
      if (state.past.length > 30) state.past.shift();
      state.rows = [];
    }
    while (state.rows.length && state.rows[state.rows.length - 1].generation >= f.generation) state.rows.pop();
    state.rows.push(f);
    if (state.rows.length >= DRAWN) state.rows = thinned(state.rows, DRAWN / 2);
    state.figures = f;
  }
  dirty = true;
}

function over(m) {
  const a = m.answer;
  if (!a.ok) {
    editor.tell(a.mistakes);
    show_phase("over", "it failed: " + a.mistakes[0].text);
    return;
  }
  const r = a.result || {};
  if (r.digest) $("f-digest").textContent = r.digest;
  state.result = r;
  show_phase("over", r.digest ? `${r.solved ? "solved: " : ""}ended after ${r.generations} generations`
    : "ended");
  dispatchEvent(new CustomEvent("ludus-over", { detail: { ...r, script: state.source, seed: state.seed } }));
  look(true);
}

// ---- what is shown ------------------------------------------------------------

// Tiles and the best program, a few times a second.
async function look(now) {
  if (looking) {
    again ||= now;                          // what comes last must be seen
    return;
  }
  if (!state.rows.length || !now && performance.now() - looked < 300) return;
  looking = true;
  looked = performance.now();
  const answer = await engine.ask({ op: "tiles" });
  if (answer.ok) tiles.set(answer);
  await programs.best();
  looking = false;
  if (again) {
    again = false;
    look(true);
  }
}

function show_figures() {
  const f = state.figures;
  if (!f) return;
  $("save").disabled = false;
  $("f-generation").textContent = f.generations ? `${f.generation} of ${f.generations - 1}` : f.generation;
  $("f-best").textContent = short(f.best) + (f.max !== undefined && f.max !== null ? ` of ${short(f.max)}` : "");
  $("direction").textContent = f.minimise ? "Score, lower is better" : "Score";
  $("f-mean").textContent = short(f.mean);
  $("f-size").textContent = short(f.size_mean);
  $("f-distinct").textContent = `${Math.round(100 * f.distinct / f.population)} %`;
  $("f-evaluations").textContent = short(f.evaluations);
  $("progress").max = f.generations ? f.generations - 1 || 1 : f.generation + 1;
  $("progress").value = f.generation;
  $("c-score").setAttribute("aria-label", `Scores by generation: after ${f.generation} generations the best is `
    + `${short(f.best)}, the mean ${short(f.mean)}, the spread ${short(f.deviation)}`);
  $("c-size").setAttribute("aria-label", `Mean size by generation: now ${short(f.size_mean)}`);
  $("c-distinct").setAttribute("aria-label", `Different programs by generation: now ${f.distinct} of ${f.population}`);
}

function show_curves() {
  const rows = state.rows, spread = (r) => r.deviation ?? 0;
  const faint = state.past.map((p) => ({ rows: p, y: (r) => r.best, span: () => [], colour: colour("best"), faint: true }));
  // Where less is better a few awful programs hide all others: the band is cut at what matters.
  const cap = state.figures?.minimise ? 3 * (rows[0]?.best || 1) : Infinity;
  draw($("c-score"), [...faint,
    { rows, y: (r) => Math.min(r.mean ?? cap, cap), span: (r) => [Math.min(r.mean ?? cap, cap)], colour: colour("mean"), dash: [5, 3],
      band: (r) => [Math.min(r.mean - spread(r), cap), Math.min(r.mean + spread(r), cap)] },
    { rows, y: (r) => r.best, span: (r) => [r.best], colour: colour("best") }], { from: 0 });
  draw($("c-size"), [{ rows, y: (r) => r.size_mean, span: (r) => [r.size_mean], colour: colour("sizes") }], { from: 0 });
  draw($("c-distinct"), [{ rows, y: (r) => 100 * r.distinct / r.population, span: () => [0, 100], colour: colour("distinct") }]);
}

function frame() {
  window.ludus.frames += 1;
  if (dirty) {
    dirty = false;
    show_figures();
    show_curves();
  }
  if (state.phase === "going") look(false);
  requestAnimationFrame(frame);
}

// ---- scripts --------------------------------------------------------------------

function fill_examples(catalog) {
  const groups = new Map();
  for (const e of catalog.scripts) {
    if (!groups.has(e.group)) {
      const g = document.createElement("optgroup");
      g.label = e.group;
      groups.set(e.group, g);
      $("example").append(g);
    }
    const o = document.createElement("option");
    o.value = e.path;
    o.textContent = e.title;
    groups.get(e.group).append(o);
  }
}

async function choose_script(text, path) {
  if (state.phase !== "idle" && state.phase !== "loading") await start_over();
  editor.open(text, path);
  forget();
}

async function share() {
  location.hash = await link.encode(editor.text, Number($("seed").value) || 1);
  try {
    await navigator.clipboard.writeText(location.href);
    $("status").textContent = "the link is in the clipboard";
  } catch {
    $("status").textContent = "the address of this page now holds the script";
  }
}

function download(name, bytes, type) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([bytes], { type }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

async function save() {
  const answer = await engine.ask({ op: "save" });
  if (answer.ok) download("ludus.db", answer.bytes, "application/vnd.sqlite3");
  else $("status").textContent = "there are no runs yet";
}

function save_script() {
  download((editor.path || "script.lua").replace(/^.*\//, ""), editor.text, "text/x-lua");
}

async function open_file(file) {
  if (file.size > 256e6) {
    $("status").textContent = "that file is too large";
    return;
  }
  if (file.name.endsWith(".lua")) {
    await choose_script(await file.text());
    $("example").selectedIndex = -1;
    return;
  }
  const answer = await engine.ask({ op: "load", bytes: new Uint8Array(await file.arrayBuffer()) });
  forget();
  show_phase("idle", answer.ok ? "store opened" : answer.mistakes[0].text);
  $("save").disabled = !answer.ok;
  if (answer.ok) list_runs(answer.runs);
}

function list_runs(runs) {
  $("run-list").replaceChildren(...runs.map((r) => {
    const item = document.createElement("li"), b = document.createElement("button");
    b.type = "button";
    b.textContent = "Go on";
    b.disabled = r.status === "finished";
    b.addEventListener("click", () => { $("runs").close(); resume(r.id); });
    item.append(`${r.id}: ${r.script}, seed ${r.seed}, ${r.status}, best ${short(r.best ?? NaN)}, digest ${r.digest ?? "–"} `, b);
    return item;
  }));
  $("runs").showModal();
}

async function resume(id) {
  const answer = await engine.ask({ op: "resume", run: id });
  if (!answer.ok) {
    $("status").textContent = answer.mistakes[0].text;
    return;
  }
  editor.open(answer.source, answer.name);
  $("seed").value = answer.seed;
  forget();
  state.rows = answer.rows;
  show_phase("paused", "taken up again");
}

// ---- looks ------------------------------------------------------------------------

function set_look(key, value, button, on) {
  document.documentElement.dataset[key] = value;
  $(button).setAttribute("aria-pressed", on);
  const { theme, size } = document.documentElement.dataset;
  try { localStorage.setItem("ludus.look", JSON.stringify({ theme, size })); } catch { /* private */ }
  dirty = true;
  tiles?.draw();
}

function wire() {
  const look_of = document.documentElement.dataset;
  $("theme").setAttribute("aria-pressed", look_of.theme === "dark");
  $("size").setAttribute("aria-pressed", look_of.size === "large");
  $("theme").addEventListener("click", () => {
    const dark = look_of.theme !== "dark";
    set_look("theme", dark ? "dark" : "light", "theme", dark);
  });
  $("size").addEventListener("click", () => {
    const large = look_of.size !== "large";
    set_look("size", large ? "large" : "normal", "size", large);
  });
  $("run").addEventListener("click", run);
  $("step").addEventListener("click", step);
  $("stop").addEventListener("click", start_over);
  $("speed").addEventListener("input", () => engine.ask({ op: "pace", delay: DELAYS[$("speed").value] }));
  $("cross").addEventListener("click", () => programs.cross());
  $("share").addEventListener("click", share);
  $("save").addEventListener("click", save);
  $("save-script").addEventListener("click", save_script);
  $("open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", () => {
    if ($("file").files[0]) open_file($("file").files[0]);
    $("file").value = "";
  });
  $("runs-close").addEventListener("click", () => $("runs").close());
  for (const r of document.querySelectorAll("input[name=colour]")) {
    r.addEventListener("change", () => { tiles.by = r.value; tiles.draw(); });
  }
  addEventListener("resize", () => { dirty = true; tiles.draw(); });
}

async function main() {
  show_phase("loading", "getting ready");
  const catalog = await (await fetch("catalog.json")).json();
  const files = catalog.files;
  engine = new Engine(files, {
    figures: take_figures,
    over,
    said: (m) => { $("output").textContent = ($("output").textContent + m.lines.join("\n") + "\n").slice(-60000); },
    failed: (m) => show_phase("over", "it failed: " + m.text),
  });
  window.ludus.engine = engine;
  editor = new Editor($("editor"), $("mistakes"), $("verdict"), $("lesson"), files);
  programs = new ProgramView(engine, () => state.phase === "going");
  tiles = new Tiles($("tiles"), $("tile-words"), (slot) => programs.choose(slot));
  fill_examples(catalog);
  wire();
  const by_path = new Map(files);
  $("example").addEventListener("change", () => choose_script(by_path.get($("example").value), $("example").value));
  const given = await link.decode(location.hash);
  $("example").value = catalog.first;
  editor.open(given ? given.script : by_path.get(catalog.first), given ? undefined : catalog.first);
  if (given) $("example").selectedIndex = -1;
  if (given) $("seed").value = given.seed;
  join_class();
  requestAnimationFrame(frame);
  const ready = await engine.ready;
  show_phase("idle", ready.ok ? "ready" : ready.mistakes[0].text);
}

main();
