// The last steps when Trunk has built the page: the programs of workers, of lessons and of the language of strategies come beside it, the
// first preset's picture goes into the document, the others, the guides, the licences and the documents' figures beside it. The document
// gets its Content Security Policy, and the service worker lists all files. `cargo xtask` makes programs and pictures (web/pictures).
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { licences } from "./licences.mjs";
import { worker } from "./offline/list.mjs";
import { withPolicy } from "./policy.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
const target = path.join(path.dirname(fileURLToPath(import.meta.url)), "../target");
await cp(path.join(target, "workers"), folder, { recursive: true });
await cp(path.join(target, "lessons"), folder, { recursive: true });
await cp(path.join(target, "language"), folder, { recursive: true });
// The folder of a laboratory has its explanation.
const laboratories = path.join(target, "../crates");
await mkdir(path.join(folder, "explanations"), { recursive: true });
for (const name of await readdir(laboratories)) {
  const explanation = path.join(laboratories, name, "explanation.html");
  if (!existsSync(explanation)) continue;
  // The page takes the explanation's body; the file opened by itself has the policy, too.
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Makespan: ${name}</title><link rel="icon" href="data:,">`;
  await writeFile(path.join(folder, "explanations", `${name}.html`), withPolicy(head + (await readFile(explanation, "utf8"))));
  // The laboratory's papers, for an exported study.
  const papers = path.join(laboratories, name, "papers.bib");
  if (existsSync(papers)) await cp(papers, path.join(folder, "explanations", `${name}.bib`));
}
/** Whether a file exists. A release build fails without it; another build may make it later. */
function isThere(file) {
  const found = existsSync(file);
  if (!found && process.env.TRUNK_PROFILE === "release") throw new Error(`${file} is not there: cargo xtask makes it before`);
  return found;
}
const pictures = path.join(target, "pictures");
// Whether the native program's pictures and texts exist.
const drawn = isThere(path.join(pictures, "presets.json"));
// The guides, the documents' figures beside computed numbers, and the lessons are folders beside the page.
for (const name of ["docs", "reproduce", "lessons"]) {
  await mkdir(path.join(folder, name), { recursive: true });
  if (drawn) await cp(path.join(pictures, name), path.join(folder, name), { recursive: true });
}
await writeFile(path.join(folder, "docs/licences.html"), await licences(path.join(target, "..")));

// One page shows all lessons, and those of other sites that its address names. So does the page of challenges.
for (const name of ["lesson", "challenge"]) {
  const page = await readFile(path.join(target, `../web/${name}/${name}.html`), "utf8");
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "index.html"), withPolicy(page, { connect: ["https:", "http:"] }));
}

/** The scripts within a document. Trunk adds modules, which have a type. */
const SCRIPTS = /(?<=<script>)[\s\S]*?(?=<\/script>)/g;
/**
 * The page with its own scripts minified from the source once more: Trunk's minifier gathers literals in no order, so that its scripts
 * differ from build to build.
 */
async function withScripts(page) {
  const { transform } = createRequire(path.join(target, "../web/charts/package.json"))("esbuild");
  const source = await readFile(process.env.TRUNK_HTML_FILE, "utf8");
  const made = source.match(SCRIPTS).map(async (text) => (await transform(text, { minify: true, target: "es2022" })).code.trim());
  const scripts = await Promise.all(made);
  if (page.match(SCRIPTS)?.length !== scripts.length) throw new Error(`${process.env.TRUNK_HTML_FILE} has ${scripts.length} scripts, the page another number`);
  return page.replace(SCRIPTS, () => scripts.shift());
}

const read = (name) => readFile(path.join(pictures, name), "utf8");
const document = path.join(folder, "index.html");
const page = await withScripts(await readFile(document, "utf8"));
await writeFile(document, page);
// The page of components has the page's own styles.
const design = path.join(target, "design");
if (isThere(design) && drawn) {
  await cp(design, folder, { recursive: true });
  await cp(path.join(pictures, "design.json"), path.join(folder, "design.json"));
  const styles = page.match(/<style>[\s\S]*?<\/style>/g).join("");
  const components = await readFile(path.join(target, "../web/design/design.html"), "utf8");
  await writeFile(path.join(folder, "design.html"), withPolicy(components.replace("</head>", () => `${styles}</head>`)));
}
const slot = /<slot name="?picture"?><\/slot>/;
if (drawn && slot.test(page)) {
  const [first, ...others] = JSON.parse(await read("presets.json"));
  const names = others.map(({ name }) => name);
  const picture = (await read(`${first.name}.html`)).replace("<div", `<div data-others="${names.join(" ")}"`);
  const styles = `<style>${await read("pictures.css")}</style>`;
  // Functions, because `$` in a text would have a meaning.
  await writeFile(document, page.replace("</head>", () => `${styles}</head>`).replace(slot, () => picture));
  for (const name of names) await cp(path.join(pictures, `${name}.html`), path.join(folder, "pictures", `${name}.html`));
}
await writeFile(document, withPolicy(await readFile(document, "utf8")));
await writeFile(path.join(folder, "sw.js"), await worker(folder));
