// A tour of the whole page with the keyboard alone: everything is reached, does its work, and lets go again.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { change, fingerprint, open, workshop } from "./page.mjs";

let shop, page, trouble;

before(async () => {
  shop = await workshop();
  ({ page, trouble } = await shop.visitor({ reducedMotion: "reduce" }));
  page.setDefaultTimeout(20_000);
  await open(page, shop.site.url);
  // The pointer is nowhere on the page, and stays there.
  await page.mouse.move(0, 0);
});
after(() => shop?.close());

const press = async (...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const matches = (selector) => page.evaluate((selector) => document.activeElement.matches(selector), selector);
const said = () => page.locator(".gantt-said[aria-live]");

/** Presses Tab until an element has the focus that matches. */
async function tabTo(selector, key = "Tab", most = 150) {
  for (let step = 0; step < most; step++) {
    await press(key);
    if (await matches(selector)) return;
  }
  assert.fail(`${most} times ${key} do not lead to ${selector}`);
}

test("the first Tab offers to skip to the result", async () => {
  await press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the result");
  await press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await press("Home");
});

test("a card of the gallery opens its preset, and the gallery closes", async () => {
  await page.evaluate(() => document.activeElement.blur());
  await tabTo('.stamp[data-preset="peaks-replicate"]');
  await change(page, () => press("Enter"));
  assert.equal(await page.locator("#preset").inputValue(), "peaks-replicate");
  await tabTo("#gallery .button", "Shift+Tab");
  await press("Enter");
  await page.locator("#gallery").waitFor({ state: "detached" });
});

test("parameters are typed, chosen and slid, undone and redone", async () => {
  const print = await fingerprint(page);
  await tabTo("#p-processors");
  await press("Control+a");
  await change(page, () => press("4"));
  await tabTo('.field[data-name="runs"] .slider');
  await change(page, () => press("ArrowLeft"));
  await change(page, () => press("Control+z"));
  await change(page, () => press("Control+z"));
  assert.equal(await fingerprint(page), print);
  await tabTo("#redo");
  await change(page, () => press("Enter"));
  assert.equal(await page.locator("#p-processors").inputValue(), "4");
  await tabTo("#reset", "Shift+Tab");
  await change(page, () => press("Space"));
  assert.equal(await fingerprint(page), print);
});

test("the schedule tells the spans that are walked through, and lets go", async () => {
  await tabTo(".gantt-canvas");
  await page.waitForFunction(() => document.querySelector(".gantt-said[aria-live]").textContent.includes(" long."));
  const first = await said().textContent();
  await press("Shift+ArrowRight");
  await page.waitForFunction((first) => document.querySelector(".gantt-said[aria-live]").textContent !== first, first);
  await press("Enter");
  await page.locator(".gantt-pinned").waitFor();
  await press("+", "+", "ArrowRight", "-", "0", "Home", "End", "0");
  await press(".", ".", ",");
  await page.waitForFunction(() => document.querySelector(".gantt-said[aria-live]").textContent.startsWith("At "));
  await press("[", ".", ".", "]");
  await page.locator(".gantt-measured").waitFor();
  await press("?");
  await page.locator(".gantt-help").waitFor();
  for (let step = 0; step < 4; step++) await press("Escape");
  await page.locator(".gantt-pinned").waitFor({ state: "detached" });
  assert.equal(await page.locator(".gantt-measured").count(), 0);
  assert.equal(await page.locator(".gantt-help").isVisible(), false);
  await press("Space");
  await page.locator(".gantt-future").waitFor();
  await press("Space");
  await page.locator(".gantt-future").waitFor({ state: "hidden" });
  await press("Tab");
  assert.equal(await matches(".gantt-canvas"), false, "Tab leads out again");
});

test("the schedule's panels open, work and close, and give the focus back", async () => {
  await tabTo(".gantt-viewer > .button", "Shift+Tab");
  await press("Enter");
  await press("ArrowDown", "ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.closest("label").textContent.trim()), "utilisation");
  await press("ArrowUp", "ArrowUp", "Escape");
  assert.equal(await matches(".gantt-viewer > .button"), true);
  await tabTo(".gantt-exporter > .button");
  await press("Enter");
  await page.locator(".gantt-exporter > .panel").waitFor();
  await press("Escape");
  assert.equal(await matches(".gantt-exporter > .button"), true);
});

test("the schedule is a table as well", async () => {
  await tabTo(".gantt-form input", "Shift+Tab");
  await press("ArrowRight");
  await page.getByRole("grid").waitFor();
  await tabTo('[role="grid"], [role="grid"] *');
  await press("ArrowDown", "ArrowDown");
  await tabTo(".gantt-form input", "Shift+Tab");
  await press("ArrowLeft");
  await page.locator(".gantt-canvas").waitFor();
});

test("a chart is read mark by mark, and is a table as well", async () => {
  await tabTo(".chart .plot");
  await press("ArrowRight", "ArrowRight");
  await page.locator('.chart .plot:focus [role="status"]').filter({ hasText: /\d/ }).waitFor({ state: "attached" });
  await tabTo(".chart-bar .button");
  await press("Enter");
  await page.locator(".chart-table").first().waitFor();
  await press("Enter");
  await page.locator(".chart-table").first().waitFor({ state: "detached" });
});

test("variants are compared, and one is shown again", async () => {
  await tabTo('input[name="see"]:checked', "Shift+Tab", 250);
  await change(page, () => press("ArrowRight"));
  assert.ok((await page.locator("section.schedule").count()) > 1);
  await change(page, () => press("ArrowLeft"));
  assert.equal(await page.locator("section.schedule").count(), 1);
});

test("colours are chosen, and the ways to share are gone through", async () => {
  await tabTo("#more");
  await press("Enter");
  await tabTo("#appearance");
  await press("ArrowDown", "ArrowDown");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await press("ArrowUp", "ArrowUp", "Escape");
  assert.equal(await matches("#more"), true);
  await tabTo("#share", "Shift+Tab", 250);
  await press("Enter");
  await page.locator("dialog.share").waitFor();
  await press("ArrowRight");
  await page.locator("#share-panel-Embed textarea").waitFor();
  await press("Escape");
  await page.waitForFunction(() => document.activeElement?.id === "share");
});

test("nothing went wrong meanwhile", () => assert.deepEqual(trouble, []));
