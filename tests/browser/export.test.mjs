// The schedule as files, and handed over to Perfetto, whose part a page of these tests plays.
import { after, before, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { broken, open, short, workshop } from "./page.mjs";

const chart = "canvas.gantt-canvas";
const PERFETTO = "https://ui.perfetto.dev";
const stem = "makespan-replication-replicate-seed-5";

let shop, context, page, trouble;

before(async () => {
  shop = await workshop();
  ({ context, page, trouble } = await shop.visitor({ reducedMotion: "reduce", elsewhere: ["ui.perfetto.dev"] }));
});

after(() => shop?.close());

beforeEach(async () => {
  await page.goto("about:blank");
  await open(page, shop.site.url + short("peaks-replicate", { processors: 8, seed: 5 }));
  await page.locator(`${chart}[data-from]`).scrollIntoViewIfNeeded();
});

const said = () => page.locator(".gantt-export-said");

/** From when to when the canvas shows, ms. */
const visible = () => page.locator(chart).evaluate(({ dataset: { from, to } }) => [Number(from), Number(to)]);

/** Opens the panel; with `whole`, for the whole run. */
async function panel(whole = false) {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  if (whole) await page.getByRole("radio", { name: /^The whole run/ }).check();
}

/** Presses a button of the panel and takes the file that comes. */
async function file(button) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("group", { name: "Export" }).getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The rows of a table without quotes, by column. */
function rows({ bytes }) {
  const [names, ...lines] = bytes.toString().trim().split("\n").map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, column) => [names[column], cell])));
}

test("the whole run as a table has every span, and a window's rows are cut to it", async () => {
  await panel(true);
  const all = await file("CSV");
  assert.equal(all.name, `${stem}.csv`);
  const [, spans] = / ([\d\u202f]+) spans/.exec(await page.locator(chart).getAttribute("aria-label"));
  assert.equal(rows(all).length, Number(spans.replaceAll("\u202f", "")));

  await page.getByRole("radio", { name: /^The visible part/ }).check();
  const part = await file("CSV");
  const [from, to] = await visible();
  assert.match(part.name, new RegExp(`^${stem}-0-to-\\d+-ms\\.csv$`));
  const expected = rows(all)
    .filter((row) => Number(row.end_ms) > from && Number(row.start_ms) < to)
    .map((row) => [row.lane, row.job, Math.max(from, Number(row.start_ms)), Math.min(to, Number(row.end_ms))]);
  const found = rows(part).map((row) => [row.lane, row.job, Number(row.start_ms), Number(row.end_ms)]);
  assert.ok(found.length > 0 && found.length < rows(all).length);
  assert.deepEqual(found, expected);
});

test("a figure is SVG that the browser reads: titled, described, without scripts, as wide and dark as asked", async () => {
  await panel(true);
  const read = ({ bytes }) =>
    page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      return {
        root: root.tagName,
        width: root.getAttribute("width"),
        ground: root.querySelector("rect").getAttribute("fill"),
        title: root.querySelector("title").textContent,
        desc: root.querySelector("desc").textContent,
        texts: [...root.querySelectorAll("text")].map((text) => text.textContent),
        active: root.querySelectorAll("script, foreignObject, image, a").length,
      };
    }, bytes.toString());
  const light = await file("SVG");
  assert.equal(light.name, `${stem}.svg`);
  const figure = await read(light);
  assert.deepEqual([figure.root, figure.width, figure.ground, figure.active], ["svg", "960", "#ffffff", 0]);
  assert.equal(figure.title, await page.locator("#headline").textContent());
  assert.match(figure.desc, /^8 lanes, .* spans are? ?.*|^8 lanes, /);
  assert.match(figure.desc, /spans narrower than 0\.5 px are merged/);
  assert.ok(figure.texts.includes(await page.locator(".gantt-legend li").first().textContent()));
  await page.getByLabel("Dark").check();
  await page.getByLabel("Width").selectOption("640");
  const dark = await read(await file("SVG"));
  assert.deepEqual([dark.width, dark.ground], ["640", "#171d26"]);
});

test("what is exported follows the chart while the panel is open: the part, the order of lanes, the arrows", async () => {
  await page.getByRole("button", { name: "View", exact: true }).click();
  const look = page.getByRole("group", { name: "View" });
  await look.getByRole("radio", { name: "name", exact: true }).check();
  await look.getByRole("checkbox", { name: "Reverse order" }).check();
  await look.getByRole("checkbox", { name: /arrows|finalize/i }).first().check();
  await page.keyboard.press("Escape");
  await panel();
  const before = await page.locator(".gantt-exporter label").first().textContent();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction((before) => document.querySelector(".gantt-exporter label").textContent !== before, before);
  const { name, bytes } = await file("SVG");
  const [from, to] = await visible();
  assert.match(name, new RegExp(`-${from.toFixed(0)}-to-${to.toFixed(0)}-ms\\.svg$`));
  const [lanes, titles] = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const texts = [...root.querySelectorAll("text")].filter((text) => /^peaks-\d+$/.test(text.textContent));
    texts.sort((a, b) => a.getAttribute("y") - b.getAttribute("y"));
    const titles = [...root.querySelectorAll("g > title")].map((title) => title.textContent);
    return [texts.map((text) => Number(text.textContent.slice(6))), titles];
  }, bytes.toString());
  assert.equal(lanes.length, 8);
  const pairs = [0, 2, 4, 6].map((row) => lanes.slice(row, row + 2));
  assert.ok(pairs.every(([a, b]) => a > b), `groups stay together, sorted within: ${lanes}`);
  assert.equal(titles.length, 5, `four groups and a kind of links: ${titles}`);
});

test("a picture has as many pixels as were asked for, and shows what the figure shows", async () => {
  await panel();
  for (const scale of [1, 2, 3]) {
    const png = await file(`PNG ${scale}×`);
    assert.match(png.name, new RegExp(`^${stem}-0-to-\\d+-ms\\.${scale}x\\.png$`));
    const { width, height, colours } = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set();
      for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
      return { width: canvas.width, height: canvas.height, colours: [...colours] };
    }, png.bytes.toString("base64"));
    assert.equal(width, 960 * scale);
    assert.ok(height > 300 * scale);
    for (const colour of ["255,255,255", "47,127,193", "233,237,242"]) assert.ok(colours.includes(colour), colour);
  }
});

test("a picture that the browser has no room for is refused in words", async () => {
  await panel();
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (take) => take(null);
  });
  await page.getByRole("button", { name: "PNG 3×" }).click();
  await said().filter({ hasText: /has no room for 2880 × \d+ pixels\. Take a smaller width or scale, or SVG/ }).waitFor();
});

test("trace events are JSON with a track a lane and an event a span", async () => {
  await panel(true);
  const { name, bytes } = await file("Trace events");
  assert.equal(name, `${stem}.trace.json`);
  const { traceEvents, otherData } = JSON.parse(bytes);
  const tracks = traceEvents.filter(({ name }) => name === "thread_name");
  assert.equal(tracks.length, 8);
  assert.equal(traceEvents.filter(({ ph }) => ph === "X").length, otherData.spans);
});

/** Plays Perfetto's part: answers a PING from its opener with a PONG, and keeps the data that it is given. */
const perfetto = (answers) => `<!doctype html><title>not ready</title><script>
  globalThis.heard = [];
  addEventListener("message", ({ data, source, origin }) => {
    heard.push({ data: typeof data === "string" ? data : Object.keys(data.perfetto), origin });
    // Twice, as one that was slow to come answers all questions that waited for it.
    if (data === "PING" && ${answers} && source === opener) for (const word of ["PONG", "PONG"]) source.postMessage(word, origin);
    if (data.perfetto) {
      globalThis.given = { ...data.perfetto, buffer: new TextDecoder().decode(data.perfetto.buffer) };
      document.title = "given";
    }
  });
</script>`;

/** Opens the panel and presses the button that opens Perfetto, and returns its tab. */
async function toPerfetto(answers) {
  await context.unrouteAll();
  await context.route(`${PERFETTO}/**`, (route) => route.fulfill({ contentType: "text/html", body: perfetto(answers) }));
  await panel();
  const note = page.getByText(/opens ui\.perfetto\.dev, a site that is not ours/);
  assert.match(await note.textContent(), /Nothing is uploaded/);
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("button", { name: "Open in Perfetto" }).click(),
  ]);
  return tab;
}

test("Perfetto is opened on a click only, and gets the visible schedule when it is ready", async () => {
  const tab = await toPerfetto(true);
  await tab.waitForFunction(() => document.title === "given");
  await said().filter({ hasText: "Perfetto has the schedule" }).waitFor();
  const { heard, given } = await tab.evaluate(() => ({ heard, given }));
  assert.ok(heard.every(({ origin }) => origin === new URL(shop.site.url).origin));
  assert.equal(heard.filter(({ data }) => Array.isArray(data)).length, 1, "given once");
  assert.equal(given.title, await page.locator("#headline").textContent());
  assert.equal(given.localOnly, true);
  assert.match(given.fileName, new RegExp(`^${stem}-0-to-\\d+-ms\\.trace\\.json$`));
  const { traceEvents, otherData } = JSON.parse(given.buffer);
  assert.ok(otherData.spans > 0);
  assert.equal(traceEvents.filter(({ ph }) => ph === "X").length, otherData.spans);
  await tab.close();
});

test("an answer from anybody but Perfetto is not heard", async () => {
  const tab = await toPerfetto(false);
  await tab.waitForFunction(() => heard.length > 0);
  // The right word from the right page's address is not enough: it has to come from the tab that was opened.
  await page.evaluate((origin) => {
    postMessage("PONG", location.origin);
    dispatchEvent(new MessageEvent("message", { data: "PONG", origin, source: window }));
  }, PERFETTO);
  await tab.waitForFunction((before) => heard.length > before + 1, await tab.evaluate(() => heard.length));
  assert.ok((await tab.evaluate(() => heard)).every(({ data }) => data === "PING"));
  await tab.close();
  await said().filter({ hasText: "The tab was closed before" }).waitFor();
});

test("a Perfetto that never answers is given up after its time", async () => {
  await page.clock.install();
  const tab = await toPerfetto(false);
  await said().filter({ hasText: "Waiting for Perfetto" }).waitFor();
  await page.clock.fastForward(31_000);
  await said().filter({ hasText: "Perfetto did not answer within 30 s" }).waitFor();
  await tab.close();
});

test("a tab that the browser does not open is told", async () => {
  await page.evaluate(() => {
    window.open = () => null;
  });
  await panel();
  await page.getByRole("button", { name: "Open in Perfetto" }).click();
  await said().filter({ hasText: "The browser did not let this page open a tab" }).waitFor();
});

test("the panel is used by keyboard alone, and Escape gives the focus back", async () => {
  const button = page.getByRole("button", { name: "Export", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.type === "radio");
  await page.keyboard.press("ArrowDown");
  assert.ok(await page.getByRole("radio", { name: /^The whole run/ }).isChecked());
  for (const next of ["gantt-export", "checkbox", "SVG"]) {
    await page.keyboard.press("Tab");
    assert.match(await page.evaluate(() => document.activeElement.outerHTML), new RegExp(next));
  }
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(download.suggestedFilename(), `${stem}.svg`);
  await page.keyboard.press("Escape");
  assert.ok(await button.evaluate((button) => button === document.activeElement));
  assert.equal(await button.getAttribute("aria-expanded"), "false");
});

test("a panel stays while the chart is used, and makes room for another one", async () => {
  const [exporting, view] = ["Export", "View"].map((name) => page.getByRole("group", { name, exact: true }));
  await panel();
  await page.locator(chart).click({ position: { x: 300, y: 40 } });
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert.ok(await exporting.isVisible());
  await page.getByRole("button", { name: "View", exact: true }).click();
  await exporting.waitFor({ state: "detached" });
  assert.ok(await view.isVisible());
  await page.getByRole("button", { name: "Export", exact: true }).focus();
  await view.waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await exporting.waitFor();
});

test("the panel is accessible and fits every screen, in both themes", async () => {
  await panel();
  for (const [width, height] of [[1440, 900], [768, 1024], [390, 844]]) {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      const box = await page.getByRole("group", { name: "Export" }).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${JSON.stringify(box)} in ${width}`);
      assert.deepEqual(await broken(page, { colours: colorScheme === "dark" }), []);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("nothing went wrong meanwhile, and nobody else was asked for anything", () => {
  assert.deepEqual(trouble, []);
});
