// charts.js -- curves on canvas: lines, a band of spread, axes with round numbers.

// A canvas of the size it has on the page, in the pixels of the screen.
export function surface(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio)
    || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const c = canvas.getContext("2d");
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, width, height);
  return { c, width, height };
}

const colours = new Map();            // of this theme: asking the page costs a layout
let theme;

export function colour(name) {
  const root = document.documentElement;
  if (theme !== root.dataset.theme) {
    colours.clear();
    theme = root.dataset.theme;
  }
  if (!colours.has(name)) colours.set(name, getComputedStyle(root).getPropertyValue("--" + name).trim());
  return colours.get(name);
}

export function short(x) {
  if (!Number.isFinite(x)) return "–";
  const a = Math.abs(x);
  if (a >= 1e6) return (x / 1e6).toPrecision(3) + " M";
  if (a >= 1e4) return Math.round(x / 1e3) + " k";
  if (Number.isInteger(x)) return String(x);
  return a >= 100 ? x.toFixed(0) : a >= 1 ? x.toFixed(1) : x.toPrecision(2);
}

// Round numbers from low to high, about `count` of them.
function ticks(low, high, count) {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw);
  const list = [];
  for (let t = Math.ceil(low / step) * step; t <= high + step / 1e6; t += step) {
    list.push(Math.abs(t) < step / 1e6 ? 0 : t);
  }
  return list;
}

// Lowest and highest of what is drawn; unusual means are left out where errors explode.
function range(series, from) {
  let low = Infinity, high = -Infinity;
  for (const s of series) {
    for (const row of s.rows) {
      for (const y of s.span(row)) {
        if (!Number.isFinite(y)) continue;
        low = Math.min(low, y);
        high = Math.max(high, y);
      }
    }
  }
  if (from !== undefined) low = Math.min(low, from);
  if (!(low < high)) { low -= 1; high = low + 2; }
  return [low, high];
}

// series: [{ rows, y(row), span(row), colour, band(row) -> [low, high], faint }].
export function draw(canvas, series, options = {}) {
  const { c, width, height } = surface(canvas);
  if (!width) return;
  const text = parseFloat(getComputedStyle(canvas).fontSize) * 0.78;
  c.font = `${text}px system-ui, sans-serif`;
  const left = text * 3.6, right = 10, top = text * 0.7, bottom = text * 1.7;
  const [low, high] = range(series.filter((s) => !s.faint), options.from);
  const last = Math.max(1, ...series.map((s) => s.rows.length
    ? s.rows[s.rows.length - 1].generation : 0));
  const x = (g) => left + (width - left - right) * g / last;
  const y = (v) => top + (height - top - bottom)
    * (1 - (Math.min(Math.max(v, low), high) - low) / (high - low));
  axes(c, { width, height, left, right, bottom, x, y, low, high, last, text });
  for (const s of series) line(c, s, x, y);
}

function axes(c, a) {
  c.strokeStyle = colour("rule");
  c.fillStyle = colour("quiet");
  c.lineWidth = 1;
  c.textBaseline = "middle";
  c.textAlign = "right";
  for (const t of ticks(a.low, a.high, Math.max(2, a.height / 45))) {
    c.beginPath();
    c.moveTo(a.left, Math.round(a.y(t)) + 0.5);
    c.lineTo(a.width - a.right, Math.round(a.y(t)) + 0.5);
    c.stroke();
    c.fillText(short(t), a.left - 6, a.y(t));
  }
  c.textAlign = "center";
  c.textBaseline = "bottom";
  for (const t of ticks(0, a.last, Math.max(2, a.width / 90))) {
    if (Number.isInteger(t)) c.fillText(String(t), a.x(t), a.height - 1);
  }
}

function line(c, s, x, y) {
  if (s.band && s.rows.length > 1) {
    c.fillStyle = s.colour;
    c.globalAlpha = 0.18;
    c.beginPath();
    for (const row of s.rows) c.lineTo(x(row.generation), y(s.band(row)[1]));
    for (let i = s.rows.length - 1; i >= 0; i -= 1) {
      c.lineTo(x(s.rows[i].generation), y(s.band(s.rows[i])[0]));
    }
    c.fill();
    c.globalAlpha = 1;
  }
  c.strokeStyle = s.colour;
  c.globalAlpha = s.faint ? 0.25 : 1;
  c.lineWidth = s.faint ? 1 : 2;
  c.setLineDash(s.dash || []);
  c.lineJoin = "round";
  c.beginPath();
  for (const row of s.rows) c.lineTo(x(row.generation), y(s.y(row)));
  c.stroke();
  if (s.rows.length === 1) {
    c.fillStyle = s.colour;
    c.fillRect(x(s.rows[0].generation) - 2, y(s.y(s.rows[0])) - 2, 4, 4);
  }
  c.setLineDash([]);
  c.globalAlpha = 1;
}
