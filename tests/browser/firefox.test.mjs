// The page in Firefox, where the machine has one: it opens, runs with the numbers of the command, draws, and shares.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { dist, makespan, short } from "./page.mjs";
import { firefox, launch } from "./firefox.mjs";
import { serve } from "./serve.mjs";

/** Without a Firefox nothing is tested here, and the report says so. */
const skip = firefox ? false : "there is no Firefox on this machine (apt-get install firefox-esr, or FIREFOX names it)";
let site, browser;

before(async () => {
  if (skip) return;
  site = await serve(dist, { prefix: "/some/project/" });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Waits in the page until an expression holds, and gives its value. */
const until = (expression) =>
  browser.ask(`new Promise((done) => {
    const look = () => { const value = ${expression}; if (value) done(value); else requestAnimationFrame(look); };
    look();
  })`);
const done = `document.querySelector('main[data-phase="done"]')`;

test("a link runs in Firefox with the numbers of the command", { skip }, async () => {
  const fragment = short("peaks-replicate", { seed: 7 });
  await browser.open(site.url + fragment);
  const print = await until(`${done} && document.querySelector("#fingerprint")?.textContent`);
  assert.match(print, /^[0-9a-f]{64}$/);
  if (makespan) {
    const { stdout } = await promisify(execFile)(makespan, ["run", fragment, "--json"], { maxBuffer: 64e6 });
    assert.equal(print, JSON.parse(stdout).fingerprint);
  }
  await until(`document.querySelector(".chart svg") && "drawn"`);
  const painted = `(() => {
    const canvas = document.querySelector(".gantt-canvas");
    if (!canvas?.width) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size > 4;
  })()`;
  await until(painted);
});

test("a slider of the form runs it again", { skip }, async () => {
  const before = await browser.ask(`document.querySelector("#fingerprint").textContent`);
  await browser.ask(`(() => {
    const seed = document.querySelector("#p-seed");
    seed.value = "8";
    seed.dispatchEvent(new InputEvent("input", { bubbles: true }));
  })()`);
  await until(`${done} && document.querySelector("#fingerprint").textContent !== "${before}"`);
});

test("the dialog that shares opens, and the page is kept for when there is no network", { skip }, async () => {
  await browser.ask(`document.querySelector("#share").click()`);
  const code = await until(`document.querySelector("dialog.share[open] img")?.naturalWidth`);
  assert.ok(code > 0);
  for (const tab of ["Embed", "Cite"]) await browser.ask(`document.querySelector("#share-tab-${tab}").click()`);
  await until(`document.querySelectorAll("dialog.share textarea").length === 3`);
  const files = await browser.ask(`navigator.serviceWorker.ready.then(async () => {
    const [name] = await caches.keys();
    return (await (await caches.open(name)).keys()).length;
  })`);
  assert.ok(files > 8, `${files}`);
});

test("a figure in another page runs in Firefox", { skip }, async () => {
  await browser.open(`${site.url}?embed=1${short("peaks-replicate")}`);
  await until(done);
});

test("nothing went wrong in Firefox", { skip }, () => assert.deepEqual(browser.trouble(), []));
