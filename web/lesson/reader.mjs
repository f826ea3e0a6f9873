// One lesson: its screens, one at a time, beside the live figure.
import { button, make } from "./element.mjs";
import { handIn } from "./hand-in.mjs";
import * as progress from "./progress.mjs";
import { KINDS } from "./questions.mjs";
import { json } from "./shipped.mjs";
import { Stage } from "./stage.mjs";

/** The screen of a lesson that is shown when the reader asks for none. */
export const begin = (name) => progress.of(name).at;

export class Reader {
  #name;
  #lesson;
  #answers;
  /** The name under which progress is kept. */
  #key;
  /** The live figure; it begins with the scenario of the screen that is opened first. */
  #stage = null;
  #text = make("div", { className: "text" });

  /** The number that is added to the seeds of the scenarios. */
  #seed;

  /** The page of a laboratory that the lesson is beside; nothing on a page of its own. */
  #beside;

  /**
   * `answers` where they came with the lesson; `key` where the name does not suffice, null where no progress is kept; `figure` is the page
   * of a laboratory that the lesson is beside.
   */
  constructor(name, lesson, { answers = null, key = name, seed = 0, figure = null } = {}) {
    [this.#name, this.#lesson, this.#key, this.#seed, this.#beside] = [name, lesson, key, seed, figure];
    this.#answers = answers;
    this.element = make("div", { className: "reader" }, [this.#text]);
    this.#text.addEventListener("click", ({ target }) => {
      const scenario = target.closest?.("button.show")?.dataset.scenario;
      if (scenario) this.#stage.show(scenario).catch(() => {});
    });
  }

  /** Takes a changed version of the lesson. */
  renew(lesson, answers) {
    [this.#lesson, this.#answers] = [lesson, answers];
    this.#stage?.renew(lesson.scenarios);
  }

  /** Leaves the figure alone: another lesson takes it. */
  end() {
    this.#stage?.end();
  }

  /** The place of the screen that is shown. */
  #at = 0;
  /** The paragraph that promises the result after a guess. */
  #promise = "";

  /** Goes some screens on, as far as there are any. */
  step(by) {
    const to = this.#at + by;
    if (to >= 0 && to < this.#lesson.screens.length) location.hash = `#${this.#name}/${to + 1}`;
  }

  /** Shows a screen, counted from 0. */
  open(at, focus) {
    const { screens, front } = this.#lesson;
    const place = Math.min(Math.max(at, 0), screens.length - 1);
    this.#at = place;
    const screen = screens[place];
    progress.reach(this.#key, place);
    // Beside a laboratory, address and title are the laboratory's.
    const alone = this.#key !== null && !this.#beside;
    if (alone) document.title = `${screen.title} – ${front.title} – Makespan`;
    // A screen without a scenario keeps the one before it; screens before the first scenario have that one.
    const all = screens.map((one) => one.scenario);
    const scenario = all.slice(0, place + 1).filter(Boolean).at(-1) ?? all.find(Boolean);
    if (scenario && !this.#stage) {
      this.#stage = new Stage(this.#lesson.scenarios, scenario, this.#beside);
      this.#stage.ran = (name, { fingerprint }) => progress.ran(this.#key, name, fingerprint);
      this.#stage.back = () => this.#text.querySelector("h1").focus({ preventScroll: true });
      this.element.prepend(this.#stage.element);
    }
    this.#stage?.listen(() => {});
    if (scenario) this.#stage.show(scenario).catch(() => {});
    const title = make("h1", { textContent: screen.title, tabIndex: -1 });
    const link = (to, words, className) =>
      this.#beside ? button(words, () => this.open(to, true), { className }) : make("a", { href: `#${this.#name}/${to + 1}`, className, textContent: words });
    const guessing = this.#beside && screen.question?.task.kind === "predict";
    this.#beside?.guess(guessing);
    this.#promise = guessing ? make("p", { className: "small", textContent: "The page shows the result once you have guessed." }) : "";
    const last = place === screens.length - 1;
    this.#text.replaceChildren(
      make("p", { className: "where", textContent: `${front.title} · ${place + 1} of ${screens.length}`, title: this.#beside ? "" : "P: large type for a lecture hall; arrow keys then go from screen to screen, Escape ends it" }),
      title,
      this.#promise,
      make("div", { className: "prose", html: screen.html }),
      screen.question ? this.#question(place, screen.question) : "",
      last && this.#key !== null ? handIn(this.#lesson, this.#key, this.#seed) : "",
      make("nav", { className: "ways", attributes: { "aria-label": "Screens" } }, [
        place > 0 ? link(place - 1, "Back", "button") : null,
        last ? make("a", { href: this.#beside ? "./lesson/" : "#", className: "button primary", textContent: "All lessons" }) : link(place + 1, "Next", "button primary"),
      ]),
    );
    if (focus) title.focus({ preventScroll: true });
    if (alone) scrollTo(0, 0);
    if (this.#beside) this.element.scrollIntoView();
  }

  /** Shows the result beside a card, and removes the paragraph that promises it. */
  #guessed() {
    this.#beside?.guess(false);
    this.#promise.remove?.();
  }

  /** The answer to a question; all answers load when the first one is needed. */
  async #answer(place) {
    this.#answers ??= await json(`${this.#name}.answers.json`);
    const answer = this.#answers[place];
    if (!answer) throw new Error("The lesson’s file has none to this question.");
    return answer;
  }

  #question(place, question) {
    const task = KINDS[question.task.kind](question.task, this.#stage);
    const verdict = make("div", { className: "verdict", attributes: { role: "status" } });
    const explained = make("div", { className: "explained" });
    const hints = make("div", { className: "hints", attributes: { role: "status" } });
    let given = 0;
    const say = (title, html, good) => {
      verdict.classList.toggle("good", Boolean(good));
      verdict.replaceChildren(make("p", { className: "verdict-title", textContent: title }), make("div", { html: html ?? "" }));
    };
    const fail = (title, error) => {
      say(title, "");
      verdict.append(make("p", { textContent: String(error.message ?? error) }));
    };
    const solution = () => this.#answer(place).catch((error) => fail("The answer could not be loaded.", error));
    const explain = async (answer) => {
      explained.replaceChildren(make("h2", { textContent: "Why" }), make("div", { html: answer.explain }));
      for (const one of [check, hint, reveal]) one.hidden = true;
      if (question.after && !answer.stays) await this.#stage.show(question.after);
    };
    const check = button(task.words, async () => {
      check.disabled = true;
      verdict.replaceChildren(make("p", { textContent: "Computing …" }));
      try {
        const answer = await solution();
        if (!answer) return;
        // A prediction is compared in the figure that the run shows.
        if (task.once && question.after) await this.#stage.show(question.after);
        const judged = await task.judge(answer);
        if (task.once) this.#guessed();
        if (judged.asks) return say(judged.asks, "");
        progress.give(this.#key, place, { guess: judged.guess });
        say(judged.title, judged.html, judged.right);
        if (judged.right || task.once) {
          progress.answer(this.#key, place, judged.right);
          await explain({ ...answer, stays: judged.stays || task.once });
          if (task.once) this.#beside?.play();
        } else {
          reveal.hidden = false;
        }
      } catch (error) {
        fail("The figure did not answer.", error);
      } finally {
        check.disabled = false;
      }
    }, { className: "button primary check" });
    const hint = button("Hint", () => {
      hints.append(make("div", { className: "hint", html: question.hints[given] }));
      given += 1;
      hint.hidden = given >= question.hints.length;
      progress.give(this.#key, place, { hint: true });
    }, { hidden: question.hints.length === 0 });
    const reveal = button("Show the answer", async () => {
      const answer = await solution();
      if (!answer) return;
      say("The answer:", `<p>${answer.told}</p>`);
      this.#guessed();
      progress.answer(this.#key, place, false);
      progress.give(this.#key, place, { shown: true });
      // The figure itself reports why it does not show the scenario.
      await explain(answer).catch(() => {});
    }, { hidden: true });
    this.#stage?.listen((event) => {
      const said = task.hear?.(event);
      if (said) say(said, "");
    });
    task.field?.addEventListener("keydown", ({ key }) => key === "Enter" && check.click());
    const before = progress.of(this.#key).answered[place];
    return make("section", { className: "question", attributes: { "aria-label": "Question" } }, [
      before ? make("p", { className: "before", textContent: "You answered this question before. You can answer it again." }) : null,
      make("div", { className: "ask", html: question.ask }),
      task.element,
      make("div", { className: "row" }, [check, hint, reveal]),
      hints,
      verdict,
      explained,
    ]);
  }
}
