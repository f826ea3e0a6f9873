// A small page for each preset, p/NAME/, that describes the preset to sites to which its address is passed on: a picture, a title, and
// the data of its embedding (oEmbed). The page leads people on to the preset itself.
//
//   node previews.mjs FOLDER ADDRESS
//
// FOLDER has the page, and the module in `module`; ADDRESS is the page's later address.
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serve } from "../../tests/browser/serve.mjs";
import { escaped } from "../html.mjs";
import { withPolicy } from "../policy.mjs";

/** The size of the picture that such sites ask for, in pixels. */
export const PICTURE = { width: 1200, height: 630 };

/** The size of the frame that other sites put into their pages, in pixels. */
const FRAME = { width: 900, height: 620 };

/** Hides the controls of a figure, which are no part of its picture. */
const PLAIN = ".gantt-bar .segments, .gantt-side, .gantt-transport, .chart-bar, #open { display: none !important }";

const browsers = createRequire(new URL("../../tests/browser/package.json", import.meta.url));

/** Writes the pages of `presets` (name, title, help) into the folder of the built page. */
export async function previews(folder, address, presets) {
  const { chromium } = await import(pathToFileURL(browsers.resolve("playwright-core")).href).then((module) => module.default ?? module);
  const [styles, kept] = await pictures(folder);
  const site = await serve(folder);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: PICTURE, serviceWorkers: "block" });
    for (const preset of presets) {
      const place = path.join(folder, "p", preset.name);
      await mkdir(place, { recursive: true });
      await page.goto("about:blank");
      await page.goto(`${site.url}?embed=1&theme=light#p=${preset.name}`);
      await page.locator('main[data-phase="done"]').waitFor({ timeout: 120_000 });
      await page.addStyleTag({ content: PLAIN });
      // Charts are drawn by a program that comes after the result.
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const headline = await page.locator("h1").first().textContent();
      await page.screenshot({ path: path.join(place, "preview.png") });
      for (const [name, text] of Object.entries(files(address, preset, headline, styles + (await kept(preset.name))))) await writeFile(path.join(place, name), text);
    }
  } finally {
    await browser.close();
    await site.close();
  }
}

/** The page's styles, and a function that gives a preset's result as the build drew it: the page's own document has the first. */
async function pictures(folder) {
  const page = await readFile(path.join(folder, "index.html"), "utf8");
  const styles = page.match(/<style\b.*?<\/style>/gs)?.join("") ?? "";
  const inside = page.slice(page.search(/<div[^>]*class="?result picture/), page.search(/<div[^>]*class="?result skeleton/));
  const first = new RegExp(`data-preset="?([\\w-]+)`).exec(inside)?.[1];
  const kept = (name) => (name === first ? inside : readFile(path.join(folder, "pictures", `${name}.html`), "utf8"));
  return [styles, kept];
}

/** The files of a preset, by their names; `result` is the preset's result, in HTML with styles. */
export function files(address, preset, headline, result = "") {
  const base = new URL(address.endsWith("/") ? address : `${address}/`).href;
  const here = `${base}p/${preset.name}/`;
  const title = `${preset.title} – Makespan`;
  const frame = `<iframe title="${escaped(preset.title)}" width="${FRAME.width}" height="${FRAME.height}" style="border: 0" src="${base}?embed=1#p=${preset.name}"></iframe>`;
  const picture = { thumbnail_url: `${here}preview.png`, thumbnail_width: PICTURE.width, thumbnail_height: PICTURE.height };
  const embedding = { version: "1.0", type: "rich", provider_name: "Makespan", provider_url: base, title: preset.title, html: frame, ...FRAME, ...picture };
  const meta = {
    "og:type": "website",
    "og:site_name": "Makespan",
    "og:title": preset.title,
    "og:description": headline,
    "og:url": here,
    "og:image": picture.thumbnail_url,
    "og:image:width": PICTURE.width,
    "og:image:height": PICTURE.height,
    "og:image:alt": headline,
  };
  const tags = Object.entries(meta).map(([name, content]) => `    <meta property="${name}" content="${escaped(content)}" />\n`);
  const page = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <meta name="description" content="${escaped(preset.help)}" />
    <meta name="twitter:card" content="summary_large_image" />
${tags.join("")}    <link rel="alternate" type="application/json+oembed" href="${here}oembed.json" title="${escaped(preset.title)}" />
    <script>location.replace("../../#p=${preset.name}");</script>
  </head>
  <body>
    <div class="columns">
      <aside><p><a href="../../#p=${preset.name}">${escaped(preset.title)}</a>: ${escaped(preset.help)}</p></aside>
      <main>${result}<style>.picture :is(.charts, .gantt-transport) { display: none; }</style></main>
    </div>
  </body>
</html>
`;
  return { "index.html": withPolicy(page), "oembed.json": `${JSON.stringify(embedding, null, 2)}\n` };
}

if (process.argv[1] && (await realpath(process.argv[1])) === fileURLToPath(import.meta.url)) {
  const [folder, address] = process.argv.slice(2);
  const module = pathToFileURL(path.resolve(folder, "module/makespan.js")).href;
  const { presets } = await import(module);
  await previews(folder, address, presets());
  console.log(`${presets().length} previews are in ${path.join(folder, "p")}.`);
}
