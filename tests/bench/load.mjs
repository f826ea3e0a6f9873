// How soon the page shows its first picture and answers, on a slow device and network: all files travel compressed by brotli
// through one line of 10 Mbit/s, each answer begins 40 ms after its request, and the page's processor is slowed four times.
//
// The server holds the line back, because a browser does so for the page alone, not for its workers. Nor does it slow the
// workers' processors.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { filesOf } from "../../web/files.mjs";
import { dist, reach, workshop } from "../browser/page.mjs";
import { fileFor, typeOf } from "../browser/serve.mjs";
import { RUNS, figure, median } from "./figures.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? RUNS);
const SLOWER = Number(process.env.SLOWER ?? 4);
const BYTES_PER_MS = 10e6 / 8 / 1000;
const LATENCY = 40;
/** How much is sent at once: about two milliseconds of a line of this speed. */
const PIECE = 2500;
/** Another preset than the first, with another number of lanes. */
const OTHER = process.env.OTHER ?? "shared-dynamic";

const compress = promisify(brotliCompress);
const folder = await mkdtemp(path.join(tmpdir(), "makespan-load-"));
await cp(dist, folder, { recursive: true });
for (const name of await filesOf(folder)) {
  const file = path.join(folder, name);
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(file, await compress(bytes, { params }));
}

/** One line for all: each piece waits for those before it. */
let free = 0;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
async function send(response, bytes) {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE);
    const now = performance.now();
    free = Math.max(free, now) + piece.length / BYTES_PER_MS;
    if (free - now > 1) await wait(free - now);
    response.write(piece);
  }
  response.end();
}
const server = http.createServer(async (request, response) => {
  const name = fileFor(folder, "/", request.url);
  const [bytes] = await Promise.all([name && readFile(name).catch(() => null), wait(LATENCY)]);
  if (!bytes) return response.writeHead(404).end();
  const headers = { "content-type": typeOf(name), "content-encoding": "br", "content-length": bytes.length, "cache-control": "max-age=600" };
  response.writeHead(200, headers);
  await send(response, bytes);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/`;

/** Notes in the page when each part is first seen. */
function watch() {
  const seen = (globalThis.seen = { shift: 0 });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
  // A change of the document is seen with the frame after it.
  const note = (what) => (seen[what] ??= requestAnimationFrame(() => setTimeout(() => (seen[what] = performance.now()))) && 0);
  new MutationObserver(() => {
    if (document.querySelector(".picture[data-wanted] .lane, .gantt-canvas[data-drawn]")) note("picture");
    if (document.querySelector("input.slider")) note("slider");
    if (document.querySelector("#fingerprint")) note("result");
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-wanted", "data-drawn"] });
}

const shop = await workshop();

/** A visit by somebody who was never here. */
async function visit(fragment, act) {
  const { page, context, close } = await shop.visitor({ newcomer: true });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watch);
  await act.before?.(page);
  await page.goto(url + fragment, { waitUntil: "commit" });
  await act.until(page);
  const seen = await page.evaluate(() => {
    const [page] = performance.getEntriesByType("navigation");
    const files = performance.getEntriesByType("resource");
    const by = files.filter(({ responseEnd }) => responseEnd <= globalThis.seen.picture);
    const bytes = [page, ...by].reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { ...globalThis.seen, bytes };
  });
  await close();
  return seen;
}

/** Until the first result and all that comes with it. */
const settle = {
  async until(page) {
    await reach(page, "done");
    await page.waitForLoadState("networkidle");
  },
};

/**
 * Presses a key on the first slider as soon as it is seen; waits for the result of that. The page calls for the key, which goes to the
 * browser as one from a keyboard does: to ask the page whether there is a slider would wait for its present work.
 */
const press = {
  async before(page) {
    await page.exposeFunction("pressKey", () => page.keyboard.press("ArrowRight"));
    await page.addInitScript(() => {
      const result = () => document.querySelector("#fingerprint")?.textContent;
      let before;
      addEventListener("keydown", () => (before = result()), true);
      let slider;
      new MutationObserver(() => {
        if (!slider && (slider = document.querySelector(".key input.slider"))) {
          requestAnimationFrame(() => setTimeout(() => (slider.focus(), globalThis.pressKey())));
        }
        if (before && result() && result() !== before) globalThis.seen.live ??= performance.now();
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
  },
  async until(page) {
    await page.waitForFunction(() => globalThis.seen.live, undefined, { polling: 100, timeout: 120_000 });
  },
};

const rounds = async (fragment, act) => {
  const all = [];
  for (let round = 0; round < ROUNDS; round++) all.push(await visit(fragment, act));
  return Object.fromEntries(Object.keys(all[0]).map((what) => [what, all.map((one) => one[what])]));
};

try {
  const first = await rounds("", settle);
  const { live } = await rounds("", press);
  const other = await rounds(`#p=${OTHER}`, settle);
  console.log(`\nLoading the page at 10 Mbit/s with ${LATENCY} ms, processor slowed ${SLOWER} times: medians of ${ROUNDS}\n`);
  const row = (name, unit, runs, reach) => {
    figure({ name, unit, runs, reach });
    const shown = median(runs) < 1 ? median(runs).toFixed(4) : median(runs).toFixed(0);
    console.log(`${name.padEnd(80)} ${`${shown} ${unit}`.padEnd(14)}   ${reach === undefined ? "" : `≤ ${reach}`}`);
  };
  row("first picture", "ms", first.picture, 700);
  row("bytes that had come by then", "bytes", first.bytes, 60_000);
  row("first slider", "ms", first.slider);
  row("first result", "ms", first.result);
  row("live: the result of a key on the first slider, pressed as soon as it is seen", "ms", live, 2500);
  row("layout shift", "score", first.shift, 0.02);
  row(`schedule of a link to a preset (${OTHER})`, "ms", other.picture, 2500);
  row("result of that link", "ms", other.result);
  row("layout shift of that link", "score", other.shift, 0.02);
} finally {
  await shop.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
}
