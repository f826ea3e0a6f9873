// A figure within somebody else's page, from another site: the parts that its author picked, and a reader's use of it.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { PATIENCE, dist, link, painted, short } from "./page.mjs";
import { broken, command, figure, print, preset, university } from "./lecture.mjs";

let place;

before(async () => {
  place = await university();
});
after(() => place?.close());

for (const [colorScheme, width] of [["light", 1440], ["dark", 360]]) {
  test(`a lecture with three figures from another site, ${colorScheme}, ${width} px`, async () => {
    const mine = await place.own();
    const { page, close, trouble } = await place.visit(
      `${place.script}
      <p>A preset.</p><makespan-figure loading="eager" ${preset("bursts-replicate")}></makespan-figure>
      <p>Two free parameters.</p>
      <makespan-figure loading="eager" ${preset("peaks-replicate", { processors: 8 })} show="controls,gantt,chart:speedup" params="copies,processors"></makespan-figure>
      <p>Traces in the link.</p><makespan-figure loading="eager" link="${mine.link}" show="headline,gantt"></makespan-figure>`,
      { colorScheme, viewport: { width, height: 800 }, hasTouch: width < 400 },
    );
    const [first, second, third] = [await figure(page, 0), await figure(page, 1), await figure(page, 2)];
    assert.equal(await print(first), (await command(short("bursts-replicate"))).fingerprint);
    assert.equal(await print(third), mine.fingerprint);
    for (const frame of [first, second, third]) {
      assert.deepEqual(await broken(frame), []);
      assert.deepEqual(await frame.locator("header, aside, #share, #preset, .gallery").count(), 0, "there is no chrome");
      const { inner, outer } = await frame.evaluate(() => ({ inner: document.documentElement.scrollWidth, outer: innerWidth }));
      assert.ok(inner <= outer, `${inner} px in a frame of ${outer}`);
    }
    assert.deepEqual(await broken(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    // Only the parameters and parts that the author picked, in that order.
    assert.deepEqual(await second.locator(".field").evaluateAll((all) => all.map(({ dataset }) => dataset.name)), ["copies", "processors"]);
    assert.equal(await first.locator(".field").count(), 0);
    assert.equal(await second.locator("h1:not(.unseen)").count(), 0);
    const order = await second.locator(".form, .gantt-canvas, figure.chart").evaluateAll((all) => all.map(({ className }) => className.split(" ").at(-1)));
    assert.deepEqual(order, ["form", "gantt-canvas", "chart"]);
    // A frame is as high as its figure, once all of it is there.
    await page.locator("iframe").nth(1).scrollIntoViewIfNeeded();
    await second.locator('figure.chart[data-drawn="true"]').waitFor();
    for (const [n, frame] of [first, second, third].entries()) {
      const outer = () => page.locator("iframe").nth(n).evaluate(({ clientHeight }) => clientHeight);
      const inner = () => frame.evaluate(() => Math.ceil(document.querySelector("main").getBoundingClientRect().height));
      const end = Date.now() + PATIENCE;
      while ((await outer()) !== (await inner())) assert.ok(Date.now() < end, `${await outer()} px for ${await inner()}`);
    }
    // A part out of sight is not drawn.
    await page.setViewportSize({ width, height: width < 400 ? 5200 : 3100 });
    for (const frame of [first, second, third]) await painted(frame, ".gantt-canvas");
    // A figure whose author names no parts shows the cause.
    assert.equal(await first.locator(".worlds-plot").count(), 1);
    assert.deepEqual(await Promise.all([second, third].map((frame) => frame.locator(".worlds").count())), [0, 0]);
    assert.deepEqual(trouble(), []);
    await close();
  });
}

test("a reader changes a parameter by keys, goes back to the author's value, and opens the whole page", async () => {
  const { page, close, context, trouble } = await place.visit(
    `${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate", { processors: 8 })} show="controls,headline,gantt" params="copies" theme="light"></makespan-figure>`,
  );
  const frame = await figure(page);
  const before = await print(frame);
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    if (await frame.evaluate(() => document.activeElement?.id === "p-copies")) break;
  }
  assert.equal(await frame.evaluate(() => document.activeElement.id), "p-copies");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("4");
  await frame.waitForFunction((before) => document.querySelector('main[data-phase="done"]')?.dataset.fingerprint !== before, before);
  assert.equal((await page.evaluate(() => document.querySelector("makespan-figure").result)).fingerprint, await print(frame));
  const [whole] = await Promise.all([context.waitForEvent("page"), frame.locator("#open").click()]);
  await whole.locator('main[data-phase="done"]').waitFor();
  assert.equal(await whole.locator("#p-copies").inputValue(), "4");
  assert.equal(await whole.locator("#fingerprint").textContent(), await print(frame));
  assert.equal(await whole.evaluate(() => opener), null);
  assert.equal(new URL(whole.url()).search, "");
  await whole.close();
  await frame.getByRole("button", { name: /^Reset/ }).click();
  await frame.waitForFunction((before) => document.querySelector('main[data-phase="done"]')?.dataset.fingerprint === before, before);
  assert.deepEqual(trouble(), []);
  await close();
});

test("a figure is loaded when it comes near, with a stand-in until then", async () => {
  const image = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 4'/%3E";
  const { page, close, trouble } = await place.visit(
    `${place.script}<div style="height: 4000px"></div>
    <makespan-figure id="far" ${preset("quiet-equal")}><img id="stand-in" src="${image}" alt="Equal shares on four processors" width="300" height="200"></makespan-figure>`,
  );
  assert.equal(await page.locator("iframe").count(), 0);
  assert.ok(await page.locator("#stand-in").evaluate((image) => image.getClientRects().length > 0));
  await page.locator("#far").scrollIntoViewIfNeeded();
  await figure(page);
  await page.waitForFunction(() => document.querySelector("#stand-in").getClientRects().length === 0);
  assert.deepEqual(trouble(), []);
  await close();
  const still = await place.visit(`${place.script}<makespan-figure ${preset("quiet-equal")}><img id="stand-in" src="${image}" alt="Equal shares" width="300" height="200"></makespan-figure>`, { javaScriptEnabled: false });
  assert.ok(await still.page.locator("#stand-in").isVisible());
  await still.close();
});

test("without a choice of parts a figure has the schedule, or charts where there is none", async () => {
  const { page, close, trouble } = await place.visit(
    `${place.script}<makespan-figure loading="eager" ${preset("quiet-equal")}></makespan-figure>
    <makespan-figure loading="eager" ${preset("quiet-equal", { topic: "formulas" })}></makespan-figure>`,
  );
  const [run, formulas] = [await figure(page, 0), await figure(page, 1)];
  await run.locator(".gantt-canvas").waitFor();
  assert.equal(await run.locator("figure.chart").count(), 0);
  await formulas.locator("figure.chart").first().waitFor();
  assert.equal(await formulas.locator(".gantt-canvas, .embed-none").count(), 0);
  assert.deepEqual(trouble(), []);
  await close();
});

test("what an author asks for that is not there is named, and the rest is shown", async () => {
  const { page, close } = await place.visit(
    `${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate")} show="gnatt,figures,chart:nonesuch" params="copies,procesors" theme="dusk" lang="de"></makespan-figure>`,
  );
  const frame = await figure(page);
  const text = await frame.locator('.notice[data-topic="embed"]').textContent();
  for (const says of [/gnatt/, /procesors/, /dusk/, /auto, light, dark/]) assert.match(text, says);
  assert.match(await frame.locator(".embed-none").textContent(), /no chart “nonesuch”; there are: /);
  assert.equal(await frame.locator(".merit").count(), 1);
  assert.equal(await frame.evaluate(() => document.documentElement.lang), "en");
  await close();
});

test("a figure that waits for a click runs nothing before", async () => {
  const { page, close, trouble } = await place.visit(
    `${place.script}<makespan-figure loading="eager" run="click" lang="en-GB" ${preset("bursts-replicate")} params="copies"></makespan-figure>`,
  );
  const frame = await figure(page, 0, "waiting");
  assert.equal(await frame.locator(".gantt-canvas").count(), 0);
  assert.deepEqual(await broken(frame), []);
  await frame.locator("#run").click();
  await figure(page);
  assert.equal(await frame.evaluate(() => document.documentElement.lang), "en-GB");
  assert.deepEqual(trouble(), []);
  await close();
});

const bad = {
  "a damaged link": ["#v1.q1bKTcxOLS5IzFOyMqyt", /damaged|not allowed/i],
  "an oversized link": [`#v1.${"A".repeat(200_000)}`, /too long/],
  "a link that unpacks to too much": [`#v1.${deflateRawSync(Buffer.alloc(3e6, 32)).toString("base64url")}`, /unpacks to more than/],
  "a link of a newer version": [link({ makespan: 2, replication: {} }, { deflateRawSync }), /newer version/],
  "a link of another laboratory": [link({ makespan: 1, alchemy: {} }, { deflateRawSync }), /alchemy is no laboratory/],
};
for (const [what, [fragment, says]] of Object.entries(bad)) {
  test(`${what} is named, and the default preset runs`, async () => {
    const { page, close } = await place.visit(`<iframe title="A figure" src="${place.shop.site.url}?embed=1&show=gantt${fragment}" width="800" height="600"></iframe>`);
    const frame = await figure(page);
    const text = await frame.locator('.notice[data-topic="link"]').textContent();
    assert.match(text, says);
    assert.match(text, /first preset/);
    assert.equal(await print(frame), (await command()).fingerprint);
    await close();
  });
}

test("a change of the element's attributes is a change of the figure, and its end ends what was asked", async () => {
  const { page, close, trouble } = await place.visit(
    `${place.script}<makespan-figure loading="eager" theme="light" show="headline" ${preset("bursts-replicate")}></makespan-figure>`,
  );
  const frame = await figure(page);
  const whole = (name, values) => command(short(name, values)).then(({ fingerprint }) => fingerprint);
  const shows = (print) => page.waitForFunction((print) => document.querySelector("makespan-figure").result?.fingerprint === print, print);
  const say = (name, value) => page.locator("makespan-figure").evaluate((figure, [name, value]) => figure.setAttribute(name, value), [name, value]);
  await say("preset", "peaks-replicate");
  await shows(await whole("peaks-replicate"));
  assert.equal(await print(frame), await whole("peaks-replicate"), "in the same frame");
  await say("values", "runs=4&iterations=60&seed=3");
  await shows(await whole("peaks-replicate", { seed: 3 }));
  await say("height", "333");
  assert.equal(await page.locator("iframe").evaluate(({ clientHeight }) => clientHeight), 333);
  await say("theme", "contrast");
  const anew = await figure(page);
  assert.deepEqual(await anew.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.contrast]), ["contrast", "more"]);
  assert.equal(await print(anew), await whole("peaks-replicate", { seed: 3 }));
  const code = await page.locator("makespan-figure").evaluate(async (figure) => {
    const asked = figure.set({ runs: 1000, iterations: 1000, processors: 16 });
    await new Promise((go) => figure.addEventListener("progress", go));
    figure.remove();
    return asked.catch(({ code }) => code);
  });
  assert.equal(code, "gone");
  assert.deepEqual(trouble(), []);
  await close();
});

test("the element's script stays within six kilobytes", async () => {
  const { length } = await readFile(path.join(dist, "makespan-figure.js"));
  assert.ok(length <= 6000, `${length} bytes`);
});
