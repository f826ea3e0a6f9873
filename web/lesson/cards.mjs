// Lessons beside a laboratory: cards whose figure is the page itself.
import components from "../styles/components.css";
import css from "./cards.css";
import { button, make } from "./element.mjs";
import { Laboratory } from "./laboratory.mjs";
import page from "./page.css";
import * as progress from "./progress.mjs";
import { Reader, begin } from "./reader.mjs";
import reading from "./reading.css";
import { json } from "./shipped.mjs";

const sheet = (text) => {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
};

let lessons = null;
let panel = null;
/** Counts openings and closings, so that cards whose list comes too late are dropped. */
let turn = 0;

/** The first lesson with questions that are not answered, or the first. */
const next = (all) => all.find(({ name, questions }) => Object.keys(progress.of(name).answered).length < questions) ?? all[0];

class Panel {
  #figure;
  #reader = null;
  #body = make("div");
  #host = make("aside", { className: "cards", attributes: { "aria-label": "Lesson beside the page" } });

  constructor(all, figure) {
    this.#figure = figure;
    const choice = make("select", { className: "select", attributes: { "aria-label": "Lesson" } }, all.map(({ name, title }) => make("option", { value: name, textContent: title })));
    choice.addEventListener("change", () => this.#choose(choice.value));
    this.#choice = choice;
    const root = this.#host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet(components), sheet(reading), sheet(css)];
    root.append(make("div", { className: "bar-top" }, [choice, button("Close", () => close(), { className: "button close" })]), this.#body);
    root.addEventListener("keydown", ({ key }) => key === "Escape" && close());
    document.body.append(this.#host);
  }

  #choice;

  /** Shows the reader's last card of a lesson. */
  async open(name) {
    this.#choice.value = name;
    const lesson = await json(`${name}.json`);
    // The reader chose another lesson meanwhile.
    if (this.#choice.value !== name) return;
    this.#reader?.end();
    this.#reader = new Reader(name, lesson, { figure: this.#figure });
    this.#body.replaceChildren(this.#reader.element);
    this.#reader.open(begin(name), true);
  }

  async #choose(name) {
    try {
      await this.open(name);
    } catch (error) {
      if (this.#choice.value !== name) return;
      this.#reader?.end();
      this.#body.replaceChildren(make("p", { textContent: `The lesson could not be loaded: ${error.message}. Choose it once more when the network is back.` }));
    }
  }

  hear(outcome) {
    this.#figure.hear(outcome);
  }

  remove() {
    this.#reader?.end();
    this.#figure.end();
    this.#host.remove();
  }
}

const outside = sheet(page);

/** Opens the lessons of a laboratory. `outcome` is the page's present outcome; `schedule` promises the schedule in sight as CSV. */
export function open(laboratory, outcome, schedule) {
  close();
  const nth = turn;
  const opened = async () => {
    lessons ??= await json("list.json");
    if (nth !== turn) return;
    const own = lessons.filter((lesson) => lesson.laboratory === laboratory);
    panel = new Panel(own, new Laboratory(outcome, schedule));
    document.adoptedStyleSheets.push(outside);
    document.documentElement.dataset.cards = "";
    await panel.open(next(own).name);
  };
  opened().catch(() => {
    if (nth !== turn) return;
    // The page of lessons says why there are none.
    close();
    location.assign(`./lesson/#laboratory/${laboratory}`);
  });
}

/** Takes the cards away. */
export function close() {
  turn += 1;
  if (!panel) return;
  panel.remove();
  panel = null;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== outside);
  delete document.documentElement.dataset.cards;
  document.querySelector("#learn")?.focus();
}

/** Hears the outcome of a run of the page. */
export const hear = (outcome) => panel?.hear(outcome);
