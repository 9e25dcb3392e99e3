// link.js -- a script in a link: deflated, then base64 for addresses. Nothing is sent:
// what stands behind # stays in the browser.
const MAX = 200000;                   // characters of a script that a link may hold

async function through(stream, bytes) {
  const body = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

export async function encode(script, seed) {
  const bytes = await through(new CompressionStream("deflate-raw"),
    new TextEncoder().encode(script));
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return "#s=" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
    + "&seed=" + seed;
}

// { script, seed } of an address, or undefined where it holds none.
export async function decode(hash) {
  const found = /^#s=([\w-]+)(?:&seed=(\d{1,10}))?$/.exec(hash);
  if (!found) return undefined;
  try {
    const text = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const script = new TextDecoder("utf-8", { fatal: true }).decode(
      await through(new DecompressionStream("deflate-raw"), bytes));
    return script.length <= MAX ? { script, seed: Number(found[2] || 1) } : undefined;
  } catch {
    return undefined;
  }
}
