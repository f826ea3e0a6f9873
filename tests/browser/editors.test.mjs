// Parameters that are texts with editors of their own: the table of workers, a matrix, and steps in time; and the report of a
// schedule of rounds.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { broken, change, fingerprint, link, open, reach, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** Small enough to run at once. */
const small = { runs: 2, horizon: 600 };

/** Workers of one's own, whose speeds follow steps. */
const own = {
  platform: "own",
  table: "name,F,f,BD,bD,BR,bR\nfast,10,0.1,100,0.1,100,0.1\nslow,5,0.1,100,0.1,100,0.1\n",
  variation: "steps",
  steps: "300:0.5, 500:1",
};

const scenario = (parameters = {}, view = {}) =>
  link({ makespan: 1, divisible: { ...small, ...parameters }, ...view }, { deflateRawSync });


const field = (page, name) => page.locator(`.field[data-name="${name}"]`);
const cell = (page, name) => page.getByRole("textbox", { name, exact: true });
const problem = (page, name) => field(page, name).locator("tbody .problem");

/** Waits until a control has a value. */
const has = (page, locator, value) =>
  locator.elementHandle().then((element) => page.waitForFunction(([element, value]) => element.value === value, [element, value]));

/** Pastes a text where the focus is. */
const paste = (locator, text) =>
  locator.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test("the legend names each phase, spacings and targets; a worker of a selection says what it is", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + scenario({ theta: 0.9 }));
  const legend = page.getByRole("region", { name: "Schedule", exact: true }).getByRole("list", { name: "Phases" }).getByRole("listitem");
  const names = ["send first subchunk", "send second subchunk", "start-up", "inter-round starvation", "spacing d", "target τ of a round"];
  for (const name of names) await legend.filter({ hasText: name }).waitFor();
  await page.goto("about:blank");
  await open(page, shop.site.url + scenario({ topic: "selection", streams: 1 }));
  await page.getByRole("radio", { name: "Table" }).check();
  await page.getByText(/^worker 1, w0: computes .* MB\/s, is sent .* yields .*; chosen for cluster 1$/).waitFor();
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a cell of the table of workers changes the run, the link holds the table, and undo brings back what was", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + scenario(own));
  const before = await fingerprint(page);
  const speed = cell(page, "speed F of fast");
  await change(page, () => speed.fill("20"));
  await change(page, () => cell(page, "latency f of slow").fill("0.2"));
  const changed = await fingerprint(page);
  await open(page, page.url());
  assert.equal(await fingerprint(page), changed);
  assert.equal(await speed.inputValue(), "20");
  const { page: other, close: shut } = await shop.visitor();
  await open(other, page.url());
  assert.equal(await fingerprint(other), changed);
  assert.equal(await cell(other, "latency f of slow").inputValue(), "0.2");
  await shut();
  await page.goto("about:blank");
  await open(page, shop.site.url + scenario(own));
  await change(page, () => speed.fill("20"));
  await page.locator("#headline").focus();
  await change(page, () => page.keyboard.press("Control+z"));
  assert.equal(await fingerprint(page), before);
  await has(page, speed, "10");
  assert.deepEqual(trouble, []);
  await close();
});

test("a worker is added, moved and removed by keyboard, and the focus stays at hand", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + scenario(own));
  await change(page, () => page.getByRole("button", { name: "Add a worker" }).press("Enter"));
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "name of w2");
  await page.getByRole("button", { name: "Move w2 up" }).press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "p-table-1-0" && document.activeElement.value === "w2");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.activeElement.id === "p-table-0-0");
  await change(page, () => page.getByRole("button", { name: "Remove fast" }).press("Enter"));
  await page.waitForFunction(() => document.activeElement.value === "w2");
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a matrix of phases is changed cell by cell, by keyboard alone, and what cannot be read is told below its row", async () => {
  const { page, trouble, close } = await shop.visitor();
  const phases = (values) => shop.site.url + link({ makespan: 1, bounds: { topic: "program", phases: "110\n101\n011", ...values } }, { deflateRawSync });
  await open(page, phases({}));
  const before = await fingerprint(page);
  const first = cell(page, "P1 in phase 1");
  await first.focus();
  await change(page, () => page.keyboard.press("Space"));
  await has(page, first, "0");
  assert.notEqual(await fingerprint(page), before);
  for (const [key, name] of [["ArrowDown", "P1 in phase 2"], ["End", "P1 in phase 2"], ["ArrowRight", "P2 in phase 2"], ["ArrowUp", "P2 in phase 1"]]) {
    await page.keyboard.press(key);
    await page.waitForFunction((name) => document.activeElement.getAttribute("aria-label") === name, name);
  }
  await page.getByRole("button", { name: "Add a phase" }).press("Enter");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "P1 in phase 4");
  await change(page, () => cell(page, "P1 in phase 4").fill("7/2"));
  await change(page, () => page.getByRole("button", { name: "Remove phase 1" }).press("Enter"));
  const changed = await fingerprint(page);
  await open(page, phases({ phases: "1 0 1\n0 1 1\n7/2 0 0" }));
  assert.equal(await fingerprint(page), changed);
  const top = await page.locator("#headline").evaluate((headline) => headline.getBoundingClientRect().top + scrollY);
  await cell(page, "P2 in phase 1").fill("much");
  await field(page, "phases").locator("tbody .problem", { hasText: "phase 1, process 2: “much” must be a number of 0 or more" }).waitFor();
  await reach(page, "refused");
  assert.equal(await fingerprint(page), changed);
  // The field says it; the place of the cause does, too, and nothing moves.
  assert.match(await page.locator(".why > .refused").textContent(), /^This scenario cannot run\. .*must be work of at least 0, as in 1, 2\.5 or 7\/2\.$/);
  assert.equal(await page.locator("#status").count(), 0);
  assert.equal(await page.locator("#headline").evaluate((headline) => headline.getBoundingClientRect().top + scrollY), top);
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a block from a spreadsheet is taken with headers, without, and with decimal commas", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + scenario(own));
  await change(page, () => paste(cell(page, "speed F of fast"), "7,5\t0,25\n6,5\t0,125\n"));
  await has(page, cell(page, "speed F of fast"), "7.5");
  await has(page, cell(page, "latency f of slow"), "0.125");
  await change(page, () => paste(cell(page, "speed F of fast"), "worker;F;f\r\none;2,5;0,1\r\ntwo;1;0,2\r\nthree;4;0\r\n"));
  await has(page, cell(page, "speed F of one"), "2,5");
  await page.getByText("3 workers", { exact: true }).waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("what no worker can be is told beside its cell with line, value and range, and nothing that was typed is lost", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + scenario(own));
  const before = await fingerprint(page);
  for (const [name, value, allowed] of [
    ["speed F of fast", "-1", "more than 0"],
    ["bandwidth BD of slow", "much", "more than 0"],
    ["latency bR of slow", "", "at least 0"],
  ]) {
    await cell(page, name).fill(value);
    const complaint = problem(page, "table").filter({ hasText: allowed }).filter({ hasText: JSON.stringify(value) });
    await complaint.waitFor();
    assert.match(await complaint.textContent(), /^line \d, column \d \(/);
    assert.equal(await cell(page, name).getAttribute("aria-invalid"), "true");
    assert.equal(await cell(page, name).inputValue(), value);
  }
  await reach(page, "refused");
  assert.equal(await fingerprint(page), before);
  assert.equal(await problem(page, "table").count(), 3);
  assert.deepEqual(await broken(page), []);
  await cell(page, "speed F of fast").fill("11");
  await cell(page, "bandwidth BD of slow").fill("100");
  await change(page, () => cell(page, "latency bR of slow").fill("0.1"));
  assert.equal(await problem(page, "table").count(), 0);
  assert.deepEqual(trouble, []);
  await close();
});

test("an unknown column is named, kept, and left out when asked", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + scenario({ ...own, table: "name,F,colour\none,2,7\ntwo,3,8\n" }), "refused");
  await field(page, "table").locator("thead .problem").filter({ hasText: "unknown header" }).waitFor();
  await page.getByRole("button", { name: "Leave out “colour”" }).click();
  await reach(page, "done");
  await field(page, "table").locator("summary").filter({ hasText: "Columns" }).click();
  // Its cells have the value that held without the column.
  await field(page, "table").getByRole("checkbox", { name: "latency f", exact: true }).check();
  await has(page, cell(page, "latency f of two"), "0");
  assert.deepEqual(trouble, []);
  await close();
});

test("steps are drawn with the pointer, moved with keys, and typed", async () => {
  const { page, trouble, close } = await shop.visitor({ viewport: { width: 1440, height: 1200 } });
  await open(page, shop.site.url + scenario(own));
  const first = page.getByRole("slider", { name: "Step 1", exact: true });
  const told = (text) => first.and(page.locator(`[aria-valuetext="${text}"]`)).waitFor();
  await told("from 300 s on, factor 0.5");
  await first.focus();
  await change(page, () => page.keyboard.press("ArrowUp"));
  await told("from 300 s on, factor 0.55");
  await change(page, () => page.keyboard.press("Shift+ArrowLeft"));
  await has(page, cell(page, "Factor of step 1"), "0.55");
  const date = Number(await cell(page, "Date of step 1").inputValue());
  assert.ok(date < 300, `${date}`);
  await change(page, () => page.keyboard.press("Insert"));
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Step 2");
  await change(page, () => page.keyboard.press("Delete"));
  assert.equal(await field(page, "steps").getByRole("slider").count(), 2);
  await first.scrollIntoViewIfNeeded();
  const box = await first.locator(".knob").boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  await change(page, async () => {
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] - 10, middle[1] + 20, { steps: 4 });
    await page.mouse.up();
  });
  assert.ok(Number(await cell(page, "Date of step 1").inputValue()) < date);
  assert.ok(Number(await cell(page, "Factor of step 1").inputValue()) < 0.55);
  await change(page, () => cell(page, "Factor of step 1").fill("0,25"));
  await has(page, cell(page, "Factor of step 1"), "0.25");
  await cell(page, "Factor of step 2").fill("-1");
  await field(page, "steps").locator("tbody .problem").filter({ hasText: "more than 0" }).waitFor();
  await reach(page, "refused");
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a finger moves a step", async () => {
  const { page, trouble, close } = await shop.visitor({ viewport: { width: 1024, height: 1200 }, hasTouch: true });
  await open(page, shop.site.url + scenario(own));
  const knob = page.getByRole("slider", { name: "Step 1", exact: true }).locator(".knob");
  await knob.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await knob.boundingBox();
  const session = await page.context().newCDPSession(page);
  const touch = (type, by = 0) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2, y: y + height / 2 + by }],
    });
  await change(page, async () => {
    await touch("touchStart");
    await touch("touchMove", 8);
    await touch("touchMove", 16);
    await touch("touchEnd");
  });
  assert.ok(Number(await cell(page, "Factor of step 1").inputValue()) < 0.5);
  assert.deepEqual(trouble, []);
  await close();
});

test("texts are nothing to compare or to sweep by", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + scenario(own));
  for (const [mode, list] of [["Compare", "#compare-by"], ["Sweep", "#sweep-by"]]) {
    await change(page, () => page.locator(".compare .segments label").filter({ hasText: mode }).click());
    const offered = await page.locator(`${list} option`).evaluateAll((all) => all.map(({ value }) => value));
    assert.ok(offered.includes("target"), mode);
    assert.ok(!offered.includes("table") && !offered.includes("steps"), mode);
  }
  await page.goto("about:blank");
  await page.goto(shop.site.url + scenario(own, { sweep: [{ steps: ["1:2", "2:3"] }] }));
  await page.getByText("allowed: a parameter of numbers, of names, or of yes and no").first().waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("both editors fit every window, light and dark", async () => {
  const { page, trouble, close } = await shop.visitor({ reducedMotion: "reduce" });
  await open(page, shop.site.url + scenario(own));
  for (const [width, height] of [[1440, 900], [768, 1024], [390, 844]]) {
    await page.setViewportSize({ width, height });
    const parameters = page.getByRole("button", { name: /^Parameters/ });
    if ((await parameters.isVisible()) && (await parameters.getAttribute("aria-expanded")) !== "true") await parameters.click();
    await field(page, "table").scrollIntoViewIfNeeded();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels beside a window of ${width}`);
    await field(page, "steps").scrollIntoViewIfNeeded();
    assert.deepEqual(await broken(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await broken(page, { colours: true }), []);
    await page.emulateMedia({ colorScheme: "light" });
  }
  assert.deepEqual(trouble, []);
  await close();
});
