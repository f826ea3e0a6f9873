// The page's colours: as the system says or as chosen, always legible.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, more, open, painted, short, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const start = short("peaks-replicate", { processors: 8 });
const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const choose = async (page, name) => {
  await more(page);
  await page.locator("#appearance").selectOption(name);
};

/** The least contrast of each kind of colour on the grounds it stands on, as the browser resolves them. */
const contrasts = (page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const luminance = (name) => {
      probe.style.color = `var(--${name})`;
      const channels = getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map(Number);
      const [r, g, b] = channels.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
      const [high, low] = [luminance(a), luminance(b)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    const least = (names, grounds) => Math.min(...names.flatMap((name) => grounds.map((ground) => contrast(name, ground))));
    const found = {
      text: least(["ink", "ink-2", "ink-3", "accent", "good", "bad"], ["card", "bg"]),
      button: contrast("accent-ink", "accent"),
      marks: least(["compute", "cancelled", "synchronise", "rebalance", "copy", "failed", "preempted", "edge", "focus"], ["card"]),
    };
    probe.remove();
    return found;
  });

for (const colorScheme of ["light", "dark"]) {
  test(`text and marks can be told from their ground, ${colorScheme}, and more so with high contrast`, async () => {
    const { page, close } = await shop.visitor({ colorScheme, reducedMotion: "reduce" });
    await open(page, shop.site.url + start);
    const usual = await contrasts(page);
    assert.ok(usual.text >= 4.5 && usual.button >= 4.5 && usual.marks >= 3, JSON.stringify(usual));
    await choose(page, "contrast");
    const high = await contrasts(page);
    assert.ok(high.text >= 7 && high.button >= 7 && high.marks >= 4.5, JSON.stringify(high));
    await painted(page, ".schedule .gantt-canvas");
    assert.deepEqual(await broken(page, { colours: true }), []);
    await close();
  });
}

test("a choice goes before the system's, at once and on the next visit before anything is drawn", async () => {
  const { page, context, trouble, close } = await shop.visitor({ colorScheme: "light" });
  await open(page, shop.site.url + start);
  const light = await background(page);
  const canvas = () => page.locator(".gantt-canvas").evaluate((canvas) => canvas.toDataURL());
  const before = await canvas();
  await choose(page, "dark");
  const dark = await background(page);
  assert.notEqual(dark, light);
  await page.waitForFunction((before) => document.querySelector(".gantt-canvas").toDataURL() !== before, before);
  const again = await context.newPage();
  await again.route("**/*.wasm", () => {});
  await again.goto(shop.site.url, { waitUntil: "commit" });
  await again.locator(".picture .card.schedule").waitFor();
  assert.equal(await background(again), dark);
  await choose(page, "system");
  assert.equal(await background(page), light);
  assert.deepEqual(trouble, []);
  await close();
});

test("with forced colours a text that can be pressed has no frame through its letters, and the legend its line", async () => {
  const { page, close } = await shop.visitor({ newcomer: true, forcedColors: "active" });
  await open(page, shop.site.url + start);
  const link = page.locator("main .chart .button.link").locator("visible=true").first();
  await link.waitFor();
  const { frame, ground } = await link.evaluate((one) => ({ frame: getComputedStyle(one).borderTopColor, ground: getComputedStyle(document.body).backgroundColor }));
  assert.equal(frame, ground);
  assert.notEqual(await page.locator(".end-sample").first().evaluate((line) => getComputedStyle(line).backgroundColor), ground);
  await close();
});

test("a system that asks for more contrast gets it", async () => {
  const { page, close } = await shop.visitor({ contrast: "more" });
  await open(page, shop.site.url + start);
  const { text } = await contrasts(page);
  assert.ok(text >= 7, `${text}`);
  await page.emulateMedia({ contrast: "no-preference" });
  await page.waitForFunction(() => document.documentElement.dataset.contrast === "");
  await page.emulateMedia({ contrast: "more" });
  for (const [address, title] of [["lesson/", "Lessons"], ["challenge/", "Challenges"], ["reproduce/", "Printed and computed"]]) {
    await page.goto(shop.site.url + address);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    // The bar of lessons and challenges has the page's mark.
    if (address !== "reproduce/") assert.equal(await page.locator("header .home svg").count(), 1, title);
    assert.ok((await contrasts(page)).text >= 7, title);
  }
  await close();
});
