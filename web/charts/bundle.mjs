// Bundles scripts into target/charts: charts.js draws charts, with the library that it uses, share.js is the dialog that shares a run,
// code.js the editor of strategies, notebook.js the notebook, results.js the worker that reads results, lesson.js and challenge.js the
// pages of lessons and of challenges with their styles, cards.js the lessons beside a laboratory, machine.js runs documents’ figures on a
// reader's file, and makespan-figure.js is the element for other people's pages. Trunk runs this script before it builds the page.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { build } = await import("esbuild").catch(() => {
  absent();
});
const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
if (!Object.keys(dependencies).every((name) => existsSync(join(here, "node_modules", name)))) absent();

function absent() {
  console.error("The packages of web/charts are not there, or older than package.json; `cargo xtask setup` brings them.");
  process.exit(1);
}

/** The program's version, by which the page asks for its workers. */
const [, version] = /^version = "(.+)"$/m.exec(readFileSync(join(here, "../../Cargo.toml"), "utf8"));

const COMMON = { absWorkingDir: here, bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning" };
/** Programs that stand elsewhere and have their styles as a text. */
const STYLED = { nodePaths: [join(here, "node_modules")], loader: { ".css": "text" } };

await build({
  ...COMMON,
  entryPoints: ["charts.mjs"],
  outfile: join(here, "../../target/charts/charts.js"),
  banner: { js: "/*! With Observable Plot (© Observable, Inc.) and D3 (© Mike Bostock), both under the ISC licence. */" },
});
await build({
  ...COMMON,
  entryPoints: ["../share/share.mjs"],
  outfile: join(here, "../../target/charts/share.js"),
  ...STYLED,
  banner: { js: "/*! With Lean QR (© David Evans), under the MIT licence. */" },
});
await build({
  ...COMMON,
  entryPoints: ["../code/code.mjs"],
  outfile: join(here, "../../target/charts/code.js"),
  ...STYLED,
  banner: { js: "/*! With CodeMirror (© Marijn Haverbeke and others), under the MIT licence. */" },
});
for (const [entry, name] of [["notebook.mjs", "notebook.js"], ["reader.mjs", "results.js"]]) {
  await build({
    ...COMMON,
    entryPoints: [`../notebook/${entry}`],
    outfile: join(here, "../../target/charts", name),
    ...STYLED,
    define: { VERSION: JSON.stringify(version) },
    banner: { js: "/*! With fflate (© Arjun Barrett) and hyparquet (© Hyperparam), under the MIT licence, smol-toml (© Cynthia Rey), under the BSD licence, and d3-dsv (© Mike Bostock), under the ISC licence. */" },
  });
}
await build({
  ...COMMON,
  entryPoints: ["../lesson/cards.mjs"],
  outfile: join(here, "../../target/charts/cards.js"),
  ...STYLED,
});
for (const entry of ["lesson/lesson.mjs", "lesson/lesson.css", "challenge/challenge.mjs", "challenge/challenge.css"]) {
  await build({
    ...COMMON,
    entryPoints: [`../${entry}`],
    outfile: join(here, "../../target/charts", basename(entry).replace(".mjs", ".js")),
    // Colours for light and dark stay as they are written.
    supported: { nesting: true },
  });
}
await build({
  ...COMMON,
  entryPoints: ["../reproduce/machine.mjs"],
  outfile: join(here, "../../target/charts/machine.js"),
  define: { VERSION: JSON.stringify(version) },
});
// A classic script: other sites may load it without permission, unlike modules.
await build({
  ...COMMON,
  entryPoints: ["../figure/figure.mjs"],
  outfile: join(here, "../../target/charts/makespan-figure.js"),
  format: "iife",
});
