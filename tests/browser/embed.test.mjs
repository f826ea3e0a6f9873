// A figure within somebody else's page, from another origin: what its author picked, what a script asks of it, and what it
// leaves alone.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { PATIENCE, dist, link, makespan, painted, picture, short, workshop } from "./page.mjs";
import { serve } from "./serve.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const run = promisify(execFile);
const SMALL = { runs: 4, iterations: 60 };

let shop, open, folder, lecturer, host;

before(async () => {
  shop = await workshop();
  // The same page on a server that lets every origin have its files, as many static hosts do.
  open = await serve(dist, { prefix: "/open/", headers: { "access-control-allow-origin": "*" } });
  folder = await mkdtemp(path.join(tmpdir(), "makespan-lecture-"));
  lecturer = await serve(folder);
  // Another name of this machine is another site, not only another port.
  host = lecturer.url.replace("127.0.0.1", "localhost");
});
after(async () => {
  await shop?.close();
  await open?.close();
  await lecturer?.close();
  await rm(folder, { recursive: true, force: true });
});

const script = () => `<script src="${shop.site.url}makespan-figure.js"></script>`;
const lecture = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lecture 3</title><link rel="icon" href="data:,"><style>body { margin: 12px auto; max-width: 860px; padding: 0 12px; font: 16px sans-serif; color-scheme: light dark }</style>
<main><h1>Lecture 3</h1>${body}</main></html>`;

/** Puts a page on the lecturer's site and opens it. */
async function visit(body, { options = {}, before } = {}) {
  const visitor = await shop.visitor(options);
  await before?.(visitor);
  const name = `${Math.random().toString(36).slice(2)}.html`;
  await writeFile(path.join(folder, name), lecture(body));
  await visitor.page.goto(host + name);
  return { ...visitor, trouble: () => visitor.trouble.filter((one) => !one.startsWith(`third party: ${host}`) && !one.startsWith(`third party: ${open.url}`)) };
}

/** The frame of the n-th figure, with a result. */
async function figure(page, n = 0, phase = "done") {
  const element = await page.locator("iframe").nth(n).elementHandle();
  const frame = await element.contentFrame();
  await frame.locator(`main.embed[data-phase="${phase}"]`).waitFor({ timeout: PATIENCE });
  return frame;
}

const print = (frame) => frame.locator("main").getAttribute("data-fingerprint");

async function command(...args) {
  const { stdout } = await run(makespan, ["run", ...args, "--json"], { maxBuffer: 64e6 });
  return JSON.parse(stdout);
}

const preset = (name, values = {}) => `preset="${name}" values="${new URLSearchParams({ ...SMALL, ...values })}"`;

/** A link that carries traces of one's own, as the command writes it. */
async function own() {
  const rows = Array.from({ length: 60 }, (_, job) => [0, 1, 2].map((node) => 100 + ((job * 37 + node * 61) % 90)).join(","));
  const file = path.join(folder, "mine.csv");
  await writeFile(file, `left,middle,right\n${rows.join("\n")}\n`);
  const whole = await command(short("bursts-replicate", { processors: 3, copies: 1, iterations: 50 }), "--trace-file", file);
  assert.match(whole.link, /^#v1\./);
  return whole;
}

async function accessible(frame) {
  await frame.evaluate(axe);
  const { violations } = await frame.evaluate(() => globalThis.axe.run(document));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

for (const [colorScheme, width] of [["light", 1440], ["dark", 360]]) {
  test(`a lecture with three figures from another site, ${colorScheme}, ${width} px`, async () => {
    const mine = await own();
    const { page, close, trouble } = await visit(
      `${script()}
      <p>A preset.</p><makespan-figure loading="eager" ${preset("bursts-replicate")}></makespan-figure>
      <p>Two free parameters.</p>
      <makespan-figure loading="eager" ${preset("peaks-replicate", { processors: 8 })} show="controls,gantt,chart:speedup" params="copies,processors"></makespan-figure>
      <p>Traces in the link.</p><makespan-figure loading="eager" link="${mine.link}" show="headline,gantt"></makespan-figure>`,
      { options: { colorScheme, viewport: { width, height: 800 }, hasTouch: width < 400 } },
    );
    const [first, second, third] = [await figure(page, 0), await figure(page, 1), await figure(page, 2)];
    assert.equal(await print(first), (await command(short("bursts-replicate"))).fingerprint);
    assert.equal(await print(third), mine.fingerprint);
    for (const frame of [first, second, third]) {
      await painted(frame, ".gantt-canvas");
      assert.deepEqual(await accessible(frame), []);
      assert.deepEqual(await frame.locator("header, aside, #share, #preset, .gallery").count(), 0, "there is no chrome");
      const { inner, outer } = await frame.evaluate(() => ({ inner: document.documentElement.scrollWidth, outer: innerWidth }));
      assert.ok(inner <= outer, `${inner} px in a frame of ${outer}`);
    }
    assert.deepEqual(await accessible(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    // Only what the author picked, in that order.
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
    await picture(page, `embed-${colorScheme}-${width}`, { fullPage: true });
    assert.deepEqual(trouble(), []);
    await close();
  });
}

test("a script on the host sets a parameter, and the figures are the command's, bit for bit", async () => {
  const { page, close, trouble } = await visit(`${script()}<makespan-figure loading="eager" ${preset("bursts-replicate")} params="copies"></makespan-figure>`);
  await page.evaluate(() => {
    globalThis.figure = document.querySelector("makespan-figure");
    globalThis.heard = [];
    for (const kind of ["ready", "result", "progress", "error"]) figure.addEventListener(kind, ({ detail }) => heard.push([kind, detail.id ?? null]));
  });
  const result = await page.evaluate(() => figure.set({ copies: 4, processors: 8, seed: "11" }));
  const whole = await command(short("bursts-replicate", { copies: 4, processors: 8, seed: 11 }));
  assert.equal(result.fingerprint, whole.fingerprint);
  assert.deepEqual(result.figures, whole.report.figures);
  assert.deepEqual([result.headline, result.link, result.seed], [whole.report.headline, whole.link, "11"]);
  assert.equal(await page.locator("iframe").getAttribute("title"), whole.report.headline);
  assert.deepEqual(await page.evaluate(() => figure.result.figures), whole.report.figures);
  const heard = await page.evaluate(() => heard);
  assert.ok(heard.some(([kind, id]) => kind === "result" && id !== null) && heard.some(([kind]) => kind === "progress"), JSON.stringify(heard));

  const loaded = await page.evaluate(() => figure.load({ preset: "quiet-equal" }));
  assert.equal(loaded.fingerprint, (await command("#p=quiet-equal")).fingerprint);
  const scenario = { makespan: 1, replication: { processors: 4, iterations: 40, runs: 3 } };
  const given = await page.evaluate((scenario) => figure.load({ scenario }), scenario);
  const again = await page.evaluate(() => figure.run());
  assert.equal(again.fingerprint, given.fingerprint);
  assert.equal(given.fingerprint, (await command(given.link)).fingerprint);

  const failed = (act) => page.evaluate(`(async () => ${act})().then(() => null, ({ code, message }) => ({ code, message }))`);
  assert.deepEqual(await failed("figure.set({ noise: 3 })"), { code: "refused", message: "noise is 3; allowed: a number from 0 to 2" });
  assert.deepEqual(await failed("figure.set({ copies: 99 })"), { code: "refused", message: "replication.copies is 99; allowed with 4 processors: 1, 2, 4" });
  assert.equal((await failed("figure.set({ procesors: 4 })")).code, "refused");
  assert.equal((await failed('figure.load({ preset: "nonesuch" })')).code, "link");
  assert.equal((await failed("figure.load({})")).code, "shape");
  assert.equal((await failed('figure.export("chart", "nonesuch")')).code, "nothing");
  const overtaken = await page.evaluate(async () => {
    const [first, last] = await Promise.allSettled([figure.set({ copies: 1, runs: 1000 }), figure.set({ seed: 6, runs: 3 })]);
    return [first.reason?.code, last.value?.seed];
  });
  assert.deepEqual(overtaken, ["superseded", "6"]);
  assert.deepEqual(trouble(), []);
  await close();
});

test("a host exports, seeks, and cancels a long run", async () => {
  const { page, close, trouble } = await visit(`${script()}<makespan-figure loading="eager" ${preset("bursts-replicate")} theme="dark"></makespan-figure>`);
  const frame = await figure(page);
  const give = (what, key) => page.evaluate(([what, key]) => document.querySelector("makespan-figure").export(what, key), [what, key]);
  const svg = await give("svg");
  assert.equal(svg.media, "image/svg+xml");
  assert.match(svg.text, /^<svg/);
  const folder2 = await mkdtemp(path.join(tmpdir(), "makespan-export-"));
  await run(makespan, ["run", short("bursts-replicate"), "--csv", folder2]);
  assert.equal((await give("csv")).text, await readFile(path.join(folder2, "schedule.csv"), "utf8"));
  await rm(folder2, { recursive: true });
  assert.ok(JSON.parse((await give("trace-events")).text).traceEvents.length > 100);
  assert.equal(JSON.parse((await give("scenario")).text).replication.iterations, 60);
  const report = JSON.parse((await give("report")).text);
  assert.equal(report.fingerprint, await print(frame));
  const { key } = report.report.charts[0];
  assert.ok((await give("chart", key)).text.split("\n").length > 2);

  await page.evaluate(() => document.querySelector("makespan-figure").seek(1500));
  await frame.locator(".gantt-cursor:not([hidden])").waitFor();
  await page.evaluate(() => document.querySelector("makespan-figure").seek(null));
  await frame.locator(".gantt-cursor").waitFor({ state: "hidden" });

  const code = await page.evaluate(async () => {
    const figure = document.querySelector("makespan-figure");
    const long = figure.set({ runs: 1000, iterations: 1000, processors: 16 });
    await new Promise((go) => figure.addEventListener("progress", ({ detail }) => detail.done > 0 && go()));
    await figure.cancel();
    return long.catch(({ code }) => code);
  });
  assert.equal(code, "cancelled");
  await frame.locator("#status").filter({ hasText: "cancelled" }).waitFor();
  assert.deepEqual(trouble(), []);
  await close();
});

test("a reader changes a parameter by keys, goes back to the author's value, and opens the whole page", async () => {
  const { page, close, context, trouble } = await visit(
    `${script()}<makespan-figure loading="eager" ${preset("bursts-replicate", { processors: 8 })} show="controls,headline,gantt" params="copies" theme="light"></makespan-figure>`,
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
  const { page, close, trouble } = await visit(
    `${script()}<div style="height: 4000px"></div>
    <makespan-figure id="far" ${preset("quiet-equal")}><img id="stand-in" src="${image}" alt="Equal shares on four processors" width="300" height="200"></makespan-figure>`,
  );
  assert.equal(await page.locator("iframe").count(), 0);
  assert.ok(await page.locator("#stand-in").evaluate((image) => image.getClientRects().length > 0));
  await page.locator("#far").scrollIntoViewIfNeeded();
  await figure(page);
  await page.waitForFunction(() => document.querySelector("#stand-in").getClientRects().length === 0);
  assert.deepEqual(trouble(), []);
  await close();
  const still = await visit(`${script()}<makespan-figure ${preset("quiet-equal")}><img id="stand-in" src="${image}" alt="Equal shares" width="300" height="200"></makespan-figure>`, { options: { javaScriptEnabled: false } });
  assert.ok(await still.page.locator("#stand-in").isVisible());
  await still.close();
});

test("what an author asks for that is not there is named, and the rest is shown", async () => {
  const { page, close } = await visit(
    `${script()}<makespan-figure loading="eager" ${preset("bursts-replicate")} show="gnatt,figures,chart:nonesuch" params="copies,procesors" theme="dusk" lang="de"></makespan-figure>`,
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
  const { page, close, trouble } = await visit(
    `${script()}<makespan-figure loading="eager" run="click" lang="en-GB" ${preset("bursts-replicate")} params="copies"></makespan-figure>`,
  );
  const frame = await figure(page, 0, "waiting");
  assert.equal(await frame.locator(".gantt-canvas").count(), 0);
  assert.deepEqual(await accessible(frame), []);
  await picture(page, "embed-click");
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
    const { page, close } = await visit(`<iframe title="A figure" src="${shop.site.url}?embed=1&show=gantt${fragment}" width="800" height="600"></iframe>`);
    const frame = await figure(page);
    const text = await frame.locator('.notice[data-topic="link"]').textContent();
    assert.match(text, says);
    assert.match(text, /first preset/);
    assert.equal(await print(frame), (await command()).fingerprint);
    await close();
  });
}

test("neither storage nor history is touched, not even to look for a file", async () => {
  const { scenario } = await own();
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
  const visitor = await shop.visitor();
  const { page } = visitor;
  await page.addInitScript(watched);
  const stored = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await page.goto(`${shop.site.url}?embed=1&params=copies,processors${short("bursts-replicate", { processors: 8 })}`);
  await page.locator('main[data-phase="done"]').waitFor();
  const [print, length] = [await page.locator("main").getAttribute("data-fingerprint"), await page.evaluate(() => history.length)];
  await page.locator("#p-copies").fill("4");
  await page.waitForFunction((print) => document.querySelector('main[data-phase="done"]')?.dataset.fingerprint !== print, print);
  assert.deepEqual(await page.evaluate(() => touched), []);
  assert.equal(await page.evaluate(() => history.length), length);
  await page.goto("about:blank");
  await page.goto(`${shop.site.url}?embed=1${lacks}`);
  await page.locator('main[data-phase="file-needed"]').waitFor();
  assert.match(await page.locator("#status").textContent(), /mine\.csv.*Open the scenario in Makespan/);
  assert.deepEqual(await page.evaluate(() => touched), []);
  assert.deepEqual(await stored(), []);
  // The page itself does touch them, so that this test can fail.
  await page.goto("about:blank");
  await page.goto(`${shop.site.url}${lacks}`);
  await page.locator('main[data-phase="file-needed"]').waitFor();
  assert.ok((await page.evaluate(() => touched)).includes("localStorage"));
  assert.deepEqual(await stored(), ["makespan"]);
  assert.deepEqual(visitor.trouble, []);
  await visitor.close();
});

test("a figure runs where storage is closed to other sites", async () => {
  const { page, close, trouble } = await visit(`${script()}<makespan-figure loading="eager" ${preset("bursts-replicate")}></makespan-figure>`, {
    options: { args: ["--test-third-party-cookie-phaseout"] },
  });
  const frame = await figure(page);
  await painted(frame, ".gantt-canvas");
  assert.deepEqual(trouble(), []);
  await close();
});

test("a figure runs in a frame that is sealed off, and its host is heard", async () => {
  const { page, close, trouble } = await visit(
    `${script()}<makespan-figure loading="eager" src="${open.url}" sandbox="allow-scripts" ${preset("bursts-replicate")} show="headline,gantt,charts" params="copies"></makespan-figure>`,
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
  const { page, close } = await visit(`<iframe title="A figure" sandbox="allow-scripts" src="${shop.site.url}?embed=1" width="800" height="400"></iframe>`);
  const frame = await (await page.locator("iframe").elementHandle()).contentFrame();
  await frame.locator(".unloaded").waitFor();
  assert.match(await frame.locator(".unloaded").textContent(), /Access-Control-Allow-Origin/);
  await close();
});

/** A page that speaks without the element: it keeps what it hears. */
const speaker = (address) => `<script>globalThis.heard = []; addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }));</script>
  <iframe id="figure" title="A figure" src="${address}" width="800" height="500"></iframe>
  <iframe id="other" title="Another" srcdoc="&lt;p&gt;Another frame&lt;/p&gt;"></iframe>`;
const say = (page, message, target) => page.evaluate(([message, target]) => document.querySelector("#figure").contentWindow.postMessage(message, target), [message, target]);
const answer = async (page, id) => {
  await page.waitForFunction((id) => heard.some((message) => message.id === id && message.type !== "progress"), id);
  return page.evaluate((id) => heard.find((message) => message.id === id && message.type !== "progress"), id);
};

test("hostile messages are ignored or answered by an error, and answers go to the origin that spoke", async () => {
  const { page, close, trouble } = await visit(speaker(`${shop.site.url}?embed=1${short("bursts-replicate")}`));
  const frame = await figure(page);
  const [before, home] = [await print(frame), new URL(shop.site.url).origin];
  const kinds = () => page.evaluate(() => [...new Set(heard.map(({ type }) => type))].sort());
  assert.deepEqual(await kinds(), ["ready", "resize"], "before anybody speaks, nothing else is said");

  // From a frame beside it, and from itself: not heard.
  await page.evaluate(() => {
    const other = document.querySelector("#other").contentWindow;
    other.eval(`parent.document.querySelector("#figure").contentWindow.postMessage({ makespan: 1, type: "set", values: { seed: 66 }, id: "beside" }, "*")`);
  });
  await frame.evaluate(() => postMessage({ makespan: 1, type: "set", values: { seed: 67 }, id: "itself" }, "*"));
  // Not for us: not answered.
  for (const message of ["hello", 7, null, [], { type: "set", values: { seed: 68 }, id: "foreign" }]) await say(page, message, home);
  // For us, and wrong.
  const wrong = {
    explode: [{ type: "explode" }, "shape"],
    list: [{ type: "set", values: [1] }, "shape"],
    more: [{ type: "run", now: true }, "shape"],
    unknown: [{ type: "set", values: { __proto__: null, constructor: 1 } }, "refused"],
    text: [{ type: "set", values: { seed: "<img src=x onerror=alert(1)>" } }, "refused"],
    newer: [{ makespan: 2, type: "run" }, "version"],
  };
  for (const [id, [message, code]] of Object.entries(wrong)) {
    await say(page, { makespan: 1, id, ...message }, home);
    const said = await answer(page, id);
    assert.deepEqual([said.type, said.code, said.origin], ["error", code, home], id);
  }
  // Too large, too deep, too long an id, not plain: an error without an id, because none is read.
  await page.evaluate((home) => {
    const to = document.querySelector("#figure").contentWindow;
    const deep = Array.from({ length: 40 }).reduce((inner) => [inner], 1);
    const send = (message) => to.postMessage({ makespan: 1, type: "load", ...message }, home);
    send({ link: "#" + "A".repeat(2_000_000) });
    send({ scenario: { list: Array.from({ length: 400_000 }, () => 0) } });
    send({ scenario: { deep } });
    send({ scenario: new Map([["a", 1]]) });
    send({ scenario: new Float64Array(1e6) });
    send({ scenario: { seed: 1n } });
    send({ id: "x".repeat(100), preset: "quiet-equal" });
  }, home);
  await page.waitForFunction(() => heard.filter(({ type, id }) => type === "error" && id === undefined).length >= 7);
  const codes = await page.evaluate(() => heard.filter(({ type, id }) => type === "error" && id === undefined).map(({ code }) => code));
  assert.deepEqual(codes, ["size", "size", "size", "shape", "shape", "shape", "shape"]);
  assert.equal(await print(frame), before, "nothing has changed");
  // The embedding window itself, in good shape, is heard.
  await say(page, { makespan: 1, type: "set", values: { seed: 69 }, id: "good" }, home);
  const good = await answer(page, "good");
  assert.deepEqual([good.type, good.origin, good.fingerprint], ["result", home, (await command(short("bursts-replicate", { seed: 69 }))).fingerprint]);
  const ids = await page.evaluate(() => heard.map(({ id }) => id));
  for (const id of ["beside", "itself", "foreign"]) assert.ok(!ids.includes(id), id);
  assert.deepEqual(trouble(), []);
  await close();
});

test("a host without a name is answered through a port, and not otherwise", async () => {
  const inner = lecture(speaker(`${open.url}?embed=1${short("bursts-replicate")}`)).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const { page, close } = await visit(`<iframe id="nameless" title="A host" sandbox="allow-scripts" srcdoc="${inner}" width="900" height="700"></iframe>`);
  const nameless = await (await page.locator("#nameless").elementHandle()).contentFrame();
  const frame = await figure(nameless);
  assert.equal(await nameless.evaluate(() => origin), "null");
  const answered = await nameless.evaluate(async () => {
    const to = document.querySelector("#figure").contentWindow;
    const { port1, port2 } = new MessageChannel();
    to.postMessage({ makespan: 1, type: "ready", id: "without" }, "*");
    to.postMessage({ makespan: 1, type: "ready", id: "with" }, "*", [port2]);
    return new Promise((done) => (port1.onmessage = ({ data }) => data.type === "result" && done(data.fingerprint)));
  });
  assert.equal(answered, await print(frame));
  assert.deepEqual(await nameless.evaluate(() => [...new Set(heard.map(({ type }) => type))].sort()), ["ready", "resize"]);
  await close();
});

test("the element's script stays within six kilobytes", async () => {
  const { length } = await readFile(path.join(dist, "makespan-figure.js"));
  assert.ok(length <= 6000, `${length} bytes`);
});
