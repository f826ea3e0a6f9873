// What the dialog is made of.

/** A part of the dialog with its title. */
export function part(title, children) {
  return make("section", { ariaLabel: title }, [make("h3", { textContent: title }), ...children]);
}

export function button(words, onclick) {
  return make("button", { type: "button", className: "button", textContent: words, onclick });
}

/** An element with these properties and children. */
export function make(name, properties, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
