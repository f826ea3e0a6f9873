// The citation of a run, as a sentence and as BibTeX: texts without a browser.
import { escaped } from "../html.mjs";

/** A longer link, in characters, is not printed: it would fill the page, and the scenario's file is the better witness. */
const PRINTED = 2000;

/**
 * The citation of a run. `run` has `version`, `laboratory`, `headline`, `digest` (of the scenario), `fingerprint` (of the
 * result), `seed`, `link` (empty where the scenario is too long for one), and the `date` of the run, as `2026-11-21`.
 */
export function cite(run) {
  const title = "Makespan: a scheduling playground";
  const author = "The Makespan developers";
  const numbers = `Scenario SHA-256 ${run.digest}, seed ${run.seed}, result fingerprint ${run.fingerprint}`;
  const printed = run.link !== "" && run.link.length <= PRINTED;
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

/** A text that TeX prints unchanged; TeX reads letters beyond ASCII by itself since 2018. */
function tex(text) {
  const words = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
  return text.replace(/[\\{}$&#_%~^]/g, (letter) => words[letter] ?? `\\${letter}`);
}

/**
 * The code that shows the run in an author's page, from the address of Makespan and the link's fragment. `wanted` has `show`
 * (names of parts), `params`, `theme` and `run`, each as in the query of the figure and left out where it is the usual, `width`
 * and `height` as attributes have them; `sized` says that the author chose the height. A figure that sizes itself gets the height
 * only then.
 */
export function embed({ base, fragment, headline, wanted = {}, sized = false }) {
  const { width = "100%", height = "", ...options } = wanted;
  const asked = ["show", "params", "run", "theme"].filter((name) => options[name]);
  const query = ["embed=1", ...asked.map((name) => `${name}=${encodeURI(options[name])}`)].join("&");
  const src = `${base}?${query}${fragment}`;
  const titled = `<iframe title="${escaped(headline)}" width="${escaped(width)}" height="${escaped(height)}"`;
  // A preset and its changes stay readable in the element's attributes, too.
  const [, preset, values] = /^#p=([^&]+)(?:&(.*))?$/.exec(fragment) ?? [];
  const what = preset ? [["preset", preset], ["values", values]] : [["link", fragment]];
  const attributes = [...what, ...asked.map((name) => [name, options[name]]), ["height", sized ? height : ""]];
  const said = attributes.filter(([, value]) => value).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return {
    src,
    frame: `${titled} style="border: 0"\n  src="${escaped(src)}"></iframe>`,
    element: `<script src="${escaped(base)}makespan-figure.js" async></script>\n<makespan-figure${said.join("")}></makespan-figure>`,
    markdown: `[${headline.replace(/[[\]\\]/g, "\\$&")}](${base}${fragment})`,
    // Moodle's editors drop styles and scripts, and keep plain frames.
    moodle: `<iframe title="${escaped(headline)}" src="${escaped(src)}" width="${escaped(width)}" height="${escaped(height)}" frameborder="0"></iframe>`,
  };
}
