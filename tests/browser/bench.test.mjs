// The mechanism of the benchmarks of WebAssembly, with a program of one instruction.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const script = fileURLToPath(new URL("../bench/wasm.mjs", import.meta.url));
/** A program whose part n returns n. */
const PROGRAM = Buffer.from("0061736d0100000001060160017f017c03020100070b01076d65617375726500000a070105002000b80b", "hex");

let folder;
before(async () => (folder = await mkdtemp(path.join(tmpdir(), "makespan-bench-"))));
after(() => rm(folder, { recursive: true, force: true }));

/** Measures a part whose native sum is this one, and returns the records. */
async function measured(sum) {
  const [program, figures] = ["program.wasm", "figures.jsonl"].map((name) => path.join(folder, name));
  await writeFile(program, PROGRAM);
  const native = { name: "a part", unit: "million events/s", runs: [2], same: { part: 3, sum, number: 4 } };
  await writeFile(figures, `${JSON.stringify(native)}\n`);
  await promisify(execFile)(process.execPath, [script, program, "1.5"], { env: { ...process.env, FIGURES: figures, QUICK: "1" } });
  return (await readFile(figures, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
}

test("a part is measured in Node and in Chromium beside the native figure", async () => {
  const [, ...records] = await measured(3);
  assert.deepEqual(records.map(({ name, unit, peer, least }) => [name, unit, peer, least]), [
    ["a part, WebAssembly in Node", "million events/s", { name: "native", runs: [2] }, 1 / 1.5],
    ["a part, WebAssembly in Chromium", "million events/s", { name: "native", runs: [2] }, 1 / 1.5],
  ]);
  for (const { runs } of records) assert.ok(runs.length === 1 && runs[0] > 0, `${runs}`);
});

test("a part that comes to another sum than natively is refused", async () => {
  await assert.rejects(measured(4), /a part: 3 here, 4 natively/);
});
