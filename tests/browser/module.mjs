// The examples of docs/module.md, and the built module on sites of its own: shared by the tests of the module.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { launch } from "./page.mjs";
import { serve } from "./serve.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The folder with the built module. */
export const built = process.env.MODULE ?? path.join(root, "target", "module");

/** The module itself, in this Node. */
export const makespan = await import(pathToFileURL(path.join(built, "makespan.js")).href);

const run = promisify(execFile);

/** The built command's answer. */
export async function command(...parameters) {
  const { stdout } = await run(process.env.MAKESPAN ?? path.join(root, "target/debug/makespan"), parameters, {
    maxBuffer: 1 << 28,
  });
  return stdout;
}

/** The examples: code, and the expected output. */
export async function examples() {
  const text = await readFile(path.join(root, "docs", "module.md"), "utf8");
  const blocks = [...text.matchAll(/```js\n(?<code>.*?)```\n\n```text\n(?<printed>.*?)```/gs)];
  return blocks.map(({ groups }, at) => ({ file: `example-${at + 1}.mjs`, ...groups }));
}

/** A folder with the module and every example, served to two origins: the module's own, and another one. */
export async function sites() {
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-module-"));
  await cp(built, path.join(folder, "module"), { recursive: true });
  const all = await examples();
  await writeFile(path.join(folder, "index.html"), '<!doctype html><title>Module</title><link rel="icon" href="data:,">');
  // A worker that runs an example and posts the printed lines.
  const worker = `addEventListener("message", async ({ data }) => {
    const lines = [];
    console.log = (...words) => lines.push(words.join(" "));
    await import(data);
    postMessage(lines);
  });`;
  await writeFile(path.join(folder, "worker.mjs"), worker);
  const own = await serve(folder, { prefix: "/some/project/", headers: { "access-control-allow-origin": "*" } });
  const other = await serve(folder);
  for (const { file, code } of all) {
    const local = code.replace(/"https:[^"]*\/([a-z]+\.js)"/, '"./module/$1"');
    await writeFile(path.join(folder, file), local);
    await writeFile(path.join(folder, `other-${file}`), code.replace(/"[^"]*module\/([a-z]+\.js)"/, `"${own.url}module/$1"`));
  }
  const close = async () => {
    await Promise.all([own.close(), other.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, own, other, all, close };
}

/** A run that takes long. */
export const LONG = { makespan: 1, replication: { traces: "set-one", runs: 1000, iterations: 2000 } };

let browser;

/** A page on an address, and its errors; all pages are in one browser. */
export async function open(address) {
  browser ??= chromium.launch(launch);
  const context = await (await browser).newContext();
  const page = await context.newPage();
  const trouble = [];
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && trouble.push(message.text()));
  await page.goto(address);
  return { page, trouble, close: () => context.close() };
}

/** Ends the browser, if there is one. */
export const shut = async () => (await browser)?.close();

/** Node's output when it runs a file. */
export async function printed(file) {
  const { stdout, stderr } = await run(process.execPath, [file]);
  return stdout + stderr;
}

/** The error that some work throws. */
export async function failure(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  assert.fail("nothing was thrown");
}
