// The program is in two parts (web/split): nothing before the first picture, or after it without somebody's doing, asks
// for the second. `UPDATE_FIRST=1` writes the list of what is first anew, from a build of the same sources.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { WHOLE, binaryen, functions, key } from "../../web/split/split.mjs";
import { deflateRawSync } from "node:zlib";
import { link, open, reach, workshop } from "./page.mjs";

const update = Boolean(process.env.UPDATE_FIRST);
const list = new URL("../../web/split/first.txt", import.meta.url);
const small = { runs: 4, iterations: 60 };
const to = (scenario) => link({ makespan: 1, ...scenario }, { deflateRawSync });
/** How many times slower than this machine a slow device is. */
const slow = { slower: 6 };
const phone = { viewport: { width: 390, height: 844 } };

/** Ways to come to the page: what follows its address, who comes, and whether they were here before. */
const visits = {
  "without a link": ["", {}],
  "on a phone": ["", phone],
  "in the dark": ["", { colorScheme: "dark" }],
  "without motion": ["", { reducedMotion: "reduce" }],
  "a second time": ["", {}, true],
  "to a run of equal shares": ["#p=equal-iterations", {}],
  "to a run with copies": ["#p=adaptive-run", {}],
  "to a study": ["#p=processors-two&runs=4", {}],
  "to a study on a slow device": ["#p=processors-two&runs=4", slow],
  "on a slow device": ["", slow],
  "by a link to a sweep on a slow device": [to({ replication: small, sweep: [{ processors: [2, 4, 8] }] }), slow],
  "to streams": ["#p=stream-adapts", {}],
  "to streams that are compared": ["#p=inaccuracy-four&runs=4", {}],
  "to forecasts": ["#p=es-peak", {}],
  "to statistics of traces": ["#p=rolling-memory", {}],
  "by a link to a run": [to({ replication: small }), {}],
  "by a link to a stream": [to({ divisible: { seed: 5 } }), {}],
  "by a link to forecasts": [to({ prediction: { seed: 5 } }), {}],
  "by a link to a comparison": [to({ replication: small, compare: [{ strategy: "equal" }] }), {}],
  "by a link to a sweep": [to({ replication: small, sweep: [{ processors: [2, 4, 8] }] }), {}],
  "by a link to a long sweep": [to({ replication: { runs: 100 }, sweep: [{ processors: [2, 4, 8, 16] }, { copies: [1, 2] }] }), {}],
  "by a link to a long run": [to({ replication: { runs: 1000, processors: 16 } }), {}],
  "by a link to a long comparison": [to({ replication: { runs: 1000, processors: 16 }, compare: [{ strategy: "equal" }] }), {}],
};

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** The program with a note of each function that was called, and the functions' names. */
async function noting() {
  const library = await binaryen();
  const module = library.readBinary(await readFile(WHOLE));
  const all = functions(library, module);
  module.addFunctionImport("noted", "record", "note", library.i32, library.none);
  all.forEach(({ reference, body, results }, index) => {
    const note = module.call("noted", [module.i32.const(index)], library.none);
    library.Function(reference).body = module.block(null, [note, body], results);
  });
  return { bytes: Buffer.from(module.emitBinary()), names: all.map(({ name }) => name) };
}

/** Answers with the noting program instead of the first part. */
async function note(page, bytes) {
  await page.route(/makespan-web-.*\.wasm$/, (route) => route.fulfill({ contentType: "application/wasm", body: bytes }));
  await page.addInitScript(() => {
    globalThis.noted = new Set();
    // It is whole, and takes no rest.
    Object.defineProperty(globalThis, "makespanRest", { get: () => () => {}, set: () => {} });
    const record = { note: (index) => globalThis.noted.add(index) };
    for (const way of ["instantiate", "instantiateStreaming"]) {
      const make = WebAssembly[way];
      WebAssembly[way] = (source, imports) => make(source, { ...imports, record });
    }
  });
}

/** Waits until all that comes by itself is there: charts, miniatures, the spare worker. */
async function settle(page) {
  await page.waitForFunction(() => document.querySelectorAll(".chart .plot:empty, .gallery [aria-busy=true]").length === 0);
  await page.waitForLoadState("networkidle");
}

const program = update ? await noting() : undefined;
const seen = new Set();

for (const [way, [address, { slower = 1, ...who }, again]] of Object.entries(visits)) {
  test(`who comes ${way} sees the first picture without the rest of the program`, async () => {
    const { page, context, trouble, close } = await shop.visitor(who);
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
    if (program) await note(page, program.bytes);
    // A link that differs in its fragment only would not load the page again.
    for (let visits = again ? 2 : 1; visits > 0; visits -= 1) {
      await page.goto("about:blank");
      await open(page, shop.site.url + address);
      if (!program) await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("makespan-rest")));
      await settle(page);
      // What was looked at for a while is offered to who comes again.
      if (again) await page.waitForFunction(() => localStorage.getItem("makespan.recent"));
      if (program) {
        for (const index of await page.evaluate(() => [...globalThis.noted])) seen.add(key(program.names[index]));
      } else {
        const loads = await page.evaluate(() =>
          performance
            .getEntriesByType("resource")
            .filter(({ name }) => name.includes("makespan-rest"))
            .map(({ initiatorType }) => initiatorType),
        );
        assert.deepEqual(loads, ["fetch"], "the rest of the program is loaded once, after the first picture");
      }
    }
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("a network that goes after the first picture is told when the rest of the program is needed, and nothing is lost", async () => {
  const { page, context, close } = await shop.visitor();
  const pattern = "**/makespan-rest*";
  await context.route(pattern, (route) => route.abort());
  await open(page, `${shop.site.url}#p=equal-iterations&seed=12`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const notice = page.locator(".renewal");
  await notice.filter({ hasText: "Part of the page did not come" }).waitFor();
  await context.unroute(pattern);
  await notice.getByRole("button", { name: "Load again" }).click();
  await notice.waitFor({ state: "detached" });
  await reach(page, "done");
  assert.equal(await page.locator("#seed").textContent(), "12");
  await close();
});

if (update) after(() => writeFile(list, [...seen].sort().join("\n") + "\n"));
