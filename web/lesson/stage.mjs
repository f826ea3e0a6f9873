// The one live figure beside the text. The text drives it; a reader who changes something takes over, and comes back with one press.
import "../figure/figure.mjs";
import { button, make } from "./element.mjs";

export class Stage {
  /** The result of each scenario of the lesson that has run, by name. */
  #results = new Map();
  #scenarios;
  #figure;
  #shown = null;
  /** The link of the text's scenario, as the figure reports it. */
  #home = null;
  #queue = Promise.resolve();
  #back = button("Back to the text", () => {
    // The button hides, and would take the focus along.
    this.back();
    this.show(this.#shown).catch(() => {});
  }, { className: "button back", hidden: true });
  #note = make("p", { className: "stage-note", attributes: { role: "status" } });
  #hear = () => {};

  /** `figure` is the page of a laboratory, where the lesson is beside one; else the stage makes a figure with the scenario `first`. */
  constructor(scenarios, first, figure = null) {
    this.#scenarios = scenarios;
    this.#figure = figure ?? embedded(scenarios[first]);
    this.#figure.addEventListener("result", ({ detail }) => this.#heard(detail));
    this.#figure.addEventListener("error", ({ detail }) => (this.#note.textContent = detail.code === "superseded" ? "" : detail.message));
    this.#figure.addEventListener("press", ({ detail }) => this.#hear({ press: detail }));
    if (figure) {
      this.element = make("section", { className: "stage", attributes: { "aria-label": "The scenario" } }, [this.#back, this.#note]);
      return;
    }
    const frame = make("div", { className: "stage-frame", attributes: { role: "group", "aria-label": "The figure" } }, [this.#figure]);
    this.element = make("section", { className: "stage", attributes: { "aria-label": "Live figure" } }, [this.#back, frame, this.#note]);
    this.#frame = frame;
    // A figure that does not fit scrolls, by the keyboard too.
    new ResizeObserver(() => (frame.tabIndex = frame.scrollHeight > frame.clientHeight ? 0 : -1)).observe(this.#figure);
    // The frame starts with the first scenario; no message is needed.
    this.#fresh = first;
    this.#begun = new Promise((done, fail) => {
      this.#figure.addEventListener("result", ({ detail }) => done(detail), { once: true });
      this.#figure.addEventListener("error", ({ detail }) => fail(Object.assign(new Error(detail.message), detail)), { once: true });
    });
    this.#begun.catch(() => {});
  }

  #frame = null;
  #fresh = null;
  #begun;

  /** Takes the scenarios of a changed lesson. */
  renew(scenarios) {
    const same = (name) => JSON.stringify(scenarios[name]) === JSON.stringify(this.#scenarios[name]);
    for (const name of [...this.#results.keys()]) if (!same(name)) this.#results.delete(name);
    if (!same(this.#seen)) this.#seen = null;
    if (!same(this.#fresh)) this.#fresh = null;
    this.#scenarios = scenarios;
  }

  /** Hears the name and the result of each scenario that has run. */
  ran = () => {};

  /** Hears that the reader goes back to the text. */
  back = () => {};

  /** Sets the listener for presses of bars and for the results of a reader's changes. */
  listen(hear) {
    this.#hear = hear;
  }

  /** Shows a scenario and promises its result. A scenario that is in sight stays. */
  show(name) {
    this.#shown = name;
    return this.#after(() => {
      const result = this.#results.get(name);
      const stays = this.#seen === name && this.#back.hidden && result !== undefined && result.link === this.#home;
      return stays ? result : this.#load(name, true);
    });
  }

  /** The scenario whose parts are in sight. */
  #seen = null;

  /** Promises the results of scenarios; missing ones run first, and the scenario shown last stays in sight. */
  results(names) {
    return this.#after(async () => {
      for (const name of names) if (!this.#results.has(name)) await this.#load(name, false);
      if (this.#seen !== this.#shown || this.#home !== this.#results.get(this.#shown)?.link) await this.#load(this.#shown, true);
      return (name) => this.#results.get(name);
    });
  }

  /** The schedule in sight as CSV. */
  schedule(name) {
    return this.#after(async () => {
      if (this.#home !== this.#results.get(name)?.link) await this.#load(name, true);
      return (await this.#figure.export("csv")).text;
    });
  }

  /** Runs jobs one after the other: the figure shows one scenario at a time. */
  #after(job) {
    this.#queue = this.#queue.catch(() => {}).then(job);
    return this.#queue;
  }

  /** Refuses all scenarios from now on, those asked for before included. */
  end() {
    this.#over = true;
  }

  #over = false;

  async #load(name, seen) {
    if (this.#over) throw new Error("the lesson was closed");
    const { link, show, params } = this.#scenarios[name];
    const begins = this.#fresh === name;
    this.#fresh = this.#home = null;
    if (seen && !begins) {
      await this.#figure.show({ show, params });
      if (this.#frame) this.#frame.scrollTop = 0;
    }
    if (seen || begins) this.#seen = name;
    const result = await (begins ? this.#begun : this.#figure.load({ link }));
    this.#results.set(name, result);
    this.ran(name, result);
    this.#home = result.link;
    this.#back.hidden = true;
    this.#note.textContent = "";
    return result;
  }

  #heard(result) {
    if (this.#home === null) return;
    // The reader changed something.
    this.#back.hidden = result.link === this.#home;
    this.#note.textContent = this.#back.hidden ? "" : "You changed the scenario.";
    this.#hear({ result });
  }
}

/** A live figure in a frame. */
function embedded({ link, show, params }) {
  const theme = document.documentElement.dataset.theme;
  const attributes = { src: "../", loading: "eager", link, show, params, tools: "none", theme: ["light", "dark", "contrast"].includes(theme) ? theme : "auto", label: "The live figure of this lesson" };
  return make("makespan-figure", { attributes });
}
