// Handing a run on: a figure built for another page, a handout on paper, figures for print.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { figure as figureOf, university } from "./lecture.mjs";
import { fingerprint, open, reach, short } from "./page.mjs";

let place, shop, visitor, page;

before(async () => {
  place = await university();
  ({ shop } = place);
  visitor = await shop.visitor();
  page = visitor.page;
  // A test looks at the paper itself.
  await visitor.context.addInitScript(() => (globalThis.print = () => (globalThis.printed = true)));
});
after(() => place?.close());

const dialog = () => page.locator("dialog.share");
const show = async (fragment) => {
  await page.goto("about:blank");
  await open(page, shop.site.url + fragment);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog().locator("textarea").first().waitFor();
};
/** Opens the tab that builds figures, with all that can be set. */
const build = async () => {
  await dialog().getByRole("tab", { name: "Embed" }).click();
  await dialog().getByText("Readers may change, look and size").click();
};
/** The code for a kind of page. */
const code = async (kind) => {
  await dialog().getByRole("combobox", { name: "For", exact: true }).selectOption(kind);
  return dialog().getByRole("textbox", { name: "Code", exact: true }).inputValue();
};

test("a figure with two free parameters is built in the dialog, shown there, and works in another page within its limits", async () => {
  await show(short("bursts-replicate", { processors: 8 }));
  await build();
  await dialog().getByRole("combobox", { name: "Show", exact: true }).selectOption("parts");
  for (const button of await dialog().getByRole("button", { name: /^Remove/ }).all()) await button.click();
  const add = dialog().getByRole("combobox", { name: "Add a parameter that readers may change" });
  await add.selectOption("copies");
  await dialog().getByRole("textbox", { name: "Values of Copies of each job" }).fill("1,2,4");
  await add.selectOption("processors");
  const range = dialog().getByRole("textbox", { name: "Values of Processors" });
  await range.fill("4..400");
  await dialog().getByText("Processors: write a range within 1..128", { exact: false }).waitFor();
  await range.fill("4..16");
  await dialog().getByRole("checkbox", { name: "Figures of merit" }).uncheck();
  await dialog().getByRole("combobox", { name: "Theme" }).selectOption("dark");
  const frame = await code("frame");
  assert.match(frame, /\?embed=1&amp;show=headline,controls,worlds,gantt&amp;params=copies\(1,2,4\),processors\(4\.\.16\)&amp;theme=dark#p=bursts-replicate&amp;/);
  assert.match(await code("element"), /<makespan-figure preset="bursts-replicate" values="[^"]+" show="headline,controls,worlds,gantt" params="copies\(1,2,4\),processors\(4\.\.16\)" theme="dark">/);
  assert.doesNotMatch(await code("moodle"), /style=|<script/);
  await dialog().locator("iframe").scrollIntoViewIfNeeded();
  const preview = dialog().frameLocator("iframe");
  await preview.locator('main[data-phase="done"]').waitFor();
  assert.deepEqual(await preview.locator(".choice input").evaluateAll((all) => all.map(({ value }) => value)), ["1", "2", "4"]);

  const { page: host, close, trouble } = await place.visit(frame);
  const figure = await figureOf(host);
  const first = await figure.locator("main").getAttribute("data-fingerprint");
  assert.equal(await figure.locator(".merit").count(), 0);
  await figure.locator(".choice label", { hasText: "4" }).click();
  await figure.locator(`main[data-phase="done"]:not([data-fingerprint="${first}"])`).waitFor();
  const four = await figure.locator("main").getAttribute("data-fingerprint");
  const slider = figure.locator('.field[data-name="processors"] .slider');
  await slider.focus();
  await host.keyboard.press("End");
  await figure.locator(`main[data-phase="done"]:not([data-fingerprint="${four}"])`).waitFor();
  assert.equal(await figure.locator("#p-processors").inputValue(), "16");
  // A number beyond the limit is told beside its field, and the figure stays.
  const sixteen = await figure.locator("main").getAttribute("data-fingerprint");
  await figure.locator("#p-processors").fill("32");
  await figure.locator("#p-processors").press("Enter");
  await figure.getByText("32 is not allowed in this figure: choose 4 to 16").waitFor();
  assert.equal(await figure.locator("main").getAttribute("data-fingerprint"), sixteen);
  // The protocol refuses the number with the same reason.
  const answer = await host.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener("message", ({ data }) => data.id === 1 && resolve(data));
        document.querySelector("iframe").contentWindow.postMessage({ makespan: 1, type: "set", values: { copies: 8 }, id: 1 }, "*");
      }),
  );
  assert.deepEqual([answer.type, answer.code, answer.message], ["error", "refused", "copies: 8 is not allowed in this figure: choose 1, 2, 4"]);
  assert.deepEqual(trouble(), []);
  await close();
});

test("the guide that the dialog links to is a page of the site", async () => {
  await show(short("bursts-replicate"));
  await build();
  const [guide] = await Promise.all([visitor.context.waitForEvent("page"), dialog().getByRole("link", { name: "Guide to embedding" }).click()]);
  await guide.getByRole("heading", { name: "Security" }).waitFor();
  assert.ok((await guide.locator("td code", { hasText: "copies(1..8)" }).count()) > 0);
  await guide.close();
});

test("a handout that cannot be made is told, and the page keeps its theme", async () => {
  await show(short("bursts-replicate"));
  await page.locator(".chart .plot svg").first().waitFor({ state: "attached" });
  const theme = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  const before = await theme();
  await page.evaluate(() => {
    for (const plot of document.querySelectorAll(".chart .plot")) {
      plot.picture = () => {
        throw new Error("it is no picture");
      };
    }
  });
  await dialog().getByRole("button", { name: "Print" }).click();
  await dialog().locator(".share-said").filter({ hasText: "The handout could not be made: it is no picture" }).waitFor();
  assert.deepEqual(await theme(), before);
  await page.keyboard.press("Escape");
});

for (const name of ["bursts-replicate", "stream-adapts", "ar01-series"]) {
  test(`a handout of ${name} is one page, with all that it should have, and nothing that one presses`, async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await show(`#p=${name}`);
    await page.locator(".chart .plot svg").nth(1).waitFor({ state: "attached" });
    for (const format of ["A4", "Letter"]) {
      if (!(await dialog().count())) await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.evaluate(() => (globalThis.printed = false));
      await dialog().getByRole("button", { name: "Print" }).click();
      await page.waitForFunction(() => globalThis.printed);
      const handout = page.locator(".handout");
      if (format === "A4") {
        assert.equal(await handout.locator("h1").textContent(), await page.locator("#headline").textContent());
        const imprint = await handout.locator(".handout-imprint").textContent();
        assert.ok(imprint.includes(await page.locator("#fingerprint").textContent()), imprint);
        assert.equal(await handout.locator("button, input, select, textarea, a, summary").count(), 0);
        assert.equal(await handout.locator(".handout-chart").count(), 2);
        assert.equal(await handout.locator(".handout-schedule").count(), name === "ar01-series" ? 0 : 1);
        assert.equal(await handout.locator(".handout-code").count(), 1);
        assert.ok((await handout.locator(".handout-parameters div").count()) >= 2);
        const [keys, printed] = await Promise.all([".key-title", ".handout-parameters dt"].map((place) => page.locator(place).allTextContents()));
        assert.ok(keys.length > 0 && keys.every((key) => printed.includes(key)), `${keys} in ${printed}`);
        const pictures = await handout.locator("img").evaluateAll((all) => all.map(({ naturalWidth }) => naturalWidth));
        assert.ok(pictures.every((width) => width > 0), `${pictures}`);
        // Light colours in a dark page.
        const corner = await handout.locator(".handout-chart").first().evaluate((image) => {
          const context = document.createElement("canvas").getContext("2d");
          context.drawImage(image, 0, 0);
          return [...context.getImageData(1, 1, 1, 1).data];
        });
        assert.deepEqual(corner, [255, 255, 255, 255]);
      }
      await page.emulateMedia({ media: "print" });
      // The schedule takes the room that the page has for it.
      if (name === "bursts-replicate") assert.ok((await handout.locator(".handout-schedule").evaluate((image) => image.getBoundingClientRect().height)) > 370);
      const address = handout.locator(".handout-address");
      assert.equal(await address.textContent(), page.url());
      assert.equal(await address.evaluate((line) => Math.round(line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight))), 1, "the link stands in one line");
      await page.emulateMedia({ media: null });
      const pdf = await page.pdf({ format, printBackground: true });
      const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
      assert.equal(pages, 1, `${pages} pages of ${format}`);

      // The handout goes when it is printed.
      await handout.waitFor({ state: "detached" });
    }
    await page.keyboard.press("Escape");
    await page.emulateMedia({ colorScheme: "light" });
  });
}

test("Ctrl+P prints the same handout, without the dialog", async () => {
  await page.goto("about:blank");
  await open(page, shop.site.url + short("bursts-replicate"));
  await page.locator(".chart .plot svg").nth(1).waitFor({ state: "attached" });
  await page.evaluate(() => (globalThis.printed = false));
  await page.locator("#headline").focus();
  await page.keyboard.press("Control+p");
  await page.waitForFunction(() => globalThis.printed);
  assert.equal(await dialog().count(), 0);
  const handout = page.locator(".handout");
  assert.equal(await handout.locator("h1").textContent(), await page.locator("#headline").textContent());
  assert.equal(await handout.locator(".handout-chart").count(), 2);
  assert.equal(await handout.locator(".handout-code").count(), 1);
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  assert.ok(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length === 1);
  await handout.waitFor({ state: "detached" });
});

/** The browser's rendering of a figure: its size, the parts that run out of it, its texts. */
const measure = (svg) =>
  page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    if (parsed.querySelector("parsererror")) return { error: parsed.documentElement.textContent };
    const host = document.createElement("div");
    document.body.append(host);
    const root = host.appendChild(document.importNode(parsed.documentElement, true));
    const [x, y, width, height] = root.getAttribute("viewBox").split(" ").map(Number);
    const frame = root.getBoundingClientRect();
    const scale = frame.width / width;
    const beyond = [...root.querySelectorAll("text")].filter((text) => {
      const box = text.getBoundingClientRect();
      return box.width > 0 && (box.left < frame.left - 2 || box.right > frame.right + 2 || box.bottom > frame.bottom + 2 || box.top < frame.top - 2);
    });
    const said = { x, y, height, size: root.getAttribute("width"), beyond: beyond.map(({ textContent }) => textContent), texts: [...root.querySelectorAll("text")].map(({ textContent }) => textContent), scale };
    host.remove();
    return said;
  }, svg);

/** Presses a button and reads the text of the file that comes. */
const file = async (button) => {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFile(await download.path(), "utf8");
};

for (const name of ["bursts-replicate", "stream-adapts", "ar01-series"]) {
  test(`the charts of ${name} are figures with whole legends and an imprint, on the screen and on paper`, async () => {
    await page.goto("about:blank");
    await open(page, `${shop.site.url}#p=${name}`);
    const print = await fingerprint(page);
    const charts = page.locator("figure.chart");
    await charts.first().locator(".plot svg").waitFor();
    // Charts that add little are folded, and so are the files of charts that open the result.
    await page.locator("details.more-charts, details.chart-files").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    for (let i = 0; i < (await charts.count()); i++) {
      const chart = charts.nth(i);
      // The first chart at all sizes, the others in turn: the browser drops one of more than ten files.
      const sizes = [["", /^\d+$/], ["85", /^85mm$/], ["170", /^170mm$/]];
      for (const [wide, size] of i === 0 ? sizes : [sizes[i % 3]]) {
        await chart.getByRole("combobox", { name: "Size of SVG and PNG" }).selectOption(wide);
        const figure = await measure(await file(chart.getByRole("button", { name: "Save as SVG" })));
        assert.equal(figure.error, undefined);
        assert.match(figure.size, size);
        assert.deepEqual(figure.beyond, [], `${await chart.getAttribute("data-key")} at ${wide} mm`);
        const texts = figure.texts.join(" ").replaceAll(/\s+/g, "");
        for (const series of await chart.locator(".chart-series").evaluateAll((all) => all.map(({ lastChild }) => lastChild.textContent))) assert.ok(texts.includes(series.replaceAll(/\s+/g, "")), `${series} in ${texts}`);
        assert.ok(texts.includes(`#p=${name}·fingerprint${print.slice(0, 16)}`), texts);
      }
    }
  });
}

test("two worlds are one figure, for the screen and for paper", async () => {
  await page.goto("about:blank");
  await open(page, `${shop.site.url}#p=bursts-replicate`);
  const worlds = page.locator(".worlds");
  await worlds.getByRole("button", { name: "Other parts and files" }).click();
  await worlds.getByRole("button", { name: "Export both", exact: true }).click();
  const panel = worlds.getByRole("group", { name: "Export both" });
  await panel.getByRole("combobox", { name: "Width" }).selectOption("85mm");
  const svg = await file(panel.getByRole("button", { name: "SVG", exact: true }));
  const figure = await measure(svg);
  assert.deepEqual([figure.error, figure.size, figure.beyond], [undefined, "85mm", []]);
  for (const text of ["One copy of each job", "Two copies of each job", "killed copy", "all others wait for this lane"]) assert.ok(figure.texts.includes(text), `${text} in ${figure.texts}`);
  assert.ok(figure.texts.join("").includes("#p=bursts-replicate"));
  const [download] = await Promise.all([page.waitForEvent("download"), panel.getByRole("button", { name: "PNG 3×" }).click()]);
  const png = await readFile(await download.path());
  assert.equal(png.readUInt32BE(16), 3 * 321);
});

test("nothing went wrong on the way", async () => {
  await reach(page, "done");
  assert.deepEqual(visitor.trouble, []);
});
