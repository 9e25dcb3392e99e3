// tiles.js -- the population as a field of tiles, one per program, best first.
import { colour, surface, short } from "./charts.js";

// Seven colours that people with any colour vision tell apart, after Okabe and Ito.
const KINDS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"];

// Dark blue to yellow: lightness alone tells the order.
function heat(t) {
  const stops = [[28, 32, 88], [35, 88, 140], [40, 140, 140], [120, 190, 100], [250, 225, 60]];
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2), f = at - i;
  return `rgb(${stops[i].map((v, k) => Math.round(v + (stops[i + 1][k] - v) * f)).join(",")})`;
}

export class Tiles {
  constructor(canvas, words, chosen) {
    Object.assign(this, { canvas, words, chosen, data: null, by: "score", at: -1, slot: 0 });
    canvas.addEventListener("click", (e) => {
      const i = this.under(e.offsetX, e.offsetY);
      if (i >= 0) this.choose(i);
    });
    canvas.addEventListener("mousemove", (e) => this.tell(this.under(e.offsetX, e.offsetY)));
    canvas.addEventListener("keydown", (e) => this.key(e));
  }

  set(data) {
    const sign = data.minimise ? 1 : -1;
    this.data = data;
    this.order = data.raw.map((_, i) => i);
    const value = (i) => data.raw[i] ?? sign * Infinity;
    if (this.at < 0) this.words.textContent = "Each tile is a program, the best first. Click one, or go there with the arrow keys and press Enter.";
    this.order.sort((a, b) => sign * (value(a) - value(b)) || a - b);
    this.draw();
  }

  clear() {
    this.data = null;
    this.at = -1;
    surface(this.canvas);
  }

  layout() {
    const n = this.order.length, w = this.canvas.clientWidth, h = this.canvas.clientHeight;
    let cols = Math.max(1, Math.round(Math.sqrt(n * w / h)));
    while (Math.ceil(n / cols) * (w / cols) > h + 0.5) cols += 1;
    this.cols = cols;
    this.side = w / cols;
  }

  paint(i) {
    const { raw, kind } = this.data, slot = this.order[i];
    if (this.by === "kind") return KINDS[kind[slot] % KINDS.length];
    const best = raw[this.order[0]], worst = raw[this.order[this.order.length - 1]] ?? best;
    const middle = raw[this.order[Math.floor(this.order.length * 0.9)]] ?? worst;
    const bottom = Number.isFinite(middle) && middle !== best ? middle : worst;
    return heat(best === bottom ? 1 : 1 - (best - (raw[slot] ?? bottom)) / (best - bottom));
  }

  draw() {
    if (!this.data) return;
    const { c } = surface(this.canvas);
    this.layout();
    const gap = this.side > 5 ? 1 : 0;
    for (let i = 0; i < this.order.length; i += 1) {
      const x = (i % this.cols) * this.side, y = Math.floor(i / this.cols) * this.side;
      c.fillStyle = this.paint(i);
      c.fillRect(x, y, this.side - gap, this.side - gap);
    }
    if (this.at >= 0 && this.at < this.order.length) this.frame(c);
    this.canvas.setAttribute("aria-label", `${this.order.length} programs, best first, `
      + `${this.data.kinds} kinds of behaviour; best raw score ${short(this.data.raw[this.order[0]])}`);
  }

  frame(c) {
    const x = (this.at % this.cols) * this.side, y = Math.floor(this.at / this.cols) * this.side;
    c.strokeStyle = colour("ink");
    c.lineWidth = 2;
    c.strokeRect(x - 1, y - 1, this.side + 1, this.side + 1);
  }

  under(x, y) {
    if (!this.data) return -1;
    const i = Math.floor(y / this.side) * this.cols + Math.floor(x / this.side);
    return i < this.order.length ? i : -1;
  }

  tell(i) {
    if (i < 0) return;
    const slot = this.order[i];
    this.words.textContent = `Rank ${i + 1} of ${this.order.length}: program ${slot + 1}, raw score `
      + short(this.data.raw[slot]);
  }

  choose(i) {
    this.at = i;
    this.draw();
    this.tell(i);
    this.chosen(this.order[i] + 1);
  }

  key(e) {
    if (!this.data) return;
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.cols, ArrowUp: -this.cols }[e.key];
    if (by) {
      this.at = Math.min(Math.max(this.at + by, 0), this.order.length - 1);
      this.draw();
      this.tell(this.at);
    } else if (e.key === "Enter" || e.key === " ") this.choose(Math.max(0, this.at));
    else return;
    e.preventDefault();
  }
}
