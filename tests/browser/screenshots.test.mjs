// The page looks as it did: on a desk, a tablet and a phone, light and dark.
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { link, open, workshop } from "./page.mjs";
import { args, matches, settle } from "./screenshots.mjs";

let shop;

before(async () => (shop = await workshop({ args })));
after(() => shop?.close());

const sizes = { desk: [1440, 900], tablet: [768, 1024], phone: [390, 844] };

const small = { runs: 20, iterations: 200 };
const drawn = (page) => page.waitForFunction(() => [...document.querySelectorAll(".chart")].every((chart) => chart.dataset.drawn === "true"));

/** The views: each with its link, and the condition for all of it to be there. */
const views = {
  first: { fragment: "", ready: drawn },
  compare: { fragment: link({ makespan: 1, replication: small, compare: [{ strategy: "equal" }, { strategy: "dynamic" }] }, { deflateRawSync }), ready: drawn },
  sweep: {
    fragment: link({ makespan: 1, replication: small, sweep: [{ processors: [2, 4, 8, 16] }, { copies: [1, 2] }] }, { deflateRawSync }),
    ready: async (page) => {
      await drawn(page);
      await page.locator(".charts").scrollIntoViewIfNeeded();
    },
  },
};

for (const [size, [width, height]] of Object.entries(sizes)) {
  test(`the page on a ${size} looks as it did, light and dark`, async () => {
    const { page, close } = await shop.visitor({ newcomer: true, viewport: { width, height }, reducedMotion: "reduce", hasTouch: size === "phone" });
    await settle(page);
    // A view that stood long enough would be in the next one's list of recent scenarios.
    await page.addInitScript(() => location.protocol === "about:" || localStorage.clear());
    for (const [view, { fragment, ready }] of Object.entries(views)) {
      await page.goto("about:blank");
      await open(page, shop.site.url + fragment);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await ready(page);
        await matches(page, `${view}-${size}-${colorScheme}`);
      }
    }
    await close();
  });
}
