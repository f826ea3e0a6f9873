// A plan: read from a file, and run point by point in workers, where it is small enough.
import { parse } from "smol-toml";
import { Runner, must } from "./workers.mjs";

/** The most points that the page runs. */
export const MOST = 1_000;
/** The most bytes of a plan. */
const LARGEST = 5_000_000;
/** The most workers. */
const WORKERS = 4;

/** Reads a plan from a file in TOML or JSON; returns it with its description. */
export async function read(file) {
  if (file.size > LARGEST) throw new Error(`It has ${Math.ceil(file.size / 1e6)} MB; allowed: at most ${LARGEST / 1e6} MB.`);
  const text = (await file.text()).replace(/^\ufeff/, "");
  const json = text.trimStart().startsWith("{");
  let plan;
  try {
    plan = json ? JSON.parse(text) : parse(text);
  } catch (error) {
    throw new Error(`This is not ${json ? "JSON" : "TOML"}: ${error.message.split("\n")[0]}`);
  }
  if (plan?.makespan !== undefined && plan.plan === undefined) throw new Error("This is a scenario: drop it on the page itself, or open it by “Open scenario”.");
  return { plan, ...(await about(plan)) };
}

/** The description of a plan. */
export const about = (plan) => must(`{"plan":{"plan":${JSON.stringify(plan)}}}`);

/** The points of a plan from `from` on, with their links. */
export const points = (plan, from, count) => must(`{"points":{"plan":${JSON.stringify(plan)},"from":${from},"count":${count}}}`);

/** A value of an axis as a table has it: a choice that holds parameters of its own is called by its name. */
const cell = (value) => (Array.isArray(value) ? JSON.stringify(value) : typeof value === "object" && value ? Object.keys(value)[0] : value);

/** Runs all points of a plan. `hear` gets the names of the columns and the rows so far, as “makespan sweep” writes them. */
export async function run({ plan, laboratory, axes, points: count }, hear, stopped) {
  const waiting = await points(plan, 0, count);
  const figures = [];
  const done = [];
  const name = ({ key, unit }) => (figures.some((one) => one.key === key && one.unit !== unit) ? `${key}_${unit}` : key);
  const see = (figure) => {
    let known = figures.find(({ key, unit }) => key === figure.key && unit === figure.unit);
    if (!known) figures.push((known = { key: figure.key, unit: figure.unit, name: name(figure), ends: false }));
    known.ends ||= Boolean(figure.interval);
  };
  const tell = () => {
    const own = figures.flatMap(({ name, ends }) => (ends ? [name, `${name}_low`, `${name}_high`] : [name]));
    const names = ["point", ...axes.map(({ parameter }) => parameter), "fingerprint", "refusal", ...own];
    const rows = done.sort((a, b) => a.place - b.place).map(({ place, values, fingerprint, refusal, all = [] }) => {
      const numbers = figures.flatMap(({ key, unit, ends }) => {
        const one = all.find((figure) => figure.key === key && figure.unit === unit);
        return ends ? [one?.value, one?.interval?.low, one?.interval?.high] : [one?.value];
      });
      return [place, ...values.map(cell), fingerprint, refusal, ...numbers];
    });
    return hear(names, rows);
  };
  const work = async () => {
    const runner = new Runner();
    stopped.addEventListener("abort", () => runner.end(), { once: true });
    try {
      for (let point = waiting.shift(); point && !stopped.aborted; point = waiting.shift()) {
        const { place, values, outcome: { Ok: scenario, Err: refusal } } = point;
        try {
          if (!scenario) throw new Error(refusal);
          const { report, fingerprint } = await runner.run(laboratory, scenario.setup);
          // The figures of a run that its own strategy stopped are those of its beginning.
          if (report.stopped) throw new Error(report.stopped.said);
          report.figures.forEach(see);
          done.push({ place, values, fingerprint, all: report.figures });
        } catch (error) {
          if (stopped.aborted) return;
          done.push({ place, values, refusal: error.message });
        }
        tell();
      }
    } finally {
      runner.end();
    }
  };
  const cores = Math.max(1, Math.min(WORKERS, (navigator.hardwareConcurrency || 2) - 1));
  await Promise.all(Array.from({ length: cores }, work));
}
