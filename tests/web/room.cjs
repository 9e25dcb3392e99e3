// room.cjs -- the pages of `ludus serve` in a real browser: a class whose names are hostile.
//
//     node tests/web/room.cjs PORT CODE
//
// Prints `ok NAME` or `FAIL NAME: WHY` per claim.
const fs = require("fs");
const path = require("path");
const { launch, root } = require("./browser.cjs");

const axe = fs.readFileSync(path.join(root, "build/web/npm/node_modules/axe-core/axe.min.js"), "utf8");
const [port, code] = process.argv.slice(2);
const address = `http://127.0.0.1:${port}`;
const NAME = "<img src=x onerror=alert(1)>";
const SCRIPT = "-- <script>alert(2)</script> \u202e title\nreturn 1";

function claim(name, holds, why) {
  if (!holds) process.exitCode = 1;
  console.log(holds ? `ok ${name}` : `FAIL ${name}: ${why ?? ""}`);
}

async function accessible(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  claim(`${name}: nothing for axe to find`, found.violations.length === 0, JSON.stringify(found.violations.map((v) => [v.id, v.nodes[0].html])));
}

async function main() {
  const browser = await launch();
  try {
    const page = await browser.context.newPage();
    page.setDefaultTimeout(60000);
    const wrong = [];
    page.on("dialog", (d) => { wrong.push("a dialog"); d.dismiss(); });
    page.on("console", (m) => { if (m.type() === "error") wrong.push(m.text()); });
    const given = await fetch(`${address}/api/hand-in`, { method: "POST", body: JSON.stringify({ name: NAME, code,
      script: SCRIPT, seed: 1, digest: "0123456789abcdef", best: 3 }) });
    claim("a hostile name is taken as text", given.status === 200);
    await page.goto(`${address}/board`);
    await page.waitForFunction(() => document.querySelectorAll("#rows tr").length > 0);
    claim("the board shows it as text", (await page.textContent("#rows")).includes(NAME)
      && await page.locator("#rows img, #rows script").count() === 0);
    await accessible(page, "the board");
    await page.setViewportSize({ width: 390, height: 844 });
    claim("the board on a phone", await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.goto(`${address}/runs`);
    await page.waitForFunction(() => document.querySelectorAll("#rows tr").length > 0);
    await accessible(page, "runs");
    await page.goto(`${address}/`);
    await page.waitForFunction(() => window.ludus?.state.phase === "idle");
    claim("the page asks for a name and the code", await page.isVisible("#who") && await page.isVisible("#code"));
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.click("#run");
    await page.waitForFunction(() => window.ludus.state.phase === "over" || window.ludus.state.rows.length > 3);
    if (await page.evaluate(() => window.ludus.state.phase) !== "over") await page.waitForFunction(() => window.ludus.state.phase === "over", null, { timeout: 120000 });
    await page.fill("#who", "Ada");
    await page.fill("#code", "WRONG1");
    await page.click("#hand");
    await page.waitForFunction(() => /not the join code/.test(document.getElementById("handed").textContent));
    await page.fill("#code", code.toLowerCase());
    await page.click("#hand");
    await page.waitForFunction(() => /handed in as number/.test(document.getElementById("handed").textContent));
    claim("a run is handed in", true);
    const refused = wrong.filter((w) => !/403/.test(w));              // the wrong code is told there, too
    claim("no script of others ran", refused.length === 0, refused.join("; "));
  } finally {
    await browser.end();
  }
}

main().catch((e) => {
  console.log(`FAIL the room can be tested: ${e.message}`);
  process.exitCode = 1;
});
