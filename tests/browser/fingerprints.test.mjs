// The module's programs, compiled from the same sources as the page's, have the numbers that every kept link always had.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { firefox, launch } from "./firefox.mjs";
import { makespan, sites } from "./module.mjs";

const rows = async (file) => (await readFile(new URL(file, import.meta.url), "utf8")).trimEnd().split("\n");

/** Does the same work for each, as many at a time as there are cores. */
async function each(all, work) {
  const left = all.values();
  const lane = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

test("presets and kept links have the fingerprints that they always had", async () => {
  const kept = (await rows("../fingerprints.txt")).map((row) => row.split(" "));
  const named = new Set(kept.map(([, fragment]) => fragment));
  for (const { name } of makespan.presets()) assert.ok(named.has(`#p=${name}`), name);
  await each(kept, async ([expected, fragment]) => {
    const { fingerprint } = await makespan.runInWorker(fragment);
    assert.equal(fingerprint, expected, fragment);
  });
});

test("links that were published once run, or ask for their file", async () => {
  const links = (await rows("../../crates/playground/tests/published.txt")).map((row) => row.split("\t")[0]);
  assert.ok(links.length > 20);
  await each(links, async (link) => {
    const scenario = makespan.decodeLink(link);
    const ran = await makespan.runInWorker(scenario).catch((error) => error);
    if (!(ran instanceof makespan.FileNeededError)) assert.match(ran.fingerprint ?? String(ran), /^[0-9a-f]{64}$/, link);
  });
});

const skip = firefox ? false : "there is no Firefox on this machine (apt-get install firefox-esr, or FIREFOX names it)";

test("Firefox has the same fingerprints", { skip }, async (t) => {
  const { own, close } = await sites();
  t.after(close);
  const browser = await launch();
  t.after(browser.close);
  await browser.open(own.url);
  const kept = (await rows("../fingerprints.txt")).map((row) => row.split(" "));
  const others = await browser.ask(`(async () => {
    const makespan = await import("./module/makespan.js");
    const each = ${each};
    const availableParallelism = () => navigator.hardwareConcurrency;
    const others = [];
    await each(${JSON.stringify(kept)}, async ([expected, fragment]) => {
      const found = await makespan.runInWorker(fragment).then(({ fingerprint }) => fingerprint, String);
      if (found !== expected) others.push(\`\${fragment}: \${found}\`);
    });
    return others.join("\\n");
  })()`);
  assert.equal(others, "");
  assert.deepEqual(browser.trouble(), []);
});
