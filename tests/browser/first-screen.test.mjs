// The page for somebody who opens it for the first time.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, fingerprint, open, painted, unfold, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

test("the page opens with a schedule that was computed, and nothing goes wrong on the way", async () => {
  const { page, trouble, close } = await shop.visitor();
  const start = Date.now();
  await open(page, shop.site.url);
  console.log(`from nothing to the first result: ${Date.now() - start} ms`);
  assert.match(await page.locator("h1").textContent(), /\S+ \S+ \S+/);
  assert.match(await page.locator(".why").textContent(), /\.$/);
  assert.equal(await page.locator("h1").count(), 1);
  assert.match(await page.title(), /Makespan$/);
  const figures = await page.locator(".merit > div").count();
  assert.ok(figures >= 4 && figures <= 6, `${figures} figures of merit`);
  assert.match(await page.locator('.merit [data-key="speedup"] dd').textContent(), /\d\.\d+ ± \d/);
  await painted(page, ".schedule .gantt-canvas");
  await page.locator(".chart .plot svg").nth(1).waitFor();
  assert.ok((await page.locator(".table tbody tr").count()) >= 3, "the table is filled");
  await fingerprint(page);
  assert.match(page.url(), /#p=[\w-]+$/);
  // The spare worker comes after the result; wait for it, so that its troubles are seen as well.
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("worker")));
  assert.deepEqual(trouble, []);
  await close();
});

test("the places of the result are kept, so that nothing jumps when it comes", async () => {
  const { page, close } = await shop.visitor();
  await page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries().map(({ value }) => value))).observe({
      type: "layout-shift",
      buffered: true,
    });
  });
  await open(page, shop.site.url);
  const sum = (await page.evaluate(() => globalThis.shifts)).reduce((sum, value) => sum + value, 0);
  console.log(`cumulative layout shift: ${sum.toFixed(4)}`);
  assert.ok(sum < 0.1, `${sum}`);
  await close();
});

test("the document shows a result before its program arrives", async () => {
  const { page, close } = await shop.visitor();
  await page.route("**/*.wasm", () => {});
  await page.goto(shop.site.url, { waitUntil: "commit" });
  await page.locator(".picture .card.schedule").waitFor();
  assert.match(await page.locator(".logo").textContent(), /Makespan/);
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing to mend in the ${colorScheme} theme, with everything unfolded`, async () => {
    const { page, close } = await shop.visitor({ colorScheme });
    await open(page, shop.site.url);
    const only = { colours: colorScheme === "dark" };
    assert.deepEqual(await broken(page, only), []);
    await unfold(page);
    assert.deepEqual(await broken(page, only), []);
    await close();
  });
}

test("the headline is told to those who cannot see it", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url);
  const headline = await page.locator("h1").textContent();
  await page.locator('.unseen[role="status"]').filter({ hasText: headline }).waitFor({ state: "attached" });
  await close();
});

test("words and numbers are there without colour or motion", async () => {
  const { page, trouble, close } = await shop.visitor({ forcedColors: "active", reducedMotion: "reduce" });
  await open(page, shop.site.url);
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  assert.deepEqual(trouble, []);
  await close();
});
