// Workers that run scenarios for what is not the page itself: lessons, challenges, the notebook. Messages are those of the page: JSON as
// text, and beside it what JSON cannot hold.

/** What ends a run. */
export const ENDS = new Set(["done", "refused", "file-needed", "failed", "paused"]);

/** What is said of a worker that ends and says nothing. */
const WORDLESS = "the worker ended without a message";

/** A message without content is a text. */
const asObject = (message) => (typeof message === "string" ? { [message]: {} } : message);

/**
 * Waits for the end of a worker that listens: from then on nobody else holds its lock. A browser out of memory ends a worker without an
 * event. `web/src/worker_handle.rs` does the same for the page.
 */
async function watch(life, ended) {
  let held = false;
  await navigator.locks.request(life, { ifAvailable: true }, (lock) => {
    // Where the worker holds none, nothing can be told of its end.
    held = lock === null;
  });
  if (held) await navigator.locks.request(life, ended);
}

/** Compiles the program at an address; `whose` begins the sentence where the host has none. */
export async function compiled(address, whose = "its program") {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${whose} could not be loaded: the host answers ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * Has a worker run the scenario that a text in the form of a scenario file describes. `hear` gets the share that is done. Returns what the
 * worker says of it, and what is beside that.
 */
export async function run(worker, setup, hear = () => {}) {
  const { kind, says, beside } = await worker.ask(`{"run":{"id":1,"setup":${setup}}}`, {
    last: (kind) => ENDS.has(kind),
    hear: (kind, { done, total }) => kind === "progress" && hear(done / total),
  });
  if (kind === "done") return { says, beside };
  if (kind === "file-needed") throw new Error(`It needs the file “${says.name}”, which is not on this device.`);
  if (kind === "refused") throw new Error(says.rejected.problems.map(({ place, value, expected }) => `${place} is ${value}; ${expected}`).join(". "));
  throw new Error(says.message ?? "The run was stopped.");
}

/** A worker that answers one question after the other. */
export class Colleague {
  #worker;
  #last = Promise.resolve();
  #heard = () => {};
  #broken;
  #over;

  /** Settles when its program is loaded. */
  ready;

  /** Starts the script at an address; `name` ends with that of its program, `module` promises the compiled one, which has this version. */
  constructor(script, name, module, version) {
    // The lock that it holds as long as it lives; a page that is not secure makes no such names.
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

  /** Whether it has ended: it answers nothing any more. */
  get over() {
    return this.#over !== undefined;
  }

  /** Asks, and waits for an answer of which `last` is true, whose whole message is `data`; `hear` gets the others. */
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

  /** Tells it something that it does not answer. */
  tell(text, beside = []) {
    const told = () => this.#over || this.#worker.postMessage([text, ...beside]);
    this.#last = this.#last.then(() => this.ready).then(told).catch(() => {});
  }

  /** Ends it, for it hears nothing while it computes; what it was asked last ends with these words. */
  end(why = "Stopped.") {
    this.#worker.terminate();
    this.#over ??= new Error(why);
    this.#broken(this.#over);
  }
}
