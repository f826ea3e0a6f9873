// The notebook's own workers, with the page's programs.
import { Colleague, run } from "../workers/colleague.mjs";

/* global VERSION */

/** The program that reads and writes files and keeps the pins. */
const FILES = "files";

const start = (program) =>
  new Colleague(`./makespan-worker_loader.js?v=${VERSION}`, `notebook ${program}`, globalThis.makespanProgram(`makespan-worker-${program}_bg.wasm?v=${VERSION}`), VERSION);

let files;

/** Asks the file worker for something. */
export async function order(text, more) {
  files ??= start(FILES);
  try {
    return await files.ask(text, more);
  } catch (error) {
    // Another worker starts with the next question.
    files.end();
    files = undefined;
    throw error;
  }
}

/** Asks a question that only the notebook asks. */
export async function ask(question) {
  const { says } = await order(`{"notebook":${question}}`);
  return says;
}

/** The answer to such a question: a value, or an error with words why there is none. */
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
   * Runs the scenario of a text in the form of a scenario file. `hear` gets the finished share. Returns the worker's message, and the
   * columns of schedules beside it.
   */
  async run(laboratory, setup, hear = () => {}) {
    if (this.#laboratory !== laboratory || this.#worker?.over) this.end();
    this.#laboratory = laboratory;
    this.#worker ??= start(laboratory);
    const { says, beside } = await run(this.#worker, setup, hear);
    return { ...says, columns: beside };
  }

  end() {
    this.#worker?.end();
    this.#worker = this.#laboratory = undefined;
  }
}
