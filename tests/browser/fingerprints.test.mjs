// Links that were kept have the numbers that they always had, one after the other in a page that stays open.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { PATIENCE, fingerprint, open, workshop } from "./page.mjs";

let shop, page;

before(async () => {
  shop = await workshop();
  ({ page } = await shop.visitor());
});
after(() => shop?.close());

test("kept links have the fingerprints that they always had", async () => {
  const kept = await readFile(new URL("../fingerprints.txt", import.meta.url), "utf8");
  const rows = kept.trim().split("\n").map((row) => row.split(" "));
  assert.ok(rows.length >= 15, kept);
  await open(page, shop.site.url + rows[0][1]);
  for (const [at, [expected, fragment]] of rows.entries()) {
    assert.notEqual(expected, rows[at + 1]?.[0], "two neighbours have one fingerprint: one could pass for the other");
    await page.evaluate((fragment) => (location.hash = fragment), fragment);
    const arrived = page.waitForFunction(
      (expected) => document.querySelector("main").dataset.phase === "done" && document.querySelector("#fingerprint").textContent === expected,
      expected,
      { timeout: PATIENCE },
    );
    await arrived.catch(() => {});
    assert.equal(await fingerprint(page), expected, fragment);
  }
});
