// Strategies of one's own: the language comes when a scenario needs it, and a fault of a strategy is told at its line.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { broken, change, fingerprint, makespan, open, reach, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const own = "#p=own-median&values=200&entrants=2";
const code = (page) => page.locator(".code .cm-content");
/** The text that is underlined. */
const wrong = (page) => page.locator(".code .cm-lintRange-error").first();
/** The number of its line. */
const underlined = (page) => wrong(page).evaluate((mark) => [...document.querySelectorAll(".cm-line")].indexOf(mark.closest(".cm-line")) + 1);
/** Moves the page's clock on: the editor takes no key for a proposal in its first 75 ms, so that nobody takes one unseen. */
const later = (page) =>
  page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 1_000;
  });

test("the language comes with the first own strategy, once, and page and command have the same fingerprint", async () => {
  const { page, close } = await shop.visitor();
  const asked = [];
  page.context().on("request", (request) => /makespan-language/.test(request.url()) && asked.push(request.url().split("/").at(-1).split("?")[0]));
  await open(page, `${shop.site.url}#p=es-peak`);
  assert.deepEqual(asked, []);
  await change(page, () => page.evaluate((fragment) => (location.hash = fragment), own));
  assert.deepEqual(asked.toSorted(), ["makespan-language.js", "makespan-language_bg.wasm"]);
  const { stdout } = await promisify(execFile)(makespan, ["run", own, "--json"], { maxBuffer: 1e8 });
  assert.equal(await fingerprint(page), JSON.parse(stdout).fingerprint);
  assert.match(await page.locator("h1").textContent(), /your own strategy/i);
  await close();
});

test("what is wrong is told at its line as one types, the result before it stays or the questions up to it, and a better text is run", async () => {
  const { page, close } = await shop.visitor();
  await open(page, shop.site.url + own);
  const headline = await page.locator("h1").textContent();
  for (const [text, line, told, title] of [
    ["fn predict(values) {\n    values[\n}", 3, /line 3: /, headline],
    ["fn predict(values) {\n    // Too soon.\n    values.first(2)[1]\n}", 3, /line 3: there is no item 1 in a list of 1.*it was asked for value 2 of node 1/, "Line 3 of your strategy stopped the run"],
    ["fn predict(values) {\n    loop { }\n}", 1, /line 1: it did not answer within 50000 operations: does a loop end\?/, "Line 1 of your strategy stopped the run"],
  ]) {
    await code(page).fill(text);
    await page.locator("#p-code-problem", { hasText: told }).waitFor();
    await wrong(page).waitFor();
    assert.equal(await underlined(page), line);
    await page.locator("h1", { hasText: title }).waitFor();
  }
  assert.match(await page.locator(".asked .asked-about").textContent(), /^Question 1: value 2 of node 1/);
  assert.deepEqual(await broken(page), []);
  await change(page, () => code(page).fill("fn predict(values) {\n    values[-1]\n}"));
  assert.equal(await wrong(page).count(), 0);
  await page.locator("h1", { hasText: /your own strategy/i }).waitFor();
  await close();
});

test("one reads question by question what a strategy got, answered and printed, by keys too", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + own);
  await change(page, () => code(page).fill('fn predict(values) {\n    print("seen " + values.len);\n    values[-1]\n}'));
  const pane = page.locator(".asked");
  const told = async () => Object.fromEntries(await pane.locator("dt").evaluateAll((all) => all.map((term) => [term.textContent, term.nextElementSibling.textContent])));
  const slider = pane.getByRole("slider", { name: "Question" });
  assert.match(await pane.locator(".asked-about").textContent(), /^Question 1: /);
  assert.equal((await told()).printed, "seen 1");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const { "values (ms)": values, answered, printed } = await told();
  // It answers the newest of the values.
  const [, newest, number] = /([\d.]+)\] \((\d+)\)$/.exec(values);
  assert.ok(newest.replace(/\D/g, "").length <= 6, newest);
  assert.deepEqual([answered, printed, number], [newest, "seen 3", "3"]);
  assert.match(await slider.getAttribute("aria-valuetext"), /^Question 3: /);
  await pane.getByRole("button", { name: "The question before" }).click();
  assert.match(await pane.locator(".asked-about").textContent(), /^Question 2: /);
  assert.deepEqual(trouble, []);
  await close();
});

test("a strategy that fails in the middle leaves the schedule up to there, with its line, and a better text is run", async () => {
  const { page, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=own-chunks&runs=1`);
  const headline = await page.locator("h1").textContent();
  assert.match(headline, /your own strategy/i);
  await change(page, () =>
    code(page).fill("fn chunk(worker, last) {\n    if worker.round == 3 {\n        return 0;\n    }\n    worker.first\n}"),
  );
  assert.equal(await page.locator("h1").textContent(), "Line 1 of your strategy stopped the run");
  assert.match(await page.locator("#p-code-problem").textContent(), /line 1: chunk answered 0; a chunk must be more than 0; it was asked for chunk 3 of w\d at/);
  await wrong(page).waitFor();
  assert.equal(await underlined(page), 1);
  assert.ok((await page.locator(".schedule .gantt-canvas").count()) > 0);
  assert.deepEqual(await broken(page), []);
  await change(page, () => code(page).fill("fn chunk(worker, last) {\n    worker.first\n}"));
  assert.equal(await wrong(page).count(), 0);
  assert.match(await page.locator("h1").textContent(), /your own strategy/i);
  await close();
});

test("a strategy that decides on shares and copies runs as in the command, and stops where it asks for what cannot be", async () => {
  const { page, trouble, close } = await shop.visitor();
  const link = "#p=own-trial&runs=2&iterations=205";
  await open(page, shop.site.url + link);
  const { stdout } = await promisify(execFile)(makespan, ["run", link, "--json"], { maxBuffer: 1e8 });
  assert.equal(await fingerprint(page), JSON.parse(stdout).fingerprint);
  assert.match(await page.locator("h1").textContent(), /^Your own strategy/);
  await change(page, () =>
    code(page).fill("fn decide(history) {\n    if history.done == 40 {\n        return #{ copies: 3 };\n    }\n    #{ iterations: 10 }\n}"),
  );
  assert.equal(await page.locator("h1").textContent(), "Line 1 of your strategy stopped the run");
  assert.match(
    await page.locator("#p-code-problem").textContent(),
    /line 1: 3 copies do not divide 8 processors; allowed: 1, 2, 4, 8; it was asked in run 1, after 40.iterations, at /,
  );
  assert.ok((await page.locator(".schedule .gantt-canvas").count()) > 0);
  assert.match(await page.locator(".asked-about").textContent(), /^Question \d: /);
  assert.deepEqual(await broken(page), []);
  await change(page, () => code(page).fill("fn decide(history) {\n    print(`seen ${history.runtimes.len}`);\n    #{ copies: 2, iterations: 10 }\n}"));
  assert.equal(await wrong(page).count(), 0);
  assert.match(await page.locator("h1").textContent(), /^Your own strategy/);
  assert.deepEqual(trouble, []);
  await close();
});

test("nodes come and go by a strategy of one's own, the parts of a node are proposed, and the master stays", async () => {
  const { page, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=own-slow-nodes&iterations=5`);
  assert.match(await page.locator("h1").textContent(), /your own strategy/i);
  assert.match(await page.locator(".asked .asked-about").textContent(), /^Question 1: period 1/);
  const { stdout } = await promisify(execFile)(makespan, ["run", "#p=own-slow-nodes&iterations=5", "--json"], { maxBuffer: 1e8 });
  assert.equal(await fingerprint(page), JSON.parse(stdout).fingerprint);
  await change(page, () => code(page).fill("fn adapt(reports) {\n    #{ remove: [0] }\n}"));
  assert.equal(await page.locator("h1").textContent(), "Line 1 of your strategy stopped the run");
  assert.match(await page.locator("#p-code-problem").textContent(), /line 1: remove names node 0, the master, which cannot leave; it was asked at the end of period 1, at/);
  assert.ok((await page.locator(".schedule .gantt-canvas").count()) > 0);
  assert.deepEqual(await broken(page), []);
  await page.getByRole("textbox", { name: "Your strategy" }).fill("fn adapt(reports) {\n    for node in reports.nodes { node. }\n}");
  await page.keyboard.press("Control+End");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("bad");
  await page.locator(".cm-tooltip-autocomplete").getByRole("option").filter({ hasText: "badness" }).first().waitFor();
  await close();
});

test("the values that are handed and the functions are proposed, and Ctrl+Z takes back letters", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + own);
  await page.getByRole("textbox", { name: "Your strategy" }).fill("fn predict(values) {\n    ");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("val");
  const proposals = page.locator(".cm-tooltip-autocomplete").getByRole("option");
  await proposals.filter({ hasText: "values" }).first().waitFor();
  assert.match(await proposals.first().textContent(), /^values.*ms$/);
  await later(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type(".med");
  await proposals.filter({ hasText: "median" }).waitFor();
  await later(page);
  await change(page, async () => {
    await page.keyboard.press("Enter");
    await page.keyboard.type("\n}");
  });
  const text = () => page.locator("#p-code-text").inputValue();
  assert.equal((await text()).replace(/\s+/g, " "), "fn predict(values) { values.median() }");
  await page.keyboard.press("Control+z");
  assert.notEqual((await text()).replace(/\s+/g, " "), "fn predict(values) { values.median() }");
  assert.equal(await page.evaluate(() => document.activeElement.className.includes("cm-content")), true);
  await page.keyboard.press("Control+Shift+Z");
  assert.equal((await text()).replace(/\s+/g, " "), "fn predict(values) { values.median() }");
  // The tabulator leads on.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className.includes("cm-content")), false);
  assert.deepEqual(trouble, []);
  await close();
});

test("where the editor does not come, a text area does its work", async () => {
  const { page, context, close } = await shop.visitor();
  await context.route("**/code.js", (route) => route.abort());
  await open(page, shop.site.url + own);
  await page.locator("#p-code-text").fill("fn predict(values) {\n    value\n}");
  await page.locator("#p-code-problem", { hasText: "line 2: " }).waitFor();
  assert.equal(await page.locator(".code-lines .wrong").textContent(), "2");
  await close();
});

test("a language that does not come is told, and the run goes on when it is there", async () => {
  const { page, context, close } = await shop.visitor();
  await context.route("**/makespan-language_bg.wasm*", (route) => route.abort());
  await open(page, shop.site.url + own, "failed");
  assert.match(await page.locator("#status").textContent(), /the language of strategies could not be loaded .* when the network is back/);
  await context.unroute("**/makespan-language_bg.wasm*");
  await page.getByRole("button", { name: "Run again" }).click();
  await reach(page, "done");
  await close();
});
