// Workers that run scenarios for lessons, challenges and the notebook. Messages are those of the page: JSON as text, and beside it data
// that JSON cannot hold.

/** The messages that end a run. */
export const ENDS = new Set(["done", "refused", "file-needed", "failed", "paused"]);

/** The message for a worker that ends without one. */
const WORDLESS = "the worker ended without a message";

/** A message without content is a text. */
const asObject = (message) => (typeof message === "string" ? { [message]: {} } : message);

/**
 * Waits for the end of a worker that listens: from then on no other holds its lock. A browser out of memory ends a worker without an
 * event. `web/src/worker_handle.rs` does the same for the page.
 */
async function watch(life, ended) {
  let held = false;
  await navigator.locks.request(life, { ifAvailable: true }, (lock) => {
    // Where the worker holds no lock, its end stays unknown.
    held = lock === null;
  });
  if (held) await navigator.locks.request(life, ended);
}

/** Compiles the program at an address; `whose` begins the error's sentence where the host has no program. */
export async function compiled(address, whose = "its program") {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${whose} could not be loaded: the host answers ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * Has a worker run the scenario of a text in the form of a scenario file. `hear` gets the finished share. Returns the worker's message and
 * the data beside it.
 */
export async function run(worker, setup, hear = () => {}) {
  const { kind, says, beside } = await worker.ask(`{"run":{"id":1,"setup":${setup}}}`, {
    last: (kind) => ENDS.has(kind),
    hear: (kind, { done, total }) => kind === "progress" && hear(done / total),
  });
  if (kind === "done") return { says, beside };
  if (kind === "file-needed") throw new Error(`It needs the file “${says.name}”, which is not on this device.`);
  if (kind === "refused") throw new Error(says.rejected.said);
  throw new Error(says.message ?? "The run was stopped.");
}

/** A worker that answers one question after the other. */
export class Colleague {
  #worker;
  #last = Promise.resolve();
  #heard = () => {};
  #broken;
  #over;

  /** A promise that settles when the worker's program is loaded. */
  ready;

  /** Starts the script at an address; `name` ends with that of the program, `module` promises the compiled program of this `version`. */
  constructor(script, name, module, version) {
    // The lock that the worker holds as long as it lives; a page that is not secure makes no such names.
    const life = crypto.randomUUID && `life-${crypto.randomUUID()}`;
    const words = name.split(" ");
    if (life) words.splice(-1, 0, life);
    this.#worker = new Worker(script, { name: words.join(" ") });
    this.ready = new Promise((resolve, reject) => {
      this.#broken = reject;
      this.#worker.addEventListener("message", ({ data }) => {
        const [text, ...beside] = data;
        const [[kind, says]] = Object.entries(asObject(JSON.parse(text)));
        if (kind === "ready") {
          if (says.version !== version) return this.end("The page has changed since it was loaded: load it again.");
          if (life) watch(life, () => this.end(WORDLESS)).catch(() => {});
          return resolve();
        }
        if (kind === "stopped") return this.end(says.message);
        this.#heard(kind, says, beside, data);
      });
      this.#worker.addEventListener("error", ({ message }) => this.end(message || WORDLESS));
      module.then((program) => this.#worker.postMessage(program), ({ message }) => this.end(message));
    });
    this.ready.catch(() => {});
  }

  /** Whether the worker has ended: it answers nothing any more. */
  get over() {
    return this.#over !== undefined;
  }

  /** Asks, and waits for an answer whose kind passes `last`; its whole message is `data`, and `hear` gets the other answers. */
  ask(text, { beside = [], transfer = [], last = () => true, hear = () => {} } = {}) {
    const asked = this.#last.then(async () => {
      await this.ready;
      if (this.#over) throw this.#over;
      return new Promise((resolve, reject) => {
        this.#broken = reject;
        this.#heard = (kind, says, beside, data) => (last(kind) ? resolve({ kind, says, beside, data }) : hear(kind, says));
        this.#worker.postMessage([text, ...beside], transfer);
      });
    });
    this.#last = asked.catch(() => {});
    return asked;
  }

  /** Sends a message that the worker does not answer. */
  tell(text, beside = []) {
    const told = () => this.#over || this.#worker.postMessage([text, ...beside]);
    this.#last = this.#last.then(() => this.ready).then(told).catch(() => {});
  }

  /** Ends the worker, which hears nothing while it computes; its last request fails with these words. */
  end(why = "Stopped.") {
    this.#worker.terminate();
    this.#over ??= new Error(why);
    this.#broken(this.#over);
  }
}
