// A pinned run in the list: its description, whether it reproduces, its note, and its buttons.
import { button, make } from "../share/element.mjs";

/** The pause in typing before a note is kept, ms. */
const PAUSE = 400;

/**
 * The run at a place, from 0, of `length`. `state` is its known state; `note` keeps a note, `move` moves the run by one place, `check`
 * and `remove` do as their names say.
 */
export function item({ key, run, link, note, missing }, at, { length, state, note: keeps, check, move, remove }) {
  const id = `notebook-note-${at}`;
  const rows = (text) => text.split("\n").length;
  const field = make("textarea", { id, className: "notebook-text", rows: rows(note), value: note, maxLength: 4000 });
  let timer;
  const keep = () => {
    clearTimeout(timer);
    return keeps(field.value);
  };
  field.addEventListener("input", () => {
    field.rows = rows(field.value);
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE);
  });
  field.addEventListener("change", keep);
  const named = (words, act, more = {}) => Object.assign(button(words, act), { className: "button link", ariaLabel: `${words}: ${run.headline}`, ...more });
  const way = (words, by) => {
    const one = named(words, () => move(by), { disabled: at + by < 0 || at + by >= length });
    one.dataset.move = by;
    return one;
  };
  const mark = make("span", { className: "notebook-state" });
  mark.dataset.key = key;
  say(mark, state);
  const title = link ? make("a", { href: link, textContent: run.headline }) : make("span", { textContent: run.headline });
  const about = [run.laboratory, `seed ${run.seed}`, `version ${run.version}`, missing && `traces “${missing}”`].filter(Boolean);
  const figures = run.figures.slice(0, 3).map(([name, value, around]) => `${name} ${[value, around].filter(Boolean).join(" ")}`);
  return make("li", {}, [
    make("p", { className: "notebook-title" }, [title]),
    make("p", { className: "notebook-hint", textContent: about.join(" · ") }),
    make("p", { className: "notebook-hint", textContent: figures.join(" · ") }),
    make("p", {}, [mark]),
    make("label", { htmlFor: id, textContent: "Note" }),
    field,
    make("div", { className: "notebook-row" }, [named("Check", check), way("Earlier", -1), way("Later", 1), named("Remove", remove)]),
  ]);
}

/** Shows the known state of a run. */
export function say(mark, { state = "unchecked", said } = {}) {
  mark.dataset.state = state;
  mark.textContent = state === "running" ? "running …" : (said ?? "not checked");
}
