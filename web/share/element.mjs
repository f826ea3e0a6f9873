// What the dialog is made of.

export function button(words, onclick) {
  return make("button", { type: "button", className: "button", textContent: words, onclick });
}

/** A list to choose from with its title; `options` are values and words. */
export function choice(title, options) {
  const select = make("select", { className: "select" }, options.map(([value, words]) => make("option", { value, textContent: words })));
  return { element: make("label", {}, [title, select]), get value() { return select.value; } };
}

/** An element with these properties and children. */
export function make(name, properties, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
