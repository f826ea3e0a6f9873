// Lessons of authors in the built page: Markdown is opened, written with a preview, carried by a link, given to a class and handed in.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { broken, dist, drop, held, makespan, workersAtHand, workshop } from "./page.mjs";
import { serve } from "./serve.mjs";

let shop, folder;
before(async () => {
  shop = await workshop();
  folder = await mkdtemp(path.join(tmpdir(), "makespan-authors-"));
});
after(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const command = promisify(execFile);
const at = (name, query = "") => `${shop.site.url}lesson/${query}#${name}`;

/** A lesson without a schedule that takes long: three short runs, a prediction, and a task. */
const SOURCE = `+++
title = "Mine & yours"
minutes = 15
idea = "Copies help."
laboratory = "replication"
objectives = ["Predict"]
+++

## What a copy gains

\`\`\`scenario
id = "one"
preset = "bursts-replicate"
values = { strategy = "equal", runs = 4, iterations = 60 }
show = ["figures"]
\`\`\`

They wait {{waiting of one}} of the time.

\`\`\`question
kind = "predict"
ask = "How fast?"
bars = [{ label = "Two copies", value = "speedup of two" }]
max = 3
start = 2
step = 0.1
near = 0.05
after = "two"
low = "More."
high = "Less."
explain = "It is {{speedup of two}}."
\`\`\`

\`\`\`scenario
id = "two"
preset = "bursts-replicate"
values = { runs = 4, iterations = 60 }
show = ["figures"]
shown = false
\`\`\`

## Which one

\`\`\`question
kind = "choice"
ask = "Which one waits less?"
choices = [{ text = "Without copies", says = "No." }, { text = "With copies", right = true }]
explain = "Copies wait less. {{waiting of two < waiting of one}}"
\`\`\`
`;

/** Waits until the live figure shows a result. */
async function figure(page) {
  await page.locator("makespan-figure[loaded]").waitFor();
  const handle = await page.locator("makespan-figure iframe").elementHandle();
  const frame = await handle.contentFrame();
  await frame.locator('main[data-phase="done"]').waitFor();
}

test("a Markdown file is read, run and shown as the command builds it, from a button, by dropping it, and from a site", async (t) => {
  const { page, close, trouble } = await shop.visitor();
  const file = path.join(folder, "mine.md");
  await writeFile(file, SOURCE);
  await command(makespan, ["lesson", "build", file, "--out", folder]);
  const built = JSON.parse(await readFile(path.join(folder, "mine.json"), "utf8"));
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(at(""));
  await page.getByRole("heading", { name: "Lessons" }).waitFor();
  // The program comes only with a Markdown file.
  assert.equal(asked.some((url) => url.includes("makespan-lessons")), false);
  const shown = async () => {
    await page.locator(".where").filter({ hasText: "Mine & yours · 1 of 2" }).waitFor();
    await figure(page);
    assert.equal((await page.locator(".prose").innerHTML()).replaceAll("&nbsp;", "\u00a0"), built.screens[0].html);
  };
  await page.locator('input[aria-label="A file of a lesson"]').setInputFiles({ name: "mine.md", mimeType: "text/markdown", buffer: Buffer.from(SOURCE) });
  await shown();
  assert.ok(asked.some((url) => url.includes("makespan-lessons")));
  await page.goto(at("teacher"));
  await page.getByRole("heading", { name: "For teachers" }).waitFor();
  await drop(page, "body", { name: "mine.md", bytes: Buffer.from(SOURCE), type: "text/markdown" });
  await shown();
  assert.deepEqual(trouble, []);

  const other = await serve(folder, { headers: { "access-control-allow-origin": "*" } });
  t.after(() => other.close());
  await page.goto("about:blank");
  await page.goto(at("", `?lesson=${encodeURIComponent(`${other.url}mine.md`)}`));
  await shown();
  assert.deepEqual([...new Set(trouble)], [`third party: ${other.url}mine.md`]);
  await close();
});

test("faults of a Markdown file are told by line, before and after its runs, and lead to the editor", async () => {
  const { page, close, trouble } = await shop.visitor();
  const file = () => page.locator('input[aria-label="A file of a lesson"]');
  for (const [wrong, said] of [
    [SOURCE.replace("## Which one", "## Which <b>one</b>\n\n<b>x</b>"), "Line 44: “<b>” is HTML; allowed: Markdown"],
    [SOURCE.replace("speedup of two", "speed of two"), "has no figure “speed”; allowed: speedup"],
    [SOURCE.replace("waiting of two < waiting of one", "waiting of two > waiting of one"), "the statement does not hold"],
    [SOURCE.replace("{ runs = 4,", "{ copies = 3, runs = 4,"), "scenario “two” cannot be run: "],
  ]) {
    await page.goto("about:blank");
    await page.goto(at(""));
    await file().setInputFiles({ name: "x.md", mimeType: "text/markdown", buffer: Buffer.from(wrong) });
    await page.getByRole("heading", { name: "The lesson has faults" }).waitFor();
    const told = await page.locator(".faults").innerText();
    assert.ok(told.toLowerCase().includes(said.toLowerCase()), told);
    assert.match(told, /Line \d+: /);
    assert.deepEqual(await broken(page), []);
  }
  await page.getByRole("button", { name: "Mend it in the editor" }).click();
  await page.locator(".faults .button").first().waitFor();
  assert.match(await page.locator(".source").inputValue(), /copies = 3/);
  assert.deepEqual(trouble, []);
  await close();
});

test("a lesson is written with a preview: faults appear as one types, lead to their lines, and go; the text is kept and saved", async () => {
  const { page, close, trouble } = await shop.visitor();
  await page.goto(at(""));
  await page.getByRole("link", { name: "Write a lesson" }).first().click();
  const said = (words) => page.locator(".source-said").filter({ hasText: words }).waitFor();
  await said("No fault. 1 screen, 1 question, 2 scenarios.");
  const text = page.getByLabel("Lesson in Markdown");
  const example = await text.inputValue();
  assert.match(example, /A second copy/);
  await page.locator(".preview h1").filter({ hasText: "Bursts of load" }).waitFor();
  await figure(page);
  assert.deepEqual(await broken(page), []);

  await text.fill(SOURCE.replace("preset = \"bursts-replicate\"", "preset = \"burst\""));
  await said("1 fault, the first in line 12: there is no preset “burst”");
  assert.equal(await text.getAttribute("aria-invalid"), "true");
  await page.getByText("The preview shows the text as it was without faults.").waitFor();
  assert.deepEqual(await broken(page), []);
  await page.getByRole("button", { name: "Line 12" }).press("Enter");
  assert.equal(await text.evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), 'id = "one"');
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("s-replicate");
  await said("No fault. 2 screens, 2 questions, 2 scenarios.");
  assert.equal(await page.locator(".faults li").count(), 0);
  // The preview shows the screen of the cursor.
  await page.locator(".preview h1").filter({ hasText: "What a copy gains" }).waitFor();
  await text.press("Control+End");
  await page.locator(".preview h1").filter({ hasText: "Which one" }).waitFor();
  await page.locator(".preview .choices label").nth(1).click();
  await page.locator(".preview .check").click();
  await page.locator(".preview .verdict.good").waitFor();
  await page.locator(".preview .ways a").first().click();
  await page.locator(".preview h1").filter({ hasText: "What a copy gains" }).waitFor();
  assert.equal(await text.inputValue(), SOURCE);

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as file" }).click()]);
  assert.equal(download.suggestedFilename(), "lesson.md");
  assert.equal(await readFile(await download.path(), "utf8"), SOURCE);
  await page.reload();
  await said("No fault. 2 screens");
  assert.equal(await page.getByLabel("Lesson in Markdown").inputValue(), SOURCE);
  // Nothing of a preview counts as progress.
  assert.equal(await page.evaluate(() => (localStorage.getItem("makespan.lessons") ?? "").includes("Mine")), false);
  assert.deepEqual(trouble, []);
  await close();
});

test("a scenario that takes longer than a minute is a fault of its lesson, and no other scenario waits for it", async () => {
  const { page, close, trouble } = await shop.visitor();
  await page.clock.install();
  await page.goto(at(""));
  await page.getByRole("link", { name: "Write a lesson" }).first().click();
  const said = (words) => page.locator(".source-said").filter({ hasText: words }).waitFor();
  await said("No fault.");
  const text = page.getByLabel("Lesson in Markdown");
  const quick = `preset = "bursts-replicate"\nvalues = { runs = 4, iterations = 60 }`;
  await text.fill(SOURCE.replace(quick, `preset = "adaptive-by-processors"\nvalues = { runs = 1000 }`));
  await page.getByText("Scenarios run: 1 of 2").waitFor();
  await page.clock.fastForward(58_000);
  await page.getByText("Scenarios run: 1 of 2").waitFor();
  await page.clock.fastForward(3_000);
  await said("it takes longer than 60 s");
  assert.match(await page.locator(".faults").innerText(), /^Line 3\d/);
  await text.fill(SOURCE);
  await said("No fault. 2 screens, 2 questions, 2 scenarios.");
  assert.deepEqual(trouble, []);
  await close();
});

test("a worker that ends without a word is a fault of the scenario that it ran, and another one takes its place", async () => {
  const { page, close, trouble } = await shop.visitor();
  await workersAtHand(page);
  await page.goto(at("write"));
  const said = (words) => page.locator(".source-said").filter({ hasText: words }).waitFor();
  await said("No fault.");
  const text = page.getByLabel("Lesson in Markdown");
  const quick = `preset = "bursts-replicate"\nvalues = { runs = 4, iterations = 60 }`;
  await text.fill(SOURCE.replace(quick, `preset = "adaptive-by-processors"\nvalues = { runs = 1000 }`));
  await page.getByText("Scenarios run: 1 of 2").waitFor();
  // As a browser ends one that is out of memory: nobody gets an event.
  await page.evaluate(() => globalThis.workers.forEach((worker) => worker.terminate()));
  await said("the worker ended without a message");
  await text.fill(SOURCE);
  await said("No fault. 2 screens, 2 questions, 2 scenarios.");
  assert.deepEqual(trouble, []);
  await close();
});

test("what was typed last is checked when the editor is back, and ends no runs of a lesson that is opened meanwhile", async () => {
  const { page, close, trouble } = await shop.visitor();
  const name = "how-big-a-chunk";
  const { laboratory } = JSON.parse(await readFile(path.join(dist, "lessons/list.json"), "utf8")).find((one) => one.name === name);
  const program = held();
  await page.route(`**/makespan-worker-${laboratory}_bg.wasm*`, program.route);
  await page.clock.install();
  await page.goto(at("write", "?seed=2"));
  const said = (words) => page.locator(".source-said").filter({ hasText: words }).waitFor();
  await said("No fault.");
  // On a slow machine, too, the text is to be checked only after the lesson is asked for.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel("Lesson in Markdown").fill(SOURCE);
  await page.evaluate((name) => (location.hash = `${name}/1`), name);
  await program.asked;
  await page.clock.runFor(1_000);
  await page.clock.resume();
  program.go();
  await page.locator(".where").filter({ hasText: "1 of 6" }).waitFor();
  await page.goBack();
  await said("No fault. 2 screens, 2 questions, 2 scenarios.");
  assert.deepEqual(trouble, []);
  await close();
});

test("a link carries a lesson, and a lesson that is too long for one is refused with both lengths", async () => {
  const { page, context, close, trouble } = await shop.visitor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(at("write"));
  const text = page.getByLabel("Lesson in Markdown");
  await page.locator(".source-said").filter({ hasText: "No fault" }).waitFor();
  await text.fill(SOURCE);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("The link is in the clipboard").waitFor();
  // The check of the text, half a second after the last letter, does not speak over the answer.
  await page.locator(".source-said").filter({ hasText: "No fault. 2 screens" }).waitFor();
  await page.getByText("The link is in the clipboard").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${shop.site.url}lesson/#t.`) && link.length < 2000, link);
  // A text that does not compress: digits without a pattern.
  let state = 7;
  const noise = Array.from({ length: 20_000 }, () => String.fromCharCode(33 + ((state = (state * 48271) % 2147483647) % 90))).join("").replaceAll("`", "x");
  await text.fill(`${SOURCE}\n${noise}`);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText(/The link would have \d+ characters; allowed: 8000/).waitFor();
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator(".where").filter({ hasText: "Mine & yours · 1 of 2" }).waitFor();
  await page.getByRole("link", { name: "Next" }).click();
  await page.locator(".where").filter({ hasText: "2 of 2" }).waitFor();
  await page.reload();
  await page.locator(".where").filter({ hasText: "2 of 2" }).waitFor();
  for (const wrong of ["t.!!", "t.AAAA", "t."]) {
    await page.goto("about:blank");
    await page.goto(at(wrong));
    await page.getByRole("heading", { name: /could not be loaded|has faults/ }).waitFor();
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("each student has other numbers, hands in a file or a code, and the command and the teacher's page mark it and know a damaged one", async () => {
  const { page, context, close, trouble } = await shop.visitor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const name = "stragglers";
  const plain = JSON.parse(await readFile(path.join(dist, "lessons", `${name}.json`), "utf8"));
  await page.goto(at(`${name}/6`, "?seed=2"));
  await page.locator(".where").filter({ hasText: "6 of 7" }).waitFor();
  const number = await page.locator(".prose .computed").first().innerText();
  assert.equal(plain.screens[5].html.includes(`>${number}<`), false, "another seed gives other numbers");
  await page.goto(at(`${name}/5`, "?seed=2"));
  await page.locator(".choices label").nth(2).click();
  await page.locator(".check").click();
  await page.locator(".verdict.good").waitFor();
  await page.goto(at(`${name}/4`, "?seed=2"));
  for (const choice of [0, 1]) {
    await page.locator(".choices label").nth(choice).click();
    await page.locator(".check").click();
    await page.locator(".verdict-title").filter({ hasText: choice ? "Right." : "Not quite." }).waitFor();
  }
  await page.goto(at(`${name}/2`, "?seed=2"));
  await figure(page);
  await page.locator(".check").click();
  await page.locator(".bar-came-told").filter({ hasText: "Computed" }).waitFor();
  await page.goto("about:blank");
  await page.goto(at(`${name}/7`, "?seed=2"));
  await page.locator(".goals").waitFor();
  await figure(page);
  await page.evaluate(() => document.querySelector("makespan-figure").set({ processors: 2 }));
  await page.locator(".goal-state.good").nth(1).waitFor();
  await page.locator(".check").click();
  await page.getByText("Found.").waitFor();
  await page.getByText("Hand in your answers").click();
  await page.getByRole("button", { name: "Save my answers" }).click();
  await page.getByText("Type your name first.").waitFor();
  await page.getByLabel("Your name").fill("Ada Lovelace");
  assert.deepEqual(await broken(page), []);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save my answers" }).click()]);
  assert.equal(download.suggestedFilename(), "ada-lovelace.answers.json");
  const file = await readFile(await download.path(), "utf8");
  const handed = path.join(folder, "handed");
  await mkdir(handed);
  await writeFile(path.join(handed, "ada.answers.json"), file);
  await writeFile(path.join(handed, "bea.answers.json"), file.replace("Ada Lovelace", "Bea Lovelace"));
  const csv = path.join(folder, "marks.csv");
  await command(makespan, ["lesson", "mark", path.join(dist, "lessons", `${name}.md`), handed, "--csv", csv]);
  const [, ada, bea] = (await readFile(csv, "utf8")).trim().split("\n");
  // The bar was left where it began; the fourth question was right with the second guess; the last one was found.
  assert.equal(ada, "ada.answers.json,Ada Lovelace,2,,7,3,2,,wrong,,later,right,,right");
  assert.match(bea, /^bea\.answers\.json,,,edited/);

  // The same answers as a code, and where the browser refuses its clipboard.
  await page.getByRole("button", { name: "Copy the code" }).click();
  const length = Number(/\d+/.exec(await page.getByText(/^Your code has \d+ characters and is in the clipboard/).innerText()));
  const code = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(code, /^ma1\.[\w-]+$/);
  assert.ok(code.length === length && length < 500, code);
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))));
  await page.getByRole("button", { name: "Copy the code" }).click();
  await page.getByText("Copy it from the field below").waitFor();
  const selected = await page.evaluate(() => {
    const { ariaLabel, value, selectionStart, selectionEnd } = document.activeElement;
    return [ariaLabel, value.slice(selectionStart, selectionEnd)];
  });
  assert.deepEqual(selected, ["Your code", code]);
  assert.deepEqual(await broken(page), []);
  const list = path.join(folder, "codes.txt");
  await writeFile(list, `Lovelace, Ada\t${code}\nBea\t${code.slice(0, -7)}\nCy\n`);
  await command(makespan, ["lesson", "mark", path.join(dist, "lessons", `${name}.md`), list, "--csv", csv]);
  const [, again, cut, none] = (await readFile(csv, "utf8")).trim().split("\n");
  const marks = ada.split(",").slice(4);
  assert.equal(again, `"codes.txt, line 1: Lovelace, Ada",Ada Lovelace,2,,${marks}`);
  assert.match(cut, /^"codes\.txt, line 2: Bea",,,"the code is cut short or changed/);
  assert.match(none, /^"codes\.txt, line 3: Cy",,,"no code/);

  // The teacher's page says the same of the same list, on a phone, too.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("about:blank");
  await page.goto(at("teacher"));
  await page.getByRole("button", { name: "Check the codes" }).click();
  await page.getByText("Paste a code first.").waitFor();
  const own = await page.evaluate(async ([address, json]) => {
    const program = await import(address);
    await program.default();
    return program.code(json);
  }, [`${shop.site.url}makespan-lessons.js`, JSON.stringify({
    "makespan-answers": 1, program: "", student: "Di", title: "Mine & yours", source: createHash("sha256").update(SOURCE).digest("hex"), seed: 0,
    answers: [{ tries: [[9]] }, { tries: [0, 1] }], runs: { one: "0".repeat(64) },
  })]);
  await page.getByLabel("Paste codes").fill(`${await readFile(list, "utf8")}${own}\n`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("4 rows, 1 without a remark.").waitFor();
  const rows = () => page.locator(".marks tbody tr").evaluateAll((all) => all.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));
  const [first, second, third, fourth] = await rows();
  // The command marks a scenario that a student found.
  const words = { right: "yes", later: "later", wrong: "no", "": "–" };
  const told = marks.slice(3, -1).map((mark, place) => `${place + 1}:\u00a0${words[mark]}`);
  assert.deepEqual(first, ["1: Lovelace, Ada", "Ada Lovelace", plain.front.title, "2", "whole", "2 of 6 and 1 open", [...told, "7:\u00a0marked by the command"].join(", "), ""]);
  assert.deepEqual([second, third].map(([line, , , , state]) => [line, state]), [["2: Bea", "refused"], ["3: Cy", "refused"]]);
  assert.match(second.at(-1), /^the code is cut short or changed/);
  assert.match(fourth.join("|"), /^4\|Di\|Mine & yours\|0\|whole\|\|\|none of the lessons of this page: add/);
  assert.deepEqual(await broken(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  // A lesson of the teacher's own is added.
  await page.getByLabel("The Markdown file of a lesson").setInputFiles({ name: "mine.md", mimeType: "text/markdown", buffer: Buffer.from(SOURCE) });
  await page.getByText("“Mine & yours” is added.").waitFor();
  await page.getByRole("button", { name: "Check the codes" }).click();
  await page.locator(".marks td").filter({ hasText: "1: no, 2: later" }).waitFor();
  const now = await rows();
  assert.deepEqual(now.slice(0, 3), [first, second, third]);
  assert.match(now[3].join("|"), /\|1 of 2\|1:\u00a0no, 2:\u00a0later\|other results of one: Makespan $/);
  await page.getByLabel("Paste codes").fill("x");
  await page.getByText("The list has changed: check it again.").waitFor();
  await page.goto("about:blank");
  await page.goto(at(name, "?seed=x"));
  await page.getByText("allowed: whole numbers from 0 to 1000000000").waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("the teacher's page copies the code for courses with one press, and a handout has room for answers or the answers", async () => {
  const { page, context, close, trouble } = await shop.visitor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(at("teacher"));
  const first = page.locator(".teach").first();
  const title = await first.locator("h2").innerText();
  const copied = async (words) => {
    await first.getByRole("button", { name: words }).click();
    await first.getByText("Copied.").waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  for (const words of ["Copy for Moodle", "Copy as a frame"]) {
    const code = await copied(words);
    const [, address] = /src="([^"]+)"/.exec(code);
    assert.ok(address.startsWith(`${shop.site.url}lesson/#`), code);
    assert.ok(!/<script|javascript:/.test(code));
  }
  assert.deepEqual(await broken(page), []);
  await first.getByRole("link", { name: "Handout", exact: true }).click();
  await page.locator(".paper h1").filter({ hasText: title }).waitFor();
  const questions = await page.locator(".paper-question").count();
  assert.ok(questions > 3);
  assert.equal(await page.locator(".paper-answer").count(), 0);
  assert.deepEqual(await broken(page), []);
  await page.getByRole("link", { name: "With answers" }).click();
  await page.locator(".paper-answer").first().waitFor();
  assert.equal(await page.locator(".paper-answer").count(), questions);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".paper-tools").isHidden() && (await page.locator(".top").isHidden()));
  assert.deepEqual(trouble, []);
  await close();
});

test("on a phone one writes above the preview, and nothing is wider than the screen", async () => {
  const { page, close, trouble } = await shop.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(at("write"));
  await page.locator(".source-said").filter({ hasText: "No fault" }).waitFor();
  await figure(page);
  const [text, preview] = [await page.locator(".source").boundingBox(), await page.locator(".preview").boundingBox()];
  assert.ok(preview.y > text.y + text.height - 1 && text.x >= 0);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(trouble, []);
  await close();
});
