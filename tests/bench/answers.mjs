// How soon the page answers: a key on the first key slider of each laboratory, a letter of a strategy, and cancel. Real input, in a
// headless browser without a GPU. `cargo xtask bench answers` builds the page and calls this with DIST, CHROMIUM and MAKESPAN.
import { open, workshop } from "../browser/page.mjs";
import { RUNS, figure, median } from "./figures.mjs";
import { first } from "./firsts.mjs";
import { answer, watch } from "./seen.mjs";

/** The longest allowed time of an answer, ms: to a key, to a letter of a strategy, to one that never ends, to cancel. */
const REACH = { key: 150, letter: 300, endless: 1000, cancel: 100 };
/** A strategy to which a digit is typed, and one that never ends. */
const STRATEGY = { preset: "own-median", text: "fn predict(values) {\n    values[-1] * 1.2\n}", endless: "fn predict(values) {\n    loop { }\n}" };
/** The longest run that can be asked for. */
const LONGEST = "#p=set-two-replicate&processors=64&copies=1&iterations=10000&runs=1000";

const shop = await workshop();
console.log(`\nFrom what a reader does to what the page shows, ms: the median, the longest, the reach\n`);
const row = (name, runs, reach) => {
  figure({ name, unit: "ms", runs, reach });
  const [middle, longest] = [median(runs), Math.max(...runs)].map((time) => time.toFixed(0).padStart(7));
  console.log(`${name.padEnd(64)} ${middle} ${longest} ${`≤ ${reach}`.padStart(8)}`);
};

for (const [laboratory, preset] of first) {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=${preset}`);
  await watch(page);
  const slider = page.locator(".key .slider").first();
  await slider.focus();
  const parameter = await slider.getAttribute("id");
  const times = [];
  for (let round = 0; round < 2 * RUNS; round++) {
    // To a value beside, and back; at the end of a range the other way round.
    const at = await slider.evaluate(({ value, max }) => Number(value) >= Number(max));
    await page.keyboard.press(round % 2 === 1 || at ? "ArrowLeft" : "ArrowRight");
    times.push((await answer(page)).first);
  }
  row(`${laboratory}, ${preset}: a key on ${parameter}`, times, REACH.key);
  if (trouble.length > 0) console.log(trouble);
  await close();
}

{
  const { page, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=${STRATEGY.preset}`);
  await watch(page);
  const code = page.locator(".code .cm-content");
  await code.fill(STRATEGY.text);
  await page.waitForFunction(() => document.querySelector("main").dataset.phase === "done" && !document.querySelector(".cm-lintRange-error"));
  await page.waitForTimeout(1_000);
  await code.press("Control+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  const times = [];
  for (let round = 0; round < 2 * RUNS; round++) {
    await page.keyboard.press(round % 2 === 0 ? "5" : "Backspace");
    times.push((await answer(page)).first);
  }
  row("a letter of a strategy: its headline", times, REACH.letter);
  const ends = [];
  for (let round = 0; round < RUNS; round++) {
    await code.fill(STRATEGY.text);
    await page.waitForFunction(() => document.querySelector("main").dataset.phase === "done" && !document.querySelector(".cm-lintRange-error"));
    const begun = performance.now();
    await code.fill(STRATEGY.endless);
    await page.locator("#p-code-problem", { hasText: "does a loop end" }).waitFor();
    ends.push(performance.now() - begun);
  }
  row("a strategy that never ends: the line at fault", ends, REACH.endless);
  await close();
}

{
  const { page, close } = await shop.visitor();
  const times = [];
  for (let round = 0; round < RUNS; round++) {
    await page.goto("about:blank");
    await open(page, `${shop.site.url}#p=peaks-replicate`);
    await page.evaluate((hash) => (location.hash = hash), LONGEST);
    await page.locator("#cancel").waitFor({ state: "visible" });
    times.push(
      await page.evaluate(
        () =>
          new Promise((done) => {
            const main = document.querySelector("main");
            const begun = performance.now();
            new MutationObserver((_, observer) => {
              if (main.dataset.phase !== "cancelled") return;
              observer.disconnect();
              done(performance.now() - begun);
            }).observe(main, { attributes: true });
            document.querySelector("#cancel").click();
          }),
      ),
    );
  }
  row("cancel: from click to idle", times, REACH.cancel);
  await close();
}
await shop.close();
