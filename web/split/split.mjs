// Parts the program of a built page in two: what runs until the first picture stands, as `first.txt` lists it, and all
// else, which comes then. The browser tests write that list.
import { createHash } from "node:crypto";
import { access, copyFile, mkdir, readFile, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));

/** The whole program with its names: what ran of it is recorded. */
export const WHOLE = path.join(here, "../../target/split/whole.wasm");

/**
 * What is first, whether or not it ran: what draws a million spans has no time to ask whether it is there, and one number in some
 * hundreds is written or read by a way of its own.
 */
const ALWAYS = /^<*(raster|core::num::(flt2dec|dec2flt|bignum))::/;

/** How many of the listed functions a program has that the list was made for. */
const ENOUGH = 0.9;

/** The names of what the one part has and the other asks for. */
const PAGE = "page";
const REST = "rest";

/** Binaryen, as the package that has the `wasm-opt` which Trunk uses. */
export async function binaryen() {
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const tool = path.join(folder, "wasm-opt");
    if (!(await access(tool).then(() => true, () => false))) continue;
    const library = path.join(path.dirname(await realpath(tool)), "../index.js");
    if (await access(library).then(() => true, () => false)) return (await import(pathToFileURL(library))).default;
  }
  throw new Error("There is no wasm-opt of the npm package binaryen on the PATH; `cargo xtask setup` brings it.");
}

/** A function's name without the numbers of crates. */
const plain = (name) => name.replace(/\[[0-9a-f]{8,}\]/g, "");

/** What stands for a function from build to build: its name without the numbers that compilers give. */
export function key(name) {
  const lasting = plain(name)
    .replace(/\{(closure|shim:vtable)#\d+\}/g, "{$1}")
    .replace(/_[0-9a-f]{16}\b/g, "")
    .replace(/(\[\d+\]|\.\d+)+$/, "");
  return createHash("sha256").update(lasting).digest("base64url").slice(0, 6);
}

/** The functions of a module that have a body. */
export function functions(binaryen, module) {
  const all = Array.from({ length: module.getNumFunctions() }, (_, index) => module.getFunctionByIndex(index));
  return all.map((reference) => ({ reference, ...binaryen.getFunctionInfo(reference) })).filter((info) => !info.module);
}

/** The names of what is left of the imports of a module of this name. */
function wanted(binaryen, module, from) {
  const all = Array.from({ length: module.getNumFunctions() }, (_, index) => module.getFunctionByIndex(index));
  return new Set(all.map((reference) => binaryen.getFunctionInfo(reference)).filter((info) => info.module === from).map((info) => info.name));
}

/** Does something for all things of a kind that a module has. */
function each(count, get, info, act) {
  Array.from({ length: count }, (_, index) => info(get(index))).forEach(act);
}

/** The rest has no memory, tables, globals, data and doors of its own. */
function emptied(binaryen, rest) {
  each(rest.getNumExports(), rest.getExportByIndex, binaryen.getExportInfo, ({ name }) => rest.removeExport(name));
  each(rest.getNumElementSegments(), rest.getElementSegmentByIndex, binaryen.getElementSegmentInfo, ({ name }) => rest.removeElementSegment(name));
  const { initial, max } = rest.getMemoryInfo();
  rest.setMemory(initial, max ?? -1, null, []);
  rest.addMemoryImport("0", PAGE, "memory");
  each(rest.getNumTables(), rest.getTableByIndex, binaryen.getTableInfo, ({ name }, index) => rest.addTableImport(name, PAGE, `$t${index}`));
  each(rest.getNumGlobals(), rest.getGlobalByIndex, binaryen.getGlobalInfo, ({ name, type, mutable }, index) => {
    if (mutable) rest.addGlobalImport(name, PAGE, `$g${index}`, type, true);
  });
}

/** The page lets the rest have its tables and globals; its memory it shows anyway. */
function shared(binaryen, page) {
  each(page.getNumTables(), page.getTableByIndex, binaryen.getTableInfo, ({ name }, index) => page.addTableExport(name, `$t${index}`));
  each(page.getNumGlobals(), page.getGlobalByIndex, binaryen.getGlobalInfo, ({ name, mutable }, index) => {
    if (mutable) page.addGlobalExport(name, `$g${index}`);
  });
}

/** Both parts of a program with names; `isFirst` says where a function belongs. */
export async function parts(binaryen, bytes, isFirst) {
  const page = binaryen.readBinary(bytes);
  const rest = binaryen.readBinary(bytes);
  const all = functions(binaryen, page);
  const first = all.filter(isFirst);
  const later = new Set(all.filter((one) => !first.includes(one)).map(({ name }) => name));
  const short = new Map(all.map(({ name }, index) => [name, `$${index.toString(36)}`]));
  const move = (module, { name, params, results }, from) => {
    module.removeFunction(name);
    module.addFunctionImport(name, from, short.get(name), params, results);
  };
  const prune = (module) => module.runPasses(["remove-unused-module-elements"]);
  // The rest has no memory, tables, globals, data, and doors of its own.
  emptied(binaryen, rest);
  for (const one of first) move(rest, one, PAGE);
  for (const name of later) rest.addFunctionExport(name, short.get(name));
  prune(rest);
  // The page has the doors that the rest asks for, and asks for what it calls of it.
  const asked = wanted(binaryen, rest, PAGE);
  for (const one of all) if (later.has(one.name)) move(page, one, REST);
  for (const name of asked) page.addFunctionExport(name, short.get(name));
  shared(binaryen, page);
  prune(page);
  const called = wanted(binaryen, page, REST);
  for (const name of later) if (!called.has(name)) rest.removeExport(short.get(name));
  prune(rest);
  binaryen.setDebugInfo(false);
  return { page: page.emitBinary(), rest: rest.emitBinary(), asked: asked.size, called: called.size };
}

/** A file's digest, as its name has it. */
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** A module's text without what is only for people, which Trunk's own minifier does not understand all of. */
async function smaller(text) {
  const { transform } = createRequire(path.join(here, "../charts/package.json"))("esbuild");
  return (await transform(text, { minify: true, format: "esm" })).code.trim();
}

/** Replaces the program of a built page by its parts; a document without the program stays as it is. */
export async function split(folder) {
  const program = (await readdir(folder)).find((name) => /^makespan-web-.*_bg\.wasm$/.test(name));
  if (program === undefined) return;
  const whole = path.join(folder, program);
  await mkdir(path.dirname(WHOLE), { recursive: true });
  await copyFile(whole, WHOLE);
  const library = await binaryen();
  const listed = new Set((await readFile(path.join(here, "first.txt"), "utf8")).split("\n").filter(Boolean));
  const met = new Set();
  const { page, rest } = await parts(library, await readFile(whole), ({ name }) => {
    const listedAs = key(name);
    if (listed.has(listedAs)) met.add(listedAs);
    return listed.has(listedAs) || ALWAYS.test(plain(name));
  });
  if (met.size < ENOUGH * listed.size) {
    console.warn(`web/split/first.txt is of another program: this one has ${met.size} of its ${listed.size} functions. CONTRIBUTING.md says how to write it anew.`);
  }
  const restName = `makespan-rest-${digest(rest)}.wasm`;
  const pageName = `makespan-web-${digest(page)}_bg.wasm`;
  await writeFile(path.join(folder, restName), rest);
  await rm(whole);
  await writeFile(path.join(folder, pageName), page);
  const code = await smaller((await readFile(path.join(here, "loader.mjs"), "utf8")).replace("{rest}", `./${restName}`));
  const glue = path.join(folder, program.replace("_bg.wasm", ".js"));
  await writeFile(glue, await smaller(await readFile(glue, "utf8")));
  const document = path.join(folder, "index.html");
  const text = (await readFile(document, "utf8")).replaceAll(program, pageName);
  await writeFile(document, text.replace(/<script type="?module"?/, (script) => `<script type=module>${code}</script>${script}`));
}
