// Key controls under the hand: a control that is moved stays the same element, with the focus, while other parts of the page come
// and go.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { makespan, reach, reader, workshop } from "./page.mjs";

/** All presets with `EVERY_PRESET=1`, else one of each topic. */
const every = Boolean(process.env.EVERY_PRESET);

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** The presets whose key controls are moved. */
function chosen() {
  const presets = JSON.parse(execFileSync(makespan, ["presets", "--json"], { maxBuffer: 1 << 28 }));
  const topics = new Map();
  for (const { name, scenario } of presets) {
    const [[laboratory, { topic }]] = Object.entries(scenario).filter(([key]) => key !== "makespan");
    topics.set(every ? name : `${laboratory} ${topic}`, name);
  }
  return [...topics.values()];
}

/** Marks the focused element, or says that it does not have this mark any more. */
const mark = (own) => {
  document.activeElement.marked = own;
};
const lost = (own) => (document.activeElement.marked === own ? "" : `the focus is on ${document.activeElement.outerHTML.slice(0, 80)}`);

/** Waits until the scenario of the moment is run; not for one that is long at the end of a range, which the next press replaces. */
async function settled(page) {
  await page
    .waitForFunction(() => document.querySelector("main").dataset.phase !== "running" && !document.querySelector(".result.stale"), undefined, { timeout: 800 })
    .catch(() => {});
}

for (const width of [1440, 390]) {
  test(`a key control that is moved keeps its element and the focus, ${width} px wide`, async () => {
    const { page, trouble, close } = await shop.visitor({ viewport: { width, height: 900 } });
    const wrong = [];
    const all = chosen();
    const follow = reader(page, shop.site.url);
    // The narrow page has the same elements in other places.
    for (const name of width === 1440 ? all : all.filter((_, at) => at % 8 === 0)) {
      await follow(`#p=${name}`);
      const names = await page.locator(".key").evaluateAll((keys) => keys.map(({ dataset }) => dataset.name));
      assert.ok(names.length > 0, name);
      for (const key of names) {
        // A control that an earlier one hid cannot be moved.
        const control = page.locator(`.key[data-name="${key}"]`).locator('input[type="range"], input[type="radio"]:checked, select').first();
        if ((await control.count()) === 0) continue;
        if (await control.evaluate((input) => input.tagName === "SELECT")) continue;
        const slides = await control.evaluate((input) => input.type === "range");
        const own = `${name} ${key}`;
        await control.focus();
        await page.evaluate(mark, own);
        // A group of radio buttons hands the focus on to the next one.
        const presses = slides ? ["ArrowRight", "End", "Home", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
        for (const press of presses) {
          await page.keyboard.press(press);
          if (!slides) await page.evaluate(mark, own);
          await settled(page);
          const why = await page.evaluate(lost, own);
          if (why) {
            wrong.push(`${name}, ${key}, ${press}: ${why}`);
            break;
          }
        }
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("a slider that is dragged follows the pointer over its whole range", async () => {
  const { page, trouble, close } = await shop.visitor();
  const follow = reader(page, shop.site.url);
  for (const [preset, key] of [["slow-link", "least"], ["crash", "least"], ["few-at-start", "start"]]) {
    await follow(`#p=${preset}`);
    const slider = page.locator('.key input[type="range"]').first();
    const { x, y, width, height } = await slider.boundingBox();
    const last = Number(await slider.getAttribute("max"));
    const own = Number(await slider.inputValue());
    await slider.evaluate((input) => (input.marked = true));
    // By the thumb, which is 20 px wide and does not pass the ends.
    const place = (part) => x + 10 + (width - 20) * part;
    await page.mouse.move(place(own / last), y + height / 2);
    await page.mouse.down();
    for (const part of [0.2, 0.8, 0.4, 1, 0]) {
      await page.mouse.move(place(part), y + height / 2, { steps: 6 });
      await settled(page);
      const [now, marked] = await slider.evaluate((input) => [Number(input.value), input.marked]);
      assert.ok(marked, `${preset} ${key}: another slider`);
      // One of two numbers on one scale does not pass the other.
      const limit = await slider.evaluate((input) => Number([...(input.closest(".key-pair")?.querySelectorAll("input") ?? [])].at(1)?.value ?? input.max));
      assert.ok(Math.abs(now - Math.min(part * last, limit)) <= 1, `${preset} ${key}: ${now} of ${last} at ${part}`);
    }
    await page.mouse.up();
  }
  await reach(page, "done");
  assert.deepEqual(trouble, []);
  await close();
});
