// The lanes of the schedule: sorted, folded, connected by arrows, held against bounds.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, open, painted, short, workshop } from "./page.mjs";

let shop, page, trouble;

// Every change that these tests wait for comes within a frame or two.
const SOON = 10_000;

before(async () => {
  shop = await workshop();
  ({ page, trouble } = await shop.visitor({ reducedMotion: "reduce" }));
  page.setDefaultTimeout(SOON);
  await open(page, shop.site.url + short("bursts-replicate", { processors: 8 }));
  await painted(page, ".gantt-canvas");
});
after(() => shop?.close());

const canvas = () => page.locator(".gantt-canvas");
const view = () => page.getByRole("button", { name: "View", exact: true });
const picturesDiffer = async (act) => {
  const read = () => canvas().evaluate((canvas) => canvas.toDataURL());
  const before = await read();
  await act();
  await page.waitForFunction((before) => document.querySelector(".gantt-canvas").toDataURL() !== before, before);
};

/** The lanes from the top, as somebody hears them who walks down through the spans. */
async function lanes() {
  // Something is selected and let go, so that the text is known to be of now.
  await canvas().focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => document.querySelector('.gantt > p[aria-live="polite"]').textContent.endsWith(" long."));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector('.gantt > p[aria-live="polite"]').textContent === "Nothing is selected.");
  const said = page.locator('.gantt > p[aria-live="polite"]');
  const names = [];
  for (let step = 0; step < 8; step++) {
    const before = await said.textContent();
    await page.keyboard.press(step === 0 ? "Shift+ArrowRight" : "Shift+ArrowDown");
    await page.waitForFunction((before) => document.querySelector('.gantt > p[aria-live="polite"]').textContent !== before, before);
    names.push((await said.textContent()).split(",")[0]);
  }
  await page.keyboard.press("Escape");
  return names;
}

test("lanes are sorted by name, utilisation or finish, either way, and stay in their groups", async () => {
  const given = await lanes();
  assert.equal(given.length, 8);
  await view().click();
  const orders = new Map([["as given", given]]);
  for (const key of ["name", "utilisation", "finish"]) {
    await page.getByLabel(key, { exact: true }).check();
    orders.set(key, await lanes());
    assert.deepEqual([...orders.get(key)].sort(), [...given].sort());
  }
  const pairs = (names) => names.flatMap((name, place) => (place % 2 ? [[names[place - 1], name].sort().join(" ")] : []));
  for (const names of orders.values()) assert.deepEqual(pairs(names).sort(), pairs(given).sort(), "groups of two stay together");
  const number = (name) => Number(name.match(/\d+/)[0]);
  const byName = orders.get("name");
  for (let place = 0; place < 8; place += 2) assert.ok(number(byName[place]) < number(byName[place + 1]));
  await page.getByLabel("name", { exact: true }).check();
  await page.getByLabel("Reverse order").check();
  assert.deepEqual(await lanes(), [...byName].reverse());
  await page.getByLabel("Reverse order").uncheck();
  await page.getByLabel("as given", { exact: true }).check();
  assert.deepEqual(await lanes(), given);
  await view().click();
});

test("groups fold into one row each, by pointer, by key and from the panel", async () => {
  const height = () => canvas().evaluate((canvas) => canvas.clientHeight);
  const all = await height();
  const box = await canvas().boundingBox();
  await canvas().click({ position: { x: 30, y: 25 } });
  await page.waitForFunction((all) => document.querySelector(".gantt-canvas").clientHeight < all, all);
  await page.locator('.gantt > p[aria-live="polite"]').filter({ hasText: "1 of 4 groups folded." }).waitFor({ state: "attached" });
  await canvas().click({ position: { x: 30, y: 25 } });
  await page.waitForFunction((all) => document.querySelector(".gantt-canvas").clientHeight === all, all);
  await canvas().focus();
  await page.keyboard.press("g");
  await page.waitForFunction((all) => document.querySelector(".gantt-canvas").clientHeight < all * 0.7, all);
  // Spans in a folded group are still found, each in its strip.
  await canvas().hover({ position: { x: box.width / 2, y: 25 } });
  await page.locator(".gantt-tip").waitFor();
  await view().click();
  await page.getByRole("button", { name: "Unfold all" }).click();
  await page.waitForFunction((all) => document.querySelector(".gantt-canvas").clientHeight === all, all);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "View", "Escape leads back to the button");
});

test("arrows, the slowest lane and bounds are switched on and off", async () => {
  await view().click();
  await picturesDiffer(() => page.getByLabel(/^All arrows/).check());
  await picturesDiffer(() => page.getByLabel("Lanes that all others wait for").check());
  await canvas().focus();
  await page.keyboard.press("0");
  await picturesDiffer(async () => {
    await page.getByLabel("Bounds on the makespan").uncheck();
  });
  await page.getByLabel("Bounds on the makespan").check();
  assert.deepEqual(await broken(page), []);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByLabel(/^All arrows/).uncheck();
  await page.getByLabel("Lanes that all others wait for").uncheck();
  await view().click();
});

test("a span that is pointed at shows its own arrows only", async () => {
  // A message that kills a copy has an arrow; waiting has none. Both frames are drawn, so compare the pixels between the lanes.
  await canvas().focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  let said = "";
  for (let step = 0; step < 30 && !said.includes("finalize message"); step++) {
    await page.keyboard.press(step % 8 === 7 ? "Shift+ArrowDown" : "Shift+ArrowRight");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    said = await page.locator('.gantt > p[aria-live="polite"]').textContent();
  }
  assert.match(said, /finalize message/);
  await page.keyboard.press("Escape");
});

test("nothing went wrong meanwhile", () => assert.deepEqual(trouble, []));
