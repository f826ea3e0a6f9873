// When a page shows the answer to a key: used by the benchmarks of sliders and of other answers.

/** From now on the page notes when the first new result, and that of all runs, are seen after a key was pressed. */
export const watch = (page) =>
  page.evaluate(() => {
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

/** Waits for the answer to the last key: `first` and `all`, ms. */
export async function answer(page) {
  await page.waitForFunction(() => window.slid.all, undefined, { timeout: 60_000 });
  // Once the visible part has settled.
  await page.waitForTimeout(300);
  return page.evaluate(() => window.slid);
}
