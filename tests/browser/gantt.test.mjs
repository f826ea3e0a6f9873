// The schedule's view: zoom, pan, figures, minimap, keys, theme. The canvas tells in its data attributes from when to
// when it shows (ms) and where on it the plot is (CSS pixels).
import { after, before, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { open, short, workshop } from "./page.mjs";

const chart = "canvas.gantt-canvas";
const millisecondsPer = { µs: 0.001, ms: 1, s: 1000, h: 3_600_000 };

let shop, page, trouble;

before(async () => {
  shop = await workshop();
  const visitor = await shop.visitor({ reducedMotion: "reduce" });
  ({ page, trouble } = visitor);
});

after(() => shop?.close());

beforeEach(async () => {
  await page.goto("about:blank");
  await open(page, shop.site.url + short("peaks-replicate", { processors: 8 }));
  await page.locator(`${chart}[data-from]`).scrollIntoViewIfNeeded();
});

/** The part of the time that the canvas shows, and the canvas's place. */
async function view() {
  const canvas = page.locator(chart);
  const data = await canvas.evaluate(({ dataset: { from, to, left, right } }) => ({ from, to, left, right }));
  const numbers = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Number(value)]));
  return { ...numbers, box: await canvas.boundingBox() };
}

/** Does something and waits until the canvas shows another part of the time. */
async function moved(action) {
  const { from, to } = await view();
  await action();
  await page.waitForFunction(
    ({ chart, from, to }) => {
      const { dataset } = document.querySelector(chart);
      return Number(dataset.from) !== from || Number(dataset.to) !== to;
    },
    { chart, from, to },
  );
  await frames();
  return view();
}

/** Lets the page draw twice: a requested drawing is there then. */
const frames = () =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The time at a place on the canvas. */
const timeAt = ({ from, to, left, right }, x) => from + ((x - left) / (right - left)) * (to - from);

/** Where a time is on the screen. */
const placeOf = ({ from, to, left, right, box }, time) =>
  box.x + left + ((time - from) / (to - from)) * (right - left);

/** "1 234.5 s" in ms. */
function time(text) {
  const [, number, unit] = /^([\d.\u202f]+)(?:\u00a0(\S+))?$/.exec(text.trim());
  return Number(number.replaceAll("\u202f", "")) * (unit ? millisecondsPer[unit] : 0);
}

/** The tooltip's lines. */
async function tooltip() {
  const tip = page.locator(".gantt-tip");
  await tip.waitFor();
  const heading = await tip.locator("p").textContent();
  const names = await tip.locator("dt").allTextContents();
  const values = await tip.locator("dd").allTextContents();
  return { heading, ...Object.fromEntries(names.map((name, row) => [name, values[row]])) };
}

const near = (a, b, within, what) => assert.ok(Math.abs(a - b) <= within, `${what}: ${a} and ${b}`);

/** Puts the pointer on the plot: shares of its width and of the canvas's height. */
async function point(across = 0.4, down = 0.1) {
  const shown = await view();
  const x = Math.round(shown.left + across * (shown.right - shown.left));
  await page.mouse.move(Math.round(shown.box.x) + x, shown.box.y + down * shown.box.height);
  return x + Math.round(shown.box.x) - shown.box.x;
}

test("a schedule opens on its first iterations and says what it shows", async () => {
  const { from, to } = await view();
  assert.equal(from, 0);
  await page.getByRole("button", { name: "Fit the whole run" }).click();
  await page.getByText(/^all of/).waitFor();
  assert.ok((await view()).to > 2 * to);
  assert.match(await page.locator(chart).getAttribute("aria-label"), /^Gantt chart: \d+ lanes, .* spans, done after .+\. Lanes compute .+\. Of all time, .+\. To compare: .+\.$/);
});

test("the wheel with Ctrl zooms and keeps the time under the pointer", async () => {
  const x = await point();
  const before = await view();
  await page.keyboard.down("Control");
  const closer = await moved(() => page.mouse.wheel(0, -100));
  assert.ok(closer.to - closer.from < before.to - before.from);
  near(timeAt(closer, x), timeAt(before, x), (before.to - before.from) / 500, "time under the pointer");
  const back = await moved(() => page.mouse.wheel(0, 100));
  await page.keyboard.up("Control");
  near(back.to - back.from, before.to - before.from, (before.to - before.from) * 1e-6, "length");
});

test("the wheel alone leaves the page to scroll and gives a hint, until the schedule has the focus", async () => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.locator(chart).scrollIntoViewIfNeeded();
  await point();
  const before = await view();
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, scrolled > 40 ? -40 : 40);
  await page.waitForFunction((scrolled) => scrollY !== scrolled, scrolled);
  await page.locator(".gantt-hint-on").waitFor();
  assert.equal((await view()).to, before.to);
  await page.locator(chart).focus();
  await point();
  const closer = await moved(() => page.mouse.wheel(0, -100));
  assert.ok(closer.to - closer.from < before.to - before.from);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("dragging moves the time with the pointer", async () => {
  await page.locator(chart).focus();
  await moved(() => page.keyboard.press("ArrowRight"));
  await point(0.6);
  const before = await view();
  const { x, y } = { x: placeOf(before, timeAt(before, before.left + 300)), y: before.box.y + 40 };
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 4 });
  const after = await moved(() => page.mouse.move(x - 120, y, { steps: 4 }));
  await page.mouse.up();
  near(after.to - after.from, before.to - before.from, 1e-6, "length");
  const perPixel = (before.to - before.from) / (before.right - before.left);
  near(after.from - before.from, 120 * perPixel, 6 * perPixel, "moved by");
});

test("two fingers zoom around their middle", async () => {
  await page.locator(chart).focus();
  await moved(() => page.keyboard.press("PageDown"));
  const before = await view();
  const fingers = [before.left + 200, before.left + 400];
  const touch = (name, finger, x) =>
    page.locator(chart).dispatchEvent(name, {
      pointerId: 100 + finger,
      pointerType: "touch",
      button: name === "pointermove" ? -1 : 0,
      clientX: before.box.x + x,
      clientY: before.box.y + 50,
      bubbles: true,
    });
  await touch("pointerdown", 0, fingers[0]);
  await touch("pointerdown", 1, fingers[1]);
  await moved(() => touch("pointermove", 0, fingers[0] - 100));
  const after = await moved(() => touch("pointermove", 1, fingers[1] + 100));
  await touch("pointerup", 0, fingers[0] - 100);
  await touch("pointerup", 1, fingers[1] + 100);
  const length = before.to - before.from;
  near(after.to - after.from, length / 2, length / 50, "half as long");
  near(timeAt(after, before.left + 300), timeAt(before, before.left + 300), length / 50, "the middle");
});

test("keys move, zoom and show the whole run", async () => {
  await page.locator(chart).focus();
  const first = await view();
  const right = await moved(() => page.keyboard.press("ArrowRight"));
  near(right.from - first.from, 0.1 * (first.to - first.from), 1e-6 * first.to, "moved by a tenth");
  const closer = await moved(() => page.keyboard.press("+"));
  near(closer.to - closer.from, 0.5 * (first.to - first.from), 1e-6 * first.to, "half as long");
  await moved(() => page.keyboard.press("-"));
  const end = await moved(() => page.keyboard.press("End"));
  const whole = await moved(() => page.keyboard.press("0"));
  near(end.to, whole.to, 1e-6 * whole.to, "the end of the run");
  assert.equal(whole.from, 0);
  await moved(() => page.keyboard.press("+"));
  assert.equal((await moved(() => page.keyboard.press("Home"))).from, 0);
});

test("the tooltip tells the figures of the span under the pointer and stays on the screen", async () => {
  const names = await page.locator(".gantt-legend li").allTextContents();
  for (const across of [0.02, 0.3, 0.6, 0.97]) {
    const x = await point(across, 0.12);
    await frames();
    if (await page.locator(".gantt-tip").isHidden()) continue;
    const { heading, start, end, duration } = await tooltip();
    const at = timeAt(await view(), x);
    const [phase, lane] = heading.split(" on ");
    assert.ok(names.map((name) => name.trim()).includes(phase), phase);
    assert.ok(lane.length > 0);
    const slack = time(duration) / 500 + 1e-6;
    assert.ok(time(start) - slack <= at && at <= time(end) + slack, `${start} ≤ ${at} ≤ ${end}`);
    near(time(end) - time(start), time(duration), 2 * slack, "duration");
    const box = await page.locator(".gantt-tip").boundingBox();
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1440 && box.y + box.height <= 900, JSON.stringify(box));
  }
  await page.mouse.move(2, 2);
  await page.locator(".gantt-tip").waitFor({ state: "hidden" });
});

test("keys that move the chart take the pointer's tooltip away", async () => {
  const tip = page.locator(".gantt-tip");
  await page.locator(chart).focus();
  await page.keyboard.press("Escape");
  let seen = 0;
  for (const key of ["ArrowRight", "+", "Home"]) {
    await page.mouse.move(2, 2);
    await point(0.3, 0.12);
    await frames();
    if (await tip.isHidden()) continue;
    seen += 1;
    await page.keyboard.press(key);
    await tip.waitFor({ state: "hidden" });
  }
  assert.ok(seen > 0, "a span under the pointer");
});

test("Shift and arrows select spans and say what they are, as the pointer finds them", async () => {
  const said = page.locator(".gantt-said[aria-live]");
  // The focus selects the first span in view.
  await page.locator(chart).focus();
  await page.waitForFunction(() => document.querySelector(".gantt-said[aria-live]").textContent !== "");
  const first = await said.textContent();
  assert.match(first, /^.+, .+, from .+ to .+, .+ long\.$/);
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction((first) => document.querySelector(".gantt-said[aria-live]").textContent !== first, first);
  const second = await said.textContent();
  const [, from, to, lasted] = /from (.+) to (.+), (.+) long\.$/.exec(second);
  near(time(from), time(/ to (.+), .+ long/.exec(first)[1]), time(lasted) / 50, "spans follow each other");
  const shown = await view();
  await page.mouse.move(placeOf(shown, (time(from) + time(to)) / 2), shown.box.y + 24);
  await page.waitForFunction((duration) => document.querySelector(".gantt-tip").textContent.includes(duration), lasted);
  assert.deepEqual([(await tooltip()).start, (await tooltip()).end], [from, to]);
  await page.keyboard.press("Shift+ArrowDown");
  await page.waitForFunction((second) => document.querySelector(".gantt-said[aria-live]").textContent !== second, second);
  assert.notEqual((await said.textContent()).split(",")[0], second.split(",")[0]);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".gantt-said[aria-live]").textContent === "Nothing is selected.");
});

test("the minimap's frame is dragged, and a click beside it goes there", async () => {
  const before = await view();
  const frame = await page.locator(".gantt-frame").boundingBox();
  const map = await page.locator(".gantt-minimap").boundingBox();
  const y = frame.y + frame.height / 2;
  await page.mouse.move(frame.x + frame.width / 2, y);
  await page.mouse.down();
  const dragged = await moved(() => page.mouse.move(map.x + map.width / 2, y, { steps: 5 }));
  await page.mouse.up();
  assert.ok(dragged.from > before.to);
  near(dragged.to - dragged.from, before.to - before.from, 1e-6 * dragged.to, "length");
  const there = await moved(() => page.mouse.click(map.x + map.width * 0.75, y));
  assert.ok(there.from > dragged.from);
});

test("help lists keys and gestures, and goes away", async () => {
  const button = page.getByRole("button", { name: "Keys and pointer" });
  await button.click();
  await page.getByText("show the whole run").waitFor();
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  await button.click();
  await page.getByText("show the whole run").waitFor({ state: "hidden" });
});

test("help closes with Escape, when something else is used, and in the table", async () => {
  const button = page.getByRole("button", { name: "Keys and pointer" });
  const help = page.locator(".gantt-help");
  const opened = async () => {
    await button.click();
    await help.waitFor();
  };
  await opened();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  assert.ok(await button.evaluate((button) => button === document.activeElement), "the focus returns");
  await opened();
  await page.locator(".gantt-title").click();
  await help.waitFor({ state: "hidden" });
  await opened();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await help.waitFor({ state: "hidden" });
  await opened();
  assert.equal(await page.locator(".gantt-viewer > .panel").count(), 0, "one panel is open at a time");
  const form = (name) => page.locator(".gantt-form label", { hasText: name });
  await form("Table").click();
  await help.waitFor({ state: "hidden" });
  await form("Chart").click();
  await page.locator(".gantt-canvas").waitFor();
  assert.equal(await help.isVisible(), false);
});

test("the chart follows the size of the window", async () => {
  const wide = await view();
  await page.setViewportSize({ width: 800, height: 900 });
  await page.waitForFunction(
    ({ chart, right }) => Number(document.querySelector(chart).dataset.right) < right,
    { chart, right: wide.right },
  );
  const narrow = await view();
  assert.equal(narrow.to, wide.to);
  assert.ok(narrow.right <= narrow.box.width);
  const pixels = await page.locator(chart).evaluate((canvas) => canvas.width / canvas.clientWidth / devicePixelRatio);
  near(pixels, 1, 0.01, "pixels per pixel");
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the chart follows the theme", async () => {
  const corner = () =>
    page.locator(chart).evaluate((canvas) => {
      const { left } = canvas.dataset;
      return [...canvas.getContext("2d").getImageData(Number(left) * devicePixelRatio + 4, 2, 1, 1).data].join();
    });
  const light = await corner();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(
    ({ chart, light }) => {
      const canvas = document.querySelector(chart);
      const x = Number(canvas.dataset.left) * devicePixelRatio + 4;
      return [...canvas.getContext("2d").getImageData(x, 2, 1, 1).data].join() !== light;
    },
    { chart, light },
  );
  await page.emulateMedia({ colorScheme: "light" });
});

test("nothing went wrong meanwhile", () => {
  const readback = /readback operations using getImageData/; // These tests' own reading of pixels.
  assert.deepEqual(trouble.filter((what) => !readback.test(what)), []);
});
