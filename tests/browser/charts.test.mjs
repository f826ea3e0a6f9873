// Charts: drawn of every kind, read with pointer and keys, shown and hidden, as tables and as files.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { broken, open, short, unfold, workshop } from "./page.mjs";

const KINDS = ["bars", "histogram", "lines", "many", "steps", "scatter", "boxes", "heat", "centred", "tree", "circle", "plane", "logarithmic"];

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

const card = (page, key) => page.locator(`.chart[data-key="${key}"]`);
const plot = (page, key) => card(page, key).locator(".plot");

/** The page of all components, with every chart drawn. */
async function samples(options) {
  const visitor = await shop.visitor(options);
  await visitor.page.goto(`${shop.site.url}design.html`);
  for (const key of KINDS) await plot(visitor.page, key).locator("svg").waitFor();
  return visitor;
}

async function saved(page, key, kind) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card(page, key).getByRole("button", { name: `Save as ${kind}` }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 360]]) {
  test(`every kind of chart is drawn, fits and passes axe, ${colorScheme} at ${width} px`, async () => {
    const { page, trouble, close } = await samples({ colorScheme, viewport: { width, height: 900 } });
    for (const key of KINDS) {
      const { marks, least, most, wide } = await plot(page, key).evaluate((plot) => {
        const svg = plot.querySelector("svg");
        const box = plot.closest(".chart").getBoundingClientRect();
        const parts = [...svg.querySelectorAll("rect, path, text, line, circle")].map((part) => part.getBoundingClientRect());
        return {
          marks: parts.length,
          least: Math.min(...parts.map(({ left }) => left)) - box.left,
          most: box.right - Math.max(...parts.map(({ right }) => right)),
          wide: document.documentElement.scrollWidth > innerWidth,
        };
      });
      assert.ok(marks > 8, `${key}: ${marks} marks`);
      assert.ok(least >= 0 && most >= 0, `${key} leaves its card: ${least}, ${most}`);
      assert.ok(!wide, "nothing is wider than the page");
      assert.equal(await plot(page, key).locator("svg [d*=NaN], svg [x*=NaN], svg [y*=NaN]").count(), 0, key);
    }
    assert.deepEqual(await broken(page, { colours: colorScheme === "dark" }), []);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("a pointer reads the mark that is nearest", async () => {
  const { page, close } = await samples();
  const bar = plot(page, "bars").locator('svg [aria-label="bar"] path, svg [aria-label="bar"] rect').nth(1);
  await bar.hover();
  assert.equal(await plot(page, "bars").locator(".chart-tip").textContent(), "R = 2: 1.42 ± 0.05");
  await page.mouse.move(0, 0);
  await plot(page, "bars").locator(".chart-tip").waitFor({ state: "hidden" });
  await close();
});

test("arrow keys walk over the marks and between series, and say what they come to", async () => {
  const { page, close } = await samples();
  const lines = plot(page, "lines");
  const said = lines.getByRole("status");
  await lines.focus();
  for (const [key, expected] of [
    ["ArrowRight", /^with replication: processors 1, speedup 0\.88/],
    ["ArrowRight", /^with replication: processors 2, speedup 1\.7/],
    ["ArrowDown", /^equal shares: processors 2, speedup 1\.1/],
    ["End", /^equal shares: processors 16, /],
    ["ArrowRight", /^equal shares: processors 16, /],
    ["ArrowUp", /^with replication: processors 16, /],
    ["Home", /^with replication: processors 1, /],
  ]) {
    await page.keyboard.press(key);
    assert.match(await said.textContent(), expected, key);
    assert.equal(await lines.locator(".chart-tip").textContent(), await said.textContent());
  }
  await page.keyboard.press("Escape");
  assert.ok(await lines.locator(".chart-tip").isHidden());
  // The keys pass the gap.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
  assert.match(await said.textContent(), /processors 10, /);
  await close();
});

test("a tree is read node by node, beside each other and one below the other", async () => {
  for (const [width, first, second] of [[1440, "1/2: value 0.500 (path)", "1/3: value 0.333 (visited)"], [330, "1/1: value 1 (path)", "1/2: value 0.500 (path)"]]) {
    const { page, trouble, close } = await samples({ viewport: { width, height: 900 } });
    const said = plot(page, "tree").getByRole("status");
    await plot(page, "tree").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    const words = [];
    for (let node = 0; node < 7; node++) {
      words.push(await said.textContent());
      await page.keyboard.press("ArrowDown");
    }
    assert.equal(new Set(words).size, 7, words.join());
    assert.ok(words.includes(first) && words.includes(second), words.join());
    assert.deepEqual(trouble, []);
    await close();
  }
});

test("the legend hides a series and the axes stay", async () => {
  const { page, close } = await samples();
  const ticks = () => plot(page, "scatter").locator('svg [aria-label*="tick label"] text').allTextContents();
  const dots = plot(page, "scatter").locator('svg [aria-label="dot"]');
  const before = await ticks();
  assert.equal(await dots.count(), 2);
  const series = card(page, "scatter").getByRole("button", { name: "another" });
  await series.focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelectorAll('[data-key="scatter"] svg [aria-label="dot"]').length === 1);
  assert.equal(await series.getAttribute("aria-pressed"), "false");
  assert.deepEqual(await ticks(), before);
  await series.click();
  await page.waitForFunction(() => document.querySelectorAll('[data-key="scatter"] svg [aria-label="dot"]').length === 2);
  await close();
});

test("a chart is a table as well, and a chart again", async () => {
  const { page, close } = await samples();
  const bars = card(page, "bars");
  await bars.getByRole("button", { name: "As a table" }).click();
  assert.deepEqual(await bars.locator("tbody tr").allTextContents(), ["equal1.00", "R = 21.42 ± 0.05", "R = 41.31 ± 0.09"]);
  assert.ok(await plot(page, "bars").isHidden());
  assert.deepEqual(await broken(page), []);
  await bars.getByRole("button", { name: "As a chart" }).click();
  await plot(page, "bars").locator("svg").waitFor();
  await close();
});

test("a chart is saved as it is seen, with its title, and its numbers in full", async () => {
  const { page, trouble, close } = await samples({ colorScheme: "dark" });
  const svg = await saved(page, "lines", "SVG");
  assert.equal(svg.name, "makespan-chart-lines.svg");
  const text = svg.bytes.toString();
  assert.match(text, /<title>Lines with a band, error bars and a gap<\/title>/);
  assert.match(text, /equal shares/);
  assert.doesNotMatch(text, /(fill|stroke)="[^"]*(var\(|currentColor)/);
  // All of its words are within it.
  const outside = await page.evaluate((text) => {
    const box = document.createElement("div");
    box.innerHTML = text;
    document.body.append(box);
    const { left, right } = box.firstChild.getBoundingClientRect();
    const places = [...box.querySelectorAll("text")].map((words) => [words.textContent, words.getBoundingClientRect()]);
    box.remove();
    return places.filter(([, place]) => place.left < left || place.right > right).map(([words]) => words);
  }, text);
  assert.deepEqual(outside, []);
  const png = await saved(page, "lines", "PNG");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  const { clientWidth } = await plot(page, "lines").evaluate(({ clientWidth }) => ({ clientWidth }));
  assert.equal(png.bytes.readUInt32BE(16), 3 * clientWidth);
  const csv = await saved(page, "bars", "CSV");
  assert.equal(csv.bytes.toString().split("\n")[2], "R = 2,1.42,1.3699999999999999,1.47");
  assert.deepEqual(trouble, []);
  await close();
});

test("the charts of a result come with a program of their own, after the first picture", async () => {
  const { page, trouble, close } = await shop.visitor();
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname.split("/").at(-1)));
  await open(page, shop.site.url + short("bursts-replicate"));
  await plot(page, "speedup").locator("svg").waitFor();
  const place = (end) => loaded.findIndex((name) => name.endsWith(end));
  assert.ok(place("charts.js") > place("_bg.wasm"), `${loaded}`);
  assert.equal(loaded.filter((name) => name === "charts.js").length, 1);
  assert.deepEqual(trouble, []);
  await close();
});

test("lines in many pieces have no dashes that look like gaps, and the legend shows the same strokes", async () => {
  const { page, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=slow-link`);
  await plot(page, "timeline").locator("svg").waitFor();
  const strokes = await card(page, "timeline").evaluate((card) => {
    const usual = { "stroke-width": "1", "stroke-opacity": "1", "stroke-dasharray": "none" };
    const stroke = (line) => ["stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"].map((name) => line.closest(`[${name}]`)?.getAttribute(name) ?? usual[name]);
    const lines = [...card.querySelectorAll('.plot svg g[aria-label="line"]')];
    return { drawn: lines.map((line) => stroke(line)).sort(), told: [...card.querySelectorAll(".chart-legend line")].map((line) => stroke(line)).sort() };
  });
  assert.ok(strokes.told.length >= 3);
  assert.deepEqual(strokes.drawn, strokes.told);
  for (const [, , , dash] of strokes.told) assert.ok(["none", "1 3"].includes(dash), dash);
  assert.equal(new Set(strokes.told.map(([, ...stroke]) => stroke.join())).size, strokes.told.length, "told apart without colour");
  await close();
});

test("the differences of a triangle that come again have a frame, a legend and a column in the table", async () => {
  const { page, trouble, close } = await shop.visitor();
  await page.goto(`${shop.site.url}?embed=1&show=chart:triangle#p=recovery-triangle&scheme=intuitive&computers=9&crashes=3`);
  const card = page.locator("[data-key=triangle]");
  await card.locator(".plot svg text", { hasText: /^comes again$/ }).waitFor();
  // Of the marks 1 to 8 each difference but the first of its kind comes again.
  const framed = await card.locator(`.plot svg [aria-label="cell"] rect`).evaluateAll((all) => all.filter((rect) => rect.closest("g").getAttribute("fill") === "none").length);
  assert.equal(framed, 36 - 8);
  await card.getByText("As a table").click();
  const rows = await card.locator(".chart-table tbody tr").allInnerTexts();
  assert.equal(rows.filter((row) => row.endsWith("yes")).length, 36 - 8);
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

test("a heat map names each of its columns where each has room for a line of text", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, `${shop.site.url}#p=climbers-ranked`);
  const drawing = plot(page, "shares");
  for (const width of [1440, 1280, 1100, 1024, 900, 768, 600, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await drawing.scrollIntoViewIfNeeded();
    const handle = await drawing.elementHandle();
    await page.waitForFunction((plot) => Number(plot.querySelector("svg")?.getAttribute("width")) === Math.floor(plot.clientWidth), handle);
    const named = await drawing.locator('svg [aria-label="x-axis tick label"] text').allTextContents();
    assert.deepEqual([named.length, new Set(named).size], [6, 6], `at ${width} px: ${named}`);
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("words in charts keep apart and within their chart, and the times of events are no ticks", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width: 390, height: 844 } });
  const words = (key, within) => plot(page, key).locator("svg").evaluate((svg, within) => [...svg.querySelectorAll(within)].map((text) => [text.textContent, text.getBBox()]).map(([text, { x, y, width, height }]) => ({ text, x, y, width, height })), within);
  const near = (all, by) =>
    all.flatMap((a, i) => all.slice(i + 1).filter((b) => a.x < b.x + b.width + by && b.x < a.x + a.width + by && a.y < b.y + b.height + by && b.y < a.y + a.height + by).map((b) => `${a.text} / ${b.text}`));
  await open(page, `${shop.site.url}#p=slow-link`);
  await page.getByText("Details: schedule, charts, tables, notes").click();
  await plot(page, "diagram").scrollIntoViewIfNeeded();
  await plot(page, "diagram").locator(".arrow-words").first().waitFor();
  const across = Number(await plot(page, "diagram").locator("svg").getAttribute("width"));
  assert.deepEqual((await words("diagram", "text")).filter(({ x, width }) => x < -1 || x + width > across + 1), []);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.waitForFunction((before) => Number(document.querySelector('.chart[data-key="diagram"] svg').getAttribute("width")) > before, across);
  assert.deepEqual(near(await words("diagram", ".arrow-words"), 6), []);
  await plot(page, "nodes").scrollIntoViewIfNeeded();
  const ticks = await plot(page, "nodes").locator('[aria-label="x-axis tick label"] text').allTextContents();
  assert.deepEqual([ticks.length > 3, ticks.filter((tick) => Number(tick.replace("\u202f", "")) % 10 !== 0)], [true, []], String(ticks));
  // Two lines at one value.
  await open(page, `${shop.site.url}#p=migration-cost&move_cost=0`);
  const cost = page.locator(".chart", { hasText: "list scheduling without migration" });
  await cost.scrollIntoViewIfNeeded();
  await cost.locator("svg text", { hasText: "list scheduling without migration, shortest with given computers" }).waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("the words of reference lines keep off the numbers of axes and bars and off each other on a phone", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true, viewport: { width: 390, height: 844 } });
  for (const [preset, ...words] of [
    ["exponential-copies", "no copies"],
    ["many-at-start", "best constant number"],
    ["population", "no memory", "alternating"],
    ["misleading-efficiency", "E_min", "E_max"],
    ["recovery-four", "lower bound of turned lists"],
    ["best-copies", "this scenario’s variation"],
  ]) {
    await page.goto("about:blank");
    await open(page, `${shop.site.url}#p=${preset}`);
    await unfold(page, "main");
    const charts = page.locator(".chart .plot:has(svg)");
    // Charts out of sight are drawn when they come into sight.
    for (const plot of await page.locator(".chart .plot").all()) await plot.scrollIntoViewIfNeeded();
    const met = await charts.evaluateAll((plots, words) => {
      // Words in several lines have an element each.
      const read = (text) => [...(text.childElementCount ? text.children : [text])].map(({ textContent }) => textContent).join(" ");
      const boxes = (plot) => [...plot.querySelectorAll("svg text")].filter(({ textContent }) => textContent).map((text) => [read(text), text.getBoundingClientRect()]);
      const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
      const all = plots.map(boxes);
      const found = all.flat().filter(([text]) => words.includes(text)).map(([text]) => text);
      const met = all.flatMap((texts) => texts.flatMap(([text, box]) => (words.includes(text) ? texts.filter(([other, its]) => other !== text && over(box, its)).map(([other]) => `${text} / ${other}`) : [])));
      return { missing: words.filter((word) => !found.includes(word)), met };
    }, words);
    assert.deepEqual(met, { missing: [], met: [] }, preset);
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("what is said beside a node of a tree ends within the chart, and boxes of a tree keep apart", async () => {
  const { page, close } = await shop.visitor({ newcomer: true, viewport: { width: 390, height: 844 } });
  await open(page, `${shop.site.url}#p=migration`);
  await unfold(page, "main");
  const tree = page.locator(".chart", { hasText: "How does branch and bound find the best allocation?" }).locator("svg:has(text)");
  await tree.scrollIntoViewIfNeeded();
  const beyond = await tree.evaluate((svg) => [...svg.querySelectorAll("text")].filter((text) => text.getBoundingClientRect().right > svg.getBoundingClientRect().right).map(({ textContent }) => textContent));
  assert.deepEqual(beyond, []);
  await page.setViewportSize({ width: 1440, height: 900 });
  await tree.locator("rect").first().waitFor();
  const gaps = await tree.locator("rect").evaluateAll((all) => {
    const boxes = all.map((rect) => rect.getBoundingClientRect());
    return boxes.flatMap((a) => boxes.filter((b) => b.top === a.top && b.left > a.left).map((b) => b.left - a.right));
  });
  assert.ok(gaps.length > 0 && gaps.every((gap) => gap >= 6), `${gaps}`);
  await close();
});

test("a logarithmic axis ends at the powers of its data, and no line hides the point that says where one is", async () => {
  const { page, close } = await shop.visitor({ newcomer: true });
  await open(page, `${shop.site.url}#p=recovery-availability`);
  const chart = page.locator(".chart", { hasText: "How much downtime do shorter repairs save?" });
  await chart.locator("svg [aria-label='x-axis tick label'] text").first().waitFor();
  const ticks = await chart.locator("svg [aria-label='x-axis tick label'] text").allTextContents();
  assert.deepEqual([ticks[0], ticks.at(-1)], ["0.01", "100"]);
  const last = await chart.locator("svg g[aria-label=dot]").last().evaluate((dots) => dots.querySelectorAll("path, circle").length);
  assert.equal(last, 1, "the single point is drawn last");
  await close();
});

test("the words of a line through bars that lie stand above the bars", async () => {
  const { page, close } = await shop.visitor({ newcomer: true, viewport: { width: 768, height: 1024 } });
  await open(page, `${shop.site.url}#p=strategies-compared`);
  const plot = page.locator('.chart[data-key="runtimes"] .plot');
  await plot.locator("svg text", { hasText: "best constant set" }).waitFor();
  const { words, bars } = await plot.evaluate((plot) => {
    const box = (element) => element.getBoundingClientRect().toJSON();
    const words = [...plot.querySelectorAll("svg text")].find(({ textContent }) => textContent === "best constant set");
    return { words: box(words), bars: [...plot.querySelectorAll("g[aria-label=bar] rect, g[aria-label=bar] path")].map(box) };
  });
  assert.equal(bars.length, 6);
  assert.ok(bars.every(({ top }) => words.bottom <= top + 1), JSON.stringify({ words, bars }));
  await close();
});

for (const [preset, width] of [["bursts-replicate", 1440], ["recovery-search", 390]])
  test(`bars lie where their names would stand closer than 8 px: ${preset}, ${width} px wide`, async () => {
    const { page, close } = await shop.visitor({ newcomer: true, viewport: { width, height: 900 } });
    await open(page, `${shop.site.url}#p=${preset}`);
    await unfold(page, "main");
    for (const plot of await page.locator(".chart .plot").all()) await plot.scrollIntoViewIfNeeded();
    const gaps = await page.locator(".chart .plot:has(g[aria-label='bar'])").evaluateAll((plots) =>
      plots.map((plot) => {
        const names = [...plot.querySelectorAll("[aria-label='x-axis tick label'] text:not([transform*=rotate])")].map((text) => text.getBoundingClientRect());
        return names.slice(1).map(({ left }, i) => left - names[i].right);
      }),
    );
    assert.ok(gaps.length > 0 && gaps.flat().every((gap) => gap >= 4), JSON.stringify(gaps));
    await close();
  });

test("without the program the numbers are shown, and it is said why", async () => {
  const { page, close } = await shop.visitor();
  await page.route("**/charts.js", (route) => route.abort());
  await open(page, shop.site.url + short("bursts-replicate"));
  await card(page, "speedup").getByText("could not be loaded").waitFor();
  assert.ok((await card(page, "speedup").locator("tbody tr").count()) >= 3);
  await close();
});

test("in a chart that opens the result a series is hidden where its numbers are unfolded", async () => {
  const { page, close } = await shop.visitor({ newcomer: true });
  await open(page, `${shop.site.url}#p=stream-adapts`);
  const chart = page.locator(".charts.opening .chart").first();
  await chart.locator(".plot svg").waitFor();
  assert.equal(await chart.locator(".chart-series").count(), 4);
  assert.equal(await chart.locator("button.chart-series").count(), 0);
  await chart.getByText("Numbers and files").click();
  const series = chart.getByRole("button", { name: "w0" });
  await series.click();
  assert.equal(await series.getAttribute("aria-pressed"), "false");
  await close();
});
