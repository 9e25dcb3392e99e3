// worker.js -- the VM in a thread of its own, so that the page never freezes.
//
// Messages come as { id, op, ... } and are answered as { id, answer }. Most are
// questions for stdlib/web/session.lua, passed on as JSON. `go` and `halt` start and end
// a loop of generations, whose figures are told at most sixty times a second; between
// two generations other questions get their turn.
"use strict";
importScripts("ludus.js");

const STORE = "ludus.db";
const TOLD = 16;                      // milliseconds between two reports of figures

let program;                          // the WebAssembly program
let going = false;
let delay = 0;
let timer = 0;                        // the pending round of the loop
let figures = [];                     // that were not told yet
let told = 0;
let said = [];                        // lines that were printed and not told yet

function flush() {
  if (said.length) postMessage({ event: "said", lines: said });
  if (figures.length) postMessage({ event: "figures", figures });
  said = [];
  figures = [];
  told = performance.now();
}

async function prepare(files) {
  program = await ludusModule({
    preRun: [(m) => { m.ENV.TERM = "dumb"; m.ENV.LUDUS_STORE = STORE; }],
    print: (line) => said.push(line),
    printErr: (line) => said.push(line),
  });
  for (const [path, text] of files) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (folder) program.FS.mkdirTree(folder);
    program.FS.writeFile(path, text);
  }
  open();
  return { ok: true };
}

function open() {
  const wrong = program.ccall("web_open", "string", [], []);
  if (wrong) throw new Error(wrong);
}

function ask(question) {
  const text = program.ccall("web_ask", "string", ["string"], [JSON.stringify(question)]);
  if (text.startsWith("!")) throw new Error(text.slice(1));
  return JSON.parse(text);
}

// One more generation: told at once, or with those that follow soon.
function advance() {
  const answer = ask({ op: "next" });
  if (answer.figures) figures.push({ ...answer.figures, another: answer.another });
  if (!answer.ok || answer.over) {
    going = false;
    flush();
    postMessage({ event: "over", answer });
  }
  return answer;
}

function round() {
  timer = 0;
  if (!going) return;
  try {
    const until = performance.now() + TOLD;
    do advance(); while (going && delay === 0 && performance.now() < until);
  } catch (e) {
    going = false;
    postMessage({ event: "failed", text: String(e.message || e) });
  }
  if (delay > 0 || performance.now() - told >= TOLD) flush();
  if (going) timer = setTimeout(round, delay);
}

const own = {
  init: (m) => prepare(m.files),
  start(m) {
    going = false;
    open();
    return ask(m);
  },
  resume(m) {
    going = false;
    open();
    return ask(m);
  },
  go(m) {
    delay = m.delay;
    going = true;
    if (!timer) timer = setTimeout(round, 0);
    return { ok: true };
  },
  pace(m) { delay = m.delay; return { ok: true }; },
  halt() { going = false; flush(); return { ok: true }; },
  one() { going = false; advance(); flush(); return { ok: true }; },
  save() {
    try { return { ok: true, bytes: program.FS.readFile(STORE) }; }
    catch { return { ok: false }; }
  },
  memory() {
    let store = 0;
    try { store = program.FS.stat(STORE).size; } catch { /* no runs yet */ }
    return { ok: true, program: program.HEAPU8.length, script: ask({ op: "held" }).bytes, store };
  },
  load(m) {
    going = false;
    program.FS.writeFile(STORE, m.bytes);
    open();
    return ask({ op: "runs" });
  },
};

onmessage = async (event) => {
  const m = event.data;
  let answer;
  try {
    answer = own[m.op] ? await own[m.op](m) : ask(m);
  } catch (e) {
    answer = { ok: false, mistakes: [{ text: String(e.message || e) }] };
  }
  if (said.length && !going) flush();
  postMessage({ id: m.id, answer });
};
