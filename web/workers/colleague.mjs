// Workers that run scenarios for what is not the page itself: lessons, challenges, the notebook. Messages are those of the page: JSON as
// text, and beside it what JSON cannot hold.

/** What ends a run. */
export const ENDS = new Set(["done", "refused", "file-needed", "failed", "paused"]);

/** A message without content is a text. */
const asObject = (message) => (typeof message === "string" ? { [message]: {} } : message);

/** A worker that answers one question after the other. */
export class Colleague {
  #worker;
  #last = Promise.resolve();
  #heard = () => {};
  #broken;
  #over;

  /** Settles when its program is loaded. */
  ready;

  /** Starts the script at an address under a name; `module` promises its compiled program, which has this version. */
  constructor(script, name, module, version) {
    this.#worker = new Worker(script, { name });
    this.ready = new Promise((resolve, reject) => {
      this.#broken = reject;
      this.#worker.addEventListener("message", ({ data }) => {
        const [text, ...beside] = data;
        const [[kind, says]] = Object.entries(asObject(JSON.parse(text)));
        if (kind === "ready") return says.version === version ? resolve() : this.end("The page has changed since it was loaded: load it again.");
        if (kind === "stopped") return this.end(says.message);
        this.#heard(kind, says, beside, data);
      });
      this.#worker.addEventListener("error", ({ message }) => this.end(message || "The worker broke down."));
      module.then((program) => this.#worker.postMessage(program), ({ message }) => this.end(message));
    });
    this.ready.catch(() => {});
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
