// A learner's answers for the lecturer: as a file, or as a code for a text field of a course system.
import { button, make } from "./element.mjs";
import * as progress from "./progress.mjs";
import { copy, save } from "./save.mjs";
import { program } from "./source.mjs";

/** The longest name of a learner, in characters. */
const LONGEST = 100;

/** The answers of this device to a lesson, as JSON. */
function answers(lesson, key, seed, student, version) {
  const { given, runs } = progress.of(key);
  return JSON.stringify({
    "makespan-answers": 1,
    program: version,
    student,
    title: lesson.front.title,
    source: lesson.source,
    seed,
    answers: lesson.screens.map(({ question }, place) => (question && given[place]) ?? null),
    runs: Object.fromEntries(Object.entries(runs).filter(([name]) => name in lesson.scenarios)),
  });
}

/** The part of the last screen that hands in the answers; a lesson of an older build has no digest to name. */
export function handIn(lesson, key, seed) {
  if (typeof lesson.source !== "string") return "";
  const name = make("input", { type: "text", className: "field student", maxLength: LONGEST, autocomplete: "name", attributes: { "aria-label": "Your name" } });
  const said = make("p", { className: "small", attributes: { role: "status" } });
  const code = make("textarea", { className: "snippet", readOnly: true, hidden: true, rows: 4, spellcheck: false, attributes: { "aria-label": "Your code" } });
  /** A button that passes the answers to a function, once there is a name. */
  const ways = (words, hand) =>
    button(words, async () => {
      const student = name.value.trim();
      if (!student) {
        said.textContent = "Type your name first.";
        return name.focus();
      }
      try {
        const made = await program();
        await hand(made, answers(lesson, key, seed, student, made.version()), student);
      } catch (error) {
        const gone = typeof error !== "string";
        said.textContent = `The answers could not be handed in: ${error.message ?? error}.${gone ? " Load the page again when the network is back." : ""}`;
      }
    });
  const saves = ways("Save my answers", ({ seal }, json, student) => {
    const plain = student.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    save(`${plain || "student"}.answers.json`, seal(json));
    said.textContent = "The file is saved. Hand it in where your lecturer asks for it.";
  });
  const copies = ways("Copy the code", async (made, json) => {
    code.value = made.code(json);
    code.hidden = false;
    const copied = await copy(code.value);
    if (!copied) code.focus();
    code.select();
    const length = `Your code has ${code.value.length} characters`;
    said.textContent = copied ? `${length} and is in the clipboard. Paste it where your lecturer asks for it.` : `${length}. Copy it from the field below, and paste it where your lecturer asks for it.`;
  });
  return make("details", { className: "hand-in" }, [
    make("summary", { textContent: "Hand in your answers" }),
    make("p", { className: "small", textContent: "File and code hold your name, your guesses, and the fingerprints of your runs. They leave this device only when you send them." }),
    make("label", {}, ["Your name ", name]),
    make("div", { className: "row" }, [saves, copies]),
    said,
    code,
  ]);
}
