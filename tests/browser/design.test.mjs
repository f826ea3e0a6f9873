// The page that shows every component.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, painted, reach, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const visit = async (page) => {
  await page.goto(`${shop.site.url}design.html`);
  // The last section: it comes with the report, which is a file.
  await page.locator('.design section[aria-label="Tables"]').waitFor();
};

for (const colorScheme of ["light", "dark"]) {
  test(`every component has its place there, and axe finds nothing to mend, ${colorScheme}`, async () => {
    const { page, trouble, close } = await shop.visitor({ colorScheme, reducedMotion: "reduce" });
    await visit(page);
    await painted(page, ".gantt-canvas");
    assert.deepEqual(await broken(page, { colours: colorScheme === "dark" }), []);
    await page.locator("#appearance").selectOption("contrast");
    assert.deepEqual(await broken(page, { colours: true }), []);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("every token of the styles is shown", async () => {
  const { page, close } = await shop.visitor();
  await visit(page);
  const tokens = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule.selectorText === ":root")
      .flatMap((rule) => [...rule.style])
      .filter((name) => /^--(?!r$|r-2|sans|mono|quick|shadow|compute-2|wait-ink|accent-ink|focus|good-bg|bad-bg)/.test(name))
      .map((name) => name.slice(2)),
  );
  const shown = await page.locator(".design code").allTextContents();
  assert.ok(tokens.length > 20);
  assert.deepEqual(tokens.filter((token) => !shown.includes(token)), []);
  await close();
});

test("components answer there as they do anywhere, on a phone as well", async () => {
  const { page, close } = await shop.visitor({ viewport: { width: 360, height: 780 } });
  await visit(page);
  await page.getByRole("button", { name: "Primary, pressed 0 times" }).click();
  await page.getByRole("button", { name: "Primary, pressed 1 times" }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, `${overflow}`);
  await close();
});

test("the way leads from there to the playground and back", async () => {
  const { page, trouble, close } = await shop.visitor();
  await visit(page);
  await page.getByRole("link", { name: "To the playground" }).click();
  await reach(page, "done");
  await page.goBack();
  await page.locator(".design h1").waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("schedules that are compared show the same time, and the same moment", async () => {
  const { page, trouble, close } = await shop.visitor({ reducedMotion: "reduce" });
  await visit(page);
  const [longer, shorter] = ["longer", "shorter"].map((name) => page.locator(`section[aria-label="${name}"] .gantt-canvas`));
  const seen = (canvas) => canvas.evaluate(({ dataset: { from, to } }) => [Number(from), Number(to)]);
  await painted(page, 'section[aria-label="shorter"] .gantt-canvas');
  assert.deepEqual(await seen(shorter), [0, 20_000], "the time axis is as long as the longest run");
  assert.deepEqual(await seen(longer), [0, 20_000]);
  const agree = async (differs) => {
    await page.waitForFunction((differs) => {
      const all = ["longer", "shorter"].map((name) => document.querySelector(`section[aria-label="${name}"] .gantt-canvas`).dataset);
      return all[0].from === all[1].from && all[0].to === all[1].to && all[0].to !== differs;
    }, differs);
    return longer.evaluate(({ dataset }) => dataset.to);
  };
  await shorter.focus();
  await page.keyboard.press("+");
  const zoomed = await agree("20000");
  await longer.focus();
  await page.keyboard.press("ArrowRight");
  await agree(zoomed);
  await page.keyboard.press(".");
  await page.locator('section[aria-label="shorter"] .gantt-cursor').waitFor();
  const places = await page.locator(".gantt-cursor:not([hidden])").evaluateAll((all) => all.map((cursor) => cursor.style.transform));
  assert.equal(places.length, 2);
  assert.equal(places[0], places[1]);
  assert.equal(await page.locator('section[aria-label="shorter"] .gantt-transport').count(), 0, "one row of buttons is enough");
  // Time plays for both, started from either.
  await page.keyboard.press("0");
  await shorter.focus();
  await page.keyboard.press("Space");
  await page.locator('section[aria-label="shorter"] .gantt-future').waitFor();
  await page.locator('section[aria-label="longer"] .gantt-future').waitFor();
  await page.keyboard.press("Space");
  await page.locator('section[aria-label="longer"] .gantt-future').waitFor({ state: "hidden" });
  assert.deepEqual(trouble, []);
  await close();
});
