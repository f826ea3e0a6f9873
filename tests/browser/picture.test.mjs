// The first picture is in the document: it needs no program, and the page takes its place without a jump or a flash.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { broken, dist, link, open, reach, workshop } from "./page.mjs";

const SIZES = { desk: [1440, 900], tablet: [768, 1024], phone: [390, 844] };
/** Another preset than the one that the page opens with, and a link that no picture was made for. */
const OTHER = "#p=shared-dynamic";
const OWN = link({ makespan: 1, replication: { runs: 4, iterations: 60, seed: 7 } }, { deflateRawSync });
const PROGRAM = /makespan-web-.*\.wasm$/;

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const sized = (name) => ({ viewport: { width: SIZES[name][0], height: SIZES[name][1] } });

/** The texts of a result, at any place. */
const said = (page, within) =>
  page.locator(within).evaluate((result) => ({
    headline: result.querySelector("h1").textContent,
    why: result.querySelector(".why").textContent,
    figures: [...result.querySelectorAll(".merit > div")].map((figure) => figure.textContent.replace(/\s+/g, " ").trim()),
    legend: [...result.querySelectorAll(".gantt-legend li")].map((entry) => entry.textContent),
    // Seen only where the schedule is not folded, as it is on a phone.
    range: [...result.querySelectorAll(".gantt-range")].filter((range) => range.checkVisibility()).map((range) => range.textContent),
  }));

/** Where the parts of a result are, to a pixel. */
const places = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      ["h1", ".why", ".merit", ".card.schedule", ".gantt-bar", ".gantt-legend", ".gantt-range", ".gantt-transport", ".charts"].map((part) => {
        const { x, y, width, height } = document.querySelector(`.result ${part}`).getBoundingClientRect();
        return [part, [x, y + scrollY, width, height].map(Math.round)];
      }),
    ),
  );

for (const name of Object.keys(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`without scripts there is a picture on a ${name}, ${colorScheme}, and a sentence why there is no more`, async () => {
      const { page, trouble, close } = await shop.visitor({ ...sized(name), colorScheme, javaScriptEnabled: false });
      await page.goto(shop.site.url);
      assert.match(await page.locator("noscript").textContent(), /needs JavaScript and WebAssembly/);
      assert.equal(await page.locator(".picture").isVisible(), true);
      assert.equal(await page.locator(".result.skeleton").isVisible(), false);
      assert.ok((await page.locator(".picture .lane").count()) >= 2);
      // A browser without scripts refuses to load one.
      assert.deepEqual(trouble.filter((one) => !/makespan-web-.*\.js \(csp\)$/.test(one)), []);
      await close();
    });
  }
}

for (const [what, fragment] of Object.entries({ "first preset": "", "preset of a link": OTHER })) {
  test(`the picture of the ${what} says what the page says, in the same places`, async () => {
    for (const name of Object.keys(SIZES)) {
      const { page, context, close } = await shop.visitor({ ...sized(name), reducedMotion: "reduce" });
      await context.route(PROGRAM, () => {});
      await page.goto(shop.site.url + fragment, { waitUntil: "commit" });
      // A phone shows the lanes that matter most: the first may be hidden.
      await page.locator(".picture[data-wanted] .lane >> visible=true").first().waitFor();
      const [before, kept] = [await places(page), await said(page, ".picture")];
      await context.unroute(PROGRAM);
      await page.goto("about:blank");
      await open(page, shop.site.url + fragment);
      assert.deepEqual(await said(page, ".result"), kept);
      const now = await places(page);
      for (const [part, at] of Object.entries(before)) {
        // How high a chart is depends on the program that draws it.
        const told = part === ".charts" ? at.slice(0, 3) : at;
        const off = Math.max(...told.map((place, index) => Math.abs(place - now[part][index])));
        assert.ok(off <= 1, `${name}, ${part}: ${at} became ${now[part]}`);
      }
      await close();
    }
  });

  for (const name of ["desk", "phone"]) {
    test(`the page takes the place of the picture of the ${what} on a ${name} without a jump or a flash`, async () => {
      const { page, trouble, close } = await shop.visitor(sized(name));
      await page.addInitScript(() => {
        globalThis.shift = 0;
        globalThis.empty = [];
        new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value))).observe({ type: "layout-shift", buffered: true });
        // In each frame since the schedule was there first, it is there: bars in the document, or pixels.
        let begun = false;
        const look = () => {
          const canvas = document.querySelector(".gantt-canvas");
          const drawn = canvas?.dataset.drawn && canvas.getBoundingClientRect().height > 0;
          const folded = document.querySelector("details.rest:not([open])") && document.querySelector(".worlds-plot .lane")?.checkVisibility();
          const there = drawn || folded || document.querySelector(".picture[data-wanted] .lane")?.checkVisibility();
          begun ||= there;
          if (begun && !there) globalThis.empty.push("empty");
          if (canvas && document.querySelector(".gantt-future:not([hidden])")) globalThis.empty.push("veiled");
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await open(page, shop.site.url + fragment);
      await page.waitForLoadState("networkidle");
      const { shift, empty } = await page.evaluate(() => ({ shift: globalThis.shift, empty: globalThis.empty }));
      console.log(`cumulative layout shift, ${what} on a ${name}: ${shift.toFixed(4)}`);
      assert.ok(shift <= 0.02, `${shift}`);
      assert.deepEqual(empty, []);
      assert.equal(await page.locator(".picture").count(), 0);
      assert.deepEqual(trouble, []);
      await close();
    });
  }
}

for (const name of Object.keys(SIZES)) {
  test(`nothing moves on a ${name} while the document arrives in pieces`, async (t) => {
    const text = await readFile(path.join(dist, "index.html"), "utf8");
    const from = text.indexOf("<body");
    const pieces = [text.slice(0, from), ...text.slice(from).match(/.{1,6000}/gs)];
    const server = createServer(async (request, response) => {
      // The page's other requests get no answer.
      if (request.url !== "/") return;
      response.setHeader("Content-Type", "text/html");
      for (const piece of pieces) {
        response.write(piece);
        await new Promise((done) => setTimeout(done, 200));
      }
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => (server.closeAllConnections(), server.close()));
    const { page, close } = await shop.visitor(sized(name));
    await page.addInitScript(() => {
      globalThis.seen = new Set();
      globalThis.moved = [];
      const tell = ({ value, sources }) => globalThis.moved.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)]);
      new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({ type: "layout-shift", buffered: true });
      const look = () => (globalThis.seen.add(document.querySelectorAll(".picture *").length), requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
    await page.goto(`http://127.0.0.1:${server.address().port}/`, { waitUntil: "commit" });
    await page.locator(".picture[data-wanted]").waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const { seen, moved } = await page.evaluate(() => ({ seen: globalThis.seen.size, moved: globalThis.moved }));
    assert.ok(seen > 4, `the picture was seen in ${seen} stages`);
    assert.deepEqual(moved, []);
    await close();
  });
}

test("the picture stays where the program does not come, with a sentence why", async () => {
  for (const [pattern, fragment] of [
    [PROGRAM, ""],
    [/makespan-web-.*\.js$/, ""],
    [PROGRAM, OTHER],
  ]) {
    const { page, context, close } = await shop.visitor();
    await context.route(pattern, (route) => route.abort());
    await page.goto(shop.site.url + fragment);
    await page.locator(".unstarted").waitFor();
    assert.match(await page.locator(".unstarted").textContent(), /could not be loaded.*drawn when the page was built/);
    await page.locator(".picture[data-wanted] .lane").first().waitFor();
    assert.deepEqual(await broken(page), []);
    await close();
  }
});

test("a program that comes is not complained of", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url);
  assert.equal(await page.evaluate(() => "unstarted" in document.documentElement.dataset), false);
  await close();
});

for (const name of ["desk", "phone"]) {
  test(`a link that no picture was made for has a shape of a result's size on a ${name}`, async () => {
    const { page, context, close } = await shop.visitor(sized(name));
    await context.route(PROGRAM, () => {});
    for (const fragment of [OWN, `${OTHER}&seed=3`, "#p=there-is-no-such"]) {
      await page.goto("about:blank");
      await page.goto(shop.site.url + fragment, { waitUntil: "commit" });
      await page.locator(".skeleton .card.schedule").waitFor();
      assert.equal(await page.locator(".picture").count(), 0);
    }
    await context.unroute(PROGRAM);
    await close();
  });
}

test("a figure in another page has no picture of another preset", async () => {
  const { page, context, close } = await shop.visitor();
  await context.route(PROGRAM, () => {});
  for (const fragment of ["?embed=1", `?embed=1${OTHER}`]) {
    await page.goto(shop.site.url + fragment, { waitUntil: "commit" });
    await page.locator(".skeleton .card.schedule").waitFor();
    assert.equal(await page.locator(".picture").count(), 0);
  }
  await context.unroute(PROGRAM);
  await close();
});

test("a slider answers while the picture stands", async () => {
  const { page, context, close } = await shop.visitor();
  let go;
  const gate = new Promise((open) => (go = open));
  // The models are on their way until the slider has moved.
  await context.route(/makespan-worker-replication_bg\.wasm/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(shop.site.url);
  await page.locator(".slider:visible").first().focus();
  assert.equal(await page.locator(".picture .lane").first().isVisible(), true);
  const seed = page.locator("#p-seed");
  await seed.evaluate((field) => field.closest("details")?.setAttribute("open", ""));
  await seed.fill("12");
  go();
  await reach(page, "done");
  assert.equal(await page.locator("#seed").textContent(), "12");
  await close();
});

test("there is a picture of each preset, without styles or scripts of its own, and small", async () => {
  const page = await readFile(path.join(dist, "index.html"), "utf8");
  const [, others] = /data-others="?([\w -]+)"?/.exec(page);
  assert.ok(others.split(" ").length > 10);
  for (const name of others.split(" ")) {
    const text = await readFile(path.join(dist, "pictures", `${name}.html`), "utf8");
    assert.match(text, new RegExp(`data-preset="${name}"`));
    assert.match(text, /<h1>.+<\/h1>/);
    assert.doesNotMatch(text, /<script|<style|\sstyle=|\son[a-z]+=/);
    assert.ok(text.length < 150_000, `${name}: ${text.length} bytes`);
  }
});
