// Records for `cargo xtask bench` (see crates/gauge). FIGURES names the file of records; where QUICK is set, one run is enough.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const file = process.env.FIGURES;
export const quick = Boolean(process.env.QUICK);

/** How often something is measured. */
export const RUNS = quick ? 1 : 5;

/** The value that half of the values do not exceed. */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Keeps a figure: `name`, `unit`, `runs`, and, where there are such, `reach`, `peer` and `least`. */
export function figure(record) {
  if (file) appendFileSync(file, `${JSON.stringify(record)}\n`);
}

/** The kept figures. */
export function kept() {
  const lines = file && existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}
