// report.cjs FILE... -- reports as a browser shows them: on a desk, in the dark, on a phone, on paper.
//
// Prints a line "no: ..." for whatever is wrong, "looked at N pages" at the end. Everything that is
// folded is looked at, too.
const fs = require("fs");
const path = require("path");
const { launch, root } = require("./browser.cjs");
const axe = fs.readFileSync(path.join(root, "build/web/npm/node_modules/axe-core/axe.min.js"), "utf8");

const VIEWS = {
  desk: [1200, 900, { media: "screen", colorScheme: "light" }],
  dark: [1200, 900, { media: "screen", colorScheme: "dark" }],
  phone: [390, 844, { media: "screen", colorScheme: "light" }],
  paper: [700, 990, { media: "print", colorScheme: "light" }],
};

async function look(page, name, view) {
  const [width, height, media] = VIEWS[view];
  await page.setViewportSize({ width, height });
  await page.emulateMedia(media);
  await page.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) console.log(`no: ${name}, ${view}: ${wide} pixels too wide`);
  if (view === "paper") {
    const shown = await page.evaluate(() => [...document.querySelectorAll("details.screen")].filter((d) => d.offsetHeight > 0).length);
    if (shown > 0) console.log(`no: ${name}: ${shown} listings are printed`);
    const cut = await page.evaluate(() => [...document.querySelectorAll("svg, pre")]
      .filter((e) => e.getBoundingClientRect().right > innerWidth + 1).length);
    if (cut > 0) console.log(`no: ${name}: ${cut} figures go beyond the paper`);
    return;
  }
  const found = await page.evaluate(() => window.axe.run(document));
  for (const v of found.violations) console.log(`no: ${name}, ${view}: ${v.id}: ${v.nodes[0].html}`);
}

async function main() {
  const browser = await launch();
  let pages = 0;
  for (const file of process.argv.slice(2)) {
    const page = await browser.context.newPage();
    await page.goto("file://" + path.resolve(file));
    await page.evaluate(axe);
    for (const view of Object.keys(VIEWS)) await look(page, path.basename(file), view);
    pages += 1;
  }
  await browser.end();
  console.log(`looked at ${pages} pages`);
}

main();
