// Lessons in the built page: one is gone through by keyboard alone, another one on a phone; the figure follows the text.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { broken, dist, held, workshop } from "./page.mjs";
import { serve } from "./serve.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const json = async (file) => JSON.parse(await readFile(path.join(dist, "lessons", file), "utf8"));
const lessons = await json("list.json");
const at = (name) => `${shop.site.url}lesson/#${name}`;

/** The frame of the live figure, when it shows a result. */
async function stage(page) {
  await page.locator("makespan-figure[loaded]").waitFor();
  const handle = await page.locator("makespan-figure iframe").elementHandle();
  const frame = await handle.contentFrame();
  await frame.locator('main[data-phase="done"]').waitFor();
  return frame;
}

/** Presses Tab until the element that has the focus matches; each stop has a visible sign of the focus. */
async function tabTo(page, selector) {
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Answers the question of a screen by keys alone, first wrong where `wrong` says so. */
async function answer(page, kind, solution) {
  const press = async (selector) => {
    await tabTo(page, selector);
    await page.keyboard.press("Enter");
  };
  if (kind === "predict") {
    await tabTo(page, ".bar input");
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press("ArrowLeft");
    await press(".check");
  } else if (kind === "number") {
    await tabTo(page, ".field");
    await page.keyboard.type("1000");
    await press(".check");
    await page.locator(".verdict-title").filter({ hasText: "Too high" }).waitFor();
  } else if (kind === "choice" || kind === "mark") {
    await page.locator(".choices input").first().waitFor();
    await tabTo(page, ".choices input");
    // One Tab stop for all; Space takes the first, arrow keys go on.
    await page.keyboard.press("Space");
    for (let steps = 0; steps < (solution.right ?? 0); steps += 1) await page.keyboard.press("ArrowDown");
    await press(".check");
  } else if (kind === "order") {
    for (const [place, item] of solution.right.entries()) {
      const texts = await page.locator(".order li > span:first-child").allInnerTexts();
      for (let now = texts.indexOf(solution.texts[item]); now > place; now -= 1) {
        const up = page.locator(".order li").nth(now).locator('button[data-words="Up"]');
        await up.focus();
        await page.keyboard.press("Enter");
      }
    }
    await press(".check");
  }
}

test("a lesson is gone through by keyboard alone, and every state of it is accessible", async () => {
  const name = "balance-or-replicate";
  const [built, answers] = [await json(`${name}.json`), await json(`${name}.answers.json`)];
  const { page, close, trouble } = await shop.visitor();
  await page.goto(at(""));
  await page.getByRole("heading", { name: "Lessons" }).waitFor();
  assert.deepEqual(await broken(page), []);
  await tabTo(page, `a[href="#${name}"]`);
  await page.keyboard.press("Enter");
  for (const [place, screen] of built.screens.entries()) {
    await page.getByRole("heading", { level: 1, name: screen.title }).waitFor();
    assert.ok(await page.evaluate(() => document.activeElement.tagName === "H1"), "the focus is at the new heading");
    const frame = await stage(page);
    const { kind } = screen.question.task;
    if (kind === "find") {
      // The figure is part of the order of the keys: its control is set there.
      const select = frame.locator('[name="rebalance_every"], #rebalance_every, select, input').first();
      await select.waitFor();
      await page.evaluate((values) => document.querySelector("makespan-figure").set(values), { rebalance_every: 100 });
      await page.locator(".goal-state.good").waitFor();
      await page.getByRole("button", { name: "Back to the text" }).waitFor();
      await tabTo(page, ".check");
      await page.keyboard.press("Enter");
    } else {
      await answer(page, kind, { right: answers[place].right, texts: await texts(page, screen) });
    }
    if (kind === "number") {
      await tabTo(page, ".row .button:not(.check):not([hidden])");
      await page.getByRole("button", { name: "Show the answer" }).press("Enter");
    }
    await page.getByRole("heading", { level: 2, name: "Why" }).waitFor();
    const verdict = await page.locator(".verdict-title").innerText();
    if (["choice", "order", "mark"].includes(kind)) assert.equal(verdict, "Right.", screen.title);
    if (kind === "find") assert.equal(verdict, "Found.");
    if (kind === "predict") {
      const told = await page.locator(".bar-came-told").allInnerTexts();
      const numbers = answers[place].told.split("; ").map((one) => Number.parseFloat(one.split(": ").at(-1)));
      for (const [n, text] of told.entries()) {
        const computed = Number.parseFloat(text.replace("Computed: ", ""));
        assert.ok(Math.abs(computed - numbers[n]) <= 0.01 * Math.abs(numbers[n]), `${text}: the build says ${numbers[n]}`);
      }
    }
    await stage(page);
    assert.deepEqual(await broken(page), [], screen.title);
    await tabTo(page, place + 1 < built.screens.length ? '.ways a[href$="/' + (place + 2) + '"]' : '.ways a[href="#"]');
    await page.keyboard.press("Enter");
  }
  await page.getByText("all questions answered").waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

/** The texts of the items of an order, as they are seen. */
async function texts(page, screen) {
  const { items } = screen.question.task;
  return items && page.evaluate((items) => items.map((html) => Object.assign(document.createElement("span"), { innerHTML: html }).textContent), items);
}

test("on a phone the figure stays on top, a bar is pressed in it, and a prediction is dragged", async () => {
  const { page, close, trouble } = await shop.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(at("stragglers/1"));
  const frame = await stage(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.locator(".choices input").first().waitFor();
  // The last row is the one that all wait for; a finger presses its first bar.
  const answers = await json("stragglers.answers.json");
  const lanes = await page.locator(".choices label").allInnerTexts();
  const right = lanes.indexOf(answers[0].told);
  const canvas = await frame.locator(".gantt-canvas[data-drawn]").boundingBox();
  const row = canvas.height / (lanes.length + 1.5);
  await frame.locator(".gantt-canvas").tap({ position: { x: 0.22 * canvas.width + 20, y: 16 + (right + 0.3) * row } });
  await page.locator(".choices input:checked").waitFor();
  await page.getByRole("button", { name: "Check" }).tap();
  await page.locator(".verdict.good").waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const box = await page.locator(".stage").boundingBox();
  assert.ok(Math.abs(box.y) < 1 && box.height <= 0.47 * 844 + 1, JSON.stringify(box));
  for (let screen = 2; screen <= 7; screen += 1) {
    await page.getByRole("link", { name: "Next" }).tap();
    await page.locator(".where").filter({ hasText: `${screen} of 7` }).waitFor();
    await stage(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `screen ${screen}`);
    assert.ok(await page.evaluate(() => document.querySelector("h1").getBoundingClientRect().bottom <= innerHeight), `screen ${screen}: the title is seen`);
    if (screen !== 2) continue;
    const bar = await page.locator(".bar-track").boundingBox();
    await page.locator(".bar input").tap({ position: { x: bar.width * 0.6, y: bar.height / 2 } });
    await page.getByRole("button", { name: "Run it" }).tap();
    await page.locator(".bar-came-told").filter({ hasText: "Computed: 35" }).waitFor();
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("the reader takes over and comes back with one press; progress is kept, saved and loaded", async () => {
  const { page, context, close, trouble } = await shop.visitor();
  await page.goto(at("stragglers/7"));
  const frame = await stage(page);
  const before = await frame.locator("main").getAttribute("data-fingerprint");
  const back = page.getByRole("button", { name: "Back to the text" });
  assert.ok(await back.isHidden());
  const options = frame.locator('.field select, select, input[type="number"], input[type="range"]').first();
  await options.waitFor();
  await page.evaluate(() => document.querySelector("makespan-figure").set({ processors: 2 }));
  await back.click();
  await frame.locator(`main[data-fingerprint="${before}"]`).waitFor();
  assert.ok(await back.isHidden());
  await page.evaluate(() => document.querySelector("makespan-figure").set({ processors: 2 }));
  await page.locator(".goal-state.good").nth(1).waitFor();
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("Found.").waitFor();

  await page.goto(at(""));
  await page.getByText("1 of 7 questions answered").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save progress" }).click()]);
  const file = await download.path();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator(".lesson-foot").first().waitFor();
  assert.equal(await page.getByText("1 of 7 questions answered").count(), 0);
  await page.locator('input[aria-label="A file of progress"]').setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"lessons": 1}') });
  await page.getByText("This file holds no progress of lessons").waitFor();
  await page.locator('input[aria-label="A file of progress"]').setInputFiles({ name: "p.json", mimeType: "application/json", buffer: await readFile(file) });
  await page.getByText("1 of 7 questions answered").waitFor();

  // A link to the lesson goes on where the reader was.
  await page.locator('a[href="#stragglers"]').click();
  await page.locator(".where").filter({ hasText: "7 of 7" }).waitFor();
  assert.deepEqual(trouble, []);
  await context.close();
  await close();
});

test("the page leads to the lessons of its laboratory where it has no cards, and the teacher's page hides the answers", async () => {
  const { page, close, trouble } = await shop.visitor();
  await page.route("**/cards.js", (route) => route.abort());
  await page.goto(`${shop.site.url}#p=recovery`);
  await page.locator('main[data-phase="done"]').waitFor();
  await page.getByRole("link", { name: "Learn" }).click();
  await page.getByRole("heading", { name: "About the laboratory that you come from" }).waitFor();
  const first = lessons.find(({ laboratory }) => laboratory === "recovery");
  assert.equal(await page.locator(".lesson-title").first().innerText(), first.title);
  await page.getByRole("link", { name: "For teachers" }).click();
  await page.getByRole("heading", { name: "For teachers" }).waitFor();
  assert.equal(await page.locator(".answer").count(), 0);
  await page.getByText(`Questions and answers of “${first.title}”`).click();
  await page.locator(".answer").first().waitFor();
  assert.deepEqual(await broken(page), []);
  // A name that no lesson has is no dead end: a damaged one, none, and that of a file that the page had before it was loaded again.
  for (const [name, told] of [["no-such-lesson", "“no-such-lesson” is none of the lessons:"], ["%E0%A4%A/2", "“%E0%A4%A” is none of the lessons:"], ["handout", "The address names no lesson:"]]) {
    await page.goto(at(name));
    await page.getByText(told).waitFor();
    assert.deepEqual(await page.locator("main a").allInnerTexts(), lessons.map(({ title }) => title));
  }
  await page.goto(at("own/3"));
  await page.getByRole("heading", { name: "The lesson is no longer here" }).waitFor();
  await page.locator("main").getByRole("link", { name: "all lessons" }).click();
  await page.getByRole("button", { name: "Open a lesson file" }).waitFor();
  const lost = /cards\.js|Failed to load resource/;
  assert.deepEqual(trouble.filter((one) => !lost.test(one)), []);
  await close();
});

test("a lecturer shows a lesson in large type and goes through it by arrow keys", async () => {
  const { page, close, trouble } = await shop.visitor();
  await page.goto(at("how-big-a-chunk/1"));
  await stage(page);
  const size = () => page.locator("h1").evaluate((title) => Number.parseFloat(getComputedStyle(title).fontSize));
  const usual = await size();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("p");
  assert.ok((await size()) > 1.3 * usual);
  assert.ok(await page.locator(".top").isHidden());
  await page.locator(".where").filter({ hasText: "1 of 6" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".where").filter({ hasText: "2 of 6" }).waitFor();
  // An arrow key in a field belongs to the field.
  await page.locator(".bar input").focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".where").filter({ hasText: "2 of 6" }).waitFor();
  await page.locator("h1").focus();
  await page.keyboard.press("PageUp");
  await page.locator(".where").filter({ hasText: "1 of 6" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await size(), usual);
  assert.deepEqual(trouble, []);
  await close();
});

test("a lesson of somebody else opens from a file and from a site, without its scripts, pictures and unsafe links", async (t) => {
  const [lesson, answers] = [await json("stragglers.json"), await json("stragglers.answers.json")];
  const [first] = lesson.screens;
  const evil = '<script>globalThis.hit = 1</script><img src="x" onerror="globalThis.hit = 2"><a href="javascript:globalThis.hit = 3">run</a><a href="https://example.org/">good</a><b onclick="globalThis.hit = 4" style="color: red">bold</b><math><mtext><table><mglyph><style><img src=x onerror="globalThis.hit = 5"></style></mglyph></table></mtext><mfrac><mi>a</mi><mi>b</mi></mfrac></math><form><input name="x">words</form>';
  first.html += evil;
  first.question.ask += evil;
  lesson.front.title = "Mine & <yours>";
  const own = JSON.stringify({ "makespan-lesson": 1, lesson, answers });
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-lesson-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "own.lesson.json"), own);
  const { page, close, trouble } = await shop.visitor();
  const clean = async () => {
    await page.locator(".where").filter({ hasText: "Mine & <yours> · 1 of 7" }).waitFor();
    await stage(page);
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
    const found = await page.locator(".text").evaluate((text) => ({
      elements: text.querySelectorAll("script, img, style, form, table, mglyph, .prose input, .ask input").length,
      handlers: [...text.querySelectorAll(".prose *, .ask *")].flatMap((one) => [...one.attributes].map(({ name }) => name)).filter((name) => name.startsWith("on") || name === "style"),
      links: [...text.querySelectorAll(".prose a")].map((one) => one.getAttribute("href")),
      fractions: text.querySelectorAll(".prose mfrac").length,
      words: text.querySelector(".prose").textContent,
    }));
    assert.deepEqual([found.elements, found.handlers, found.links, found.fractions], [0, [], [null, "https://example.org/"], 1]);
    assert.match(found.words, /words/);
  };
  await page.goto(at(""));
  const file = page.locator('input[aria-label="A file of a lesson"]');
  const give = (text) => file.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) });
  for (const [text, said] of [["nonsense", "this is not JSON"], ['{"makespan": 1}', "this is no lesson, version 1"], ['{"makespan-lesson": 1, "lesson": {}, "answers": []}', "the lesson in this file is damaged"]]) {
    await give(text);
    await page.getByText(`x.json: ${said}`).waitFor();
  }
  await give(own);
  await clean();
  assert.deepEqual(trouble, []);

  const other = await serve(folder, { headers: { "access-control-allow-origin": "*" } });
  t.after(() => other.close());
  await page.goto("about:blank");
  await page.goto(`${shop.site.url}lesson/?lesson=${encodeURIComponent(`${other.url}own.lesson.json`)}`);
  await clean();
  // The only thing that was asked of another site is the lesson.
  assert.deepEqual([...new Set(trouble)], [`third party: ${other.url}own.lesson.json`]);
  const shut = await serve(folder);
  t.after(() => shut.close());
  await page.goto("about:blank");
  await page.goto(`${shop.site.url}lesson/?lesson=${encodeURIComponent(`${shut.url}own.lesson.json`)}`);
  await page.getByText("does not let other sites read the file (CORS)").waitFor();
  await close();
});

test("a file that is larger than a lesson may be is read no further", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-large-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "large.lesson.json"), `${" ".repeat(2_000_000)}{}`);
  const other = await serve(folder, { headers: { "access-control-allow-origin": "*" } });
  t.after(() => other.close());
  const { page, close } = await shop.visitor();
  await page.goto(`${shop.site.url}lesson/?lesson=${encodeURIComponent(`${other.url}large.lesson.json`)}`);
  await page.getByText("the file has more than 2000000 characters").waitFor();
  await close();
});

test("two tabs keep the progress of both, and damaged progress is refused", async () => {
  const { page, context, close, trouble } = await shop.visitor();
  const where = (tab, words) => tab.locator(".where").filter({ hasText: words }).waitFor();
  await page.goto(at("stragglers/3"));
  await where(page, "3 of 7");
  const other = await context.newPage();
  await other.goto(at("how-big-a-chunk/2"));
  await where(other, "2 of 6");
  await page.evaluate(() => (location.hash = "stragglers/4"));
  await where(page, "4 of 7");
  const kept = () => page.evaluate(() => Object.entries(JSON.parse(localStorage.getItem("makespan.lessons")).lessons).map(([name, { at }]) => [name, at]).sort());
  const both = [["how-big-a-chunk", 1], ["stragglers", 3]];
  assert.deepEqual(await kept(), both);

  await other.goto(at(""));
  for (const wrong of [{ runs: null }, { given: null }, { runs: { one: 1 } }, { given: { 0: { tries: [], hints: "x" } } }, { given: { 0: { tries: [], shown: 1 } } }]) {
    const file = { "makespan-lessons": 1, lessons: { stragglers: { at: 0, answered: {}, ...wrong } } };
    await other.locator('input[aria-label="A file of progress"]').setInputFiles({ name: "p.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
    await other.locator(".overview [role=status]").filter({ hasText: "The progress in this file is damaged." }).waitFor();
    await other.locator(".overview [role=status]").evaluate((said) => (said.textContent = ""));
  }
  assert.deepEqual(await kept(), both);
  assert.deepEqual(trouble, []);
  await close();
});

test("answers that do not come are told, and come with another press", async () => {
  const { page, close } = await shop.visitor();
  const answers = "**/stragglers.answers.json";
  await page.route(answers, (route) => route.abort());
  await page.goto(at("stragglers/4"));
  await page.locator(".choices label").first().click();
  await page.locator(".check").click();
  await page.locator(".verdict-title").filter({ hasText: "The answer could not be loaded." }).waitFor();
  await page.unroute(answers);
  await page.locator(".check").click();
  await page.locator(".verdict-title").filter({ hasText: "Not quite." }).waitFor();

  await page.route(answers, (route) => route.abort());
  await page.goto("about:blank");
  await page.goto(at("teacher"));
  const { title } = await json("stragglers.json").then(({ front }) => front);
  const part = page.locator("details").filter({ hasText: `Questions and answers of “${title}”` });
  await part.locator("summary").click();
  await part.getByText("The answers could not be loaded: ").waitFor();
  await page.unroute(answers);
  await part.locator("summary").click();
  await part.locator("summary").click();
  await part.locator(".answer").first().waitFor();
  await close();
});

for (const [what, address, file] of [
  ["a handout", "lesson/#handout/stragglers", "**/stragglers.answers.json"],
  ["a lesson with another seed", "lesson/?seed=2#stragglers/1", "**/stragglers.md"],
])
  test(`${what} that comes late takes the place of no other page`, async () => {
    const { page, close, trouble } = await shop.visitor();
    const late = held();
    await page.route(file, late.route);
    await page.goto(shop.site.url + address);
    await late.asked;
    await page.evaluate(() => (location.hash = "teacher"));
    const heading = page.getByRole("heading", { level: 1, name: "For teachers" });
    await heading.waitFor();
    const [answer] = await Promise.all([page.waitForResponse(file), late.go()]);
    await answer.finished();
    // The file is read, and the following work done, before the next two frames.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await page.locator("h1").allInnerTexts().then(String), "For teachers");
    assert.equal(await page.locator(".paper, .reader").count(), 0);
    assert.deepEqual(trouble, []);
    await close();
  });

test("answers travel apart from the questions", async () => {
  for (const { name } of lessons) {
    const { page, close } = await shop.visitor();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(at(`${name}/1`));
    await stage(page);
    assert.equal(asked.filter((url) => url.includes("answers")).length, 0, name);
    await close();
  }
});
