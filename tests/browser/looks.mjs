// Screenshots of the page for people to look at, of every laboratory and of everything that can be opened: `cargo xtask
// screenshots`. screenshots.test.mjs holds the pictures that must not change by accident.
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { makespan, open, screenshots, short, workshop } from "./page.mjs";

const SIZES = { desk: [1440, 900], tablet: [768, 1024], phone: [390, 844] };
const SCHEMES = ["light", "dark"];

/** One topic of each kind, by the first preset that has it. */
const presets = JSON.parse(execFileSync(makespan, ["presets", "--json"], { maxBuffer: 1 << 28 }));
const topics = new Map();
for (const { name, scenario } of presets) {
  const [laboratory, { topic }] = Object.entries(scenario).find(([, value]) => typeof value === "object" && !Array.isArray(value));
  const key = [laboratory, topic].filter(Boolean).join("-");
  if (!topics.has(key)) topics.set(key, name);
}

const small = short(presets[0].name);
const press = (name) => async (page) => page.getByRole("button", { name, exact: true }).first().click();
const choose = (name) => async (page) => {
  const one = page.getByRole("radio", { name });
  // On a small screen the parameters are a sheet.
  const covered = !(await one.count()) || !(await one.isVisible());
  if (covered) await page.locator("#sheet").click();
  await one.check();
  if (covered) await page.keyboard.press("Escape");
};

/** The views: each with its link, the phase that it reaches, and the action there. */
const views = [
  { name: "first", link: "" },
  ...[...topics].map(([name, preset]) => ({ name, link: `#p=${preset}`, whole: true })),
  { name: "compare", link: small, act: choose("Compare"), whole: true },
  { name: "sweep", link: small, act: choose("Sweep"), whole: true },
  { name: "table", link: small, act: choose("Table") },
  { name: "export", link: small, act: press("Export") },
  { name: "share", link: small, act: (page) => page.locator("#share").click() },
  { name: "design", link: "design.html", phase: null, whole: true },
  { name: "bad-link", link: "#v9.unknown" },
  { name: "refused", link: `${small}&processors=8&copies=3`, phase: "refused" },
];

await mkdir(screenshots, { recursive: true });
const shop = await workshop();
for (const [size, [width, height]] of Object.entries(SIZES)) {
  const { page, close } = await shop.visitor({ viewport: { width, height }, reducedMotion: "reduce", hasTouch: size === "phone" });
  for (const { name, link, phase = "done", act, whole } of views) {
    await page.goto("about:blank");
    if (phase) await open(page, shop.site.url + link, phase);
    else await page.goto(shop.site.url + link);
    await act?.(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      // A change of theme, and the result of an action, are drawn in the next frames.
      await page.waitForFunction(() => document.querySelector('main[data-phase="running"]') === null);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.screenshot({ path: path.join(screenshots, `${name}-${size}-${colorScheme}.png`), fullPage: whole });
    }
  }
  await close();
}
await shop.close();
console.log(`The screenshots are in ${screenshots}.`);
