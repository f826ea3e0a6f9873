// How fast the Gantt view is, in a headless browser without a GPU, beside vis-timeline and plain SVG. Pointer and wheel
// are real input. `cargo xtask bench gantt` builds the page and calls this with DIST and CHROMIUM.
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { serve } from "../browser/serve.mjs";
import { plainSvg, visTimeline } from "./peers.mjs";
import { synthetic } from "./schedule.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(path.join(here, "../browser/"))("playwright-core");
const vis = createRequire(import.meta.url).resolve("vis-timeline/standalone/umd/vis-timeline-graph2d.min.js");

/** How long a drawing may take before it counts as none, ms. */
const LIMIT = 60_000;
/** How many frames are asked for of each kind. */
const FRAMES = 120;
/** How often the first drawing is made anew; the median counts. */
const TRIES = 3;

const sizes = [
  { spans: 100_000, lanes: 100, reach: { frame: 8, first: 500, memory: 64 } },
  { spans: 1_000_000, lanes: 1000, reach: { frame: 1000 / 60, first: 500, memory: 64 } },
];
const peers = [
  { name: "vis-timeline", draw: visTimeline, place: ".vis-center", sizes: [[1_000, 10], [10_000, 100], [100_000, 100]] },
  { name: "plain SVG", draw: plainSvg, place: "svg", sizes: [[10_000, 100], [100_000, 100], [1_000_000, 1000]] },
];

const site = await serve(process.env.DIST, { prefix: "/" });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
});

/** A fresh page in a process of its own, in which schedules can be made; so many pixels make a CSS pixel. */
async function fresh(density = 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: density });
  const page = await context.newPage();
  // Whatever is asked to be done in a frame is timed, with what it leaves to be done at once thereafter.
  await page.addInitScript(() => {
    const ask = requestAnimationFrame.bind(globalThis);
    globalThis.untimed = ask;
    globalThis.requestAnimationFrame = (draw) =>
      ask((now) => {
        const began = performance.now();
        draw(now);
        queueMicrotask(() => globalThis.watch?.work.push(performance.now() - began));
      });
  });
  page.on("pageerror", (error) => console.error(`page error: ${error}`));
  await page.goto(`${site.url}#bench`);
  await page.waitForFunction(() => globalThis.mount);
  await page.addScriptTag({ content: `globalThis.synthetic = ${synthetic};` });
  return { page, close: () => context.close() };
}

/** Draws with a function of the page that takes a schedule: how long until the second frame after it has begun, ms. */
const draw = (page, how, [spans, lanes]) =>
  page.evaluate(
    async ([how, spans, lanes]) => {
      let schedule = synthetic(spans, lanes);
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await drawn();
      const began = performance.now();
      globalThis.eval(`(${how})`)(schedule);
      schedule = null;
      await drawn();
      return performance.now() - began;
    },
    [how, spans, lanes],
  );

/** The memory of the page's program and of its scripts after what is no longer used was freed, MB. */
const memory = (page) =>
  page.evaluate(() => {
    for (let time = 0; time < 3; time++) gc();
    return {
      wasm: globalThis.memory.buffer.byteLength / 1e6,
      scripts: performance.memory.usedJSHeapSize / 1e6,
    };
  });

/** Does something while the page counts: the time between frames, and how long the page works for one, ms. */
async function watched(page, action) {
  await page.evaluate(() => {
    const watch = (globalThis.watch = { between: [], work: [], on: true });
    let last = performance.now();
    const frame = () => {
      const now = performance.now();
      watch.between.push(now - last);
      last = now;
      if (watch.on) untimed(frame);
    };
    untimed(frame);
  });
  await action();
  return page.evaluate(() => {
    watch.on = false;
    // The first interval began before there was anything to draw.
    return { between: watch.between.slice(1), work: watch.work };
  });
}

/** Drags to and fro, then zooms far in and out again, all with the pointer. */
async function move(page, place) {
  const box = await page.locator(place).first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, 400) / 2];
  await page.mouse.move(x, y);
  const turn = async (times, by) => {
    await page.keyboard.down("Control");
    for (let step = 0; step < times; step++) await page.mouse.wheel(0, by);
    await page.keyboard.up("Control");
  };
  await turn(4, -100);
  const panning = await watched(page, async () => {
    await page.mouse.down();
    for (let step = 0; step < FRAMES; step++) await page.mouse.move(x + 300 * Math.sin(step / 10), y);
    await page.mouse.up();
  });
  await turn(6, 100);
  const zooming = await watched(page, async () => {
    await turn(FRAMES / 4, -100);
    await turn(FRAMES / 2, 100);
    await turn(FRAMES / 4, -100);
  });
  return { panning, zooming };
}

/** The value that this part of the values do not exceed. */
function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

const within = (promise, limit) => {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error("too late")), limit)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

const rows = [];
const row = (what, measure, reach, found, note = "") => {
  const figure = typeof found === "number" ? found.toFixed(found < 100 ? 1 : 0) : found;
  const verdict = reach === undefined || typeof found !== "number" ? "" : found <= reach ? "reached" : "missed";
  rows.push([what, measure, reach === undefined ? "" : `≤ ${Number(reach.toFixed(1))}`, figure, verdict, note]);
  console.error(`${what}, ${measure}: ${figure} ${verdict}`);
};

/** The rows of what was watched while moving; peers may work elsewhere than in frames. */
function told(what, moved, reach) {
  for (const [name, { between, work }] of Object.entries(moved)) {
    if (reach) {
      row(what, `${name}: work for a frame, p50 ms`, undefined, quantile(work, 0.5), `${work.length} frames`);
      row(what, `${name}: work for a frame, p95 ms`, reach, quantile(work, 0.95));
    }
    row(what, `${name}: between frames, p50 ms`, undefined, quantile(between, 0.5), `${between.length} frames`);
    row(what, `${name}: between frames, p95 ms`, undefined, quantile(between, 0.95));
  }
}

async function ours({ spans, lanes, reach }) {
  const what = `Makespan, ${spans.toLocaleString("en")} spans`;
  const first = [];
  for (let time = 1; time < TRIES; time++) {
    const { page, close } = await fresh();
    first.push(await draw(page, "mount", [spans, lanes]));
    await close();
  }
  const { page, close } = await fresh();
  const before = await memory(page);
  first.push(await draw(page, "mount", [spans, lanes]));
  row(what, "first drawing, ms", reach.first, quantile(first, 0.5));
  told(what, await move(page, "canvas.gantt-canvas"), reach.frame);
  const after = await memory(page);
  const [wasm, scripts] = [after.wasm - before.wasm, after.scripts - before.scripts];
  row(what, "memory, MB", reach.memory, wasm + scripts, `${wasm.toFixed(1)} wasm, ${scripts.toFixed(1)} scripts`);

  await page.getByRole("radio", { name: "Table" }).check();
  const whole = page.getByRole("radio", { name: "Whole run" });
  if (await whole.isVisible()) await whole.check();
  const sorting = await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await drawn();
    const button = document.querySelector("[role=grid] th:nth-child(5) button");
    const began = performance.now();
    button.click();
    await drawn();
    if (!document.querySelector('[role=grid] th:nth-child(5)[aria-sort="ascending"]')) throw new Error("not sorted");
    return performance.now() - began;
  });
  row(what, "table sorted by duration, ms", 1000, sorting);
  await page.getByRole("radio", { name: "Chart", exact: true }).check();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("radio", { name: /^The whole run/ }).check();
  for (const kind of ["SVG", "CSV"]) {
    const began = performance.now();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: kind, exact: true }).click(),
    ]);
    await download.path();
    row(what, `saved as ${kind}, ms`, undefined, performance.now() - began);
  }
  await close();

  const dense = await fresh(2);
  await draw(dense.page, "mount", [spans, lanes]);
  told(`${what}, 2 × 2 pixels`, await move(dense.page, "canvas.gantt-canvas"), 1000 / 60);
  await dense.close();
}

async function theirs({ name, draw: how, place, sizes }) {
  for (const [spans, lanes] of sizes) {
    const what = `${name}, ${spans.toLocaleString("en")} spans`;
    const { page, close } = await fresh();
    try {
      if (how === visTimeline) await page.addScriptTag({ path: vis });
      const first = await within(draw(page, String(how), [spans, lanes]), LIMIT);
      row(what, "first drawing, ms", undefined, first);
      const moved = await within(move(page, place), LIMIT);
      told(what, moved);
    } catch (error) {
      row(what, "", undefined, `not within ${LIMIT / 1000} s`, error.message.split("\n")[0]);
      break;
    } finally {
      await within(close(), 10_000).catch(() => {});
    }
  }
}

function table() {
  const all = [["what", "measure", "reach", "found", "", ""], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd()).join("\n");
}

const only = process.argv.slice(2);
const wanted = (name) => only.length === 0 || only.includes(name);
if (wanted("ours")) for (const size of sizes) await ours(size);
if (wanted("peers")) for (const peer of peers) await theirs(peer);
console.log(`\n${table()}\n`);
console.log(
  `Chromium ${browser.version()} without a GPU, 1440 × 900; ${cpus().length} × ${cpus()[0].model}; load ${loadavg()[0].toFixed(1)}`,
);
await browser.close();
await site.close();
