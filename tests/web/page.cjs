// page.cjs -- the page in a real browser: what a person does, step by step.
//
//     node tests/web/page.cjs FOLDER      screenshots go into FOLDER, if one is given
//
// Prints a line `ok NAME` or `FAIL NAME: WHY` per claim, and `digest SCRIPT DIGEST` for
// the runs that tests/lua/test_web.lua compares with the native program's.
const fs = require("fs");
const path = require("path");
const { serve, launch, root } = require("./browser.cjs");

const axe = fs.readFileSync(path.join(root, "build/web/npm/node_modules/axe-core/axe.min.js"), "utf8");
const pictures = process.argv[2];
const WAIT = { timeout: 120000 };

let failed = 0;
function claim(name, holds, why) {
  if (!holds) failed += 1;
  console.log(holds ? `ok ${name}` : `FAIL ${name}: ${why ?? ""}`);
}

const OWN = `local ludus = require "ludus"
local game = ludus.game {
  rules = [[
    var x = 4, steps
    grid land[9, 3]
    RIGHT cost 1 "goes right" { x = wrap(x + 1, 9)  land[x, 1] = 1 }
    LEFT  cost 1 "goes left"  { x = wrap(x + 8, 9)  land[x, 1] = 1 }
    BOTH(a, b) "both, in order" { b }
    score { land[0, 1] + land[1, 1] + land[2, 1] + land[3, 1] + land[5, 1] }
  ]],
  budget = 30, max = 5,
  show = function(s)
    local rows = {}
    for y = 1, 3 do
      local row = {}
      for c = 1, 9 do row[c] = y == 2 and c == s.x + 1 and "@" or s.land[y][c] == 1 and "+" or "." end
      rows[y] = table.concat(row)
    end
    return table.concat(rows, "\\n")
  end,
  cells = { ["+"] = "yellow", ["@"] = "blue" },
}
return ludus.experiment { game = game, program = ludus.tree { nodes = 30 },
  population = 60, generations = 40, stop = ludus.never }
`;

const text = (page, id) => page.textContent("#" + id);
const wait_for = (page, f, arg) => page.waitForFunction(f, arg, WAIT);
const phase = (page, name) => wait_for(page, (n) => window.ludus.state.phase === n, name);
const type = (page, script) => page.evaluate((s) => document.querySelector(".CodeMirror").CodeMirror.setValue(s), script);

async function picture(page, name, options) {
  if (pictures) await page.screenshot({ path: path.join(pictures, name + ".png"), ...options });
}

async function accessible(page, name) {
  // Put in by the debugger, which a page's policy does not bind.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  claim(`${name}: nothing for axe to find`, found.violations.length === 0,
    JSON.stringify(found.violations.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120) + " " + n.any.map((a) => a.message).join("; "))])));
}

async function opens(context, address) {
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  const wrong = [], elsewhere = [];
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") wrong.push(m.text()); });
  page.on("pageerror", (e) => wrong.push(e.message));
  page.on("request", (r) => { if (!r.url().startsWith(address) && !/^(blob|data):/.test(r.url())) elsewhere.push(r.url()); });
  await page.goto(address);
  await phase(page, "idle");
  return { page, wrong, elsewhere };
}

// A run, paused, gone on with, to its end; the slider; a node knocked out; a crossover.
async function evolves(page) {
  await page.fill("#speed", "1");
  await page.click("#step");
  await wait_for(page, () => window.ludus.state.rows.length === 1);
  claim("one generation is one", await page.evaluate(() => window.ludus.state.figures.generation) === 0);
  await page.click("#step");
  await wait_for(page, () => window.ludus.state.rows.length === 2);
  await page.click("#run");
  await wait_for(page, () => window.ludus.state.rows.length > 4);
  await page.click("#run");
  await phase(page, "paused");
  await wait_for(page, () => document.getElementById("status").textContent === "paused");
  const before = await page.evaluate(() => window.ludus.state.rows.length);
  await page.evaluate(() => new Promise((r) => { requestAnimationFrame(() => requestAnimationFrame(r)); }));
  claim("a paused run rests", await page.evaluate(() => window.ludus.state.rows.length) === before);
  await wait_for(page, () => document.querySelectorAll("#tree .node").length > 0 && !document.getElementById("watch").disabled);
}

async function plays(page) {
  await page.click("#watch");
  await wait_for(page, () => /^Step 1 of/.test(document.getElementById("state-words").textContent));
  await page.fill("#time", "9");
  await wait_for(page, () => /^Step 9 of/.test(document.getElementById("state-words").textContent));
  claim("the running node is lit", await page.locator("#tree .node.lit").count() === 1);
  const later = await page.getAttribute("#board", "aria-label");
  await page.fill("#time", "1");
  await wait_for(page, () => /^Step 1 of/.test(document.getElementById("state-words").textContent));
  claim("the slider goes back", await page.getAttribute("#board", "aria-label") !== later);
  await page.focus("#time");
  await page.keyboard.press("ArrowRight");
  await wait_for(page, () => /^Step 2 of/.test(document.getElementById("state-words").textContent));
  await page.focus("#tree");
  await page.keyboard.press("ArrowDown");
  claim("a node is chosen by keys", await page.locator("#tree .node.chosen").count() === 1);
  await page.keyboard.press("Delete");
  await wait_for(page, () => /^Without it: raw score/.test(document.getElementById("program-words").textContent));
  await wait_for(page, () => !document.getElementById("other").hidden);
  claim("both boards are shown", await page.isVisible("#board2"));
  await page.click("#undo");
  await page.click("#cross");
  await wait_for(page, () => document.querySelectorAll("#crossed .tree").length === 3);
  claim("both cuts are drawn", await page.locator("#crossed .node.out").count() > 0
    && await page.locator("#crossed .node.in").count() > 1);
}

async function ends(page, script) {
  if (await page.isVisible("#speed")) await page.fill("#speed", "4");
  await page.click("#run");
  await phase(page, "over");
  console.log(`digest ${script} ${await text(page, "f-digest")}`);
}

// Programs of other kinds: the running part lit, the slider both ways, one knocked out.
async function kind(page, script, name) {
  await page.selectOption("#example", script);
  await phase(page, "idle");
  await wait_for(page, () => document.getElementById("verdict").textContent === "no mistakes");
  for (let i = 1; i <= 3; i += 1) {
    await page.click("#step");
    await wait_for(page, (n) => window.ludus.state.rows.length === n, i);
  }
  await wait_for(page, () => !document.getElementById("watch").disabled);
  await page.click("#watch");
  await wait_for(page, () => /^Step 1 of/.test(document.getElementById("state-words").textContent));
  await page.fill("#time", "5");
  await wait_for(page, () => /^Step 5 of/.test(document.getElementById("state-words").textContent));
  claim(`${name}: the running part is lit`, await page.locator("#tree .part.lit").count() === 1);
  const later = await text(page, "state-words");
  await page.click("#back");
  await wait_for(page, () => /^Step 4 of/.test(document.getElementById("state-words").textContent));
  await page.click("#forth");
  await wait_for(page, () => /^Step 5 of/.test(document.getElementById("state-words").textContent));
  claim(`${name}: back and forth`, await text(page, "state-words") === later);
  await page.focus("#tree");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await wait_for(page, () => /^Without it: raw score/.test(document.getElementById("program-words").textContent));
  await wait_for(page, () => !document.getElementById("other").hidden);
  claim(`${name}: what was knocked out is seen`, await page.locator("#tree .cut, #tree .ghost").count() === 1);
  await page.click("#undo");
  await page.click("#worth");
  await wait_for(page, () => /cost nothing$/.test(document.getElementById("program-words").textContent));
  await accessible(page, name);
  await picture(page, name);
}

// A run that is left, saved, and opened by another page goes on to the same digest.
async function goes_on(context, address, page) {
  await page.click("#stop");
  await phase(page, "idle");
  await type(page, OWN);
  await page.fill("#seed", "7");
  await page.click("#step");
  await wait_for(page, () => window.ludus.state.rows.length === 1);
  await page.click("#step");
  await wait_for(page, () => window.ludus.state.rows.length === 2);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const store = path.join(path.dirname(await download.path()), "left.db");
  fs.copyFileSync(await download.path(), store);
  const other = (await opens(context, address)).page;
  await other.setInputFiles("#file", store);
  await wait_for(other, () => document.querySelectorAll("#run-list button:enabled").length > 0);
  await other.locator("#run-list button:enabled").last().click();
  await phase(other, "paused");
  claim("the script comes with the run", await other.evaluate(() => document.querySelector(".CodeMirror").CodeMirror.getValue()) === OWN);
  await ends(other, "gone-on");
  claim("its course is whole", await other.evaluate(() => window.ludus.state.rows.every((r, i) => r.generation === i)
    && window.ludus.state.rows.length) === 40);
  await other.close();
}

async function main() {
  const server = await serve(), browser = await launch();
  try {
    const { page, wrong, elsewhere } = await opens(browser.context, server.address);
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    console.log(`note first paint after ${Math.round(paint)} ms`);

    await type(page, OWN);
    await wait_for(page, () => document.getElementById("verdict").textContent === "no mistakes");
    await evolves(page);
    await plays(page);
    await ends(page, "own");
    await accessible(page, "light");
    await picture(page, "own");

    await page.click("#stop");
    await phase(page, "idle");
    await type(page, OWN.replace("population = 60", "populaton = 60"));
    await wait_for(page, () => document.querySelectorAll("#mistakes li").length > 0);
    claim("a mistake is told at its line", /unknown field 'populaton'; did you mean 'population'/.test(await text(page, "mistakes"))
      && await page.locator(".CodeMirror .wrong").count() === 1, await text(page, "mistakes"));
    await page.click("#run");
    await wait_for(page, () => document.getElementById("status").textContent === "the script has mistakes");

    await type(page, "while true do end");
    await wait_for(page, () => /endless loop/.test(document.getElementById("mistakes").textContent));
    claim("an endless script does not freeze the page", true);

    await page.selectOption("#example", "scripts/lessons/01-random.lua");
    await wait_for(page, () => document.getElementById("verdict").textContent === "no mistakes");
    await wait_for(page, () => /Predict first/.test(document.getElementById("lesson").textContent));
    claim("a lesson stands beside its script", /Exercises/.test(await text(page, "lesson")));
    await ends(page, "lesson");
    claim("the lesson says what it found", /Holds: Evolution's best program/.test(await text(page, "output")));
    await picture(page, "lesson");

    await page.click("#stop");
    await phase(page, "idle");
    await type(page, OWN);
    await page.fill("#seed", "7");
    await page.click("#share");
    await wait_for(page, () => location.hash.startsWith("#s="));
    const shared = await opens(browser.context, page.url());
    claim("a link holds script and seed", await shared.page.evaluate(() => document.querySelector(".CodeMirror").CodeMirror.getValue()) === OWN
      && await shared.page.inputValue("#seed") === "7");
    await shared.page.close();

    await page.click("#theme");
    await page.setViewportSize({ width: 390, height: 844 });
    claim("a phone needs no scrolling sideways", await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await ends(page, "phone");
    await accessible(page, "dark, on a phone");
    await picture(page, "phone", { fullPage: true });

    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
    const store = path.join(path.dirname(await download.path()), "saved.db");
    fs.copyFileSync(await download.path(), store);
    claim("the store is one of SQLite", fs.readFileSync(store).subarray(0, 15).toString() === "SQLite format 3");
    await page.setInputFiles("#file", store);
    await wait_for(page, () => document.querySelectorAll("#run-list li").length > 1);
    claim("its runs are listed", /digest [0-9a-f]{16}/.test(await text(page, "run-list")));
    await page.click("#runs-close");

    await page.setViewportSize({ width: 1440, height: 1000 });
    await kind(page, "scripts/linear-robot.lua", "lines");
    await kind(page, "scripts/rock-paper-scissors.lua", "a machine");
    await kind(page, "scripts/puzzle-evolve.lua", "a vector");
    await goes_on(browser.context, server.address, page);

    claim("the console is silent", wrong.length === 0, wrong.join("\n"));
    claim("nothing is asked of other hosts", elsewhere.length === 0, elsewhere.join("\n"));
  } finally {
    await browser.end();
    server.end();
  }
  process.exitCode = failed ? 1 : 0;
}

main().catch((e) => {
  console.log(`FAIL the page can be tested: ${e.message}`);
  process.exitCode = 1;
});
