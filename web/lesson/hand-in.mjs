// A learner's answers as a file for the lecturer.
import { button, make } from "./element.mjs";
import * as progress from "./progress.mjs";
import { save } from "./save.mjs";
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

/** The part of the last screen that saves the answers; a lesson of an older build has no digest to name. */
export function handIn(lesson, key, seed) {
  if (typeof lesson.source !== "string") return "";
  const name = make("input", { type: "text", className: "field student", maxLength: LONGEST, autocomplete: "name", attributes: { "aria-label": "Your name" } });
  const said = make("p", { className: "small", attributes: { role: "status" } });
  const press = button("Save my answers", async () => {
    const student = name.value.trim();
    if (!student) {
      said.textContent = "Type your name first.";
      return name.focus();
    }
    try {
      const { seal, version } = await program();
      const plain = student.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
      save(`${plain || "student"}.answers.json`, seal(answers(lesson, key, seed, student, version())));
      said.textContent = "The file is saved. Hand it in where your lecturer asks for it.";
    } catch (error) {
      said.textContent = `The answers could not be saved: ${error.message ?? error}. Load the page again when the network is back.`;
    }
  });
  return make("details", { className: "hand-in" }, [
    make("summary", { textContent: "Hand in your answers" }),
    make("p", { className: "small", textContent: "The file holds your name, your guesses, and the fingerprints of your runs. It leaves this device only when you send it." }),
    make("label", {}, ["Your name ", name]),
    make("div", { className: "row" }, [press]),
    said,
  ]);
}
