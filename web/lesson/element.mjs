// Elements of lessons, challenges, the notebook and the dialog of “Share”.

/** An element with these properties and children; `html` is markup of a built lesson, which holds neither scripts nor pictures. */
export function make(name, { html, dataset, attributes, ...properties } = {}, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  if (html !== undefined) element.innerHTML = html;
  Object.assign(element.dataset, dataset);
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function button(words, onclick, more = {}) {
  return make("button", { type: "button", className: "button", textContent: words, onclick, ...more });
}
