// The page of a laboratory as the figure of a lesson: it has the events and answers of the element for other people's pages, and shows all
// of its parts.

/** The attribute of a page that asks for a prediction: it hides the results. */
const GUESSING = "data-guessing";
/** The event of a bar that a reader presses. */
const PRESS = "makespan-press";

export class Laboratory extends EventTarget {
  /** The page's last outcome, as it tells hosts. */
  #last;
  #schedule;
  #waiting = null;
  /** The number of new addresses that the page has not heard of: until then its outcomes are of an earlier scenario. */
  #unheard = 0;
  #written = false;
  #pressed = ({ detail }) => this.#tell("press", JSON.parse(detail));
  /** The page hears of another address before this listener does. */
  #moved = () => (this.#unheard = Math.max(0, this.#unheard - 1));

  /** `outcome` is the page's present outcome; `schedule` promises the schedule in sight as CSV. */
  constructor(outcome, schedule) {
    super();
    [this.#last, this.#schedule] = [outcome, schedule];
    document.addEventListener(PRESS, this.#pressed);
    addEventListener("hashchange", this.#moved);
  }

  /** Removes the listeners. */
  end() {
    document.removeEventListener(PRESS, this.#pressed);
    removeEventListener("hashchange", this.#moved);
    this.guess(false);
  }

  /** Does nothing: all parts are in sight. */
  async show() {}

  /** Opens a link and promises its result. */
  load({ link }) {
    this.#waiting?.reject(new Error("another scenario was asked for"));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (location.hash === link) {
        const running = document.querySelector("#main").dataset.phase === "running";
        if (!running) this.#settle(this.#last);
        return;
      }
      this.#unheard += 1;
      // The browser's way back leads to the scenario before the lesson.
      if (this.#written) location.replace(link);
      else location.hash = link;
      this.#written = true;
    });
  }

  /** The schedule in sight. */
  export() {
    return this.#schedule().then((text) => ({ text }));
  }

  /** Hides the results that a reader is to guess, or shows them again. */
  guess(on) {
    document.documentElement.toggleAttribute(GUESSING, Boolean(on));
  }

  /** Plays the two worlds, unless the reader prefers reduced motion. */
  play() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) document.querySelector(".worlds-play")?.click();
  }

  /** Hears the outcome of a run. */
  hear(outcome) {
    this.#last = outcome;
    if (this.#unheard === 0) this.#settle(outcome);
  }

  #settle(outcome) {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (outcome.type === "result") waiting ? waiting.resolve(outcome) : this.#tell("result", outcome);
    else waiting ? waiting.reject(new Error(outcome.message)) : this.#tell("error", outcome);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
