// The dialog of “More ways to share”: link, QR code, citation, embedding, printing. It comes when somebody asks for it.
import { builder } from "./builder.mjs";
import { cite } from "./cite.mjs";
import { button, make, part } from "./element.mjs";
import { print } from "./handout.mjs";
import { qr } from "./qr.mjs";
import css from "./share.css";
import paperCss from "./handout.css";

/** From how many characters on some programs cut links. */
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
export function paper(run, draw) {
  style();
  return print(run, draw, location.href);
}

/**
 * Opens the dialog for a run: `version`, `laboratory`, `headline`, `digest`, `fingerprint`, `seed`, `stem` (what names of files
 * begin with), and `missing`, the name of the file that does not travel in the link; `why`, `figures`, `charts`, `parameters`,
 * what it `has`, and the `imprint` of figures. `draw` promises the schedule as a file of so many millimetres.
 */
export function open(run, draw) {
  style();
  const link = location.href;
  const date = new Date().toISOString().slice(0, 10);
  const { text, bibtex } = cite({ ...run, link, date });
  const said = make("p", { className: "share-said", role: "status" });
  const close = button("Close", () => dialog.close());
  const printing = button("Print", async () => {
    said.textContent = "Preparing the handout …";
    await print(run, draw, link);
    said.textContent = "";
  });
  const dialog = make("dialog", { className: "share", ariaLabel: "Share this run" }, [
    make("div", { className: "share-head" }, [make("h2", { textContent: "Share this run" }), make("div", { className: "row" }, [printing, close])]),
    linked(link, run),
    code(link, run),
    part("Cite this run", [copied("As text", text), copied("BibTeX", bibtex)]),
    builder(run, copied),
    said,
  ]);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();

  /** A text with a button that copies it. */
  function copied(name, text) {
    const id = `share-${name.toLowerCase().replace(/\W/g, "-")}`;
    const field = make("textarea", { id, readOnly: true, value: text, rows: Math.min(9, text.split("\n").length + 1), spellcheck: false });
    field.addEventListener("focus", () => field.select());
    const copy = button("Copy", async () => {
      try {
        await navigator.clipboard.writeText(text);
        said.textContent = `${name}: copied.`;
      } catch {
        field.focus();
        said.textContent = "The browser did not let this page copy it. The text is selected: copy it by hand.";
      }
    });
    copy.ariaLabel = `Copy: ${name}`;
    const label = make("label", { htmlFor: id, textContent: name });
    return make("div", { className: "share-text" }, [make("div", { className: "share-row" }, [label, copy]), field]);
  }

  function linked(link, { missing }) {
    const length = `${link.length.toLocaleString("en").replace(/,/g, "\u202f")} characters.`;
    const words = missing
      ? `${length} “${missing}” has too many values for a link: users without this file are asked for it. A scenario file contains the values.`
      : link.length > LONG
        ? `${length} Some programs cut links above ${LONG}: a scenario file is the safer way.`
        : `${length} It opens this scenario with the same numbers.`;
    return part("Link", [copied("Link", link), make("p", { className: "share-hint", textContent: words })]);
  }

  function code(link, { stem }) {
    const svg = qr(link);
    if (!svg) {
      return part("QR code", [make("p", { className: "share-hint", textContent: "This link is too long for a QR code. Save the scenario as a file instead." })]);
    }
    const image = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "QR code of the link" });
    const words = make("figcaption", { textContent: link.length > 300 ? `${link.slice(0, 300)}…` : link });
    const figure = make("figure", { className: "share-code", tabIndex: -1 }, [image, words]);
    const buttons = [
      button("Full screen", () => figure.requestFullscreen().catch(() => (said.textContent = "The browser did not allow it."))),
      button("Save as SVG", () => {
        const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        make("a", { href: url, download: `${stem}-qr.svg` }).click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
      }),
    ];
    if (!document.fullscreenEnabled) buttons.shift();
    return part("QR code", [figure, make("div", { className: "row" }, buttons)]);
  }
}
