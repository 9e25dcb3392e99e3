// parts.js -- programs that are no trees: lines in blocks, machines, vectors.
//
// Drawings of all kinds know the same verbs (trees.js): parts have numbers from 1, one can
// be marked, chosen, shown to be worth something, and keys lead from one to another.
import { TreeDrawing } from "./trees.js";
import { short } from "./charts.js";

const SPACE = "http://www.w3.org/2000/svg";
const DASHES = ["", "7 4", "2 3", "10 3 2 3"];

function make(name, attributes, parent) {
  const e = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  parent?.append(e);
  return e;
}

function element(name, parent, text, cls) {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (cls) e.className = cls;
  parent?.append(e);
  return e;
}

class Drawing {
  constructor(box, parts, chosen) {
    Object.assign(this, { box, parts, chosen, shapes: [] });
  }

  add(g, i) {
    g.classList.add("part");
    if (this.chosen) g.addEventListener("click", () => this.chosen(i));
    this.shapes.push({ g });
  }

  fit() {}

  mark(name, i) {
    this.shapes.forEach((s, k) => s.g.classList.toggle(name, k + 1 === i));
    if (this.shapes[i - 1]) this.show(this.shapes[i - 1]);
    return this.parts[i - 1];
  }

  show(s) {
    const a = s.g.getBoundingClientRect(), b = this.box.getBoundingClientRect();
    if (a.top < b.top + 4 || a.bottom > b.bottom - 4) {
      this.box.scrollTop += (a.top + a.bottom - b.top - b.bottom) / 2;
    }
    if (a.left < b.left || a.right > b.right) this.box.scrollLeft += a.left - b.left - 20;
  }

  worth(loss) {
    const most = Math.max(1e-300, ...loss.map(Number));
    this.shapes.forEach((s, i) => {
      const h = loss[i] > 0 ? Math.max(1, Math.ceil(4 * loss[i] / most)) : 0;
      for (let k = 0; k <= 4; k += 1) s.g.classList.toggle("worth" + k, k === h);
    });
  }

  neighbour(i, key) {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key] || 0;
    return Math.min(Math.max(i + by, 1), this.parts.length);
  }
}

// Blocks side by side, a line below another. ghost = { at, name, branch, line }: a line
// that was knocked out, struck through where it stood.
class LinesDrawing extends Drawing {
  constructor(box, program, options) {
    super(box, program.parts, options.chosen);
    const blocks = element("div", null, undefined, "blocks");
    let list, last;
    const ghost = options.ghost;
    const row = (part, i) => {
      if (part.branch !== last) {
        const block = element("div", blocks, undefined, "block");
        element("h3", block, part.branch);
        list = element("ol", block);
        last = part.branch;
      }
      const item = element("li", list, undefined, part.test ? "line test" : "line");
      element("span", item, part.line, "number");
      element("code", item, part.name);
      if (part.help) item.title = part.help;
      if (i) this.add(item, i);
      else item.classList.add("ghost");
    };
    program.parts.forEach((part, k) => {
      if (ghost && ghost.at === k + 1 && (ghost.branch === part.branch || last !== ghost.branch)) row(ghost, 0);
      row(part, k + 1);
    });
    if (ghost && ghost.at > program.parts.length) row(ghost, 0);
    box.replaceChildren(blocks);
  }

  neighbour(i, key) {
    if (key === "ArrowUp" || key === "ArrowDown") return super.neighbour(i, key);
    const here = this.parts[i - 1], by = key === "ArrowLeft" ? -1 : 1;
    const names = [...new Set(this.parts.map((p) => p.branch))];
    const to = names[names.indexOf(here.branch) + by];
    const at = this.parts.findLastIndex((p) => p.branch === to && p.line <= here.line);
    return at < 0 ? i : at + 1;
  }
}

// Which states can be reached at all.
function reachable(states) {
  const seen = new Set(), left = states.map((s, i) => (s.start ? i : -1)).filter((i) => i >= 0);
  while (left.length) {
    const i = left.pop();
    if (!seen.has(i)) {
      seen.add(i);
      for (const to of states[i].to) left.push(to - 1);
    }
  }
  return seen;
}

// States on a circle; what is seen chooses among arrows of different dashes and colours.
class MachineDrawing extends Drawing {
  constructor(box, program, options) {
    super(box, program.parts, options.chosen);
    const n = this.parts.length, r = Math.max(26, Math.min(32, 300 / n)), R = Math.max(90, n * r * 0.44);
    const size = 2 * (R + 2.6 * r);
    const svg = make("svg", { viewBox: `0 0 ${size} ${size}`, role: "presentation" });
    svg.classList.add("drawing", "machine");
    const at = (i) => [size / 2 + R * Math.sin(2 * Math.PI * i / n), size / 2 - R * Math.cos(2 * Math.PI * i / n)];
    const heads = make("defs", {}, svg);
    program.sees.forEach((_, k) => {
      const m = make("marker", { id: `head${k}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, heads);
      make("path", { d: "M0 0L8 4L0 8z", class: `head see${k % 4}` }, m);
    });
    const alive = reachable(this.parts);
    this.edges = this.parts.map((s, i) => s.to.map((to, k) => this.edge(svg, { i, to: to - 1, k, at, r, size })));
    this.parts.forEach((s, i) => {
      const [x, y] = at(i), g = make("g", { class: "state" + (s.start ? " first" : "") + (alive.has(i) ? "" : " idle") }, svg);
      make("circle", { cx: x, cy: y, r }, g);
      if (s.start) make("circle", { cx: x, cy: y, r: r - 4, class: "ring" }, g);
      make("text", { x, y: y - 3, "text-anchor": "middle", class: "number" }, g).textContent = s.state;
      make("text", { x, y: y + 12, "text-anchor": "middle" }, g).textContent = s.name.length > 8 ? s.name.slice(0, 7) + "…" : s.name;
      this.add(g, i + 1);
    });
    const key = element("p", null, "Double ring: the first state. Seeing ", "words key-line");
    program.sees.forEach((name, k) => {
      const sample = make("svg", { width: 34, height: 10, "aria-hidden": "true" });
      make("path", { d: "M1 5H33", class: `edge see${k % 4}`, "stroke-dasharray": DASHES[k % 4] }, sample);
      key.append(sample, ` ${name}${k < program.sees.length - 1 ? ", " : "."}`);
    });
    if (alive.size < n) key.append(` ${n - alive.size} of ${n} states are never reached (pale).`);
    this.svg = svg;
    this.natural = size;
    box.replaceChildren(svg, key);
    this.fit();
  }

  edge(svg, { i, to, k, at, r, size }) {
    const [x, y] = at(i), [u, v] = at(to), bend = 16 + 13 * k;
    let d;
    if (i === to) {
      const a = Math.atan2(y - size / 2, x - size / 2) + (k - 1) * 0.5, b = 0.42;
      const p = (angle, f) => `${x + f * r * Math.cos(angle)} ${y + f * r * Math.sin(angle)}`;
      d = `M${p(a - b, 1)}C${p(a - b, 2.4)} ${p(a + b, 2.4)} ${p(a + b, 1.1)}`;
    } else {
      const l = Math.hypot(u - x, v - y), nx = -(v - y) / l, ny = (u - x) / l;
      const mx = (x + u) / 2 + nx * bend, my = (y + v) / 2 + ny * bend;
      const from = Math.hypot(mx - x, my - y), till = Math.hypot(u - mx, v - my);
      d = `M${x + (mx - x) * r / from} ${y + (my - y) * r / from}Q${mx} ${my} ${u - (u - mx) * (r + 2) / till} ${v - (v - my) * (r + 2) / till}`;
    }
    return make("path", { d, class: `edge see${k % 4}`, "stroke-dasharray": DASHES[k % 4], "marker-end": `url(#head${k})` }, svg);
  }

  fit() {
    const wide = Math.min(this.box.clientWidth - 8, Math.max(340, this.box.clientHeight - 60));
    this.svg.setAttribute("width", Math.round(Math.max(240, Math.min(wide, this.natural * 1.5))));
  }

  mark(name, i) {
    if (name === "lit") this.edges.forEach((list, k) => list.forEach((e) => e.classList.toggle("from", k + 1 === i)));
    return super.mark(name, i);
  }
}

// A bar for each gene, to the left where it is negative.
class VectorDrawing extends Drawing {
  constructor(box, program, options) {
    super(box, program.parts, options.chosen);
    const most = Math.max(1e-300, ...this.parts.map((g) => Math.abs(Number(g.value))));
    const below = this.parts.some((g) => g.value < 0);
    const table = element("div", null, undefined, "genes");
    this.parts.forEach((g, i) => {
      const row = element("div", table, undefined, "gene");
      element("span", row, g.name, "name");
      const bar = make("svg", { viewBox: below ? "-100 0 200 10" : "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, row);
      const w = 100 * Math.abs(g.value) / most;
      make("rect", { x: g.value < 0 ? -w : 0, y: 1, width: Math.max(w, 0.6), height: 8, class: g.value < 0 ? "bar less" : "bar" }, bar);
      element("span", row, short(Number(g.value)), "value");
      this.add(row, i + 1);
    });
    box.replaceChildren(table);
  }
}

// The drawing of a program. options: chosen(i) when a part is clicked; ghost.
export function drawing(box, program, options) {
  if (program.kind === "tree") return new TreeDrawing(box, program.parts, options);
  const kinds = { linear: LinesDrawing, machine: MachineDrawing, vector: VectorDrawing };
  return new kinds[program.kind](box, program, options);
}

// A part in words.
export function words(program, i) {
  const p = program.parts[i - 1];
  switch (program.kind) {
    case "tree": return `Node ${i}: ${p.name}, in ${p.branch}`;
    case "linear": return `Line ${p.line} of ${p.branch}: ${p.name}${p.help ? ", " + p.help : ""}`;
    case "machine": return `State ${p.state} plays ${p.name}; ${program.sees.map((s, k) => `seeing ${s} it ${
      p.to[k] === i ? "stays" : "goes to " + (p.to[k] - 1)}`).join(", ")}`;
    default: return `Gene ${p.name} is ${p.value}`;
  }
}

// What knocking a part out is called.
export const KNOCK = { tree: "Knock this node out", linear: "Knock this line out",
  machine: "Let it play another move", vector: "Set this gene to 0" };
