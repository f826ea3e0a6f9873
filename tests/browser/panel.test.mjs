// The panel of all parameters on a desk, folded until somebody opens it, and the tools behind “More” in the bar.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, change, fingerprint, more, open, reach, short, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const link = short("bursts-replicate");
const panel = (page) => page.locator("#parameters");
const focused = (page, id) => page.waitForFunction((id) => document.activeElement?.id === id, id);
const box = (page, selector) => page.locator(selector).first().boundingBox();

/** Presses Tab until the element with this id has the focus. */
async function tabTo(page, id, most = 60) {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((id) => document.activeElement?.id === id, id)) return;
  }
  assert.fail(`${most} times Tab do not lead to ${id}`);
}

test("a newcomer's page stays where it is when the parameters open below the ways in", async () => {
  const { page, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url);
  await page.locator("#door-learn").waitFor();
  await page.locator("#all-parameters").click();
  await focused(page, "parameters");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await close();
});

test("one button opens all parameters beside the result, which makes room; the choice is remembered", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url + link);
  assert.equal(await panel(page).isVisible(), false);
  const button = page.locator("#all-parameters");
  assert.equal(await button.getAttribute("aria-expanded"), "false");
  const wide = (await box(page, ".worlds-plot")).width;
  assert.ok(wide > 1300, `the picture has ${wide} px of 1440`);
  await button.click();
  await focused(page, "parameters");
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  const beside = async () => {
    const [aside, main] = [await box(page, "#parameters"), await box(page, "main")];
    assert.ok(aside.x + aside.width <= main.x && main.width < wide, JSON.stringify([aside, main]));
  };
  await beside();
  await change(page, () => page.locator("#p-seed").fill("3"));
  await page.reload();
  await reach(page, "done");
  await beside();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "a panel that was left open takes no focus");
  await page.locator("#hide-parameters").click();
  await focused(page, "all-parameters");
  assert.equal(await panel(page).isVisible(), false);
  await page.reload();
  await reach(page, "done");
  assert.equal(await panel(page).isVisible(), false);
  assert.deepEqual(trouble, []);
  await close();
});

test("keys open the panel and fold it, Escape gives the focus back, and folds nothing elsewhere", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url + link);
  await tabTo(page, "all-parameters");
  await page.keyboard.press("Enter");
  await focused(page, "parameters");
  await page.keyboard.press("Tab");
  await focused(page, "hide-parameters");
  await page.keyboard.press("Escape");
  await focused(page, "all-parameters");
  assert.equal(await panel(page).isVisible(), false);
  await page.keyboard.press("Space");
  await focused(page, "parameters");
  await page.locator(".key select").focus();
  await page.keyboard.press("Escape");
  assert.equal(await panel(page).isVisible(), true);
  assert.deepEqual(trouble, []);
  await close();
});

test("one press leads to comparison and sweep, beside the result or over it, by keys as well", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url + link);
  await tabTo(page, "to-compare");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches("#parameters .compare input:checked"));
  const modes = page.getByRole("radio", { name: "Compare" });
  assert.equal(await modes.evaluate((one) => one.closest(".compare").getBoundingClientRect().top < innerHeight), true);
  assert.equal(await page.locator("#to-compare").isVisible(), false, "beside the panel that shows them");
  await change(page, () => page.keyboard.press("ArrowRight"));
  assert.equal(await modes.isChecked(), true);
  assert.deepEqual(trouble, []);
  await close();
});

for (const [width, height] of [[1440, 900], [768, 1024], [390, 844]]) {
  test(`a preset with a strategy of one's own leads to its text at one press, ${width} px wide`, async () => {
    const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width, height } });
    await open(page, `${shop.site.url}#p=own-shares`);
    const print = await fingerprint(page);
    await page.locator("#edit-strategy").click();
    const editor = page.locator("#parameters .cm-content");
    await editor.waitFor();
    await page.waitForFunction(() => document.activeElement?.matches(".cm-content"));
    const { y } = await editor.boundingBox();
    assert.ok(y < height, `the text begins at ${y}`);
    await page.keyboard.press("Control+a");
    await change(page, () => page.keyboard.insertText("fn decide(history) { #{ iterations: 10 } }"));
    assert.notEqual(await fingerprint(page), print, "the result follows");
    await open(page, `${shop.site.url}#p=bursts-replicate`);
    assert.equal(await page.locator("#edit-strategy").count(), 0);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("an editor of events keeps its Escape", async () => {
  const { page, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=slow-link`);
  const event = page.locator('aside [id$="-event-1"]');
  await event.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.closest(".timeline-fields"));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.id.endsWith("-event-1"));
  assert.equal(await panel(page).isVisible(), true);
  await close();
});

test("where the window becomes narrow, the open panel is no sheet over the result", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url + link);
  await page.setViewportSize({ width: 768, height: 1024 });
  await panel(page).waitFor({ state: "hidden" });
  await page.locator("#sheet").click();
  await focused(page, "parameters");
  await page.keyboard.press("Escape");
  await focused(page, "sheet");
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel(page).waitFor();
  await close();
});

test("the open panel scrolls under the doors of a new visitor, and is not seen through them", async () => {
  const { page, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url);
  await page.locator("#all-parameters").click();
  await panel(page).waitFor();
  const seen = await panel(page).evaluate((aside) => {
    aside.scrollTop = 300;
    const doors = document.querySelector(".starters");
    const { left, bottom } = doors.getBoundingClientRect();
    const above = document.elementFromPoint(left + 2, bottom - 2);
    return { scrolled: aside.scrollTop, within: doors.contains(above), ground: getComputedStyle(doors).backgroundColor };
  });
  assert.ok(seen.scrolled > 0 && seen.within);
  assert.doesNotMatch(seen.ground, /transparent|, 0\)$/);
  await close();
});

test("a value of a link that is refused is said while the panel is folded", async () => {
  const { page, close } = await shop.visitor({ newcomer: true });
  await open(page, `${shop.site.url}#p=bursts-replicate&processors=8&copies=3`);
  await page.getByText("Copies of each job: 3 does not divide 8: choose 1, 2, 4 or 8.").waitFor();
  await close();
});

/** Links that open with pictures of each kind: none of one's own, dots, bars that are pressed, a plane, a circle with stacks, lines
 * that are named at their ends, no two worlds. */
const OPENINGS = ["", "#p=bursts-replicate", "#p=quiet-equal", "#p=slow-link", "#p=recovery", "#p=stream-small-chunks", "#p=few-at-start"];

for (const [newcomer, where, viewport] of [
  [true, "with the panel folded", { width: 1440, height: 900 }],
  [false, "with the panel open", { width: 1440, height: 900 }],
  [true, "on a phone", { width: 390, height: 844 }],
]) {
  test(`nothing moves when the program comes, ${where}`, async () => {
    const { page, close } = await shop.visitor({ newcomer, viewport });
    await page.addInitScript(() => {
      // Yew lets the browser paint between a rendering and its effects once 16 ms have passed, as on a slow device: here each time.
      const { now } = Date;
      let late = 0;
      Date.now = () => now() + (late += 17);
      globalThis.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value))).observe({ type: "layout-shift", buffered: true });
    });
    for (const fragment of OPENINGS) {
      await page.goto("about:blank");
      await open(page, shop.site.url + fragment);
      await page.locator(".worlds-plot, .charts svg").first().waitFor();
      const shift = await page.evaluate(() => globalThis.shift);
      console.log(`${fragment || "no link"}: layout shift ${shift.toFixed(4)}`);
      assert.ok(shift <= 0.001, `${fragment}: ${shift}`);
    }
    await close();
  });
}

for (const newcomer of [true, false]) {
  test(`axe finds nothing to mend with the panel ${newcomer ? "folded" : "open"}, light and dark`, async () => {
    const { page, close } = await shop.visitor({ newcomer, reducedMotion: "reduce" });
    await open(page, `${shop.site.url}#p=slow-link`);
    assert.deepEqual(await broken(page), []);
    await more(page);
    assert.deepEqual(await broken(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await broken(page, { colours: true }), []);
    await close();
  });
}

test("the bar names the laboratories; the rest is behind “More”, by mouse and by keys", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url + link);
  const inSight = () =>
    page.locator("header.top").evaluate((bar) => [...bar.querySelectorAll("a, button, select, summary")].filter((one) => one.checkVisibility({ visibilityProperty: true })).map(({ textContent }) => textContent));
  const laboratories = await page.locator("header nav a").allTextContents();
  assert.ok(laboratories.length >= 3);
  assert.deepEqual(await inSight(), ["Gallery", "Learn", ...laboratories, "More"]);
  // The one in view is named, and is no control.
  assert.equal(await page.locator("header nav span").count(), 1);
  const button = page.locator("#more");
  await button.focus();
  await page.keyboard.press("Enter");
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  await page.getByRole("button", { name: "Open scenario" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await focused(page, "save");
  await page.keyboard.press("Escape");
  await focused(page, "more");
  assert.equal(await page.locator("#more-tools").isVisible(), false);
  await button.click();
  await page.locator("h1").click();
  assert.equal(await page.locator("#more-tools").isVisible(), false);
  // Undo and redo come with the first change.
  await change(page, () => page.locator('.key[data-name="copies"] label', { hasText: "4" }).click());
  assert.equal(await page.locator("#undo").isVisible(), true);
  await change(page, () => page.locator("#undo").click());
  assert.equal(await page.locator("#redo").isVisible(), true);
  assert.deepEqual(trouble, []);
  await close();
});
