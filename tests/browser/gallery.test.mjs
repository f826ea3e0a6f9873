// The laboratories and their presets as cards with small schedules.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, change, fingerprint, open, short, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const stamps = (page) => page.locator(".stamp");

/** Shows the gallery: pictures out of sight are not drawn. */
const show = (page) => page.locator("#gallery").scrollIntoViewIfNeeded();

const drawn = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll(".miniature.unfolds:has(path.compute, path.message, path.main, path[class^=shade])").length === count, count);

test("who comes without a link sees a laboratory's presets at work, and opens one with a click", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url);
  const presets = await page.locator("#preset option").evaluateAll((all) => all.map(({ value }) => value).filter(Boolean));
  const topics = await page.locator(".laboratory h3").allTextContents();
  assert.ok(topics.includes("Strategies") && topics.includes("Formulas"), topics.join());
  const named = await stamps(page).evaluateAll((all) => all.map((stamp) => stamp.dataset.preset));
  assert.deepEqual(named.toSorted(), presets.toSorted());
  await show(page);
  await drawn(page, named.length);
  assert.equal(await page.locator('.stamp[aria-current="true"]').getAttribute("data-preset"), presets[0]);
  await change(page, () => page.locator('.stamp[data-preset="quiet-equal"]').click());
  assert.equal(await page.locator("#preset").inputValue(), "quiet-equal");
  await page.locator('.stamp[data-preset="quiet-equal"][aria-current="true"]').waitFor();
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("starters are described, one of each laboratory, and stay while one of them is shown", async () => {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    const { page, trouble, close } = await shop.visitor({ viewport: { width, height } });
    await open(page, shop.site.url);
    await page.locator("#door-play").click();
    const starters = page.locator(".starter");
    const laboratories = await page.locator("[role=tab][id^=gallery-tab-]").count();
    assert.equal(await starters.count(), laboratories);
    for (const text of await starters.allTextContents()) assert.match(text, /\d+(\.\d+)? times as /);
    const box = await starters.first().boundingBox();
    assert.ok(box.y > 0 && box.y + box.height <= height, JSON.stringify(box));
    const headlines = new Set();
    for (const value of await starters.locator("input").evaluateAll((all) => all.map(({ value }) => value))) {
      await change(page, () => page.locator(`.starter input[value="${value}"]`).check());
      const headline = await page.locator("h1").textContent();
      const [number] = /[\d.]+(?= times as )/.exec(headline);
      assert.ok(Number(number) >= 1.5, headline);
      assert.match(await page.locator(`.starter:has(input[value="${value}"])`).textContent(), new RegExp(number.replace(".", "\\.")));
      headlines.add(headline);
    }
    assert.equal(headlines.size, laboratories);
    assert.deepEqual(trouble, []);
    await close();
  }
});

test("presets are found by words of title, topic and figure number, in all laboratories", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("peaks-replicate"));
  await page.locator("#to-gallery").click();
  await page.waitForFunction(() => document.activeElement.id === "gallery-search");
  for (const [text, found] of [["figure 6.2", "set-one-dynamic"], ["six workers", "selection-six"], ["peak misleads", "es-peak"], ["several streams", "selection-thousand"]]) {
    await page.locator("#gallery-search").fill(text);
    await page.locator(`.stamp[data-preset="${found}"]`).waitFor();
    assert.ok((await stamps(page).count()) < 25, text);
    assert.match(await page.locator("#gallery [role=status]").textContent(), /found/);
  }
  await page.locator("#gallery-search").fill("no such words");
  await page.locator("#gallery [role=status]", { hasText: "Nothing found" }).waitFor();
  assert.deepEqual(await broken(page), []);
  await page.keyboard.press("Escape");
  await page.locator("#gallery").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "to-gallery");
  assert.deepEqual(trouble, []);
  await close();
});

test("both worlds begin in the first screen of a desk", async () => {
  const { page, close } = await shop.visitor({ viewport: { width: 1440, height: 900 } });
  await open(page, shop.site.url);
  const box = await page.locator(".worlds-plot").boundingBox();
  assert.ok(box.y + Math.min(box.height, 200) <= 900, JSON.stringify(box));
  await close();
});

test("tabs lead to the presets of each laboratory, by keys too, and follow what is opened", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url);
  const tabs = page.locator('[role="tab"]');
  const names = await tabs.allTextContents();
  assert.deepEqual(names.map((name) => name.trim()), ["Replication", "Divisible load", "Traces and forecasts", "Bounds", "Recovery", "Adaptation"]);
  const print = await fingerprint(page);
  const seen = new Set();
  await tabs.first().focus();
  for (const [place, key] of ["Home", "ArrowRight", "End"].entries()) {
    await page.keyboard.press(key);
    await page.locator(`[role="tab"][aria-selected="true"]:focus >> nth=0`).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), names.at([0, 1, -1][place]).trim());
    const found = await stamps(page).evaluateAll((all) => all.map((stamp) => stamp.dataset.preset));
    await drawn(page, found.length);
    for (const name of found) assert.ok(!seen.has(name) && seen.add(name), name);
  }
  assert.ok(seen.size > 60, `${seen.size}`);
  assert.equal(await page.locator('[role="tab"][tabindex="0"]').count(), 1);
  assert.equal(await fingerprint(page), print, "to look is not to open");
  await page.keyboard.press("ArrowRight");
  await page.locator('.stamp[data-preset="quiet-equal"]').waitFor();
  await page.locator("#gallery-tab-divisible").click();
  await change(page, () => stamps(page).first().click());
  assert.equal(await page.locator('[role="tab"][aria-selected="true"]').getAttribute("id"), "gallery-tab-divisible");
  await change(page, () => page.locator("header nav a", { hasText: "Traces" }).click());
  await page.locator('#gallery-tab-prediction[aria-selected="true"]').waitFor();
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

test("Back closes an open gallery, and leads from a preset chosen there to the scenario before", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("peaks-replicate"));
  const [print, address] = [await fingerprint(page), page.url()];
  const gallery = page.locator("#gallery");
  const [press, gone] = [() => page.locator("#to-gallery").click(), () => gallery.waitFor({ state: "detached" })];
  await press();
  await gallery.waitFor();
  await page.goBack();
  await gone();
  assert.deepEqual([await fingerprint(page), page.url()], [print, address]);
  await page.goForward();
  await gallery.waitFor();
  // Closed by its button or a key, it leaves no entry behind.
  await page.keyboard.press("Escape");
  await gone();
  await press();
  await change(page, () => page.locator('.stamp[data-preset="shared-dynamic"]').click());
  await change(page, () => page.goBack());
  assert.deepEqual([await fingerprint(page), page.url()], [print, address]);
  await gone();
  assert.deepEqual(trouble, []);
  await close();
});

test("small schedules never hold up a run, and come after it", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url);
  await show(page);
  await change(page, () => page.locator('.field[data-name="strategy"] select').selectOption("dynamic"));
  await page.locator(".miniature.unfolds").first().waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("nothing is made or moves below the screen, and what comes there unfolds", async () => {
  const { page, close } = await shop.visitor();
  let workers = 0;
  page.on("worker", () => (workers += 1));
  await open(page, shop.site.url);
  await page.locator("#gallery .stamp").first().waitFor({ state: "attached" });
  await page.waitForTimeout(1_000);
  await page.waitForFunction(() => document.getAnimations().length === 0);
  assert.equal(await page.locator(".miniature.unfolds").count(), 0);
  const before = workers;
  await show(page);
  await drawn(page, await stamps(page).count());
  assert.ok(workers > before, "another worker makes them");
  assert.ok(await page.evaluate(() => document.getAnimations().some(({ animationName }) => animationName === "unfold")));
  await close();
});

test("nothing unfolds for those who asked for less motion", async () => {
  const { page, close } = await shop.visitor({ reducedMotion: "reduce" });
  await open(page, shop.site.url);
  await show(page);
  await page.locator(".miniature.unfolds").first().waitFor();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await close();
});
