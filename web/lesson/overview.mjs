// The list of all lessons, and the page for teachers.
import { button, make } from "./element.mjs";
import * as progress from "./progress.mjs";

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

/** All lessons, those of a laboratory first, and what this device remembers of them. */
export function list(lessons, laboratory, { again, open }) {
  const own = lessons.filter((lesson) => lesson.laboratory === laboratory);
  const others = lessons.filter((lesson) => lesson.laboratory !== laboratory);
  const said = make("p", { attributes: { role: "status" } });
  const file = make("input", {
    type: "file",
    accept: ".json,application/json",
    className: "unseen",
    tabIndex: -1,
    attributes: { "aria-label": "A file of progress" },
    onchange: async () => {
      const wrong = progress.take(await file.files[0].text());
      if (wrong === null) again();
      else said.textContent = wrong;
    },
  });
  const foreign = make("input", {
    type: "file",
    accept: ".json,application/json",
    className: "unseen",
    tabIndex: -1,
    attributes: { "aria-label": "A file of a lesson" },
    onchange: async () => {
      try {
        open(await foreign.files[0].text());
      } catch (error) {
        said.textContent = `${foreign.files[0].name}: ${error.message}.`;
      }
    },
  });
  const save = () => {
    const address = URL.createObjectURL(new Blob([progress.text()], { type: "application/json" }));
    make("a", { href: address, download: "makespan-lessons.json" }).click();
    URL.revokeObjectURL(address);
  };
  return make("div", { className: "overview" }, [
    make("h1", { textContent: "Lessons", tabIndex: -1 }),
    make("p", { textContent: "Predict, run, explain: each lesson takes about twenty minutes and leads to one idea. Everything is computed in this browser." }),
    ...(own.length > 0 ? [make("h2", { textContent: "About the laboratory that you come from" }), items(own)] : []),
    ...(own.length > 0 && others.length > 0 ? [make("h2", { textContent: "Others" })] : []),
    items(others),
    make("div", { className: "row" }, [button("Save progress", save), button("Load progress", () => file.click()), file]),
    make("div", { className: "row" }, [button("Open a lesson file", () => foreign.click()), foreign]),
    make("p", { className: "small", textContent: "Your progress stays on this device. Save it as a file to take it to another one." }),
    make("p", {}, [make("a", { href: "../reproduce/", textContent: "Figures and tables of the documents: printed beside computed" })]),
    said,
  ]);
}

/** For teachers: what each lesson is for, and its answers, folded. */
export function teacher(lessons) {
  const answers = (lesson) => {
    const holder = make("div", {}, [make("p", { textContent: "Loading …" })]);
    const details = make("details", {}, [make("summary", { textContent: `Questions and answers of “${lesson.title}”` }), holder]);
    details.addEventListener("toggle", async () => {
      if (!details.open || details.dataset.there) return;
      details.dataset.there = "";
      const [built, all] = await Promise.all([`${lesson.name}.json`, `${lesson.name}.answers.json`].map((file) => fetch(`../lessons/${file}`).then((answer) => answer.json())));
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
    make("p", { textContent: "What each lesson is for, where curricula have it, and its answers. The answers come from runs, with the same numbers as on your students’ devices." }),
    ...lessons.map((lesson) =>
      make("article", { className: "teach" }, [
        make("h2", {}, [make("a", { href: `#${lesson.name}/1`, textContent: lesson.title })]),
        make("p", { textContent: `${lesson.minutes} minutes. ${lesson.idea}` }),
        make("h3", { textContent: "Objectives" }),
        make("ul", {}, lesson.objectives.map((text) => make("li", { textContent: text }))),
        make("h3", { textContent: "Curriculum" }),
        make("ul", {}, lesson.curriculum.map((text) => make("li", { textContent: text }))),
        answers(lesson),
      ])),
  ]);
}
