// The page of a laboratory as the figure of a lesson: it has the events and answers of the element for other people's pages, and shows all of
// its parts.

/** While a prediction is asked for, the page shows no more than what it is made of. */
const GUESSING = "data-guessing";
/** The event of a bar that a reader presses. */
const PRESS = "makespan-press";

export class Laboratory extends EventTarget {
  /** What the page came to last, as it tells hosts. */
  #last;
  #schedule;
  #waiting = null;
  /** So many addresses were set that the page has not heard of: what it tells is of a scenario before. */
  #unheard = 0;
  #written = false;
  #pressed = ({ detail }) => this.#tell("press", JSON.parse(detail));
  /** The page hears of another address before this does. */
  #moved = () => (this.#unheard = Math.max(0, this.#unheard - 1));

  /** `outcome` is that of the page now; `schedule` promises the schedule in sight as CSV. */
  constructor(outcome, schedule) {
    super();
    [this.#last, this.#schedule] = [outcome, schedule];
    document.addEventListener(PRESS, this.#pressed);
    addEventListener("hashchange", this.#moved);
  }

  /** Hears no longer. */
  end() {
    document.removeEventListener(PRESS, this.#pressed);
    removeEventListener("hashchange", this.#moved);
    this.guess(false);
  }

  /** All parts are in sight. */
  async show() {}

  /** Opens a link; resolved with what comes out. */
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
      // The way back leads to what was there before the lesson.
      if (this.#written) location.replace(link);
      else location.hash = link;
      this.#written = true;
    });
  }

  /** The schedule in sight. */
  export() {
    return this.#schedule().then((text) => ({ text }));
  }

  /** Hides what a reader is to predict, or no longer. */
  guess(on) {
    document.documentElement.toggleAttribute(GUESSING, Boolean(on));
  }

  /** Plays the two worlds, for those who like things that move. */
  play() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) document.querySelector(".worlds-play")?.click();
  }

  /** Hears what a run came to. */
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
