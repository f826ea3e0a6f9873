// The small pages that describe a preset: picture, title, oEmbed; people are led on.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PNG } from "pngjs";
import { dist, reach, workshop } from "./page.mjs";
import { serve } from "./serve.mjs";
import { PICTURE, files, previews } from "../../web/previews/previews.mjs";

const PRESETS = [
  { name: "bursts-replicate", title: 'Bursts & "copies"', help: "Two < three." },
  { name: "best-copies", title: "Best copies", help: "A curve." },
];
let shop, visitor, folder, site;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  folder = await mkdtemp(path.join(tmpdir(), "makespan-previews-"));
  await cp(dist, folder, { recursive: true });
  site = await serve(folder, { prefix: "/here/" });
  await previews(folder, site.url, PRESETS);
});
after(async () => {
  await shop?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

test("each preset has a picture that shows something, of the size that sites ask for", async () => {
  for (const { name } of PRESETS) {
    const bytes = await readFile(path.join(folder, "p", name, "preview.png"));
    const { width, height, data } = PNG.sync.read(bytes);
    assert.deepEqual({ width, height }, PICTURE);
    const colours = new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4));
    assert.ok(colours.size > 20, `${name}: ${colours.size} colours`);
    assert.ok(bytes.length < 250_000, `${name}: ${bytes.length} bytes`);
  }
});

test("the page of a preset names it for other sites, and leads people on", async () => {
  const { page } = visitor;
  const text = files(site.url, PRESETS[0], "Twice as fast")["index.html"];
  assert.match(text, /property="og:title" content="Bursts &amp; &quot;copies&quot;"/);
  assert.match(text, new RegExp(`property="og:image" content="${site.url}p/bursts-replicate/preview.png"`));
  assert.match(text, /property="og:description" content="Twice as fast"/);
  await page.goto(`${site.url}p/bursts-replicate/`);
  await reach(page, "done");
  assert.match(page.url(), /\/here\/#/);
  assert.equal(await page.locator("#preset").inputValue(), "bursts-replicate");
});

test("the page of a preset has its result for those without scripts", async () => {
  const { page, close } = await shop.visitor({ javaScriptEnabled: false });
  for (const { name } of PRESETS) {
    const headline = /property="og:description" content="([^"]+)"/.exec(await readFile(path.join(folder, "p", name, "index.html"), "utf8"))[1];
    await page.goto(`${site.url}p/${name}/`);
    assert.equal(await page.locator(".picture h1").textContent(), headline);
    assert.ok((await page.locator(".merit > div").count()) >= 4);
    await page.locator(".picture .merit").waitFor();
  }
  await close();
});

test("a site that reads the page of a preset finds picture, card and oEmbed where it says", async () => {
  const page = await (await fetch(`${site.url}p/best-copies/`)).text();
  const meta = (name) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1];
  assert.equal(meta("twitter:card"), "summary_large_image");
  assert.deepEqual([meta("og:type"), meta("og:url"), meta("og:title")], ["website", `${site.url}p/best-copies/`, "Best copies"]);
  assert.ok(meta("og:description").length > 10 && meta("og:image:alt").length > 10);
  const picture = await fetch(meta("og:image"));
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
  const { width, height } = PNG.sync.read(Buffer.from(await picture.arrayBuffer()));
  assert.deepEqual([meta("og:image:width"), meta("og:image:height")], [`${width}`, `${height}`]);
  const answer = await fetch(/type="application\/json\+oembed" href="([^"]+)"/.exec(page)[1]);
  assert.match(answer.headers.get("content-type"), /application\/json/);
  // https://oembed.com, section 2.3.4: the required fields of the type “rich”.
  const { version, type, html, width: wide, height: high, thumbnail_url } = await answer.json();
  assert.deepEqual([version, type, Number.isInteger(wide), Number.isInteger(high)], ["1.0", "rich", true, true]);
  assert.ok(html.includes(`src="${site.url}?embed=1#p=best-copies"`), html);
  assert.equal(thumbnail_url, meta("og:image"));
});

test("oEmbed gives a frame that runs", async () => {
  const { page } = visitor;
  const embedding = JSON.parse(await readFile(path.join(folder, "p", "best-copies", "oembed.json"), "utf8"));
  assert.deepEqual([embedding.version, embedding.type, embedding.title], ["1.0", "rich", "Best copies"]);
  await writeFile(path.join(folder, "host.html"), `<!doctype html><title>A host</title>${embedding.html}`);
  await page.goto(`${site.url}host.html`);
  await page.frameLocator("iframe").locator('main[data-phase="done"]').waitFor();
});
