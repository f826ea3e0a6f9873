// Sharing: the link and its length, the QR code, citations, snippets for other pages.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { broken, fingerprint, open, short, workshop } from "./page.mjs";

let shop, visitor, page;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  page = visitor.page;
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});
after(() => shop?.close());

const dialog = () => page.locator("dialog.share");
const field = (name) => dialog().getByRole("textbox", { name, exact: true });
const show = async (fragment) => {
  await page.goto("about:blank");
  await open(page, shop.site.url + fragment);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog().locator("textarea").first().waitFor();
};
/** The text that a reader of QR codes finds in a picture. */
const read = (bytes) => {
  const { data, width, height } = PNG.sync.read(bytes);
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
};

test("the program of the dialog is loaded when it is asked for, and not before", async () => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, shop.site.url + short("peaks-replicate"));
  const loaded = () => asked.filter((url) => url.endsWith("/share.js")).length;
  assert.equal(loaded(), 0);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog().waitFor();
  assert.equal(loaded(), 1);
});

test("a camera that sees the QR code reads the link", async () => {
  await show(short("peaks-replicate", { seed: 5 }));
  const code = dialog().getByRole("img", { name: "QR code of the link" });
  assert.equal(read(await code.screenshot()), page.url());
  assert.equal(await dialog().locator("figcaption").textContent(), page.url());
  const [download] = await Promise.all([page.waitForEvent("download"), dialog().getByRole("button", { name: "Save as SVG" }).click()]);
  assert.match(download.suggestedFilename(), /^makespan-replication-.*-qr\.svg$/);
  const svg = await readFile(await download.path(), "utf8");
  const drawn = await visitor.context.newPage();
  await drawn.setViewportSize({ width: 800, height: 800 });
  await drawn.setContent(`<body style="margin:0">${svg.replace("<svg ", '<svg width="800" height="800" ')}`);
  assert.equal(read(await drawn.screenshot()), page.url());
  await drawn.close();
});

test("the code fills the screen of a lecture hall, by the keyboard too", async () => {
  await show(short("peaks-replicate", { seed: 6 }));
  await dialog().getByRole("button", { name: "Full screen" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".share-code:fullscreen").waitFor();
  const { height } = await page.locator(".share-code img").boundingBox();
  assert.ok(height > 0.7 * page.viewportSize().height, `${height}`);
  await page.evaluate(() => document.exitFullscreen());
  await page.locator(".share-code:not(:fullscreen)").waitFor();
});

test("a citation has version, digest, seed, fingerprint and link, as text and as BibTeX", async () => {
  await show(short("peaks-replicate", { seed: 41 }));
  const print = await fingerprint(page);
  await dialog().getByRole("tab", { name: "Cite" }).click();
  for (const form of ["text", "bibtex"]) {
    await dialog().getByRole("combobox", { name: "Form" }).selectOption(form);
    const text = await field("Citation").inputValue();
    for (const part of [print, page.url(), "seed 41", "0.1.0"]) assert.ok(text.includes(part), `${form}: ${part} in ${text}`);
    assert.match(text, /SHA-256 [0-9a-f]{64}/);
    await dialog().getByRole("button", { name: "Copy", exact: true }).click();
    await dialog().locator(".share-said").filter({ hasText: "Citation: copied." }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  }
  assert.match(await field("Citation").inputValue(), /^@misc\{makespan-[0-9a-f]{8},\n( {2}\w+ = \{.*\},\n)+\}\n$/);
});

test("the snippet for other pages is a figure that runs", async () => {
  await show(short("peaks-replicate", { seed: 9 }));
  const print = await fingerprint(page);
  await dialog().getByRole("tab", { name: "Embed" }).click();
  const code = async (kind) => {
    await dialog().getByRole("combobox", { name: "For", exact: true }).selectOption(kind);
    return field("Code").inputValue();
  };
  const frame = await code("frame");
  const host = await visitor.context.newPage();
  await host.setContent(frame);
  const figure = host.frameLocator("iframe");
  await figure.locator('main[data-phase="done"]').waitFor();
  assert.equal(await figure.locator("main").getAttribute("data-fingerprint"), print);
  await host.close();
  assert.match(await code("markdown"), /^\[.+\]\(http.*#p=peaks-replicate&.*seed=9.*\)$/);
  assert.match(await code("element"), /makespan-figure preset="peaks-replicate" values="[^"]*seed=9/);
});

test("the dialog tells the link's length, closes with Escape, and gives the focus back", async () => {
  await show(short("peaks-replicate"));
  const length = page.url().length;
  assert.match(await dialog().textContent(), new RegExp(`${length} characters`));
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.id === "share");
});

for (const [scheme, width, height] of [["light", 1440, 900], ["dark", 390, 844]]) {
  test(`the dialog breaks no rule of accessibility, ${scheme} at ${width} pixels`, async () => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await show(short("peaks-replicate"));
    for (const name of ["Link", "Embed", "Cite"]) {
      await dialog().getByRole("tab", { name }).click();
      assert.equal(await dialog().getByRole("button", { name: "Copy", exact: true }).count(), 1, name);
      assert.deepEqual(await broken(page), [], name);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
}

test("nothing went wrong on the way", () => assert.deepEqual(visitor.trouble, []));
