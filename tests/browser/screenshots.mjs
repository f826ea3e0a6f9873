// Pictures of the page held against kept ones, with a font of the tests' own: those of machines differ.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { screenshots } from "./page.mjs";

const kept = path.join(path.dirname(fileURLToPath(import.meta.url)), "screenshots");
const font = (await readFile(createRequire(import.meta.url).resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"))).toString("base64");

/** How much of a picture may differ: the edges of letters do, from one version of a browser to the next. */
const MOST = 0.01;

/** The browser's arguments that make its screenshots the same on every machine. */
export const args = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb", "--hide-scrollbars"];

/** Makes every text of a page, on canvases too, appear in the tests' font. Call it before the page is opened. */
export async function settle(page) {
  await page.addInitScript((font) => {
    const face = new FontFace("Pictures", `url(data:font/woff2;base64,${font})`, { weight: "100 900" });
    document.fonts.add(face);
    face.load();
    const { set, get } = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, "font");
    Object.defineProperty(CanvasRenderingContext2D.prototype, "font", {
      get,
      set(value) {
        set.call(this, value.replace(/px .*/, "px Pictures"));
      },
    });
    document.addEventListener("DOMContentLoaded", () => {
      const style = document.head.appendChild(document.createElement("style"));
      style.textContent = ":root { --sans: Pictures !important; --mono: Pictures !important }";
    });
  }, font);
}

/** Holds the page as it is now against the kept picture of this name; `UPDATE_PICTURES=1` keeps it instead. */
export async function matches(page, name) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Text drawn before the font came is drawn anew, as after a change of theme.
    document.documentElement.dataset.screenshots = "";
    // The time that a run took is never the same.
    for (const time of document.querySelectorAll(".bottom dl div:last-child dd")) time.textContent = "0 ms";
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))));
  });
  const shot = await page.screenshot({ animations: "disabled", caret: "hide" });
  const file = path.join(kept, `${name}.png`);
  if (process.env.UPDATE_PICTURES) {
    await mkdir(kept, { recursive: true });
    return writeFile(file, shot);
  }
  const before = PNG.sync.read(await readFile(file));
  const now = PNG.sync.read(shot);
  assert.deepEqual([now.width, now.height], [before.width, before.height], `the size of ${name}`);
  const difference = new PNG({ width: now.width, height: now.height });
  const pixels = pixelmatch(before.data, now.data, difference.data, now.width, now.height, { threshold: 0.2 });
  const share = pixels / (now.width * now.height);
  if (share > MOST) {
    await mkdir(screenshots, { recursive: true });
    await writeFile(path.join(screenshots, `${name}-now.png`), shot);
    await writeFile(path.join(screenshots, `${name}-difference.png`), PNG.sync.write(difference));
  }
  assert.ok(share <= MOST, `${(100 * share).toFixed(2)} % of the screenshot ${name} differs; see ${screenshots}`);
}
