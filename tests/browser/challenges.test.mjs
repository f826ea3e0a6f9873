// Challenges in the built page: a strategy is written, tried in public cases, submitted to hidden ones, saved, and judged by the command.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { broken, drop, held, makespan, workshop } from "./page.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const command = promisify(execFile);
const NAME = "crashes-and-repairs";
const text = (page) => page.locator(".challenge .cm-content");
const area = (page) => page.locator("#strategy");
const board = (page, name) => page.getByRole("region", { name });
const at = (name, query = "") => `${shop.site.url}challenge/${query}#${name}`;

let shop, folder, strategy;
before(async () => {
  shop = await workshop();
  folder = await mkdtemp(path.join(tmpdir(), "makespan-challenges-"));
  strategy = await readFile(path.join(root, "crates/recovery/strategies/greedy.rhai"), "utf8");
});
after(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

test("a strategy is tried in public cases, faults are told at their line, and the command judges what was submitted as the page did", async () => {
  const { page, close, trouble } = await shop.visitor();
  await page.goto(at(""));
  await page.getByRole("link", { name: "Crashes and repairs" }).click();
  const open = board(page, "Public cases");
  await open.getByText(/Your strategy is \d\w\w of 6/).waitFor();
  assert.equal(await open.locator("tbody tr").count(), 6);
  assert.equal(await open.locator(".baseline circle").count(), 1);

  await text(page).fill("fn list(n) {\n    [1, 2, 3]\n    oops\n}");
  await page.locator(".faults").getByText("Line 3").waitFor();
  assert.equal(await page.locator(".cm-lintRange-error").textContent(), "oops");
  assert.match(await open.locator(".own .says").textContent(), /^line 3: /);
  assert.equal(await text(page).getAttribute("aria-invalid"), "true");

  await text(page).fill(strategy);
  await open.getByText(/Beside Log: −/).waitFor();
  assert.equal(await page.locator(".faults li").count(), 0);
  const { stdout: shown } = await command(makespan, ["challenge", "run", NAME, "--code", strategy]);
  const words = await open.locator(".own td").nth(1).textContent();
  assert.ok(shown.split("\n").some((line) => line.includes("Your strategy") && line.includes(words)), `${words}\n${shown}`);

  // The page's main button differs from the other buttons.
  assert.match(await page.getByRole("button", { name: "Submit" }).getAttribute("class"), /\bprimary\b/);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Type your name first.").waitFor();
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Submit" }).click();
  const hidden = board(page, "Hidden cases");
  await hidden.getByText("Means over 16 hidden cases; less is better.").waitFor();
  assert.equal(await hidden.locator(".own th").textContent(), "Ada Lovelace");
  assert.deepEqual(await broken(page), []);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the result" }).click()]);
  assert.equal(download.suggestedFilename(), `ada-lovelace.${NAME}.json`);
  const file = await readFile(await download.path(), "utf8");
  // The command writes the same file, to the last digit.
  const own = path.join(folder, "own.json");
  await writeFile(path.join(folder, "mine.rhai"), strategy);
  await command(makespan, ["challenge", "run", NAME, "--code", `@${path.join(folder, "mine.rhai")}`, "--name", "Ada Lovelace", "--output", own]);
  assert.equal(file, await readFile(own, "utf8"));
  const handed = path.join(folder, "handed");
  await mkdir(handed);
  await writeFile(path.join(handed, "ada.json"), file);
  await writeFile(path.join(handed, "eve.json"), file.replace(/"score": [0-9.]+/, '"score": 1.0'));
  const { stdout } = await command(makespan, ["judge", handed]);
  assert.match(stdout, /eve\.json +edited: its digest is not that of its content; the same text as in ada\.json; the score is 1\.00; the runs come to 2\./);
  assert.match(stdout, /2\sfiles, 1 without a remark\./);

  // Another text is no longer the submitted one; the device keeps it.
  await text(page).press("End");
  await text(page).pressSequentially(" ");
  await hidden.getByText("The text has changed since.").waitFor();
  const kept = await area(page).inputValue();
  await page.reload();
  await text(page).waitFor();
  assert.equal(await area(page).inputValue(), kept);
  assert.deepEqual(trouble, []);
  await close();
});

test("a challenge is a link, a file or an address, by keyboard and on a phone; one with faults names their lines", async () => {
  const { page, context, close, trouble } = await shop.visitor({ viewport: { width: 390, height: 844 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(at("", `?challenge=${NAME}`));
  await board(page, "Public cases").locator("tbody tr").first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} px`);
  assert.deepEqual(await broken(page), []);
  await page.getByRole("textbox", { name: "Your strategy" }).focus();
  for (const name of ["Begin again", "Copy link"]) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
  }
  await page.keyboard.press("Enter");
  await page.getByText("The link is in the clipboard.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), at(NAME).replace("?", ""));

  const source = (await readFile(path.join(root, `docs/challenges/${NAME}.md`), "utf8")).replace('title = "Crashes and repairs"', 'title = "Mine & yours"');
  await page.goto(at(""));
  await page.getByRole("link", { name: "Rare peaks" }).waitFor();
  await drop(page, "main", { name: "mine.md", bytes: source, type: "text/markdown" });
  await page.getByRole("heading", { name: "Mine & yours" }).waitFor();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("The link is in the clipboard.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${shop.site.url}challenge/#t.`) && link.length < 2000, link);
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("heading", { name: "Mine & yours" }).waitFor();

  await drop(page, "main", { name: "wrong.md", bytes: source.replace("hidden = 16", "hidden = 1"), type: "text/markdown" });
  await page.getByText(/^Line \d+: hidden cases: 1; allowed: 2 to 60$/).waitFor();
  await page.goto(at("nobody"));
  await page.getByText("“nobody” is none of the challenges:").waitFor();
  await page.locator("main").getByRole("link", { name: "Crashes and repairs" }).waitFor();
  await page.goto(at("own"));
  await page.reload();
  await page.getByRole("heading", { name: "The challenge is no longer here" }).waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("without the editor a text area takes the strategy, and a press puts the cursor into the line of a fault", async () => {
  const { page, close } = await shop.visitor();
  await page.route("**/code.js", (route) => route.abort());
  await page.goto(at(NAME));
  await board(page, "Public cases").locator("tbody tr").first().waitFor();
  await area(page).fill("fn list(n) {\n    [1, 2, 3]\n    oops\n}");
  await page.getByRole("button", { name: "Line 3" }).click();
  assert.equal(await area(page).evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), "    oops");
  assert.equal(await area(page).getAttribute("aria-invalid"), "true");
  await close();
});

test("what was typed in one challenge ends no runs of the next one", async () => {
  const { page, close, trouble } = await shop.visitor();
  const worker = held();
  await page.route("**/makespan-worker-prediction_bg.wasm*", worker.route);
  await page.clock.install();
  await page.goto(at(NAME));
  const open = board(page, "Public cases");
  await open.getByText(/Your strategy is \d\w\w of/).waitFor();
  await text(page).fill(strategy);
  await page.evaluate(() => (location.hash = "rare-peaks"));
  await page.getByRole("heading", { name: "Rare peaks" }).waitFor();
  await worker.asked;
  // The clock of the first one would run now.
  await page.clock.fastForward(5_000);
  worker.go();
  await open.getByText(/Your strategy is \d\w\w of/).waitFor();
  assert.deepEqual(trouble, []);
  await close();
});
