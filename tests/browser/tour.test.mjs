// A tour as a student, a lecturer and a researcher would make it, on every kind of screen, light and dark.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { change, open, workshop } from "./page.mjs";

const SIZES = { desk: [1440, 900], tablet: [768, 1024], phone: [390, 844] };
/** One preset of each laboratory, and the keys that change one of its key parameters, from the first on. */
const PRESETS = { "bursts-replicate": ["Tab", "ArrowRight"], "stream-adapts": ["ArrowDown"], "shared-forecasts": ["ArrowDown"] };
/** On a phone the first key parameter stands above the picture, and the others below it. */
const ON_PHONE = { "bursts-replicate": ["ArrowUp"] };

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** Headline, why, and both worlds: the drawings, their edges, and the tops of the worlds and of the first picture. */
const look = (page) =>
  page.evaluate(() => {
    const lanes = [...document.querySelectorAll(".worlds .lanes")];
    const edges = lanes.map((one) => one.getBoundingClientRect());
    return {
      said: document.querySelector("h1").textContent + document.querySelector(".why").textContent,
      drawn: lanes.map((one) => one.innerHTML).join(""),
      edges: edges.map(({ left, right }) => `${Math.round(left)}–${Math.round(right)}`),
      top: edges[0]?.top,
      picture: Math.min(...[...document.querySelectorAll(".charts.opening .plot"), lanes[0]].map((one) => one.getBoundingClientRect().top)),
      wide: document.documentElement.scrollWidth - innerWidth,
    };
  });

/** A table with a column that counts, two nodes, and a line that is broken. */
const FILE = ["id,first (ms),second (ms)", ...Array.from({ length: 60 }, (_, job) => `${job + 1},${2000 + 37 * (job % 9)},${job === 30 ? "two" : 2500 + 53 * (job % 7)}`)].join("\n");

for (const [name, [width, height]] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`on a ${colorScheme} ${name} a student sees why, a lecturer builds a figure, a researcher brings a file`, async () => {
      const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width, height }, colorScheme });
      // The student.
      for (const [preset, keys] of Object.entries(name === "phone" ? { ...PRESETS, ...ON_PHONE } : PRESETS)) {
        await page.goto("about:blank");
        await open(page, `${shop.site.url}#p=${preset}`);
        await page.locator(".worlds-plot").waitFor();
        const first = await look(page);
        assert.equal(first.edges.length, 2, preset);
        assert.equal(first.edges[0], first.edges[1], `${preset}: both worlds have one axis`);
        // On a phone the picture that opens the result has the first screen, and both worlds follow it.
        const top = name === "phone" ? first.picture : first.top;
        assert.ok(top < height && first.wide <= 0, `${preset}: ${top}, ${first.wide}`);
        let stops = 0;
        while (!(await page.evaluate(() => Boolean(document.activeElement.closest(".key"))))) {
          assert.ok(++stops <= 4, `${preset}: ${stops} stops`);
          await page.keyboard.press("Tab");
        }
        for (const key of keys.slice(0, -1)) await page.keyboard.press(key);
        await change(page, () => page.keyboard.press(keys.at(-1)));
        await page.waitForFunction((said) => document.querySelector("h1").textContent + document.querySelector(".why").textContent !== said, first.said);
        await page.waitForFunction(() => !document.querySelector(".result.stale"));
        const then = await look(page);
        assert.notEqual(then.drawn, first.drawn, preset);
        assert.equal(await page.evaluate(() => scrollY), 0);
        // A reason is a sentence.
        await page.getByRole("button", { name: "Next reason ›" }).click();
        assert.match(await page.locator(".worlds-said").textContent(), /\.$/);
      }

      // The lecturer.
      await page.goto("about:blank");
      await open(page, `${shop.site.url}#p=bursts-replicate`);
      await page.getByRole("button", { name: "Share", exact: true }).click();
      const dialog = page.locator("dialog.share");
      await dialog.getByRole("tab", { name: "Embed" }).click();
      await dialog.getByText("Readers may change, look and size").click();
      const add = dialog.getByRole("combobox", { name: "Add a parameter that readers may change" });
      await dialog.getByRole("button", { name: /^Remove/ }).click();
      for (const parameter of ["copies", "processors"]) await add.selectOption(parameter);
      await dialog.locator("iframe").scrollIntoViewIfNeeded();
      const preview = dialog.frameLocator("iframe");
      await preview.locator('main[data-phase="done"]').waitFor();
      assert.equal(await preview.locator(".key").count(), 2);
      assert.match(await dialog.getByRole("textbox", { name: "Code", exact: true }).inputValue(), /params=copies,processors/);
      assert.ok((await dialog.boundingBox()).width <= width);

      // The researcher.
      await page.goto("about:blank");
      await open(page, `${shop.site.url}#p=bursts-replicate`);
      await change(page, () => page.locator("#open-traces").setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) }));
      const table = page.locator(".import").first();
      assert.deepEqual(await table.locator(".import-columns select[id^='import-use-']").evaluateAll((all) => all.map(({ value }) => value)), ["index", "node", "node"]);
      await page.getByText(/line 32/).first().waitFor();
      assert.ok((await look(page)).wide <= 0);
      assert.deepEqual(trouble, []);
      await close();
    });
  }
}
