// The dialog of “Share”: the link with its QR code, figures for other pages, citations, printing. The page loads it on demand.
import * as files from "../lesson/save.mjs";
import { builder } from "./builder.mjs";
import { cite } from "./cite.mjs";
import { button, choice, make } from "./element.mjs";
import { print } from "./handout.mjs";
import { qr } from "./qr.mjs";
import css from "./share.css";
import paperCss from "./handout.css";

/** Some programs cut links from this length on, in characters. */
const LONG = 2000;

let styled = false;

function style() {
  if (styled) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css + paperCss);
  document.adoptedStyleSheets.push(sheet);
  styled = true;
}

/** Prints the handout of a run, as the button of the dialog does. */
export function paper(run, { draw }) {
  style();
  return print(run, draw, location.href);
}

/**
 * Opens the dialog for a run: `version`, `laboratory`, `headline`, `digest`, `fingerprint`, `seed`, `stem` (the beginning of file
 * names), and `missing`, the name of the file that does not travel in the link; `why`, `figures`, `charts`, `parameters`, the
 * parts that it `has`, the `imprint` of figures, and for the notebook `setup`, `name` and `question`, once it is `done`. Without a
 * result there are `stem` and `missing` alone. Of the functions, `draw` promises the schedule as a file of so many millimetres,
 * `save` saves the scenario as a file, and `project` opens the projector view.
 */
export function open(run, { draw, save, project }) {
  style();
  const link = location.href;
  const said = make("p", { className: "share-said", role: "status" });
  const close = button("Close", () => dialog.close());
  const ran = run.fingerprint !== undefined;
  const ways = [
    ...(run.done ? [button("Pin", pin)] : []),
    button("Projector view", () => {
      dialog.close();
      project();
    }),
    button("Print", async () => {
      said.textContent = "Preparing the handout …";
      try {
        await print(run, draw, link);
        said.textContent = "";
      } catch (error) {
        said.textContent = `The handout could not be made: ${error.message}`;
      }
    }),
  ];
  const parts = [["Link", () => linked()], ...(ran ? [["Embed", () => builder(run, copied)], ["Cite", () => cited()]] : [])];
  const dialog = make("dialog", { className: "share", ariaLabel: "Share this run" }, [
    make("div", { className: "share-head" }, [make("h2", { textContent: "Share" }), ...(ran ? [make("div", { className: "row" }, ways)] : []), close]),
    ...tabs(parts),
    said,
  ]);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('[role="tab"]').focus();

  /** Puts the run into the notebook, and offers to open the notebook. */
  async function pin() {
    said.textContent = "Pinning …";
    try {
      const notebook = await globalThis.makespanNotebook();
      const words = await notebook.pin(run, location.hash);
      const opens = button("Open the notebook", () => {
        dialog.close();
        notebook.open();
      });
      said.replaceChildren(words, " ", opens);
    } catch (error) {
      said.textContent = `It could not be pinned: ${error.message}`;
    }
  }

  /** A text with the button that copies it, and a function that sets another text. */
  function copied(name) {
    const id = `share-${name.toLowerCase()}`;
    const field = make("textarea", { id, readOnly: true, spellcheck: false });
    field.addEventListener("focus", () => field.select());
    const copy = button("Copy", async () => {
      const done = await files.copy(field.value);
      if (!done) field.focus();
      said.textContent = done ? `${name}: copied.` : "The browser did not let this page copy it. The text is selected: copy it by hand.";
    });
    copy.classList.add("primary");
    const label = make("label", { htmlFor: id, textContent: name });
    const element = make("div", { className: "share-text" }, [make("div", { className: "share-row" }, [label, copy]), field]);
    const set = (text) => {
      field.value = text;
      field.rows = Math.min(9, text.split("\n").length + 1);
    };
    return { element, set };
  }

  function linked() {
    const { missing } = run;
    const text = copied("Link");
    text.set(link);
    const length = `${link.length.toLocaleString("en").replace(/,/g, "\u202f")} characters.`;
    const words = missing
      ? `${length} “${missing}” has too many values for a link: users without this file are asked for it. A scenario file contains the values.`
      : link.length > LONG
        ? `${length} Some programs cut links above ${LONG}: a scenario file is the safer way.`
        : `${length} It opens this scenario with the same numbers and the same view.`;
    const file = missing || link.length > LONG ? [button("Save as a file", save)] : [];
    return [text.element, make("p", { className: "share-hint", textContent: words }), ...file, ...code()];
  }

  function cited() {
    const texts = cite({ ...run, link, date: new Date().toISOString().slice(0, 10) });
    const form = choice("Form", [["text", "Sentence"], ["bibtex", "BibTeX"]]);
    const text = copied("Citation");
    const update = () => text.set(texts[form.value]);
    form.element.addEventListener("input", update);
    update();
    return [make("div", { className: "share-group" }, [form.element]), text.element];
  }

  function code() {
    const svg = qr(link);
    if (!svg) return [make("p", { className: "share-hint", textContent: "This link is too long for a QR code. Save the scenario as a file instead." })];
    const image = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "QR code of the link" });
    const words = make("figcaption", { textContent: link.length > 300 ? `${link.slice(0, 300)}…` : link });
    const figure = make("figure", { className: "share-code", tabIndex: -1 }, [image, words]);
    const buttons = [
      button("Full screen", () => figure.requestFullscreen().catch(() => (said.textContent = "The browser did not allow it."))),
      button("Save as SVG", () => files.save(`${run.stem}-qr.svg`, svg, "image/svg+xml")),
    ];
    if (!document.fullscreenEnabled) buttons.shift();
    return [figure, make("div", { className: "row" }, buttons)];
  }
}

/** Tabs and their panels, each made when it is first shown; arrow keys go from tab to tab. */
function tabs(parts) {
  const panels = parts.map(([name]) => make("div", { id: `share-panel-${name}`, role: "tabpanel", className: "share-panel", hidden: true }));
  const all = parts.map(([name]) => make("button", { type: "button", id: `share-tab-${name}`, role: "tab", className: "share-tab", textContent: name }));
  const show = (place) => {
    all.forEach((tab, i) => {
      tab.ariaSelected = String(i === place);
      tab.tabIndex = i === place ? 0 : -1;
      panels[i].hidden = i !== place;
    });
    if (!panels[place].firstChild) panels[place].append(...parts[place][1]());
  };
  all.forEach((tab, i) => {
    tab.setAttribute("aria-controls", panels[i].id);
    panels[i].setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => show(i));
    tab.addEventListener("keydown", ({ key }) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!by) return;
      const next = (i + by + all.length) % all.length;
      show(next);
      all[next].focus();
    });
  });
  show(0);
  const list = make("div", { role: "tablist", ariaLabel: "Ways to share", className: "share-tabs" }, all);
  return [list, ...panels];
}
