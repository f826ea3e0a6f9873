// How soon a slider shows what it does: from the key that moves it to the first new bars, and to those of all runs.
//
// 1,000 runs on 16 of 90 nodes, all strategies, as the page is after its first result. What is shown is told by the report's
// own note of how many runs it is about.
import { open, workshop } from "../browser/page.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const MOVES = [
  ["another R", "copies", ["ArrowRight", "ArrowLeft"]],
  ["another N", "rebalance_every", ["ArrowRight", "ArrowLeft"]],
  ["another c_X", "variation", ["ArrowLeft", "ArrowRight"]],
];
const REACH = { 1000: "≤ 300", 2000: "" };

const shop = await workshop();
console.log("\nIn the page, from the key to the bars, ms: the median of the first, of all, the longest of the first\n");
console.log(`${"".padEnd(26)} ${"first".padStart(7)} ${"all".padStart(7)} ${"longest".padStart(8)} ${"reach".padStart(7)}`);
for (const [iterations, reach] of Object.entries(REACH)) {
  const { page, trouble, close } = await shop.visitor();
  const link = `#p=set-two-replicate&processors=16&copies=1&runs=1000&homogeneous=true&variation=0.5&iterations=${iterations}`;
  await open(page, shop.site.url + link);
  await page.evaluate(() => {
    // A change is seen when the frame after it is.
    const seen = (what) => requestAnimationFrame(() => setTimeout(() => (window.slid[what] ??= performance.now() - window.slid.begun)));
    const told = () => document.querySelector("#fingerprint")?.textContent;
    window.slid = {};
    addEventListener("keydown", () => (window.slid = { begun: performance.now(), before: told() }), true);
    new MutationObserver(() => {
      if (!window.slid.begun || told() === window.slid.before) return;
      seen("first");
      if (document.querySelector("main").dataset.phase === "done") seen("all");
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["data-phase"] });
  });
  for (const [name, parameter, keys] of MOVES) {
    const slider = page.locator(`.field[data-name="${parameter}"] .slider`);
    await slider.evaluate((slider) => {
      for (let at = slider; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    });
    await slider.focus();
    const times = { first: [], all: [] };
    for (let round = 0; round < 2 * ROUNDS; round++) {
      await page.keyboard.press(keys[round % 2]);
      await page.waitForFunction(() => window.slid.all, undefined, { timeout: 60_000 });
      // Once what is seen has settled.
      await page.waitForTimeout(300);
      const slid = await page.evaluate(() => window.slid);
      for (const what of ["first", "all"]) times[what].push(slid[what]);
    }
    const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1].toFixed(0);
    const longest = Math.max(...times.first).toFixed(0);
    const columns = [median(times.first).padStart(7), median(times.all).padStart(7), longest.padStart(8), reach.padStart(7)];
    console.log(`${`K = ${iterations}, ${name}`.padEnd(26)} ${columns.join(" ")}`);
  }
  if (trouble.length) console.log(trouble);
  await close();
}
await shop.close();
