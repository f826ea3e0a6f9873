// Graphs whose places change the scenario: a ring of computers that crash and are repaired by mouse and keys.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { change, open, workshop } from "./page.mjs";
import { figure, university } from "./lecture.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const ring = (page) => page.locator('.chart[data-key="ring"] .plot');
const headline = (page) => page.locator("h1").first().textContent();

test("computers crash and are repaired by keys alone, and what is read out follows", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=recovery`);
  const said = ring(page).getByRole("status");
  await ring(page).locator("svg").waitFor();
  await ring(page).focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
  assert.match(await said.textContent(), /^5: load 2.*Crash computer 5$/);
  await change(page, () => page.keyboard.press("Enter"));
  assert.match(await headline(page), /^Five crashes/);
  assert.match(await said.textContent(), /^5: .*down.*Repair computer 5$/);
  await change(page, () => page.keyboard.press("Space"));
  assert.match(await headline(page), /^Four crashes/);
  assert.ok(await ring(page).evaluate((plot) => plot === document.activeElement), "the focus stays");
  assert.deepEqual(trouble, []);
  await close();
});

test("a click crashes a computer, and Undo repairs it", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=recovery`);
  const eleven = ring(page).locator("svg text", { hasText: /^11$/ });
  await change(page, () => eleven.click());
  assert.match(await headline(page), /^Five crashes/);
  await change(page, () => page.keyboard.press("Control+z"));
  assert.match(await headline(page), /^Four crashes/);
  assert.deepEqual(trouble, []);
  await close();
});

test("in a figure of another page a computer can be pressed where its author frees the crashes", async (t) => {
  const place = await university();
  t.after(() => place.close());
  const show = 'show="headline,chart:ring"';
  const { page, close, trouble } = await place.visit(
    `${place.script}<makespan-figure loading="eager" preset="recovery" ${show} params="crashed"></makespan-figure>
    <makespan-figure loading="eager" preset="recovery" ${show}></makespan-figure>`,
  );
  const [free, locked] = [await figure(page, 0), await figure(page, 1)];
  await free.locator(".plot[data-opens] svg text", { hasText: /^11$/ }).click();
  await free.locator("h1", { hasText: /^Five crashes/ }).waitFor();
  await locked.locator(".plot svg text", { hasText: /^11$/ }).click();
  assert.equal(await locked.locator(".plot[data-opens]").count(), 0);
  assert.match(await headline(locked), /^Four crashes/);
  assert.deepEqual(trouble(), []);
  await close();
});

test("the words beside the places of a diagram keep off the edges of its card on a phone", async () => {
  const { page, close } = await shop.visitor({ viewport: { width: 390, height: 844 } });
  await page.goto(`${shop.site.url}?embed=1&show=chart:diagram#p=slow-link`);
  const words = page.locator("[data-key=diagram] .plot svg text");
  await words.filter({ hasText: "remove cluster" }).waitFor();
  const near = await words.evaluateAll((all) => {
    const plot = all[0].closest(".plot").getBoundingClientRect();
    const beside = all.filter(({ textContent }) => textContent).map((text) => [text.textContent, text.getBoundingClientRect()]);
    return beside.filter(([, { left, right }]) => left < plot.left + 6 || right > plot.right - 6).map(([text]) => text);
  });
  assert.deepEqual(near, []);
  await close();
});

test("the words of links on the map of clusters lie on no line, no place and no other words", async () => {
  for (const [width, height] of [[1440, 900], [768, 1024], [390, 844]]) {
    const { page, close } = await shop.visitor({ newcomer: true, viewport: { width, height } });
    await open(page, `${shop.site.url}#p=slow-link`);
    await page.locator(".charts.opening .plot .arrow-words").first().waitFor();
    const covered = await page.locator(".charts.opening .plot svg:has(.arrow-words)").evaluate((svg) => {
      const words = [...svg.querySelectorAll(".arrow-words")].map((text) => [text.textContent, text.getBBox()]);
      const others = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBBox()]);
      const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y + 2 < b.y + b.height && b.y + 2 < a.y + a.height;
      const inside = (box, { x, y }) => x > box.x && x < box.x + box.width && y > box.y + 2 && y < box.y + box.height - 2;
      const found = [];
      for (const [text, box] of words) {
        for (const path of svg.querySelectorAll("path")) {
          const length = path.getTotalLength();
          if (Array.from({ length: 41 }, (_, i) => path.getPointAtLength((i * length) / 40)).some((point) => inside(box, point))) found.push(`${text} on a line`);
        }
        for (const circle of svg.querySelectorAll("circle")) if (meet(box, circle.getBBox())) found.push(`${text} on a place`);
        found.push(...others.filter(([, other]) => (other.x !== box.x || other.y !== box.y) && meet(box, other)).map(([other]) => `${text} on ${other}`));
      }
      return { words: words.length, found };
    });
    assert.ok(covered.words >= 5);
    assert.deepEqual(covered.found, [], `at ${width} px`);
    await close();
  }
});

test("the names of places lie on no arrow", async () => {
  const { page, close } = await shop.visitor();
  for (const key of ["diagram", "map"]) {
    await page.goto("about:blank");
    await page.goto(`${shop.site.url}?embed=1&show=chart:${key}#p=slow-link`);
    const svg = page.locator(`[data-key=${key}] .plot svg`);
    await svg.locator("circle").first().waitFor();
    const crossed = await svg.evaluate((svg) => {
      const arrows = [...svg.querySelectorAll('path[fill="none"]')].map((path) => Array.from({ length: 41 }, (_, i) => path.getPointAtLength((i * path.getTotalLength()) / 40)));
      const names = [...svg.querySelectorAll("text:not(.arrow-words)")].map((text) => [text.textContent, text.getBBox()]);
      const inside = ({ x, y, width, height }, point) => point.x > x && point.x < x + width && point.y > y + 2 && point.y < y + height - 2;
      return names.filter(([, box]) => arrows.some((points) => points.some((point) => inside(box, point)))).map(([name]) => name);
    });
    assert.deepEqual(crossed, [], key);
  }
  await close();
});
