// Measuring this device: a real job in several workers at once.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { broken, change, fingerprint, open, short, until, workshop } from "./page.mjs";

let shop, visitor, page;
const requests = [];

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  page = visitor.page;
  await open(page, shop.site.url + short("peaks-replicate"));
  visitor.context.on("request", (request) => requests.push(request.url()));
});
after(() => shop?.close());

const panel = page => page.locator("#measure");
const stage = (page, text) => page.locator(".measure-stage").filter({ hasText: text }).waitFor();
const numbers = () => page.locator(".measure-strips span").allTextContents();
/** How many jobs a text begins with. */
const count = (text) => Number(text.match(/^([\d\u202f]+) jobs/)[1].replaceAll("\u202f", ""));
/** Fills the form in and starts. */
async function start(page, { job = 2, workers = 2, seconds, jobs }) {
  await page.locator("#measure-job").fill(String(job));
  await page.getByRole("radio", { name: seconds ? "For a time" : "Number of jobs" }).check();
  await page.locator(seconds ? "#measure-seconds" : "#measure-jobs").fill(String(seconds ?? jobs));
  await page.locator("#measure-workers").fill(String(workers));
  await page.locator("#measure-start").click();
}

test("the panel says what is measured and that nothing is sent, and takes the focus", async () => {
  await page.locator("#to-measure").click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "measure");
  assert.match(await panel(page).textContent(), /wall-clock time.*Nothing is sent/);
  assert.deepEqual(await broken(page), []);
});

test("numbers out of range are refused beside their field", async () => {
  await page.locator("#measure-job").fill("0");
  assert.match(await page.locator("#measure-job-problem").textContent(), /Allowed: a number from 1 to 1000/);
  await page.locator("#measure-workers").fill("1.5");
  assert.match(await page.locator("#measure-workers-problem").textContent(), /a whole number from 1 to \d+/);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".measure-stage").count(), 0);
  assert.deepEqual(await broken(page), []);
});

test("two workers measure for a second, and their strips fill while they do", async () => {
  await start(page, { seconds: 1 });
  await page.locator(".measure-strips li").nth(1).waitFor();
  await stage(page, /[\d\s]+ jobs were measured/);
  assert.equal(await page.locator(".measure-strips li").count(), 2);
  for (const [place, path] of (await page.locator(".measure-strips path:not(.measure-hidden)").all()).entries()) {
    const strokes = (await path.getAttribute("d")).split("M").length - 1;
    const jobs = count((await numbers())[place]);
    assert.ok(strokes > 3 && strokes <= Math.min(240, jobs), `${strokes} strokes of ${jobs} jobs`);
  }
  assert.match(await panel(page).textContent(), /The clock of this browser advances by [\d.]+\u202fms/);
  // Both workers sent each other messages before.
  const [, ms] = (await panel(page).textContent()).match(/A message between two of these workers takes ([\d.]+)\u202fms/);
  assert.ok(Number(ms) > 0 && Number(ms) < 50, ms);
  assert.deepEqual(await broken(page), []);
});

let csv, message;
test("what was measured is saved as CSV with the time of a message and a column for each worker", async () => {
  const [file] = await Promise.all([page.waitForEvent("download"), panel(page).getByRole("button", { name: "Save as CSV" }).click()]);
  assert.match(file.suggestedFilename(), /^measured \d{4}-\d\d-\d\d \d\d.\d\d\.csv$/);
  csv = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  message = Number(csv.shift().match(/^# message time \(ms\): ([\d.]+)$/)[1]);
  assert.ok(message > 0);
  assert.equal(csv[0], "job,worker 1,worker 2");
  const longest = Math.max(...(await numbers()).map(count));
  assert.equal(csv.length, longest + 1);
  assert.ok(csv.slice(1).flatMap((row) => row.split(",").slice(1)).filter(Boolean).every((value) => Number(value) > 0));
});

test("what was measured is kept, and is there after the page is loaded again", async () => {
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await page.locator(".kept li").filter({ hasText: /measured .*2 nodes × [\d\s]+ jobs/ }).waitFor();
});

test("what was measured becomes the traces of the scenario", async () => {
  await change(page, () => page.getByRole("button", { name: "Use as traces" }).click());
  assert.equal(await panel(page).count(), 0);
  assert.match(await page.locator('.notice[data-topic="file"]').textContent(), /“measured .*” is used: 2 nodes/);
  const print = await fingerprint(page);
  // The delays are those of this device.
  const delay = (name) => page.locator(`#p-${name}`).inputValue().then(Number);
  assert.deepEqual([await delay("send_time"), await delay("finalize_time")], [message, message]);
  const jobs = await page.locator("#p-iterations").inputValue();
  assert.ok(Number(jobs) <= csv.length - 1);
  await page.reload();
  await page.locator('main[data-phase="done"]').waitFor();
  assert.equal(await fingerprint(page), print);
  await page.locator(".kept li").filter({ hasText: /measured/ }).waitFor();
});

test("a measurement of a number of jobs ends after them", async () => {
  await page.locator("#to-measure").click();
  await start(page, { jobs: 25, workers: 1, job: 1 });
  await stage(page, "25 jobs were measured");
});

test("a measurement is stopped at once, and what it has stays", async () => {
  await start(page, { seconds: 600 });
  await stage(page, /jobs so far/);
  await page.waitForFunction(() => /^[\d\s]{2,} jobs/.test(document.querySelector(".measure-strips span")?.textContent));
  await page.locator("#measure-stop").click();
  await stage(page, /Stopped after [\d\s]+ jobs/);
  const said = await numbers();
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".kept li").length === 2);
  assert.deepEqual(await numbers(), said);
  // Nothing goes on: the page's own worker, its spare one and the file worker are all that is left.
  await until(() => page.workers().length, (count) => count <= 3);
});

test("jobs that ran while the tab was hidden are marked, and can be left out", async () => {
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => globalThis.away ?? false });
    globalThis.hide = (away) => {
      globalThis.away = away;
      document.dispatchEvent(new Event("visibilitychange"));
    };
  });
  const jobs = async () => count((await numbers())[0]);
  const more = async (than) => count(await until(async () => (await numbers())[0], (now) => now !== undefined && count(now) > than));
  await start(page, { seconds: 600, workers: 1 });
  const seen = await more(20);
  await page.evaluate(() => hide(true));
  const hidden = await more(seen + 20);
  await page.evaluate(() => hide(false));
  await more(hidden + 40);
  await page.locator("#measure-stop").click();
  const all = await jobs();
  const warning = await page.locator(".measure-warning").textContent();
  const marked = count(warning.match(/the ([\d\s]+ jobs) that ran then/)[1]);
  assert.ok(marked > 10 && marked < all - 20, `${marked} of ${all}`);
  assert.ok((await page.locator(".measure-hidden").getAttribute("d")).length > 0);

  const rows = async () => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".measure").getByRole("button", { name: "Save as CSV" }).click()]);
    return (await readFile(await file.path(), "utf8")).trimEnd().split("\n").length - 1;
  };
  assert.equal(await rows(), all - marked);
  await page.getByRole("checkbox", { name: /Leave out/ }).uncheck();
  assert.equal(await rows(), all);
  assert.deepEqual(await broken(page), []);
});

test("the panel is legible in the dark and on a small screen, and all of it is reached with keys", async () => {
  for (const [width, height, scheme] of [[1440, 900, "light"], [768, 1024, "dark"], [360, 740, "dark"]]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await broken(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel(page).focus();
  const reached = [];
  for (let press = 0; press < 10; press++) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent || document.activeElement.type));
  }
  for (const one of ["Close", "measure-job", "measure-workers", "measure-start", "Use as traces", "Save as CSV"]) assert.ok(reached.includes(one), `${one} in ${reached}`);
  await page.getByRole("button", { name: "Close: Measure this device" }).press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "to-measure");
});

test("nothing left the page while it measured", () => {
  const home = new URL(shop.site.url).origin;
  const sent = requests.filter((url) => !/^(blob|data):/.test(url));
  assert.ok(sent.length > 0, "the workers' program is loaded");
  assert.ok(sent.every((url) => url.startsWith(home) && !new URL(url).search.replace(/^\?v=[\d.]+$/, "")), sent.join("\n"));
  assert.deepEqual(visitor.trouble, []);
});
