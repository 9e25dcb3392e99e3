// pictures.cjs -- the page as it looks: on a desk, in the dark, on a phone, on a wall.
//
//     node tests/web/pictures.cjs FOLDER
//
// `make web-pictures` writes those of docs/.
const path = require("path");
const { serve, launch } = require("./browser.cjs");

const folder = process.argv[2];
const WAIT = { timeout: 120000 };

async function play(page, script, generations, step) {
  await page.selectOption("#example", script);
  await page.waitForFunction(() => window.ludus.state.phase === "idle", null, WAIT);
  await page.waitForFunction(() => document.getElementById("verdict").textContent === "no mistakes", null, WAIT);
  for (let i = 0; i < generations; i += 1) {
    await page.click("#step");
    await page.waitForFunction((n) => window.ludus.state.rows.length === n, i + 1, WAIT);
  }
  await page.waitForFunction(() => !document.getElementById("watch").disabled, null, WAIT);
  await page.click("#watch");
  await page.waitForFunction(() => /^Step/.test(document.getElementById("state-words").textContent), null, WAIT);
  const at = Math.min(step, Number(await page.getAttribute("#time", "max")) - 1);     // some games are short
  await page.fill("#time", String(at));
  await page.waitForFunction((n) => document.getElementById("state-words").textContent.startsWith(`Step ${n} `), at, WAIT);
}

async function picture(page, name, options) {
  await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
  await page.screenshot({ path: path.join(folder, name + ".jpg"), type: "jpeg", quality: 30, ...options });
}

async function main() {
  const server = await serve(), browser = await launch();
  const page = await browser.context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  await page.setViewportSize({ width: 1280, height: 1180 });
  await page.goto(server.address);
  await page.waitForFunction(() => window.ludus?.state.phase === "idle", null, WAIT);
  await play(page, "scripts/ant.lua", 16, 120);
  await picture(page, "web-desk");
  await page.click("#theme");
  await play(page, "scripts/rock-paper-scissors.lua", 14, 30);
  await picture(page, "web-dark");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.click("#theme");
  await play(page, "scripts/linear-robot.lua", 12, 60);
  await page.evaluate(() => document.getElementById("program").scrollIntoView());
  await page.evaluate(() => scrollBy(0, -document.getElementById("control").offsetHeight - 8));
  await page.screenshot({ path: path.join(folder, "web-phone.jpg"), type: "jpeg", quality: 30 });
  await page.click("#size");
  await page.setViewportSize({ width: 1920, height: 1080 });
  await play(page, "scripts/minesweeper-two-mines.lua", 3, 300);
  await page.evaluate(() => document.getElementById("curves").scrollIntoView());
  await page.screenshot({ path: path.join(folder, "web-wall.jpg"), type: "jpeg", quality: 30 });
  await browser.end();
  server.end();
}

main();
