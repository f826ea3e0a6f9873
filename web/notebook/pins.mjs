// The pinned runs of this device: an order, notes, and a way back after one was taken away.
import { ask as post } from "./workers.mjs";

/** The key of the question among those of runs, which are digests. */
const QUESTION = "question";

/** Words for what keeps a browser from keeping something. */
const TROUBLE = {
  full: "This device has no room left for pinned runs.",
  blocked: "This browser keeps nothing for this page, so pinned runs are lost when the page is closed.",
};

/** All pinned runs in their order. Without a device that keeps them, they are there as long as the page. */
export class Pins {
  all = [];
  /** What the runs are to answer. */
  question = "";
  trouble = "";

  #last = Promise.resolve();

  /** Asks the device; what was asked last is waited for by what needs all of it. */
  #post(question) {
    const asked = post(question);
    this.#last = asked.catch(() => {});
    return asked;
  }

  /** Waits until all that was changed is kept, such as a note that was just typed. */
  settled() {
    return this.#last;
  }

  /** Reads what is kept. */
  async read() {
    this.#took(await this.#post('"pins"'));
    return this;
  }

  /** Pins a run at the end; one that is pinned already keeps its note and its place. Tells whether it is new. */
  async pin(run) {
    const known = this.all.find(({ key }) => key === run.key);
    const place = known?.place ?? Math.max(0, ...this.all.map(({ place }) => place)) + 1;
    await this.#put({ note: "", ...known, ...run, place });
    return !known;
  }

  /** Keeps the question. */
  async ask(question) {
    this.question = question;
    const text = JSON.stringify({ key: QUESTION, question });
    this.#took(await this.#post(`{"pin":{"key":"${QUESTION}","pin":${JSON.stringify(text)}}}`));
  }

  async note(pin, note) {
    if (pin.note !== note) await this.#put({ ...pin, note });
  }

  /** Moves a run before or after its neighbour. */
  async move(pin, by) {
    const at = this.all.findIndex(({ key }) => key === pin.key);
    const other = this.all[at + by];
    if (!other) return;
    await this.#put({ ...other, place: pin.place });
    await this.#put({ ...this.#now(pin), place: other.place });
  }

  async remove(pins) {
    this.#took(await this.#post(`{"unpin":{"keys":${JSON.stringify(pins.map(({ key }) => key))}}}`), (all) => all.filter(({ key }) => pins.every((pin) => pin.key !== key)));
  }

  /** Puts back what was removed. */
  async restore(pins) {
    for (const pin of pins) await this.#put(pin);
  }

  #now = ({ key }) => this.all.find((one) => one.key === key);

  async #put(pin) {
    const text = JSON.stringify(pin);
    this.#took(await this.#post(`{"pin":{"key":${JSON.stringify(pin.key)},"pin":${JSON.stringify(text)}}}`), (all) => [...all.filter(({ key }) => key !== pin.key), pin]);
  }

  /** What the device keeps now; where it keeps nothing, what it would. */
  #took({ pins, trouble }, otherwise = (all) => all) {
    const [why] = trouble ? Object.keys(typeof trouble === "string" ? { [trouble]: "" } : trouble) : [];
    this.trouble = why ? (TROUBLE[why] ?? TROUBLE.full) : "";
    const kept = why ? [] : pins.map(read);
    this.question = kept.find((one) => one?.key === QUESTION)?.question ?? this.question;
    const all = why ? otherwise(this.all) : kept.filter((one) => one?.run);
    this.all = all.sort((a, b) => a.place - b.place);
  }
}

/** What another version kept may have another form. */
function read(text) {
  try {
    const pin = JSON.parse(text);
    const run = typeof pin.setup === "string" && typeof pin.run?.fingerprint === "string";
    return run || (pin.key === QUESTION && typeof pin.question === "string") ? pin : undefined;
  } catch {
    return undefined;
  }
}
