// How the page stands on a desk, a tablet and a phone, and that the keyboard reaches all of it.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, drawn, open, short, unfold, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

test("axe finds nothing to mend where parameters are a sheet over the page, on a tablet and on a phone, light and dark", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width: 768, height: 1024 }, reducedMotion: "reduce" });
  await open(page, shop.site.url + short("peaks-replicate"));
  await page.getByRole("button", { name: "Parameters", exact: true }).click();
  await page.locator("#parameters").waitFor({ state: "visible" });
  for (const [width, height] of [[768, 1024], [390, 844]]) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await broken(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await broken(page, { colours: true }), []);
    await page.emulateMedia({ colorScheme: "light" });
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("nothing is wider than a narrow phone", async () => {
  const { page, close } = await shop.visitor({ newcomer: true, viewport: { width: 360, height: 780 } });
  await open(page, shop.site.url);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok((await overflow()) <= 0);
  await page.getByRole("button", { name: "Parameters", exact: true }).click();
  await unfold(page, "aside");
  assert.ok((await overflow()) <= 0);
  assert.ok((await page.locator("aside").evaluate((aside) => aside.scrollWidth - aside.clientWidth)) <= 0);
  await close();
});

test("whatever can be pressed is at least 24 pixels high and wide", async () => {
  const { page, close } = await shop.visitor({ newcomer: true, viewport: { width: 390, height: 844 } });
  await open(page, shop.site.url);
  await page.getByRole("button", { name: "Parameters", exact: true }).click();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, a[href], summary, select, input:not([type=radio]):not([type=checkbox])")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".skip"))
      .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 24 || height < 23.9)
      .map(([html, { width, height }]) => `${html} is ${width} × ${height}`),
  );
  assert.deepEqual(small, []);
  await close();
});

test("on a phone the parameters come and go with one button, and with Escape", async () => {
  const { page, close } = await shop.visitor({ newcomer: true, viewport: { width: 390, height: 844 } });
  await open(page, shop.site.url + short("peaks-replicate"));
  const aside = page.locator("#parameters");
  assert.equal(await aside.isVisible(), false);
  const toggle = page.locator("#sheet");
  await toggle.click();
  await aside.waitFor({ state: "visible" });
  assert.equal(await toggle.getAttribute("aria-expanded"), "true");
  // The focus follows the drawn panel.
  await page.waitForFunction(() => document.activeElement?.closest("#parameters"));
  await page.keyboard.press("Escape");
  await aside.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement?.id === "sheet");
  await close();
});

test("the keyboard reaches every control, from top to bottom, and leaves every one again", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url);
  await drawn(page);
  const wanted = await page.evaluate(() => {
    const all = document.querySelectorAll("button, a[href], summary, select, input:not([hidden]), [tabindex='0']");
    const visible = [...all].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    // Of a group of radio buttons, and of a row of tabs, the Tab key reaches one.
    const group = (element) => [...document.querySelectorAll(`input[type="radio"][name="${element.name}"]:enabled`)];
    const chosen = (element) => element.checked || (!group(element).some(({ checked }) => checked) && group(element)[0] === element);
    const one = (element) => !element.disabled && (element.type !== "radio" || chosen(element)) && (element.role !== "tab" || element.tabIndex === 0);
    const reached = visible.filter(one);
    reached.forEach((element, place) => (element.dataset.place = place));
    return reached.length;
  });
  const seen = [];
  for (let step = 0; step < wanted + 5; step++) {
    await page.keyboard.press("Tab");
    const place = await page.evaluate(() => document.activeElement?.dataset?.place);
    if (place === undefined) break;
    seen.push(Number(place));
  }
  assert.deepEqual(seen, Array.from({ length: wanted }, (_, place) => place));
  await close();
});

test("what has the focus can be seen to have it", async () => {
  const { page, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url + short("peaks-replicate"));
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press("Tab");
    const marked = await page.evaluate(() => {
      const element = document.activeElement;
      const shown = element.type === "radio" ? element.nextElementSibling : element;
      // A thin line or a dot in a wide place for a finger is marked where it is drawn.
      const marked = [undefined, "::after"].map((part) => getComputedStyle(shown, part)).some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) >= 2);
      return marked ? null : element.outerHTML.slice(0, 120);
    });
    assert.equal(marked, null);
  }
  await close();
});

test("the second skip link opens the parameters, on a phone as a sheet", async () => {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    const { page, close } = await shop.visitor({ newcomer: true, viewport: { width, height } });
    await open(page, shop.site.url + short("peaks-replicate"));
    assert.equal(await page.locator("#parameters").isVisible(), false);
    const address = page.url();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "parameters");
    assert.equal(await page.locator("#parameters").isVisible(), true);
    assert.equal(page.url(), address);
    await close();
  }
});

test("the headline is the first heading, and comes before the panel and the bar at the top", async () => {
  const { page, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url);
  const order = await page.evaluate(() => {
    const headline = document.querySelector("h1");
    const after = (selector) => Boolean(headline.compareDocumentPosition(document.querySelector(selector)) & Node.DOCUMENT_POSITION_FOLLOWING);
    return [document.querySelector("h1, h2, h3, h4") === headline, after("#keys"), after("#parameters"), after("header.top"), after("#gallery")];
  });
  assert.deepEqual(order, [true, true, true, true, true]);
  await close();
});

test("the panel scrolls by itself beside the result", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url + short("peaks-replicate"));
  const aside = page.locator("#parameters");
  assert.ok(await aside.evaluate((aside) => aside.scrollHeight > aside.clientHeight + 100 && aside.clientHeight <= innerHeight));
  await page.locator("#p-seed").focus();
  assert.ok((await aside.evaluate((aside) => aside.scrollTop)) > 0);
  assert.ok((await page.locator("h1").boundingBox()).y > 0, "the headline stays in sight");
  const box = await page.locator("#p-seed").boundingBox();
  assert.ok(box.y > 0 && box.y < 900, JSON.stringify(box));
  // It stays in sight however far the result is scrolled.
  await page.evaluate(() => scrollTo(0, 1500));
  assert.ok((await aside.boundingBox()).y >= 0);
  await close();
});

/** Presets whose charts have long names, many lines, many groups or nothing but a schedule. */
const SHOWN = ["quiet-equal", "copies-by-processors", "best-copies", "propositions-spacings", "finite-load", "dynamicity-often", "stream-thousand", "population"];

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`at ${width} px headline, key parameters and the picture that answers begin on the first screen, and charts keep their words`, async () => {
    const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width, height }, reducedMotion: "reduce" });
    for (const preset of SHOWN) {
      await page.goto("about:blank");
      await open(page, `${shop.site.url}#p=${preset}`);
      await page.waitForFunction(() => [...document.querySelectorAll(".chart")].filter((one) => one.checkVisibility()).every((one) => one.dataset.drawn === "true"));
      const { places, outside, empty, wide } = await page.evaluate(() => {
        // A folded part has no place.
        const top = (all) => Math.min(...[...document.querySelectorAll(all)].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top));
        const charts = [...document.querySelectorAll(".chart")].filter((one) => one.checkVisibility());
        const leaves = (card, { left, right }) => left < card.left || right > card.right;
        return {
          places: [top("h1"), top(".key"), top(".worlds-plot, .gantt-stage, .plot svg")],
          outside: charts.flatMap((chart) => [...chart.querySelectorAll(".plot text")].filter((text) => leaves(chart.getBoundingClientRect(), text.getBoundingClientRect())).map((text) => `${chart.dataset.key}: ${text.textContent}`)),
          empty: charts.filter((chart) => chart.querySelectorAll(".plot svg :is(rect, path, circle, line)").length < 6).map(({ dataset }) => dataset.key),
          wide: document.documentElement.scrollWidth - innerWidth,
        };
      });
      const [headline, keys, picture] = places;
      assert.ok(headline > 0 && headline < keys && keys < picture && picture + 200 <= height, `${preset}: ${places}`);
      assert.deepEqual([outside, empty], [[], []], preset);
      assert.ok(wide <= 0, preset);
    }
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("a link whose values do not go together shows its preset's result, and the field says what to choose", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=bursts-replicate&processors=8&copies=3`);
  await page.locator(".worlds-plot").waitFor();
  assert.match(await page.locator('.field[data-name="copies"] .problem').textContent(), /3 does not divide 8: choose 1, 2, 4 or 8/);
  await page.getByText("Copies of each job: 3 does not divide 8: choose 1, 2, 4 or 8.").waitFor();
  assert.equal(await page.locator("#status").count(), 0);
  assert.deepEqual(trouble, []);
  await close();
});

test("on a phone what concerns the whole page is a menu", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width: 390, height: 844 } });
  await open(page, shop.site.url + short("peaks-replicate"));
  assert.equal(await page.locator("#undo").isVisible(), false);
  await page.locator("#menu").click();
  for (const name of ["Undo", "Redo", "Open scenario", "Save scenario"]) {
    await page.getByRole("button", { name, exact: true }).waitFor();
  }
  assert.deepEqual(await broken(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#undo").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "menu");
  await page.locator("#menu").click();
  await page.locator("#tools nav a", { hasText: "Divisible" }).click();
  await page.locator('.key[data-name="scheduler"]').waitFor();
  assert.equal(await page.locator("#tools").isVisible(), false);
  assert.deepEqual(trouble, []);
  await close();
});

test("the skip link leads to the result without touching the address", async () => {
  const { page, close } = await shop.visitor({ newcomer: true });
  await open(page, shop.site.url + short("peaks-replicate"));
  const address = page.url();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  assert.equal(page.url(), address);
  await close();
});

test("on paper tables have all their columns, and key parameters stand in one line", async () => {
  const { page, close } = await shop.visitor({ viewport: { width: 701, height: 1000 } });
  await open(page, `${shop.site.url}#p=bursts-replicate`);
  await unfold(page, "main");
  await page.emulateMedia({ media: "print" });
  const wide = await page.locator(".table .scroll").evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  assert.ok(wide.length > 0 && wide.every((over) => over <= 0), wide.join());
  const tops = await page.locator(".key .key-title").evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  assert.equal(new Set(tops).size, 1, tops.join());
  await close();
});
