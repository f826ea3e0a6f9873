// Codes that students hand in, read and marked on the page for teachers.
import { button, make } from "./element.mjs";
import { chooser } from "./save.mjs";
import { shipped } from "./shipped.mjs";
import { LARGEST_SEED, isSource, marked, program } from "./source.mjs";

/** Marks as they stand in the table; only the command runs a scenario that a student found. */
const WORDS = { right: "yes", later: "later", wrong: "no", none: "–", "not-run": "marked by the command" };
const HEAD = ["Line", "Name", "Lesson", "Seed", "Code", "Right", "Questions", "Remarks"];

/** The number of marks of these kinds. */
const number = (marks, ...of) => marks.filter((mark) => of.includes(mark)).length;

/** The number of right answers among the marked ones, in words. */
function rightOf(marks) {
  const open = number(marks, "not-run");
  return marks.length === 0 ? "" : `${number(marks, "right", "later")} of ${marks.length - open}${open > 0 ? ` and ${open} open` : ""}`;
}

/** A row of the table: a line of the list, with the reason of its refusal or the marks of its answers. */
function row({ line, name, answers, refused }, { remark, marks }) {
  const listed = name && name !== answers?.student ? `${line}: ${name}` : `${line}`;
  const questions = marks.map((mark, place) => `${place + 1}:\u00a0${WORDS[mark]}`).join(", ");
  const cells = refused
    ? [listed, "", "", "", "refused", "", "", refused]
    : [listed, answers.student, answers.title, `${answers.seed}`, "whole", rightOf(marks), questions, remark];
  return make("tr", {}, cells.map((text, place) => make(place === 0 ? "th" : "td", { textContent: text, ...(place === 0 && { scope: "row" }) })));
}

/** Lines with answers, in groups of one lesson and one seed. */
function grouped(lines) {
  const groups = new Map();
  for (const line of lines.filter(({ answers }) => answers)) {
    const key = JSON.stringify([line.answers.title, line.answers.seed]);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/** A field for codes, and the table of their marks. `lessons` are those of the page. */
export function codes(lessons) {
  /** The sources of the teacher's own lessons, by title. */
  const own = new Map();
  const field = make("textarea", { id: "codes", className: "snippet", rows: 5, spellcheck: false });
  const said = make("p", { className: "small", attributes: { role: "status" } });
  const holder = make("div");
  /** Counts checks and changes of the list: late results of an earlier one are dropped. */
  let asked = 0;

  /** The source of a lesson; nothing where there is none of this title. */
  async function sourceOf(title) {
    const listed = lessons.find((lesson) => lesson.title === title);
    return own.get(title) ?? (listed ? (await shipped(`${listed.name}.md`)).text() : null);
  }

  /** The remarks and marks of a group of lines with one lesson and one seed. */
  async function judged(group, tell) {
    const [{ answers: { title, seed } }] = group;
    const all = (remark) => group.map(() => ({ remark, marks: [] }));
    if (seed > LARGEST_SEED) return all(`seed ${seed}; allowed: 0 to ${LARGEST_SEED}`);
    const source = await sourceOf(title);
    if (source === null) return all("none of the lessons of this page: add its Markdown file, or mark it by the command");
    try {
      return await marked(source, seed, group.map(({ answers }) => answers), { tell });
    } catch (error) {
      return all(`the lesson could not be run here: ${error.message ?? error}`);
    }
  }

  async function check() {
    const turn = (asked += 1);
    const late = () => turn !== asked;
    said.textContent = "The codes are read …";
    try {
      const { codes: read } = await program();
      const lines = JSON.parse(read(field.value));
      if (late()) return;
      if (lines.length === 0) {
        said.textContent = "Paste a code first.";
        return field.focus();
      }
      const groups = grouped(lines);
      const results = new Map(lines.map((line) => [line, { remark: "", marks: [] }]));
      for (const [nth, group] of groups.entries()) {
        const came = await judged(group, (done, all) => !late() && (said.textContent = `Lessons and seeds: ${nth + 1} of ${groups.length}; scenarios run: ${done} of ${all}`));
        if (late()) return;
        group.forEach((line, place) => results.set(line, came[place]));
      }
      const head = make("thead", {}, [make("tr", {}, HEAD.map((text) => make("th", { textContent: text, scope: "col" })))]);
      const table = make("table", { className: "marks" }, [make("caption", { className: "unseen", textContent: "Results of the codes" }), head, make("tbody", {}, lines.map((line) => row(line, results.get(line))))]);
      holder.replaceChildren(make("div", { className: "wide", tabIndex: 0, attributes: { role: "group", "aria-label": "Results of the codes" } }, [table]));
      const without = lines.filter((line) => !line.refused && !results.get(line).remark).length;
      said.textContent = `${lines.length} ${lines.length === 1 ? "row" : "rows"}, ${without} without a remark. “later”: right, but not with the first guess.`;
    } catch (error) {
      if (!late()) said.textContent = `The codes could not be read: ${error.message ?? error}. Load the page again when the network is back.`;
    }
  }

  /** Adds a lesson of the teacher's own. */
  async function add(text, file) {
    if (!isSource(text, file)) throw new Error("this is a built lesson; choose its Markdown file");
    const { Draft } = await program();
    let draft;
    try {
      draft = new Draft(text, 0);
    } catch (problems) {
      if (typeof problems !== "string") throw problems;
      const [{ line, message }] = JSON.parse(problems);
      throw new Error(`line ${line}: ${message}`);
    }
    const title = draft.title();
    draft.free();
    own.set(title, text);
    said.textContent = `“${title}” is added. Check the codes.`;
  }

  field.addEventListener("input", () => {
    asked += 1;
    said.textContent = holder.firstChild ? "The list has changed: check it again." : "";
  });
  return make("section", { className: "codes", attributes: { "aria-labelledby": "codes-title" } }, [
    make("h2", { id: "codes-title", textContent: "Mark the codes of a class" }),
    make("p", { textContent: "Students copy a code on the last screen of a lesson. Paste the codes here, one a line; a name may stand before each, as in a spreadsheet. This page runs the lesson with the seed of each; what a student found by setting parameters is marked by “makespan lesson mark”." }),
    make("label", { htmlFor: "codes", textContent: "Paste codes" }),
    field,
    make("div", { className: "row" }, [
      button("Check the codes", check, { className: "button primary" }),
      ...chooser("Add a lesson of your own", { accept: ".md,text/markdown", label: "The Markdown file of a lesson", take: add, say: (words) => (said.textContent = words) }),
    ]),
    said,
    holder,
  ]);
}
