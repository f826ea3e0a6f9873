// How long the page takes for files of 100 MB and more, and whether it stays awake meanwhile.
//
// From the moment at which the file is chosen to the notice that says what was read; and the longest time between two
// frames of the page in that time.
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { open, short, workshop } from "../browser/page.mjs";

const folder = process.argv[2];
const shop = await workshop();
console.log("\nIn the page\n| file | MB | s | MB/s | longest frame, ms |\n|---|---|---|---|---|");
for (const name of (await readdir(folder)).sort()) {
  // A page of its own for each file: what one leaves in memory is not the next one's burden.
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
  const megabytes = (await stat(path.join(folder, name))).size / 1e6;
  const said = await page.locator('.notice[data-topic="file"] .notice-title').textContent();
  console.log(`| ${name} | ${megabytes.toFixed(0)} | ${(took / 1000).toFixed(2)} | ${(megabytes / (took / 1000)).toFixed(0)} | ${longest.toFixed(0)} |`);
  if (!said.includes("is used") && !said.includes("is read")) console.log(said);
  if (trouble.length) console.log(trouble);
  await close();
}
await shop.close();
