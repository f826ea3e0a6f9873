// The benchmark of crates/replication as WebAssembly, in Node, whose engine is that of Chromium.
//
// Usage: node replication.mjs STRATEGIES.wasm FOLDER, where FOLDER has the figures.json of the native run.
import { readFile } from "node:fs/promises";
import path from "node:path";

const [, , program, folder] = process.argv;
const native = JSON.parse(await readFile(path.join(folder, "figures.json"), "utf8"));
const { instance } = await WebAssembly.instantiate(await readFile(program), {});
console.log(`\nAs WebAssembly, in Node ${process.versions.node} (V8 ${process.versions.v8})\n`);
console.log(`${"".padEnd(34)} ${"s".padStart(9)} ${"native, s".padStart(9)} ${"ratio".padStart(6)} ${"reach".padStart(6)}`);
for (const [part, { name, seconds, sum }] of Object.entries(native)) {
  let best = Infinity;
  const began = performance.now();
  for (let rounds = 0; rounds === 0 || (part > 0 && rounds < 10 && performance.now() - began < 3_000); rounds += 1) {
    const start = performance.now();
    const found = instance.exports.measure(Number(part));
    best = Math.min(best, (performance.now() - start) / 1000);
    if (!Object.is(found, sum)) throw new Error(`${name}: ${found} here, ${sum} natively`);
  }
  const figures = [best.toFixed(3).padStart(9), seconds.toFixed(3).padStart(9), (best / seconds).toFixed(2).padStart(6)];
  console.log(`${name.padEnd(34)} ${figures.join(" ")} ${"≤ 1.5".padStart(6)}`);
}
