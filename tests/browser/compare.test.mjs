// Variants beside each other, and sweeps: on the page as from the command, by pointer and by keyboard.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { broken, change, fingerprint, link, makespan, nextAddress, open, painted, reach, short, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop.close());

const small = { runs: 6, iterations: 40 };

const scenario = (view, parameters = {}) =>
  link({ makespan: 1, replication: { ...small, ...parameters }, ...view }, { deflateRawSync });

/** The cells of a table of the report, row by row, headings left out. */
const rows = (page, caption) =>
  page
    .locator("table", { has: page.locator("caption", { hasText: caption }) })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

const command = (fragment) => JSON.parse(execFileSync(makespan, ["run", fragment, "--json"], { maxBuffer: 1e9 }));

test("a comparison begins with one choice, shows every schedule on one time axis, and is in the link", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + short("bursts-replicate"));
  await change(page, () => page.getByRole("radio", { name: "Compare" }).check());
  assert.deepEqual(await page.locator("section.schedule .gantt-title, section.schedule h2").allTextContents(), [
    "Replicate: 30\u00a0iterations",
    "Equal: 60\u00a0iterations",
    "Dynamic: 60\u00a0iterations",
  ]);
  for (const place of [0, 1, 2]) await painted(page, `section.schedule >> nth=${place} >> .gantt-canvas`);
  const widths = await page.locator("section.schedule").evaluateAll((cards) => cards.map((card) => card.clientWidth));
  assert.equal(new Set(widths).size, 1);
  const report = command(new URL(page.url()).hash);
  assert.equal(await fingerprint(page), report.fingerprint);
  assert.equal(await page.locator("#headline").textContent(), report.report.headline);
  assert.equal((await rows(page, "run by run")).length, 2);
  assert.deepEqual(await broken(page), []);

  const compared = page.url();
  const other = await shop.visitor();
  await open(other.page, compared);
  assert.equal(await fingerprint(other.page), report.fingerprint);
  assert.ok(await other.page.getByRole("radio", { name: "Compare" }).isChecked());
  assert.deepEqual(other.trouble, []);
  await other.close();

  await change(page, () => page.getByRole("button", { name: "Undo" }).click());
  assert.equal(await page.locator("section.schedule").count(), 1);
  assert.ok(await page.getByRole("radio", { name: "One" }).isChecked());
  await change(page, () => page.getByRole("button", { name: "Redo" }).click());
  assert.equal(await page.locator("section.schedule").count(), 3);
  await page.waitForFunction((compared) => location.href === compared, compared);
  assert.deepEqual(trouble, []);
});

test("variants are ticked and unticked, numbers typed; what is refused is said and changes nothing", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + scenario({ compare: [{ strategy: "equal" }, { strategy: "dynamic" }] }));
  await change(page, () => page.getByRole("checkbox", { name: "Dynamic", exact: true }).uncheck());
  assert.deepEqual(
    (await rows(page, "side by side")).map((row) => row[0]),
    ["Replicate", "Equal"],
  );
  const before = await fingerprint(page);
  await page.getByRole("checkbox", { name: "Equal" }).click();
  const problem = page.locator("#compare-problem");
  await problem.getByText("0 variants").waitFor();
  assert.ok(await page.getByRole("checkbox", { name: "Equal" }).isChecked());
  assert.equal(await fingerprint(page), before);

  await change(page, () => page.getByLabel("Compare by").selectOption("processors"));
  const values = page.getByLabel("Values of processors");
  await values.fill("4, 400");
  await values.press("Enter");
  const beneath = page.locator("#compare-values + .problem");
  await beneath.getByText("400 is not allowed: type whole numbers from 1 to 128, separated by commas").waitFor();
  assert.equal(await values.inputValue(), "4, 400", "what was typed stays to be mended");
  await change(page, async () => {
    await values.fill("2, 6");
    await values.press("Enter");
  });
  assert.equal(await beneath.textContent(), "");
  assert.deepEqual(
    (await rows(page, "side by side")).map((row) => row[0]),
    ["8 processors", "2 processors", "6 processors"],
  );
  assert.deepEqual(await page.locator("#headline").textContent(), command(new URL(page.url()).hash).report.headline);
  assert.deepEqual(trouble, []);
});

test("variants that do not go with the settings are named, and the page goes on", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + scenario({ compare: [{ copies: 3 }] }), "refused");
  await page.getByText("compare[0].replication.copies is 3; allowed with 8 processors: 1, 2, 4, 8").first().waitFor();
  await page.getByLabel("Values of copies of each job").fill("4");
  await page.getByLabel("Values of copies of each job").press("Enter");
  await reach(page, "done");
  assert.deepEqual(trouble, []);
});

test("a sweep of one parameter, then of two, with the keyboard alone", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + scenario({}));
  await page.getByRole("radio", { name: "One" }).focus();
  await change(page, async () => {
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.activeElement.value === "sweep");
  });
  assert.deepEqual(
    (await rows(page, "Every point")).map((row) => row[0]),
    ["2", "4", "8", "16"],
  );
  assert.equal(await fingerprint(page), command(new URL(page.url()).hash).fingerprint);
  const values = page.getByLabel("Values of processors");
  await values.focus();
  await change(page, async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.type("4..8/3");
    await page.keyboard.press("Enter");
  });
  assert.equal((await rows(page, "Every point")).length, 3);
  await change(page, () => page.getByLabel("And over").selectOption("noise"));
  assert.equal((await rows(page, "Every point")).length, 9);
  const before = page.url();
  assert.match(before, /#v1\./);
  await page.getByLabel("And over").selectOption("none");
  await nextAddress(page, before);
  await reach(page, "done");
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
});

test("the points of a sweep arrive one by one, stay when it is stopped, and are not run again", async () => {
  const { page, trouble } = await shop.visitor();
  const long = link({ makespan: 1, replication: { runs: 400 }, sweep: [{ processors: [2, 4, 6, 8, 10, 12, 14, 16] }] }, { deflateRawSync });
  await page.goto(shop.site.url + long);
  const points = () => page.locator('.table[data-key="sweep"] tbody tr');
  await points().nth(1).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await reach(page, "cancelled");
  const kept = await rows(page, "Every point");
  assert.ok(kept.length >= 2 && kept.length < 8, `${kept.length} points`);
  assert.deepEqual(await broken(page), []);
  const asked = await page.evaluate(() => {
    globalThis.asked = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      globalThis.asked.push(message[0]);
      return postMessage.call(this, message, ...rest);
    };
  });
  assert.equal(asked, undefined);
  await page.getByRole("button", { name: "Go on" }).click();
  await reach(page, "done");
  assert.equal((await rows(page, "Every point")).length, 8);
  assert.deepEqual((await rows(page, "Every point")).slice(0, kept.length), kept);
  const request = JSON.parse(await page.evaluate(() => globalThis.asked[0])).run;
  assert.equal(request.done.length, kept.length);
  assert.equal(await fingerprint(page), command(new URL(page.url()).hash).fingerprint);
  assert.deepEqual(trouble, []);
});

test("a point of a sweep is opened from the table and from the chart, and Back leads to the sweep", async () => {
  const { page, trouble } = await shop.visitor();
  await open(page, shop.site.url + scenario({ sweep: [{ processors: [3, 4, 8] }, { copies: [1, 2] }] }));
  const sweep = page.url();
  const print = await fingerprint(page);
  assert.equal((await rows(page, "Every point")).length, 5, "three processors have no pairs");
  await change(page, () => page.locator('.table[data-key="sweep"] tbody tr').nth(2).getByRole("link").click());
  assert.equal(await page.locator("#p-processors").inputValue(), "4");
  assert.equal(await page.locator("#p-copies").inputValue(), "2");
  assert.ok(await page.getByRole("radio", { name: "One" }).isChecked());
  await page.goBack();
  await page.waitForFunction((print) => document.querySelector("#fingerprint")?.textContent === print, print);
  assert.equal(page.url(), sweep);
  const plot = page.locator('.chart[data-drawn="true"] .plot').first();
  await plot.focus();
  // The second line has no point for three processors: its first one is the pair on four.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await change(page, () => page.keyboard.press("Enter"));
  assert.equal(await page.locator("#p-processors").inputValue(), "4");
  assert.equal(await page.locator("#p-copies").inputValue(), "2");
  assert.deepEqual(trouble, []);
});

test("a long comparison tells how far it is and ends at a click", async () => {
  const { page, trouble } = await shop.visitor();
  await page.goto(shop.site.url + link({ makespan: 1, replication: { runs: 1000, processors: 16 }, compare: [{ strategy: "equal" }] }, { deflateRawSync }));
  await page.getByRole("button", { name: "Cancel" }).click();
  await reach(page, "cancelled");
  assert.deepEqual(trouble, []);
});
