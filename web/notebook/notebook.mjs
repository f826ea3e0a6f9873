// The notebook: pinned runs with notes, studies that are handed on, plans and results. The page loads it on demand.
import { save } from "../lesson/save.mjs";
import { button, make } from "../share/element.mjs";
import { item, say } from "./item.mjs";
import css from "./notebook.css";
import { Pins } from "./pins.mjs";
import * as plans from "./plan.mjs";
import { Results } from "./results.mjs";
import { judge, read, write } from "./study.mjs";
import { COMMAND, plural } from "./texts.mjs";
import { Runner } from "./workers.mjs";
/* global VERSION */

/** The endings of the files that the notebook opens. */
const ACCEPTED = ".zip,.toml,.json,.csv,.parquet";

let notebook;

function shown() {
  if (!notebook) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    notebook = new Notebook();
  }
  return notebook;
}

/** Opens the notebook, with a file where one is given: an exported study, a plan, or results. */
export function open(file) {
  shown().open(file);
}

/** Pins a run, as “Share” describes it, and returns a sentence about the outcome. */
export async function pin({ setup, missing, ...run }, link) {
  const { version, laboratory, name, question, headline, why, imprint, digest, fingerprint, seed, stem, figures, parameters } = run;
  const told = { version, laboratory, name, question, headline, why, imprint, digest, fingerprint, seed, stem, figures, parameters };
  return shown().pin({ key: digest, since: Date.now(), run: told, setup, link, missing: missing ?? undefined });
}

class Notebook {
  #pins = new Pins();
  #states = new Map();
  #work = null;
  #results = null;
  #back = null;
  #title = make("h2", { id: "notebook-title", textContent: "Notebook", tabIndex: -1 });
  #said = make("p", { className: "notebook-said", role: "status" });
  #list = make("ol", { className: "notebook-list" });
  #tools = make("div", { className: "notebook-row" });
  #shelf = make("section", { ariaLabel: "Pinned runs" });
  #view = make("div", { className: "notebook-view" });
  #question = make("input", { id: "notebook-question", className: "notebook-text", type: "text", maxLength: 500, placeholder: "Which question do these runs answer?" });
  #picker = make("input", { type: "file", accept: ACCEPTED, hidden: true, ariaLabel: "A study, a plan, or results" });
  #panel = make("dialog", { id: "notebook-panel", className: "notebook" });

  constructor() {
    this.#picker.addEventListener("change", () => {
      const [file] = this.#picker.files;
      this.#picker.value = "";
      if (file) this.open(file);
    });
    const opens = button("Open a file", () => this.#picker.click());
    const close = button("Close", () => this.#panel.close());
    this.#panel.setAttribute("aria-labelledby", "notebook-title");
    this.#shelf.append(
      make("label", { htmlFor: "notebook-question", textContent: "Question of the study" }),
      this.#question,
      this.#tools,
      this.#list,
    );
    this.#panel.append(
      make("div", { className: "notebook-head" }, [this.#title, make("div", { className: "notebook-row" }, [opens, this.#picker, close])]),
      this.#said,
      this.#view,
      this.#shelf,
    );
    // The panel stands beside the page, not over it: a run that is opened is seen while the notebook stays.
    this.#panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.#panel.close();
    });
    // A file dropped here does not reach the page, and a browser would open it.
    this.#panel.addEventListener("dragover", (event) => event.preventDefault());
    this.#panel.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.open(file);
    });
    this.#panel.addEventListener("close", () => {
      this.#work?.abort();
      const back = this.#back?.isConnected && this.#back.offsetParent ? this.#back : document.getElementById("main");
      back?.focus();
    });
    this.#question.addEventListener("change", () => this.#pins.ask(this.#question.value.trim()));
    document.body.append(this.#panel);
  }

  async open(file) {
    if (!this.#panel.open) {
      this.#back = document.activeElement;
      this.#panel.show();
      this.#title.focus();
    }
    await this.#read();
    if (file) await this.#take(file);
  }

  async pin(run) {
    await this.#read();
    const fresh = await this.#try(() => this.#pins.pin(run));
    this.#states.set(run.key, { state: "same", said: "reproduces" });
    this.#draw();
    const count = plural(this.#pins.all.length, "run");
    return `${fresh ? "Pinned" : "It was pinned already"}: the notebook has ${count}.${this.#pins.trouble ? ` ${this.#pins.trouble}` : ""}`;
  }

  async #read() {
    await this.#try(() => this.#pins.read());
    this.#draw();
  }

  /** Runs an action on the pins, and shows its trouble. */
  async #try(act) {
    try {
      const done = await act();
      if (this.#pins.trouble) this.#say(this.#pins.trouble);
      return done;
    } catch (error) {
      this.#say(error.message);
      return undefined;
    }
  }

  #say(words, ...more) {
    this.#said.replaceChildren(words, ...more);
  }

  /** Takes a file, whose beginning shows its type. */
  async #take(file) {
    const name = file.name.toLowerCase();
    try {
      const head = await file.slice(0, 4).text();
      if (head.startsWith("PK")) return await this.#import(file);
      if (head === "PAR1" || name.endsWith(".csv")) return await this.#show(file);
      return await this.#plan(file);
    } catch (error) {
      this.#say(`“${file.name}” cannot be opened. ${error.message}`);
      return undefined;
    }
  }

  // Studies.

  async #import(file) {
    this.#say(`Reading “${file.name}” …`);
    const { question, pins } = await read(file);
    if (question && !this.#pins.question) {
      await this.#pins.ask(question);
      this.#question.value = question;
    }
    for (const pin of pins) {
      await this.#try(() => this.#pins.pin(pin));
      this.#states.delete(pin.key);
    }
    this.#draw();
    await this.#check(this.#pins.all.filter(({ key }) => pins.some((pin) => pin.key === key)));
  }

  /** Runs pinned runs again, and shows for each whether it reproduces. */
  async #check(pins) {
    const runner = new Runner();
    const count = { same: 0, differs: 0, failed: 0 };
    const done = await this.#long(async (stopped) => {
      stopped.addEventListener("abort", () => runner.end());
      for (const [at, pin] of pins.entries()) {
        this.#say(`Checking ${at + 1} of ${plural(pins.length, "run")} …`);
        this.#put(pin, { state: "running" });
        let state;
        try {
          state = judge(pin, (await runner.run(pin.run.name, pin.setup)).fingerprint, VERSION);
        } catch (error) {
          if (stopped.aborted) return this.#put(pin);
          state = { state: "failed", said: `no result: ${error.message}` };
        }
        count[state.state] += 1;
        this.#put(pin, state);
      }
      return true;
    });
    runner.end();
    this.#say(done ? sum(count, pins.length) : "Stopped.");
  }

  async #export() {
    await this.#pins.settled();
    const pins = this.#pins.all;
    const runner = new Runner();
    const count = { same: 0, differs: 0, failed: 0 };
    const bytes = await this.#long(async (stopped) => {
      stopped.addEventListener("abort", () => runner.end());
      let at = 0;
      const hear = (pin, state) => {
        if (state.state === "running") this.#say(`Running ${(at += 1)} of ${plural(pins.length, "run")} …`);
        else count[state.state] += 1;
        if (stopped.aborted) throw new Error("Stopped.");
        this.#put(pin, state);
      };
      return write(pins, this.#question.value.trim(), VERSION, { hear, runner });
    });
    runner.end();
    if (!bytes) return;
    save("makespan-study.zip", bytes, "application/zip");
    this.#say(`Exported. ${sum(count, pins.length)} “${COMMAND} makespan-study.zip” recomputes all and compares.`);
  }

  /** Runs a long action that can be stopped. */
  async #long(act) {
    this.#work?.abort();
    const work = (this.#work = new AbortController());
    this.#toolbar();
    try {
      return await act(work.signal);
    } catch (error) {
      this.#say(error.message);
      return undefined;
    } finally {
      if (this.#work === work) this.#work = null;
      this.#toolbar();
    }
  }

  // Plans and results.

  #put_view(results, ...more) {
    this.#results?.end();
    this.#results = results;
    const back = button("Back to the pinned runs", () => {
      this.#work?.abort();
      this.#results?.end();
      this.#results = null;
      this.#view.replaceChildren();
      this.#say("");
      this.#seen();
      this.#title.focus();
    });
    this.#view.replaceChildren(make("div", { className: "notebook-row" }, [back, ...more]), ...(results ? [results.element] : []));
    this.#seen();
  }

  #seen() {
    this.#shelf.hidden = this.#view.childElementCount > 0;
    this.#panel.classList.toggle("wide", this.#shelf.hidden);
  }

  async #show(file) {
    this.#say("");
    const results = new Results();
    this.#put_view(results);
    try {
      await results.open(file);
    } catch (error) {
      this.#view.replaceChildren();
      this.#seen();
      throw error;
    }
  }

  async #plan(file) {
    const read = await plans.read(file);
    // The plan of the shown results makes their rows links.
    if (this.#results && !this.#work && (await this.#results.use(read.plan))) return;
    const { plan, title, points, runs, axes } = read;
    const all = runs ? ` × ${plural(runs, "run")}` : "";
    const facts = `${title}. ${plan.question ?? ""} ${plural(points, "point")}${all}; varied: ${axes.map(({ title }) => title).join(", ") || "nothing"}.`;
    if (points > plans.MOST) {
      this.#put_view(null);
      this.#view.append(
        make("h3", { textContent: file.name, tabIndex: -1 }),
        make("p", { textContent: `${facts} The page runs at most ${plural(plans.MOST, "point")}. The command runs it on all cores, and goes on after an interruption:` }),
        make("pre", { className: "notebook-code", tabIndex: 0 }, [make("code", { textContent: `makespan sweep ${file.name} --out study` })]),
        make("p", { textContent: "Then open study/points.parquet here." }),
      );
      this.#view.querySelector("h3").focus();
      return;
    }
    const results = new Results();
    const ends = button("Stop", () => this.#work?.abort());
    this.#put_view(results, ends);
    results.name(file.name, plan, read);
    let said = 0;
    let newest = null;
    let drawn = null;
    // Rows that arrive during a drawing are drawn next, and only the newest of them.
    const draw = async () => {
      for (; newest; ) {
        const one = newest;
        newest = null;
        await results.arrive(...one);
      }
      drawn = null;
    };
    const done = await this.#long(async (stopped) => {
      await plans.run(read, (names, rows) => {
        said = rows.length;
        this.#say(`${facts} ${said} of ${points} done …`);
        newest = [names, rows];
        drawn ??= draw();
      }, stopped);
      await drawn;
      return true;
    });
    ends.remove();
    this.#say(`${facts} ${done && said === points ? "All are done." : `Stopped after ${said}.`} Each row opens its run.`);
  }

  // The shelf.

  #draw() {
    this.#question.value = this.#pins.question;
    this.#list.replaceChildren(...this.#pins.all.map((pin, at) => this.#item(pin, at)));
    this.#toolbar();
    this.#seen();
  }

  #toolbar() {
    const { all } = this.#pins;
    const busy = this.#work !== null;
    this.#tools.replaceChildren(
      ...(all.length === 0
        ? [make("p", { className: "notebook-hint", textContent: "No run is pinned. “Share” pins the one that is shown: it stays on this device, with a note, until it is removed. Plans and results of “makespan sweep”, and exported studies, open here, too: drop them on the page." })]
        : busy
          ? [button("Stop", () => this.#work?.abort())]
          : [Object.assign(button("Export study", () => this.#export()), { className: "button primary" }), button("Check all", () => this.#check(all)), button("Remove all", () => this.#remove(all))]),
    );
    this.#question.parentElement.querySelector("label").hidden = this.#question.hidden = all.length === 0;
  }

  #item(pin, at) {
    return item(pin, at, {
      length: this.#pins.all.length,
      state: this.#states.get(pin.key),
      note: (note) => this.#try(() => this.#pins.note(this.#now(pin), note)),
      check: () => this.#check([pin]),
      remove: () => this.#remove([this.#now(pin)]),
      move: async (by) => {
        await this.#try(() => this.#pins.move(this.#now(pin), by));
        this.#draw();
        this.#list.children[at + by]?.querySelector(`[data-move="${by}"]`)?.focus();
        this.#say(`“${pin.run.headline}” is now ${at + by + 1} of ${this.#pins.all.length}.`);
      },
    });
  }

  #now = ({ key }) => this.#pins.all.find((pin) => pin.key === key);

  async #remove(pins) {
    await this.#try(() => this.#pins.remove(pins));
    this.#draw();
    const words = pins.length === 1 ? `“${pins[0].run.headline}” is removed. ` : `${plural(pins.length, "run")} are removed. `;
    const undo = button("Undo", async () => {
      await this.#try(() => this.#pins.restore(pins));
      this.#draw();
      const { length } = this.#pins.all;
      this.#say(`${plural(length, "run")} ${length === 1 ? "is" : "are"} pinned.`);
      this.#title.focus();
    });
    this.#say(words, undo);
    undo.focus();
  }

  /** Sets the known state of a pinned run. */
  #put({ key }, state) {
    if (state) this.#states.set(key, state);
    else this.#states.delete(key);
    const mark = this.#list.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (mark) say(mark, state);
  }
}

/** The outcome of several runs, in words. */
function sum({ same, differs, failed }, all) {
  const words = [`${same} of ${plural(all, "run")} reproduce${same === 1 || all === 1 ? "s" : ""}`];
  if (differs) words.push(`${differs} differ${differs === 1 ? "s" : ""}`);
  if (failed) words.push(`${failed} could not be made`);
  return `${words.join("; ")}.`;
}
