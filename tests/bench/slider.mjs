// How soon a slider shows its effect: from the key that moves it to the first new bars, and to those of all runs.
//
// Usage: node slider.mjs SLIDERS.json, with `title`, `scenarios` (name, link, and the reach of the first bars in ms) and
// `moves` (name, parameter, and the keys there and back). The report's fingerprint tells which result is shown.
import { readFile } from "node:fs/promises";
import { open, workshop } from "../browser/page.mjs";
import { RUNS, figure } from "./figures.mjs";
import { answer, watch } from "./seen.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? RUNS);
const { title, scenarios, moves } = JSON.parse(await readFile(process.argv[2], "utf8"));

const shop = await workshop();
console.log(`\n${title}; in the page, from the key to the bars, ms: the median of the first, of all, the longest of the first\n`);
console.log(`${"".padEnd(26)} ${"first".padStart(7)} ${"all".padStart(7)} ${"longest".padStart(8)} ${"reach".padStart(7)}`);
for (const scenario of scenarios) {
  const reach = scenario.reach ? `≤ ${scenario.reach}` : "";
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + scenario.link);
  await watch(page);
  for (const { name, parameter, keys } of moves) {
    const slider = page.locator(`.field[data-name="${parameter}"] .slider`);
    await slider.evaluate((slider) => {
      for (let at = slider; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    });
    await slider.focus();
    const times = { first: [], all: [] };
    for (let round = 0; round < 2 * ROUNDS; round++) {
      await page.keyboard.press(keys[round % 2]);
      const slid = await answer(page);
      for (const what of ["first", "all"]) times[what].push(slid[what]);
    }
    const what = `slider, ${scenario.name}, ${name}`;
    figure({ name: `${what}, first bars`, unit: "ms", runs: times.first, reach: scenario.reach });
    figure({ name: `${what}, bars of all runs`, unit: "ms", runs: times.all });
    const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1].toFixed(0);
    const longest = Math.max(...times.first).toFixed(0);
    const columns = [median(times.first).padStart(7), median(times.all).padStart(7), longest.padStart(8), reach.padStart(7)];
    console.log(`${`${scenario.name}, ${name}`.padEnd(26)} ${columns.join(" ")}`);
  }
  if (trouble.length) console.log(trouble);
  await close();
}
await shop.close();
