// A figure leaves storage and history alone, and runs all the same in frames that are sealed off.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { link, painted, short } from "./page.mjs";
import { command, figure, preset, university } from "./lecture.mjs";

let place;

before(async () => {
  place = await university();
});
after(() => place?.close());

test("neither storage nor history is touched, not even to look for a file", async () => {
  const { scenario } = await place.own();
  scenario.replication.traces.own.series = [];
  const lacks = link(scenario, { deflateRawSync });
  const watched = () => {
    const touched = (globalThis.touched = []);
    const get = (of, name) => {
      const own = Object.getOwnPropertyDescriptor(of, name);
      if (own?.get) Object.defineProperty(of, name, { ...own, get() { return touched.push(name), own.get.call(this); } });
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"]) get(globalThis, name), get(Window.prototype, name);
    get(Document.prototype, "cookie");
    for (const name of ["pushState", "replaceState"]) {
      const own = History.prototype[name];
      History.prototype[name] = function (...given) { return touched.push(name), own.apply(this, given); };
    }
  };
  const visitor = await place.shop.visitor();
  const { page } = visitor;
  await page.addInitScript(watched);
  const stored = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await page.goto(`${place.shop.site.url}?embed=1&params=copies,processors${short("bursts-replicate", { processors: 8 })}`);
  await page.locator('main[data-phase="done"]').waitFor();
  const [print, length] = [await page.locator("main").getAttribute("data-fingerprint"), await page.evaluate(() => history.length)];
  await page.locator("#p-copies").fill("4");
  await page.waitForFunction((print) => document.querySelector('main[data-phase="done"]')?.dataset.fingerprint !== print, print);
  assert.deepEqual(await page.evaluate(() => touched), []);
  assert.equal(await page.evaluate(() => history.length), length);
  await page.goto("about:blank");
  await page.goto(`${place.shop.site.url}?embed=1${lacks}`);
  await page.locator('main[data-phase="file-needed"]').waitFor();
  assert.match(await page.locator("#status").textContent(), /mine\.csv.*Open the scenario in Makespan/);
  assert.deepEqual(await page.evaluate(() => touched), []);
  assert.deepEqual(await stored(), []);
  // The page itself does touch them, so that this test can fail.
  await page.goto("about:blank");
  await page.goto(`${place.shop.site.url}${lacks}`);
  await page.locator('main[data-phase="file-needed"]').waitFor();
  assert.ok((await page.evaluate(() => touched)).includes("localStorage"));
  assert.deepEqual(await stored(), ["makespan"]);
  assert.deepEqual(visitor.trouble, []);
  await visitor.close();
});

test("a figure runs where storage is closed to other sites", async () => {
  const { page, close, trouble } = await place.visit(`${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate")}></makespan-figure>`, {
    args: ["--test-third-party-cookie-phaseout"],
  });
  const frame = await figure(page);
  await painted(frame, ".gantt-canvas");
  const closed = () => {
    try {
      return Boolean(localStorage) && "open";
    } catch ({ name }) {
      return name;
    }
  };
  assert.equal(await frame.evaluate(closed), "SecurityError");
  assert.deepEqual(trouble(), []);
  await close();
});

test("a figure runs in a frame that is sealed off, and its host is heard", async () => {
  const { page, close, trouble } = await place.visit(
    `${place.script}<makespan-figure loading="eager" src="${place.open.url}" sandbox="allow-scripts" ${preset("bursts-replicate")} show="headline,gantt,charts" params="copies"></makespan-figure>`,
  );
  const frame = await figure(page);
  assert.equal(await frame.evaluate(() => origin), "null");
  await painted(frame, ".gantt-canvas");
  await frame.locator('figure.chart[data-drawn="true"]').first().waitFor();
  const result = await page.evaluate(() => document.querySelector("makespan-figure").set({ copies: 1 }));
  assert.deepEqual(result.figures, (await command(short("bursts-replicate", { copies: 1 }))).report.figures);
  assert.ok((await page.evaluate(() => document.querySelector("makespan-figure").export("csv"))).text.length > 1000);
  // A fault of the worker is told as everywhere; cancelling ends it and starts another.
  assert.deepEqual(trouble(), []);
  await close();
});

test("a sealed frame whose host keeps its files to itself says what is missing", async () => {
  const { page, close } = await place.visit(`<iframe title="A figure" sandbox="allow-scripts" src="${place.shop.site.url}?embed=1" width="800" height="400"></iframe>`);
  const frame = await (await page.locator("iframe").elementHandle()).contentFrame();
  await frame.locator(".unloaded").waitFor();
  assert.match(await frame.locator(".unloaded").textContent(), /Access-Control-Allow-Origin/);
  await close();
});

test("a host with a strict policy lets the figure in by name", async () => {
  const { origin } = new URL(place.shop.site.url);
  const { page, close, trouble } = await place.visit(`${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate")}></makespan-figure>`, {
    head: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; script-src ${origin}; frame-src ${origin}">`,
  });
  await figure(page);
  await page.waitForFunction(() => document.querySelector("makespan-figure").shadowRoot.querySelector("iframe").clientHeight > 400);
  assert.deepEqual(trouble(), []);
  await close();
});

test("slides that are opened as a file speak with their figures", async () => {
  const { page, close, trouble } = await place.visit(`${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate")}></makespan-figure>`, {
    from: `file://${place.folder}/`,
  });
  await figure(page);
  assert.equal(await page.evaluate(() => origin), "null");
  const result = await page.evaluate(() => document.querySelector("makespan-figure").set({ copies: 4 }));
  assert.equal(result.fingerprint, (await command(short("bursts-replicate", { copies: 4 }))).fingerprint);
  assert.deepEqual(trouble(), []);
  await close();
});
