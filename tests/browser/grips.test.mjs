// Dots of charts that set a number: the next value of a series, the speed of a worker; by mouse, finger and keys.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { change, open, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

/** A series and few runs, so that each forecast is answered at once. */
const FORECASTS = "#p=shared-forecasts&runs=2&entrants=2";
const grips = (page) => page.locator(".charts.opening .chart-grip");
const headline = (page) => page.locator("h1").first().textContent();
const fieldOf = (page, name) => page.locator(`#p-${name}`).inputValue();

test("the next value is drawn by keys: Enter shows it, with the score; the focus stays, and Undo hides it again", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}${FORECASTS}`);
  const dot = grips(page);
  await dot.waitFor();
  assert.equal(await dot.getAttribute("role"), "slider");
  assert.equal(await dot.getAttribute("aria-label"), "Your forecast of job 121");
  const chart = page.locator('.charts.opening .chart[data-key="guess"] figcaption');
  assert.equal(await chart.locator("h2").textContent(), "How long will job 121 take?");
  assert.match(await chart.locator(".chart-measure").textContent(), / · drag the dot$/);
  await dot.evaluate((element) => (element.mine = true));
  const first = await headline(page);
  await dot.focus();
  const place = Number(await dot.getAttribute("aria-valuenow"));
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowUp");
  assert.equal(Number(await dot.getAttribute("aria-valuenow")), place + 3);
  assert.equal(await headline(page), first, "nothing is told before the answer is given");
  await change(page, () => page.keyboard.press("Enter"));
  assert.match(await headline(page), /^Over 1\svalue, you are off by .+ on average, .*DES.* by .+, .*NWS.* by .+ and .*AR.* by /);
  assert.ok(await dot.evaluate((element) => element.mine && element === document.activeElement), "the same element has the focus");
  assert.equal(await dot.getAttribute("aria-label"), "Your forecast of job 122");
  await page.locator('.charts.opening .chart[data-key="score"] svg').waitFor();
  await change(page, () => page.keyboard.press("Enter"));
  assert.match(await headline(page), /^Over 2\svalues, /);
  await change(page, () => page.keyboard.press("Control+z"));
  assert.match(await headline(page), /^Over 1\svalue, /);
  await change(page, () => page.locator(".offers button", { hasText: "Begin your forecasts again" }).click());
  assert.equal(await headline(page), first);
  assert.deepEqual(trouble, []);
  await close();
});

test("the next value is drawn by the mouse, where it is let go", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}${FORECASTS}`);
  const dot = grips(page);
  await dot.waitFor();
  const { x, y, width, height } = await dot.boundingBox();
  await page.mouse.move(x + width / 2, y + height - 4);
  await page.mouse.down();
  assert.ok(Number(await dot.getAttribute("aria-valuenow")) < 5, "it goes where it is pressed");
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  const said = await dot.getAttribute("aria-valuetext");
  await change(page, () => page.mouse.up());
  assert.match(await headline(page), /^Over 1\svalue, /);
  // The dot of the answer is read out with the number at which it was let go.
  const plot = page.locator('.charts.opening .chart[data-key="guess"] .plot');
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.match(await plot.getByRole("status").textContent(), new RegExp(`^you: .*${said.replaceAll(".", "\\.")}$`));
  assert.deepEqual(trouble, []);
  await close();
});

test("the next value is drawn by a finger on a phone, and the page does not scroll", async () => {
  const { page, context, trouble, close } = await shop.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await open(page, `${shop.site.url}${FORECASTS}`);
  const dot = grips(page);
  await dot.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  const { x, y, width, height } = await dot.boundingBox();
  assert.ok(width >= 44, `${width}`);
  const client = await (context ?? page.context()).newCDPSession(page);
  const touch = (type, at) => client.send("Input.dispatchTouchEvent", { type, touchPoints: at === null ? [] : [{ x: x + width / 2, y: at }] });
  await touch("touchStart", y + height - 10);
  for (let step = 1; step <= 5; step++) await touch("touchMove", y + height - 10 - 10 * step);
  await change(page, () => touch("touchEnd", null));
  assert.match(await headline(page), /^Over 1\svalue, /);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  assert.deepEqual(trouble, []);
  await close();
});

test("the speed of a worker is bent by keys, and Undo gives it back", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=stream-adapts&runs=2`);
  await grips(page).first().waitFor();
  assert.equal(await grips(page).count(), 4);
  const dot = grips(page).nth(1);
  const name = await dot.getAttribute("data-name");
  const own = page.locator(`.charts.opening .chart-grip[data-name="${name}"]`);
  await own.evaluate((element) => (element.mine = true));
  await own.focus();
  await change(page, () => page.keyboard.press("ArrowDown"));
  assert.equal(await fieldOf(page, "variation"), "steps");
  assert.equal(await fieldOf(page, "varied_worker"), "2");
  assert.equal(await grips(page).count(), 1);
  await change(page, () => page.keyboard.press("PageDown"));
  assert.ok(await own.evaluate((element) => element.mine && element === document.activeElement), "the same element has the focus");
  await page.evaluate(() => document.activeElement.blur());
  for (let step = 0; step < 2; step++) await change(page, () => page.keyboard.press("Control+z"));
  assert.equal(await fieldOf(page, "variation"), "constant");
  assert.equal(await grips(page).count(), 4);
  assert.deepEqual(trouble, []);
  await close();
});

test("dots on several lines have the lines' names, which keep apart, or none where there is no room", async () => {
  for (const [link, width, names, least] of [
    ["#p=stream-adapts&runs=2", 1440, /^w\d$/, 4],
    ["#p=bursts-replicate&runs=2", 1440, /^node \d+$/, 8],
    ["#p=bursts-replicate&runs=2", 390, /^(node \d+)?$/, 8],
  ]) {
    const { page, close } = await shop.visitor({ viewport: { width, height: 900 } });
    await open(page, `${shop.site.url}${link}`);
    await grips(page).first().waitFor();
    const told = await grips(page).evaluateAll((all) =>
      all.map((one) => {
        const { label } = one.dataset;
        const { left, right, top } = one.getBoundingClientRect();
        return { label, below: one.classList.contains("named-below"), at: (left + right) / 2, top, named: one.ariaLabel.includes(label) };
      }),
    );
    assert.ok(told.length >= least && told.every(({ label, named }) => names.test(label) && named), JSON.stringify(told));
    for (const below of [true, false]) {
      const row = told.filter((one) => one.below === below && one.label).toSorted((a, b) => a.at - b.at);
      for (const [i, one] of row.slice(1).entries()) assert.ok(one.at - row[i].at >= 6 * one.label.length, JSON.stringify(row));
    }
    await close();
  }
});

test("the speed of a worker is bent by the mouse, and the dot stays under it", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=stream-adapts&runs=2`);
  await grips(page).first().waitFor();
  const fastest = grips(page).nth(0);
  const name = await fastest.getAttribute("data-name");
  const own = page.locator(`.charts.opening .chart-grip[data-name="${name}"]`);
  const { x, y, width, height } = await own.boundingBox();
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  const before = Number(await own.getAttribute("aria-valuenow"));
  await change(page, () => page.mouse.move(left, top + 30, { steps: 6 }));
  await page.mouse.up();
  assert.equal(await fieldOf(page, "variation"), "steps");
  assert.ok(Number(await own.getAttribute("aria-valuenow")) < before);
  assert.deepEqual(trouble, []);
  await close();
});
