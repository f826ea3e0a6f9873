// The first screen of the first preset of each laboratory: headline, cause, a control and the picture, on a desk, a tablet and a
// phone; and its texts for people who do not see it.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { firsts } from "./firsts.mjs";
import { makespan, open, workshop } from "./page.mjs";

const SIZES = { desk: [1440, 900], tablet: [768, 1024], phone: [390, 844] };
/** How much of the picture has to be seen on a large screen, px; a phone shows the whole. */
const LEAST = 200;
/** The size of a control for a thumb, px, and the length of a page on a phone. */
const THUMB = 44;
const LONGEST = 3000;
/** The most words and controls outside of pictures on the first screen of a desk. */
const WORDS = 200;
const CONTROLS = 20;
const PICTURE = ".charts:is(.opening, .first) .plot svg, .worlds-plot, .gantt-canvas[data-drawn]";

assert.ok(makespan, "MAKESPAN names the command");
const presets = await firsts();
let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** Where the parts of the first screen end, how large its controls are, and how long the page is. */
const measure = (page) =>
  page.evaluate((picture) => {
    const box = (element) => element.getBoundingClientRect();
    const seen = [...document.querySelectorAll(picture)].find((one) => one.checkVisibility());
    // A drawing may keep room at its edge.
    const parts = [...seen.querySelectorAll("circle, path, rect, text")].map((part) => box(part).bottom);
    const button = document.querySelector("#sheet");
    const controls = [...document.querySelectorAll(".key :is(.segments label, .select, .slider), #share, #sheet")];
    return {
      headline: box(document.querySelector("h1")).bottom,
      cause: box(document.querySelector(".why")).bottom,
      control: box(document.querySelector(".key")).bottom,
      picture: [box(seen).top, parts.length ? Math.max(...parts) : box(seen).bottom],
      free: button.checkVisibility() ? box(button).top : innerHeight,
      controls: controls.map((one) => [one.closest(".key")?.dataset.name ?? one.id, Math.round(box(one).width), Math.round(box(one).height)]),
      page: document.documentElement.scrollHeight,
      wide: document.documentElement.scrollWidth - innerWidth,
    };
  }, PICTURE);

/** Words and controls in sight: outside of pictures, and inside. */
const count = (page) =>
  page.evaluate(() => {
    const pictures = "svg, .plot, .worlds-plot, .gantt-stage";
    const inSight = ({ width, height, top, right, bottom, left }) => width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
    const visible = (element) => element.checkVisibility({ visibilityProperty: true });
    const found = { words: [0, 0], controls: [0, 0] };
    const number = (text) => text.split(/\s+/).filter(Boolean).length;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode;
      if (!visible(element) || element.closest("script, style, select, .unseen")) continue;
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      if (inSight(range.getBoundingClientRect())) found.words[Number(Boolean(element.closest(pictures)))] += number(textContent);
    }
    for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
      if (!visible(element) || element.disabled || element.matches(".skip") || !inSight(element.getBoundingClientRect())) continue;
      found.controls[Number(Boolean(element.closest(pictures)))] += 1;
      // The shown text of a list is read, too.
      if (element.matches("select")) found.words[0] += number(element.selectedOptions[0]?.textContent ?? "");
    }
    return found;
  });

test("there is a first preset of each laboratory", () => assert.ok(presets.length >= 3, presets.join()));

for (const fragment of ["", ...presets.map((preset) => `#p=${preset}`)]) {
  test(`the first screen of ${fragment || "a newcomer"} on a desk has few words and few controls`, async () => {
    const { page, close } = await shop.visitor({ newcomer: true });
    await open(page, shop.site.url + fragment);
    await page.locator(PICTURE).first().waitFor();
    const { words, controls } = await count(page);
    console.log(`${fragment || "newcomer"}: ${words[0]} words and ${words[1]} in pictures, ${controls[0]} controls and ${controls[1]} in pictures`);
    assert.ok(words[0] > 50 && words[0] <= WORDS, `${words[0]} words`);
    assert.ok(controls[0] > 5 && controls[0] <= CONTROLS, `${controls[0]} controls`);
    await close();
  });
}

for (const preset of presets) {
  for (const [name, [width, height]] of Object.entries(SIZES)) {
    test(`${preset} on a ${name}: headline, cause, a control and the picture are on the first screen`, async () => {
      const phone = name === "phone";
      const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width, height }, ...(phone && { isMobile: true, hasTouch: true }) });
      await open(page, `${shop.site.url}#p=${preset}`);
      await page.locator(PICTURE).first().waitFor();
      await page.waitForFunction(() => [...document.querySelectorAll(".charts:is(.opening, .first) .chart")].every(({ dataset }) => dataset.drawn === "true"));
      const seen = await measure(page);
      const told = JSON.stringify(seen);
      const [top, bottom] = seen.picture;
      assert.ok(seen.headline > 0 && seen.control <= height && seen.wide <= 0, told);
      assert.ok(top + LEAST <= height, told);
      if (phone) {
        assert.ok(seen.cause <= top && bottom <= seen.free, told);
        assert.deepEqual(seen.controls.filter(([, wide, high]) => wide < THUMB || high < THUMB), [], told);
        assert.ok(seen.page <= LONGEST, told);
      }
      assert.deepEqual(trouble, []);
      await close();
    });
  }

  test(`${preset}: no image is without a name, before and after the program comes, and the picture is one image with a summary`, async () => {
    const { page, context, close } = await shop.visitor({ newcomer: true });
    const session = await context.newCDPSession(page);
    const unnamed = async () => {
      const { nodes } = await session.send("Accessibility.getFullAXTree");
      assert.ok(nodes.length > 50);
      const images = nodes.filter(({ ignored, role }) => !ignored && /image|img|svg/i.test(role?.value));
      assert.ok(images.length > 0);
      return images.filter(({ name }) => !name?.value).length;
    };
    await context.route(/makespan-web-.*\.wasm$/, () => {});
    await page.goto(`${shop.site.url}#p=${preset}`, { waitUntil: "commit" });
    await page.locator(".picture[data-wanted] .worlds").waitFor();
    assert.equal(await unnamed(), 0, "before the program comes");
    const heard = await page.locator(".worlds").ariaSnapshot();
    assert.ok(heard.split("\n").length < 80, heard);
    await context.unroute(/makespan-web-.*\.wasm$/);
    await page.goto("about:blank");
    await open(page, `${shop.site.url}#p=${preset}`);
    await page.locator(PICTURE).first().waitFor();
    assert.equal(await unnamed(), 0);
    const worlds = page.locator(".worlds-plot");
    assert.equal(await worlds.getAttribute("role"), "img");
    assert.match(await worlds.getAttribute("aria-label"), /\d/);
    assert.ok((await page.locator(".worlds").getByRole("list", { name: "Reasons" }).getByRole("listitem").count()) >= 1);
    await close();
  });
}
