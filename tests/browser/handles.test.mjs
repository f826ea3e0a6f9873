// Lines of charts that set a parameter: dragged by mouse and finger, and moved by keys; and the other handles of a picture.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { change, open, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

/** The handles in the opening pictures of laboratories. */
const HELD = [
  ["slow-link", "least", "ArrowUp"],
  ["stream-adapts", "target", "ArrowDown"],
  ["migration", "signal_delay", "ArrowRight"],
  ["preemptions", "more", "ArrowRight"],
];
const handle = (page, name) => page.locator(`.charts.opening .chart-handle[data-name="${name}"]`);
const field = (page, name) => page.locator(`#p-${name}`).inputValue();

for (const [preset, name, key] of HELD) {
  test(`${preset}: the line of “${name}” is moved by keys, keeps the focus, and Undo puts it back`, async () => {
    const { page, trouble, close } = await shop.visitor();
    await open(page, `${shop.site.url}#p=${preset}`);
    const line = handle(page, name);
    await line.waitFor();
    await line.evaluate((element) => (element.mine = true));
    const before = await field(page, name);
    const place = Number(await line.getAttribute("aria-valuenow"));
    await line.focus();
    await change(page, () => page.keyboard.press(key));
    assert.notEqual(await field(page, name), before);
    assert.equal(Number(await line.getAttribute("aria-valuenow")), place + (key === "ArrowDown" ? -1 : 1));
    assert.ok((await line.getAttribute("aria-valuetext")).startsWith(await field(page, name)));
    assert.ok(await line.evaluate((element) => element.mine && element === document.activeElement), "the same element has the focus");
    await change(page, () => page.keyboard.press("Control+z"));
    assert.equal(await field(page, name), before);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("a line is dragged by the mouse, and the value is the one where it was let go", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=slow-link`);
  const line = handle(page, "most");
  await line.waitFor();
  const box = await line.boundingBox();
  const low = await handle(page, "least").boundingBox();
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // A quarter of the way to the lower threshold: from .5 to .45.
  const to = y + (low.y - box.y) / 4;
  await change(page, () => page.mouse.move(x, to, { steps: 4 }));
  await page.mouse.up();
  assert.equal(await field(page, "most"), "0.45");
  // The scale may be another one now: the line stands at its own number, between the numbers beside it.
  const shown = await page.locator('.chart[data-key="wae"] svg [aria-label="y-axis tick label"] text').evaluateAll((texts) =>
    texts.map((text) => [Number(text.textContent), text.getBoundingClientRect()]).map(([number, { y, height }]) => [number, y + height / 2]),
  );
  const [[lower, below], [upper, above]] = [shown[0], shown.at(-1)];
  const there = await line.boundingBox();
  const expected = below + ((45 - lower) / (upper - lower)) * (above - below);
  assert.ok(Math.abs(there.y + there.height / 2 - expected) < 3, `${there.y + there.height / 2} ${expected}`);
  assert.deepEqual(trouble, []);
  await close();
});

test("a line is dragged by a finger on a phone, and its picture stays where it is", async () => {
  const { page, context, trouble, close } = await shop.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await open(page, `${shop.site.url}#p=stream-adapts`);
  const line = handle(page, "target");
  await line.scrollIntoViewIfNeeded();
  const before = await field(page, "target");
  // The parts above may become shorter meanwhile: the page then scrolls with it, and nothing is seen to move.
  const top = () => line.evaluate((element) => element.closest(".chart").getBoundingClientRect().top);
  const stood = await top();
  const { x, y, height } = await line.boundingBox();
  const client = await (context ?? page.context()).newCDPSession(page);
  const touch = (type, at) => client.send("Input.dispatchTouchEvent", { type, touchPoints: at === null ? [] : [{ x: x + 60, y: at }] });
  const middle = y + height / 2;
  await touch("touchStart", middle);
  await change(page, async () => {
    for (let step = 1; step <= 5; step++) await touch("touchMove", middle - 8 * step);
  });
  await touch("touchEnd", null);
  assert.notEqual(await field(page, "target"), before);
  assert.ok(Math.abs((await top()) - stood) < 2, `${stood} ${await top()}`);
  assert.deepEqual(trouble, []);
  await close();
});

test("an island is cut, loaded and given back what it had by presses", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=slow-link`);
  const map = page.locator('.chart[data-key="map"] .plot');
  await map.locator("svg text", { hasText: /^cluster 2$/ }).waitFor();
  await map.focus();
  const said = map.getByRole("status");
  // Backbone, then clusters 0, 1 and 2.
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  const acts = [/^cluster 2.*Load cluster 2 instead/, /^cluster 2.*Give cluster 2 its own link and speed again$/, /^cluster 2.*Slow the link of cluster 2 down to 100.kB\/s from .* on$/];
  for (const [turn, act] of acts.entries()) {
    assert.match(await said.textContent(), act);
    if (turn < 2) await change(page, () => page.keyboard.press("Enter"));
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("an opponent crashes the next computer, a press on a bar shows its strategy or predictor", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=recovery`);
  await change(page, () => page.locator(".offers button", { hasText: "opponent" }).click());
  assert.match(await page.locator("h1").first().textContent(), /^Five crashes/);
  await open(page, `${shop.site.url}#p=shared-forecasts`);
  const ranking = page.locator('.charts.opening .chart[data-key="ranking"] .plot');
  await ranking.locator("svg").waitFor();
  await ranking.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const said = await ranking.getByRole("status").textContent();
  const [, predictor] = /Predict with (.*)$/.exec(said) ?? [];
  assert.ok(predictor, said);
  await change(page, () => page.keyboard.press("Enter"));
  assert.ok((await page.locator("#p-predictor").evaluate((select) => select.selectedOptions[0].textContent)).length > 0);
  assert.doesNotMatch(await ranking.getByRole("status").textContent(), /Predict with/);
  assert.deepEqual(trouble, []);
  await close();
});

test("the third skip link leads to the gallery, the lessons and the laboratories", async () => {
  const { page, close } = await shop.visitor();
  for (const [fragment, bar] of [["#p=quiet-equal", ["to-gallery", "learn"]], ["", []]]) {
    await page.goto("about:blank");
    await open(page, shop.site.url + fragment);
    const focused = (of) => page.evaluate((of) => document.activeElement[of], of);
    for (const name of ["Skip to the result", "Skip to the parameters", "Skip to the gallery and the laboratories"]) {
      await page.keyboard.press("Tab");
      assert.equal(await focused("textContent"), name);
    }
    await page.keyboard.press("Enter");
    for (const id of bar) {
      assert.equal(await focused("id"), id);
      await page.keyboard.press("Tab");
    }
    assert.equal(await page.evaluate(() => document.activeElement.closest("nav")?.getAttribute("aria-label")), "Laboratories");
  }
  await close();
});

test("a new visitor has three doors: lessons, larger effects and printed figures", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true });
  for (const [door, where] of [["Learn in lessons", "lesson/"], ["Reproduce printed figures", "reproduce/"]]) {
    await open(page, shop.site.url);
    await page.getByRole("link", { name: door }).click();
    await page.waitForURL(`${shop.site.url}${where}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await open(page, shop.site.url);
  // The bar keeps its places, so that nothing moves under the pointer.
  const places = () => page.locator(".top :is(#to-gallery, #learn, nav > *)").evaluateAll((all) => all.map((one) => `${one.textContent} ${one.offsetLeft}`));
  const before = await places();
  const seen = () => page.locator(":is(#to-gallery, #learn):visible").count();
  assert.equal(await seen(), 0);
  await page.getByRole("button", { name: "Play with larger effects" }).click();
  await change(page, () => page.locator(".starter input").nth(1).check());
  assert.equal(await page.locator("#door-reproduce").count(), 1);
  // Who goes further has no doors.
  await change(page, () => page.locator("#gallery .stamp:not([aria-current])").first().click());
  assert.equal(await page.locator(".doors").count(), 0);
  assert.deepEqual([await places(), await seen()], [before, 2]);
  assert.deepEqual(trouble, []);
  await close();
});

test("on a phone two worlds say how many lanes they show, and which", async () => {
  const { page, close } = await shop.visitor({ viewport: { width: 390, height: 844 } });
  await open(page, `${shop.site.url}#p=recovery`);
  assert.match(await page.locator(".worlds-fewer").textContent(), /^The 6 lanes that matter most, of 12\.$/);
  const shown = await page.locator(".worlds .names").first().locator("li:visible").allTextContents();
  // The headline speaks of the computers that are down.
  assert.deepEqual(shown, [0, 1, 2, 3, 4, 5].map((one) => `computer ${one}`));
  await close();
});
