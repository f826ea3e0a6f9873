// Failures: the worker does not come, or ends.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { broken, change, dist, open, reach, short, workersAtHand, workshop } from "./page.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

/** The obstacles, until they are removed. */
const obstacles = {
  "the worker's script is missing": ["**/makespan-worker_loader.js*", (route) => route.fulfill({ status: 404, body: "not found" })],
  "the worker's glue is missing": ["**/makespan-worker-replication.js*", (route) => route.fulfill({ status: 404, body: "not found" })],
  "the worker's program is cut off": [
    "**/makespan-worker-replication_bg.wasm*",
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.body()).subarray(0, 5_000) });
    },
  ],
  "the worker's program cannot be reached": ["**/makespan-worker-replication_bg.wasm*", (route) => route.abort()],
};

for (const [what, [pattern, handler]] of Object.entries(obstacles)) {
  test(`${what}: the page says so, keeps the scenario, and restarts`, async () => {
    const { page, context, close } = await shop.visitor();
    await context.route(pattern, handler);
    await open(page, shop.site.url + short("peaks-replicate", { seed: 12 }), "stopped");
    const status = page.locator("#status");
    assert.match(await status.textContent(), /The model stopped: .*Your scenario is kept/);
    assert.equal(await page.locator("h1").count(), 1);
    assert.equal(await page.locator("#p-seed").inputValue(), "12");
    assert.deepEqual(await broken(page), []);
    // A second attempt with the obstacle in place fails in the same way.
    await page.getByRole("button", { name: "Restart" }).click();
    await reach(page, "stopped");
    await context.unroute(pattern);
    await page.getByRole("button", { name: "Restart" }).click();
    await reach(page, "done");
    assert.equal(await status.count(), 0);
    assert.equal(await page.locator("#seed").textContent(), "12");
    await close();
  });
}

for (const [what, body, words] of [
  ["cannot be reached", undefined, /could not be loaded .* when the network is back/],
  ["is another one", "bytes", /damaged, or of another version/],
])
  test(`a measured set that ${what}: the page says so, keeps the scenario, and goes on when the set is there`, async () => {
    const { page, context, close } = await shop.visitor();
    const pattern = "**/measured/bursts.bin*";
    await context.route(pattern, (route) => (body ? route.fulfill({ body }) : route.abort()));
    await open(page, shop.site.url + short("bursts-replicate", { seed: 12 }), "failed");
    assert.match(await page.locator("#status").textContent(), words);
    assert.equal(await page.locator("#p-seed").inputValue(), "12");
    await context.unroute(pattern);
    await page.getByRole("button", { name: "Run again" }).click();
    await reach(page, "done");
    assert.equal(await page.locator("#status").count(), 0);
    assert.equal(await page.locator("#seed").textContent(), "12");
    await close();
  });

test("a worker that breaks down in the middle of a run is told, and the last result stays", async () => {
  const { page, close } = await shop.visitor();
  await workersAtHand(page);
  await open(page, shop.site.url + short("peaks-replicate"));
  const headline = await page.locator("h1").textContent();
  await page.evaluate(() => {
    for (const worker of globalThis.workers) {
      worker.dispatchEvent(new ErrorEvent("error", { message: "RuntimeError: unreachable" }));
    }
  });
  await reach(page, "stopped");
  assert.match(await page.locator("#status").textContent(), /RuntimeError: unreachable/);
  assert.equal(await page.locator("h1").textContent(), headline);
  await page.locator("#status").getByRole("button", { name: "Share" }).waitFor();
  await page.getByRole("button", { name: "Restart" }).click();
  await reach(page, "done");
  await change(page, () => page.locator("#p-seed").fill("3"));
  await close();
});

test("a file whose worker does not come is told, and the result stays", async () => {
  const { page, context, close } = await shop.visitor();
  const pattern = "**/makespan-worker-files_bg.wasm*";
  await context.route(pattern, (route) => route.abort());
  await open(page, shop.site.url + short("peaks-replicate"));
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const csv = page.getByRole("group", { name: "Export" }).getByRole("button", { name: "CSV" });
  await csv.click();
  const said = page.locator(".gantt-export-said");
  await said.filter({ hasText: "This file could not be written." }).waitFor();
  await reach(page, "done");
  await context.unroute(pattern);
  const [download] = await Promise.all([page.waitForEvent("download"), csv.click()]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  await said.filter({ hasText: " is saved, " }).waitFor();
  await close();
});

test("a worker of another version asks for the page to be loaded again", async () => {
  const { page, context, close } = await shop.visitor();
  const pattern = "**/makespan-worker_loader.js*";
  await context.route(pattern, (route) =>
    route.fulfill({ contentType: "text/javascript", body: 'postMessage([JSON.stringify({ ready: { version: "0.0.0" } })]);' }),
  );
  await open(page, shop.site.url + short("peaks-replicate", { seed: 9 }), "outdated");
  assert.match(await page.locator("#status").textContent(), /Load it again/);
  await context.unroute(pattern);
  await page.getByRole("button", { name: "Load again" }).click();
  await reach(page, "done");
  assert.equal(await page.locator("#p-seed").inputValue(), "9");
  await close();
});

test("every document that can be opened by itself carries the policy", async () => {
  // Pictures are parts of a document: the first script of the page inserts them.
  const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".html") && !name.startsWith("pictures"));
  assert.ok(files.some((name) => name.startsWith("explanations")) && files.length > 10, `${files}`);
  for (const name of files) {
    const head = (await readFile(path.join(dist, name), "utf8")).slice(0, 2_000);
    assert.match(head, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'/, name);
  }
  const { page, trouble, close } = await shop.visitor();
  await page.goto(`${shop.site.url}explanations/${path.basename(files.find((name) => name.startsWith("explanations")))}`);
  await page.getByRole("heading", { name: "The question" }).waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("a script that got into the document by mistake does not run, and nothing is loaded from elsewhere", async () => {
  const { page, close } = await shop.visitor({ elsewhere: ["example.org"] });
  await open(page, shop.site.url + short("quiet-equal"));
  const found = await page.evaluate(async () => {
    const violated = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violated.push(effectiveDirective));
    const within = document.createElement("div");
    within.innerHTML = `<img src="x" onerror="globalThis.ran = 1"><img src="https://example.org/x.png">`;
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = 2";
    const form = Object.assign(document.createElement("form"), { action: "https://example.org/" });
    within.append(script, form);
    document.body.append(within);
    await fetch("https://example.org/").catch(() => {});
    await new Promise((done) => setTimeout(done, 200));
    return { ran: globalThis.ran, violated: [...new Set(violated)].sort() };
  });
  assert.deepEqual(found, { ran: undefined, violated: ["connect-src", "img-src", "script-src-attr", "script-src-elem"] });
  await close();
});
