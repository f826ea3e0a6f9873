// Undo and redo, the way back to a preset, recent scenarios: no change is ever lost.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, change, fingerprint, more, open, short, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const start = short("peaks-replicate", { processors: 8 });
const choose = (page, strategy) => page.locator('.field[data-name="strategy"] select').selectOption(strategy);
const idle = (page, id) => page.locator(`#${id}`).getAttribute("aria-disabled");
const shows = (page, print) =>
  page.waitForFunction(
    (print) => document.querySelector("main").dataset.phase === "done" && document.querySelector("#fingerprint").textContent === print,
    print,
  );

test("every change can be undone and redone, by button and by key, and a drag is one change", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + start);
  assert.deepEqual([await idle(page, "undo"), await idle(page, "redo")], ["true", "true"]);
  const prints = [await fingerprint(page)];
  await change(page, () => choose(page, "dynamic"));
  prints.push(await fingerprint(page));
  const slider = page.locator('.field[data-name="problem_size"] .slider');
  await slider.focus();
  await change(page, async () => {
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowLeft");
  });
  // The last step may not have been drawn yet, and the run of the one before be done.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.waitForFunction(() => document.querySelector("main").dataset.phase === "done");
  prints.push(await fingerprint(page));
  const dragged = await slider.inputValue();

  await page.locator("#undo").click();
  await shows(page, prints[1]);
  await page.keyboard.press("Control+z");
  await shows(page, prints[0]);
  assert.deepEqual([await idle(page, "undo"), await idle(page, "redo")], ["true", null]);
  assert.equal(await page.evaluate(() => document.activeElement.id), "undo", "a button that has nothing to do keeps the focus");
  await page.keyboard.press("Control+Shift+z");
  await shows(page, prints[1]);
  await page.keyboard.press("Control+y");
  await shows(page, prints[2]);
  assert.equal(await slider.inputValue(), dragged);
  assert.equal(await idle(page, "redo"), "true");
  assert.deepEqual(trouble, []);
  await close();
});

test("what the browser's Back leaves behind can be had again, after another change as well", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url + start);
  const first = await fingerprint(page);
  await change(page, () => choose(page, "dynamic"));
  const second = await fingerprint(page);
  await change(page, () => page.goBack());
  assert.equal(await fingerprint(page), first);
  // A change made here ends the browser's way forward, but not the page's way back.
  await change(page, () => choose(page, "equal"));
  await page.locator("#undo").click();
  await shows(page, first);
  await page.locator("#undo").click();
  await shows(page, second);
  await close();
});

test("where one types, the keys are the field's", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url + start);
  await change(page, () => choose(page, "dynamic"));
  const print = await fingerprint(page);
  await page.locator("#p-seed").focus();
  await page.keyboard.press("Control+z");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await fingerprint(page), print);
  assert.equal(await idle(page, "undo"), null);
  await close();
});

test("a changed preset says what was changed, and one press leads back to it", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url + short("peaks-replicate"));
  assert.match(await page.locator("#preset-help").textContent(), /“Isolated peaks” with changed iterations(,| and) runs/i);
  await change(page, () => page.locator("#reset").click());
  assert.equal(await page.locator("#preset").inputValue(), "peaks-replicate");
  assert.equal(await idle(page, "reset"), "true");
  await change(page, () => page.locator("#undo").click());
  assert.equal(await idle(page, "reset"), null);
  await close();
});

test("recent scenarios are kept over visits, newest first, and can be forgotten", async () => {
  const { page, context, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + start);
  const first = { print: await fingerprint(page), headline: await page.locator("h1").textContent() };
  const kept = (number) =>
    page.waitForFunction((number) => JSON.parse(localStorage.getItem("makespan.recent") ?? "[]").length === number, number);
  await kept(1);
  await change(page, () => choose(page, "dynamic"));
  await kept(2);
  const again = await context.newPage();
  await open(again, shop.site.url + short("switches-dynamic"));
  await more(again);
  await again.locator(".recent summary").click();
  const links = again.locator(".recent a");
  assert.equal(await links.count(), 2);
  assert.equal(await links.nth(1).textContent(), first.headline);
  assert.deepEqual(await broken(again), []);
  await change(again, () => links.nth(1).click());
  assert.equal(await fingerprint(again), first.print);
  assert.equal(await again.locator("#more-tools").isVisible(), false);
  await more(again);
  await again.locator(".recent button").click();
  assert.equal(await again.evaluate(() => localStorage.getItem("makespan.recent")), null);
  assert.deepEqual(trouble, []);
  await close();
});

test("what another version left in the browser's storage does no harm", async () => {
  const { page, trouble, close } = await shop.visitor();
  await page.addInitScript(() => localStorage.setItem("makespan.recent", '[{"other":1}]'));
  await open(page, shop.site.url + start);
  assert.equal(await page.locator(".recent").isVisible(), false);
  assert.deepEqual(trouble, []);
  await close();
});
