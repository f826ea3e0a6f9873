// The list of all lessons, and the page for teachers.
import { codes } from "./codes.mjs";
import { button, make } from "./element.mjs";
import * as progress from "./progress.mjs";
import { chooser, copy, save } from "./save.mjs";
import { json } from "./shipped.mjs";

const done = ({ name, questions }) => {
  const answered = Object.keys(progress.of(name).answered).length;
  return answered === 0 ? "not begun" : answered >= questions ? "all questions answered" : `${answered} of ${questions} questions answered`;
};

/** Lessons as a list. */
const items = (lessons) =>
  make("ol", { className: "lessons" }, lessons.map((lesson) =>
    make("li", {}, [
      make("a", { href: `#${lesson.name}`, className: "lesson-title", textContent: lesson.title }),
      make("p", { textContent: lesson.idea }),
      make("p", { className: "lesson-foot", textContent: `${lesson.minutes} minutes · ${lesson.screens} screens · ${done(lesson)}` }),
    ])));

/** The list of all lessons, those of a laboratory first, with the progress on this device. */
export function list(lessons, laboratory, { again, open }) {
  const own = lessons.filter((lesson) => lesson.laboratory === laboratory);
  const others = lessons.filter((lesson) => lesson.laboratory !== laboratory);
  const said = make("p", { attributes: { role: "status" } });
  const say = (words) => (said.textContent = words);
  const load = (text) => {
    const wrong = progress.take(text);
    if (wrong === null) again();
    else say(wrong);
  };
  const json = ".json,application/json";
  return make("div", { className: "overview" }, [
    make("h1", { textContent: "Lessons", tabIndex: -1 }),
    make("p", { textContent: "Predict, run, explain: each lesson takes about twenty minutes and leads to one idea. Everything is computed in this browser." }),
    ...(own.length > 0 ? [make("h2", { textContent: "About the laboratory that you come from" }), items(own)] : []),
    ...(own.length > 0 && others.length > 0 ? [make("h2", { textContent: "Others" })] : []),
    items(others),
    make("div", { className: "row" }, [
      button("Save progress", () => save("makespan-lessons.json", progress.text())),
      ...chooser("Load progress", { accept: json, label: "A file of progress", take: load, say }),
    ]),
    make("div", { className: "row" }, [
      ...chooser("Open a lesson file", { accept: `.md,text/markdown,${json}`, label: "A file of a lesson", take: open, say }),
      make("a", { href: "#write", className: "button", textContent: "Write a lesson" }),
    ]),
    make("p", { className: "small", textContent: "Your progress stays on this device. Save it as a file to take it to another one." }),
    make("p", {}, [make("a", { href: "../reproduce/", textContent: "Figures and tables of the documents: printed beside computed" })]),
    said,
  ]);
}

/** The code that shows a lesson in a course page. Moodle's editor keeps a frame without styles; others take its width from them. */
function snippets({ name, title }) {
  const address = new URL(`#${name}/1`, new URL(".", location.href)).href;
  const plain = title.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return {
    moodle: `<p><iframe title="${plain}" src="${address}" width="100%" height="820" allowfullscreen="allowfullscreen"></iframe></p>`,
    frame: `<iframe title="${plain}" src="${address}" width="100%" height="820" style="border: 0"></iframe>`,
  };
}

/** Buttons that copy the code, and the handouts. */
function ways(lesson) {
  const said = make("p", { className: "small", attributes: { role: "status" } });
  const field = make("textarea", { className: "snippet", readOnly: true, hidden: true, rows: 3, attributes: { "aria-label": `Code for “${lesson.title}”` } });
  const { moodle, frame } = snippets(lesson);
  const copies = (words, code, then) =>
    button(words, async () => {
      field.value = code;
      field.hidden = false;
      field.select();
      said.textContent = (await copy(code)) ? `Copied. ${then}` : "Copy the selected code.";
    });
  return make("div", {}, [
    make("div", { className: "row" }, [
      copies("Copy for Moodle", moodle, "Paste it into the editor’s HTML view."),
      copies("Copy as a frame", frame, "Paste it into the HTML of your page."),
      make("a", { className: "button", href: `#handout/${lesson.name}`, textContent: "Handout" }),
      make("a", { className: "button", href: `#handout/${lesson.name}/answers`, textContent: "Handout with answers" }),
    ]),
    said,
    field,
  ]);
}

/** The page for teachers: the purpose of each lesson, and its answers, folded. */
export function teacher(lessons) {
  const answers = (lesson) => {
    const holder = make("div");
    const details = make("details", {}, [make("summary", { textContent: `Questions and answers of “${lesson.title}”` }), holder]);
    details.addEventListener("toggle", async () => {
      if (!details.open || details.dataset.there) return;
      details.dataset.there = "";
      holder.replaceChildren(make("p", { textContent: "Loading …" }));
      const both = Promise.all([`${lesson.name}.json`, `${lesson.name}.answers.json`].map(json));
      const [built, all] = await both.catch((error) => {
        delete details.dataset.there;
        holder.replaceChildren(make("p", { textContent: `The answers could not be loaded: ${error.message}. Close this part and open it again when the network is back.` }));
        return [];
      });
      if (!built) return;
      const rows = built.screens.flatMap((screen, place) => (screen.question ? [[screen, all[place]]] : []));
      holder.replaceChildren(...rows.map(([screen, answer]) =>
        make("section", { className: "answer" }, [
          make("h3", { textContent: screen.title }),
          make("div", { html: screen.question.ask }),
          make("p", { html: `<strong>Answer:</strong> ${answer.told}` }),
          make("div", { html: answer.explain }),
        ])));
    });
    return details;
  };
  return make("div", { className: "overview" }, [
    make("h1", { textContent: "For teachers", tabIndex: -1 }),
    make("p", { textContent: "The aim of each lesson, its place in curricula, and its answers. The answers come from runs, with the same numbers as on your students’ devices." }),
    make("p", {}, ["To give each student other random draws, to mark their answers, and to write lessons of your own: the ", make("a", { href: "../docs/lessons.html", textContent: "guide" }), "."]),
    codes(lessons),
    ...lessons.map((lesson) =>
      make("article", { className: "teach" }, [
        make("h2", {}, [make("a", { href: `#${lesson.name}/1`, textContent: lesson.title })]),
        make("p", { textContent: `${lesson.minutes} minutes. ${lesson.idea}` }),
        make("h3", { textContent: "Objectives" }),
        make("ul", {}, lesson.objectives.map((text) => make("li", { textContent: text }))),
        make("h3", { textContent: "Curriculum" }),
        make("ul", {}, lesson.curriculum.map((text) => make("li", { textContent: text }))),
        ways(lesson),
        answers(lesson),
      ])),
  ]);
}
