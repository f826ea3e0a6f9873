// Tokens on places: processes that are moved between computers by mouse, finger and keys, and that move along their lists after a crash;
// flags of events that are dragged.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { change, open, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const row = (page) => page.locator('.charts.opening .chart[data-key="sizes"]');
const hand = (page, place) => row(page).locator(`.chart-token[data-place="${place}"]`);
/** Waits until the link has this allocation. */
const allocated = (page, text) => page.waitForFunction((text) => (new URLSearchParams(location.hash.slice(1)).get("allocation") ?? "") === text, text);
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

test("a process is moved by keys, the focus goes with it, and Undo and a button bring the best allocation back", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=migration`);
  await hand(page, 0).waitFor();
  assert.equal(await hand(page, 0).getAttribute("aria-valuetext"), "computer 1: 2. No computer is better for it: H 4.65.");
  await hand(page, 0).focus();
  assert.equal(await row(page).locator(".chart-best").textContent(), "No computer is better for it: H 4.65.");
  assert.equal(await row(page).locator(".chart-landing").count(), 0);
  await change(page, () => page.keyboard.press("End"));
  await allocated(page, "1 2 2 1 1 2");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), "5");
  assert.equal(await hand(page, 5).getAttribute("aria-valuetext"), "computer 6: 2. No computer is better for it: H 4.65.");
  await change(page, () => page.keyboard.press("Control+z"));
  await allocated(page, "");
  await hand(page, 3).focus();
  await change(page, () => page.keyboard.press("ArrowLeft"));
  await allocated(page, "2 2 3 0 1 1");
  assert.match(await page.locator("h1").first().textContent(), /^With allocation \(2, 2, 3, 0, 1, 1\)/);
  // From the fullest computer: where a process is better is outlined, and said.
  await row(page).locator(".chart-best").filter({ hasText: "Best on computer 4: H 4.65 instead of 4.82." }).waitFor();
  const [outline, first, last] = await Promise.all([row(page).locator(".chart-landing"), hand(page, 0), hand(page, 5)].map((one) => one.boundingBox()));
  const [at, from, to] = [outline, first, last].map((box) => middle(box)[0]);
  assert.ok(Math.abs(at - (from + (3 / 5) * (to - from))) < 1, `${at} between ${from} and ${to}`);
  await change(page, () => page.getByRole("button", { name: "Take the best allocation" }).click());
  await allocated(page, "");
  assert.deepEqual(trouble, []);
  await close();
});

test("a process is dragged by the mouse: one step of the history, and the token lies where it was let go", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=migration`);
  await hand(page, 0).waitFor();
  const [x, y] = middle(await hand(page, 0).boundingBox());
  const [to] = middle(await hand(page, 5).boundingBox());
  await page.mouse.move(x, y);
  await page.mouse.down();
  await change(page, () => page.mouse.move(to, y, { steps: 6 }));
  assert.equal(await page.locator(".chart-ghost").count(), 1);
  await page.mouse.up();
  assert.equal(await page.locator(".chart-ghost").count(), 0);
  await allocated(page, "1 2 2 1 1 2");
  await change(page, () => page.keyboard.press("Control+z"));
  await allocated(page, "");
  assert.deepEqual(trouble, []);
  await close();
});

test("a process is dragged by a finger on a phone, and the page does not scroll", async () => {
  const { page, context, trouble, close } = await shop.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await open(page, `${shop.site.url}#p=migration`);
  await hand(page, 0).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  const [x, y] = middle(await hand(page, 0).boundingBox());
  const [to] = middle(await hand(page, 5).boundingBox());
  const client = await (context ?? page.context()).newCDPSession(page);
  const touch = (type, at) => client.send("Input.dispatchTouchEvent", { type, touchPoints: at === null ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  await change(page, async () => {
    for (let step = 1; step <= 5; step++) await touch("touchMove", x + ((to - x) * step) / 5);
  });
  await touch("touchEnd", null);
  await allocated(page, "1 2 2 1 1 2");
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  assert.deepEqual(trouble, []);
  await close();
});

test("after a crash a process flies along its list, unless motion is to be reduced", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const { page, trouble, close } = await shop.visitor({ reducedMotion });
    await open(page, `${shop.site.url}#p=recovery`);
    const ring = page.locator('.chart[data-key="ring"] .plot');
    await ring.locator("svg [data-token]").first().waitFor();
    await ring.evaluate((plot) => {
      plot.flights = 0;
      new MutationObserver((all) => (plot.flights += all.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ className }) => className === "chart-flight").length)).observe(plot, { childList: true });
    });
    await change(page, () => ring.locator("svg text", { hasText: /^8$/ }).click());
    assert.equal(await ring.evaluate((plot) => plot.flights > 0), reducedMotion === "no-preference");
    assert.match(await page.locator(".task").textContent(), /Survive five crashes/);
    await page.waitForFunction(() => !document.querySelector(".chart-flight"));
    assert.deepEqual(trouble, []);
    await close();
  }
});

test("the flag of an event is moved by keys to another moment, and Undo puts it back", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=slow-link`);
  const flag = page.locator('.charts.opening .chart-handle[data-name="disturbances"]');
  await flag.waitFor();
  assert.equal(await flag.getAttribute("aria-label"), "Link: cluster 2");
  const before = await page.evaluate(() => location.href);
  await flag.focus();
  await change(page, () => page.keyboard.press("ArrowRight"));
  assert.ok(Number(await flag.getAttribute("aria-valuenow")) > 0);
  assert.notEqual(await flag.getAttribute("aria-valuetext"), "0 ms");
  await change(page, () => page.keyboard.press("Control+z"));
  await page.waitForFunction((before) => location.href === before, before);
  assert.deepEqual(trouble, []);
  await close();
});
