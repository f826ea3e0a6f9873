// All at once: a lesson with three figures and a sealed one on a page of another origin, on a phone, whose script sets a
// parameter and gets the command's figures; nobody else is asked for anything; and without a network after the first visit.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { broken, dist, open, painted, short } from "./page.mjs";
import { command, figure, lecture, print, university } from "./lecture.mjs";
import { firefox, launch } from "./firefox.mjs";
import { serve } from "./serve.mjs";

let place, site, mine;

/** Makespan's host, for the first test and again for the next one after it was gone. */
const renewed = async () => {
  site = await serve(dist, { prefix: "/makespan/", headers: { "access-control-allow-origin": "*" } });
};

before(async () => {
  place = await university();
  await renewed();
  mine = await place.own();
});
after(async () => {
  await site?.close();
  await place?.close();
});

const free = short("peaks-replicate", { processors: 8, runs: 4, iterations: 60 });
const SEALED = 'sandbox="allow-scripts"';

/** Frames as the guide has them, and a script that asks the second one. */
const lesson = (address, sealed) => {
  const frame = (query, link, more = "") => `<iframe ${more} width="100%" height="620" style="border: 0" src="${address}?embed=1${query}${link}"></iframe>`;
  return lecture(`
    ${frame("", short("bursts-replicate"), 'title="A preset"')}
    ${frame("&show=controls,headline,gantt&params=copies,processors", free, 'title="Two parameters"')}
    ${frame("&show=headline,gantt", mine.link, 'title="Our own traces"')}
    ${sealed ? frame("", short("quiet-equal"), `title="Sealed off" ${SEALED}`) : ""}
    <script>
      const results = {};
      const origin = new URL("${address}").origin;
      const frames = [...document.querySelectorAll("iframe")];
      addEventListener("message", ({ source, data }) => {
        const place = frames.findIndex((frame) => frame.contentWindow === source);
        if (place < 0 || data?.makespan !== 1) return;
        const target = frames[place].hasAttribute("sandbox") ? "*" : origin;
        if (data.type === "ready" && data.id === undefined) source.postMessage({ makespan: 1, type: "ready", id: 0 }, target);
        if (data.type === "result") (results[place] ??= []).push(data);
      });
      globalThis.set = (place, values) => new Promise((done) => {
        addEventListener("message", function hear({ source, data }) {
          if (source !== frames[place].contentWindow || data?.id !== 7 || data.type === "progress") return;
          removeEventListener("message", hear);
          done(data);
        });
        frames[place].contentWindow.postMessage({ makespan: 1, type: "set", values, id: 7 }, origin);
      });
    </script>`);
};

/** The fingerprints of the four figures, by the command. */
const expected = async () => Promise.all([short("bursts-replicate"), free, mine.link, short("quiet-equal")].map(async (link) => (await command(link)).fingerprint));

test("a lesson on a phone: a preset, free parameters, own traces, a sealed frame, a script, and no network later", async (t) => {
  const lecturer = await serve(place.folder);
  t.after(() => lecturer.close());
  const visitor = await place.shop.visitor({ viewport: { width: 360, height: 740 }, hasTouch: true, profile: true, serviceWorkers: "allow" });
  const { page, context } = visitor;
  const asked = new Set();
  context.on("request", (request) => /^(data|blob):/.test(request.url()) || asked.add(new URL(request.url()).origin));
  // The first visit, after which everything is kept.
  await open(page, site.url + short("bursts-replicate"));
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });
  await writeFile(path.join(place.folder, "lesson.html"), lesson(site.url, true));
  await writeFile(path.join(place.folder, "later.html"), lesson(site.url, false));
  await page.goto(`${lecturer.url}lesson.html`);
  const prints = await expected();
  for (const [n, fingerprint] of prints.entries()) {
    const frame = await figure(page, n);
    assert.equal(await print(frame), fingerprint);
    await page.locator("iframe").nth(n).scrollIntoViewIfNeeded();
    await painted(frame, ".gantt-canvas");
    assert.ok(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `frame ${n}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await broken(page), []);
  const whole = await command(short("peaks-replicate", { processors: 8, runs: 4, iterations: 60, copies: 2 }));
  const set = await page.evaluate(() => globalThis.set(1, { copies: 2 }));
  assert.deepEqual([set.type, set.fingerprint, set.figures], ["result", whole.fingerprint, whole.report.figures]);

  assert.deepEqual([...asked].toSorted(), [new URL(lecturer.url).origin, new URL(site.url).origin].toSorted());
  // Makespan's host is gone; the lecturer's page and figures of the same site are there.
  await context.route(`${site.url}**`, (route) => route.abort());
  await site.close();
  t.after(renewed);
  await page.goto(`${lecturer.url}later.html`);
  for (const [n, fingerprint] of prints.slice(0, 3).entries()) assert.equal(await print(await figure(page, n)), fingerprint);
  const again = await page.evaluate(() => globalThis.set(1, { copies: 2 }));
  assert.equal(again.fingerprint, whole.fingerprint);
  await visitor.close();
});

const skip = firefox ? false : "there is no Firefox on this machine (apt-get install firefox-esr, or FIREFOX names it)";

/** The fingerprints of the frames of a lesson in Firefox. */
const came = async (browser, count) => {
  const told = await browser.ask(`new Promise((done) => {
    const look = () => (Object.keys(results).length === ${count} ? done(JSON.stringify(Object.values(results).map((all) => all.at(-1).fingerprint))) : requestAnimationFrame(look));
    look();
  })`);
  return JSON.parse(told);
};

test("the same lesson in Firefox, from another site", { skip }, async (t) => {
  const lecturer = await serve(place.folder);
  t.after(() => lecturer.close());
  const browser = await launch();
  t.after(() => browser.close());
  await writeFile(path.join(place.folder, "lesson.html"), lesson(site.url, true));
  // Another site, not only another origin.
  await browser.open(`${lecturer.url.replace("127.0.0.1", "localhost")}lesson.html`);
  await browser.ask(`document.querySelector("main").style.width = "336px"`);
  assert.deepEqual(await came(browser, 4), await expected());
  const whole = await command(short("peaks-replicate", { processors: 8, runs: 4, iterations: 60, copies: 2 }));
  const set = JSON.parse(await browser.ask(`set(1, { copies: 2 }).then((result) => JSON.stringify(result))`));
  assert.deepEqual([set.type, set.fingerprint, set.figures], ["result", whole.fingerprint, whole.report.figures]);
  assert.deepEqual(browser.trouble(), []);
});

test("the same lesson in Firefox, without a network after the first visit", { skip }, async (t) => {
  const lecturer = await serve(place.folder);
  t.after(() => lecturer.close());
  const browser = await launch();
  t.after(() => browser.close());
  await writeFile(path.join(place.folder, "later.html"), lesson(site.url, false));
  await browser.open(site.url + short("bursts-replicate"));
  await browser.ask(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
    ?? new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }))).then(() => true)`);
  await site.close();
  t.after(renewed);
  await browser.open(`${lecturer.url}later.html`);
  assert.deepEqual(await came(browser, 3), (await expected()).slice(0, 3));
  const whole = await command(short("peaks-replicate", { processors: 8, runs: 4, iterations: 60, copies: 2 }));
  const set = JSON.parse(await browser.ask(`set(1, { copies: 2 }).then((result) => JSON.stringify(result))`));
  assert.deepEqual([set.fingerprint, set.figures], [whole.fingerprint, whole.report.figures]);
});
