// Every page and every state of it that no other test hands to axe: for people who see it large, in forced colours, without motion,
// or by touch alone.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { broken, dist, link, more, open, reach, short, trust, workshop } from "./page.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

const guides = (await readdir(path.join(dist, "docs"))).filter((name) => name.endsWith(".html"));
const small = short("peaks-replicate");
/** Opens the notebook in the page. */
const notebook = async (page) => {
  await more(page);
  await page.locator("#notebook").click();
  await page.locator("#notebook-panel").waitFor();
};
/** Pins the run that is shown. */
const pin = async (page) => {
  await page.locator("#share").click();
  const dialog = page.locator("dialog.share");
  await dialog.getByRole("button", { name: "Pin", exact: true }).click();
  await dialog.getByText(/^Pinned/).waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
};
/** Eight processors hold no three copies. */
const impossible = link({ makespan: 1, replication: { traces: "peaks", processors: 8, runs: 4, iterations: 60 }, compare: [{ copies: 3 }] }, { deflateRawSync });
/** A state of the page of Makespan: a fragment, and the action there. */
const state = (name, fragment, { query = "", phase = "done", act } = {}) => ({
  name,
  address: `${query}${fragment}`,
  async go(page) {
    await reach(page, phase);
    await act?.(page);
  },
});
/** Another page, ready when an element of `selector` is there. */
const other = (address, selector) => ({ name: address, address, go: (page) => page.locator(selector).first().waitFor() });

/** Pages and states without an axe check of their own: laboratories, editors, traces, charts and dialogs have one in their own tests. */
const STATES = [
  state("a link that is none", "#v9.unknown"),
  state("a scenario that cannot run", impossible, { phase: "refused" }),
  state("the keys", small, { act: (page) => page.keyboard.press("?") }),
  state("a lesson beside the page", small, {
    async act(page) {
      await page.locator("#learn").dispatchEvent("click");
      await page.locator(".cards .question").waitFor();
      await reach(page, "done");
    },
  }),
  state("a notebook without a run", small, { act: notebook }),
  state("a notebook with a run", small, {
    async act(page) {
      await pin(page);
      await notebook(page);
      await page.locator("#notebook-panel .notebook-list > li").waitFor();
    },
  }),
  state("a projector", small, { query: "?projector" }),
  state("a figure", small, { query: "?embed=1" }),
  state("a figure on a slide", small, { query: "?embed=1&show=slide&params=copies" }),
  state("a figure that cannot run", impossible, { query: "?embed=1", phase: "refused" }),
  ...guides.map((name) => other(`docs/${name}`, "h1")),
  other("challenge/", "main h2 a, main li a"),
  other("challenge/#rare-peaks", ".challenge tbody tr"),
  other("challenge/#no-such-challenge", "h1"),
  other("lesson/#teacher", "h1"),
  other("lesson/#no-such-lesson", "h1"),
  other("lesson/#write", "textarea"),
  other("lesson/#who-takes-over/2", "makespan-figure[loaded]"),
];

test("the documents have the number of pages and states", async () => {
  assert.equal((await trust()).tests["states-for-everyone"], STATES.length);
});

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
      assert.ok(over <= 0, `${name} is ${over} px too wide at ${width} px`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("every colour of a strategy's text has contrast in each theme, on the line with the cursor, too", async () => {
  const { page, trouble, close } = await shop.visitor();
  await page.goto(`${shop.site.url}challenge/#rare-peaks`);
  await page.locator(".challenge tbody tr").first().waitFor();
  const text = page.locator(".cm-content");
  await text.fill(`// A comment.\nfn list(n) { if true { 1.5 } else { "text" } }`);
  for (const [theme, contrast] of [["light", ""], ["dark", ""], ["contrast", "more"]]) {
    await page.evaluate((data) => Object.assign(document.documentElement.dataset, data), { theme, contrast });
    for (const key of ["Control+Home", "Control+End"]) {
      await text.press(key);
      assert.deepEqual(await broken(page, { colours: true }), [], `${theme}, ${key}`);
    }
  }
  assert.deepEqual(trouble, []);
  await close();
});

/** Where the Tab key stops without a sign, in an element or in all of the page. */
async function unseen(page, within = "body") {
  const found = [];
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press("Tab");
    const wrong = await page.evaluate((within) => {
      const { activeElement: element } = document;
      if (!element.matches(`${within} *`)) return null;
      // The sign may stand at a part of it, at its label, at the editor around it, or at the element that covers it.
      const places = [element, element.closest("label, .cm-editor"), element.parentElement, element.nextElementSibling].filter(Boolean);
      const styles = [...places.map((one) => getComputedStyle(one)), getComputedStyle(element, "::after")];
      const shown = styles.some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1);
      return shown ? "" : element.outerHTML.slice(0, 120);
    }, within);
    if (wrong === null) return { stops: stop, found };
    if (wrong) found.push(wrong);
  }
  return { stops: 60, found };
}

/** The groups of choices of a page: nothing where each choice differs from those not taken, else the group. */
const alike = (page) =>
  page.evaluate(() => {
    const look = (element) => {
      const style = getComputedStyle(element);
      return ["color", "backgroundColor", "borderTopColor", "borderTopWidth", "borderBottomColor", "borderBottomWidth", "outlineStyle", "fontWeight", "textDecorationLine"].map((name) => style[name]).join();
    };
    const groups = [...document.querySelectorAll(".segments, [role=tablist], [role=radiogroup]")].filter((one) => one.checkVisibility());
    return groups.map((group) => {
      const options = [...group.querySelectorAll("label, [role=tab], [role=radio]")];
      const taken = options.filter((one) => one.querySelector("input")?.checked || one.ariaSelected === "true" || one.ariaChecked === "true");
      const looks = options.map((one) => [one, ...one.children].map(look).join("|"));
      const same = options.some((one, at) => !taken.includes(one) && taken.some((other) => looks[options.indexOf(other)] === looks[at]));
      return taken.length === 1 && !same ? "" : group.outerHTML.slice(0, 100);
    });
  });

test("choices side by side are one radio group with a name, wherever they stand", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + small);
  await page.locator("#to-measure").click();
  const shown = await page.locator(".segments:visible").count();
  assert.ok(shown >= 4, `${shown}`);
  const named = page.getByRole("radiogroup", { name: /\S/ });
  const around = (all) => all.filter((one) => one.matches(".segments") || one.querySelector(".segments")).length;
  assert.equal(await named.evaluateAll(around), shown);
  assert.deepEqual(trouble, []);
  await close();
});

test("in forced colours each stop of the Tab key is seen, and each choice differs from those not taken", async () => {
  const { page, trouble, close } = await shop.visitor({ forcedColors: "active" });
  await open(page, shop.site.url + small);
  assert.deepEqual((await unseen(page)).found, []);
  const groups = await alike(page);
  assert.ok(groups.length >= 3);
  assert.deepEqual(groups.filter(Boolean), []);

  await pin(page);
  await notebook(page);
  await page.locator("#notebook-panel").press("Home");
  const inside = await unseen(page, "#notebook-panel");
  assert.ok(inside.stops >= 4, `${inside.stops}`);
  assert.deepEqual(inside.found, []);

  await page.goto("about:blank");
  await page.goto(`${shop.site.url}challenge/#rare-peaks`);
  await page.locator(".challenge tbody tr").first().waitFor();
  const challenge = await unseen(page);
  assert.ok(challenge.stops >= 8, `${challenge.stops}`);
  assert.deepEqual(challenge.found, []);
  assert.deepEqual((await alike(page)).filter(Boolean), []);
  assert.deepEqual(trouble, []);
  await close();
});

/** The texts that a screen reader is told by the place for it, in order. */
const listening = (page) =>
  page.evaluate(() => {
    globalThis.told = [];
    const place = document.querySelector("p.unseen[role=status]");
    new MutationObserver(() => place.textContent && globalThis.told.push(place.textContent)).observe(place, { characterData: true, childList: true, subtree: true });
  });
const told = (page) => page.evaluate(() => globalThis.told);

test("of the headlines that pass while a slider moves, a screen reader is told none that did not stand, and the last one", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=stream-adapts`);
  const told = page.locator("p.unseen[role=status]");
  const headline = () => page.locator("#headline").textContent();
  await told.filter({ hasText: await headline() }).waitFor({ state: "attached" });
  await page.evaluate(() => {
    const [place, headline] = ["p.unseen[role=status]", "#headline"].map((one) => document.querySelector(one));
    globalThis.passed = [];
    globalThis.heard = [];
    const watch = (element, act) => new MutationObserver(() => act(element.textContent, Date.now())).observe(element, { characterData: true, childList: true, subtree: true });
    watch(headline, (text, since) => globalThis.passed.push([text, since]));
    watch(place, (text, now) => text && globalThis.heard.push([text, now]));
  });
  await page.locator(".key input[type=range]").first().focus();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(100);
  }
  await reach(page, "done");
  await told.filter({ hasText: await headline() }).waitFor({ state: "attached" });
  const { passed, heard } = await page.evaluate(() => ({ passed, heard }));
  assert.ok(new Set(passed.map(([text]) => text)).size > 1 && heard.length < passed.length, JSON.stringify(passed));
  for (const [text, now] of heard) {
    const [shown, since] = passed.findLast(([, since]) => since <= now);
    assert.ok(shown === text && now - since > 400, `${text} is told ${now - since} ms after ${shown}`);
  }
  assert.equal(heard.at(-1)[0], await headline());
  assert.deepEqual(trouble, []);
  await close();
});

test("a run that goes on is a bar with its share, and what ends it is told", async () => {
  const { page, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=preemptions`);
  await listening(page);
  await page.evaluate(() => (location.hash = "#p=search-programs&search_processes=8&search_computers=4&tries=14000"));
  const bar = page.getByRole("progressbar", { name: "Run" });
  await bar.waitFor();
  await page.waitForFunction(() => Number(document.querySelector('[role="progressbar"]')?.ariaValueNow) > 0);
  const [least, most] = await bar.evaluate(({ ariaValueMin, ariaValueMax }) => [ariaValueMin, ariaValueMax]);
  assert.deepEqual([least, most], ["0", "100"]);
  await page.locator("#pause").click();
  await reach(page, "paused");
  await page.waitForFunction(() => globalThis.told.at(-1)?.startsWith("The run is paused"));
  assert.equal((await told(page)).filter((text) => text.startsWith("The run is paused")).length, 1);
  await close();
});

test("touch alone reaches parameters, their help, the result's details and the dialog of sharing, and closes them again", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await open(page, shop.site.url + small);
  const before = await page.locator("#fingerprint").textContent();
  await page.locator("#sheet").tap();
  await page.locator("#parameters").waitFor();
  await page.locator("#parameters .hint [aria-expanded=false]").locator("visible=true").first().tap();
  await page.locator("#parameters .hint [aria-expanded=true]").first().waitFor();
  await page.locator("#sheet").tap();
  await page.locator("#parameters").waitFor({ state: "hidden" });
  await page.locator(".key .segments label:not(:has(:checked))").last().tap();
  await page.waitForFunction((before) => document.querySelector("#fingerprint").textContent !== before, before);
  await page.locator("main details > summary").locator("visible=true").first().tap();
  await page.locator("main details[open]").first().waitFor();
  await page.locator("#share").tap();
  // Where every sheet has it: in the line of the title.
  const [title, close_] = await page.locator("dialog.share").evaluate((dialog) => [dialog.querySelector("h2"), [...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === "Close")].map((one) => one.getBoundingClientRect().toJSON()));
  assert.ok(close_.top < title.bottom && close_.bottom > title.top && close_.left > title.right, JSON.stringify([title, close_]));
  await page.locator("dialog.share").getByRole("button", { name: "Close", exact: true }).tap();
  await page.locator("dialog.share").waitFor({ state: "hidden" });
  assert.deepEqual(trouble, []);
  await close();
});
