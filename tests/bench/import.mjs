// How long the page takes for files of 100 MB and more, and whether it stays awake meanwhile.
//
// From the moment at which the file is chosen to the notice about it; and the longest time between two
// frames of the page in that time.
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { open, short, workshop } from "../browser/page.mjs";
import { RUNS, figure, median } from "./figures.mjs";

/** How long the page may take for 100 MB, s, and a frame meanwhile, ms. */
const [REACH, FRAME] = [5, 100];

const folder = process.argv[2];
const shop = await workshop();
console.log("\nIn the page\n| file | MB | s | MB/s | longest frame, ms |\n|---|---|---|---|---|");
for (const name of (await readdir(folder)).sort()) {
  const megabytes = (await stat(path.join(folder, name))).size / 1e6;
  const all = { took: [], longest: [] };
  for (let run = 0; run < Math.min(RUNS, 3); run++) {
    const { took, longest } = await opened(name);
    all.took.push(took / 1000);
    all.longest.push(longest);
  }
  figure({ name: `${name}, in the page`, unit: "s", runs: all.took, reach: (REACH * megabytes) / 100 });
  figure({ name: `${name}, in the page, longest frame meanwhile`, unit: "ms", runs: all.longest, reach: FRAME });
  const [took, longest] = [median(all.took), median(all.longest)];
  console.log(`| ${name} | ${megabytes.toFixed(0)} | ${took.toFixed(2)} | ${(megabytes / took).toFixed(0)} | ${longest.toFixed(0)} |`);
}
await shop.close();

/** Opens a file in a page: how long that takes, and the longest frame meanwhile, ms. */
async function opened(name) {
  // A page of its own for each file: memory that one leaves is not the next one's burden.
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("peaks-replicate", { processors: 2, copies: 1, iterations: 20, runs: 2 }));
  await page.evaluate(() => {
    window.frames_ = { longest: 0, last: performance.now() };
    const frame = (now) => {
      window.frames_.longest = Math.max(window.frames_.longest, now - window.frames_.last);
      window.frames_.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    // The file is chosen when the input says so, not when the tools have handed it over.
    addEventListener("change", () => (window.frames_ = { longest: 0, last: performance.now(), begun: performance.now() }), true);
    new MutationObserver(() => {
      if (document.querySelector('.notice[data-topic="file"]')) window.frames_.took ??= performance.now() - window.frames_.begun;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.locator("#open-traces").setInputFiles(path.join(folder, name));
  await page.waitForFunction(() => window.frames_.took, undefined, { timeout: 120_000 });
  const { took, longest } = await page.evaluate(() => window.frames_);
  const said = await page.locator('.notice[data-topic="file"] .notice-title').textContent();
  if (!said.includes("is used") && !said.includes("is read")) console.log(said);
  if (trouble.length) console.log(trouble);
  await close();
  return { took, longest };
}
