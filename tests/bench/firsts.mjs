// The first preset of each laboratory, which stands for it in a benchmark of the page.
import { execFileSync } from "node:child_process";
import { makespan } from "../browser/page.mjs";

const presets = JSON.parse(execFileSync(makespan, ["presets", "--json"], { maxBuffer: 1 << 28 }));

/** By the laboratory's name. */
export const first = new Map();
for (const { name, scenario } of presets) {
  const laboratory = Object.keys(scenario).find((key) => key !== "makespan");
  if (!first.has(laboratory)) first.set(laboratory, name);
}
