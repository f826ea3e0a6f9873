// Files of one's own.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { mkdtemp, open as openFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { broken, change, drop, fingerprint, open, reach, short, workshop } from "./page.mjs";

let shop, visitor, page, folder;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  page = visitor.page;
  folder = await mkdtemp(path.join(tmpdir(), "makespan-traces-"));
});
after(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runtimes that look like those of a shared machine, the same each time. */
function* runtimes(seed = 1) {
  let state = seed;
  for (;;) {
    state = (state * 48271) % 2147483647;
    yield 2000 + (state % 1000) + (state % 17 === 0 ? 4000 : 0);
  }
}

function wide(nodes, jobs, seed) {
  const next = runtimes(seed);
  const rows = [["job", ...Array.from({ length: nodes }, (_, node) => `machine ${node + 1}`)].join(",")];
  for (let job = 1; job <= jobs; job++) rows.push([job, ...Array.from({ length: nodes }, () => next.next().value)].join(","));
  return rows.join("\n") + "\n";
}

const upload = (name, text) =>
  page.locator("#open-traces").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const notice = page => page.locator('.notice[data-topic="file"]');
const start = async () => {
  await page.goto("about:blank");
  await open(page, shop.site.url + short("peaks-replicate", { processors: 8, copies: 4 }));
};

test("a wide file is understood and run, and what had to be changed is said", async () => {
  await start();
  await change(page, () => upload("mine.csv", wide(6, 50)));
  const text = await notice(page).textContent();
  assert.match(text, /“mine\.csv” is used: 6 nodes × 50 jobs/);
  assert.match(text, /a column for each node, with a header, commas, decimal point/);
  assert.match(text, /Processors lowered to 6/);
  assert.match(text, /Iterations lowered to 50/);
  assert.match(text, /Copies lowered to 3/);
  assert.match(await page.locator(".drop-name").textContent(), /mine\.csv.*6 nodes × 50 jobs/);
  await notice(page).locator(".nodes summary").click();
  assert.match(await notice(page).locator(".nodes tbody tr").first().textContent(), /machine 1/);
  assert.deepEqual(await broken(page), []);
});

test("small traces travel in the link", async () => {
  const other = await shop.visitor();
  await open(other.page, page.url());
  assert.equal(await fingerprint(other.page), await fingerprint(page));
  assert.match(await other.page.locator(".drop-name").textContent(), /mine\.csv/);
  await other.close();
});

test("a long file with semicolons and decimal commas is understood", async () => {
  await start();
  const next = runtimes(7);
  let text = "Rechner;Job;Laufzeit (s)\n";
  for (let job = 1; job <= 40; job++)
    for (const node of ["amsterdam", "utah", "tel aviv"]) text += `${node};${job};${(next.next().value / 1000).toFixed(3).replace(".", ",")}\n`;
  text = text.replace("Rechner", "node").replace("Laufzeit", "runtime").replace("Job", "job");
  // Three digits behind each comma may be thousands, too: that is asked.
  await upload("long.csv", text);
  await notice(page).locator(".import-questions").getByRole("button", { name: /Decimal comma: \d\.\d{3}/ }).click();
  await notice(page).locator(".import-questions").waitFor({ state: "detached" });
  await change(page, () => page.locator("#import-use").click());
  const said = await notice(page).textContent();
  assert.match(said, /3 nodes × 40 jobs/);
  assert.match(said, /a row for each job, with a header, semicolons, decimal comma/);
});

test("a compressed file is understood", async () => {
  await start();
  await change(page, () => upload("mine.csv.gz", gzipSync(wide(8, 60, 3))));
  assert.match(await notice(page).textContent(), /8 nodes × 60 jobs.*gzip/);
});

test("a file can be dropped anywhere on the page", async () => {
  await start();
  await change(page, () => drop(page, ".schedule .gantt-canvas", { name: "dropped.csv", bytes: wide(8, 60, 4) }));
  assert.match(await notice(page).textContent(), /“dropped\.csv” is used/);
  assert.equal(await page.locator(".drop-here").count(), 0);
});

test("a scenario file can be dropped as well", async () => {
  await start();
  const bytes = JSON.stringify({ makespan: 1, replication: { traces: "switches", runs: 3, iterations: 50, seed: 42 } });
  await change(page, () => drop(page, "body .page", { name: "a.makespan.json", bytes, type: "application/json" }));
  assert.equal(await page.locator("#p-seed").inputValue(), "42");
});

test("bad rows are named by their lines, and the rest is used", async () => {
  await start();
  const lines = wide(8, 80, 5).split("\n");
  lines[4] = lines[4].replace(/,\d+$/, ",oops");
  lines[9] = lines[9].replace(/,\d+$/, ",-5");
  await change(page, () => upload("some-bad.csv", lines.join("\n")));
  const text = await notice(page).textContent();
  assert.match(text, /2 of 80 rows could not be used/);
  assert.match(text, /line 5, column 9: found 'oops'.*and in 1 more line/);
});

test("one problem in many lines is told once, with its count", async () => {
  await start();
  const rows = wide(8, 100, 6).split("\n").map((row, place) => (place > 0 && place % 2 === 0 ? row.replace(/,\d+$/, ",?") : row));
  await change(page, () => upload("many-bad.csv", rows.join("\n")));
  assert.equal(await notice(page).locator(".problems li:not(.more)").count(), 1);
  assert.match(await notice(page).locator(".problems li:not(.more)").textContent(), /line 3, column 9: found '\?'.*and in \d+ more lines/);
});

test("a file of no use says why, and the traces that were there stay", async () => {
  await start();
  const print = await fingerprint(page);
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  for (const [name, bytes, says] of [
    ["photo.png", png, /not a table of text|not text/],
    ["empty.csv", "", /empty/],
    ["header.csv", "a,b,c\n", /no row of data/],
    ["letters.csv", "a,b\nx,y\nz,w\n", /line \d+|cannot be used/],
    ["cut.csv.gz", gzipSync(wide(8, 60)).subarray(0, 40), /cut off or damaged/],
  ]) {
    await page.locator("#open-traces").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
    await notice(page).filter({ hasText: `“${name}” cannot be used` }).waitFor();
    assert.match(await notice(page).textContent(), says, name);
    assert.equal(await fingerprint(page), print);
    assert.match(await page.locator(".drop-name").textContent(), /peaks/);
  }
});

test("a file that is too large is refused without reading it", async () => {
  await start();
  const name = path.join(folder, "huge.csv");
  const file = await openFile(name, "w");
  await file.truncate(400_000_001);
  await file.close();
  await page.locator("#open-traces").setInputFiles(name);
  await notice(page).filter({ hasText: "at most 400" }).waitFor();
  assert.equal(await page.locator("main").getAttribute("data-phase"), "done");
});

test("a file that is too large for a link is asked for where it is missing", async () => {
  await start();
  const big = path.join(folder, "big.csv");
  await writeFile(big, wide(16, 6_000, 11));
  await change(page, () => page.locator("#open-traces").setInputFiles(big));
  const print = await fingerprint(page);
  const address = page.url();
  assert.ok(address.length < 2_000, `${address.length} characters`);

  // A run that is cancelled takes the worker with it; the new one is given the file again.
  await change(page, () => page.locator("#p-seed").fill("8"));
  const long = { processors: 16, iterations: 6000, runs: 1000 };
  const before = {};
  for (const [name, value] of Object.entries(long)) {
    before[name] = await page.locator(`#p-${name}`).inputValue();
    await page.locator(`#p-${name}`).fill(String(value));
  }
  await page.locator("#cancel").click();
  await reach(page, "cancelled");
  for (const [name, value] of Object.entries(before)) await page.locator(`#p-${name}`).fill(value);
  await page.locator("#p-seed").fill("2006");
  await page.waitForFunction((print) => document.querySelector("#fingerprint").textContent === print, print);

  const other = await shop.visitor();
  await open(other.page, address, "file-needed");
  const asked = await other.page.locator("#status").textContent();
  assert.match(asked, /needs the file “big\.csv”/);
  assert.match(asked, /16 nodes × 6\u202f000 jobs/);
  assert.deepEqual(await broken(other.page), []);

  await drop(other.page, "#status", { name: "other.csv", bytes: wide(5, 70, 2) });
  await notice(other.page).filter({ hasText: "not the file that this scenario needs" }).waitFor();
  assert.match(await notice(other.page).textContent(), /5 nodes × 70 jobs, digest [0-9a-f]{12}/);
  assert.equal(await other.page.locator("main").getAttribute("data-phase"), "file-needed");

  await other.page.locator("#open-needed").setInputFiles(big);
  await reach(other.page, "done");
  assert.equal(await fingerprint(other.page), print);
  assert.deepEqual(other.trouble, []);
  await other.close();

  const third = await shop.visitor();
  await open(third.page, address, "file-needed");
  await drop(third.page, "#status", { name: "other.csv", bytes: wide(5, 70, 2) });
  await notice(third.page).getByRole("button", { name: "Use it instead" }).click();
  await reach(third.page, "done");
  assert.match(await third.page.locator(".drop-name").textContent(), /other\.csv/);
  await third.close();
});

test("the template is a file that the page itself can use", async () => {
  await start();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Template" }).click()]);
  await change(page, async () => page.locator("#open-traces").setInputFiles(await download.path()));
  assert.match(await notice(page).textContent(), /4 nodes × 6 jobs/);
  assert.equal(await notice(page).locator(".problems").count(), 0);
});

const column = (page, number) => page.locator(".import-columns tbody tr").nth(number - 1);
const used = (page, number) => page.locator(`#import-use-${number}`);

test("a clear file is used at once, and its preview says what each column was taken for", async () => {
  await start();
  await change(page, () => upload("dated.csv", wide(4, 40, 8).replace(/^(\d+),/gm, (_, job) => `2026-01-${String((job % 28) + 1).padStart(2, "0")},`).replace("job", "day")));
  assert.match(await notice(page).locator(".import-sentence").textContent(), /each of 4 columns a node.*“day” holds dates or times and is not used.*names no unit/);
  assert.equal(await used(page, 1).inputValue(), "time");
  assert.equal(await used(page, 2).inputValue(), "node");
  assert.match(await column(page, 2).textContent(), /machine 1.*40.*0/);
  assert.deepEqual(await broken(page), []);
});

test("a click corrects a file that is used, and another puts back what was there before", async () => {
  await start();
  const before = await fingerprint(page);
  await change(page, () => upload("mine.csv", wide(6, 50)));
  const print = await fingerprint(page);
  await change(page, () => page.locator("#import-unit").selectOption("s"));
  assert.match(await notice(page).locator(".import-sentence").textContent(), /Times are in s/);
  await change(page, () => used(page, 7).selectOption("ignore"));
  assert.match(await page.locator(".drop-name").textContent(), /5 nodes × 50 jobs/);
  await change(page, () => page.locator("#import-unit").selectOption("ms"));
  await change(page, () => used(page, 7).selectOption("node"));
  assert.match(await page.locator(".drop-name").textContent(), /6 nodes × 50 jobs/);
  await change(page, () => page.getByRole("button", { name: "Back to the previous traces" }).click());
  assert.equal(await fingerprint(page), before);
  assert.notEqual(print, before);
  assert.equal(await notice(page).count(), 0);
});

test("what a file leaves open is answered before it is used", async () => {
  await start();
  const print = await fingerprint(page);
  await upload("short.csv", "job,a,b\n" + Array.from({ length: 30 }, (_, job) => `${job + 1},0.${300 + job},0.5`).join("\n"));
  await notice(page).filter({ hasText: "“short.csv” is read, but not used yet: 2 nodes × 30 jobs" }).waitFor();
  assert.equal(await page.locator("#import-use").getAttribute("aria-disabled"), "true");
  assert.equal(await fingerprint(page), print);
  assert.match(await page.locator(".drop-name").textContent(), /peaks/);
  assert.deepEqual(await broken(page), []);
  await notice(page).locator(".import-questions").getByRole("button", { name: /These times are in s/ }).click();
  await notice(page).locator(".import-questions").waitFor({ state: "detached" });
  assert.equal(await fingerprint(page), print);
  // By keyboard alone.
  await page.locator("#import-use").focus();
  await change(page, () => page.keyboard.press("Enter"));
  assert.match(await notice(page).textContent(), /“short\.csv” is used: 2 nodes × 30 jobs/);
  await notice(page).locator(".nodes summary").click();
  assert.match(await notice(page).locator(".nodes tbody tr").first().textContent(), /a30\d{3}/);
});

test("a file without runtimes or with two headers is kept for another try", async () => {
  await start();
  const print = await fingerprint(page);
  await upload("ids.csv", "id,day\n1500,2026-01-01\n1900,2026-01-02\n1200,2026-01-03\n");
  await notice(page).filter({ hasText: "“ids.csv” cannot be used" }).waitFor();
  assert.match(await notice(page).textContent(), /No column of this table has runtimes: id, day number the rows or hold times/);
  await used(page, 1).selectOption("node");
  await notice(page).filter({ hasText: "“ids.csv” is read, but not used yet: 1 node × 3 jobs" }).waitFor();
  await page.locator("#import-cancel").click();
  assert.equal(await notice(page).count(), 0);
  assert.equal(await fingerprint(page), print);

  await upload("units.csv", "ams,utah\nfast,slow\n" + "2500,2600\n2510,2610\n".repeat(20));
  await notice(page).filter({ hasText: "“units.csv” cannot be used" }).waitFor();
  assert.match(await notice(page).textContent(), /Line 2 has no number, as the line above it/);
  await notice(page).getByRole("button", { name: /Leave out line 2/ }).click();
  await notice(page).filter({ hasText: "is read, but not used yet: 2 nodes × 40 jobs" }).waitFor();
  await change(page, () => page.locator("#import-use").click());
  assert.match(await page.locator(".drop-name").textContent(), /units\.csv.*2 nodes × 40 jobs/);
});

test("a file of a million columns is refused in words", async () => {
  await start();
  await upload("columns.csv", "1,".repeat(1_000_000));
  await notice(page).filter({ hasText: "“columns.csv” cannot be used" }).waitFor();
  assert.match(await notice(page).textContent(), /Line 1 has 4098 columns or more.*give each job a line of its own/);
});

test("a pasted table is a file like any other", async () => {
  await start();
  const paste = (text) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, text);
  await paste("one word");
  await change(page, () => paste(wide(6, 50, 9)));
  assert.match(await notice(page).textContent(), /“pasted\.csv” is used: 6 nodes × 50 jobs/);
});

test("own files run as measured, and a chip undoes their scaling", async () => {
  await start();
  assert.equal(await page.locator("#p-trace_mean").inputValue(), "72500");
  await change(page, () => upload("mine.csv", wide(6, 50)));
  assert.equal(await page.locator("#p-trace_mean").inputValue(), "");
  assert.match(await notice(page).textContent(), /the runtimes of this file stay as they were measured/);
  assert.equal(await page.locator(".import-chip").count(), 0);
  const print = await fingerprint(page);
  await page.locator("aside").evaluate((aside) => aside.querySelectorAll("details").forEach((details) => (details.open = true)));
  await change(page, () => page.locator("#p-trace_mean").fill("10000"));
  assert.match(await page.locator(".import-chip").textContent(), /scaled to a mean of 10\.0\u00a0s: ×\u202f3\.\d+/);
  assert.deepEqual(await broken(page), []);
  await change(page, () => page.getByRole("button", { name: "Use them as measured" }).click());
  assert.equal(await page.locator(".import-chip").count(), 0);
  assert.equal(await fingerprint(page), print);
});

test("names of 150 characters and right to left widen no page of a phone", async () => {
  const phone = await shop.visitor({ viewport: { width: 390, height: 844 } });
  await open(phone.page, shop.site.url + short("peaks-replicate", { processors: 8, copies: 4 }));
  const long = (letter) => `${letter.repeat(75)} ${"Donaudampfschifffahrt".repeat(4)}`;
  const text = wide(4, 40, 12).replace("machine 1", long("x")).replace("machine 2", long("\u05d0"));
  const file = { name: `${long("z")}.csv`, mimeType: "text/csv", buffer: Buffer.from(text) };
  await change(phone.page, () => phone.page.locator("#open-traces").setInputFiles(file));
  const wider = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `${wider} pixels wider`);
  assert.deepEqual(await broken(phone.page), []);
  assert.deepEqual(phone.trouble, []);
  await phone.close();
});

test("nothing went wrong on the way", () => assert.deepEqual(visitor.trouble, []));
