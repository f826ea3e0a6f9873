// Long runs: the page stays awake, and stops when it is told to.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { broken, change, fingerprint, open, reach, short, workshop } from "./page.mjs";

let shop, visitor, page;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  page = visitor.page;
});
after(() => shop?.close());

/** The longest run that can be asked for. */
const LONGEST = "#p=set-two-replicate&processors=64&copies=1&iterations=10000&runs=1000";

async function long() {
  await page.goto("about:blank");
  await open(page, shop.site.url + short("peaks-replicate"));
  await page.evaluate((hash) => (location.hash = hash), LONGEST);
  await page.locator("[role=progressbar]").waitFor();
}

test("a long run shows that it is under way and dims the last result", async () => {
  await long();
  await page.locator("#cancel").waitFor({ state: "visible" });
  assert.equal(await page.locator("main").getAttribute("aria-busy"), "true");
  assert.match(await page.locator(".result").getAttribute("class"), /stale/);
  assert.match(await page.locator("h1").textContent(), /copies/i);
  assert.deepEqual(await broken(page), []);
});

test("the page stays awake while a long run goes on", async () => {
  const lag = await page.evaluate(async () => {
    let worst = 0;
    for (let tick = 0; tick < 20; tick++) {
      const start = performance.now();
      await new Promise((done) => setTimeout(done, 20));
      worst = Math.max(worst, performance.now() - start - 20);
    }
    return worst;
  });
  console.log(`the longest that the page kept a timer waiting during a run: ${lag.toFixed(1)} ms`);
  assert.ok(lag < 250, `${lag} ms`);
});

test("cancel is idle within 100 ms, says so and offers to run again", async () => {
  const times = [];
  for (let again = 0; again < 5; again++) {
    await long();
    times.push(
      await page.evaluate(
        () =>
          new Promise((done) => {
            const main = document.querySelector("main");
            const start = performance.now();
            new MutationObserver((_, observer) => {
              if (main.dataset.phase !== "cancelled") return;
              observer.disconnect();
              done(performance.now() - start);
            }).observe(main, { attributes: true });
            document.querySelector("#cancel").click();
          }),
      ),
    );
  }
  console.log(`from click to idle: ${times.map((time) => time.toFixed(1)).join(", ")} ms`);
  assert.ok(Math.max(...times) <= 100, `${times}`);
  assert.match(await page.locator("#status").textContent(), /cancelled.*Run again/s);
  assert.equal(await page.locator("[role=progressbar]").isVisible(), false);
  assert.equal(await page.locator("#cancel").isVisible(), false);
  assert.deepEqual(await broken(page), []);
});

test("cancel is pressed by a real pointer, right after a change", async () => {
  for (let again = 0; again < 5; again++) {
    await page.goto("about:blank");
    await open(page, shop.site.url + short("set-two-replicate", { copies: 1 }));
    for (const [name, value] of [["processors", 64], ["iterations", 10_000], ["runs", 1_000]]) {
      await page.locator(`#p-${name}`).fill(String(value));
    }
    await page.locator("#cancel").click();
    await reach(page, "cancelled");
    assert.equal(await page.locator(".notice").count(), 0);
  }
});

test("after three seconds the page says how far a run is and asks; the answer lets it go on or stops it", async () => {
  await long();
  await page.locator("#go-on").waitFor();
  const status = page.locator("#status");
  assert.match(await status.textContent(), /Go on with this run\?.*\d+\s%\sis done after \d+\ss; at this pace.*stops after 60\ss/s);
  assert.equal(await page.locator(".page > p.unseen[role=status]").textContent(), "Go on with this run?");
  assert.deepEqual(await broken(page), []);
  await page.locator("#go-on").click();
  await page.locator("#go-on").waitFor({ state: "detached" });
  assert.match(await status.textContent(), /The run goes on.*is done after/s);
  await page.locator("#cancel").click();
  await reach(page, "cancelled");

  await page.getByRole("button", { name: "Run again" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await reach(page, "cancelled");
  assert.match(await page.locator("h1").textContent(), /copies/i);
});

test("run again runs the same scenario", async () => {
  await long();
  await page.locator("#cancel").click();
  await page.getByRole("button", { name: "Run again" }).click();
  await page.locator("[role=progressbar]").waitFor();
  await page.locator("#cancel").click();
  await reach(page, "cancelled");
});

test("the next run starts at once, because a spare worker is ready", async () => {
  await long();
  await page.locator("#cancel").click();
  const start = Date.now();
  await change(page, () => page.evaluate((hash) => (location.hash = hash), short("peaks-replicate", { seed: 5 })));
  console.log(`from cancel to the result of a short run: ${Date.now() - start} ms`);
});

test("a change ends the long run in flight", async () => {
  await long();
  await change(page, () => page.evaluate((hash) => (location.hash = hash), short("peaks-replicate", { seed: 6 })));
  await fingerprint(page);
  assert.equal(await page.locator("#p-seed").inputValue(), "6");
});

test("nothing went wrong on the way", () => assert.deepEqual(visitor.trouble, []));
