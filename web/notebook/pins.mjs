// The pinned runs of this device: their order, their notes, and the way back after a removal.
import { ask as post } from "./workers.mjs";

/** The key of the question among those of runs, which are digests. */
const QUESTION = "question";

/** Words for the reasons why a browser keeps no pins. */
const TROUBLE = {
  full: "This device has no room left for pinned runs.",
  blocked: "This browser keeps nothing for this page, so pinned runs are lost when the page is closed.",
};

/** All pinned runs in their order. Without a device that keeps them, they last as long as the page. */
export class Pins {
  all = [];
  /** The question of the runs. */
  question = "";
  trouble = "";

  #last = Promise.resolve();

  /** Sends the device a request; `settled` waits for the last one. */
  #post(question) {
    const asked = post(question);
    this.#last = asked.catch(() => {});
    return asked;
  }

  /** Waits until all changes are kept, such as a note that was just typed. */
  settled() {
    return this.#last;
  }

  /** Reads the kept runs. */
  async read() {
    this.#took(await this.#post('"pins"'));
    return this;
  }

  /** Pins a run at the end; one that is pinned already keeps its note and its place. Returns whether it is new. */
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

  /** Puts removed runs back. */
  async restore(pins) {
    for (const pin of pins) await this.#put(pin);
  }

  #now = ({ key }) => this.all.find((one) => one.key === key);

  async #put(pin) {
    const text = JSON.stringify(pin);
    this.#took(await this.#post(`{"pin":{"key":${JSON.stringify(pin.key)},"pin":${JSON.stringify(text)}}}`), (all) => [...all.filter(({ key }) => key !== pin.key), pin]);
  }

  /** Takes the kept runs from the device's answer; where it keeps none, changes the present ones by `otherwise`. */
  #took({ pins, trouble }, otherwise = (all) => all) {
    const [why] = trouble ? Object.keys(typeof trouble === "string" ? { [trouble]: "" } : trouble) : [];
    this.trouble = why ? (TROUBLE[why] ?? TROUBLE.full) : "";
    const kept = why ? [] : pins.map(read);
    this.question = kept.find((one) => one?.key === QUESTION)?.question ?? this.question;
    const all = why ? otherwise(this.all) : kept.filter((one) => one?.run);
    this.all = all.sort((a, b) => a.place - b.place);
  }
}

/** Reads a kept pin; nothing where another version kept another form. */
function read(text) {
  try {
    const pin = JSON.parse(text);
    const run = typeof pin.setup === "string" && typeof pin.run?.fingerprint === "string";
    return run || (pin.key === QUESTION && typeof pin.question === "string") ? pin : undefined;
  } catch {
    return undefined;
  }
}
