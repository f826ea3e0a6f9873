// Files of other programs as traces: one of each kind, and one of each bad kind.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { broken, change, fingerprint, open, reach, short, workshop } from "./page.mjs";

const corpus = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../crates/trace/tests/corpus");
let shop, visitor, page;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  page = visitor.page;
  await open(page, shop.site.url + short("peaks-replicate", { processors: 4, copies: 2, iterations: 50 }));
});
after(async () => await shop?.close());

const notice = () => page.locator('.notice[data-topic="file"]');
const give = (name, buffer) => page.locator("#open-traces").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
/** Opens a file of the corpus under a name that says nothing of its content. */
const give_sample = async (sample, name) => give(name, await readFile(path.join(corpus, sample)));

test("utilisation of several machines is used, and what was assumed is said", async () => {
  await change(page, () => give_sample("planetlab-two-days", "a.txt"));
  const text = await notice().textContent();
  assert.match(text, /“a\.txt” is used: 2 nodes × 288 jobs/);
  assert.match(text, /CPU utilisation, a line every five minutes/);
  assert.match(text, /at a utilisation u, a job that takes 1000 ms alone takes 1000 ms \/ \(1 - u\)/);
  assert.match(text, /2 days of 288 lines/);
  assert.equal(await notice().locator(".feeds .can").count(), 4);
  assert.equal(await notice().locator(".feeds[open]").count(), 0);
  assert.deepEqual(await broken(page), []);
});

test("one event that several threads repeat is used, whether its file is called .json or not", async () => {
  for (const name of ["ranks.json", "ranks.txt"]) {
    await change(page, () => give_sample("trace-events-ranks.txt", name));
    assert.match(await notice().textContent(), new RegExp(`“${name}” is used: 3 nodes × 4 jobs`));
    await change(page, () => give_sample("planetlab-two-days", "other.txt"));
  }
});

test("a scenario is told from trace events by its content", async () => {
  await change(page, () => give("a.json", Buffer.from('{"makespan": 1, "replication": {"runs": 3, "iterations": 50, "seed": 42}}')));
  assert.equal(await page.locator("#p-seed").inputValue(), "42");
});

for (const [sample, form, nodes, says] of [
  ["log.swf", "a log in the Standard Workload Format", "2 nodes × 4 jobs", "Left out as failed or cancelled: 2 jobs."],
  ["grid.gwf", "a log in the Grid Workload Format", "2 nodes × 2 jobs", "A series for each site"],
  ["planetlab", "CPU utilisation, a line every five minutes", "1 node × 288 jobs", "100 % counts as 99 %"],
  ["trace-events.json", "trace events", "3 nodes × 6 jobs", "A series for each thread and name of events"],
]) {
  test(`${sample} is read, what it can feed is shown, and it is used only when asked for`, async () => {
    const print = await fingerprint(page);
    const traces = await page.locator(".drop-name").textContent();
    await give_sample(sample, `renamed ${sample}.txt`);
    await notice().filter({ hasText: `renamed ${sample}.txt” is read, but not used here: ${nodes}` }).waitFor();
    const text = await notice().textContent();
    assert.ok(text.includes(form), text);
    assert.ok(text.includes(says), text);
    assert.match(text, /It cannot be used for balancing and replication: /);
    assert.equal(await notice().locator(".feeds[open] .can").count(), 2);
    assert.equal(await notice().locator(".feeds[open] .cannot").count(), 2);
    assert.equal(await fingerprint(page), print);
    assert.equal(await page.locator(".drop-name").textContent(), traces);
    assert.deepEqual(await broken(page), []);
    await change(page, () => notice().getByRole("button", { name: "Use it all the same" }).click());
    await reach(page, "done");
    assert.match(await page.locator(".drop-name").textContent(), new RegExp(nodes));
  });
}

for (const [sample, says] of [
  ["swf-bad-lines.swf", "line 18, column 1: found '8,60,2,47,4,-1,-1,4,3600,-1,1,3,1,-1,2,1…', expected 18 fields, but found 1 (fields are separated by spaces or tabs)"],
  ["swf-cut-off.swf", "expected 18 fields, but found 6 (is the line cut off?)"],
  ["swf-jobs-backwards.swf", "Submit times go backwards in 7 places, first in line 3"],
  ["gwf-bad-lines.gwf", "line 6, column 11: found '9', expected a status"],
  ["trace-events-bad.json", "line 7, column 3: found '0', expected a duration from 1e-6 to 1e18 µs; the event is dropped"],
  ["trace-events-cut-off.json", "The file is cut off in line 147, column 1; the events before it are used."],
  ["trace-events-damaged.json", "The file is damaged in line 97, column 3 (expected ',' or ']'); only the events before it are used."],
  ["planetlab-bad-lines", "line 6, column 1: found '101', expected a CPU utilisation, a whole number from 0 to 100"],
]) {
  test(`${sample}: what is wrong with it is said by line`, async () => {
    await give_sample(sample, sample);
    await notice().filter({ hasText: `“${sample}” is read` }).waitFor();
    const text = await notice().textContent();
    assert.ok(text.includes(says), text);
  });
}

for (const [sample, says] of [
  ["swf-header-only.swf", "no row of data"],
  ["json-damaged.json", "cannot be read in line 2, column 6 (expected ':')"],
  ["json-list.json", "a JSON file without trace events"],
  ["trace-events-without-durations.json", "record complete events (ph X), or beginnings and ends (ph B and E)"],
  ["swf-all-failed.swf", "Left out as failed or cancelled: 3 jobs."],
]) {
  test(`${sample} is refused, and the traces that were there stay`, async () => {
    const print = await fingerprint(page);
    await give_sample(sample, sample);
    await notice().filter({ hasText: `“${sample}” cannot be used` }).waitFor();
    const text = await notice().textContent();
    assert.ok(text.includes(says), text);
    assert.equal(await fingerprint(page), print);
  });
}

test("what cannot feed this laboratory is opened in one that it can feed", async () => {
  await give_sample("log.swf", "log.swf");
  await notice().filter({ hasText: "“log.swf” is read, but not used here" }).waitFor();
  await change(page, () => notice().getByRole("button", { name: "Open it in “Traces and forecasts”" }).click());
  assert.match(await page.locator(".drop-name").textContent(), /log\.swf/);
  await give_sample("planetlab", "day.txt");
  await notice().filter({ hasText: "“day.txt” is used: 1 node × 288 jobs" }).waitFor();
  await reach(page, "done");
});

test("nothing went wrong on the way", () => assert.deepEqual(visitor.trouble, []));
