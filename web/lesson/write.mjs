// The editor of lessons: text on the left, the lesson on the right, and the faults below the text.
import { button, make } from "./element.mjs";
import { keep, kept } from "./kept.mjs";
import { LONGEST_LINK, pack } from "./link.mjs";
import { Reader } from "./reader.mjs";
import { chooser, copy, save } from "./save.mjs";
import { compile, program } from "./source.mjs";
import { PAUSE, fault, followCursor, goTo, lineOf } from "./writing.mjs";

/** Where the device keeps the text. */
const KEY = "makespan.lesson-text";

/** For each line whether it begins a screen; lines within fences begin none. */
function headings(lines) {
  let fence = false;
  return lines.map((line) => {
    if (line.startsWith("```")) fence = !fence;
    return !fence && line.startsWith("## ");
  });
}

const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export class Editor {
  #text = make("textarea", { className: "source", spellcheck: false, attributes: { "aria-label": "Lesson in Markdown", "aria-describedby": "source-help" } });
  #place = make("p", { className: "small source-place" });
  #said = make("p", { className: "source-said", attributes: { role: "status" } });
  /** The answer of a button, apart from the words of the check, which may come at any moment. */
  #answer = make("p", { className: "source-answer", attributes: { role: "status" } });
  #faults = make("ol", { className: "faults", attributes: { "aria-label": "Faults" } });
  #preview = make("section", { className: "preview", attributes: { "aria-label": "Preview" } }, [make("p", { className: "small", textContent: "The lesson appears here." })]);
  #stale = make("p", { className: "small stale", hidden: true, textContent: "The preview shows the text as it was without faults." });
  #reader = null;
  #at = 0;
  #clock = 0;
  #check = null;
  /** The text as a file has it. */
  #saved = null;

  constructor() {
    this.#text.value = kept(KEY) ?? "";
    const say = (words) => (this.#answer.textContent = words);
    const [open, file] = chooser("Open", { accept: ".md,text/markdown,text/plain", label: "A file to write on", take: (text) => this.replace(text), say });
    const example = async () => this.replace((await program()).example());
    const saves = () => {
      this.#saved = this.#text.value;
      save("lesson.md", this.#saved, "text/markdown");
    };
    this.#text.addEventListener("input", () => {
      keep(KEY, this.#text.value);
      // A link or a file of another text is no answer any more.
      this.#answer.textContent = "";
      clearTimeout(this.#clock);
      this.#clock = setTimeout(() => this.#build(), PAUSE);
    });
    followCursor(this.#text, () => this.#follow());
    this.element = make("div", { className: "writer" }, [
      make("h1", { textContent: "Write a lesson", tabIndex: -1 }),
      make("p", { className: "small", id: "source-help" }, [
        "Front matter, screens that begin with “## ”, scenarios and questions: the ",
        make("a", { href: "../docs/lessons.html", textContent: "guide" }),
        " has all of it. The text stays on this device. Tab leaves the field.",
      ]),
      make("div", { className: "row" }, [open, file, button("Save as file", saves), button("Copy link", () => this.#link()), button("Begin with the example", example)]),
      this.#answer,
      make("div", { className: "writing" }, [
        make("div", { className: "source-side" }, [this.#text, this.#place, this.#said, this.#faults]),
        make("div", { className: "preview-side" }, [this.#stale, this.#preview]),
      ]),
    ]);
  }

  /** Ends the check, until the editor begins once more. */
  end() {
    clearTimeout(this.#clock);
    this.#check?.abort();
    this.#check = null;
  }

  /** Begins with the kept text, or with the example. */
  async begin() {
    if (this.#check) return;
    if (this.#text.value) return this.#build();
    this.#said.textContent = "Loading …";
    this.take((await program()).example());
  }

  /** Takes a text in place of the present one, unless its author wants to save that one first. */
  replace(text) {
    const { value } = this.#text;
    const lost = value.trim() && value !== this.#saved && value !== text;
    if (!lost || confirm("Replace the text? It has changes that are in no file yet.")) return this.take(text);
  }

  /** Takes a text. */
  take(text) {
    this.#saved = text;
    this.#text.value = text;
    this.#answer.textContent = "";
    this.#at = 0;
    keep(KEY, text);
    return this.#build();
  }

  /** Shows a screen of the preview, counted from 0. */
  show(at) {
    this.#at = at;
    this.#reader?.open(at, false);
  }

  /** Shows the screen of the cursor in the preview. */
  #follow() {
    const line = lineOf(this.#text);
    this.#place.textContent = `Line ${line}`;
    const at = Math.max(0, headings(this.#text.value.split("\n").slice(0, line)).filter(Boolean).length - 1);
    if (at !== this.#at && this.#reader) history.replaceState(null, "", `#write/${at + 1}`), this.show(at);
  }

  async #build() {
    this.end();
    // Its runs would end those of a lesson that is shown instead.
    if (!this.element.isConnected) return;
    const { signal } = (this.#check = new AbortController());
    try {
      const built = await compile(this.#text.value, { signal, tell: (done, all) => !signal.aborted && (this.#place.textContent = `Scenarios run: ${done} of ${all}`) });
      if (signal.aborted || built === null) return;
      if (built.problems) this.#tell(built.problems);
      else this.#draw(built);
    } catch (error) {
      if (!signal.aborted) this.#said.textContent = `The text could not be checked: ${error.message}.`;
    }
  }

  #tell(problems) {
    this.#said.textContent = `${counted(problems.length, "fault", "faults")}, the first in line ${problems[0].line}: ${problems[0].message}`;
    this.#faults.replaceChildren(...problems.map(({ line, message }) => fault(button(`Line ${line}`, () => this.#go(line), { className: "button quiet" }), message)));
    this.#stale.hidden = !this.#reader;
    this.#text.setAttribute("aria-invalid", "true");
  }

  #draw({ lesson, answers }) {
    const questions = lesson.screens.filter(({ question }) => question).length;
    this.#said.textContent = `No fault. ${counted(lesson.screens.length, "screen", "screens")}, ${counted(questions, "question", "questions")}, ${counted(Object.keys(lesson.scenarios).length, "scenario", "scenarios")}.`;
    this.#faults.replaceChildren();
    this.#stale.hidden = true;
    this.#text.removeAttribute("aria-invalid");
    if (this.#reader) this.#reader.renew(lesson, answers);
    else {
      this.#reader = new Reader("write", lesson, { answers, key: null });
      this.#preview.replaceChildren(this.#reader.element);
    }
    this.#reader.open(this.#at, false);
  }

  /** Puts the cursor into a line. */
  #go(line) {
    goTo(this.#text, line);
    this.#follow();
  }

  async #link() {
    const name = await pack(this.#text.value);
    if (name.length > LONGEST_LINK) {
      this.#answer.textContent = `The link would have ${name.length} characters; allowed: ${LONGEST_LINK}, because mail programs cut longer ones. Save the file and put it on your site, or hand out the file.`;
      return;
    }
    const link = new URL(`#${name}/1`, new URL(".", location.href)).href;
    this.#answer.textContent = (await copy(link)) ? `The link is in the clipboard; it has ${link.length} characters and holds the whole lesson.` : "This browser does not let the page write into the clipboard. The link:";
    this.#answer.append(" ", make("a", { href: link, textContent: "Open it" }));
  }
}
