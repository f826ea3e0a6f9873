// The page of lessons: `#` lists them, `#laboratory/NAME` those of a laboratory first, `#teacher` is for teachers, `#NAME` goes on with a lesson, `#NAME/3` opens its third screen.
// `?lesson=ADDRESS` opens a lesson of somebody else, as does a file; its markup is cleaned (safe.mjs).
import { make } from "./element.mjs";
import { list, teacher } from "./overview.mjs";
import { Reader, begin } from "./reader.mjs";
import { read } from "./safe.mjs";

/** The name of a lesson from a file or another site. */
const OWN = "own";
/** The largest lesson from another site, in characters. */
const LONGEST = 2_000_000;

const main = document.querySelector("main");
let reader = null;
let open = null;
let lessons = null;
let own = null;

async function json(file) {
  const answer = await fetch(`../lessons/${file}`);
  if (!answer.ok) throw new Error(`${file}: the host answers ${answer.status}`);
  return answer.json();
}

/** Opens a lesson of somebody else from the text of its file. */
function openOwn(text) {
  own = read(text);
  open = null;
  const to = `#${OWN}/1`;
  if (location.hash === to) return attempt(true);
  location.hash = to;
}

/** A lesson from another site, which has to let this one read it (CORS). */
async function fetchOwn(address) {
  const url = new URL(address, location.href);
  if (!["http:", "https:"].includes(url.protocol)) throw new Error(`the address begins with ${url.protocol}; allowed: https: and http:`);
  const answer = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => {
    throw new Error(`${url.host} does not answer, or does not let other sites read the file (CORS)`);
  });
  if (!answer.ok) throw new Error(`${url.host} answers ${answer.status}`);
  const text = await answer.text();
  if (text.length > LONGEST) throw new Error(`the file has ${text.length} characters; allowed: ${LONGEST}`);
  own = read(text);
}

async function show(focus) {
  const [name, screen] = decodeURIComponent(location.hash.slice(1)).split("/");
  // The skip link is no lesson.
  if (name === "main") return main.focus();
  lessons ??= await json("list.json");
  if (["", "laboratory", "teacher"].includes(name)) {
    [reader, open] = [null, null];
    const page = name === "teacher" ? teacher(lessons) : list(lessons, name && screen, { again: () => show(true), open: openOwn });
    document.title = `${name === "teacher" ? "For teachers" : "Lessons"} – Makespan`;
    main.replaceChildren(page);
    if (focus) page.querySelector("h1").focus();
    return;
  }
  if (name === OWN && own) {
    if (open !== OWN) {
      const { lesson, answers } = own;
      reader = new Reader(OWN, lesson, { answers, key: `${OWN}: ${lesson.front.title}` });
      open = OWN;
      main.replaceChildren(reader.element);
    }
    return reader.open(Number.parseInt(screen, 10) - 1 || 0, focus);
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

/** For a lecture hall: large type and no bar; arrow keys and Page keys go from screen to screen. */
const present = (on) => document.documentElement.toggleAttribute("data-present", on);
addEventListener("keydown", (event) => {
  if (!reader || !main.contains(reader.element) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
  if (event.key === "p" || event.key === "P") present(!document.documentElement.hasAttribute("data-present"));
  else if (event.key === "Escape") present(false);
  else if (document.documentElement.hasAttribute("data-present") && ["ArrowRight", "PageDown"].includes(event.key)) reader.step(1);
  else if (document.documentElement.hasAttribute("data-present") && ["ArrowLeft", "PageUp"].includes(event.key)) reader.step(-1);
  else return;
  event.preventDefault();
});
addEventListener("hashchange", () => attempt(true));
const asked = new URLSearchParams(location.search).get("lesson");
if (asked === null) attempt(false);
else {
  fetchOwn(asked).then(
    () => (location.hash.startsWith(`#${OWN}/`) ? attempt(false) : (location.hash = `#${OWN}/1`)),
    (error) => main.replaceChildren(make("h1", { textContent: "The lesson could not be opened" }), make("p", { textContent: `${error.message}.` })),
  );
}
