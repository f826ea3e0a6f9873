// How fast the Gantt view is, in a headless browser without a GPU, beside vis-timeline and plain SVG. Pointer and wheel
// are real input. `cargo xtask bench gantt` builds the page and calls this with DIST and CHROMIUM.
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { serve } from "../browser/serve.mjs";
import { RUNS, figure, median, quick } from "./figures.mjs";
import { plainSvg, visTimeline } from "./peers.mjs";
import { synthetic } from "./schedule.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(path.join(here, "../browser/"))("playwright-core");
const own = createRequire(import.meta.url);
const vis = own.resolve("vis-timeline/standalone/umd/vis-timeline-graph2d.min.js");
const visVersion = own("./package.json").devDependencies["vis-timeline"];

/** Who draws. */
const OURS = "Makespan";
/** How long a drawing may take before it counts as none, ms. */
const LIMIT = 60_000;
/** How many frames are asked for of each kind. */
const FRAMES = 120;
/** How often a schedule is drawn and moved anew; a slow one only once. */
const TRIES = Math.min(RUNS, 3);
/** How long a first drawing may take to be repeated, ms. */
const SHORT = 2_000;

const all = [
  { spans: 10_000, lanes: 100, reach: {} },
  { spans: 100_000, lanes: 100, reach: { frame: 8, first: 500, memory: 64 } },
  { spans: 1_000_000, lanes: 1000, reach: { frame: 1000 / 60, first: 500, memory: 64 } },
];
const sizes = quick ? all.slice(0, 1) : all;
const peers = [
  { name: `vis-timeline ${visVersion}`, draw: visTimeline, place: ".vis-center", sizes: [[1_000, 10], [10_000, 100], [100_000, 100]] },
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
  // The page's policy forbids scripts of others, and the peers are such.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: density, bypassCSP: true });
  const page = await context.newPage();
  // Each callback of a frame is timed, with the microtasks that it leaves.
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

/** The memory of the page's program and of its scripts after unused memory was freed, MB. */
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

/** The values of all runs, by program, number of spans and measured quantity. */
const rows = new Map();
const row = (by, size, measure, unit, found, reach, note = "") => {
  const key = [by, size, measure].join("\n");
  const row = rows.get(key) ?? { by, size, measure, unit, reach, note, runs: [] };
  rows.set(key, row);
  row.runs.push(found);
  console.error(`${by}, ${size}, ${measure}: ${found.toFixed(found < 100 ? 1 : 0)} ${unit}`);
};

/** The rows of the quantities that were watched while moving; peers may work elsewhere than in frames. */
function told(by, size, moved, reach) {
  for (const [name, { between, work }] of Object.entries(moved)) {
    if (by === OURS) {
      row(by, size, `${name}: work for a frame, p50`, "ms", quantile(work, 0.5), undefined, `${work.length} frames`);
      row(by, size, `${name}: work for a frame, p95`, "ms", quantile(work, 0.95), reach);
    }
    row(by, size, `${name}: between frames, p50`, "ms", quantile(between, 0.5), undefined, `${between.length} frames`);
    row(by, size, `${name}: between frames, p95`, "ms", quantile(between, 0.95));
  }
}

/** So many spans, in words. */
const named = (spans) => `${spans.toLocaleString("en")} spans`;

async function ours({ spans, lanes, reach }) {
  const size = named(spans);
  const { page, close } = await fresh();
  const before = await memory(page);
  row(OURS, size, "first drawing", "ms", await draw(page, "mount", [spans, lanes]), reach.first);
  told(OURS, size, await move(page, "canvas.gantt-canvas"), reach.frame);
  const after = await memory(page);
  const [wasm, scripts] = [after.wasm - before.wasm, after.scripts - before.scripts];
  row(OURS, size, "memory", "MB", wasm + scripts, reach.memory, `${wasm.toFixed(1)} wasm, ${scripts.toFixed(1)} scripts`);

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
  row(OURS, size, "table sorted by duration", "ms", sorting, 1000);
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
    row(OURS, size, `saved as ${kind}`, "ms", performance.now() - began);
  }
  await close();

  const dense = await fresh(2);
  await draw(dense.page, "mount", [spans, lanes]);
  told(OURS, `${size}, 2 × 2 pixels`, await move(dense.page, "canvas.gantt-canvas"), 1000 / 60);
  await dense.close();
}

async function theirs({ name, draw: how, place, sizes }) {
  for (const [spans, lanes] of quick ? sizes.slice(0, 1) : sizes) {
    const size = named(spans);
    let again = TRIES;
    while (again > 0) {
      const { page, close } = await fresh();
      try {
        if (how === visTimeline) await page.addScriptTag({ path: vis });
        const first = await within(draw(page, String(how), [spans, lanes]), LIMIT);
        row(name, size, "first drawing", "ms", first);
        told(name, size, await within(move(page, place), LIMIT));
        again = first < SHORT ? again - 1 : 0;
      } catch (error) {
        // A program that cannot draw or move these spans in time cannot do so with more.
        const reason = `${name} does not draw and move ${size} within ${LIMIT / 1000} s: ${error.message.split("\n")[0]}`;
        console.error(reason);
        figure({ missing: reason });
        return;
      } finally {
        await within(close(), 10_000).catch(() => {});
      }
    }
  }
}

/** Keeps our figures, each beside those of all peers that have it. */
function keep() {
  const all = [...rows.values()];
  for (const { by, size, measure, unit, runs, reach } of all.filter(({ by }) => by === OURS)) {
    const own = { name: `${size}, ${measure}`, unit, runs, reach };
    const beside = all.filter((one) => one.by !== OURS && one.size === size && one.measure === measure);
    figure(own);
    for (const peer of beside) figure({ ...own, peer: { name: peer.by, runs: peer.runs } });
  }
}

function table() {
  const shown = [...rows.values()].map(({ by, size, measure, unit, runs, reach, note }) => {
    const found = median(runs);
    const verdict = reach === undefined ? "" : found <= reach ? "reached" : "missed";
    return [`${by}, ${size}`, `${measure}, ${unit}`, reach === undefined ? "" : `≤ ${Number(reach.toFixed(1))}`, found.toFixed(found < 100 ? 1 : 0), verdict, note];
  });
  const all = [["what", "measure", "reach", "found", "", ""], ...shown];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd()).join("\n");
}

const only = process.argv.slice(2);
const wanted = (name) => only.length === 0 || only.includes(name);
if (wanted("ours")) for (const size of sizes) for (let time = 0; time < TRIES; time++) await ours(size);
if (wanted("peers")) for (const peer of peers) await theirs(peer);
keep();
console.log(`\n${table()}\n`);
console.log(
  `Chromium ${browser.version()} without a GPU, 1440 × 900; ${cpus().length} × ${cpus()[0].model}; load ${loadavg()[0].toFixed(1)}`,
);
await browser.close();
await site.close();
