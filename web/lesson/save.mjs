// Files that a reader saves.
import { make } from "./element.mjs";

/** Saves a text, or bytes, under a name. */
export function save(name, content, type = "application/json") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  // A browser may begin to read it later.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A button that lets a reader choose a file of these kinds; `take` gets its text and name, and throws where it is of no use. */
export function chooser(words, { accept, label, take, say }) {
  const input = make("input", {
    type: "file",
    accept,
    className: "unseen",
    tabIndex: -1,
    attributes: { "aria-label": label },
    onchange: async () => {
      const [file] = input.files;
      if (!file) return;
      try {
        await take(await file.text(), file.name);
      } catch (error) {
        say(`${file.name}: ${error.message}.`);
      }
      input.value = "";
    },
  });
  return [make("button", { type: "button", className: "button", textContent: words, onclick: () => input.click() }), input];
}

/** Puts a text into the clipboard; returns whether it could. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
