// Links: the address is always the scenario's, and opens anywhere with the same numbers.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { change, fingerprint, link, more, nextAddress, open, reach, short, until, workshop } from "./page.mjs";

let shop, visitor, page;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  page = visitor.page;
});
after(() => shop?.close());

const at = (fragment) => shop.site.url + fragment;
const fresh = async (fragment, phase) => {
  await page.goto("about:blank");
  await open(page, at(fragment), phase);
};
/** The scenario in an address that the page wrote. */
const told = ({ hash }) => {
  if (!hash.startsWith("#p=")) return JSON.parse(inflateRawSync(Buffer.from(hash.replace("#v1.", ""), "base64url")));
  const [, ...values] = new URLSearchParams(hash.slice(1));
  return { replication: Object.fromEntries(values.map(([name, value]) => [name, Number.isNaN(Number(value)) ? value : Number(value)])) };
};
const notice = (topic) => page.locator(`.notice[data-topic="${topic}"]`);

test("a link opens in a browser that has never seen the page, with the same numbers", async () => {
  await fresh(short("switches-dynamic", { processors: 8, seed: 99 }));
  const address = page.url();
  assert.match(address, /#p=switches-dynamic&.*seed=99/);
  const other = await shop.visitor();
  await open(other.page, address);
  assert.equal(await fingerprint(other.page), await fingerprint(page));
  assert.equal(other.page.url(), address);
  assert.equal(await other.page.locator("#p-seed").inputValue(), "99");
  assert.deepEqual(other.trouble, []);
  await other.close();
});

test("the address is read by people while little differs from a preset, and names every value after that", async () => {
  await fresh(short("peaks-replicate", { processors: 4, seed: 3 }));
  assert.equal(new URL(page.url()).hash.split("&").sort().join("&"), "#p=peaks-replicate&iterations=60&processors=4&runs=4&seed=3".split("&").sort().join("&"));
  const print = await fingerprint(page);
  await fresh(short("peaks-replicate", { processors: 4, seed: 3, noise: 0.5, copies: 4, problem_size: 2 }));
  assert.match(page.url(), /#v1\.[\w-]+$/);
  await fresh(short("peaks-replicate", { processors: 4, seed: 3 }));
  assert.equal(await fingerprint(page), print);
});

test("a link that is pasted into the same tab is run", async () => {
  await fresh(short("peaks-replicate"));
  await change(page, () => page.evaluate((hash) => (location.hash = hash), short("peaks-replicate", { seed: 5 })));
  assert.equal(await page.locator("#p-seed").inputValue(), "5");
});

test("back and forward lead through the scenarios, not through every step of a slider", async () => {
  await fresh(short("peaks-replicate", { processors: 8 }));
  const first = { address: page.url(), print: await fingerprint(page) };
  await change(page, () => page.locator('.field[data-name="strategy"] select').selectOption("dynamic"));
  const second = { address: page.url(), print: await fingerprint(page) };
  const slider = page.locator('.field[data-name="problem_size"] .slider');
  await slider.focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((before) => location.href !== before, second.address);
  const shows = (print) => page.waitForFunction((print) => document.querySelector("#fingerprint").textContent === print, print);
  await page.waitForFunction((print) => document.querySelector("#fingerprint").textContent !== print, second.print);
  // The address follows the slider a moment later; it is written in the place of the entry that Back leads away from.
  const lowest = Number(await page.locator("#p-problem_size").inputValue());
  await page.waitForURL((url) => told(url).replication.problem_size === lowest);
  await page.goBack();
  await shows(second.print);
  assert.equal(page.url(), second.address);
  await page.goBack();
  await shows(first.print);
  assert.equal(page.url(), first.address);
  await page.goForward();
  await shows(second.print);
  assert.equal(await page.locator('.field[data-name="strategy"] select').inputValue(), "dynamic");
});

/** Copies the link, as the dialog of “Share” does. */
const copy = async (page) => {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.locator("dialog.share").getByRole("button", { name: "Copy", exact: true }).click();
};

test("the link is copied", async () => {
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await fresh(short("peaks-replicate"));
  await copy(page);
  await page.locator(".share-said").filter({ hasText: "Link: copied." }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
});

test("where the clipboard is closed the link is shown and selected", async () => {
  const other = await shop.visitor();
  await other.page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "clipboard", {
      value: { writeText: () => Promise.reject(new Error("not allowed")) },
    });
  });
  await open(other.page, at(short("peaks-replicate")));
  await copy(other.page);
  await other.page.locator(".share-said").filter({ hasText: "copy it by hand" }).waitFor();
  const field = other.page.locator("dialog.share textarea");
  assert.equal(await field.inputValue(), other.page.url());
  assert.equal(await other.page.evaluate(() => document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), other.page.url());
  await other.close();
});

test("where there is no clipboard at all the link is shown as well", async () => {
  const other = await shop.visitor();
  await other.page.addInitScript(() => Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined }));
  await open(other.page, at(short("peaks-replicate")));
  await copy(other.page);
  await other.page.locator(".share-said").filter({ hasText: "copy it by hand" }).waitFor();
  assert.deepEqual(other.trouble, []);
  await other.close();
});

/** One of each kind of answer; the sentences themselves are tested where they are made. */
const bad = {
  "a link that lost its end": ["#v1.q1bKTcxOLS5IzFOyMqyt", /damaged|not allowed/i],
  "a fragment that is no link": ["#section-2", /unknown form/],
  "a value out of range": ["#p=peaks-replicate&processors=400", /Processors is 400: choose a whole number from 1 to 128/],
  "a link that is too long": [`#v1.${"A".repeat(200_000)}`, /too long/],
};

for (const [what, [fragment, says]] of Object.entries(bad)) {
  test(`${what} is named, and the first preset runs instead`, async () => {
    await fresh(fragment);
    const text = await notice("link").textContent();
    assert.match(text, says);
    assert.match(text, /first preset/);
    const preset = await page.locator("#preset option").evaluateAll((all) => all.find(({ value }) => value).value);
    assert.equal(await page.locator("#preset").inputValue(), preset);
    await notice("link").getByRole("button", { name: /Dismiss/ }).click();
    await notice("link").waitFor({ state: "detached" });
    assert.match(page.url(), /#p=[\w-]+$/);
  });
}

test("a link to a laboratory that there is not is named", async () => {
  await fresh(link({ makespan: 1, alchemy: {} }, { deflateRawSync }));
  assert.match(await notice("link").textContent(), /alchemy|laboratory/);
});

test("a key that only a newer version knows is named, and kept in the link", async () => {
  const newer = { makespan: 1, palette: "dusk", replication: { runs: 3, iterations: 60, moons: [1] } };
  await fresh(link(newer, { deflateRawSync }));
  await notice("link").filter({ hasText: /newer version knows: palette, replication\.moons/ }).waitFor();
  const said = () => page.evaluate(async () => {
    const bytes = Uint8Array.from(atob(location.hash.slice(4).replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).json();
  });
  assert.deepEqual(await said(), newer);
  await change(page, () => page.locator("#p-seed").fill("4"));
  await page.waitForFunction(() => document.querySelector("#seed").textContent === "4");
  const { palette, replication } = await said();
  assert.deepEqual([palette, replication.moons, replication.seed], ["dusk", [1], 4]);
});

test("a link shows what was seen when it was copied: the part of the time, and the cursor", async () => {
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await fresh(short("peaks-replicate", { processors: 4 }));
  await page.locator(".gantt-canvas").focus();
  for (const key of ["+", "+", "ArrowRight", "ArrowRight", "."]) await page.keyboard.press(key);
  const seen = async (page) => [
    await page.locator(".gantt-range").textContent(),
    await page.locator(".gantt-state").textContent(),
  ];
  const settled = async (page) => {
    await page.locator(".gantt-state b").waitFor();
    const drawn = async () => {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      return String(await seen(page));
    };
    const [, now] = await until(async () => [await drawn(), await drawn()], ([before, now]) => before === now);
    return now;
  };
  await settled(page);
  await copy(page);
  await page.locator(".share-said").filter({ hasText: "Link: copied." }).waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(address, page.url());
  const other = await shop.visitor();
  await open(other.page, address);
  assert.equal(await settled(other.page), await settled(page));
  // A change then gives another scenario, without a view.
  await change(other.page, () => other.page.locator("#p-seed").fill("8"));
  await other.page.waitForFunction((before) => location.href !== before, address);
  assert.ok(other.page.url().length < address.length);
  assert.deepEqual(other.trouble, []);
  await other.close();
});

test("a damaged link in the same tab is named as well", async () => {
  await fresh(short("peaks-replicate"));
  await page.evaluate(() => (location.hash = "#v1.%%%"));
  await notice("link").filter({ hasText: "damaged" }).waitFor();
  await reach(page, "done");
});

test("a scenario is saved as a file, and opens from it", async () => {
  await fresh(short("peaks-replicate", { processors: 8, seed: 3 }));
  const print = await fingerprint(page);
  await more(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save scenario" }).click()]);
  assert.match(download.suggestedFilename(), /\.makespan\.json$/);
  const file = await download.path();
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(file, "utf8");
  assert.equal(JSON.parse(text).replication.seed, 3);
  assert.equal(JSON.parse(text).result.fingerprint, print);
  await change(page, () => page.locator("#p-seed").fill("4"));
  const before = page.url();
  await page.locator("#open-scenario").setInputFiles({ name: "mine.makespan.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.waitForFunction((print) => document.querySelector("#fingerprint").textContent === print, print);
  await nextAddress(page, before);
  await notice("file").filter({ hasText: "The result is reproduced" }).waitFor();
  const { result, ...scenario } = JSON.parse(text);
  const other = JSON.stringify({ ...scenario, result: { ...result, fingerprint: "0".repeat(64) } });
  await page.locator("#open-scenario").setInputFiles({ name: "mine.makespan.json", mimeType: "application/json", buffer: Buffer.from(other) });
  await notice("file").filter({ hasText: "The result is not reproduced" }).waitFor();
  await reach(page, "done");
  await change(page, () => page.locator("#p-seed").fill("5"));
});

test("what a link says of a list that names no computers is said as in the command", async () => {
  await fresh(link({ makespan: 1, recovery: { scheme: "own", list: "<img src=x onerror=globalThis.ran=1>" } }, { deflateRawSync }), "refused");
  assert.match(await page.locator("#status").textContent(), /entry 1 of the list is "img"; it must be a whole number from 1 to 11/);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.deepEqual(await notice("link").allTextContents(), []);
});

test("a table that may be empty has no problem where it is", async () => {
  await fresh("#p=bad-nodes");
  assert.deepEqual(await page.locator(".sheet-sum").allTextContents(), ["4 nodes", "0 nodes"]);
  // One that may not be says so.
  await page.evaluate(() => (location.hash = "#p=bad-nodes&nodes="));
  await reach(page, "refused");
});

test("a file that is no scenario is named, and nothing else changes", async () => {
  await fresh(short("peaks-replicate"));
  const print = await fingerprint(page);
  for (const [text, says] of [
    ["{", /not JSON.*line 1/],
    ['{"makespan": 1, "replication": {"processors": 999}}', /processors is 999; allowed/],
    ["[]", /A scenario is a JSON object/],
  ]) {
    await page.locator("#open-scenario").setInputFiles({ name: "x.makespan.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await notice("file").filter({ hasText: says }).waitFor();
    assert.equal(await fingerprint(page), print);
  }
});

test("nothing went wrong on the way", () => assert.deepEqual(visitor.trouble, []));
