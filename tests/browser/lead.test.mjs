// Who is ahead along a scale: a hand on a slider or on a line of a picture finds out where that changes.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, change, open, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** With two preemptions in one schedule, more of them gain from three on in the other. */
const [PRESET, NAME, SAID] = ["preemptions", "more", /^Ahead: more preemptions from 3 on; no clear lead elsewhere \(\d+ of \d+ values tried\)\.$/];

const slider = (page, name = NAME) => page.locator(`#k-${name}`);
const said = (page) => page.locator(".key-lead");
const told = (page) => said(page).filter({ hasText: SAID }).waitFor();
/** How many marks a slider has. */
const marks = (page, name = NAME) =>
  slider(page, name).evaluate((input) => getComputedStyle(input).backgroundImage.split("linear-gradient").length - 1);

test("by keys: a slider that has the focus says and shows where another way takes the lead", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=${PRESET}`);
  assert.equal(await said(page).textContent(), "");
  assert.equal(await marks(page), 0);
  const top = () => page.locator(".charts.opening").evaluate((charts) => charts.getBoundingClientRect().top);
  const stood = await top();
  await slider(page).focus();
  await told(page);
  // A screen reader is told when it is found out, and again with the control.
  assert.equal(await said(page).getAttribute("role"), "status");
  const why = await slider(page).getAttribute("aria-describedby");
  assert.match(await page.locator(`[id="${why}"]`).textContent(), SAID);
  assert.equal(await marks(page), 1);
  assert.equal(await top(), stood, "nothing moves when it comes");
  assert.deepEqual(await broken(page), []);
  // Along the scale it stays; the worker that found it out has gone.
  const workers = page.workers().length;
  await change(page, () => page.keyboard.press("ArrowRight"));
  await told(page);
  await page.waitForFunction(() => document.querySelector("main").dataset.phase === "done");
  assert.ok(page.workers().length <= workers, "nothing is searched anew");
  // Another scale: its own place.
  await slider(page, "fewer").focus();
  await change(page, () => page.keyboard.press("ArrowRight"));
  await said(page).filter({ hasText: /^Ahead: more preemptions up to 3; no clear lead elsewhere/ }).waitFor();
  assert.deepEqual([await marks(page), await marks(page, "fewer")], [0, 1]);
  assert.deepEqual(trouble, []);
  await close();
});

test("by mouse: a line of a picture that is dragged has the mark between the stops of the change", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=${PRESET}`);
  const chart = page.locator('.charts.opening .chart[data-key="more"]');
  const line = chart.locator(`.chart-handle[data-name="${NAME}"]`);
  await line.waitFor();
  const middle = async () => {
    const { x, y, width, height } = await line.boundingBox();
    return [x + width / 2, y + height / 2];
  };
  // At 3, the first value at which more preemptions are ahead.
  const [x, y] = await middle();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await chart.locator(".chart-lead").filter({ hasText: SAID }).waitFor();
  assert.equal(await chart.locator(".chart-turn").count(), 1);
  const mark = (await chart.locator(".chart-turn").boundingBox()).x;
  assert.ok(mark < x, `${mark} ${x}`);
  await page.mouse.up();
  await change(page, () => page.keyboard.press("ArrowLeft"));
  // At 2, the last one before; the picture may have another scale now.
  const there = (await chart.locator(".chart-turn").boundingBox()).x;
  assert.ok((await middle())[0] < there, `${await middle()} ${there}`);
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("by finger, on a phone: the sentence stands below the control, and the page is no wider", async () => {
  const { page, trouble, close } = await shop.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await open(page, `${shop.site.url}#p=${PRESET}`);
  const finger = slider(page);
  await finger.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await finger.boundingBox();
  await page.touchscreen.tap(x + width / 3, y + height / 2);
  await told(page);
  assert.equal(await marks(page), 1);
  const [control, below] = [await finger.boundingBox(), await said(page).boundingBox()];
  assert.ok(below.y > control.y && below.y < control.y + control.height + 60, `${below.y} below ${control.y}`);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a number whose run compares nothing is searched by nobody", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=four-nodes`);
  const key = page.locator(".key .slider").first();
  await key.focus();
  // The worker of the runs, a spare one, and one for files or thumbnails: a busy machine starts the last two late.
  while (page.workers().length < 3) await page.waitForEvent("worker");
  const workers = page.workers().length;
  await change(page, () => page.keyboard.press("ArrowRight"));
  assert.ok(page.workers().length <= workers + 1);
  assert.equal(await said(page).textContent(), "");
  assert.deepEqual(trouble, []);
  await close();
});

test("a line that sets the bandwidth of a link, and the flag of an event, say who is ahead along their own scales", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=slow-link&iterations=6`);
  const of = (key, title) => {
    const chart = page.locator(`.chart[data-key="${key}"]`);
    return [chart.locator(`.chart-handle[aria-label^="${title}"]`), chart];
  };
  const [flag, wae] = of("wae", "Link: cluster 2");
  await flag.focus();
  await wae.locator(".chart-lead").filter({ hasText: /^Ahead in the only run: the coordinator up to [\d.]+\s(s|min); / }).waitFor();
  const flagged = await wae.locator(".chart-turn").count();
  assert.ok(flagged >= 1);
  // Both set one text: the chart of the other says nothing of this one.
  await page.locator('.chart[data-key="links"]').scrollIntoViewIfNeeded();
  const [line, links] = of("links", "Link: cluster 2");
  assert.equal(await links.locator(".chart-lead").count(), 0);
  await line.focus();
  await links.locator(".chart-lead").filter({ hasText: /^Ahead in the only run: the coordinator up to \d+\s[kM]B\/s; / }).waitFor();
  assert.ok((await links.locator(".chart-turn").count()) >= 1);
  assert.deepEqual([await wae.locator(".chart-lead").count(), await wae.locator(".chart-turn").count()], [0, 0]);
  await change(page, () => page.keyboard.press("ArrowUp"));
  assert.match(await page.evaluate(() => location.hash), /bandwidth%3D200000|v1\./);
  await links.locator(".chart-lead").filter({ hasText: /^Ahead/ }).waitFor();
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a dot that bends a speed says who is ahead along its own scale, before and after the bend", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=stream-adapts&runs=2&horizon=300`);
  const chart = page.locator(".charts.opening .chart", { has: page.locator(".chart-grip") }).first();
  const dot = chart.locator(".chart-grip").nth(1);
  const name = await dot.getAttribute("data-name");
  const lead = chart.locator(".chart-lead");
  assert.equal(await lead.count(), 0);
  await dot.focus();
  await lead.filter({ hasText: /^Ahead( in the only run)?( over the whole scale)?: / }).waitFor();
  const [told, turns] = [await lead.textContent(), await chart.locator(".chart-turn").count()];
  assert.equal(turns > 0, !/over the whole scale/.test(told), told);
  const workers = page.workers().length;
  await change(page, () => page.keyboard.press("ArrowDown"));
  assert.equal(await chart.locator(`.chart-grip[data-name="${name}"]`).evaluate((element) => element === document.activeElement), true);
  assert.equal(await lead.textContent(), told, "the same scale");
  assert.equal(await chart.locator(".chart-turn").count(), turns);
  assert.ok(page.workers().length <= workers, "nothing is searched anew");
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});
