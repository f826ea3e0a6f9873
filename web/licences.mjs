// The page of licences: every package of others whose code is in the programs that a reader downloads, with its licence and, once
// each, the texts that the licences ask for. The lists are Cargo's and npm's own, at the time of the build.
import { execFileSync } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { escaped } from "./html.mjs";

/** The programs of Makespan that the page loads. */
const PROGRAMS = ["makespan-web", "makespan-worker", "makespan-language-program", "makespan-lessons"];
/** The `devDependencies` that the page's scripts are bundled from, beside their dependencies: the others there are tools. */
const SCRIPTS = ["@observablehq/plot"];

/** The texts of licences in a folder. Of alternative licences it takes MIT. */
async function texts(folder, licence) {
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name)).sort();
  const mit = names.filter((name) => /mit/i.test(name));
  const files = /\bOR\b|\//.test(licence) && mit.length > 0 ? mit : names;
  return Promise.all(files.map(async (name) => (await readFile(path.join(folder, name), "utf8")).replaceAll("\r", "").trim()));
}

/** The crates that are linked into the programs. */
async function crates(root) {
  const options = ["metadata", "--format-version=1", "--locked", "--filter-platform=wasm32-unknown-unknown"];
  const { packages, resolve } = JSON.parse(execFileSync("cargo", options, { cwd: root, maxBuffer: 1 << 28, encoding: "utf8" }));
  const all = new Map(packages.map((one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const seen = new Set();
  const visit = (id) => {
    const { targets } = all.get(id);
    // A procedural macro runs in the compiler.
    if (seen.has(id) || targets.some(({ kind }) => kind.includes("proc-macro"))) return;
    seen.add(id);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) if (kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  for (const program of PROGRAMS) visit(packages.find(({ name, source }) => source === null && name === program).id);
  const others = [...seen].map((id) => all.get(id)).filter(({ source }) => source !== null);
  return Promise.all(
    others.map(async ({ name, version, license, repository, authors, manifest_path: manifest }) => ({
      name, version, licence: license, home: repository, authors, texts: await texts(path.dirname(manifest), license),
    })),
  );
}

/** The packages that the scripts are bundled from. */
async function scripts(root) {
  const folder = path.join(root, "web/charts");
  const { packages } = JSON.parse(await readFile(path.join(folder, "package-lock.json"), "utf8"));
  const seen = new Map();
  const visit = async (name) => {
    if (seen.has(name)) return;
    const place = `node_modules/${name}`;
    const { version, license, dependencies = {} } = packages[place];
    const { homepage } = JSON.parse(await readFile(path.join(folder, place, "package.json"), "utf8"));
    seen.set(name, { name, version, licence: license, home: homepage, texts: await texts(path.join(folder, place), license) });
    for (const other of Object.keys(dependencies)) await visit(other);
  };
  for (const name of [...Object.keys(packages[""].dependencies), ...SCRIPTS]) await visit(name);
  return [...seen.values()];
}

/** The page, as HTML. */
export async function licences(root) {
  const byName = (one, other) => (one.name < other.name ? -1 : 1);
  const all = [...(await crates(root)), ...(await scripts(root))].sort(byName);
  const missing = all.filter(({ licence }) => !licence);
  if (missing.length > 0) throw new Error(`without a licence: ${missing.map(({ name }) => name).join(", ")}`);
  // Each text gets a number once, in the order of first use.
  const places = new Map();
  const place = (text) => places.get(text) ?? places.set(text, places.size + 1).get(text);
  const rows = all.map(({ name, version, licence, home, authors = [], texts }) => {
    const title = /^https:/.test(home ?? "") ? `<a href="${escaped(home)}">${escaped(name)}</a>` : escaped(name);
    const links = [...new Set(texts.map(place))].map((number) => `<a href="#text-${number}">${number}</a>`);
    // A package that brings no text names its authors at least.
    if (links.length === 0) links.push(escaped(authors.map((author) => author.replace(/ <.*>/, "")).join(", ")));
    return `<tr><th scope="row">${title}</th><td>${escaped(version)}</td><td>${escaped(licence)}</td><td>${links.join(" ")}</td></tr>`;
  });
  const below = [...places].map(([text, number]) => `<h3 id="text-${number}">Text ${number}</h3>\n<pre tabindex="0">${escaped(text)}</pre>`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Licences – Makespan</title>
<link rel="stylesheet" href="guides.css">
</head>
<body>
<nav><a href="../">Makespan</a></nav>
<main>
<h1>Licences</h1>
<p>Makespan is free software under the MIT licence or the Apache licence 2.0, at your choice. Its programs contain code of ${all.length} packages of others, under these licences.</p>
<div class="wide" tabindex="0" role="region" aria-label="Packages"><table>
<thead><tr><th scope="col">Package</th><th scope="col">Version</th><th scope="col">Licence</th><th scope="col">Texts</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>
<h2>Texts</h2>
${below.join("\n")}
</main>
</body>
</html>
`;
}
