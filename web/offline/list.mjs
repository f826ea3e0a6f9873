// Writes the service worker beside a built page: its version is the digest of all files, which it lists; it knows the
// program's version, by which the page asks for the worker.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { filesOf } from "../files.mjs";

/** Files that the page never requests: the element for other people's pages, the developers' page of components, the service worker. */
const OTHERS = new Set(["makespan-figure.js", "sw.js", "design.html", "design.json", "makespan-design.js", "makespan-design_bg.wasm"]);

/** Small pictures that a reader without a network can do without. */
const WITHOUT = "reproduce/thumbnails/";

/** The service worker of the page in a folder. */
export async function worker(folder) {
  const names = (await filesOf(folder)).filter((name) => !OTHERS.has(name) && !name.startsWith(WITHOUT));
  const hash = createHash("sha256");
  for (const name of names) hash.update(`${name}\n`).update(await readFile(path.join(folder, name)));
  const listed = names.map((name) => (name === "index.html" ? "./" : name.replace(/\/index\.html$/, "/")));
  const template = await readFile(new URL("sw.js", import.meta.url), "utf8");
  const [, program] = /^version = "(.+)"$/m.exec(await readFile(new URL("../../Cargo.toml", import.meta.url), "utf8"));
  hash.update(template);
  return template.replace("{program}", program).replace("{version}", hash.digest("hex").slice(0, 16)).replace('["{files}"]', JSON.stringify(listed));
}
