// A challenge that somebody takes part in: the task, the strategy, the public cases while one writes, and the hidden cases after the
// submission.
import { button, make } from "../lesson/element.mjs";
import { keep, kept } from "../lesson/kept.mjs";
import { save } from "../lesson/save.mjs";
import { PAUSE, fault, followCursor, goTo, lineOf } from "../lesson/writing.mjs";
import { compete } from "./contest.mjs";
import { sentence, table } from "./ranking.mjs";

/** A longer list of handed values is folded, so that the strategy is in sight. */
const FEW = 8;
/** The longest name of a writer, in characters. */
const LONGEST = 100;

/** The editor that colours and completes; without it the text area stays. */
const editors = () => import(new URL("code.js", import.meta.url).href);

const cases = (number, kind) => (number === 1 ? `one ${kind} case` : `${number} ${kind} cases`);

/** A part of the page with a ranking. */
class Board {
  #body = make("div");
  #said = make("p", { className: "small", attributes: { role: "status" } });
  #tools = make("div", { className: "row" });

  constructor(title) {
    this.element = make("section", { className: "ranking", attributes: { "aria-label": title } }, [make("h2", { textContent: title }), this.#said, this.#body, this.#tools]);
  }

  say(words) {
    this.#said.textContent = words;
  }

  /** Marks the ranking as that of an earlier text. */
  outdate() {
    if (this.#body.childElementCount === 0) return;
    this.element.classList.add("is-stale");
    this.say("The text has changed since.");
  }

  show(ranking, kind, ...tools) {
    this.element.classList.remove("is-stale");
    this.say(sentence(ranking));
    this.#body.replaceChildren(table(ranking, cases(ranking.cases, kind)));
    this.#tools.replaceChildren(...tools);
  }
}

export class Arena {
  #name;
  #source;
  #about;
  #text = make("textarea", { className: "source", spellcheck: false, id: "strategy", attributes: { "aria-describedby": "strategy-help" } });
  #place = make("p", { className: "small source-place" });
  #faults = make("ol", { className: "faults", attributes: { "aria-label": "Faults" } });
  #student = make("input", { type: "text", className: "field student", maxLength: LONGEST, autocomplete: "name" });
  #submit;
  #said = make("p", { className: "small", attributes: { role: "status" } });
  #public = new Board("Public cases");
  #hidden = new Board("Hidden cases");
  #editor = null;
  #submitting = false;
  #clock = 0;
  /** Counts contests: the results of an older one are dropped. */
  #nth = 0;
  /** Whether another page has taken the place of this one. */
  #over = false;
  /** The text whose public cases are shown. */
  #shown = null;

  constructor(name, source, about, link) {
    [this.#name, this.#source, this.#about] = [name, source, about];
    this.#text.value = kept(this.#key) ?? about.code;
    this.#text.addEventListener("input", () => {
      keep(this.#key, this.#text.value);
      this.#public.outdate();
      this.#hidden.outdate();
      clearTimeout(this.#clock);
      // A contest in hidden cases runs to its end.
      if (!this.#submitting) this.#clock = setTimeout(() => this.begin(), PAUSE);
    });
    followCursor(this.#text, () => this.#follow());
    this.#submit = button("Submit", () => this.#hand(), { className: "button primary" });
    const again = button("Begin again", () => {
      if (this.#text.value !== about.code && !confirm("Replace your strategy by the one to begin with?")) return;
      this.#text.value = about.code;
      this.#editor?.show(about.code, 0, 0, "");
      this.#text.dispatchEvent(new Event("input"));
    });
    const handed = about.handed.flatMap(([owner, name, unit, help]) => [make("dt", { textContent: owner ? `${owner}.${name}` : name }), make("dd", { textContent: unit ? `${help} (${unit})` : help })]);
    this.#hidden.say(`When you submit your strategy, ${cases(about.hidden, "hidden")} are drawn from its text.`);
    this.element = make("div", { className: "challenge" }, [
      make("div", {}, [
        make("h1", { textContent: about.title, tabIndex: -1 }),
        make("p", { className: "lesson-foot", textContent: `${about.laboratory} · against ${about.ways.join(", ")}` }),
        make("div", { className: "prose", html: about.html }),
        make("details", { className: "asked small", id: "strategy-help", open: about.handed.length <= FEW }, [
          make("summary", {}, [make("code", { textContent: about.signature }), " – inputs and answer"]),
          make("dl", {}, [...handed, make("dt", { textContent: "answers" }), make("dd", { textContent: about.answer })]),
        ]),
        make("label", { htmlFor: "strategy", className: "strategy-label", textContent: "Your strategy" }),
        this.#text,
        this.#place,
        this.#faults,
        make("div", { className: "row" }, [again, button("Copy link", () => link((words) => (this.#said.textContent = words)))]),
        make("p", { className: "small" }, [
          "The text stays on this device. Tab leaves the field. ",
          make("a", { href: "../docs/strategies.html", textContent: "Functions for strategies" }),
        ]),
        make("div", { className: "hand-in" }, [make("label", {}, ["Your name ", this.#student]), make("div", { className: "row" }, [this.#submit]), this.#said]),
      ]),
      make("div", {}, [this.#public.element, this.#hidden.element]),
    ]);
  }

  get #key() {
    // Challenges of other files have texts of their own.
    return `makespan.challenge.${this.#about.source}`;
  }

  #follow() {
    this.#place.textContent = `Line ${lineOf(this.#text)}`;
  }

  /** Puts the editor in the place of the text area, once the area is in the document. */
  async edit() {
    const program = await editors().catch(() => null);
    if (!program || !this.#text.isConnected) return;
    this.#editor = program.edit(this.#text, this.#about.handed);
    this.#place.hidden = true;
  }

  /** Starts no run from now on: it would end the runs of another challenge. */
  end() {
    this.#over = true;
    clearTimeout(this.#clock);
    this.#nth += 1;
  }

  /** Runs the strategy in the public cases. */
  async begin() {
    if (this.#over) return;
    await this.#run(this.#public, "public", {});
  }

  /** Runs a contest and shows it on a board; returns the result, or null where it failed or another contest took its place. */
  async #run(board, kind, { name = "Your strategy", tools = () => [] }) {
    const nth = (this.#nth += 1);
    const here = () => nth === this.#nth;
    const code = this.#text.value;
    try {
      const tell = (done, all) => here() && done < all && board.say(`Cases run: ${done} of ${all}`);
      const came = await compete(this.#source, { code, name, hidden: kind === "hidden", tell });
      if (!here()) return null;
      board.show(came.ranking, kind, ...tools(came));
      if (kind === "public") this.#shown = code;
      // A text that has changed meanwhile runs next.
      if (code !== this.#text.value) board.outdate();
      else this.#mark(came.ranking.rows.find((row) => row.kind === "own").fault);
      return came;
    } catch (error) {
      if (here()) board.say(`The cases could not be run: ${error.message ?? error}.`);
      return null;
    }
  }

  /** Marks the line of a fault. */
  #mark(said) {
    const [, line] = /\bline (\d+): /.exec(said ?? "") ?? [];
    const why = (said ?? "").replace(/^line \d+: /, "");
    if (said) this.#text.setAttribute("aria-invalid", "true");
    else this.#text.removeAttribute("aria-invalid");
    this.#editor?.show(this.#text.value, line ? Number(line) : 0, 0, why);
    this.#faults.replaceChildren();
    if (!said) return;
    // In the editor the line is underlined; a text area cannot do that.
    const place = !line ? null : this.#editor ? make("strong", { textContent: `Line ${line}` }) : button(`Line ${line}`, () => this.#go(Number(line)), { className: "button quiet" });
    this.#faults.append(fault(place, why));
  }

  /** Puts the cursor into a line. */
  #go(line) {
    goTo(this.#text, line);
    this.#follow();
  }

  async #hand() {
    const student = this.#student.value.trim();
    if (!student) {
      this.#said.textContent = "Type your name first.";
      return this.#student.focus();
    }
    clearTimeout(this.#clock);
    this.#submitting = this.#submit.disabled = true;
    this.#said.textContent = "The hidden cases are run.";
    const plain = student.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "student";
    const tools = ({ file }) => [button("Save the result", () => save(`${plain}.${this.#plain}.json`, file))];
    const came = await this.#run(this.#hidden, "hidden", { name: student, tools });
    this.#submitting = this.#submit.disabled = false;
    this.#said.textContent = came ? "The hidden cases are run. Save the result, and hand it in where your lecturer asks for it." : "";
    // The submission ended an unfinished run in the public cases.
    if (this.#shown !== this.#text.value) await this.begin();
  }

  /** The name of the challenge in a file name. */
  get #plain() {
    return /^[a-z0-9-]+$/.test(this.#name) ? this.#name : "challenge";
  }
}
