// browser.cjs -- Debian's chromium, and a folder served to it on this machine alone.
const fs = require("fs");
const http = require("http");
const os = require("os");
const path = require("path");

const root = path.resolve(__dirname, "../..");
const { chromium } = require(path.join(root, "build/web/npm/node_modules/playwright-core"));

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
  ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm" };

// A server of the built page; gives its address and a function that ends it.
function serve() {
  const page = path.join(root, "build/web/page");
  const server = http.createServer((request, response) => {
    const name = path.basename(new URL(request.url, "http://here").pathname) || "index.html";
    fs.readFile(path.join(page, name), (error, bytes) => {
      response.writeHead(error ? 404 : 200, { "Content-Type": TYPES[path.extname(name)] || "text/plain" });
      response.end(error ? "" : bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({
      address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() }));
  });
}

async function launch() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ludus-chromium-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: "/usr/bin/chromium", headless: true, viewport: { width: 1440, height: 1000 },
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  const end = async () => {
    await context.close();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { context, end };
}

module.exports = { serve, launch, root };
