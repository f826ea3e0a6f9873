// The page of lessons: `#` lists them, `#laboratory/NAME` those of a laboratory first, `#teacher` is for teachers, `#write` writes one,
// `#NAME` goes on with a lesson, `#NAME/3` opens its third screen, `#handout/NAME` prints it, and `#t.…` carries a lesson.
// `?lesson=ADDRESS` opens a lesson of somebody else, as does a file; its markup is cleaned (safe.mjs). `?seed=7` gives a student other
// random draws.
import { button, make } from "./element.mjs";
import { fetched } from "./foreign.mjs";
import { handout } from "./handout.mjs";
import { isLink, unpack } from "./link.mjs";
import { list, teacher } from "./overview.mjs";
import { drops, follow, gone, main, named, stays, tell, unknown } from "./place.mjs";
import { Reader, begin } from "./reader.mjs";
import { read } from "./safe.mjs";
import { json, shipped } from "./shipped.mjs";
import { LARGEST_SEED, compile, isSource } from "./source.mjs";
import { Editor } from "./write.mjs";

/** The name of a lesson from a file or another site. */
const OWN = "own";
/** The largest lesson from another site, in characters. */
const LONGEST = 2_000_000;

const query = new URLSearchParams(location.search);
let reader = null;
let open = null;
let lessons = null;
let own = null;
let editor = null;

/** The number that is added to the seeds of all scenarios. */
const seed = Number(query.get("seed") ?? 0);
const goodSeed = Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED;

/** The faults of a lesson's source. */
class Faulty extends Error {
  constructor(problems, text) {
    super("the lesson has faults");
    Object.assign(this, { problems, text });
  }
}

/** A lesson from the text of a file: a built one, or a source that is built here; nothing where it is not `wanted` any more. */
async function made(text, wanted, file = "") {
  if (text.length > LONGEST) throw new Error(`the file has ${text.length} characters; allowed: ${LONGEST}`);
  if (!isSource(text, file)) {
    if (seed > 0) throw new Error("a built lesson has no seeds for students: open its Markdown file instead");
    return read(text);
  }
  if (!wanted()) return null;
  const said = make("p", { attributes: { role: "status" } });
  open = null;
  tell("The lesson is made", said);
  const built = await compile(text, { seed, tell: (done, all) => (said.textContent = `Scenarios run: ${done} of ${all}`) });
  if (built.problems) throw new Faulty(built.problems, text);
  return { ...built, text };
}

/** Opens a lesson of somebody else from the text of its file. */
async function openOwn(text, file) {
  const wanted = stays();
  let lesson;
  try {
    lesson = await made(text, wanted, file);
  } catch (error) {
    // The caller reports the faults of a built lesson.
    if (!isSource(text, file)) throw error;
    return wanted() && refuse("The lesson could not be made", error);
  }
  // The reader went elsewhere meanwhile.
  if (!wanted()) return;
  own = lesson;
  open = null;
  const to = `#${OWN}/1`;
  if (location.hash === to) return attempt(true);
  location.hash = to;
}

/** Opens a lesson from another site. */
async function fetchOwn(address) {
  const wanted = stays();
  try {
    const { text, path } = await fetched(address, LONGEST);
    const lesson = await made(text, wanted, path);
    if (!wanted()) return;
    own = lesson;
    if (location.hash.startsWith(`#${OWN}/`)) attempt(false);
    else location.hash = `#${OWN}/1`;
  } catch (error) {
    if (wanted()) refuse("The lesson could not be opened", error);
  }
}

/** The lesson of a name, with its answers where they came with it; nothing where there is none, or where it is not `wanted` any more. */
async function find(name, wanted) {
  if (name === OWN) return own;
  if (isLink(name)) return made(await unpack(name), wanted);
  if (!lessons.some((lesson) => lesson.name === name)) return null;
  if (seed > 0) return made(await (await shipped(`${name}.md`)).text(), wanted);
  return { lesson: await json(`${name}.json`), answers: null };
}

/** The name under which progress is kept. */
function key(name, title) {
  const kept = name === OWN || isLink(name) ? `${OWN}: ${title}` : name;
  return seed > 0 ? `${kept}, seed ${seed}` : kept;
}

async function show(focus, wanted) {
  const [name, screen = "", more] = named().split("/");
  if (name !== "write") editor?.end();
  lessons ??= await json("list.json");
  if (!wanted()) return;
  if (["", "laboratory", "teacher", "write", "handout"].includes(name)) {
    const again = open === name;
    [reader, open] = [null, name];
    if (name === "handout") {
      const found = await find(screen, wanted);
      if (!wanted()) return;
      if (!found) return missing(screen);
      found.answers ??= await json(`${screen}.answers.json`);
      if (!wanted()) return;
      document.title = `${found.lesson.front.title} – Makespan`;
      main.replaceChildren(handout(screen, found, more === "answers"));
    } else if (name === "write") {
      editor ??= new Editor();
      document.title = "Write a lesson – Makespan";
      if (again && main.contains(editor.element)) editor.show((Number.parseInt(screen, 10) || 1) - 1);
      else {
        // Another lesson may have ended the runs of the editor's last check.
        editor.end();
        main.replaceChildren(editor.element);
        if (focus) main.querySelector("h1").focus();
      }
      return editor.begin();
    } else {
      const page = name === "teacher" ? teacher(lessons) : list(lessons, name && screen, { again: () => attempt(true), open: openOwn });
      document.title = `${name === "teacher" ? "For teachers" : "Lessons"} – Makespan`;
      main.replaceChildren(page);
    }
    if (focus) main.querySelector("h1").focus();
    return;
  }
  if (open !== name) {
    const found = await find(name, wanted);
    // The reader went elsewhere meanwhile.
    if (!wanted()) return;
    if (!found) return missing(name);
    const { lesson, answers } = found;
    reader = new Reader(name, lesson, { answers, key: key(name, lesson.front.title), seed });
    open = name;
    main.replaceChildren(reader.element);
  }
  const at = screen === "" ? begin(key(name, "")) : Number.parseInt(screen, 10) - 1;
  reader.open(Number.isInteger(at) ? at : 0, focus);
}

/** Leads on from a name that no lesson has. */
function missing(name) {
  open = null;
  if (name === OWN) gone("lesson");
  else unknown("lesson", name, lessons);
}

/** Says why there is no lesson; its author can mend faults. */
function refuse(title, error) {
  open = null;
  if (!(error instanceof Faulty)) return tell(title, make("p", { textContent: error.message }));
  const { problems, text } = error;
  const mend = () => {
    editor ??= new Editor();
    editor.replace(text);
    location.hash = "#write";
  };
  tell(
    seed > 0 ? `The lesson has faults with seed ${seed}` : "The lesson has faults",
    make("ul", { className: "faults" }, problems.map(({ line, message }) => make("li", { textContent: `Line ${line}: ${message}` }))),
    make("div", { className: "row" }, [button("Mend it in the editor", mend)]),
  );
}

const attempt = follow(show, (error) => refuse("The lesson could not be loaded", error));

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
// A file goes into the text while one writes, else it is a lesson to read.
drops((text, name) => (open === "write" && isSource(text, name) ? editor.replace(text) : openOwn(text, name)), refuse);
const asked = query.get("lesson");
if (!goodSeed) refuse("The address has a wrong seed", new Error(`The seed is “${query.get("seed").slice(0, 40)}”; allowed: whole numbers from 0 to ${LARGEST_SEED}.`));
else if (asked === null) attempt(false);
else fetchOwn(asked);
