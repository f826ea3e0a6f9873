// How long a frame takes while something of a laboratory's opening picture is dragged: real input, in a headless browser without a
// GPU. `cargo xtask bench drags` builds the page and calls this with DIST, CHROMIUM and MAKESPAN.
import { open, workshop } from "../browser/page.mjs";
import { RUNS, figure } from "./figures.mjs";
import { first } from "./firsts.mjs";

/** The longest allowed time of a frame, ms. */
const REACH = 50;
/** How often the pointer moves, and how far in all, px. */
const [MOVES, FAR] = [60, 60];
/** The dragged control: the first of these in the opening pictures, else the first key slider. */
const HANDS = [".chart-handle", ".chart-grip:not([data-once])", ".chart-token"].map((hand) => `.charts.opening ${hand}`).concat(".key .slider");

const shop = await workshop();
console.log(`\nFrames while a hand drags, ms (reach: the median of the first drawings ≤ ${REACH})\n`);
console.log(`${"".padEnd(20)} ${"dragged".padEnd(34)} ${"frames".padStart(6)} ${"median".padStart(7)} ${"95 %".padStart(7)} ${"worst".padStart(7)}`);
for (const [laboratory, preset] of first) {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=${preset}`);
  // Waiting parts are drawn, and the program of charts has arrived.
  await page.waitForTimeout(1_500);
  const { selector, name } = await page.evaluate((hands) => {
    const selector = hands.find((hand) => document.querySelector(hand));
    const { id, dataset } = document.querySelector(selector);
    return { selector, name: dataset.name ?? id };
  }, HANDS);
  const hand = page.locator(selector).first();
  await hand.scrollIntoViewIfNeeded();
  const [{ x, y, width, height }, vertical] = [await hand.boundingBox(), (await hand.getAttribute("aria-orientation")) === "vertical"];
  // A line is taken where nothing lies on it, a slider at its thumb.
  const part = await hand.evaluate((one) => (one.type === "range" ? one.value / one.max : 0.5));
  const from = [x + (vertical ? Math.min(60, width / 2) : 8 + (width - 16) * part), y + height / 2];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.evaluate(() => {
    window.drawn = [];
    let last;
    const frame = (now) => {
      if (last !== undefined) window.drawn?.push(now - last);
      last = now;
      if (window.drawn) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let move = 1; move <= RUNS * MOVES; move++) {
    // There and back.
    const far = (FAR * (MOVES / 2 - Math.abs((move % MOVES) - MOVES / 2))) / (MOVES / 2);
    await page.mouse.move(...(vertical ? [from[0], from[1] - far] : [from[0] + far, from[1]]));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const frames = await page.evaluate(() => {
    const { drawn } = window;
    window.drawn = undefined;
    return drawn.toSorted((a, b) => a - b);
  });
  await page.mouse.up();
  const value = (part) => frames[Math.min(frames.length - 1, Math.floor(frames.length * part))];
  const at = (part) => value(part).toFixed(1).padStart(7);
  figure({ name: `${laboratory}, ${name}, median frame`, unit: "ms", runs: [value(0.5)], reach: REACH });
  figure({ name: `${laboratory}, ${name}, 95 % of the frames`, unit: "ms", runs: [value(0.95)] });
  console.log(`${laboratory.padEnd(20)} ${`${preset}: ${name}`.padEnd(34)} ${String(frames.length).padStart(6)} ${at(0.5)} ${at(0.95)} ${at(1)}`);
  if (trouble.length > 0) console.log(trouble);
  await close();
}
await shop.close();
