// program.js -- one program: drawn, read, taken apart, and watched while it plays.
import { TreeDrawing, TreeSketch } from "./trees.js";
import { KNOCK, drawing, words as part_words } from "./parts.js";
import { draw as draw_board } from "./board.js";
import { short } from "./charts.js";

const $ = (id) => document.getElementById(id);

// Where a program comes from, in words.
function origin(birth) {
  if (!birth) return "";
  if (!birth.mother) return `, ${birth.operator}`;
  const parents = birth.father ? `programs ${birth.mother} and ${birth.father}` : `program ${birth.mother}`;
  return `, ${birth.operator === "kept" ? "kept" : "made by " + birth.operator} from ${parents} of the generation before`;
}

export class ProgramView {
  // is_moving(): does the best program change while one looks?
  constructor(engine, is_moving) {
    Object.assign(this, { engine, is_moving, sketched: false, program: null, whole: null, node: 0, trace: null, step: 1,
      follows: true, asked: 0 });
    $("as-tree").addEventListener("click", () => this.show_as(true));
    $("as-text").addEventListener("click", () => this.show_as(false));
    $("best").addEventListener("click", () => { this.follows = true; this.best(); });
    $("worth").addEventListener("click", () => this.worth());
    $("knock").addEventListener("click", () => this.knock());
    $("undo").addEventListener("click", () => this.undo());
    $("watch").addEventListener("click", () => this.watch());
    $("case").addEventListener("change", () => this.watch());
    $("time").addEventListener("input", () => this.go(Number($("time").value)));
    $("back").addEventListener("click", () => this.go(this.step - 1));
    $("forth").addEventListener("click", () => this.go(this.step + 1));
    $("film").addEventListener("click", () => this.film());
    $("tree").addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.drawing?.fit()).observe($("tree"));
  }

  clear() {
    Object.assign(this, { program: null, whole: null, node: 0, trace: null, step: 1, follows: true });
    this.stop_film();
    for (const id of ["watch", "back", "forth", "film", "time", "case", "worth", "knock"]) $(id).disabled = true;
    $("tree").replaceChildren();
    $("other").hidden = $("undo").hidden = true;
    for (const id of ["program-words", "state-words", "text"]) $(id).textContent = "";
    $("board-words").textContent = "Run first, then press Watch.";
    $("board").hidden = true;
  }

  width() { return Math.max(24, Math.floor($("program").clientWidth / 9)); }

  // The best program, unless another one is being looked at.
  async best() {
    if (!this.follows || this.trace) return;
    await this.load({ op: "program", width: this.width() });
  }

  async choose(slot) {
    this.follows = false;
    await this.load({ op: "program", slot, width: this.width() });
    if (this.trace) this.watch();
  }

  async load(question) {
    const answer = await this.engine.ask(question);
    const same = answer.text === this.program?.text;
    if (!answer.ok || same && !(this.sketched && !this.is_moving())) return;
    this.whole = null;
    this.take(answer);
    this.say(`${this.follows ? "The best" : "Program " + answer.slot}: ${answer.score}${origin(answer.birth)}`);
    $("case").max = answer.cases;
    for (const id of ["watch", "case"]) $(id).disabled = !answer.traces;
    if (!this.trace) {
      $("board-words").textContent = answer.traces ? "Press Watch to see it play." : "This game does not write its cases down.";
    }
    $("undo").hidden = $("other").hidden = true;
  }

  say(text) { $("program-words").textContent = text; }

  take(answer, ghost) {
    this.program = answer;
    this.node = 0;
    $("text").textContent = answer.pretty;
    $("knock").disabled = true;
    $("knock").textContent = KNOCK[answer.kind];
    $("worth").disabled = false;
    this.sketched = answer.kind === "tree" && this.follows && this.is_moving();
    this.drawing = this.sketched
      ? new TreeSketch($("tree"), answer.parts, () => { this.follows = false; this.take(answer); })
      : drawing($("tree"), answer, { chosen: (i) => this.select(i), ghost });
  }

  // A sketch becomes a drawing, whose parts can be chosen.
  settle() {
    if (!this.sketched) return;
    this.follows = false;
    this.take(this.program);
  }

  show_as(tree) {
    $("as-tree").setAttribute("aria-pressed", tree);
    $("as-text").setAttribute("aria-pressed", !tree);
    $("tree").hidden = !tree;
    $("text").hidden = tree;
    if (tree) this.drawing?.fit();
  }

  // ---- nodes ----

  select(i) {
    this.follows = false;
    this.node = i;
    const n = this.drawing.mark("chosen", i);
    $("knock").disabled = !n;
    if (n) this.say(part_words(this.program, i));
  }

  key(e) {
    if (!this.drawing) return;
    if (e.key.startsWith("Arrow") || e.key === "Delete") this.settle();
    if (e.key.startsWith("Arrow")) this.select(this.node ? this.drawing.neighbour(this.node, e.key) : 1);
    else if (e.key === "Delete" && this.node) this.knock();
    else return;
    e.preventDefault();
  }

  async worth() {
    this.settle();
    const answer = await this.engine.ask({ op: "impact", text: this.program.text });
    if (!answer.ok) return this.say(answer.mistakes[0].text);
    this.drawing.worth(answer.loss);
    const useless = answer.loss.filter((x) => x !== false && x <= 0).length;
    return this.say(`The darker, the worse the score (${short(answer.raw)}) without it; `
      + `${useless} of ${answer.loss.length} ${this.program.noun}s cost nothing`);
  }

  async knock() {
    this.follows = false;
    const at = this.node, gone = this.program.parts[at - 1];
    const answer = await this.engine.ask({ op: "knock", text: this.program.text, part: at, width: this.width() });
    if (!answer.ok) return this.say(answer.mistakes[0].text);
    const whole = this.whole || this.program;
    this.take(answer, answer.kind === "linear" ? { ...gone, at } : undefined);
    this.whole = whole;
    if (answer.kind !== "linear") this.drawing.mark("cut", at);
    $("undo").hidden = false;
    this.say(`Without it: raw score ${short(answer.after)} instead of ${short(answer.before)}, ${
      answer.loss > 0 ? "worse" : answer.loss < 0 ? "better" : "no difference"}`);
    if (this.trace) await this.watch();
    return undefined;
  }

  async undo() {
    const whole = this.whole;
    this.whole = null;
    this.take(whole);
    this.say("As it was");
    $("undo").hidden = $("other").hidden = true;
    if (this.trace) await this.watch();
  }

  // ---- playing ----

  async watch() {
    this.stop_film();
    this.settle();
    this.follows = false;
    const number = Number($("case").value) || 1;
    const t = await this.engine.ask({ op: "trace", text: this.program.text, case: number });
    if (!t.ok) {
      $("state-words").textContent = t.mistakes[0].text;
      return;
    }
    this.trace = t;
    this.picture = null;
    this.beside = null;
    if (this.whole) {
      this.beside = await this.engine.ask({ op: "trace", text: this.whole.text, case: number, name: "whole" });
    }
    $("other").hidden = !this.beside;
    $("case").value = t.case;
    $("case").max = t.cases;
    const end = Math.max(t.count, this.beside?.count || 0) + 1;
    $("time").max = end;
    for (const id of ["back", "forth", "film", "time"]) $(id).disabled = false;
    await this.go(Math.min(this.step, end));
  }

  async go(step) {
    if (!this.trace) return;
    this.step = Math.min(Math.max(1, step), Number($("time").max));
    $("time").value = this.step;
    this.asked += 1;
    const asked = this.asked;
    const s = await this.engine.ask({ op: "state", step: this.step });
    if (asked !== this.asked || !s.ok) return;
    this.show_state(s);
    if (this.beside) {
      const other = await this.engine.ask({ op: "state", step: this.step, name: "whole" });
      draw_board($("board2"), other.picture, this.trace.cells);
      $("board2-words").textContent = `Whole: ${this.beside.title}`;
    }
  }

  show_state(s) {
    const words = draw_board($("board"), s.picture, this.trace.cells, s.match ? null : this.picture);
    this.picture = s.picture;
    if (s.match) words.push("above its own moves, below the answers");
    $("board-words").textContent = [(this.whole ? "Knocked out: " : "") + this.trace.title, ...words].join("\n");
    const at = s.over ? "The end" : `Step ${s.step} of ${this.trace.count}`;
    $("time").setAttribute("aria-valuetext", `${at}: ${s.words[0] || ""}`);
    $("state-words").textContent = `${at}. ${s.words.join("; ")}`;
    this.drawing?.mark("lit", s.part || 0);
  }

  film() {
    if (this.filming) return this.stop_film();
    if (this.step >= Number($("time").max)) this.step = 0;
    const by = Math.max(1, Math.round(Number($("time").max) / 600));
    $("film").setAttribute("aria-pressed", "true");
    let busy = false;
    this.filming = setInterval(async () => {
      if (busy) return;
      busy = true;
      await this.go(this.step + by);
      busy = false;
      if (this.step >= Number($("time").max)) this.stop_film();
    }, 50);
    return undefined;
  }

  stop_film() {
    clearInterval(this.filming);
    this.filming = 0;
    $("film").setAttribute("aria-pressed", "false");
  }

  // ---- one crossover ----

  async cross() {
    const a = await this.engine.ask({ op: "cross" });
    $("crossed").replaceChildren();
    if (!a.ok) {
      $("cross-words").textContent = a.mistakes[0].text;
      return;
    }
    const part = (title, p, kind) => {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      const box = document.createElement("div");
      box.className = "tree small";
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", `${title}: ${p.text}`);
      caption.textContent = `${title}, raw score ${short(p.raw)}`;
      figure.append(caption, box);
      $("crossed").append(figure);
      const d = new TreeDrawing(box, p.parts, { marked: { at: p.at, span: p.span, class: kind } });
      d.show(d.shapes[p.at - 1]);
    };
    part("Mother", a.mother, "out");
    part("Father", a.father, "in");
    part("Child", a.child, "in");
    $("cross-words").textContent = `${a.mother.span} of ${a.mother.parts.length} nodes of the mother go out, `
      + `${a.father.span} of the father come in; the child scores ${short(a.child.raw)}.`;
  }
}
