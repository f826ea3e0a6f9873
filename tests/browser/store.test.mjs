// Traces that this device keeps, and how they travel in links and files.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile, writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { broken, change, drop, fingerprint, more, open, reach, short, workshop } from "./page.mjs";

let shop, visitor, page, folder;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor({ profile: true });
  page = visitor.page;
  folder = await mkdtemp(path.join(tmpdir(), "makespan-store-"));
});
after(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A CSV of runtimes that look like those of a shared machine, the same for the same seed. */
function csv(nodes, jobs, seed = 1) {
  let state = seed;
  const rows = [["job", ...Array.from({ length: nodes }, (_, node) => `machine ${node + 1}`)].join(",")];
  for (let job = 1; job <= jobs; job++) {
    const row = [job];
    for (let node = 0; node < nodes; node++) {
      state = (state * 48271) % 2147483647;
      row.push((2000 + (state % 1_000_000) / 1e3).toFixed(3));
    }
    rows.push(row.join(","));
  }
  return rows.join("\n") + "\n";
}

const start = async (page) => {
  await page.goto("about:blank");
  await open(page, shop.site.url + short("peaks-replicate"));
};
const give = (page, name, text) =>
  page.locator("#open-traces").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const entries = (page) => page.locator(".kept li");
const entry = (page, name) => entries(page).filter({ has: page.getByText(name, { exact: true }) });
const notice = (page, topic) => page.locator(`.notice[data-topic="${topic}"]`);
/** Waits until as many traces are listed. */
const listed = (page, number) =>
  page.waitForFunction((number) => document.querySelectorAll(".kept li").length === number, number);
const download = async (page, action) => (await Promise.all([page.waitForEvent("download"), action()]))[0];

test("what was opened is there after the page is loaded again, with its statistics", async () => {
  await start(page);
  assert.equal(await entries(page).count(), 0);
  await change(page, () => give(page, "small.csv", csv(4, 60)));
  await change(page, () => give(page, "large.csv", csv(16, 2_000, 2)));
  await listed(page, 2);
  await page.reload();
  await reach(page, "done");
  await listed(page, 2);
  const text = await entry(page, "large.csv").textContent();
  assert.match(text, /16 nodes × 2\u202f000 jobs · mean 2\u202f498\u202fms, variation 0\.1\d · 256\u202fkB · \d{4}-\d\d-\d\d/);
  assert.match(await page.locator(".kept summary").textContent(), /Your traces2 · 258\u202fkB/);
  assert.deepEqual(await broken(page), []);
});

test("a link to traces that are kept here just runs, and one to others asks for their file", async () => {
  const address = page.url();
  assert.match(await page.locator(".drop-name").textContent(), /large\.csv/);
  const print = await fingerprint(page);
  await page.goto("about:blank");
  await open(page, address);
  assert.equal(await fingerprint(page), print);

  const other = await shop.visitor({ profile: true });
  await open(other.page, address, "file-needed");
  await drop(other.page, "#status", { name: "wrong.csv", bytes: csv(3, 9, 5) });
  await notice(other.page, "file").filter({ hasText: "not the file" }).waitFor();
  const said = await notice(other.page, "file").textContent();
  const [found, needed] = [...said.matchAll(/digest ([0-9a-f]{12})…/g)].map(([, digest]) => digest);
  assert.notEqual(found, needed);
  assert.ok(needed);
  assert.equal(await other.page.locator("main").getAttribute("data-phase"), "file-needed");

  await other.page.locator("#open-needed").setInputFiles({ name: "again.csv", mimeType: "text/csv", buffer: Buffer.from(csv(16, 2_000, 2)) });
  await reach(other.page, "done");
  assert.equal(await fingerprint(other.page), print);
  assert.deepEqual(other.trouble, []);
  await other.close();
});

test("kept traces are used, renamed and saved as CSV that gives the same traces", async () => {
  await start(page);
  await change(page, () => entry(page, "small.csv").getByRole("button", { name: "Use" }).click());
  assert.match(await notice(page, "file").textContent(), /“small\.csv” is used: 4 nodes × 60 jobs/);
  assert.equal(await entry(page, "small.csv").getByText("In use").count(), 1);
  const print = await fingerprint(page);

  await entry(page, "small.csv").getByRole("button", { name: "Rename" }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("My cluster");
  await page.keyboard.press("Enter");
  await entry(page, "My cluster").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Rename");

  const file = await download(page, () => entry(page, "My cluster").getByRole("button", { name: "CSV" }).click());
  assert.equal(file.suggestedFilename(), "My cluster.csv");
  await page.reload();
  await reach(page, "done");
  await entry(page, "My cluster").waitFor();

  const other = await shop.visitor({ profile: true });
  await start(other.page);
  await change(other.page, async () => give(other.page, "a.csv", await readFile(await file.path(), "utf8")));
  assert.equal(await fingerprint(other.page), print);
  await other.close();
});

test("a renamed set brings its name into the scenario", async () => {
  await start(page);
  await change(page, () => entry(page, "My cluster").getByRole("button", { name: "Use" }).click());
  assert.match(await page.locator(".drop-name").textContent(), /My cluster/);
});

test("traces are deleted after a question, by keyboard alone", async () => {
  await start(page);
  await entry(page, "large.csv").getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Delete");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Delete for good");
  await page.keyboard.press("Enter");
  await listed(page, 1);
  assert.equal(await page.evaluate(() => document.activeElement.id), "kept");
  await page.reload();
  await reach(page, "done");
  await listed(page, 1);
  assert.equal(await entry(page, "large.csv").count(), 0);
});

test("a file that was opened before keeps its name and takes no more room", async () => {
  await start(page);
  await change(page, () => give(page, "same.csv", csv(4, 60)));
  await listed(page, 1);
  assert.equal(await entry(page, "My cluster").count(), 1);
});

test("a scenario file carries 100,000 values, and a visitor who opens it needs nothing else", async () => {
  await start(page);
  await change(page, () => give(page, "hundred thousand.csv", csv(50, 2_000, 3)));
  const print = await fingerprint(page);
  await page.locator("#share").click();
  const dialog = page.locator("dialog.share");
  await dialog.getByText("too many values for a link").waitFor();
  const file = await download(page, () => dialog.getByRole("button", { name: "Save as a file" }).click());
  assert.equal(file.suggestedFilename(), "replication.makespan.json");
  const text = await readFile(await file.path(), "utf8");
  assert.equal(JSON.parse(text).replication.traces.own.series.length, 50);

  const other = await shop.visitor({ profile: true });
  await start(other.page);
  await change(other.page, () =>
    other.page.locator("#open-scenario").setInputFiles({ name: "a.makespan.json", mimeType: "application/json", buffer: Buffer.from(text) }),
  );
  assert.equal(await fingerprint(other.page), print);
  assert.match(await other.page.locator(".kept").textContent(), /hundred thousand\.csv/);
  // The link of the receiver is short as well, and a new worker has the values.
  assert.ok(other.page.url().length < 2_000);
  await other.page.reload();
  await reach(other.page, "done");
  assert.equal(await fingerprint(other.page), print);

  const bad = text.replace(/(\d)\.(\d)/, "$1.1$2");
  await drop(other.page, "#main", { name: "bad.makespan.json", bytes: bad, type: "application/json" });
  await notice(other.page, "file").filter({ hasText: "is not a scenario" }).waitFor();
  assert.match(await notice(other.page, "file").textContent(), /is said to have .* SHA-256 [0-9a-f]{64}/);
  assert.equal(await fingerprint(other.page), print);
  assert.deepEqual(other.trouble, []);
  await other.close();
});

test("links carry traces up to eight kilobytes and name larger ones", async () => {
  const lengths = [];
  for (const jobs of [300, 3_000]) {
    await start(page);
    await change(page, () => give(page, `${jobs}.csv`, csv(4, jobs, 4)));
    lengths.push((await page.evaluate(() => location.hash)).length);
  }
  assert.ok(lengths[0] > 4_000 && lengths[0] <= 8_192, `${lengths}`);
  assert.ok(lengths[1] < 600, `${lengths}`);
});

test("where the browser lets the page store nothing, all works for the visit, and it is said once", async () => {
  const other = await shop.visitor({ profile: true });
  await other.context.route(/makespan-worker_loader\.js/, async (route) => {
    const response = await route.fetch();
    const refuse = 'IDBFactory.prototype.open = () => { throw new DOMException("not allowed here", "SecurityError"); };';
    await route.fulfill({ response, body: refuse + (await response.text()) });
  });
  await start(other.page);
  assert.equal(await notice(other.page, "store").count(), 0);
  await change(other.page, () => give(other.page, "passing.csv", csv(16, 2_000, 6)));
  assert.match(await notice(other.page, "store").textContent(), /kept until this page is closed.*not allowed here/);
  await notice(other.page, "store").getByRole("button", { name: /Dismiss/ }).click();
  const print = await fingerprint(other.page);
  await change(other.page, () => give(other.page, "second.csv", csv(16, 2_000, 7)));
  assert.equal(await notice(other.page, "store").count(), 0);
  await listed(other.page, 2);
  assert.match(await entry(other.page, "passing.csv").textContent(), /until this page is closed/);

  await entry(other.page, "passing.csv").getByRole("button", { name: "Rename" }).click();
  await other.page.keyboard.press("Control+A");
  await other.page.keyboard.type("Passing by");
  await other.page.keyboard.press("Enter");
  // Twice another worker; neither has kept anything.
  const file = await download(other.page, () => entry(other.page, "Passing by").getByRole("button", { name: "CSV" }).click());
  assert.equal((await readFile(await file.path(), "utf8")).split("\n").length, 2_002);
  await change(other.page, () => entry(other.page, "Passing by").getByRole("button", { name: "Use" }).click());
  assert.equal(await fingerprint(other.page), print);
  assert.match(await other.page.locator(".drop-name").textContent(), /Passing by/);

  await entry(other.page, "second.csv").getByRole("button", { name: "Delete" }).click();
  await other.page.getByRole("button", { name: "Delete for good" }).click();
  await listed(other.page, 1);
  assert.deepEqual(await broken(other.page), []);
  assert.deepEqual(other.trouble, []);
  await other.close();
});

test("a browser that refuses every kind of storage shows the whole page all the same", async () => {
  const refuse = (scope) => ["indexedDB", "localStorage"].map((name) =>
    `Object.defineProperty(${scope}, "${name}", { get() { throw new DOMException("refused", "SecurityError"); } });`).join("");
  const other = await shop.visitor({ profile: true });
  await other.page.addInitScript({ content: refuse("window") });
  await other.context.route(/makespan-worker_loader\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: refuse("self") + (await response.text()) });
  });
  await start(other.page);
  await other.page.locator("#all-parameters").click();
  await change(other.page, () => give(other.page, "passing.csv", csv(16, 2_000, 6)));
  assert.match(await notice(other.page, "store").textContent(), /does not let this page store anything \(refused\)/);
  await change(other.page, () => other.page.locator("#p-seed").fill("12"));
  await more(other.page);
  await other.page.locator("#appearance").selectOption("dark");
  assert.deepEqual(other.trouble, []);
  await other.close();
});

test("where there is no room left, the traces last for the visit and others stay", async () => {
  const other = await shop.visitor({ profile: true });
  await start(other.page);
  // Before the first write: the browser remembers for a while how much room there is.
  const devtools = await other.context.newCDPSession(other.page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(shop.site.url).origin, quotaSize: 20_000 });
  await change(other.page, () => give(other.page, "first.csv", csv(4, 60)));
  await listed(other.page, 1);
  await change(other.page, () => give(other.page, "too much.csv", csv(16, 2_000, 8)));
  assert.match(await notice(other.page, "store").textContent(), /no room/);
  await listed(other.page, 2);
  const print = await fingerprint(other.page);
  await change(other.page, () => entry(other.page, "first.csv").getByRole("button", { name: "Use" }).click());
  await change(other.page, () => entry(other.page, "too much.csv").getByRole("button", { name: "Use" }).click());
  assert.equal(await fingerprint(other.page), print);
  assert.deepEqual(other.trouble, []);
  await other.close();
});

test("the list is legible on a small screen and in the dark", async () => {
  await start(page);
  for (const [width, height, scheme] of [[1440, 900, "light"], [768, 1024, "dark"], [360, 740, "dark"]]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    if (width < 900) await page.locator("#sheet").click();
    await entry(page, "My cluster").getByRole("button", { name: "Rename" }).click();
    assert.deepEqual(await broken(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} > ${width}`);
    await page.keyboard.press("Escape");
    if (width < 900) await page.keyboard.press("Escape");
  }
});

test("nothing went wrong on the way", () => assert.deepEqual(visitor.trouble, []));
