// The page of challenges: `#` lists them, `#NAME` opens one, `#t.…` carries one. `?challenge=` gives a name, or the address of a challenge
// of somebody else; a file opens one, too.
import { make } from "../lesson/element.mjs";
import { fetched } from "../lesson/foreign.mjs";
import { LONGEST_LINK, isLink, pack, unpack } from "../lesson/link.mjs";
import { drops, follow, gone, main, named, stays, tell, unknown } from "../lesson/place.mjs";
import { safe } from "../lesson/safe.mjs";
import { chooser, copy } from "../lesson/save.mjs";
import { program } from "../workers/runs.mjs";
import { Arena } from "./arena.mjs";
import { read } from "./contest.mjs";

/** The name of a challenge from a file or another site. */
const OWN = "own";
/** The longest challenge from another site, in characters. */
const LONGEST = 400_000;

let open = null;
let own = null;
/** The arena of the challenge that is shown. */
let here = null;

/** Leaves the challenge that is shown, and ends its runs. */
function leave() {
  here?.end();
  open = here = null;
}

function refuse(title, why) {
  leave();
  tell(title, make("p", { textContent: `${why.message ?? why}` }));
}

/** The challenges of the project. */
const shipped = async () => JSON.parse((await program()).challenges());

/** The page with the list of challenges. */
async function list() {
  const said = make("p", { attributes: { role: "status" } });
  const items = (await shipped()).map(({ name, title, idea, laboratory }) =>
    make("li", {}, [
      make("a", { href: `#${name}`, className: "lesson-title", textContent: title }),
      make("p", { textContent: idea }),
      make("p", { className: "lesson-foot", textContent: laboratory }),
    ]));
  return make("div", { className: "overview" }, [
    make("h1", { textContent: "Challenges", tabIndex: -1 }),
    make("p", { textContent: "Write a strategy of a few lines and let it compete with built-in ones. You try it in public cases; once you submit it, hidden cases are drawn, which nobody knew before. Everything is computed in this browser." }),
    make("ol", { className: "lessons" }, items),
    make("div", { className: "row" }, chooser("Open a challenge file", { accept: ".md,text/markdown", label: "A file of a challenge", take: openOwn, say: (words) => (said.textContent = words) })),
    make("p", { className: "small" }, ["How to write a challenge, and how to judge a class: the ", make("a", { href: "../docs/challenges.html", textContent: "guide" }), "."]),
    said,
  ]);
}

/** Opens a challenge of somebody else from the text of its file. */
function openOwn(text) {
  if (text.length > LONGEST) throw new Error(`the file has ${text.length} characters; allowed: ${LONGEST}`);
  own = text;
  open = null;
  if (location.hash === `#${OWN}`) return attempt(true);
  location.hash = `#${OWN}`;
}

/** The source of the challenge of a name; nothing where there is none. */
async function find(name) {
  if (name === OWN) return own;
  if (isLink(name)) return unpack(name);
  return (await program()).shippedChallenge(name);
}

/** Copies a link to a challenge, with its name or its whole text. */
async function link(name, source, say) {
  const mark = name === OWN ? await pack(source) : name;
  if (mark.length > LONGEST_LINK) return say(`The link would have ${mark.length} characters; allowed: ${LONGEST_LINK}. Hand out the file.`);
  const address = new URL(`#${mark}`, new URL(".", location.href)).href;
  say((await copy(address)) ? "The link is in the clipboard." : `This browser does not let the page write into the clipboard. The link: ${address}`);
}

async function show(focus, wanted) {
  const name = named();
  if (open === name && open !== null) return;
  if (main.childElementCount === 0 || open === null) tell("Challenges", make("p", { textContent: "Loading …" }));
  let page;
  let arena = null;
  let title = "Challenges";
  if (name === "") {
    page = await list();
    if (!wanted()) return;
  } else {
    const source = await find(name);
    const about = source && (await read(source));
    if (!wanted()) return;
    if (!source) {
      leave();
      return name === OWN ? gone("challenge") : unknown("challenge", name, await shipped());
    }
    if (about.problems) {
      leave();
      return tell("The challenge has faults", make("ul", { className: "faults" }, about.problems.map(({ line, message }) => make("li", { textContent: `Line ${line}: ${message}` }))));
    }
    arena = new Arena(name, source, { ...about, html: safe(about.html) }, (say) => link(name, source, say));
    page = arena.element;
    ({ title } = about);
  }
  leave();
  [open, here] = [name, arena];
  document.title = `${title} – Makespan`;
  main.replaceChildren(page);
  arena?.begin();
  arena?.edit();
  if (focus) main.querySelector("h1").focus();
}

const refuseOne = (why) => refuse("The challenge could not be loaded", why);
const attempt = follow(show, refuseOne);
drops(openOwn, refuse);

/** Opens a challenge of another site. */
async function fetchOwn(address) {
  const wanted = stays();
  try {
    const { text } = await fetched(address, LONGEST);
    if (wanted()) openOwn(text);
  } catch (error) {
    if (wanted()) refuseOne(error);
  }
}

const asked = new URLSearchParams(location.search).get("challenge");
if (asked && !location.hash) {
  // A name of the list has neither colon, slash nor dot.
  if (/[:/.]/.test(asked)) fetchOwn(asked);
  else location.hash = `#${asked}`;
} else attempt(false);
