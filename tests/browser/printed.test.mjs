// The pages that set the documents' figures beside the computed ones.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { broken, held, makespan, workshop } from "./page.mjs";

const run = promisify(execFile);

let shop;

before(async () => {
  shop = await workshop();
});
after(() => shop?.close());

const visible = (page) => page.locator("article:visible");

test("entries are found by label, words, document, verdict and laboratory, and the address keeps what was asked for", async () => {
  const { page, close, trouble } = await shop.visitor();
  await page.goto(`${shop.site.url}reproduce/index.html`);
  const all = await visible(page).count();
  assert.ok(all >= 200, `${all}`);
  const says = async (text) => assert.equal(await page.locator("output").textContent(), text);

  await page.locator('[name=q]').fill("fig. 6.2");
  for (const heading of await visible(page).locator("h3").allTextContents()) assert.match(heading, /figure 6\.2(\D|$)/i);
  const found = await visible(page).count();
  assert.ok(found > 0 && found < 10, `${found}`);
  await says(`${found} entries`);
  assert.equal(await page.locator("section:visible").count(), 1);

  await page.locator('[name=verdict]').selectOption("differs");
  for (const verdict of await visible(page).locator(".verdict .badge").allTextContents()) assert.match(verdict, /Differs/);
  await page.reload();
  assert.equal(await page.locator('[name=q]').inputValue(), "fig. 6.2");
  assert.ok((await visible(page).count()) < found);

  await page.locator('[name=q]').fill("");
  await page.locator('[name=document]').selectOption("as4dr");
  await page.locator('[name=laboratory]').selectOption({ index: 1 });
  const few = await visible(page).count();
  await page.locator('[name=laboratory]').selectOption("");
  assert.ok((await visible(page).count()) > few);
  for (const entry of await visible(page).all()) assert.equal(await entry.getAttribute("data-document"), "as4dr");
  await page.locator('[name=q]').fill("no such word");
  await says("0 entries");
  assert.deepEqual(trouble, []);
  await close();
});

test("without scripts all entries are there, and each points to its scenario and back", async () => {
  const { page, close, trouble } = await shop.visitor({ javaScriptEnabled: false });
  await page.goto(`${shop.site.url}reproduce/index.html`);
  assert.ok((await page.locator("article").count()) >= 200);
  assert.equal(await page.locator(".filter:visible").count(), 0);
  const open = page.getByRole("link", { name: /^Open/ }).first();
  assert.match(await open.getAttribute("href"), /^\.\.\/#p=[\w-]+$/);
  const response = await page.request.get(new URL(await page.locator("article img").first().getAttribute("src"), page.url()).href);
  assert.equal(response.status(), 200);
  await page.goto(`${shop.site.url}reproduce/found.html`);
  const link = page.locator(".shown a").first();
  const target = new URL(await link.getAttribute("href"), page.url());
  await page.goto(target.href);
  assert.equal(await page.locator(`article[id="${target.hash.slice(1)}"]`).count(), 1);
  assert.deepEqual(trouble, []);
  await close();
});

for (const [width, colorScheme] of [
  [1440, "light"],
  [768, "dark"],
  [390, "light"],
]) {
  test(`axe finds nothing to mend and nothing is wider than the page, ${colorScheme} at ${width} px`, async () => {
    const { page, close, trouble } = await shop.visitor({ viewport: { width, height: 900 }, colorScheme });
    for (const file of ["index.html?document=as4dr", "found.html"]) {
      await page.goto(`${shop.site.url}reproduce/${file}`);
      // Folded parts belong to the page, too.
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, file);
      assert.deepEqual(await broken(page), [], file);
    }
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("the filter is reached and set by the keyboard alone", async () => {
  const { page, close } = await shop.visitor();
  await page.goto(`${shop.site.url}reproduce/index.html`);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  for (let press = 0; press < 10 && (await focused()) !== "q"; press += 1) await page.keyboard.press("Tab");
  assert.equal(await focused(), "q");
  await page.keyboard.type("table 4.2");
  const found = await visible(page).count();
  assert.ok(found > 0 && found < 10, `${found}`);
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "document");
  await close();
});

/** On a developer's machine the command may not be built yet; where everything is to be tested it must be. */
const skip = makespan || process.env.CI ? false : "MAKESPAN is not set";

test("printed numbers lie over the computed curve, keys reach each of them, and the table is the command's", { skip }, async () => {
  assert.ok(makespan, "MAKESPAN names the command");
  const { stdout } = await run(makespan, ["figures", "table 4.1", "--document", "dobber", "--json"], { maxBuffer: 1e8 });
  const entry = JSON.parse(stdout).find(({ label }) => label === "table 4.1");
  const { page, close, trouble } = await shop.visitor();
  await page.goto(`${shop.site.url}reproduce/index.html#dobber-table-4-1`);
  const article = page.locator("#dobber-table-4-1");
  const figures = article.locator("[data-curve]");
  assert.equal(await figures.count(), entry.curves.length);
  const figure = figures.first();
  await figure.scrollIntoViewIfNeeded();
  await article.locator("[data-curve]:first-child[data-drawn=true]").waitFor();
  const [curve] = entry.curves;
  const kinds = new Set(curve.printed.map(({ agreement }) => agreement));
  assert.equal(await figure.locator(".legend .badge").count(), kinds.size);

  // Each printed number is read once, by keys alone.
  const plot = figure.locator(".plot");
  await plot.focus();
  const said = new Set();
  const status = plot.locator("[role=status]");
  await page.keyboard.press("ArrowRight");
  assert.match(await status.textContent(), /^computed: /);
  for (let kind = 0; kind < kinds.size; kind += 1) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    for (let before; before !== (before = await status.textContent()); ) {
      said.add(before);
      await page.keyboard.press("ArrowRight");
    }
  }
  assert.equal([...said].filter((words) => words.startsWith("printed: ")).length, curve.printed.length);

  const rows = await article.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const numbers = entry.values.filter(({ printed }) => printed);
  for (const [at, { what, printed, computed, number }] of numbers.entries()) {
    const [title, print, compute, difference, relative] = rows[at];
    assert.deepEqual([title, print, compute], [what, printed, computed]);
    const plain = (text) => Number(text.replace("−", "-").replace("+", "").replace(/[\u00a0%]/g, ""));
    assert.ok(Math.abs(plain(difference) - (number - printed)) < 0.01, `${difference} ${number} ${printed}`);
    assert.ok(Math.abs(plain(relative) - (100 * (number - printed)) / printed) < 0.1, `${relative}`);
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("a curve that cannot be drawn leaves its table", async () => {
  const { page, context, close } = await shop.visitor();
  await context.route("**/charts.js*", (route) => route.abort());
  await page.goto(`${shop.site.url}reproduce/index.html#dobber-table-4-1`);
  const article = page.locator("#dobber-table-4-1");
  await article.locator(".plot").first().waitFor({ state: "hidden" });
  assert.ok((await article.locator("tbody tr").count()) > 20);
  await close();
});

/** Measured runtimes of eight nodes, ms: one node is slow for a while. */
const measured = (mean) => {
  const job = (row, node) => mean * (1 + 0.05 * Math.sin(7 * row + 13 * node) + (node === 3 && row % 400 > 200 ? 1.5 : 0));
  const head = ["job", ...Array.from({ length: 8 }, (_, node) => `node ${node + 1} (ms)`)].join(",");
  const rows = Array.from({ length: 600 }, (_, row) => [row + 1, ...Array.from({ length: 8 }, (_, node) => job(row, node).toFixed(2))].join(","));
  return Buffer.from([head, ...rows].join("\n"));
};

test("a reader's machine stands beside print and computation, and nothing is concluded where communication rules", async () => {
  const { page, close, trouble } = await shop.visitor();
  await page.goto(`${shop.site.url}reproduce/index.html?q=table%205.10`);
  const article = page.locator("#dobber-table-5-10-set-one");
  const box = article.locator(".machine");
  await article.locator("[data-curve][data-drawn=true]").waitFor();
  const choose = (name, mean) => box.locator("input").setInputFiles({ name, mimeType: "text/csv", buffer: measured(mean) });
  const status = box.locator("[role=status]");
  const says = (pattern) => status.filter({ hasText: pattern }).waitFor();

  await choose("broken.csv", NaN);
  await says(/NaN|runtime/);
  assert.equal(await article.locator("th.mine").count(), 0);

  // Jobs of 10 ms beside messages of 750 ms.
  await choose("short.csv", 10);
  await says(/^Nothing is concluded from short\.csv\. Communication is [\d\u202f]+ times the computing/);
  assert.equal(await article.locator("th.mine").count(), 0);
  await box.getByRole("button", { name: "Scale its runtimes" }).press("Enter");
  await says(/^Scaled: short\.csv, 8 nodes × 600 jobs\. 2 processors: .* on your machine; printed 2, computed /);

  await choose("long.csv", 60_000);
  await says(/^long\.csv, 8 nodes × 600 jobs\. .*lowered to 8/);
  const own = await article.locator("td.mine").allTextContents();
  const [two, four, eight, ...more] = own;
  for (const number of [two, four, eight]) assert.match(number, /^[1248]$/);
  assert.deepEqual(more, ["–", "–"]);
  assert.equal(await article.locator("th.mine").count(), 1);
  // One line more, which keys reach.
  const plot = article.locator(".plot");
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  assert.match(await plot.locator("[role=status]").textContent(), new RegExp(`^your machine: \\S+ \\d, [${two}${four}${eight}]$`, "i"));
  assert.equal(await article.locator(".legend .mine").count(), 1);
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a press of Stop ends the reading of a reader's file, and what could not be loaded is loaded the next time", async () => {
  const { page, close } = await shop.visitor();
  const [entries, files] = ["**/reproduce/entries.json", "**/makespan-worker-files_bg.wasm*"];
  await page.route(entries, (route) => route.abort());
  await page.goto(`${shop.site.url}reproduce/index.html?q=table%205.10`);
  const box = page.locator("#dobber-table-5-10-set-one .machine");
  const choose = () => box.locator("input").setInputFiles({ name: "long.csv", mimeType: "text/csv", buffer: measured(60_000) });
  const says = (pattern) => box.locator("[role=status]").filter({ hasText: pattern }).waitFor();
  await choose();
  await says(/fetch/);
  await page.unroute(entries);

  const program = held();
  await page.route(files, program.route);
  await choose();
  await program.asked;
  await box.getByRole("button", { name: "Stop" }).click();
  await says(/^The run was stopped\.$/);
  assert.equal(await box.getByRole("button", { name: "Stop" }).count(), 0);
  program.go();
  await choose();
  await says(/^long\.csv, 8 nodes × 600 jobs\./);
  await close();
});
