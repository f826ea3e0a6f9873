// Workers of the notebook's own. They have the page's programs, and messages are those of the page: JSON as text, and beside it
// what JSON cannot hold.
/* global VERSION */

/** The program that reads and writes files and keeps what is pinned. */
const FILES = "files";

/** What ends a run. */
const ENDS = new Set(["done", "refused", "file-needed", "failed", "paused"]);

/** A worker that answers one question after the other. */
class Colleague {
  #worker;
  #ready;
  #last = Promise.resolve();
  #heard = () => {};
  #broken;
  #over;

  constructor(program) {
    this.#worker = new Worker(`./makespan-worker_loader.js?v=${VERSION}`, { name: `notebook ${program}` });
    this.#ready = new Promise((resolve, reject) => {
      this.#broken = reject;
      const over = (why) => {
        this.#over = new Error(why);
        this.#broken(this.#over);
      };
      this.#worker.addEventListener("message", ({ data: [text, ...beside] }) => {
        const [[kind, says]] = Object.entries(asObject(JSON.parse(text)));
        if (kind === "ready") return says.version === VERSION ? resolve() : over("The page has changed since it was loaded: load it again.");
        if (kind === "stopped") return over(says.message);
        this.#heard(kind, says, beside);
      });
      this.#worker.addEventListener("error", ({ message }) => over(message || "The worker broke down."));
      globalThis.makespanProgram(`makespan-worker-${program}_bg.wasm?v=${VERSION}`).then((module) => this.#worker.postMessage(module), ({ message }) => over(message));
    });
    this.#ready.catch(() => {});
  }

  /** Asks, and waits for an answer of which `last` is true; `hear` gets the others. */
  ask(text, { beside = [], transfer = [], last = () => true, hear = () => {} } = {}) {
    const asked = this.#last.then(async () => {
      await this.#ready;
      if (this.#over) throw this.#over;
      return new Promise((resolve, reject) => {
        this.#broken = reject;
        this.#heard = (kind, says, beside) => (last(kind) ? resolve({ kind, says, beside }) : hear(kind, says));
        this.#worker.postMessage([text, ...beside], transfer);
      });
    });
    this.#last = asked.catch(() => {});
    return asked;
  }

  /** Ends it; what it was asked last ends with these words. */
  end(why = "Stopped.") {
    this.#worker.terminate();
    this.#over = new Error(why);
    this.#broken(this.#over);
  }
}

/** A message without content is a text. */
const asObject = (message) => (typeof message === "string" ? { [message]: {} } : message);

let files;

/** Asks the file worker for something. */
export async function order(text, more) {
  files ??= new Colleague(FILES);
  try {
    return await files.ask(text, more);
  } catch (error) {
    // Another one starts with the next question.
    files.end();
    files = undefined;
    throw error;
  }
}

/** Asks what only the notebook asks. */
export async function ask(question) {
  const { says } = await order(`{"notebook":${question}}`);
  return says;
}

/** The same where the answer is a value, or words why there is none. */
export async function must(question) {
  const { Ok, Err } = await ask(question);
  if (Err !== undefined) throw new Error(Err);
  return Ok;
}

/** Runs scenarios one after the other, each in its laboratory's worker. */
export class Runner {
  #worker;
  #laboratory;

  /**
   * Runs the scenario that a text in the form of a scenario file describes. `hear` gets the share that is done. Returns what the
   * worker says of it, and the columns of schedules beside it.
   */
  async run(laboratory, setup, hear = () => {}) {
    if (this.#laboratory !== laboratory) this.end();
    this.#laboratory = laboratory;
    this.#worker ??= new Colleague(laboratory);
    const { kind, says, beside } = await this.#worker.ask(`{"run":{"id":1,"setup":${setup}}}`, {
      last: (kind) => ENDS.has(kind),
      hear: (kind, { done, total }) => kind === "progress" && hear(done / total),
    });
    if (kind === "done") return { ...says, columns: beside };
    if (kind === "file-needed") throw new Error(`It needs the file “${says.name}”, which is not on this device.`);
    if (kind === "refused") throw new Error(says.rejected.problems.map(({ place, value, expected }) => `${place} is ${value}; ${expected}`).join(". "));
    throw new Error(says.message ?? "The run was stopped.");
  }

  end() {
    this.#worker?.end();
    this.#worker = this.#laboratory = undefined;
  }
}
