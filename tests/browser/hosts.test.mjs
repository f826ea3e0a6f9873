// The snippets of docs/embedding.md, as the generators put them into pages: each is a figure that runs, on a phone as well.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { university } from "./lecture.mjs";

const guide = await readFile(new URL("../../docs/embedding.md", import.meta.url), "utf8");
let place;

before(async () => {
  place = await university();
});
after(() => place?.close());

/** The blocks of code that stand under a title, or under a word in bold, up to the next one. */
function blocks(title) {
  const start = guide.search(new RegExp(`^(## ${title}$|\\*\\*${title}\\*\\*)`, "m"));
  assert.ok(start >= 0, title);
  const rest = guide.slice(start + title.length);
  const end = rest.search(/^(## |\*\*[^*]+\*\*)/m);
  const found = [...rest.slice(0, end < 0 ? undefined : end).matchAll(/^(`{3,})(\S*)\n([\s\S]*?)^\1$/gm)];
  return found.map(([, , language, text]) => ({ language, text }));
}

const block = (title, language, number = 0) => blocks(title).filter((one) => one.language === language)[number].text;

/** The page that a generator makes of a snippet. */
const hosts = {
  "HTML, a frame": () => block("A frame", "html"),
  "HTML, the element": () => block("The element", "html").replace(/<img[^>]*>/, ""),
  // Goldmark, pulldown-cmark and kramdown pass blocks of HTML on as they are.
  "Markdown that lets HTML through": () => block("Markdown that lets HTML through", "markdown"),
  Hugo: () => {
    const call = /\{\{< makespan ([^>]*)>\}\}/.exec(guide)[1];
    const given = Object.fromEntries([...call.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    return block("Hugo", "html").replace(/\{\{ \.Get "(\w+)" \}\}/g, (_, name) => given[name] ?? "");
  },
  // A raw block is passed on without its fence.
  Quarto: () => /```\{=html\}\n([\s\S]*?)```/.exec(block("Quarto", "markdown"))[1],
  "Jupyter Book, a raw block": () => block("Markdown that lets HTML through", "markdown"),
  "Jupyter Book, a frame": () => {
    const address = /\{iframe\} (\S+?)`/.exec(guide)?.[1] ?? /\{iframe\} (\S+)/.exec(guide)[1];
    return `<figure><div style="position: relative; padding-bottom: 60%"><iframe width="100%" height="100%" style="position: absolute" src="${address.replace(/`+$/, "").replace(/\.$/, "")}" allowfullscreen></iframe></div></figure>`;
  },
  // It cleans texts: what scripts there are go.
  Moodle: () => {
    const text = block("Moodle", "html");
    assert.ok(!/<script|<makespan-figure/.test(text));
    return `<div class="no-overflow">${text}</div>`;
  },
  // A slide is scaled to the window, and its frames get their address when it is shown.
  "reveal.js": () =>
    `<div class="reveal" style="width: 100%; overflow: hidden"><div class="slides" style="width: 1100px; transform-origin: 0 0; transform: scale(.3)">${block("reveal.js", "html")}</div></div>
     <script>addEventListener("load", () => document.querySelectorAll("[data-src]").forEach((frame) => (frame.src = frame.dataset.src)));</script>`,
};

for (const [name, made] of Object.entries(hosts)) {
  for (const width of [1280, 360]) {
    test(`${name}, ${width} pixels wide: the snippet of the guide is a figure that runs`, async () => {
      const html = made().replaceAll("https://example.org/makespan/", place.shop.site.url);
      const visitor = await place.visit(html, { viewport: { width, height: 800 } });
      const { page, close, trouble } = visitor;
      const frame = page.frameLocator("iframe").first();
      await page.locator("iframe, makespan-figure").first().scrollIntoViewIfNeeded();
      await frame.locator('main[data-phase="done"]').waitFor();
      assert.match(await frame.locator("main").getAttribute("data-fingerprint"), /^[0-9a-f]{64}$/);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
      const inside = await frame.locator("main").evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(inside <= 0, `the figure is ${inside} pixels too wide`);
      assert.deepEqual(trouble(), []);
      await close();
    });
  }
}

test("every generator that the guide names is tried", () => {
  const named = [...guide.slice(guide.indexOf("## Snippets")).matchAll(/^\*\*([^*]+)\*\*/gm)].map(([, name]) => name);
  for (const name of named) assert.ok(Object.keys(hosts).some((host) => host.startsWith(name)), name);
});

test("the guide has every attribute and every member of the element", async () => {
  const { page, close } = await place.visit(`${place.script}<makespan-figure></makespan-figure>`);
  const column = (heading) => {
    const rows = guide.slice(guide.indexOf(heading)).split("\n").slice(2);
    return rows.slice(0, rows.findIndex((row) => !row.startsWith("|"))).flatMap((row) => [...row.split("|")[1].matchAll(/`(\w+)/g)].map(([, name]) => name));
  };
  const element = await page.evaluate(() => {
    const made = customElements.get("makespan-figure");
    const members = Object.getOwnPropertyNames(made.prototype).filter((name) => !/^(constructor|.*Callback)$/.test(name));
    return { attributes: made.observedAttributes, members };
  });
  // An attribute that is read once, when the element is there, need not be observed.
  assert.deepEqual(column("| attribute |").toSorted(), [...element.attributes, "fallback", "loading", "timeout"].toSorted());
  assert.deepEqual([...new Set(column("| member |"))].toSorted(), element.members.toSorted());
  await close();
});
