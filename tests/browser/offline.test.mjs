// Without a network: a visited page works, is renewed when its reader wants it, and asks nobody else for anything.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { broken, change, dist, fingerprint, open, painted, reach, short, workshop } from "./page.mjs";
import { serve } from "./serve.mjs";
import { worker } from "../../web/offline/list.mjs";

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** Waits until all files are kept, and the page is answered from them. */
const kept = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    }
  });

/** The troubles of a page on a site of its own. */
const trouble = (visitor, site) => visitor.trouble.filter((one) => !one.startsWith(`third party: ${site.url}`));

/** Serves a copy of the page that can be changed, until the test ends or `close`s it: an open server would keep the file from ending. */
async function copied(t) {
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-site-"));
  await cp(dist, folder, { recursive: true });
  const site = await serve(folder, { prefix: "/deep/down/here/" });
  const close = async () => (await site.close(), rm(folder, { recursive: true, force: true }));
  t.after(close);
  return { folder, site, close };
}

test("after the first visit the page opens, runs and draws with its host gone", async (t) => {
  const { site, close } = await copied(t);
  const visitor = await shop.visitor({ profile: true, serviceWorkers: "allow" });
  const { page, context } = visitor;
  await open(page, site.url + short("peaks-replicate"));
  const print = await fingerprint(page);
  await kept(page);
  await close();
  await context.setOffline(true);
  await page.reload();
  await reach(page, "done");
  assert.equal(await fingerprint(page), print);
  await painted(page, ".gantt-canvas", 0.05);
  await change(page, () => page.locator("#p-seed").fill("77"));
  // Parts that come on demand are there as well: charts, explanations, the ways to share.
  await page.locator(".chart svg").first().waitFor();
  await page.locator("#share").click();
  await page.locator("dialog.share textarea").first().waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${site.url}?from=elsewhere#p=shared-forecasts&runs=2`);
  await reach(page, "done");
  assert.deepEqual(trouble(visitor, site), []);
  await visitor.close();
});

test("a newer version is offered, not forced, and taken when the reader wants it", async (t) => {
  const { folder, site } = await copied(t);
  const visitor = await shop.visitor({ profile: true, serviceWorkers: "allow" });
  const { page } = visitor;
  await open(page, site.url + short("peaks-replicate", { seed: 12 }));
  await kept(page);
  const document = await readFile(path.join(folder, "index.html"), "utf8");
  await writeFile(path.join(folder, "index.html"), document.replace("<body>", '<body data-newer="">'));
  await writeFile(path.join(folder, "sw.js"), await worker(folder));
  await page.reload();
  await reach(page, "done");
  const renewal = page.locator(".renewal");
  await renewal.waitFor();
  assert.equal(await page.locator("body[data-newer]").count(), 0, "the old version is whole until it is left");
  assert.deepEqual(await broken(page), []);
  await renewal.getByRole("button", { name: "Load it" }).click();
  await page.locator("body[data-newer]").waitFor();
  await reach(page, "done");
  assert.equal(await page.locator("#p-seed").inputValue(), "12");
  const caches = await page.evaluate(() => caches.keys());
  assert.equal(caches.length, 1, `${caches}`);
  assert.equal(await renewal.count(), 0);
  assert.deepEqual(trouble(visitor, site), []);
  await visitor.close();
});

test("nobody but the page's own host is asked for anything", async () => {
  const visitor = await shop.visitor({ profile: true, serviceWorkers: "allow" });
  const { page, context } = visitor;
  const asked = [];
  context.on("request", (request) => asked.push(request.url()));
  await open(page, shop.site.url);
  await page.locator(".chart svg").first().waitFor();
  await kept(page);
  const home = new URL(shop.site.url).origin;
  const foreign = asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== home);
  assert.deepEqual(foreign, []);
  assert.deepEqual(visitor.trouble, []);
  await visitor.close();
});

test("no file is loaded twice on the first visit, though the service worker keeps them all", async (t) => {
  const loaded = new Map();
  // Files of one name may lie in several folders.
  const name = (file) => path.relative(dist, file);
  const onAnswer = (file, status) => status === 200 && loaded.set(name(file), (loaded.get(name(file)) ?? 0) + 1);
  const site = await serve(dist, { headers: { "cache-control": "max-age=600" }, onAnswer });
  t.after(() => site.close());
  const visitor = await shop.visitor({ profile: true, serviceWorkers: "allow" });
  const { page } = visitor;
  await open(page, site.url + short("peaks-replicate"));
  await kept(page);
  assert.equal(loaded.get("makespan-worker-replication_bg.wasm"), 1);
  const twice = [...loaded].filter(([, times]) => times > 1).map(([file]) => file);
  assert.deepEqual(twice, []);
  assert.deepEqual(trouble(visitor, site), []);
  await visitor.close();
});

test("a figure in another page keeps nothing, and has no service worker of its own", async () => {
  const visitor = await shop.visitor({ profile: true, newcomer: true, serviceWorkers: "allow" });
  const { page } = visitor;
  await open(page, `${shop.site.url}?embed=1${short("peaks-replicate")}`);
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).length,
    local: localStorage.length,
  }));
  assert.deepEqual(left, { workers: 0, caches: [], databases: 0, local: 0 });
  assert.deepEqual(visitor.trouble, []);
  await visitor.close();
});

test("the page can be installed: its manifest is complete and its icons are there", async () => {
  const visitor = await shop.visitor({ profile: true, serviceWorkers: "allow" });
  const { page, context } = visitor;
  await open(page, shop.site.url + short("peaks-replicate"));
  await kept(page);
  const client = await context.newCDPSession(page);
  const { errors, url } = await client.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const manifest = await (await page.request.get(url)).json();
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, url).href);
    assert.equal(icon.status(), 200, src);
    assert.ok(icon.headers()["content-type"].startsWith(type), src);
  }
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  // The browser of the tests is not one that a person would install into.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
  await visitor.close();
});
