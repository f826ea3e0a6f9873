// How a run is cited, as a sentence and as BibTeX: texts without a browser.

/** From how many characters on a link is not printed: it would fill the page, and its file is the better witness. */
const PRINTED = 2000;

/**
 * A run as it is cited. `run` has `version`, `laboratory`, `headline`, `digest` (of the scenario), `fingerprint` (of the
 * result), `seed`, `link`, and the `date` on which it was made, as `2026-11-21`.
 */
export function cite(run) {
  const title = "Makespan: a scheduling playground";
  const author = "The Makespan developers";
  const numbers = `Scenario SHA-256 ${run.digest}, seed ${run.seed}, result fingerprint ${run.fingerprint}`;
  const printed = run.link.length <= PRINTED;
  const place = printed ? `${run.link} (accessed ${run.date}).` : `Scenario file attached (run on ${run.date}).`;
  const entry = [
    ["author", `{${author}}`],
    ["title", `${title}. ${run.laboratory}: ${tex(run.headline)}`],
    ["year", run.date.slice(0, 4)],
    ["version", run.version],
    ...(printed ? [["url", run.link], ["urldate", run.date]] : []),
    ["note", numbers],
  ];
  return {
    text: `${author}. ${title}, version ${run.version}. ${run.laboratory}: “${sentence(run.headline)}” ${numbers}. ${place}`,
    bibtex: `@misc{makespan-${run.fingerprint.slice(0, 8)},\n${entry.map(([key, value]) => `  ${key} = {${value}},\n`).join("")}}\n`,
  };
}

const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A text that TeX prints as it stands; letters beyond ASCII are its own business since 2018. */
function tex(text) {
  const words = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
  return text.replace(/[\\{}$&#_%~^]/g, (letter) => words[letter] ?? `\\${letter}`);
}

/** What an author puts into a page to show the run there, from the address of Makespan and the link's fragment. */
export function embed({ base, fragment, headline }) {
  const quoted = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  return {
    frame: `<iframe title="${quoted(headline)}" width="100%" height="620" style="border: 0"\n  src="${quoted(`${base}?embed=1${fragment}`)}"></iframe>`,
    element: `<script src="${quoted(base)}makespan-figure.js" async></script>\n<makespan-figure link="${quoted(fragment)}"></makespan-figure>`,
    markdown: `[${headline.replace(/[[\]\\]/g, "\\$&")}](${base}${fragment})`,
  };
}
