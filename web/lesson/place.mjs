// The place in the page where lessons and challenges are shown, one after the other as the address names them.
import { make } from "./element.mjs";

export const main = document.querySelector("main");

/** The address of the skip link, which leads to no other page. */
const SKIP = "#main";

/** Shows a title and the elements below it. */
export const tell = (title, ...below) => main.replaceChildren(make("div", { className: "overview" }, [make("h1", { textContent: title, tabIndex: -1 }), ...below]));

/** The name in the fragment of the address; one that is no escaped text, unchanged. */
export function named() {
  const plain = location.hash.slice(1);
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Reports an unknown name, and links to the known ones: `all` have `name` and `title`. `what` is the noun for one of them. */
export function unknown(what, name, all) {
  const why = name ? `“${name.slice(0, 60)}” is none of the ${what}s:` : `The address names no ${what}:`;
  tell(`There is no such ${what}`, make("p", { textContent: why }), make("ul", {}, all.map(({ name, title }) => make("li", {}, [make("a", { href: `#${name}`, textContent: title })]))));
}

/** Reports that an item opened from a file is no longer here. */
export const gone = (what) =>
  tell(`The ${what} is no longer here`, make("p", {}, ["It came from a file, which this page does not keep. Open the file again: ", make("a", { href: "#", textContent: `all ${what}s` }), "."]));

/** A function, to be asked after each wait, that tells whether the reader is still at the present address. */
export function stays() {
  const { hash } = location;
  return () => location.hash === hash || location.hash === SKIP;
}

/**
 * Returns a function that shows the page that the address names; a change of the address calls it. `show` gets whether the focus follows,
 * and asks its second argument whether it is still wanted; `refuse` gets the reason where nothing can be shown.
 */
export function follow(show, refuse) {
  const attempt = async (focus) => {
    if (location.hash === SKIP) return main.focus();
    const wanted = stays();
    try {
      await show(focus, wanted);
    } catch (error) {
      if (wanted()) refuse(error);
    }
  };
  addEventListener("hashchange", () => attempt(true));
  return attempt;
}

/** Takes a file that is dropped anywhere: `take` gets its text and name, `refuse` a title and the reason. */
export function drops(take, refuse) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    try {
      await take(await file.text(), file.name);
    } catch (error) {
      refuse(`${file.name} could not be opened`, error);
    }
  });
}
