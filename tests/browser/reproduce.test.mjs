// The same link gives the same numbers in the browser and in a terminal.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { fingerprint, link, makespan, open, short, workshop } from "./page.mjs";

const run = promisify(execFile);

let shop, visitor, page;

before(async () => {
  shop = await workshop();
  visitor = await shop.visitor();
  page = visitor.page;
});
after(() => shop?.close());

/** On a developer's machine the command may not be built yet; where everything is to be tested it must be. */
const skip = makespan || process.env.CI ? false : "MAKESPAN is not set";

async function same(fragment) {
  assert.ok(makespan, "MAKESPAN names the command");
  await page.goto("about:blank");
  await open(page, shop.site.url + fragment);
  const { stdout } = await run(makespan, ["run", fragment, "--json"], { maxBuffer: 1e9 });
  assert.equal(await fingerprint(page), JSON.parse(stdout).fingerprint, fragment);
  // The address that the page made of it is the same scenario.
  const written = await run(makespan, ["run", page.url(), "--json"], { maxBuffer: 1e9 });
  assert.equal(await fingerprint(page), JSON.parse(written.stdout).fingerprint, page.url());
}

/** The digest of traces by their content: counts, names and the bits of the values. */
function digest(series) {
  const hash = createHash("sha256");
  const word = (write) => {
    const bytes = Buffer.alloc(8);
    write(bytes);
    hash.update(bytes);
  };
  const count = (number) => word((bytes) => bytes.writeBigUInt64LE(BigInt(number)));
  count(series.length);
  for (const { name, runtimes } of series) {
    count(Buffer.byteLength(name));
    hash.update(name);
    count(runtimes.length);
    for (const runtime of runtimes) word((bytes) => bytes.writeDoubleLE(runtime));
  }
  return hash.digest("hex");
}

test("variations have one fingerprint", { skip }, async () => {
  await same(short("peaks-replicate", { processors: 7, copies: 7, replication: "causal" }));
  await same(short("switches-dynamic", { rebalance_every: 3, noise: 1.7, synchronisation: "neighbours" }));
  await same(short("set-two-replicate", { strategy: "equal", seed: "18446744073709551615", problem_size: 0.123456789 }));
  await same(short("peaks-replicate", { traces: "telaviv01", trace_mean: 98765.4321, smoothing: 0.1 }));
});

test("traces that travel in a link have one fingerprint, to the last bit", { skip }, async () => {
  // Numbers that need all seventeen digits.
  const series = Array.from({ length: 4 }, (_, node) => ({
    name: `node ${node}`,
    runtimes: Array.from({ length: 120 }, (_, job) => 2000 + 1000 * Math.abs(Math.sin(node * 1000 + job)) + 1 / 3),
  }));
  const own = { name: "own.csv", digest: digest(series), nodes: 4, jobs: 120, series };
  await same(link({ makespan: 1, replication: { traces: { own }, processors: 4, iterations: 100, runs: 3 } }, { deflateRawSync }));
});

test("a sweep and variants that need one measured set after the other have one fingerprint", { skip }, async () => {
  const replication = { traces: "quiet", processors: 4, iterations: 60, runs: 3 };
  const sweep = [{ traces: ["quiet", "set-one", "shared", "bursts"] }];
  await same(link({ makespan: 1, replication, sweep }, { deflateRawSync }));
  await same(link({ makespan: 1, replication, compare: [{ traces: "shared" }, { traces: "bursts" }] }, { deflateRawSync }));
});

test("a synthetic node of one's own has one fingerprint", { skip }, async () => {
  const synthetic = { level_sd: 0.6, level_duration: 40, autocorrelation: 0.7, noise_sd: 0.1, slow_probability: 0.05 };
  const replication = { traces: { synthetic }, processors: 4, iterations: 100, runs: 3 };
  await same(link({ makespan: 1, replication }, { deflateRawSync }));
});
