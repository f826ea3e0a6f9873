// The benchmark of a crate as WebAssembly, in Node and in Chromium, beside the same natively.
//
// Usage: node wasm.mjs PROGRAM.wasm REACH, where REACH is the most times that it may take as long as natively. FIGURES has the
// records of the native run: `same` says the number of a part, the sum that it has to come to, and the scale of its unit.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { launch } from "../browser/page.mjs";
import { RUNS, figure, kept, median } from "./figures.mjs";

const { chromium } = createRequire(new URL("../browser/", import.meta.url))("playwright-core");

/** A run repeats a shorter part for this long, ms: the watch of a browser is no finer than a tenth of one. */
const SHORTEST = RUNS > 1 ? 20 : 1;
/** Each part runs for so long before it is measured, ms: an engine compiles a program quickly first, and frequent functions better. */
const WARM = RUNS > 1 ? 1_000 : 0;
/** After how many ms a part counts as one that takes long, and is measured three times, or once where one run takes so long. */
const LONG = 12_000;

/** Measures parts of a program, in Node as in a page: the seconds and the result of each run. */
async function measured([program, parts, wanted, shortest, long, warm]) {
  const bytes = Uint8Array.from(atob(program), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return parts.map((part) => {
    for (const begun = performance.now(); performance.now() - begun < warm; ) instance.exports.measure(part);
    const [runs, began] = [[], performance.now()];
    let sum;
    const more = () => {
      if (runs.length === 0) return true;
      if (performance.now() - began < long) return runs.length < wanted;
      return runs.length > 1 && (runs.length < 3 || runs.length % 2 === 0);
    };
    while (more()) {
      const start = performance.now();
      let [times, took] = [0, 0];
      do {
        sum = instance.exports.measure(part);
        times += 1;
        took = performance.now() - start;
      } while (took < shortest);
      runs.push(took / times / 1000);
    }
    return { runs, sum };
  });
}

const [, , program, reach] = process.argv;
const native = kept().filter(({ peer, same }) => !peer && same?.part !== undefined);
const given = [(await readFile(program)).toString("base64"), native.map(({ same }) => same.part), RUNS, SHORTEST, LONG, WARM];
const browser = await chromium.launch(launch);
const page = await browser.newPage();
// A page of its own: nothing else is at work there.
await page.goto("about:blank");
const places = [
  ["Node", process.versions.node, () => measured(given)],
  ["Chromium", browser.version(), () => page.evaluate(measured, given)],
];
for (const [place, version, run] of places) {
  console.log(`\nAs WebAssembly, in ${place} ${version}\n`);
  console.log(`${"".padEnd(42)} ${"unit".padEnd(18)} ${"here".padStart(10)} ${"native".padStart(10)} ${"times as long".padStart(14)} ${"reach".padStart(7)}`);
  const found = await run();
  for (const [at, { name, unit, runs, same }] of native.entries()) {
    // A sum that is no number travels as none.
    if (!Object.is(found[at].sum, same.sum ?? NaN)) throw new Error(`${name}: ${found[at].sum} here, ${same.sum} natively`);
    const here = found[at].runs.map((seconds) => (same.number === undefined ? seconds * (same.scale ?? 1) : same.number / seconds));
    const own = { name: `${name}, WebAssembly in ${place}`, unit, runs: here, reach: same.webassembly };
    figure({ ...own, peer: { name: "native", runs }, least: 1 / reach });
    const [ours, theirs] = [median(here), median(runs)];
    const longer = same.number === undefined ? ours / theirs : theirs / ours;
    const columns = [ours.toPrecision(4), theirs.toPrecision(4)].map((figure) => figure.padStart(10));
    console.log(`${name.padEnd(42)} ${unit.padEnd(18)} ${columns.join(" ")} ${longer.toFixed(2).padStart(14)} ${`≤ ${reach}`.padStart(7)}`);
  }
}
await browser.close();
