// The laboratories and their presets as cards with small schedules.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, change, fingerprint, open, short, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const stamps = (page) => page.locator(".stamp");

test("who comes without a link sees every preset at work, and opens one with a click", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url);
  const presets = await page.locator("#preset option").evaluateAll((all) => all.map(({ value }) => value).filter(Boolean));
  const topics = await page.locator(".laboratory").first().locator("h3").allTextContents();
  assert.ok(topics.includes("Strategies") && topics.includes("Formulas"), topics.join());
  const named = (await stamps(page).evaluateAll((all) => all.map((stamp) => stamp.dataset.preset)));
  assert.deepEqual(named.slice(0, presets.length).sort(), presets.toSorted());
  assert.ok(named.length > presets.length + 20, "the other laboratory’s are there too");
  await page.waitForFunction((count) => document.querySelectorAll(".miniature.unfolds:has(path.compute, path.message, path.main)").length === count, named.length);
  assert.equal(await page.locator('.stamp[aria-current="true"]').getAttribute("data-preset"), presets[0]);
  await change(page, () => page.locator('.stamp[data-preset="quiet-equal"]').click());
  assert.equal(await page.locator("#preset").inputValue(), "quiet-equal");
  assert.equal(await page.locator('.stamp[aria-current="true"]').getAttribute("data-preset"), "quiet-equal");
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a card is a link that opens in a tab of its own", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url);
  const card = page.locator('.stamp[data-preset="quiet-equal"]');
  const address = await card.evaluate((card) => card.href);
  const other = await shop.visitor();
  await open(other.page, address);
  assert.equal(await other.page.locator("#preset").inputValue(), "quiet-equal");
  const opened = page.context().waitForEvent("page");
  await card.click({ modifiers: ["Control"] });
  await opened;
  assert.notEqual(await page.locator("#preset").inputValue(), "quiet-equal");
  await close();
});

test("who comes with a link sees its result, and the gallery when it is asked for, by keyboard alone", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("peaks-replicate"));
  const print = await fingerprint(page);
  assert.equal(await page.locator("#gallery").count(), 0);
  const button = page.locator("#to-gallery");
  assert.equal(await button.getAttribute("aria-expanded"), "false");
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator(".miniature.unfolds").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest("#gallery, header") !== null), true);
  await page.locator('.stamp[data-preset="shared-dynamic"]').focus();
  await change(page, () => page.keyboard.press("Enter"));
  assert.notEqual(await fingerprint(page), print);
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator("#gallery").waitFor({ state: "detached" });
  assert.deepEqual(trouble, []);
  await close();
});

test("small schedules never hold up a run, and come after it", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url);
  await change(page, () => page.locator('.field[data-name="strategy"] select').selectOption("dynamic"));
  const count = await page.locator(".miniature").count();
  await page.waitForFunction((count) => document.querySelectorAll(".miniature.unfolds").length === count, count);
  assert.deepEqual(trouble, []);
  await close();
});

test("nothing unfolds for those who asked for less motion", async () => {
  const { page, close } = await shop.visitor({ reducedMotion: "reduce" });
  await open(page, shop.site.url);
  await page.locator(".miniature.unfolds").last().waitFor();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await close();
});
