// A lesson beside a laboratory: the page is its figure.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { run } from "./lecture.mjs";
import { broken, dist, held, makespan, open, reach, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const lessons = JSON.parse(await readFile(path.join(dist, "lessons", "list.json"), "utf8"));
const lesson = async (name) => JSON.parse(await readFile(path.join(dist, "lessons", `${name}.json`), "utf8"));
const button = (page, name) => page.getByRole("button", { name, exact: true });
const card = (page) => page.getByRole("complementary", { name: "Lesson beside the page" });
/** The visible parts of the result. */
const seen = (page) => page.locator("#headline, .merit, .worlds-plot .lanes").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.className || one.id));

test("a card hides the result until it is predicted, and then plays what came out", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=peaks-replicate`);
  await page.keyboard.press("Escape");
  await page.locator("#learn").focus();
  await page.keyboard.press("Enter");
  await card(page).getByLabel("Lesson", { exact: true }).selectOption("balance-or-replicate");
  await card(page).getByRole("heading", { name: "Two ways out" }).waitFor();
  const { scenarios, screens } = await lesson("balance-or-replicate");
  await page.waitForFunction((link) => location.hash === link, scenarios[screens[0].scenario].link);
  await reach(page, "done");
  assert.ok((await seen(page)).includes("headline"));
  await button(page, "Next").focus();
  await page.keyboard.press("Enter");
  await card(page).getByRole("heading", { name: "Short bursts" }).waitFor();
  assert.deepEqual(await seen(page), []);
  assert.equal(await page.locator("#keys").isVisible(), false);
  assert.ok(await page.locator(".schedule").first().isVisible());
  assert.deepEqual(await broken(page), []);
  const bar = card(page).getByRole("slider", { name: "Two copies, times as fast" });
  await bar.focus();
  const promised = card(page).getByText("once you have guessed");
  assert.equal(await promised.count(), 1);
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowLeft");
  await button(page, "Run it").click();
  await card(page).getByRole("heading", { name: "Why" }).waitFor();
  assert.equal(await promised.count(), 0);
  assert.match(await card(page).locator(".bar-came-told").first().textContent(), /^Computed: 1\.18/);
  // The page shows the run that the question speaks of, with both worlds.
  await page.waitForFunction((link) => location.hash === link, scenarios[screens[1].question.after].link);
  await reach(page, "done");
  assert.deepEqual((await seen(page)).filter((one) => one === "lanes").length, 2);
  assert.match(await page.locator("#headline").textContent(), /1\.18 times as fast/);
  await button(page, "Stop").waitFor();
  assert.deepEqual(await broken(page), []);
  // The answers are kept, as on the page of lessons; a device has one progress.
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("makespan.lessons")).lessons["balance-or-replicate"]);
  assert.equal(kept.at, 1);
  assert.deepEqual(Object.keys(kept.answered), ["1"]);
  assert.match(kept.runs.copies, /^[0-9a-f]{64}$/);
  assert.equal(await page.locator("#fingerprint").textContent(), kept.runs.copies);
  // A reader who changes something takes over, and comes back with one press.
  await page.locator(".segments label", { hasText: "4" }).click();
  await page.waitForFunction(() => !document.querySelector("#headline").textContent.includes("1.18"));
  await button(page, "Back to the text").click();
  await page.waitForFunction(() => document.querySelector("#headline").textContent.includes("1.18"));
  // The focus is where the text begins, though the button hides; from there Escape closes the cards.
  await button(page, "Back to the text").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.textContent), "Short bursts");
  await page.keyboard.press("Escape");
  assert.equal(await card(page).count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "learn");
  assert.deepEqual(trouble, []);
  await close();
});

test("where there are two worlds a prediction shows the first alone", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=migration`);
  await page.locator("#learn").click();
  await card(page).getByLabel("Lesson", { exact: true }).selectOption("what-migration-is-worth");
  await button(page, "Next").click();
  await card(page).getByRole("heading", { name: "A price for moving" }).waitFor();
  await reach(page, "done");
  assert.deepEqual(await seen(page), ["lanes"]);
  const schedules = await page.locator(".schedule, #parameters").evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
  assert.equal(schedules, 0);
  assert.deepEqual(trouble, []);
  await close();
});

test("a question about the schedule has its rows, and Back leads to what was there before the lesson", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=peaks-replicate`);
  await page.locator("#learn").click();
  await card(page).getByLabel("Lesson", { exact: true }).selectOption("stragglers");
  await card(page).getByRole("radio").first().waitFor();
  await reach(page, "done");
  const lane = (await card(page).locator(".choices label").first().textContent()).trim();
  await card(page).getByText(lane, { exact: true }).click();
  await button(page, "Check").click();
  await card(page).locator(".verdict-title").waitFor();
  await page.goBack();
  await page.waitForFunction(() => location.hash === "#p=peaks-replicate");
  await reach(page, "done");
  assert.deepEqual(trouble, []);
  await close();
});

test("the last card has a code for the lecturer, which the command marks", { skip: makespan ? false : "MAKESPAN names no command" }, async () => {
  const { page, context, trouble, close } = await shop.visitor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, `${shop.site.url}#p=peaks-replicate`);
  const name = "stragglers";
  const { screens } = await lesson(name);
  const place = screens.findIndex(({ question }) => question?.task.kind === "choice");
  const kept = { at: screens.length - 1, answered: {}, given: { [place]: { tries: [0, 1, 2], hints: 0, shown: false } } };
  await page.evaluate((lessons) => localStorage.setItem("makespan.lessons", JSON.stringify({ "makespan-lessons": 1, lessons })), { [name]: kept });
  await page.locator("#learn").click();
  await card(page).getByLabel("Lesson", { exact: true }).selectOption(name);
  await card(page).getByText(`${screens.length} of ${screens.length}`).waitFor();
  await reach(page, "done");
  await card(page).getByText("Hand in your answers").click();
  await card(page).getByLabel("Your name").fill("Grace Hopper");
  await button(page, "Copy the code").click();
  await card(page).getByText(/^Your code has \d+ characters and is in the clipboard/).waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await card(page).getByLabel("Your code").inputValue(), code);
  assert.deepEqual(await broken(page), []);
  const { stdout } = await run(makespan, ["lesson", "mark", path.join(dist, "lessons", `${name}.md`), code]);
  const row = stdout.split("\n").find((line) => line.includes("Grace Hopper")).trim().split(/\s+/);
  assert.deepEqual(row.slice(0, 8), ["code", "1", "Grace", "Hopper", "0", "1", "of", "7"]);
  assert.deepEqual(trouble, []);
  await close();
});

test("two presses before the lessons are there open one panel, which says which lesson does not come", async () => {
  const { page, close } = await shop.visitor();
  const list = held();
  await page.route("**/lessons/list.json", list.route);
  await open(page, `${shop.site.url}#p=peaks-replicate`);
  await page.locator("#learn").click();
  await list.asked;
  const second = page.waitForRequest("**/lessons/list.json");
  await page.locator("#learn").click();
  await second;
  list.go();
  await card(page).first().getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await card(page).count(), 1);

  const name = "balance-or-replicate";
  const choose = (one) => card(page).getByLabel("Lesson", { exact: true }).selectOption(one);
  await page.route(`**/lessons/${name}.json`, (route) => route.abort());
  const other = await card(page).getByLabel("Lesson", { exact: true }).evaluate((select, name) => [...select.options].map(({ value }) => value).find((value) => value !== name), name);
  await choose(other);
  await card(page).getByRole("heading", { level: 1 }).waitFor();
  await choose(name);
  await card(page).getByText("The lesson could not be loaded: ").waitFor();
  await page.unroute(`**/lessons/${name}.json`);
  await choose(other);
  await choose(name);
  await card(page).getByRole("heading", { name: "Two ways out" }).waitFor();
  await button(page, "Close").click();
  assert.equal(await card(page).count(), 0);
  await close();
});

test("every laboratory has cards, on a phone too", async () => {
  const { page, trouble, close } = await shop.visitor({ viewport: { width: 390, height: 844 } });
  for (const laboratory of new Set(lessons.map((one) => one.laboratory))) {
    const { name } = lessons.find((one) => one.laboratory === laboratory);
    const { scenarios, screens } = await lesson(name);
    await page.goto("about:blank");
    await open(page, `${shop.site.url}${scenarios[screens.find((one) => one.scenario).scenario].link}`);
    await button(page, "Menu").click();
    await page.locator("#learn").click();
    await card(page).getByRole("heading", { level: 1 }).waitFor();
    await reach(page, "done");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${laboratory} is ${over} px too wide`);
    assert.equal(await page.locator("#tools").isVisible(), false);
  }
  assert.deepEqual(trouble, []);
  await close();
});
