// The requests of a script of the page around a figure, and the senders that the figure ignores.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { makespan, painted, short } from "./page.mjs";
import { command, figure, lecture, preset, print, run, university } from "./lecture.mjs";

let place;

before(async () => {
  place = await university();
});
after(() => place?.close());

test("a script on the host sets a parameter, and the figures are the command's, bit for bit", async () => {
  const { page, close, trouble } = await place.visit(`${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate")} params="copies"></makespan-figure>`);
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
  assert.deepEqual(await failed("figure.set({ copies: 99 })"), { code: "refused", message: "Copies of each job is 99; allowed with 4 processors: 1, 2, 4" });
  assert.equal((await failed("figure.set({ procesors: 4 })")).code, "refused");
  assert.equal((await failed('figure.load({ preset: "nonesuch" })')).code, "link");
  assert.equal((await failed("figure.load({})")).code, "shape");
  assert.equal((await failed('figure.export("chart", "nonesuch")')).code, "nothing");
  const overtaken = await page.evaluate(async () => {
    const [first, last] = await Promise.allSettled([figure.set({ copies: 1, runs: 1000, iterations: 1000 }), figure.set({ seed: 6, runs: 3 })]);
    return [first.reason?.code, last.value?.seed];
  });
  assert.deepEqual(overtaken, ["superseded", "6"]);
  // A long run shows its first runs on the way; the host is told of the whole.
  const long = await page.evaluate(() => figure.set({ runs: 900, iterations: 1000 }));
  assert.equal(long.fingerprint, (await command(long.link)).fingerprint);
  assert.deepEqual(trouble(), []);
  await close();
});

test("a host exports, seeks, and cancels a long run", async () => {
  const { page, close, trouble } = await place.visit(`${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate")} theme="dark"></makespan-figure>`);
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

test("a host shows other parts, frees other parameters, and hears which bar is pressed", async () => {
  const { page, close, trouble } = await place.visit(`${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate")} show="headline" tools="none"></makespan-figure>`);
  const frame = await figure(page);
  const show = (what) => page.evaluate((what) => document.querySelector("makespan-figure").show(what).then(({ type }) => type, ({ code, message }) => `${code}: ${message}`), what);
  assert.equal(await frame.locator(".gantt-canvas").count(), 0);
  assert.equal(await show({ show: "controls,gantt", params: "copies(1,2)" }), "done");
  await painted(frame, ".gantt-canvas");
  assert.equal(await frame.locator('[data-name="copies"], #copies, select').count() > 0, true);
  assert.ok(await frame.locator(".gantt-transport, .gantt-side").evaluateAll((all) => all.every((one) => !one.checkVisibility())));
  assert.match(await show({ show: "everything" }), /^refused: show has “everything”; allowed: slide, headline/);
  assert.match(await show({}), /^shape/);
  await page.evaluate(() => {
    globalThis.pressed = [];
    document.querySelector("makespan-figure").addEventListener("press", ({ detail }) => pressed.push(detail));
  });
  await frame.locator(".gantt-canvas").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => pressed.length > 0);
  const [{ lane, phase, start, end }] = await page.evaluate(() => pressed);
  const csv = await page.evaluate(() => document.querySelector("makespan-figure").export("csv").then(({ text }) => text));
  assert.ok(csv.split("\n").some((row) => row.startsWith(`${lane},${phase},`) && Number(row.split(",")[3]) === start && Number(row.split(",")[4]) === end), `${lane} ${phase}`);
  assert.deepEqual(trouble(), []);
  await close();
});

/** A page that speaks without the element: it keeps the messages that it hears. */
const speaker = (address) => `<script>globalThis.heard = []; addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }));</script>
  <iframe id="figure" title="A figure" src="${address}" width="800" height="500"></iframe>
  <iframe id="other" title="Another" srcdoc="&lt;p&gt;Another frame&lt;/p&gt;"></iframe>`;
const say = (page, message, target) => page.evaluate(([message, target]) => document.querySelector("#figure").contentWindow.postMessage(message, target), [message, target]);
const answer = async (page, id) => {
  await page.waitForFunction((id) => heard.some((message) => message.id === id && message.type !== "progress"), id);
  return page.evaluate((id) => heard.find((message) => message.id === id && message.type !== "progress"), id);
};

test("hostile messages are ignored or answered by an error, and answers go to the origin that spoke", async () => {
  const { page, close, trouble } = await place.visit(speaker(`${place.shop.site.url}?embed=1${short("bursts-replicate")}`));
  const frame = await figure(page);
  const [before, home] = [await print(frame), new URL(place.shop.site.url).origin];
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
  // Too large, too deep, too long an id, not plain: each is answered with its id.
  const odd = await page.evaluate((home) => {
    const to = document.querySelector("#figure").contentWindow;
    const deep = Array.from({ length: 40 }).reduce((inner) => [inner], 1);
    const cyclic = {};
    cyclic.self = cyclic;
    const sent = [];
    const send = (code, message) => {
      const id = message.id ?? sent.length;
      sent.push([id, code]);
      to.postMessage({ makespan: 1, type: "load", id, ...message }, home);
    };
    send("size", { link: "#" + "A".repeat(2_000_000) });
    send("size", { scenario: { list: Array.from({ length: 400_000 }, () => 0) } });
    send("size", { scenario: { deep } });
    send("size", { scenario: cyclic });
    for (const value of [new Map([["a", 1]]), new Float64Array(1e6), new Date(0), { seed: 1n }, { seed: NaN }, { seed: Infinity }]) send("shape", { scenario: value });
    send("shape", { id: "x".repeat(100), preset: "quiet-equal" });
    return sent;
  }, home);
  for (const [id, code] of odd) assert.deepEqual([(await answer(page, id)).type, (await answer(page, id)).code], ["error", code], String(id));
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
  const inner = lecture(speaker(`${place.open.url}?embed=1${short("bursts-replicate")}`)).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const { page, close } = await place.visit(`<iframe id="nameless" title="A host" sandbox="allow-scripts" srcdoc="${inner}" width="900" height="700"></iframe>`);
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

test("a figure answers each request, refuses beyond 64, and does nothing that it refuses", async () => {
  const { page, close, trouble } = await place.visit(`${place.script}<makespan-figure loading="eager" ${preset("bursts-replicate")}></makespan-figure>`);
  await figure(page);
  const ends = await page.evaluate(async () => {
    const figure = document.querySelector("makespan-figure");
    await figure.ready;
    const cyclic = {};
    cyclic.self = cyclic;
    const odd = [{ copies: NaN }, { copies: Infinity }, { copies: 4n }, { copies: new Date(0) }, { copies: new Map() }, cyclic, { copies: () => 0 }];
    const codes = await Promise.allSettled(odd.map((values) => figure.set(values)));
    // Each change begins a run before the one before has ended.
    const many = Array.from({ length: 70 }, (_, at) => figure.set({ seed: at + 1, runs: 900, iterations: 1000 }));
    const busy = await Promise.allSettled(many);
    return { codes: codes.map(({ status, reason }) => `${status} ${reason?.code}`), busy: busy.map(({ status, reason, value }) => reason?.code ?? value.seed) };
  });
  assert.deepEqual(ends.codes.slice(0, 6), ["shape", "shape", "shape", "shape", "shape", "size"].map((code) => `rejected ${code}`));
  assert.match(ends.codes[6], /^rejected/);
  const done = ends.busy.filter((end) => /^\d+$/.test(end));
  assert.equal(done.length, 1, JSON.stringify(ends.busy));
  // The one that ran is the last that was not refused.
  assert.equal(Number(done[0]) - 1, ends.busy.findLastIndex((end) => end !== "busy"));
  assert.ok(ends.busy.every((end) => ["busy", "superseded"].includes(end) || end === done[0]), JSON.stringify(ends.busy));
  assert.deepEqual(trouble(), []);
  await close();
});

test("a preset that does not exist is told in the result", async () => {
  const { page, close } = await place.visit(`${place.script}<makespan-figure loading="eager" preset="nonesuch" src="${place.shop.site.url}"></makespan-figure>`);
  await figure(page);
  const { notes } = await page.evaluate(async () => {
    const figure = document.querySelector("makespan-figure");
    return figure.result ?? new Promise((done) => figure.addEventListener("result", ({ detail }) => done(detail)));
  });
  assert.match(notes.join(" "), /nonesuch.*The first preset runs instead/);
  await close();
});

test("a figure that cannot be there says why", async () => {
  const { page, close } = await place.visit(`${place.script}<p>A page</p>`);
  const codes = await page.evaluate(async (gone) => {
    const made = (attributes) => {
      const figure = document.createElement("makespan-figure");
      for (const [name, value] of Object.entries({ loading: "eager", timeout: "0.5", ...attributes })) figure.setAttribute(name, value);
      return figure;
    };
    const code = (promise) => promise.then(() => "kept", ({ code }) => code);
    const detached = await code(made({}).run());
    globalThis.ran = false;
    const script = made({ src: "javascript:void(parent.ran = true)" });
    const events = [];
    script.addEventListener("error", ({ detail }) => events.push(detail.code));
    document.body.append(script);
    const refused = await code(script.run());
    const lost = made({ src: gone });
    document.body.append(lost);
    // Removed before it listens.
    const early = made({ timeout: "60" });
    document.body.append(early);
    const [asked, listens] = [code(early.run()), code(early.ready)];
    early.remove();
    return { detached, refused, events, ran, gone: [await asked, await listens], unreachable: await code(lost.run()) };
  }, `${place.open.url}nothing-here/`);
  assert.deepEqual(codes, { detached: "detached", refused: "src", events: ["src", "src"], ran: false, gone: ["gone", "gone"], unreachable: "unreachable" });
  await close();
});
