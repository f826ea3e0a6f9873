// Elements of the dialog.
import { button, make } from "../lesson/element.mjs";

export { button, make };

/** A list to choose from with its title; `options` are values and words. */
export function choice(title, options) {
  const select = make("select", { className: "select" }, options.map(([value, words]) => make("option", { value, textContent: words })));
  return { element: make("label", {}, [title, select]), get value() { return select.value; } };
}
