// The key parameters above the picture. The fourth press of Tab reaches one, after three skip links; headline and picture are seen
// with it, and do not jump.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { change, open, workshop } from "./page.mjs";

const SIZES = { desk: [1440, 900], tablet: [768, 1024], phone: [390, 844] };
/** One preset of each laboratory, and the keys that change one of its key parameters, from the first on. */
const KEYS = {
  "bursts-replicate": ["Tab", "ArrowRight"],
  "stream-adapts": ["ArrowDown"],
  "shared-forecasts": ["ArrowDown"],
};
/** On a phone the first key parameter stands above the picture, and the others below it. */
const ON_PHONE = { "bursts-replicate": ["ArrowUp"] };
const PRESETS = Object.keys(KEYS);

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const sized = ([width, height]) => ({ newcomer: true, viewport: { width, height } });

/** The visible headline and pictures, and the place of the first picture. */
const seen = (page) =>
  page.evaluate(() => {
    const pictures = [...document.querySelectorAll(".charts:is(.opening, .first) .plot, .worlds-plot, .gantt-stage")];
    const places = pictures.map((picture) => picture.closest(".card").getBoundingClientRect()).filter(({ height }) => height > 0);
    const inScreen = pictures.filter((picture) => picture.checkVisibility() && picture.getBoundingClientRect().top < innerHeight);
    const drawn = inScreen.map((picture) => picture.querySelector("canvas")?.toDataURL() ?? picture.innerHTML).join();
    const headline = document.querySelector("h1").getBoundingClientRect();
    const top = Math.min(...places.map((place) => place.top));
    return { headline: document.querySelector("h1").textContent, why: document.querySelector(".why").textContent, drawn, top, headlineTop: headline.top, scroll: scrollY };
  });

for (const [name, size] of Object.entries(SIZES)) {
  for (const preset of PRESETS) {
    test(`on a ${name} after three skip links the fourth Tab reaches a key parameter of ${preset}; headline and picture change in the same screen`, async () => {
      const { page, trouble, close } = await shop.visitor(sized(size));
      await open(page, `${shop.site.url}#p=${preset}`);
      await page.locator(".charts:is(.opening, .first) .plot svg, .worlds-plot, .gantt-canvas[data-drawn]").first().waitFor();
      const before = await seen(page);
      let stops = 0;
      while (!(await page.evaluate(() => Boolean(document.activeElement.closest(".key"))))) {
        assert.ok(++stops <= 4, `${stops} stops`);
        await page.keyboard.press("Tab");
      }
      const keys = (name === "phone" ? { ...KEYS, ...ON_PHONE } : KEYS)[preset];
      for (const key of keys.slice(0, -1)) await page.keyboard.press(key);
      await change(page, () => page.keyboard.press(keys.at(-1)));
      await page.waitForFunction(
        ([headline, why]) => document.querySelector("h1").textContent !== headline || document.querySelector(".why").textContent !== why,
        [before.headline, before.why],
      );
      // A chart is drawn in the next frames.
      await page.waitForFunction(() => !document.querySelector(".result.stale"));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const after = await seen(page);
      assert.notEqual(after.headline + after.why, before.headline + before.why);
      assert.ok(after.drawn !== before.drawn, "a picture of the same screen changes");
      for (const { top, headlineTop, scroll } of [before, after]) {
        assert.equal(scroll, 0);
        assert.ok(headlineTop > 0);
        const least = name === "desk" ? 200 : 110;
        assert.ok(top + least <= size[1], `the picture begins at ${top} of ${size[1]}`);
      }
      assert.deepEqual(trouble, []);
      await close();
    });
  }
}

/** Notes jumps, and the moment when the result of a key's change is drawn. */
const watch = () => {
  globalThis.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (globalThis.shift += hadRecentInput ? 0 : value))).observe({ type: "layout-shift", buffered: true });
  addEventListener("keydown", () => {
    const before = document.querySelector("#fingerprint")?.textContent;
    globalThis.answer = new Promise((done) => {
      const look = () => {
        const ready = document.querySelector("main").dataset.phase === "done" && document.querySelector("#fingerprint")?.textContent !== before;
        // The frame in which it is seen is over when the next task runs.
        if (ready) setTimeout(done);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  });
};

for (const preset of PRESETS) {
  test(`nothing jumps between a key press and headline and picture of ${preset}, on a fast device and on a slow one`, async () => {
    const { page, context, trouble, close } = await shop.visitor({ newcomer: true });
    await page.addInitScript(watch);
    await open(page, `${shop.site.url}#p=${preset}`);
    await page.waitForLoadState("networkidle");
    await page.locator('.key input[type="range"], .key input[type="radio"]:checked').first().focus();
    const session = await context.newCDPSession(page);
    for (const rate of [1, 4]) {
      await session.send("Emulation.setCPUThrottlingRate", { rate });
      for (const key of ["ArrowRight", "ArrowLeft", "ArrowRight"]) {
        await page.keyboard.press(key);
        await page.evaluate(() => globalThis.answer);
      }
    }
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    const shift = await page.evaluate(() => globalThis.shift);
    console.log(`${preset}: layout shift ${shift.toFixed(4)}`);
    assert.ok(shift <= 0.02, `${shift}`);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("the button beside them opens all parameters; on a phone the button of their sheet does", async () => {
  for (const [size, button] of [[SIZES.desk, "#all-parameters"], [SIZES.phone, "#sheet"]]) {
    const { page, close } = await shop.visitor(sized(size));
    await open(page, `${shop.site.url}#p=bursts-replicate`);
    const [number] = /\d+/.exec(await page.locator("#all-parameters").textContent());
    assert.equal(await page.locator("aside .form .field").count(), Number(number));
    await page.locator(button).click();
    await page.waitForFunction(() => document.activeElement.id === "parameters");
    assert.equal(await page.locator("#parameters").isVisible(), true);
    await close();
  }
});

test("a key parameter and its field in the panel have one value", async () => {
  const { page, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=bursts-replicate&runs=4&iterations=60`);
  await change(page, () => page.locator('.key[data-name="copies"] label', { hasText: "4" }).click());
  assert.equal(await page.locator("#p-copies").inputValue(), "4");
  await change(page, () => page.locator("#p-copies").fill("1"));
  assert.equal(await page.locator('.key[data-name="copies"] input:checked').inputValue(), "1");
  await close();
});

test("on what is touched, words speak of taps", async () => {
  const { page, close } = await shop.visitor({ newcomer: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await open(page, `${shop.site.url}#p=bursts-replicate&runs=4&iterations=60`);
  await page.locator("details.rest > summary").tap();
  await page.locator(".gantt-clock", { hasText: "Tap the time axis" }).waitFor();
  const words = await page.evaluate(() => [document.body.innerText, ...[...document.querySelectorAll("[title]")].map(({ title }) => title)].join(" "));
  assert.doesNotMatch(words, /\bclick|Ctrl\+/i);
  await close();
});
