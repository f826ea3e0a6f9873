// Jobs as bars: a press cuts one, by mouse, finger and keys, and does as its words say.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { change, open, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const jobs = (page) => page.locator('.charts.opening .chart[data-key="jobs"]');
const bars = (page) => jobs(page).locator('svg [aria-label="bar"] :is(path, rect)');
/** Waits until the link has these jobs; the preset's own are not in it. */
const listed = (page, text) => page.waitForFunction((text) => (new URLSearchParams(location.hash.slice(1)).get("jobs") ?? "") === text, text);

test("by mouse: a job of one's own is cut into two halves, and Undo joins them", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=own-jobs`);
  await bars(page).first().waitFor();
  const number = await bars(page).count();
  await change(page, () => bars(page).nth(1).click());
  await listed(page, "7 5/2 5/2 4 4 3 3 2");
  await page.waitForFunction((number) => document.querySelectorAll('.chart[data-key="jobs"] svg [aria-label="bar"] :is(path, rect)').length === number, number + 1);
  assert.match(await page.locator("#headline").textContent(), /8\sjobs/);
  await change(page, () => page.keyboard.press("Control+z"));
  await listed(page, "");
  assert.deepEqual(trouble, []);
  await close();
});

test("by keys: the words of a worst job say what Enter does", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=preemptions`);
  await bars(page).first().waitFor();
  const plot = jobs(page).locator(".plot");
  assert.match(await plot.getAttribute("aria-label"), /Enter makes the change that a bar offers/);
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await jobs(page).textContent(), /allow 3\spreemptions/);
  const before = Number(await page.locator("#p-fewer").inputValue());
  await change(page, () => page.keyboard.press("Enter"));
  assert.equal(Number(await page.locator("#p-fewer").inputValue()), before + 1);
  assert.match(await page.locator("#headline").textContent(), /3\spreemptions/);
  assert.deepEqual(trouble, []);
  await close();
});

test("by finger, on a phone: a job is cut where it is tapped", async () => {
  const { page, trouble, close } = await shop.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await open(page, `${shop.site.url}#p=seven-tens`);
  const bar = bars(page).nth(2);
  // A chart that comes into view may be drawn anew.
  await bar.evaluate((one) => one.scrollIntoView({ block: "center" }));
  const { x, y, width, height } = await bar.boundingBox();
  await change(page, () => page.touchscreen.tap(x + width / 2, y + height / 2));
  await listed(page, "10 10 5 5 10 10 10 10");
  assert.deepEqual(trouble, []);
  await close();
});
