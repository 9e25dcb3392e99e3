// clients.cjs -- thirty clients and some hostile ones, for a class of `ludus serve`.
//
//     node tests/web/clients.cjs PORT CODE SCRIPT DIGEST BEST
//
// Prints `ok NAME` or `FAIL NAME: WHY` per claim, then `note` lines with figures. Each
// client has an address of its own, 127.0.1.N, as in a room.
const http = require("http");
const net = require("net");
const fs = require("fs");

const [port, code, path, digest, best] = process.argv.slice(2);
const script = fs.readFileSync(path, "utf8");
const CLIENTS = 30, EACH = 6;
const times = [];
let failed = 0;

function claim(name, holds, why) {
  if (!holds) failed += 1;
  console.log(holds ? `ok ${name}` : `FAIL ${name}: ${why ?? ""}`);
}

// { status, body, headers }; from: the last figure of the client's address.
function ask(from, method, where, body, headers = {}) {
  return new Promise((resolve) => {
    const start = performance.now();
    const request = http.request({ host: "127.0.0.1", port, path: where, method, agent: false,
      localAddress: `127.0.1.${from}`, headers: { "Accept-Encoding": "gzip", ...headers, Connection: "close" } }, (r) => {
      const parts = [], first = performance.now() - start;
      r.on("data", (d) => parts.push(d));
      r.on("end", () => {
        times.push({ first, time: performance.now() - start, what: `${method} ${where.slice(0, 40)}` });
        const packed = r.headers["content-encoding"] === "gzip";       // only weighed
        resolve({ status: r.statusCode, headers: r.headers, body: packed ? "" : Buffer.concat(parts).toString() });
      });
    });
    request.on("error", (e) => resolve({ status: 0, body: String(e) }));
    if (body !== undefined) request.write(body);
    request.end();
  });
}

const paper = (name, more) => JSON.stringify({ name, code, script, seed: 3, digest, best: Number(best), ...more });

async function client(i) {
  const seen = [(await ask(i, "GET", "/")).status, (await ask(i, "GET", "/ludus.wasm")).status];
  for (let k = 0; k < EACH; k += 1) {
    seen.push((await ask(i, "POST", "/api/hand-in", paper(`client ${i} paper ${k}`))).status);
    seen.push((await ask(i, "GET", "/api/board")).status);
  }
  return seen.every((s) => s === 200);
}

// Says nothing more after half a request; the server must live without it.
function slow() {
  const s = net.connect({ host: "127.0.0.1", port, localAddress: "127.0.1.200" });
  s.on("error", () => {});
  s.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-");
  return s;
}

function raw(text) {
  return new Promise((resolve) => {
    const s = net.connect({ host: "127.0.0.1", port, localAddress: "127.0.1.201" });
    let got = "";
    s.setTimeout(20000, () => s.destroy());
    s.on("data", (d) => { got += d; });
    s.on("close", () => resolve(got));
    s.on("error", () => {});
    s.write(text);
  });
}

async function hostile() {
  const refused = async (name, wanted, ...request) => {
    const a = await ask(150, ...request);
    claim(name, wanted.includes(a.status), `${a.status} ${a.body.slice(0, 80)}`);
  };
  for (const where of ["/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
    "/ludus.db", "/class.jsonl", "/api/run/1e9", "/api/run/-1", "/" + "a".repeat(4000)]) {
    await refused(`no way by ${where.slice(0, 40)}`, [404, 400, 414], "GET", where);
  }
  await refused("another method", [405], "DELETE", "/");
  await refused("no JSON", [400], "POST", "/api/hand-in", "{");
  await refused("JSON that is no object", [400], "POST", "/api/hand-in", "3");
  await refused("a page of another host", [403], "POST", "/api/hand-in", paper("x"), { Origin: "http://evil.example" });
  await refused("an empty name", [400], "POST", "/api/hand-in", paper(" "));
  await refused("a name that is too long", [400], "POST", "/api/hand-in", paper("n".repeat(41)));
  await refused("a digest that is none", [400], "POST", "/api/hand-in", paper("x", { digest: "<b>" }));
  await refused("a seed that is none", [400], "POST", "/api/hand-in", paper("x", { seed: "1; rm -rf /" }));
  await refused("a huge body", [413, 0], "POST", "/api/hand-in", "x".repeat(5000000));
  const endless = await raw("POST /api/hand-in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    + ("10000\r\n" + "y".repeat(65536) + "\r\n").repeat(40));
  claim("a body without an end", !/ 200 /.test(endless), endless.slice(0, 60));
  await refused("nested for ever", [400], "POST", "/api/hand-in", "[".repeat(390000));
  await refused("a number that is none", [400], "POST", "/api/hand-in", paper("x", { best: "1e999" }));
  const odd = [["no HTTP at all", "\0\x16\x03\x01garbage\r\n\r\n"], ["a huge header", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"z".repeat(60000)}\r\n\r\n`],
    ["two lengths", "POST /api/hand-in HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 500000\r\n\r\nabcde"],
    ["a negative length", "POST /api/hand-in HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\nabcde"]];
  for (const [name, bytes] of odd) {
    const got = await raw(bytes);
    claim(`refused: ${name}`, !/ 200 /.test(got), got.slice(0, 60));
  }
  const dribble = net.connect({ host: "127.0.0.1", port, localAddress: "127.0.1.202" });
  dribble.on("error", () => {});
  dribble.write("POST /api/hand-in HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n{");
  const crowd = Array.from({ length: 150 }, () => slow());             // more than one address may hold
  claim("it answers others meanwhile", (await ask(154, "GET", "/")).status === 200);
  crowd.forEach((s) => s.destroy());
  dribble.destroy();
  const statuses = [];
  for (let i = 0; i < 12; i += 1) statuses.push((await ask(151, "POST", "/api/hand-in", paper("guess", { code: "AAAAAA" }))).status);
  claim("wrong codes are refused, then the guesser", statuses[0] === 403 && statuses[11] === 429, statuses.join(" "));
  const marked = "<img src=x onerror=alert(1)>";
  const a = await ask(152, "POST", "/api/hand-in", paper(marked));
  const board = await ask(152, "GET", "/api/board");
  claim("a name with marks is text in JSON, not a page", a.status === 200 && JSON.parse(board.body).rows.some((r) => r.name === marked)
    && board.headers["content-type"] === "application/json" && board.headers["x-content-type-options"] === "nosniff");
  const many = [];
  for (let i = 0; i < 31; i += 1) many.push((await ask(153, "POST", "/api/hand-in", paper("many", { digest: "0" }))).status);
  claim("too many of one address", many[30] === 429, many.join(" "));
}

async function main() {
  const idle = Array.from({ length: 20 }, slow);
  const all = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i + 1)));
  claim("every client is served", all.every(Boolean));
  const rows = JSON.parse((await ask(1, "GET", "/api/board")).body).rows;
  const names = new Set(rows.map((r) => r.name));
  let lost = 0;
  for (let i = 1; i <= CLIENTS; i += 1) for (let k = 0; k < EACH; k += 1) lost += names.has(`client ${i} paper ${k}`) ? 0 : 1;
  claim("nothing is lost", lost === 0 && rows.length === CLIENTS * EACH, `${lost} of ${rows.length}`);
  const files = times.filter((t) => /wasm/.test(t.what)), others = times.filter((t) => !/wasm/.test(t.what));
  others.sort((a, b) => a.time - b.time);
  const slow3 = others.slice(-3).reverse().map((t) => `${t.time.toFixed(1)} ms ${t.what}`);
  const last = (list) => Math.max(...list).toFixed(1);
  console.log(`note ${others.length} answers, median ${others[others.length >> 1].time.toFixed(1)} ms, slowest ${slow3.join(", ")}`);
  console.log(`note the program ${files.length} times at once: first bytes within ${last(files.map((t) => t.first))} ms, `
    + `the last after ${last(files.map((t) => t.time))} ms`);
  await hostile();
  idle.forEach((s) => s.destroy());
  process.exitCode = failed ? 1 : 0;
}

main();
