// The page of lessons: `#` lists them, `#laboratory/NAME` those of a laboratory first, `#teacher` is for teachers, `#NAME` goes on with a lesson, `#NAME/3` opens its third screen.
import { make } from "./element.mjs";
import { list, teacher } from "./overview.mjs";
import { Reader, begin } from "./reader.mjs";

const main = document.querySelector("main");
let reader = null;
let open = null;
let lessons = null;

async function json(file) {
  const answer = await fetch(`../lessons/${file}`);
  if (!answer.ok) throw new Error(`${file}: the host answers ${answer.status}`);
  return answer.json();
}

async function show(focus) {
  const [name, screen] = decodeURIComponent(location.hash.slice(1)).split("/");
  // The skip link is no lesson.
  if (name === "main") return main.focus();
  lessons ??= await json("list.json");
  if (["", "laboratory", "teacher"].includes(name)) {
    [reader, open] = [null, null];
    const page = name === "teacher" ? teacher(lessons) : list(lessons, name && screen, () => show(true));
    document.title = `${name === "teacher" ? "For teachers" : "Lessons"} – Makespan`;
    main.replaceChildren(page);
    if (focus) page.querySelector("h1").focus();
    return;
  }
  if (!lessons.some((lesson) => lesson.name === name)) {
    const names = lessons.map((lesson) => lesson.name).join(", ");
    return main.replaceChildren(make("h1", { textContent: "There is no such lesson" }), make("p", { textContent: `“${name.slice(0, 60)}” is none of the lessons: ${names}.` }));
  }
  if (open !== name) {
    reader = new Reader(name, await json(`${name}.json`));
    open = name;
    main.replaceChildren(reader.element);
  }
  const at = screen === undefined ? begin(name) : Number.parseInt(screen, 10) - 1;
  reader.open(Number.isInteger(at) ? at : 0, focus);
}

const attempt = (focus) =>
  show(focus).catch((error) => main.replaceChildren(make("h1", { textContent: "The lesson could not be loaded" }), make("p", { textContent: `${error.message}. Load the page again when the network is back.` })));

addEventListener("hashchange", () => attempt(true));
attempt(false);
