// The schedule as a table: the same spans as the chart, sorted, walked through with keys, few elements.
import { after, before, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { broken, open, short, workshop } from "./page.mjs";

const chart = "canvas.gantt-canvas";
const millisecondsPer = { µs: 0.001, ms: 1, s: 1000, h: 3_600_000 };

let shop, page, trouble;

before(async () => {
  shop = await workshop();
  ({ page, trouble } = await shop.visitor({ reducedMotion: "reduce" }));
});

after(() => shop?.close());

beforeEach(async () => {
  await page.goto("about:blank");
  await open(page, shop.site.url + short("peaks-replicate", { processors: 8 }));
  await page.locator(`${chart}[data-from]`).scrollIntoViewIfNeeded();
});

const grid = () => page.getByRole("grid");
const row = (position) => grid().locator(`tbody tr[aria-rowindex="${position + 2}"]`);
const active = () => grid().locator('tr[aria-selected="true"]');
const number = (text) => Number(text.replaceAll("\u202f", ""));

/** "1 234.5 s" in ms. */
function time(text) {
  const [, digits, unit] = /^([\d.\u202f]+)(?:\u00a0(\S+))?$/.exec(text.trim());
  return number(digits) * (unit ? millisecondsPer[unit] : 0);
}

/** The schedule as a table; `whole` is all of the run. */
async function tabulate(whole = true) {
  await page.getByRole("radio", { name: "Table" }).check();
  if (whole) await page.getByRole("radio", { name: "Whole run" }).check();
  await grid().waitFor();
}

/** How many spans there are. */
const count = async () => Number(await grid().getAttribute("aria-rowcount")) - 1;

/** The texts of the rows in the document, in order. */
const cells = () =>
  grid()
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows
        .sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)
        .map((row) => [...row.cells].map((cell) => cell.textContent)),
    );

/** Sorts by a column, and waits until its header says so. */
async function sort(name, direction) {
  await grid().getByRole("columnheader", { name }).getByRole("button").click();
  await grid().locator(`th[aria-sort="${direction}"]`, { hasText: name }).waitFor();
}

test("the table has every span of the run, or those that the chart shows", async () => {
  const label = await page.locator(chart).getAttribute("aria-label");
  await tabulate(false);
  const seen = await count();
  await page.getByRole("radio", { name: "Whole run" }).check();
  await page.waitForFunction((seen) => Number(document.querySelector("[role=grid]").ariaRowCount) !== seen + 1, seen);
  assert.equal(await count(), number(/ ([\d\u202f]+) spans/.exec(label)[1]));
  assert.ok(seen < (await count()));
  assert.match(await grid().getAttribute("aria-label"), /^Spans of the schedule\. 8 lanes, .* Lanes compute .* Of all time, /);
});

test("a few elements stand for all rows, and each says which row it is", async () => {
  await tabulate();
  const inDocument = await grid().locator("tbody tr").count();
  assert.ok(inDocument < 40 && (await count()) > 10 * inDocument, `${inDocument} of ${await count()}`);
  await page.locator(".gantt-table-frame").evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await row((await count()) - 1).waitFor();
  assert.equal(await grid().locator("tbody tr").count() <= inDocument, true);
  assert.deepEqual(await grid().locator("th[scope=col]").allTextContents(), ["Lane↑", "Phase", "Start", "End", "Duration", "Job"]);
});

test("every column sorts, up and then down", async () => {
  await tabulate();
  const values = {
    Phase: (row) => row[1],
    Start: (row) => time(row[2]),
    End: (row) => time(row[3]),
    Duration: (row) => time(row[4]),
    Job: (row) => (row[5] === "" ? Infinity : number(row[5])),
  };
  for (const [name, value] of Object.entries(values)) {
    for (const [direction, sign] of [["ascending", 1], ["descending", -1]]) {
      await sort(name, direction);
      assert.equal(await grid().locator('th[scope=col]:not([aria-sort="none"])').count(), 1);
      const shown = (await cells()).map(value);
      assert.ok(shown.length > 5);
      for (const [a, b] of shown.slice(1).map((value, before) => [shown[before], value])) {
        // Times are told with four digits.
        const slack = typeof a === "number" && Number.isFinite(a) ? Math.abs(a) * 1e-3 : 0;
        const ordered = typeof a === "number" ? sign * (b - a) >= -slack || a === b : sign * a.localeCompare(b) <= 0;
        assert.ok(ordered, `${name} ${direction}: ${a}, ${b}`);
      }
    }
  }
  await sort("Duration", "ascending");
  await sort("Duration", "descending");
  const longest = time((await cells())[0][4]);
  await sort("Lane", "ascending");
  assert.ok((await cells()).every((row) => time(row[4]) <= longest * 1.001));
});

test("keys walk through the rows, and the row is told", async () => {
  await tabulate();
  await grid().focus();
  const at = async () => Number(await active().getAttribute("aria-rowindex")) - 2;
  const press = async (key, expected) => {
    await page.keyboard.press(key);
    await row(expected).and(active()).waitFor();
    assert.equal(await grid().getAttribute("aria-activedescendant"), await active().getAttribute("id"));
    const [frame, box] = [await page.locator(".gantt-table-frame").boundingBox(), await active().boundingBox()];
    assert.ok(box.y >= frame.y && box.y + box.height <= frame.y + frame.height + 1, `row ${expected} is seen`);
  };
  await press("ArrowDown", 0);
  await press("ArrowDown", 1);
  await press("ArrowUp", 0);
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => document.querySelector('tr[aria-selected="true"]').ariaRowIndex > 4);
  const leap = await at();
  await press("PageDown", 2 * leap);
  await press("End", (await count()) - 1);
  await press("ArrowDown", (await count()) - 1);
  await press("PageUp", (await count()) - 1 - leap);
  await press("Home", 0);
});

test("a row is shown in the chart, selected and wide enough to be seen", async () => {
  await tabulate();
  await sort("Start", "ascending");
  await sort("Start", "descending");
  await grid().focus();
  await page.keyboard.press("ArrowDown");
  await active().waitFor();
  const [lane, phase, start] = (await cells())[0];
  await page.keyboard.press("Enter");
  await page.locator(chart).waitFor();
  await page.waitForFunction(() => document.querySelector(".gantt-said[aria-live]").textContent !== "");
  assert.match(await page.locator(".gantt-said[aria-live]").textContent(), new RegExp(`^${lane}, ${phase}.*, from ${start} to `));
  await page.waitForFunction(
    ({ chart, start }) => {
      const { from, to } = document.querySelector(chart).dataset;
      return Number(from) <= start * 1.001 && start <= Number(to) * 1.001;
    },
    { chart, start: time(start) },
  );
  assert.ok(await page.locator(chart).evaluate((canvas) => canvas === document.activeElement));
  assert.ok(await page.getByRole("radio", { name: "Chart", exact: true }).isChecked());
});

test("another schedule while the table is shown is in the table and then in the chart", async () => {
  await tabulate();
  const before = await count();
  await page.evaluate((hash) => (location.hash = hash), short("peaks-replicate", { processors: 4 }));
  await page.waitForFunction((before) => Number(document.querySelector("[role=grid]")?.ariaRowCount) !== before + 1, before);
  await page.getByRole("radio", { name: "Chart", exact: true }).check();
  await page.waitForFunction(() => document.querySelectorAll(".gantt-lanes").length === 1);
  assert.match(await page.locator(chart).getAttribute("aria-label"), /^Gantt chart: 4 lanes, /);
  const painted = () =>
    page.locator(chart).evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok((await painted()) > 4);
});

test("the table is accessible and fits every screen, in both themes", async () => {
  await tabulate();
  await grid().focus();
  await page.keyboard.press("ArrowDown");
  for (const [width, height] of [[1440, 900], [768, 1024], [390, 844]]) {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await grid().scrollIntoViewIfNeeded();
      assert.deepEqual(await broken(page, { colours: colorScheme === "dark" }), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page does not scroll sideways");
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("nothing went wrong meanwhile", () => {
  const readback = /readback operations using getImageData/; // These tests' own reading of pixels.
  assert.deepEqual(trouble.filter((what) => !readback.test(what)), []);
});
