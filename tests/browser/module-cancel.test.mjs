// Runs of the module are stopped at any time: how soon, in Node and in a page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LONG, failure, makespan, open, shut, sites } from "./module.mjs";

let all;
before(async () => (all = await sites()));
after(async () => {
  await shut();
  await all?.close();
});

test("a run in a worker ends within 100 ms of the signal, and others go on", async () => {
  const stop = new AbortController();
  let aborted;
  const stopped = failure(() =>
    makespan.runInWorker(LONG, {
      signal: stop.signal,
      onProgress() {
        aborted ??= performance.now();
        stop.abort();
      },
    }),
  );
  const other = makespan.runInWorker("quiet-equal");
  assert.equal(await stopped, stop.signal.reason);
  assert.ok(performance.now() - aborted < 100);
  assert.equal((await other).fingerprint, (await makespan.run("quiet-equal")).fingerprint);
});

test("in a page a worker's run ends within 100 ms of the signal while the page lives", async () => {
  const { page, close } = await open(all.own.url);
  try {
    const [name, took] = await page.evaluate(async (scenario) => {
      const { runInWorker } = await import("./module/makespan.js");
      const stop = new AbortController();
      let aborted;
      try {
        await runInWorker(scenario, {
          signal: stop.signal,
          onProgress: () => requestAnimationFrame(() => ((aborted ??= performance.now()), stop.abort())),
        });
      } catch (error) {
        return [error.name, performance.now() - aborted];
      }
    }, LONG);
    assert.equal(name, "AbortError");
    assert.ok(took < 100, `${took} ms`);
  } finally {
    await close();
  }
});
