// trees.js -- programs drawn as trees, in SVG: a box per node, children below.
//
// Branches (RPB, ADF0, ...) stand side by side. A drawing knows its nodes by their number
// in the program, so that the running one can be lit and one can be chosen.

import { colour, surface } from "./charts.js";

const SPACE = "http://www.w3.org/2000/svg";
const LETTER = 7.4, ROW = 46, HIGH = 24, GAP = 8;

function make(name, attributes, parent) {
  const e = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  parent?.append(e);
  return e;
}

// Places of all nodes: { x, y, w } by number; also the size of the whole.
function layout(nodes) {
  const list = nodes.map((n, i) => ({ ...n, i, kids: [], w: n.name.length * LETTER + 14, y: 0 }));
  const roots = [];
  for (const n of list) {
    if (n.parent) {
      n.up = list[n.parent - 1];
      n.up.kids.push(n);
      n.y = n.up.y + ROW;
    } else roots.push(n);
  }
  let x = 0, deep = 0;
  const place = (n) => {
    deep = Math.max(deep, n.y);
    if (!n.kids.length) {
      n.x = x + n.w / 2;
      x += n.w + GAP;
      return;
    }
    const from = x;
    n.kids.forEach(place);
    n.x = (n.kids[0].x + n.kids[n.kids.length - 1].x) / 2;
    if (x - from < n.w + GAP) {
      const more = (n.w + GAP - (x - from)) / 2;
      shift(n, more);
      x = from + n.w + GAP;
    }
  };
  const shift = (n, by) => {
    n.x += by;
    n.kids.forEach((k) => shift(k, by));
  };
  const several = new Set(list.map((n) => n.branch)).size > 1;
  for (const root of roots) {
    root.first = x;
    place(root);
    x += 3 * GAP;
  }
  return { list, roots, several, width: Math.max(60, x), height: deep + HIGH + (several ? 26 : 8) };
}

// The whole tree at once on a canvas, for programs that change while one looks: a tenth of
// what a drawing costs. It has no parts; `chosen` is called when it is clicked.
export class TreeSketch {
  constructor(box, nodes, chosen) {
    let canvas = box.firstElementChild;
    if (!canvas?.classList.contains("sketch")) {
      canvas = document.createElement("canvas");
      canvas.className = "sketch";
      box.replaceChildren(canvas);
    }
    canvas.onclick = chosen;
    const { c, width, height } = surface(canvas);
    const l = layout(nodes);
    const across = Math.min(1.25, (width - 24) / l.width), down = Math.min(1.25, (height - 60) / l.height);
    const left = (width - l.width * across) / 2;
    for (const n of l.list) Object.assign(n, { cx: left + n.x * across, cy: 34 + n.y * down });
    this.lines(c, l.list);
    if (across > 0.62) this.boxes(c, l.list, across);
    else this.dots(c, l.list, Math.max(2.5, Math.min(8, 16 * across)));
    c.font = '650 13px Georgia, "DejaVu Serif", serif';
    c.fillStyle = colour("quiet");
    c.textAlign = "left";
    for (const root of l.several ? l.roots : []) c.fillText(root.branch, left + root.first * across, 14);
  }

  lines(c, list) {
    c.strokeStyle = colour("edge");
    c.lineWidth = 1.3;
    c.beginPath();
    for (const n of list) {
      if (!n.up) continue;
      const half = (n.cy - n.up.cy) / 2;
      c.moveTo(n.up.cx, n.up.cy);
      c.bezierCurveTo(n.up.cx, n.up.cy + half, n.cx, n.cy - half, n.cx, n.cy);
    }
    c.stroke();
  }

  dots(c, list, r) {
    const inner = colour("accent"), leaf = colour("good");
    for (const n of list) {
      c.fillStyle = n.kids.length ? inner : leaf;
      c.beginPath();
      if (n.kids.length) c.arc(n.cx, n.cy, r, 0, 7);
      else c.rect(n.cx - r * 0.8, n.cy - r * 0.8, r * 1.6, r * 1.6);
      c.fill();
    }
  }

  boxes(c, list, scale) {
    const leaf = colour("leaf"), node = colour("node"), ink = colour("ink");
    c.font = `500 ${12.5 * scale}px ui-monospace, "DejaVu Sans Mono", monospace`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    for (const n of list) {
      const w = n.w * scale, h = HIGH * scale;
      c.fillStyle = n.kids.length ? node : leaf;
      c.fillRect(n.cx - w / 2, n.cy - h / 2, w, h);
      c.strokeRect(n.cx - w / 2, n.cy - h / 2, w, h);
      c.fillStyle = ink;
      c.fillText(n.name, n.cx, n.cy);
    }
    c.textBaseline = "alphabetic";
  }

  fit() {}
  mark() {}
  worth() {}
  neighbour() { return 1; }
}

export class TreeDrawing {
  // options: marked = { at, span, class }, chosen(i) when a node is clicked.
  constructor(box, nodes, options = {}) {
    this.box = box;
    this.shapes = [];
    const l = layout(nodes);
    const top = l.several ? 24 : 6;
    const svg = make("svg", { viewBox: `-4 0 ${l.width + 8} ${l.height + top}`, role: "presentation" });
    svg.classList.add("drawing");
    this.svg = svg;
    for (const root of l.roots) {
      if (l.several) make("text", { x: root.first, y: 14, class: "branch" }, svg).textContent = root.branch;
    }
    for (const n of l.list) {
      if (n.up) {
        make("path", { class: "edge",
          d: `M${n.up.x} ${n.up.y + top + HIGH}C${n.up.x} ${n.up.y + top + ROW - 8} ${n.x} ${n.y + top - 14} ${n.x} ${n.y + top}` }, svg);
      }
    }
    l.list.forEach((n) => this.node(n, top, options));
    this.natural = l.width + 8;
    this.fit();                       // asks for the box's width before it changes
    box.replaceChildren(svg);
  }

  node(n, top, options) {
    const g = make("g", { class: "node" + (n.kids.length ? "" : " leaf") }, this.svg);
    const m = options.marked;
    if (m && n.i + 1 >= m.at && n.i + 1 < m.at + m.span) g.classList.add(m.class);
    make("rect", { x: n.x - n.w / 2, y: n.y + top, width: n.w, height: HIGH,
      rx: n.kids.length ? 5 : 12 }, g);
    make("text", { x: n.x, y: n.y + top + HIGH / 2 + 4.5, "text-anchor": "middle" }, g).textContent = n.name;
    if (options.chosen) g.addEventListener("click", () => options.chosen(n.i + 1));
    this.shapes.push({ g, n, top });
  }

  // As wide as the box, but not too small to read: then it scrolls.
  fit() {
    const wide = this.box.clientWidth - 8;
    const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const scale = letters * Math.min(1.25, Math.max(0.9, wide / this.natural / letters));
    this.scale = scale;
    this.svg.setAttribute("width", Math.round(this.natural * scale));
  }

  mark(name, i) {
    for (const s of this.shapes) s.g.classList.toggle(name, s.n.i + 1 === i);
    const s = this.shapes[i - 1];
    if (s) this.show(s);
    return s && s.n;
  }

  show(s) {
    const x = (s.n.x + 4) * this.scale, y = (s.n.y + s.top) * this.scale, b = this.box;
    if (x < b.scrollLeft + 30 || x > b.scrollLeft + b.clientWidth - 30) {
      b.scrollLeft = x - b.clientWidth / 2;
    }
    if (y < b.scrollTop + 20 || y > b.scrollTop + b.clientHeight - 50) {
      b.scrollTop = y - b.clientHeight / 2;
    }
  }

  // What each node is worth, 0 to 4, as a class.
  worth(loss) {
    const most = Math.max(1e-300, ...loss);
    this.shapes.forEach((s, i) => {
      const h = loss[i] > 0 ? Math.max(1, Math.ceil(4 * loss[i] / most)) : 0;
      for (let k = 0; k <= 4; k += 1) s.g.classList.toggle("worth" + k, k === h);
    });
  }

  // The node that a key leads to from node i.
  neighbour(i, key) {
    const n = this.shapes[i - 1]?.n;
    if (!n) return 1;
    const side = n.up ? n.up.kids : [n];
    const at = side.indexOf(n);
    const to = { ArrowUp: n.up, ArrowDown: n.kids[0], ArrowLeft: side[at - 1], ArrowRight: side[at + 1] }[key];
    return to ? to.i + 1 : key === "ArrowRight" ? Math.min(i + 1, this.shapes.length)
      : key === "ArrowLeft" ? Math.max(i - 1, 1) : i;
  }
}
