// Texts that are checked while one writes them: lessons and strategies.
import { make } from "./element.mjs";

/** The pause in typing before the text is checked, ms. */
export const PAUSE = 500;

/** The line of the cursor in a text area, counted from 1. */
export const lineOf = (area) => area.value.slice(0, area.selectionStart).split("\n").length;

/** Puts the cursor into a line of a text area. */
export function goTo(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  // A browser scrolls to the cursor only as one types.
  area.scrollTop = Math.max(0, (line / lines.length) * area.scrollHeight - area.clientHeight / 2);
}

/** Calls `hear` when the cursor of a text area may be elsewhere. */
export function followCursor(area, hear) {
  for (const event of ["keyup", "click", "focus"]) area.addEventListener(event, hear);
}

/** A fault in the list of faults: its place, and the reason. */
export const fault = (place, why) => make("li", {}, [place, make("span", { textContent: why })]);
