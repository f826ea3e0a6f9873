// One headline, one picture, one control: in a course page, where it fits and lets the page scroll, and in a lecture hall.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { figure, university } from "./lecture.mjs";
import { makespan, open, short } from "./page.mjs";
import { firsts } from "./firsts.mjs";

let place, presets;
before(async () => {
  place = await university();
  presets = await firsts();
});
after(() => place?.close());

const dialog = (page) => page.locator("dialog.share");

/** The number of visible lanes of a slide, the height of the lowest on the screen, and the slide's texts. */
const legible = (page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll(".slide .world-row")].map((row) => row.getBoundingClientRect().height).filter((height) => height > 0);
    const texts = [...document.querySelectorAll(".slide :is(.names li, .worlds-legend li, .worlds-said)")].filter((one) => one.checkVisibility());
    return { lanes: rows.length, low: rows.length ? Math.min(...rows) : 99, texts: texts.map((one) => one.textContent).join(" ") };
  });

/** The code that the dialog offers first, once the figure said how high it is. */
async function copied(page, address) {
  await page.goto("about:blank");
  await open(page, address);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog(page).getByRole("tab", { name: "Embed" }).click();
  await dialog(page).locator("iframe").scrollIntoViewIfNeeded();
  await dialog(page).frameLocator("iframe").locator('main[data-phase="done"]').waitFor();
  await dialog(page).frameLocator("iframe").locator(".worlds-plot, .plot svg, .gantt-canvas").first().waitFor();
  return dialog(page).getByRole("textbox", { name: "Code", exact: true }).inputValue();
}

test("the code that is copied for the first preset of each laboratory fits its height in a course page", { skip: !makespan }, async () => {
  const visitor = await place.shop.visitor({ newcomer: true });
  for (const preset of presets) {
    const code = await copied(visitor.page, `${place.shop.site.url}#p=${preset}`);
    assert.match(code, /show=slide&amp;params=/, preset);
    const [, height] = /height="(\d+)"/.exec(code);
    assert.ok(Number(height) <= 840, `${preset}: ${height} px high`);
    for (const width of [640, 760]) {
      const { page, close, trouble } = await place.visit(`<div style="width: ${width}px">${code}</div>`);
      const frame = await figure(page);
      await frame.locator(".worlds-plot, .plot svg, .gantt-canvas").first().waitFor();
      assert.equal(await frame.locator(".key, .field").count(), 1, preset);
      const { high, wide } = await frame.evaluate(() => ({ high: document.documentElement.scrollHeight - innerHeight, wide: document.documentElement.scrollWidth - innerWidth }));
      assert.ok(high <= 0 && wide <= 0, `${preset} at ${width} px: ${high} px too high, ${wide} px too wide`);
      const { lanes, low, texts } = await legible(frame);
      assert.ok(low >= 15, `${preset} at ${width} px: lanes of ${low} px`);
      assert.ok(lanes <= 16 && lanes >= Math.min(12, await frame.locator(".world-row").count()), `${preset} at ${width} px: ${lanes} lanes`);
      assert.doesNotMatch(texts, /below/, preset);
      if (preset === "recovery") assert.match(texts, /down.*computer 0 .*computer 3 /s);
      assert.deepEqual(trouble(), []);
      await close();
    }
  }
  assert.deepEqual(visitor.trouble, []);
  await visitor.close();
});

test("a wheel over an embedded schedule scrolls the course page, also after the schedule was clicked", async () => {
  const frame = `<iframe title="A figure" width="100%" height="900" src="${place.shop.site.url}?embed=1&show=gantt${short("bursts-replicate")}"></iframe>`;
  const { page, close } = await place.visit(`${frame}<p id="text">Text of the course.</p><div style="height: 4000px"></div>`);
  const inside = await figure(page);
  const canvas = inside.locator(".gantt-canvas");
  await canvas.waitFor();
  const range = () => inside.locator(".gantt-range").textContent();
  const before = await range();
  await canvas.click();
  // The reader goes on reading.
  await page.locator("#text").click();
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  const start = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction((start) => scrollY > start, start);
  assert.equal(await range(), before);
  await close();
});

test("P shows one slide, Space tells the cause and each reason, the address keeps it, Escape leaves", async () => {
  const { page, trouble, close } = await place.shop.visitor({ newcomer: true });
  await open(page, `${place.shop.site.url}${short("bursts-replicate")}`);
  const headline = await page.locator("h1").textContent();
  await page.keyboard.press("p");
  await page.locator(".projector").waitFor();
  assert.equal(await page.locator("h1").textContent(), headline);
  const seen = await page.evaluate(() => ({
    controls: document.querySelectorAll(".key").length,
    others: document.querySelectorAll("header, aside, .merit, .gantt").length,
    type: ["h1", ".why", ".key-title", ".worlds-said"].map((part) => {
      const element = document.querySelector(part);
      return parseFloat(getComputedStyle(element).fontSize) * (element.currentCSSZoom ?? 1);
    }),
    // The lanes' names and the legend are read from the last row too.
    small: [".worlds-gained", ".worlds-legend", ".world-title", ".worlds .names"].map((part) => {
      const element = document.querySelector(part);
      return parseFloat(getComputedStyle(element).fontSize) * (element.currentCSSZoom ?? 1);
    }),
    cut: [...document.querySelectorAll(".worlds .names li")].filter((name) => name.scrollWidth > name.clientWidth).length,
    high: document.documentElement.scrollHeight - innerHeight,
  }));
  assert.deepEqual([seen.controls, seen.others], [1, 0]);
  assert.ok(seen.type.every((size) => size >= 32), `${seen.type}`);
  const [gained, ...rest] = seen.small;
  assert.ok(gained >= 24 && rest.every((size) => size >= 13), `${seen.small}`);
  assert.equal(seen.cut, 0);
  assert.ok(seen.high <= 0, `${seen.high} px do not fit`);
  const why = page.locator(".slide .why");
  assert.equal(await why.isVisible(), false);
  await page.keyboard.press("Space");
  await why.waitFor();
  const said = () => page.locator(".worlds-said").textContent();
  const caption = await said();
  await page.keyboard.press("Space");
  await page.waitForFunction((caption) => document.querySelector(".worlds-said").textContent !== caption, caption);
  const one = await said();
  await page.keyboard.press("Space");
  await page.waitForFunction((one) => document.querySelector(".worlds-said").textContent !== one, one);
  // A change on the slide is in the address, and both are there after a reload.
  await page.locator(".key select").selectOption({ index: 1 });
  await page.waitForFunction((headline) => document.querySelector("main").dataset.phase === "done" && document.querySelector("h1").textContent !== headline, headline);
  const changed = await page.locator("h1").textContent();
  await page.waitForFunction(() => location.search === "?projector" && location.hash.includes("strategy"));
  await page.reload();
  await page.locator('.projector[data-phase="done"]').waitFor();
  assert.equal(await page.locator("h1").textContent(), changed);
  await page.keyboard.press("Escape");
  await page.locator("header.top").waitFor();
  assert.equal(new URL(page.url()).search, "");
  assert.equal(await page.locator("h1").textContent(), changed);
  // Where one types, a letter is a letter.
  await page.locator("#all-parameters").click();
  await page.locator("#p-seed").focus();
  await page.keyboard.press("p");
  assert.equal(await page.locator(".projector").count(), 0);
  assert.deepEqual(trouble, []);
  await close();
});

test("the projector view of each laboratory has headline, control and picture on the wall", { skip: !makespan }, async () => {
  const { page, trouble, close } = await place.shop.visitor({ newcomer: true });
  for (const preset of presets) {
    await page.goto("about:blank");
    await open(page, `${place.shop.site.url}?projector#p=${preset}`);
    await page.locator(".slide :is(.worlds-plot, .plot svg, .gantt-canvas)").first().waitFor();
    const { bottom, wide } = await page.evaluate(() => ({ bottom: document.querySelector(".slide :is(.worlds-plot, .plot, .gantt)").getBoundingClientRect().bottom, wide: document.documentElement.scrollWidth - innerWidth }));
    assert.ok(bottom <= 900 && wide <= 0, `${preset}: the picture ends at ${bottom}, ${wide} px too wide`);
    const { low, texts } = await legible(page);
    assert.ok(low >= 15, `${preset}: lanes of ${low} px on the wall`);
    assert.doesNotMatch(texts, /below/, preset);
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("the dialog leads to the projector view", async () => {
  const { page, close } = await place.shop.visitor({ newcomer: true });
  await open(page, `${place.shop.site.url}${short("bursts-replicate")}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Projector view" }).click();
  await page.locator(".projector").waitFor();
  assert.equal(await dialog(page).count(), 0);
  await page.getByRole("button", { name: "Leave (Escape)" }).click();
  await page.locator("header.top").waitFor();
  await close();
});
