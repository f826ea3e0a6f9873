// A reader's progress, kept on this device alone; a file takes it elsewhere.
import { keep, kept } from "./kept.mjs";

const KEY = "makespan.lessons";
const VERSION = 1;

/**
 * `{lesson: {at, answered: {screen: {right}}, given: {screen: {tries, hints, shown}}, runs: {scenario: fingerprint}}}`; a device that
 * keeps nothing starts anew each time. The name `null` is that of an author's preview, whose progress is not kept.
 */
let known = {};
/** Whether the device keeps the progress. */
let keeps = true;

/** The progress on the device, which another tab may have changed; nothing where the device keeps none, or a damaged one. */
function stored() {
  try {
    return valid(JSON.parse(kept(KEY))?.lessons);
  } catch {
    return undefined;
  }
}

const all = () => (keeps ? stored() : undefined) ?? known;

/** Progress of this shape, or nothing. */
function valid(lessons) {
  const is = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const count = (value) => Number.isInteger(value) && value >= 0;
  const every = (part, good) => is(part) && Object.values(part).every(good);
  const answer = (one) => is(one) && typeof one.right === "boolean";
  const given = (one) => is(one) && Array.isArray(one.tries) && count(one.hints ?? 0) && typeof (one.shown ?? false) === "boolean";
  const run = (one) => typeof one === "string";
  // A lesson without these parts has no guesses, or no runs.
  const part = (of, good) => of === undefined || every(of, good);
  const lesson = (one) => is(one) && count(one.at) && every(one.answered, answer) && part(one.given, given) && part(one.runs, run);
  return every(lessons, lesson) ? lessons : undefined;
}

const file = (lessons) => JSON.stringify({ "makespan-lessons": VERSION, lessons });

function write(lessons) {
  known = lessons;
  keeps = keep(KEY, file(lessons));
}

export const of = (name) => ({ at: 0, answered: {}, given: {}, runs: {}, ...all()[name] });

function change(name, what) {
  if (name !== null) write({ ...all(), [name]: { ...of(name), ...what } });
}

export const reach = (name, at) => change(name, { at });

export function answer(name, screen, right) {
  change(name, { answered: { ...of(name).answered, [screen]: { right } } });
}

/** Keeps a step at a question: `{guess}`, `{hint: true}` or `{shown: true}`. An entry after the answer was shown is no guess. */
export function give(name, screen, { guess, hint, shown }) {
  const { given } = of(name);
  const { tries = [], hints = 0, shown: before = false } = given[screen] ?? {};
  const now = { tries: guess === undefined || before ? tries : [...tries, guess], hints: hints + (hint ? 1 : 0), shown: before || Boolean(shown) };
  change(name, { given: { ...given, [screen]: now } });
}

/** Keeps the fingerprint of a scenario's result. */
export function ran(name, scenario, fingerprint) {
  const { runs } = of(name);
  if (runs[scenario] !== fingerprint) change(name, { runs: { ...runs, [scenario]: fingerprint } });
}

/** All progress as the text of a file. */
export const text = () => file(all());

/** Takes a file's progress in place of the present one; returns the fault of a file without progress. */
export function take(file) {
  let read;
  try {
    read = JSON.parse(file);
  } catch {
    return "This file is not JSON. Choose a file that “Save progress” wrote.";
  }
  if (read?.["makespan-lessons"] !== VERSION) return `This file holds no progress of lessons, version ${VERSION}.`;
  const lessons = valid(read.lessons);
  if (!lessons) return "The progress in this file is damaged.";
  write(lessons);
  return null;
}
