// Every page and every state of it that no other test hands to axe: for people who see it large, in forced colours, without motion,
// or by touch alone.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { broken, dist, link, open, reach, short, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const guides = (await readdir(path.join(dist, "docs"))).filter((name) => name.endsWith(".html"));
const small = short("peaks-replicate");
const press = (page, name) => page.getByRole("button", { name, exact: true }).first().click();
/** Eight processors hold no three copies. */
const impossible = link({ makespan: 1, replication: { traces: "peaks", processors: 8, runs: 4, iterations: 60 }, compare: [{ copies: 3 }] }, { deflateRawSync });
/** A state of the page of Makespan: a fragment, and what is done there. */
const state = (name, fragment, { query = "", phase = "done", act } = {}) => ({
  name,
  address: `${query}${fragment}`,
  async go(page) {
    await reach(page, phase);
    await act?.(page);
  },
});
/** Another page, that is there when something is. */
const other = (address, selector) => ({ name: address, address, go: (page) => page.locator(selector).first().waitFor() });

/** The pages and states that no other test hands to axe: those of laboratories, editors, traces, charts and dialogs are with their own tests. */
const STATES = [
  state("a link that is none", "#v9.unknown"),
  state("a scenario that cannot run", impossible, { phase: "refused" }),
  state("the keys", small, { act: (page) => page.keyboard.press("?") }),
  state("a projector", small, { query: "?projector" }),
  state("a figure", small, { query: "?embed=1" }),
  state("a figure on a slide", small, { query: "?embed=1&show=slide&params=copies" }),
  state("a figure that cannot run", impossible, { query: "?embed=1", phase: "refused" }),
  ...guides.map((name) => other(`docs/${name}`, "h1")),
  other("lesson/#teacher", "h1"),
  other("lesson/#no-such-lesson", "h1"),
  other("lesson/#write", "textarea"),
  other("lesson/#who-takes-over/2", "makespan-figure[loaded]"),
];

test("axe finds nothing to mend in any state, nothing moves where motion is reduced, and large print needs no moving sideways", async () => {
  const { page, trouble, close } = await shop.visitor({ reducedMotion: "reduce" });
  for (const { name, address, go } of STATES) {
    await page.goto("about:blank");
    await page.goto(shop.site.url + address);
    await go(page);
    assert.deepEqual(await broken(page), [], name);
    const moving = () => document.getAnimations().filter(({ playState }) => playState === "running").length;
    assert.equal(await page.evaluate(moving), 0, name);
    // A window of 1,440 px at 200 %, and one of 1,280 px at 400 %.
    for (const [width, height] of [[720, 450], [320, 256]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      console.log(name, width, over);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("in forced colours each stop of the Tab key is seen, and each choice differs from those not taken", async () => {
  const { page, trouble, close } = await shop.visitor({ forcedColors: "active" });
  await open(page, shop.site.url + small);
  const unseen = [];
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (element === document.body) return null;
      const shown = (one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
      };
      // A radio button that is hidden shows its focus on its label.
      const marked = [element, element.closest("label"), element.parentElement, element.nextElementSibling].filter(Boolean);
      return marked.some(shown) ? "" : element.outerHTML.slice(0, 120);
    });
    if (found === null) break;
    if (found) unseen.push(found);
  }
  console.log(unseen);
  const alike = await page.evaluate(() => {
    const look = (element) => {
      const style = getComputedStyle(element);
      return ["color", "backgroundColor", "borderTopColor", "borderTopWidth", "borderBottomColor", "borderBottomWidth", "outlineStyle", "fontWeight", "textDecorationLine"].map((name) => style[name]).join();
    };
    const groups = [...document.querySelectorAll(".segments, [role=tablist], [role=radiogroup]")].filter((one) => one.checkVisibility());
    return groups.map((group) => {
      const options = [...group.querySelectorAll("label, [role=tab], [role=radio]")];
      const taken = options.filter((one) => one.querySelector("input")?.checked || one.ariaSelected === "true" || one.ariaChecked === "true");
      const looks = options.map((one) => [one, ...one.children].map(look).join("|"));
      const same = taken.length > 0 && options.some((one, at) => !taken.includes(one) && taken.some((other) => looks[options.indexOf(other)] === looks[at]));
      return [group.outerHTML.slice(0, 100), taken.length, options.length, same];
    });
  });
  console.log(alike);
  assert.deepEqual(trouble, []);
  await close();
});
