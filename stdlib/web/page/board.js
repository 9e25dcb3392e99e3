// board.js -- the picture of a state: a game's own text, drawn as cells.
//
// A game shows itself as text. Lines of words stay words; the others are rows of cells,
// a character each. What a character looks like the game may say (`cells`), else its
// look is guessed: # and digits, @ the player, x and o discs. Every cell keeps its
// character, so no colour is needed to read it.
import { colour, surface } from "./charts.js";

const DISCS = { x: "blue", X: "blue", o: "orange", O: "orange" };
const TILES = { "#": "green", "*": "orange", "@": "red", A: "purple", B: "teal" };

function is_words(line) { return /[A-Za-z]{2,}|\d{3,}|-?\d+\.\d/.test(line); }

// The rows as cells: words of up to three letters where all rows have as many of them,
// every second character where blanks stand between, else every character.
function cells_of(rows) {
  const tokens = rows.map((r) => r.join("").trim().split(/\s+/));
  if (tokens.length && tokens[0].length > 1 && tokens.every((t) => t.length === tokens[0].length
    && t.every((w) => w.length <= 3))) return tokens;
  const indent = Math.min(...rows.filter((r) => r.some((c) => c !== " "))
    .map((r) => r.findIndex((c) => c !== " ")));
  const spaced = rows.length > 0 && rows.some((r) => r.length > 2) && rows.every((r) =>
    r.every((c, i) => (i - indent) % 2 === 0 || c === " "));
  return spaced ? rows.map((r) => r.filter((_, i) => i >= indent && (i - indent) % 2 === 0)) : rows;
}

// The picture without the letters and figures that name columns and rows, if it has them.
function without_names(picture) {
  const lines = picture.split("\n"), names = /^\s*a b c( [a-z])*\s*$/;
  if (!names.test(lines[0])) return picture;
  return lines.filter((l) => !names.test(l)).map((l) => l.replace(/^\s*\d+ /, "").replace(/ \d+\s*$/, "")).join("\n");
}

// { words, rows, wide, mark }: rows of cells. One in [brackets] is marked, [row, column].
export function parts(picture) {
  const words = [], rows = [];
  let mark;
  for (const line of without_names(picture).replace(/\n+$/, "").split("\n")) {
    const at = line.search(/\[.\]/);
    if (at >= 0) mark = [rows.length, at + 1];
    const plain = line.replace(/\[(.)\]/g, " $1 ");
    if (is_words(plain)) words.push(plain);
    else rows.push(Array.from(plain));
  }
  while (rows.length && rows[0].every((c) => c === " ")) {
    rows.shift();
    if (mark) mark[0] -= 1;
  }
  while (rows.length && rows[rows.length - 1].every((c) => c === " ")) rows.pop();
  const cells = cells_of(rows);
  if (mark && cells !== rows) mark[1] = rows[mark[0]].slice(0, mark[1] + 1).join("").trim().split(/\s+/).length - 1;
  return { words, rows: cells, mark, wide: Math.max(1, ...cells.map((r) => r.length)) };
}

function look(char, cells, covered) {
  if (cells && cells[char]) return { tile: cells[char], text: char };
  if (char === " ") return {};
  if (char === ".") return { dot: true };
  if (DISCS[char] && !covered) return { disc: DISCS[char], text: char };
  if (char === "c" || char === "?") return { tile: "grey" };
  if (TILES[char]) return { tile: TILES[char], text: char };
  if (/^\d+$/.test(char)) return { tile: "pale", text: char };
  return { tile: ["blue", "purple", "teal", "red", "orange"][char.codePointAt(0) % 5], text: char };
}

export function draw(canvas, picture, cells, before) {
  const p = parts(picture);
  const old = before ? parts(before).rows : null;
  const high = Math.max(1, p.rows.length), wide = p.wide;
  const box = canvas.parentElement.clientWidth;
  const letter = parseFloat(getComputedStyle(canvas).fontSize);
  const side = Math.max(8, Math.min(2.75 * letter, Math.floor(box / wide), Math.floor(30 * letter / high)));
  canvas.style.width = `${wide * side}px`;
  canvas.style.height = `${high * side}px`;
  canvas.hidden = p.rows.length === 0;
  const { c } = surface(canvas);
  c.font = `600 ${side * 0.56}px system-ui, sans-serif`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  const covered = p.rows.some((r) => r.includes("c"));
  p.rows.forEach((row, y) => {
    for (let x = 0; x < wide; x += 1) {
      const char = row[x] ?? " ";
      const changed = p.mark ? p.mark[0] === y && p.mark[1] === x : old && (old[y]?.[x] ?? " ") !== char;
      cell(c, x * side, y * side, side, look(char, cells, covered), changed);
    }
  });
  canvas.setAttribute("aria-label", "The board:\n" + picture);
  return p.words;
}

function cell(c, x, y, side, l, changed) {
  const pad = side > 12 ? 1 : 0.5;
  c.fillStyle = colour(l.tile ? "cell-" + l.tile : "cell");
  c.fillRect(x + pad, y + pad, side - 2 * pad, side - 2 * pad);
  if (l.disc) {
    c.fillStyle = colour("cell-" + l.disc);
    c.beginPath();
    c.arc(x + side / 2, y + side / 2, side * 0.4, 0, 7);
    c.fill();
  }
  if (l.dot) {
    c.fillStyle = colour("rule");
    c.fillRect(x + side / 2 - 1, y + side / 2 - 1, 2, 2);
  }
  if (l.text && side >= 11) {
    c.fillStyle = l.tile === "pale" ? colour("ink") : colour("on-" + (l.tile || l.disc)) || "#fff";
    c.fillText(l.text, x + side / 2, y + side / 2 + 0.5, side - 2);
  }
  if (changed) {
    c.strokeStyle = colour("accent");
    c.lineWidth = 2;
    c.strokeRect(x + 1, y + 1, side - 2, side - 2);
  }
}
