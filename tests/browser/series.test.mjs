// Series of one's own, made or uploaded, and the ways to and between laboratories.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { change, fingerprint, link, makespan, nextAddress, open, painted, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop.close());

/** Small enough to run at once. */
const small = { traces: "switches", synthetic_nodes: 4, values: 160, entrants: 4, processors: 4, runs: 3 };

const scenario = (parameters = {}, view = {}) =>
  link({ makespan: 1, prediction: { ...small, ...parameters }, ...view }, { deflateRawSync });

const command = (fragment) => JSON.parse(execFileSync(makespan, ["run", fragment, "--json"], { maxBuffer: 1e9 }));

test("the first chart has the whole width and the schedule comes after the charts", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + scenario());
  await painted(page, ".gantt-canvas");
  const place = await page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    return { first: box(".charts.first .chart").width, all: box(".charts.first").width, charts: box(".charts.first").bottom, schedule: box("section.schedule").top };
  });
  assert.ok(place.first > place.all - 2, JSON.stringify(place));
  assert.ok(place.schedule >= place.charts, JSON.stringify(place));
  await page.locator(".gantt .gantt-play").click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  assert.deepEqual(trouble, []);
});

test("the way between laboratories is in the bar, and Back leads back", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + "#p=quiet-equal&runs=4&iterations=60");
  const bar = page.getByRole("navigation", { name: "Laboratories" });
  assert.equal(await bar.locator('[aria-current="page"]').textContent(), "Replication");
  await change(page, () => bar.getByRole("link", { name: "Traces and forecasts" }).click());
  assert.equal(await bar.locator('[aria-current="page"]').textContent(), "Traces and forecasts");
  assert.ok(await page.locator('.key[data-name="rival"]').isVisible());
  await change(page, () => page.goBack());
  assert.equal(await bar.locator('[aria-current="page"]').textContent(), "Replication");
  assert.deepEqual(trouble, []);
});

test("a node of one's own has sliders that follow the choice of traces and change the picture at once", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + scenario({ topic: "series" }));
  assert.equal(await page.locator('.field[data-name="traces.peak_height"]').count(), 0);
  await change(page, () => page.locator("#p-traces").selectOption("synthetic"));
  assert.equal(await page.locator('.field[data-name^="traces."]').count(), 11);
  const peaks = page.locator('[id="p-traces.peak_probability"]');
  const address = await nextAddress(page, shop.site.url + scenario({ topic: "series" }));
  await change(page, async () => {
    await peaks.fill("0.15");
    await peaks.press("Enter");
  });
  const told = command(new URL(await nextAddress(page, address)).hash);
  assert.equal(await fingerprint(page), told.fingerprint);
  assert.equal(told.scenario.prediction.traces.synthetic.peak_probability, 0.15);
  await peaks.fill("0.9");
  await peaks.press("Enter");
  const complaint = page.locator('.field[data-name="traces.peak_probability"] .problem');
  await complaint.filter({ hasText: "0 to 0.2" }).waitFor();
  assert.deepEqual(trouble, []);
});

test("a synthetic twin is made, looked at, and used", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + scenario({ topic: "series", traces: "ar01", values: 400 }));
  await change(page, () => page.getByRole("button", { name: "Make a synthetic twin" }).click());
  assert.match(await page.locator("#headline").textContent(), /^A node like ar01-1: \d+ of its \d+ statistics/);
  await change(page, () => page.getByRole("button", { name: "Use this node" }).click());
  assert.equal(await page.locator("#p-traces").inputValue(), "synthetic");
  assert.equal(await page.locator('.field[data-name^="traces."]').count(), 11);
  assert.deepEqual(trouble, []);
});

test("an upload of one series is described and predicted, and says that it balances nothing", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + scenario());
  const values = Array.from({ length: 200 }, (_, k) => 100 + 20 * Math.sin(k / 5) + (k % 13));
  await change(page, () =>
    page.locator("#open-traces").setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(["lonely", ...values].join("\n")) }),
  );
  assert.match(await page.locator("#headline").textContent(), /predicts|place \d+ of 18/);
  assert.equal(await page.locator("section.schedule").count(), 0);
  await page.getByText("One series alone balances nothing").waitFor();
  assert.deepEqual(trouble, []);
});

test("an explanation that does not come can be asked for again", async () => {
  const { page } = await shop.visitor();
  await open(page, shop.site.url + scenario());
  await page.route("**/explanations/*", (route) => route.abort());
  const about = page.locator("#explanation");
  await about.locator("summary").focus();
  await page.keyboard.press("Enter");
  await about.getByText("could not be loaded").waitFor();
  await page.unroute("**/explanations/*");
  await about.getByRole("button", { name: "Try again" }).click();
  await about.getByRole("heading", { name: "The question" }).waitFor();
});
