// The first preset of each laboratory, by the command's list.
import { run } from "./lecture.mjs";
import { makespan } from "./page.mjs";

/** The parts of a scenario beside its laboratory. */
const VIEWS = ["makespan", "compare", "sweep", "focus", "result"];

/** Their names; none without the command. */
export async function firsts() {
  if (!makespan) return [];
  const { stdout } = await run(makespan, ["presets", "--json"], { maxBuffer: 1 << 28 });
  const first = new Map();
  for (const { name, scenario } of JSON.parse(stdout)) {
    const laboratory = Object.keys(scenario).find((key) => !VIEWS.includes(key));
    if (!first.has(laboratory)) first.set(laboratory, name);
  }
  return [...first.values()];
}
