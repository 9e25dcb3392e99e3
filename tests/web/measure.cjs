// measure.cjs [SECONDS] -- figures of the page in chromium: first paint, first generation,
// Minesweeper 1,000 x 20, redraws a second while 1,000 programs evolve and at rest, memory
// over SECONDS (60). Run by `make web-measure`; nothing is asserted.
const { launch, serve } = require("./browser.cjs");

const SECONDS = Number(process.argv[2] || 60);
const experiment = (generations) => `
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
return ludus.experiment { game = mines.game {}, program = ludus.tree { adfs = { 3, 2, 1 } },
  population = 1000, generations = ${generations}, stop = ludus.never }`;

const say = (name, value) => console.log(`${name.padEnd(52)} ${value}`);
const rows = (n) => [(least) => window.ludus.state.rows.length >= least, n, { timeout: 600000 }];

async function fresh(context, address, text) {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.getElementById("status").textContent !== "getting ready"
    && !document.getElementById("run").disabled, null, { timeout: 60000 });
  await page.evaluate((t) => document.querySelector(".CodeMirror").CodeMirror.setValue(t), text);
  await page.waitForFunction(() => document.getElementById("verdict").textContent === "no mistakes",
    null, { timeout: 60000 });
  await page.fill("#speed", "4");
  return page;
}

async function first(context, address) {
  const page = await fresh(context, address, experiment(21));
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  say("first paint", `${Math.round(paint)} ms`);
  const start = Date.now();
  await page.click("#run");
  await page.waitForFunction(...rows(1));
  say("first generation of 1,000, after Run", `${Date.now() - start} ms`);
  await page.waitForFunction(...rows(21));
  say("Minesweeper, 1,000 x 21 generations, drawn", `${Date.now() - start} ms`);
  await page.close();
}

// Frames that the browser draws in ten seconds while a run goes on, and how late they came.
async function redraws(page, name) {
  const before = await page.evaluate(() => window.ludus.state.figures.generation);
  const late = await page.evaluate(() => new Promise((done) => {
    const list = [];
    let last = performance.now();
    const end = last + 10000;
    const tick = (now) => {
      list.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(tick);
      else done(list.slice(1));
    };
    requestAnimationFrame(tick);
  }));
  const after = await page.evaluate(() => window.ludus.state.figures.generation);
  const sum = late.reduce((a, b) => a + b, 0);
  late.sort((a, b) => a - b);
  say(`redraws a second, ${name}`, `${(1000 * late.length / sum).toFixed(1)} (${after - before} generations meanwhile; `
    + `frames apart: median ${late[late.length >> 1].toFixed(1)} ms, longest ${late[late.length - 1].toFixed(1)} ms, `
    + `${late.filter((x) => x > 25).length} of ${late.length} late)`);
}

// What the page, and the program in its worker, hold.
async function memory(page, session, second) {
  await session.send("HeapProfiler.collectGarbage");
  const heap = await page.evaluate(() => performance.memory.usedJSHeapSize);
  const nodes = await page.evaluate(() => document.getElementsByTagName("*").length);
  const m = await page.evaluate(() => window.ludus.engine.ask({ op: "memory" }));
  const at = await page.evaluate(() => window.ludus.state.figures.generation);
  say(`after ${second} s, generation ${at}`, `page ${(heap / 1e6).toFixed(1)} MB and ${nodes} elements, `
    + `program ${(m.program / 1e6).toFixed(1)} MB, of which Lua ${(m.script / 1e6).toFixed(1)} MB; `
    + `store ${(m.store / 1e6).toFixed(1)} MB`);
}

async function main() {
  const server = await serve(), browser = await launch();
  try {
    await first(browser.context, server.address);
    const page = await fresh(browser.context, server.address, experiment(1000000));
    await page.click("#run");
    await page.waitForFunction(...rows(5));
    await redraws(page, "while 1,000 programs evolve");
    const session = await browser.context.newCDPSession(page);
    await session.send("HeapProfiler.enable");
    for (let i = 0; i <= 10; i += 1) {
      if (i > 0) await page.waitForTimeout(SECONDS * 100);
      await memory(page, session, Math.round(SECONDS * i / 10));
    }
    await page.click("#run");
    await page.waitForFunction(() => document.getElementById("status").textContent === "paused", null, { timeout: 60000 });
    await redraws(page, "at rest");
  } finally {
    await browser.end();
    server.end();
  }
}

main();
