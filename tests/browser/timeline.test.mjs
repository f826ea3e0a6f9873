// Events on a line of time: by mouse, by finger, by keyboard, and field by field on the page that shows every component, and in the
// form of a laboratory.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { broken, change, fingerprint, link, open, reach, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** The section with the editor, and the text that it edits. */
async function visit(options) {
  const visitor = await shop.visitor(options);
  const { page } = visitor;
  await page.goto(`${shop.site.url}design.html`);
  const section = page.getByRole("region", { name: "Events", exact: true });
  await section.waitFor();
  await section.scrollIntoViewIfNeeded();
  const shown = section.locator("#design-events-text");
  const lines = async () => (await shown.textContent()).split("\n");
  /** Waits until a line of the text is this one. */
  const says = (line) =>
    page.waitForFunction((line) => document.querySelector("#design-events-text").textContent.split("\n").includes(line), line);
  const mark = (name) => section.getByRole("slider", { name, exact: true });
  const focused = (name) =>
    page.waitForFunction((name) => document.activeElement.getAttribute("aria-label") === name || document.activeElement.id === name, name);
  return { ...visitor, section, lines, says, mark, focused };
}

/** The time at the start of a line. */
const time = (line) => Number(line.split(" ")[0]);

test("each event has a mark with a name in words, and what is wrong is told with its line", async () => {
  const { page, section, mark, trouble, close } = await visit();
  for (const name of [
    "Cluster 2 loaded 10 times from 200 s",
    "Link of cluster 1 at 100000 B/s from 300 s",
    "Crash of nodes 4–7, 9 at 500 s",
    "Wrong: 520 crash cluster=9",
  ]) await mark(name).waitFor();
  await section.getByText('line 5, word 1 (time): "soon" must be a number from 0 to 1000000').waitFor();
  await section.getByRole("button", { name: "Edit the event in line 5" }).click();
  const field = section.getByRole("textbox", { name: "Time s" });
  assert.equal(await field.inputValue(), "soon");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await field.fill("250");
  await mark("Crash of cluster 1 at 250 s").waitFor();
  // A time that no event has is drawn at the end of the line: a number of 300 digits has no place.
  for (const late of ["1e300", "1e308", "2000000"]) {
    await field.fill(late);
    await section.getByText(`"${late}" must be a number from 0 to 1000000`).first().waitFor();
  }
  await field.fill("250");
  await mark("Crash of cluster 1 at 250 s").waitFor();
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("an event is moved, opened, changed and removed by keyboard alone", async () => {
  const { page, section, lines, says, mark, focused, trouble, close } = await visit();
  await mark("Cluster 2 loaded 10 times from 200 s").focus();
  await page.keyboard.press("ArrowRight");
  await says("205 load cluster=2 factor=10");
  await focused("Cluster 2 loaded 10 times from 205 s");
  await page.keyboard.press("Shift+ArrowLeft");
  await says("180 load cluster=2 factor=10");
  await page.keyboard.press("Enter");
  await focused("design-events-field-time");
  for (const name of ["design-events-field-kind", "design-events-field-cluster", "design-events-field-nodes", "design-events-field-factor"]) {
    await page.keyboard.press("Tab");
    await focused(name);
  }
  await page.keyboard.press("Control+a");
  await page.keyboard.type("2,5");
  await says("180 load cluster=2 factor=2.5");
  await page.keyboard.press("Escape");
  await focused("Cluster 2 loaded 2.5 times from 180 s");
  await page.keyboard.press("Delete");
  await focused("Link of cluster 1 at 100000 B/s from 300 s");
  assert.equal((await lines()).length, 4);
  await section.getByRole("button", { name: "Add event" }).press("Enter");
  await says("400 link cluster=1 bandwidth=100000");
  await focused("Link of cluster 1 at 100000 B/s from 400 s");
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("an event is dragged with the mouse, and a click in a row adds one", async () => {
  const { page, section, lines, says, mark, focused, trouble, close } = await visit();
  const knob = mark("Cluster 2 loaded 10 times from 200 s").locator(".knob");
  const { x, y, width, height } = await knob.boundingBox();
  const [from, middle] = [x + width / 2, y + height / 2];
  await page.mouse.move(from, middle);
  await page.mouse.down();
  await page.mouse.move(from + 30, middle + 5, { steps: 4 });
  await page.mouse.up();
  const moved = (await lines())[0];
  assert.match(moved, /^[0-9]+ load cluster=2 factor=10$/);
  assert.ok(time(moved) > 200, moved);
  await focused(`Cluster 2 loaded 10 times from ${time(moved)} s`);
  await page.mouse.click(from - 30, middle);
  await page.waitForFunction(() => document.querySelector("#design-events-text").textContent.split("\n").length === 6);
  const added = (await lines())[0];
  assert.match(added, /^[0-9]+ load cluster=1 factor=10$/);
  assert.ok(time(added) < 200, added);
  // Its fields are open: another kind keeps the values that both have.
  await section.getByRole("combobox", { name: "Event" }).selectOption({ label: "Crash" });
  await says(`${time(added)} crash cluster=1`);
  assert.deepEqual(trouble, []);
  await close();
});

test("a finger drags an event", async () => {
  const { page, lines, mark, trouble, close } = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const knob = mark("Cluster 2 loaded 10 times from 200 s").locator(".knob");
  await knob.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await knob.boundingBox();
  const session = await page.context().newCDPSession(page);
  const touch = (type, by = 0) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2 + by, y: y + height / 2 }],
    });
  await touch("touchStart");
  await touch("touchMove", 15);
  await touch("touchMove", 30);
  await touch("touchEnd");
  await page.waitForFunction(() => !document.querySelector("#design-events-text").textContent.startsWith("200 "));
  assert.ok(time((await lines())[0]) > 200);
  assert.deepEqual(trouble, []);
  await close();
});

test("a value beyond its range is told at its field, what excludes another empties it, and nothing that was typed is lost", async () => {
  const { page, section, says, mark, trouble, close } = await visit();
  await mark("Cluster 2 loaded 10 times from 200 s").focus();
  const field = (name) => section.getByRole("textbox", { name, exact: true });
  await field("Factor").fill("0.5");
  await section.getByText('"0.5" must be a number from 1 to 100').waitFor();
  assert.equal(await field("Factor").getAttribute("aria-invalid"), "true");
  await says("200 load cluster=2 factor=0.5");
  await field("Factor").fill("5");
  await field("Nodes").fill("4-7, 9");
  await says("200 load nodes=4-7,9 factor=5");
  assert.equal(await field("Cluster").inputValue(), "");
  assert.equal(await field("Nodes").inputValue(), "4-7, 9");
  await field("Nodes").fill("");
  await section.getByText('"load" needs cluster=…, a whole number from 0 to 7; or nodes=…').waitFor();
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("the line of time fits every window, light and dark", async () => {
  const { page, section, mark, trouble, close } = await visit({ reducedMotion: "reduce" });
  await mark("Cluster 2 loaded 10 times from 200 s").focus();
  for (const [width, height] of [[1440, 900], [768, 1024], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await section.scrollIntoViewIfNeeded();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels beside a window of ${width}`);
    for (const colorScheme of ["dark", "light"]) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await broken(page, { colours: true }), []);
    }
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("in a laboratory each change of an event is one step of the history, and the link holds it", async () => {
  const { page, trouble, close } = await shop.visitor({ viewport: { width: 1440, height: 1200 } });
  const values = { disturbances: "200 load cluster=2 factor=10", iterations: 2 };
  await open(page, shop.site.url + link({ makespan: 1, adaptation: values }, { deflateRawSync }));
  const before = await fingerprint(page);
  const field = page.locator('.field[data-name="disturbances"]');
  const mark = (name) => field.getByRole("slider", { name, exact: true });
  const first = await field.getByRole("slider").first().getAttribute("aria-label");
  await field.getByRole("slider").first().focus();
  await change(page, () => page.keyboard.press("Shift+ArrowLeft"));
  const moved = await fingerprint(page);
  const text = field.getByRole("textbox", { name: "Disturbances as text", exact: true });
  await field.locator("summary").filter({ hasText: "As text" }).click();
  assert.match(await text.inputValue(), /^1[0-9]+ load cluster=2 factor=10$/);
  await change(page, () => field.getByRole("button", { name: "Add event" }).press("Enter"));
  assert.equal(await field.getByRole("slider").count(), 2);
  const { page: other, close: shut } = await shop.visitor();
  await open(other, page.url());
  assert.equal(await fingerprint(other), await fingerprint(page));
  await shut();
  await page.locator("#headline").focus();
  await change(page, () => page.keyboard.press("Control+z"));
  assert.equal(await fingerprint(page), moved);
  await change(page, () => page.keyboard.press("Control+z"));
  assert.equal(await fingerprint(page), before);
  await mark(first).waitFor();
  // An event that the run refuses, such as one of a missing cluster, is told at the parameter; the result stays.
  await field.getByRole("slider").first().focus();
  await field.getByRole("textbox", { name: "Cluster", exact: true }).fill("77");
  await reach(page, "refused");
  await field.locator(".problem", { hasText: "cluster 77" }).first().waitFor();
  assert.equal(await fingerprint(page), before);
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});
