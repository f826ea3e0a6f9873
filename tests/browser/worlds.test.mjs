// The same work in several schedules: two worlds, variants that are compared, by pointer, by keys, in a link, in a figure elsewhere.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, change, open, short, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const card = (page) => page.locator("section.worlds");
const said = (page) => page.locator(".worlds-said").textContent();
const range = (page) => page.locator(".worlds-range").textContent();
const button = (page, name) => card(page).getByRole("button", { name });

// Copies of a job use up the runtimes of their nodes: both worlds begin at the same moment.
for (const [preset, title] of [
  ["bursts-replicate", /^\d+\siterations from the same moment without and with$/],
  ["stream-adapts", /^The same .*MB without and with$/],
  ["shared-forecasts", /^The same .*iterations without and with$/],
]) {
  test(`${preset} opens with two worlds, and says why one is ahead`, async () => {
    const { page, trouble, close } = await shop.visitor();
    await open(page, `${shop.site.url}#p=${preset}`);
    assert.match(await page.locator(".worlds-title").textContent(), title);
    assert.equal(await page.locator(".world-title").count(), 2);
    assert.match(await page.locator(".worlds-gained").textContent(), /^(Gained|Lost) /);
    const caption = await said(page);
    await button(page, "Next reason").click();
    await page.locator(".world-cursor").first().waitFor();
    assert.notEqual(await said(page), caption);
    // The counter says both how it stands and how it ends.
    const counters = [];
    for (let step = 0; step < 12 && (await button(page, "Next reason").getAttribute("aria-disabled")) === null; step++) {
      counters.push(await page.locator(".worlds-gained").textContent());
      await button(page, "Next reason").click();
    }
    assert.ok(counters.some((text) => / at the end$/.test(text)), counters.join());
    assert.deepEqual(await broken(page), []);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("by keys alone one goes from span to span, keeps what is told, lets go, and moves through the run", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("bursts-replicate"));
  const caption = await said(page);
  await page.locator(".worlds-plot").focus();
  await page.keyboard.press("ArrowRight");
  const first = await said(page);
  assert.match(first, /^\S.*: .*\d/);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await said(page), first);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".chosen.pinned").waitFor();
  const kept = await said(page);
  // The pointer takes nothing away of the kept text.
  await page.locator(".world-row").last().hover();
  assert.equal(await said(page), kept);
  await page.locator(".worlds-plot").focus();
  await page.keyboard.press("Escape");
  await page.waitForFunction((caption) => document.querySelector(".worlds-said").textContent === caption, caption);
  const before = await range(page);
  await button(page, "Other parts and files").click();
  await card(page).getByRole("slider", { name: "Part of the run" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((before) => document.querySelector(".worlds-range").textContent !== before, before);
  assert.deepEqual(trouble, []);
  await close();
});

test("what is seen and the reason that is read are in the link that is copied", async () => {
  const { page, context, trouble, close } = await shop.visitor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, shop.site.url + short("bursts-replicate"));
  await button(page, "Other parts and files").click();
  await button(page, "Later").click();
  await button(page, "Next reason").click();
  await button(page, "Next reason").click();
  const [seen, why] = [await range(page), await said(page)];
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.locator("dialog.share").getByRole("button", { name: "Copy", exact: true }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("#"));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const other = await shop.visitor();
  await open(other.page, copied);
  await other.page.waitForFunction((seen) => document.querySelector(".worlds-range").textContent === seen, seen);
  await other.page.waitForFunction((why) => document.querySelector(".worlds-said").textContent === why, why);
  assert.deepEqual(other.trouble, []);
  assert.deepEqual(trouble, []);
  await other.close();
  await close();
});

test("variants stand in one card, aligned by their work, and what is seen stays when they come and go", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("bursts-replicate"));
  await change(page, () => page.getByRole("radio", { name: "Compare" }).check());
  assert.deepEqual(
    await page.locator(".world-title").evaluateAll((all) => all.map((one) => one.firstChild.textContent)),
    ["Replicate", "Equal", "Dynamic"],
  );
  assert.match(await page.locator(".worlds-title").textContent(), /^\d+\siterations from the same moment in 3\sschedules$/);
  // One axis, one cursor, one Play.
  assert.equal(await card(page).locator(".axis").count(), 1);
  assert.equal(await button(page, "Play").count(), 1);
  await button(page, "Play").click();
  await page.waitForFunction(() => document.querySelectorAll(".world-cursor").length === 3);
  await button(page, "Stop").click();
  assert.deepEqual(await broken(page), []);
  await change(page, () => page.getByRole("radio", { name: "One" }).check());
  assert.equal(await page.locator(".world-title").count(), 2);
  assert.deepEqual(trouble, []);
  await close();
});

test("what is said of another part is about that part", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("bursts-replicate"));
  const caption = await said(page);
  await button(page, "Other parts and files").click();
  await button(page, "Later").click();
  await page.waitForFunction((caption) => document.querySelector(".worlds-said").textContent !== caption, caption);
  const seconds = (text) => Number(/([\d.]+)\ss$/.exec(text)[1]);
  const [without, within] = (await page.locator(".world-title span").allTextContents()).map(seconds);
  const [, gain, how] = /of the first run: ([\d.]+) times as (fast|long)\.$/.exec(await said(page)) ?? [undefined, 1, "fast"];
  const seen = how === "fast" ? without / within : within / without;
  assert.ok(Math.abs(seen - Number(gain)) < 0.02, `${gain} times as ${how}: ${without} s and ${within} s`);
  await button(page, "Earlier").click();
  await page.waitForFunction((caption) => document.querySelector(".worlds-said").textContent === caption, caption);
  assert.deepEqual(trouble, []);
  await close();
});

test("variants open with the part that shows their headline, but a part that somebody chose stays", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=bursts-replicate`);
  await button(page, "Next reason").click();
  await change(page, () => page.getByRole("radio", { name: "Compare" }).check());
  const other = await shop.visitor();
  await open(other.page, page.url());
  const told = (page) => page.locator(".world-title, .worlds-range, .worlds-gained, .worlds-said").allTextContents();
  assert.deepEqual(await told(page), await told(other.page));
  // The line of a variant that is earlier ends where the first one ends.
  const lines = await page.locator(".gap line").evaluateAll((all) => all.map((one) => one.getAttribute("x2")));
  assert.ok(lines.every((x2) => x2 !== "100.00%") || /^First: Replicate/.test((await told(page)).join()), lines.join());
  await other.close();
  await change(page, () => page.getByRole("radio", { name: "One" }).check());
  await button(page, "Other parts and files").click();
  const before = await range(page);
  await button(page, "Later").click();
  await page.waitForFunction((before) => document.querySelector(".worlds-range").textContent !== before, before);
  const chosen = await range(page);
  await change(page, () => page.getByRole("radio", { name: "Compare" }).check());
  assert.equal(await range(page), chosen);
  assert.deepEqual(trouble, []);
  await close();
});

test("four copies are drawn as two are: each with its pattern, edge and number", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true });
  await open(page, `${shop.site.url}#p=bursts-replicate`);
  await change(page, () => page.locator('.key[data-name="copies"]').getByRole("radio", { name: "4" }).check());
  // Merged spans are in paths: nothing wider than some pixels.
  const widest = await page.locator(".world-row path").evaluateAll((all) => Math.max(0, ...all.flatMap((path) => [...path.getAttribute("d").matchAll(/M([\d.]+) [\d.]+H([\d.]+)/g)].map(([, from, to]) => to - from))));
  assert.ok(widest <= 8, `${widest} thousandths of the width are merged`);
  assert.ok((await page.locator('.world-row g[stroke-dasharray] rect').count()) > 20, "killed copies have a dashed edge");
  assert.ok((await page.locator(".world-row text").count()) > 20);
  assert.deepEqual(trouble, []);
  await close();
});

test("a figure elsewhere has the card as a part", async () => {
  const { page, trouble, close } = await shop.visitor();
  const [address, fragment] = [shop.site.url, short("bursts-replicate")];
  await page.goto(`${address}?embed=1&show=worlds${fragment}`);
  await page.locator(".worlds-plot").waitFor();
  assert.equal(await page.locator(".gantt-canvas").count(), 0);
  assert.equal(await page.locator(".world-title").count(), 2);
  assert.deepEqual(trouble, []);
  await close();
});

test("enlarged to 200 %, the lanes of compared variants are as high as their names", async () => {
  const { page, close } = await shop.visitor({ newcomer: true, viewport: { width: 720, height: 450 } });
  await open(page, `${shop.site.url}${short("bursts-replicate", { processors: 8 })}`);
  await page.locator("#sheet").click();
  await change(page, () => page.getByRole("radio", { name: "Compare" }).check());
  const lanes = await page.locator(".worlds .names li").evaluateAll((all) => all.filter((name) => name.checkVisibility()).map((name) => [name.getBoundingClientRect().height, parseFloat(getComputedStyle(name).fontSize)]));
  assert.ok(lanes.length > 8 && lanes.every(([high, size]) => high >= size), JSON.stringify(lanes));
  await close();
});
