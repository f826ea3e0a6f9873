// The built page in a real browser: shared by all tests of it.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The numbers that the documents have of tests. */
export const trust = async () => JSON.parse(await readFile(path.join(root, "docs/trust.json"), "utf8"));

/** The folder with the built page. */
export const dist = process.env.DIST ?? path.join(root, "dist");

/** The built command, or undefined. */
export const makespan = process.env.MAKESPAN;

/** Where screenshots go. */
export const screenshots = path.join(root, "target", "screenshots");

// Nothing of the browser's own may reach the network, and the machine may be a container.
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How long a condition may take to come true on a busy machine, ms. */
export const PATIENCE = 60_000;

/** The names of this machine. */
const OURS = new Set(["127.0.0.1", "localhost"]);

/** How a browser is started. */
export const launch = { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args };

/**
 * Serves the built page under a path, as a host of many projects does, and opens one browser on it, with more arguments
 * where given. `close` ends all.
 */
export async function workshop({ args: all = [] } = {}) {
  const site = await serve(dist, { prefix: "/some/project/" });
  const closers = [];
  const foreign = new Set();
  let shared;
  /** The browser of all. One that breaks down takes the test that it served with it, and no other. */
  const browser = () =>
    (shared ??= chromium.launch({ ...launch, args: [...args, ...all] }).then((one) => one.on("disconnected", () => (shared = undefined))));
  /** A context on a disk of its own, in a browser of its own. */
  const onDisk = async (more, options) => {
    const profile = await mkdtemp(path.join(tmpdir(), "makespan-page-"));
    const context = await chromium.launchPersistentContext(profile, { ...launch, args: [...args, ...all, ...more], ...options });
    const end = async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    };
    return { context, end };
  };
  return {
    site,
    /**
     * Somebody with one tab that watches for trouble, who left the panel of parameters open; a newcomer has never seen the page.
     * All share one browser, where each one's storage is hidden from the others; `profile` gives a browser and a disk of its own,
     * and so do `args`. Nobody may ask another machine for anything, unless a test is about that: `elsewhere` has the names that it
     * is about.
     */
    async visitor({ newcomer = false, elsewhere = [], args: more = [], profile = more.length > 0, ...options } = {}) {
      const all = {
        viewport: { width: 1440, height: 900 },
        acceptDownloads: true,
        // A service worker answers before a test can: only tests about it have one.
        serviceWorkers: "block",
        ...options,
      };
      const { context, end } = profile
        ? await onDisk(more, all)
        : await (await browser()).newContext(all).then((context) => ({ context, end: () => context.close() }));
      let open = true;
      const close = async () => {
        if (!open) return;
        open = false;
        // Later requests of a worker of the page do not matter.
        await context.unrouteAll({ behavior: "ignoreErrors" }).catch(() => {});
        await end();
      };
      closers.push(close);
      // The requests of every page, frame and worker, during any test.
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (!OURS.has(url.hostname) && !elsewhere.includes(url.hostname) && !["data:", "blob:", "about:", "file:"].includes(url.protocol)) foreign.add(`${url}, asked for by ${request.frame()?.url()}`);
      });
      context.setDefaultTimeout(PATIENCE);
      if (!newcomer) await context.addInitScript(leftOpen);
      const page = context.pages()[0] ?? (await context.newPage());
      return { context, page, close, trouble: watch(page, site.url) };
    },
    async close() {
      // A browser that broke down must not keep the others open, nor the server.
      await Promise.allSettled(closers.map((close) => close()));
      await Promise.allSettled([shared?.then((one) => one.close())]);
      await site.close();
      assert.deepEqual([...foreign], [], "requests to other machines");
    },
  };
}

/** Remembers, as the page does, that the panel of parameters was left open, where nothing else is remembered of it. */
function leftOpen() {
  try {
    if (self === top) localStorage.setItem("makespan.panel", localStorage.getItem("makespan.panel") ?? "open");
  } catch {
    // A sealed frame keeps nothing.
  }
}

/** Collects the events that must not happen: errors, warnings, failed requests, requests to anybody else. */
function watch(page, home) {
  const trouble = [];
  const origin = new URL(home).origin;
  page.on("pageerror", (error) => trouble.push(`page error: ${error}`));
  page.on("console", (message) => {
    if (message.text().startsWith("Service Worker registration blocked by Playwright")) return;
    if (["error", "warning"].includes(message.type())) trouble.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("requestfailed", (request) => {
    // A page that is left cancels its loading files.
    const why = request.failure()?.errorText;
    if (why !== "net::ERR_ABORTED") trouble.push(`request failed: ${request.url()} (${why})`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) trouble.push(`third party: ${url}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) trouble.push(`${response.status()}: ${response.url()}`);
  });
  return trouble;
}

/** Opens the page, or with it a link, and waits for the result. */
export async function open(page, address, phase = "done") {
  await page.goto(address);
  await reach(page, phase);
}

/** Waits until the page's newest run is in a phase; with the parts that are drawn a frame later, once it has ended. */
export async function reach(page, phase) {
  const all = phase === "running" ? "body" : "body:not(:has([data-awaited]))";
  await page.locator(`${all} main[data-phase="${phase}"]`).waitFor({ timeout: PATIENCE });
}

/** Does something that changes the scenario, and waits for the result of the new one. */
export async function change(page, action) {
  const before = await fingerprint(page);
  await action();
  await page.waitForFunction(
    (before) =>
      document.querySelector("main").dataset.phase === "done" &&
      !document.querySelector("[data-awaited]") &&
      document.querySelector("#fingerprint")?.textContent !== before,
    before,
    { timeout: PATIENCE },
  );
}

/** Opens one link after the other: the first loads the page, whose programs stay for the others. */
export function reader(page, site) {
  let there = false;
  return async (fragment) => {
    if (there) await change(page, () => page.evaluate((fragment) => (location.hash = fragment), fragment));
    else await open(page, site + fragment);
    there = true;
  };
}

/** Waits until the address differs from the one given, and returns it. */
export async function nextAddress(page, before) {
  await page.waitForFunction((before) => location.href !== before, before, { timeout: PATIENCE });
  return page.evaluate(() => location.href);
}

/** Asks again and again until an answer fulfils a condition, and returns that answer. */
export async function until(ask, as) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (as(answer)) return answer;
    assert.ok(Date.now() < end, `no answer fulfils ${as}; the last one is ${JSON.stringify(answer)?.slice(0, 500)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The runs that the device keeps; `instead` is kept in the place of the first one. */
export const keptRuns = (page, instead) =>
  page.evaluate(
    (instead) =>
      new Promise((resolve) => {
        const opening = indexedDB.open("makespan-runs", 1);
        opening.onupgradeneeded = () => opening.transaction.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("values", "readwrite");
          const values = transaction.objectStore("values");
          const [all, keys] = [values.getAll(), values.getAllKeys()];
          keys.onsuccess = () => instead && values.put(JSON.stringify(instead), keys.result[0]);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(all.result.map((text) => JSON.parse(text)));
          };
        };
      }),
    instead,
  );

/** Waits until the first run that the device keeps, or that there is none, fulfils a condition; returns the run. */
export const keepsRun = async (page, as) => (await until(() => keptRuns(page), ([run]) => as(run)))[0];

/** The fingerprint of the run that is shown. */
export async function fingerprint(page) {
  const text = await page.locator("#fingerprint").textContent();
  assert.match(text, /^[0-9a-f]{64}$/);
  return text;
}

/** A short link: a preset and changed values, small enough to run at once. */
export function short(preset, different = {}) {
  const parameters = new URLSearchParams({ p: preset, runs: 4, iterations: 60, ...different });
  return `#${parameters}`;
}

/** A scenario in the form of a link that the page itself would write. */
export function link(scenario, { deflateRawSync }) {
  return `#v1.${deflateRawSync(JSON.stringify(scenario)).toString("base64url")}`;
}

/** The rules that depend on the colours of a theme: every other rule finds the same in all themes. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * The ids of the rules that axe finds broken, each with the elements; with `colours`, only of rules that another theme could break.
 */
export async function broken(page, { colours = false } = {}) {
  await page.evaluate(await axe);
  // Halfway from one colour to another, neither is seen.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished)));
  const options = { resultTypes: ["violations"], ...(colours && { runOnly: { type: "rule", values: COLOURS } }) };
  const { violations } = await page.evaluate((options) => globalThis.axe.run(document, options), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/**
 * Waits until the charts that open the result are drawn, or stand as a table: a result is there a moment before them,
 * and they bring handles that take the focus.
 */
export async function drawn(page) {
  await page.waitForFunction(() => [...document.querySelectorAll(".charts.opening .chart")].every((chart) => chart.dataset.drawn === "true" || chart.querySelector(".chart-table")), null, { timeout: PATIENCE });
}

/** Waits until a canvas has a picture: at least this share of its pixels differ from the most frequent colour. */
export async function painted(page, selector, least = 0.1) {
  const canvas = await page.locator(selector).first().elementHandle();
  const share = (canvas) => {
    const { width, height } = canvas;
    if (!width || !height) return 0;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const colours = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = data[at] + 256 * data[at + 1] + 65536 * data[at + 2] + 16777216 * data[at + 3];
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    return 1 - Math.max(...colours.values()) / (width * height);
  };
  const end = Date.now() + PATIENCE;
  let painted = 0;
  while ((painted = await canvas.evaluate(share)) < least) {
    assert.ok(Date.now() < end, `only ${painted} of ${selector} is painted`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Unfolds the rarely needed parts of the whole page: files, recent scenarios, colours. */
export async function more(page) {
  const button = page.locator("#more");
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
  await page.locator("#more-tools").waitFor();
}

/** Unfolds all that is folded in a part of the page. */
export async function unfold(page, within = "body") {
  await page.locator(within).evaluate((part) => {
    for (const details of part.querySelectorAll("details")) details.open = true;
    for (const help of part.querySelectorAll('.hint [aria-expanded="false"]')) help.click();
  });
}

/** Every worker that a page, or the pages of a context, will start is in `globalThis.workers`. */
export const workersAtHand = (place) =>
  place.addInitScript(() => {
    const Original = globalThis.Worker;
    globalThis.workers = [];
    globalThis.Worker = class extends Original {
      constructor(...parameters) {
        super(...parameters);
        globalThis.workers.push(this);
      }
    };
  });

/** A route of requests that wait until `go` is called; `asked` is kept when the first one has come. */
export function held() {
  let come, go;
  const asked = new Promise((resolve, reject) => {
    come = resolve;
    setTimeout(() => reject(new Error("nothing was asked for")), PATIENCE).unref();
  });
  // A test that fails before does not wait for it.
  asked.catch(() => {});
  const gone = new Promise((resolve) => (go = resolve));
  const route = async (route) => {
    come();
    await gone;
    // A page that is left asks no longer.
    await route.continue().catch(() => {});
  };
  return { asked, go, route };
}

/** Drops a file on an element of the page. */
export async function drop(page, selector, { name, bytes, type = "text/csv" }) {
  const transfer = await page.evaluateHandle(
    ({ name, base64, type }) => {
      const binary = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([binary], name, { type }));
      return transfer;
    },
    { name, base64: Buffer.from(bytes).toString("base64"), type },
  );
  for (const event of ["dragenter", "dragover", "drop"]) {
    await page.dispatchEvent(selector, event, { dataTransfer: transfer });
  }
}
