// The benchmark of a crate as WebAssembly, in Node, whose engine is that of Chromium.
//
// Usage: node wasm.mjs PROGRAM.wasm FOLDER REACH, where FOLDER has the figures.json of the native run: by part its name, its
// seconds, the sum that it has to come to, and whether it is there `once`; REACH is the most times that it may take as long.
import { readFile } from "node:fs/promises";
import path from "node:path";

const [, , program, folder, reach] = process.argv;
const native = JSON.parse(await readFile(path.join(folder, "figures.json"), "utf8"));
const { instance } = await WebAssembly.instantiate(await readFile(program), {});
console.log(`\nAs WebAssembly, in Node ${process.versions.node} (V8 ${process.versions.v8})\n`);
console.log(`${"".padEnd(34)} ${"s".padStart(9)} ${"native, s".padStart(9)} ${"ratio".padStart(6)} ${"reach".padStart(6)}`);
for (const [part, { name, seconds, sum, once }] of Object.entries(native)) {
  let best = Infinity;
  const began = performance.now();
  for (let rounds = 0; rounds === 0 || (!once && rounds < 10 && performance.now() - began < 3_000); rounds += 1) {
    const start = performance.now();
    const found = instance.exports.measure(Number(part));
    best = Math.min(best, (performance.now() - start) / 1000);
    if (!Object.is(found, sum)) throw new Error(`${name}: ${found} here, ${sum} natively`);
  }
  const figures = [best.toFixed(4).padStart(9), seconds.toFixed(4).padStart(9), (best / seconds).toFixed(2).padStart(6)];
  console.log(`${name.padEnd(34)} ${figures.join(" ")} ${`≤ ${reach}`.padStart(6)}`);
}
