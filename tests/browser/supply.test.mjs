// The page's parts from other projects, and its list of them.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf } from "../../web/files.mjs";
import { dist, open, short, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

test("the page leads to the licences of all that others wrote in it, each with its text or its authors", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("peaks-replicate"));
  await page.locator("footer").getByRole("link", { name: "Licences" }).click();
  await page.getByRole("heading", { level: 1, name: "Licences" }).waitFor();
  const rows = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map(({ textContent }) => textContent)));
  assert.deepEqual(rows.filter((cells) => cells.some((text) => text === "")), []);
  const names = rows.map(([name]) => name);
  // Linked into the page, a worker, the language and the lessons; bundled into charts and the notebook.
  for (const name of ["yew", "libm", "rhai", "pulldown-cmark", "@observablehq/plot", "d3-array", "hyparquet"]) assert.ok(names.includes(name), name);
  // Packages that only build or test are not in the list.
  for (const name of ["clap", "proptest", "serde_derive", "esbuild"]) assert.ok(!names.includes(name), name);
  const missing = await page.evaluate(() => [...document.querySelectorAll('a[href^="#"]')].filter(({ hash }) => !document.querySelector(hash)).length);
  assert.equal(missing, 0);
  assert.deepEqual(trouble, []);
  await close();
});

test("no file names a folder of the machine that built it", async () => {
  const here = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
  const folders = [homedir(), path.resolve(here), process.env.CARGO_HOME].filter(Boolean).map((folder) => Buffer.from(`${folder}/`));
  const files = await filesOf(dist);
  assert.ok(files.filter((file) => file.endsWith(".wasm")).length > 5);
  const named = [];
  for (const file of files) {
    const bytes = await readFile(path.join(dist, file));
    if (folders.some((folder) => bytes.includes(folder))) named.push(file);
  }
  assert.deepEqual(named, []);
});
