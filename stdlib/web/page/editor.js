// editor.js -- the script: CodeMirror with mistakes at their lines, which another worker
// looks for while one types, and the lesson that a script begins and ends with.
import { Engine } from "./engine.js";

const WAIT = 350;                     // milliseconds without a key before a check
const LATE = 4000;                    // a script only declares: longer is an endless loop

// The first sentence of a script's comment, without the name of its file, and the rest.
function headed(comment) {
  const text = comment.replace(/^[\w.-]+\.lua -+ /, "");
  const found = /^([^]*?[?.!:])(?=\s|$)([^]*)$/.exec(text.split(/\n\s*\n/)[0]);
  const title = (found ? found[1] : text.split("\n")[0]).replace(/\s+/g, " ");
  const rest = text.slice(found ? found[1].length : text.split("\n")[0].length);
  return { title: title.charAt(0).toUpperCase() + title.slice(1), rest: rest.trim() };
}

export class Editor {
  constructor(box, list, verdict, lesson, files) {
    Object.assign(this, { list, verdict, lesson, marks: [], timer: 0, turn: 0 });
    this.cm = window.CodeMirror(box, { mode: "lua", lineNumbers: true, lineWrapping: true,
      indentUnit: 2, inputStyle: "contenteditable", viewportMargin: 60,
      extraKeys: { Tab: false, "Shift-Tab": false } });
    const field = this.cm.getInputField();
    field.setAttribute("aria-label", "The script, in Lua");
    field.setAttribute("role", "textbox");
    field.setAttribute("aria-multiline", "true");
    this.cm.on("change", () => this.changed());
    this.checker = new Engine(files, {});
  }

  get text() { return this.cm.getValue(); }

  // Another script, and the file it comes from, if any.
  open(value, path) {
    this.path = path;
    this.cm.setValue(value);
    this.cm.clearHistory();
    this.teach(value);
    this.lesson.scrollTop = 0;
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), WAIT);
  }

  async check() {
    this.turn += 1;
    const turn = this.turn;
    this.teach(this.text);
    await this.checker.ready;
    if (turn !== this.turn) return;
    const answer = await this.checker.within(LATE, { op: "check", source: this.text, path: this.path });
    if (turn !== this.turn) return;
    if (answer === undefined) {
      this.tell([{ text: "loading the script takes too long: an endless loop?" }]);
    } else {
      this.tell(answer.mistakes || []);
      if (answer.lesson) this.lecture(answer.lesson);
    }
  }

  // Shows the mistakes, at their lines and below the editor.
  tell(mistakes) {
    for (const line of this.marks) this.cm.removeLineClass(line, "wrap", "wrong");
    this.marks = [];
    this.list.replaceChildren();
    for (const m of mistakes) {
      const item = document.createElement("li");
      if (m.line) {
        this.marks.push(this.cm.addLineClass(m.line - 1, "wrap", "wrong"));
        const go = document.createElement("button");
        go.type = "button";
        go.textContent = `line ${m.line}`;
        go.addEventListener("click", () => {
          this.cm.setCursor(m.line - 1, 0);
          this.cm.focus();
        });
        item.append(go, " ");
      }
      item.append(m.text);
      this.list.append(item);
    }
    this.verdict.textContent = mistakes.length === 0 ? "no mistakes"
      : mistakes.length === 1 ? "1 mistake" : `${mistakes.length} mistakes`;
    this.verdict.dataset.ok = mistakes.length === 0;
  }

  // The comments at the head and at the end of a script, as text beside it.
  teach(text) {
    const strip = (lines) => lines.map((l) => l.replace(/^-- ?/, "")).join("\n").trim();
    const lines = text.split("\n");
    const head = lines.slice(0, Math.max(0, lines.findIndex((l) => !l.startsWith("--"))));
    const at = lines.findIndex((l) => /^-- Exercises/.test(l));
    this.lesson.replaceChildren();
    const { title, rest } = headed(strip(head));
    this.lesson.hidden = !title;
    this.paragraphs("h3", title);
    for (const part of rest.split(/\n\s*\n/)) {
      if (part.trim() && !/^\s*ludus run/.test(part)) this.paragraphs("p", part.replace(/\s+/g, " "));
    }
    if (at >= 0) {
      this.paragraphs("h4", "Exercises");
      for (const part of strip(lines.slice(at + 1)).split(/\n(?=\d\. )/)) {
        this.paragraphs("p", part.replace(/\s+/g, " "));
      }
    }
  }

  // A lesson says itself what it asks and what to notice; the latter is folded.
  lecture(lesson) {
    this.lesson.replaceChildren();
    this.lesson.hidden = false;
    this.paragraphs("h3", lesson.title);
    for (const part of lesson.about) this.paragraphs("p", part);
    this.paragraphs("p", "Predict first. " + lesson.ask);
    for (const part of lesson.choices) this.paragraphs("p", part);
    const folded = document.createElement("details");
    const head = document.createElement("summary");
    head.textContent = "What to notice, after it has run";
    const box = this.lesson;
    folded.append(head);
    this.lesson = folded;
    for (const part of lesson.notice) this.paragraphs("p", part);
    this.lesson = box;
    box.append(folded);
    this.paragraphs("h4", "Exercises");
    lesson.exercises.forEach((part, i) => this.paragraphs("p", `${i + 1}. ${part}`));
    this.paragraphs("p", "Read: " + lesson.reference);
  }

  paragraphs(name, text) {
    const e = document.createElement(name);
    e.textContent = text.replaceAll("`", "");
    this.lesson.append(e);
  }
}
