// Faults while a search goes on: its worker, the network, the clock, the device's storage, another tab, a newer version. Scenario
// and search survive all of them.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { change, dist, fingerprint, keepsRun, keptRuns, makespan, reach, workersAtHand, workshop } from "./page.mjs";
import { serve } from "./serve.mjs";
import { worker } from "../../web/offline/list.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

/** A search of so many tries, and the fingerprint of its undisturbed run. */
function search(tries) {
  const link = `#p=search-programs&search_processes=8&search_computers=4&tries=${tries}`;
  let whole;
  const undisturbed = () => (whole ??= JSON.parse(execFileSync(makespan, ["run", link, "--json"], { maxBuffer: 1 << 28 })).fingerprint);
  return { link, undisturbed };
}
/** A search that takes some seconds, and one that takes few. */
const LONG = search(14_000);
const BRIEF = search(5_000);

const status = (page) => page.locator("#status");
const found = (page) => page.locator("#headline").filter({ hasText: "so far" });
const pause = async (page) => {
  await page.locator("#pause").click();
  await reach(page, "paused");
};

/** Somebody with a disk of its own whose search goes on, and is kept. */
async function searching(search = LONG) {
  const visitor = await shop.visitor({ profile: true });
  await workersAtHand(visitor.context);
  await visitor.page.goto(shop.site.url + search.link);
  await found(visitor.page).waitFor();
  await keepsRun(visitor.page, (run) => run && !run.paused);
  return { ...visitor, search };
}

/** The search ends as if nothing had happened. */
async function ends(visitor, page = visitor.page) {
  await reach(page, "done");
  assert.equal(await fingerprint(page), (visitor.search ?? LONG).undisturbed());
  assert.deepEqual(visitor.trouble, []);
}

test("a worker that ends without a word is told of, and the search goes on from where it stood", async () => {
  const visitor = await searching();
  const { page } = visitor;
  const before = await keepsRun(page, (run) => run);
  // As a browser ends one that is out of memory: nobody gets an event.
  await page.evaluate(() => globalThis.workers.forEach((worker) => worker.terminate()));
  await reach(page, "stopped");
  assert.match(await status(page).textContent(), /The model stopped: it ended without a message.*Your scenario is kept/);
  await page.getByRole("button", { name: "Restart" }).click();
  await reach(page, "running");
  const after = await keepsRun(page, (run) => run?.work > before.work);
  assert.ok(after.work > before.work);
  await ends(visitor);
  // No other worker was taken for one that ended: the next run needs none.
  assert.equal(await status(page).count(), 0);
  await visitor.close();
});

test("two tabs at one search keep the state that is further, and go on from it", async () => {
  const visitor = await searching();
  const { page, context } = visitor;
  await pause(page);
  const behind = await keepsRun(page, (run) => run?.paused);
  const other = await context.newPage();
  await other.goto(page.url());
  await reach(other, "paused");
  await other.locator("#resume").click();
  await keepsRun(other, (run) => run.work > behind.work + 500);
  await pause(other);
  const further = await keepsRun(other, (run) => run.paused);
  // The first tab goes on from the second one's state, and takes nothing from it.
  await page.locator("#resume").click();
  await reach(page, "running");
  const next = await keepsRun(page, (run) => run.work !== further.work || !run.paused);
  assert.ok(next.work >= further.work, `${next.work} of ${further.work}`);
  await ends(visitor);
  await other.locator("#resume").click();
  await ends(visitor, other);
  await visitor.close();
});

test("a state that another version kept takes nothing from a paused search", async () => {
  const visitor = await searching();
  const { page } = visitor;
  await pause(page);
  await keepsRun(page, (run) => run?.paused);
  await keptRuns(page, { state: "in another form", paused: true, work: 1e9 });
  await page.locator("#resume").click();
  await keepsRun(page, (run) => run === undefined || run.work < 1e9);
  await ends(visitor);
  await visitor.close();
});

test("a clock that is set back, and a network that is gone, take nothing from a search", async () => {
  const visitor = await shop.visitor({ profile: true });
  const { page, context } = visitor;
  // In the page and in its workers the time of day is set back by a day after a second.
  const back = `{ const now = Date.now, since = now(); Date.now = () => { const time = now(); return time - since > 1000 ? time - 86_400_000 : time; }; }`;
  await context.addInitScript(back);
  await context.route(/makespan-worker_loader\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: back + (await response.text()) });
  });
  await page.goto(shop.site.url + LONG.link);
  await found(page).waitFor();
  const first = await keepsRun(page, (run) => run);
  await context.setOffline(true);
  await keepsRun(page, (run) => run && run.work > first.work);
  await reach(page, "done");
  assert.equal(await fingerprint(page), LONG.undisturbed());
  // The worker that would wait for the next run finds no network, which nobody needs to know: it comes once there is one.
  await context.setOffline(false);
  await change(page, () => page.evaluate((link) => (location.hash = link), search(500).link));
  const missed = /^(request failed: \S+|console error: Failed to load resource:) .*ERR_INTERNET_DISCONNECTED/;
  assert.deepEqual(visitor.trouble.filter((line) => !missed.test(line)), []);
  await visitor.close();
});

test("a page that is renewed while a search is paused goes on with it", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-site-"));
  await cp(dist, folder, { recursive: true });
  const site = await serve(folder, { prefix: "/deep/down/here/" });
  t.after(async () => (await site.close(), rm(folder, { recursive: true, force: true })));
  const visitor = await shop.visitor({ profile: true, serviceWorkers: "allow" });
  const { page } = visitor;
  await page.goto(site.url + LONG.link);
  await found(page).waitFor();
  await pause(page);
  const before = await keepsRun(page, (run) => run?.paused);
  // Only now: all files are kept for it, and the search might end meanwhile.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const document = await readFile(path.join(folder, "index.html"), "utf8");
  await writeFile(path.join(folder, "index.html"), document.replace("<body>", '<body data-newer="">'));
  await writeFile(path.join(folder, "sw.js"), await worker(folder));
  await page.reload();
  await page.locator(".renewal").getByRole("button", { name: "Load it" }).click();
  await page.locator("body[data-newer]").waitFor();
  await reach(page, "paused");
  assert.equal((await keepsRun(page, (run) => run)).work, before.work);
  await page.locator("#resume").click();
  await reach(page, "done");
  assert.equal(await fingerprint(page), LONG.undisturbed());
  await visitor.close();
});

/** The page pauses and resumes a search from its own memory, without a copy on the device, and the search ends. */
async function resumesUnkept(visitor, said) {
  const { page } = visitor;
  await page.goto(shop.site.url + BRIEF.link);
  await found(page).waitFor();
  await pause(page);
  await status(page).getByText(said).waitFor();
  const [, share] = /paused at (\d+)/.exec(await status(page).textContent());
  await page.locator("#resume").click();
  await reach(page, "running");
  await page.waitForFunction((least) => Number(document.querySelector(".progress")?.ariaValueNow ?? 100) >= least, Number(share));
  await ends({ ...visitor, search: BRIEF });
}

test("where the device has no room, a search is paused and resumed all the same", async () => {
  const visitor = await shop.visitor({ profile: true });
  const { page, context } = visitor;
  const devtools = await context.newCDPSession(page);
  // Before the first write: the browser remembers for a while how much room there is.
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(shop.site.url).origin, quotaSize: 1 });
  await resumesUnkept(visitor, "this device has no room to keep its state");
  assert.deepEqual(await keptRuns(page), [], "there was no room indeed");
  await visitor.close();
});

test("where the browser refuses every kind of storage, a search is paused and resumed all the same", async () => {
  const visitor = await shop.visitor({ profile: true });
  const refuse = (scope) =>
    ["indexedDB", "localStorage"]
      .map((name) => `Object.defineProperty(${scope}, "${name}", { get() { throw new DOMException("refused", "SecurityError"); } });`)
      .join("");
  await visitor.page.addInitScript({ content: refuse("window") });
  await visitor.context.route(/makespan-worker_loader\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: refuse("self") + (await response.text()) });
  });
  await resumesUnkept(visitor, "does not let this page store anything (refused)");
  await visitor.close();
});

test("where all that the device keeps is deleted in the middle, a search goes on, is kept again, and resumed", async () => {
  const visitor = await searching();
  const { page, context } = visitor;
  const devtools = await context.newCDPSession(page);
  const forget = () => devtools.send("Storage.clearDataForOrigin", { origin: new URL(shop.site.url).origin, storageTypes: "all" });
  const before = await keepsRun(page, (run) => run);
  await forget();
  await keepsRun(page, (run) => run?.work > before.work);
  await pause(page);
  await keepsRun(page, (run) => run?.paused);
  await forget();
  assert.deepEqual(await keptRuns(page), []);
  await page.locator("#resume").click();
  await ends(visitor);
  await visitor.close();
});

test("a tab that is frozen and thawed goes on, and takes no worker for one that ended", async () => {
  const visitor = await searching(BRIEF);
  const { page, context } = visitor;
  const devtools = await context.browser().newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  await page.evaluate(() => {
    let last = Date.now();
    globalThis.longest = 0;
    setInterval(() => ([last, globalThis.longest] = [Date.now(), Math.max(globalThis.longest, Date.now() - last)]), 20);
  });
  // Page and workers stand still, as where the lid is closed.
  for (const id of pages) process.kill(id, "SIGSTOP");
  await new Promise((done) => setTimeout(done, 2_000));
  for (const id of pages) process.kill(id, "SIGCONT");
  await ends(visitor);
  assert.ok((await page.evaluate(() => globalThis.longest)) > 1_500, "it was frozen");
  assert.equal(await status(page).count(), 0);
  await visitor.close();
});

test("a worker that runs out of memory is told of, and the search is whole after a restart", async () => {
  const visitor = await shop.visitor({ profile: true });
  const { page, context } = visitor;
  let gone = true;
  // Another program took all memory but a little: a request for more is refused.
  const scarce = `{ const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...parameters) => {
      const made = await instantiate.apply(WebAssembly, parameters);
      const { memory } = (made.instance ?? made).exports;
      memory.grow(65536 - memory.buffer.byteLength / 65536 - 4);
      return made;
    }; }`;
  await context.route(/makespan-worker_loader\.js/, async (route) => {
    if (!gone) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: scarce + (await response.text()) });
  });
  await page.goto(shop.site.url + BRIEF.link);
  await reach(page, "stopped");
  assert.match(await status(page).textContent(), /The model stopped: .*Your scenario is kept/);
  gone = false;
  await page.getByRole("button", { name: "Restart" }).click();
  await reach(page, "done");
  assert.equal(await fingerprint(page), BRIEF.undisturbed());
  await visitor.close();
});

test("two versions in two tabs go on with one search, each with its own program", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-site-"));
  await cp(dist, folder, { recursive: true });
  const site = await serve(folder, { prefix: "/deep/down/here/" });
  t.after(async () => (await site.close(), rm(folder, { recursive: true, force: true })));
  const visitor = await shop.visitor({ profile: true, serviceWorkers: "allow" });
  const { page, context } = visitor;
  await page.goto(site.url + BRIEF.link);
  await found(page).waitFor();
  await pause(page);
  const before = await keepsRun(page, (run) => run?.paused);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const document = await readFile(path.join(folder, "index.html"), "utf8");
  await writeFile(path.join(folder, "index.html"), document.replace("<body>", '<body data-newer="">'));
  await writeFile(path.join(folder, "sw.js"), await worker(folder));
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator(".renewal").getByRole("button", { name: "Load it" }).click();
  await other.locator("body[data-newer]").waitFor();
  await reach(other, "paused");
  await other.locator("#resume").click();
  await keepsRun(other, (run) => run.work > before.work);
  // The old tab was not loaded again, and ends its search by its own program.
  assert.equal(await page.locator("body[data-newer]").count(), 0);
  assert.equal(await page.locator("main").getAttribute("data-phase"), "paused");
  await page.locator("#resume").click();
  await Promise.all([page, other].map((one) => reach(one, "done")));
  assert.deepEqual([await fingerprint(page), await fingerprint(other)], [BRIEF.undisturbed(), BRIEF.undisturbed()]);
  await visitor.close();
});
