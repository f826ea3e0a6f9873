// Time in the schedule: the cursor, playing, stepping from event to event, measuring, pinning.
import { after, before, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { broken, open, painted, short, workshop } from "./page.mjs";

let shop, visitor, page, spans;

// Every change that these tests wait for comes within a frame or two, but for the time that plays.
const SOON = 10_000;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  page = visitor.page;
  page.setDefaultTimeout(SOON);
  await open(page, shop.site.url + short("bursts-replicate", { processors: 8 }));
  await painted(page, ".gantt-canvas");
  spans = await exported();
});
after(() => shop?.close());

/** Every span of the run, from the file that the page gives. */
async function exported() {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("radio", { name: /whole run/i }).first().check();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV", exact: true }).click();
  const stream = await (await download).createReadStream();
  let text = "";
  for await (const chunk of stream) text += chunk;
  await page.keyboard.press("Escape");
  const [head, ...rows] = text.trim().split(/\r?\n/);
  const columns = head.split(",");
  return rows.map((row) => Object.fromEntries(row.split(",").map((value, place) => [columns[place].replace(/_ms$| .*$/, ""), value])));
}

const canvas = () => page.locator(".gantt-canvas");
const time = () => page.locator(".gantt-state b");
const plot = () =>
  canvas().evaluate((canvas) => {
    const { left, right, from, to } = canvas.dataset;
    const box = canvas.getBoundingClientRect();
    return { left: Number(left), right: Number(right), from: Number(from), to: Number(to), x: box.x, y: box.y, height: box.height };
  });
const cursorAt = () =>
  page.evaluate(() => {
    const canvas = document.querySelector(".gantt-canvas").dataset;
    const x = new DOMMatrix(getComputedStyle(document.querySelector(".gantt-cursor")).transform).e;
    return Number(canvas.from) + ((x - canvas.left) / (canvas.right - canvas.left)) * (canvas.to - canvas.from);
  });
const frames = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));

beforeEach(async () => {
  await canvas().focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => Number(document.querySelector(".gantt-canvas").dataset.from) === 0);
});

test("a click on the axis sets the cursor, and the state there is told", async () => {
  const { left, right, from, to, x, y, height } = await plot();
  await page.mouse.click(x + (left + right) / 2, y + height - 12);
  await page.locator(".gantt-cursor").waitFor();
  const middle = (from + to) / 2;
  assert.ok(Math.abs((await cursorAt()) - middle) < (to - from) / 300);
  const state = await page.locator(".gantt-state").textContent();
  const counts = [...state.matchAll(/(\d+) [a-z]/g)].map(([, count]) => Number(count));
  assert.equal(counts.reduce((sum, count) => sum + count, 0), 8, state);
  const computing = spans.filter(({ phase, start, end }) => phase === "compute" && Number(start) <= middle && middle < Number(end)).length;
  assert.ok(computing === 0 || state.includes(`${computing} compute`), state);
});

test("steps lead from event to event, exactly", async () => {
  const events = [...new Set(spans.flatMap(({ start, end }) => [Number(start), Number(end)]))].sort((a, b) => a - b);
  const { from, to } = await plot();
  const near = (a, b) => Math.abs(a - b) < (to - from) / 300;
  for (const expected of events.filter((event) => event > from).slice(0, 5)) {
    await page.keyboard.press(".");
    await frames();
    assert.ok(near(await cursorAt(), expected), `${await cursorAt()} ${expected}`);
  }
  await page.getByRole("button", { name: "Previous event" }).click();
  await frames();
  assert.ok(near(await cursorAt(), events.filter((event) => event > from)[3]));
  const said = await page.locator('.gantt > p[aria-live="polite"]').textContent();
  assert.match(said, /^At .+: \d+ /);
});

test("time plays, dims what is to come, and stops; faster when asked", async () => {
  await page.keyboard.press("Space");
  await page.locator(".gantt-future").waitFor();
  const first = await cursorAt();
  await page.waitForFunction(
    (first) => {
      const x = new DOMMatrix(getComputedStyle(document.querySelector(".gantt-cursor")).transform).e;
      return x > first + 20;
    },
    (await plot()).left,
  );
  assert.equal(await page.getByRole("button", { name: "Stop", exact: true }).count(), 1);
  await page.locator(".gantt .gantt-play").click();
  await frames();
  const stopped = await cursorAt();
  assert.ok(stopped > first);
  await frames();
  assert.equal(await cursorAt(), stopped);
  assert.equal(await page.locator(".gantt-future").isVisible(), false);
  await canvas().focus();
  await page.keyboard.press(">");
  await page.keyboard.press(">");
  await frames();
  assert.equal(await page.locator(".gantt-clock select").inputValue(), "4");
  await page.locator(".gantt-clock select").selectOption({ label: "16 ×" });
  // The view moves with the cursor, to the end of the run, where it stops by itself.
  await page.keyboard.press("Tab");
  await page.locator(".gantt .gantt-play").click();
  const { to } = await plot();
  await page.waitForFunction((to) => Number(document.querySelector(".gantt-canvas").dataset.to) > to, to, { timeout: 30_000 });
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator(".gantt-clock select").selectOption({ label: "1 ×" });
});

test("a range is measured by dragging, and its figures are those of the spans", async () => {
  const { left, right, from, to, x, y } = await plot();
  const at = (share) => x + left + share * (right - left);
  await page.keyboard.down("Shift");
  await page.mouse.move(at(0.2), y + 60);
  await page.mouse.down();
  await page.mouse.move(at(0.5), y + 60, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  const told = await page.locator(".gantt-measured").textContent();
  const [begin, end] = [from + 0.2 * (to - from), from + 0.5 * (to - from)];
  const inside = (phase) =>
    spans
      .filter((span) => span.phase === phase)
      .reduce((sum, { start, end: stop }) => sum + Math.max(0, Math.min(Number(stop), end) - Math.max(Number(start), begin)), 0);
  const share = (100 * inside("compute")) / (8 * (end - begin));
  const found = Number(told.match(/utilisation ([\d.]+)/)[1]);
  assert.ok(Math.abs(found - share) < 0.7, `${found} ${share}`);
  assert.deepEqual(await broken(page), []);
  await page.getByRole("button", { name: "Zoom to it" }).click();
  await page.waitForFunction((begin) => Math.abs(Number(document.querySelector(".gantt-canvas").dataset.from) - begin) < begin / 50 + 50, begin);
  await canvas().focus();
  await page.keyboard.press("Escape");
  await frames();
  assert.equal(await page.locator(".gantt-measured").count(), 0);
  await page.keyboard.press("0");
  // By keyboard: from the cursor to the cursor.
  await page.keyboard.press("Home");
  await page.keyboard.press(".");
  await page.keyboard.press("[");
  for (let step = 0; step < 3; step++) await page.keyboard.press(".");
  await page.keyboard.press("]");
  await page.locator(".gantt-measured").waitFor();
  await page.locator(".gantt-measure").click();
  await page.locator('.gantt-measure[aria-pressed="true"]').waitFor();
  await page.locator(".gantt-measure").click();
  await page.locator('.gantt-measure[aria-pressed="false"]').waitFor();
});

test("a click keeps a span's details in sight, and leads to the job's other copies", async () => {
  for (const key of ["-", "-", "+", "+"]) await page.keyboard.press(key);
  const { left, right, x, y } = await plot();
  await page.mouse.click(x + left + 0.05 * (right - left), y + 30);
  const pinned = page.locator(".gantt-pinned");
  await pinned.waitFor();
  const text = await pinned.textContent();
  assert.match(text, /on node \d+/);
  assert.match(text, /reason of its end/);
  const row = spans.find(({ lane, start }) => text.includes(lane) && Number(start) === 0);
  assert.ok(row, text);
  await page.keyboard.press("+");
  assert.equal(await pinned.count(), 1, "it survives zooming");
  const next = page.getByRole("button", { name: /Next of \d+ spans of this job/ });
  if (await next.count()) {
    await next.click();
    await page.waitForFunction((text) => document.querySelector(".gantt-pinned").textContent !== text, text);
  }
  await page.getByRole("button", { name: "Clear selection" }).click();
  await pinned.waitFor({ state: "detached" });
  await canvas().focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await pinned.waitFor();
});

test("where nothing may move smoothly, time goes from event to event", async () => {
  const calm = await shop.visitor({ reducedMotion: "reduce" });
  await open(calm.page, shop.site.url + short("bursts-replicate", { processors: 8 }));
  const events = new Set(spans.flatMap(({ start, end }) => [Number(start), Number(end)]));
  await calm.page.locator(".gantt-canvas").focus();
  await calm.page.keyboard.press("Space");
  const seen = await calm.page.evaluate(
    () =>
      new Promise((done) => {
        const seen = new Set();
        const look = () => {
          const canvas = document.querySelector(".gantt-canvas").dataset;
          const x = new DOMMatrix(getComputedStyle(document.querySelector(".gantt-cursor")).transform).e;
          seen.add(Number(canvas.from) + ((x - canvas.left) / (canvas.right - canvas.left)) * (canvas.to - canvas.from));
          if (seen.size >= 4) done([...seen]);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  for (const at of seen.slice(1)) assert.ok([...events].some((event) => Math.abs(event - at) < 100), `${at} is no event`);
  await calm.close();
});

test("nothing went wrong meanwhile", () => assert.deepEqual(visitor.trouble, []));
