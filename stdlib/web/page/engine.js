// engine.js -- the page's side of a worker: questions as promises, events as calls.
export class Engine {
  // files: [[path, text], ...] for the worker's file system; on: { event: function }.
  constructor(files, on) {
    this.files = files;
    this.on = on;
    this.start();
  }

  start() {
    this.waiting = new Map();
    this.count = 0;
    this.worker = new Worker("worker.js");
    this.worker.onmessage = (event) => this.hear(event.data);
    this.worker.onerror = (event) => this.on.failed?.({ text: event.message });
    this.ready = this.ask({ op: "init", files: this.files });
  }

  hear(m) {
    if (m.event) {
      this.on[m.event]?.(m);
      return;
    }
    const answer = this.waiting.get(m.id);
    this.waiting.delete(m.id);
    answer?.(m.answer);
  }

  ask(question) {
    return new Promise((resolve) => {
      this.count += 1;
      this.waiting.set(this.count, resolve);
      this.worker.postMessage({ ...question, id: this.count });
    });
  }

  // The answer, or undefined if it takes more than so many milliseconds: then the worker
  // is ended and another one started.
  async within(milliseconds, question) {
    const late = new Promise((resolve) => { setTimeout(resolve, milliseconds, undefined); });
    const answer = await Promise.race([this.ask(question), late]);
    if (answer === undefined) this.restart();
    return answer;
  }

  restart() {
    this.worker.terminate();
    this.start();
  }
}
