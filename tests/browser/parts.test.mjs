// The values that a form shows and keeps, and long runs in parts.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { change, drop, fingerprint, makespan, open, reach, short, workshop } from "./page.mjs";

const run = promisify(execFile);
let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const field = (page, name) => page.locator(`.field[data-name="${name}"]`);
const choose = (page, name, value) => field(page, name).locator("select").selectOption(value);
const type = (page, name, value) => field(page, name).locator("input[type=text]").fill(value);

test("what is set and hidden is named, kept, and comes back with its topic", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("bursts-replicate", { topic: "formulas", variation: 0.6 }));
  assert.equal(await page.locator(".also-set li").filter({ hasText: "Variation" }).count(), 0);
  await change(page, () => choose(page, "topic", "strategies"));
  const kept = page.locator('.also-set li[data-name="variation"]');
  assert.match(await kept.textContent(), /Variation 0\.6/);
  await change(page, () => choose(page, "topic", "formulas"));
  assert.equal(await field(page, "variation").locator("input[type=text]").inputValue(), "0.6");
  await change(page, () => choose(page, "topic", "strategies"));
  await kept.getByRole("button").click();
  await kept.waitFor({ state: "detached" });
  assert.deepEqual(trouble, []);
  await close();
});

test("a long run is made in parts and is the command’s to the bit", { skip: !makespan }, async () => {
  const different = { processors: 16, runs: 1000, iterations: 1200 };
  const address = short("set-one-dynamic", different);
  const { page, trouble, close } = await shop.visitor();
  await page.addInitScript(() => {
    const { Worker } = globalThis;
    globalThis.parts = 0;
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 5 });
    globalThis.Worker = class extends Worker {
      postMessage(message, more) {
        if (`${message[0]}`.startsWith('{"part"')) globalThis.parts += 1;
        super.postMessage(message, more);
      }
    };
  });
  await open(page, shop.site.url + address);
  assert.ok((await page.evaluate(() => globalThis.parts)) > 1, "it was not made in parts");
  const { stdout } = await run(makespan, ["run", address, "--json"], { maxBuffer: 1 << 28 });
  assert.equal(await fingerprint(page), JSON.parse(stdout).fingerprint);
  assert.deepEqual(trouble, []);
  await close();
});

test("the first runs of a long run are seen before the others, and said to be so many", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("set-two-replicate"));
  await page.evaluate(() => {
    globalThis.seen = [];
    const look = () => {
      const [, runs] = /([\d\u202f]+)\s+runs of 1\u202f000\s+iterations/.exec(document.querySelector(".result")?.textContent) ?? [];
      const { phase } = document.querySelector("main").dataset;
      const stale = document.querySelector(".result")?.classList.contains("stale");
      if (runs) globalThis.seen.push({ runs: Number(runs.replace("\u202f", "")), phase, stale });
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  });
  const long = "#p=set-two-replicate&processors=16&iterations=1000&runs=1000";
  await change(page, () => page.evaluate((hash) => (location.hash = hash), long));
  await page.waitForFunction(() => globalThis.seen.at(-1)?.phase === "done");
  const seen = await page.evaluate(() => globalThis.seen);
  assert.equal(seen.at(-1).runs, 1000);
  const first = seen.filter(({ runs }) => runs < 1000);
  assert.ok(first.length > 0, "nothing was seen before the end");
  assert.ok(first.every(({ phase, stale }) => phase === "running" && !stale));
  assert.deepEqual(trouble, []);
  await close();
});

test("a long run in parts is cancelled, and the next one runs", async () => {
  const { page, trouble, close } = await shop.visitor();
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 }));
  await open(page, shop.site.url + short("set-one-dynamic"));
  await type(page, "iterations", "2000");
  await reach(page, "done");
  await type(page, "processors", "32");
  await reach(page, "done");
  await type(page, "runs", "1000");
  const cancel = page.getByRole("button", { name: "Cancel" }).first();
  await cancel.waitFor();
  await cancel.click();
  await reach(page, "cancelled");
  await change(page, () => type(page, "runs", "3"));
  assert.deepEqual(trouble, []);
  await close();
});

test("what does not go together is refused at its field, and the last result stays", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("bursts-replicate", { processors: 4 }));
  const print = await fingerprint(page);
  for (const [name, value, why] of [
    ["copies", "8", "8 does not divide 4: choose 1, 2 or 4"],
    ["copies", "3", "3 does not divide 4: choose 1, 2 or 4"],
    ["processors", "100", /^100 is more than the 16 nodes of these traces: choose 2, 4, .* 14 or 16$/],
  ]) {
    await type(page, name, value);
    await field(page, name).locator(".problem").getByText(why).waitFor();
    assert.equal(await fingerprint(page), print);
    await type(page, name, name === "copies" ? "2" : "4");
    await field(page, name).locator(".problem").waitFor({ state: "hidden" });
    await reach(page, "done");
  }
  await drop(page, "main", { name: "one.csv", bytes: `node 1\n${"2500\n".repeat(80)}` });
  await page.getByText("It cannot be used for balancing and replication: it takes several series, and this file has one.").waitFor();
  assert.equal(await fingerprint(page), print);
  assert.deepEqual(trouble, []);
  await close();
});

test("schedules of every strategy are drawn, from the iteration that was asked for", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("bursts-replicate", { first_shown: 3, shown: 4 }));
  const strategies = await field(page, "strategy").locator("option").evaluateAll((all) => all.map(({ value }) => value));
  for (const strategy of strategies.filter((name) => name !== "replicate")) {
    await change(page, () => choose(page, "strategy", strategy));
    await page.locator("canvas").first().waitFor();
  }
  assert.deepEqual(trouble, []);
  await close();
});
