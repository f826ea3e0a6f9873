// What a reader has done, kept on this device alone; a file takes it elsewhere.

const KEY = "makespan.lessons";
const VERSION = 1;

/**
 * `{lesson: {at, answered: {screen: {right}}, given: {screen: {tries, hints, shown}}, runs: {scenario: fingerprint}}}`; a device that
 * keeps nothing starts anew each time. The name `null` is that of an author's preview, of which nothing is kept.
 */
let kept = read();

function read() {
  try {
    return valid(JSON.parse(localStorage.getItem(KEY))?.lessons) ?? {};
  } catch {
    return {};
  }
}

/** Progress of this shape, or nothing. */
function valid(lessons) {
  const is = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const one = (lesson) => is(lesson) && Number.isInteger(lesson.at) && lesson.at >= 0 && is(lesson.answered) && Object.values(lesson.answered).every((answer) => is(answer) && typeof answer.right === "boolean");
  const given = (lesson) => Object.values(lesson.given ?? {}).every((one) => is(one) && Array.isArray(one.tries));
  return is(lessons) && Object.values(lessons).every((lesson) => one(lesson) && given(lesson)) ? lessons : undefined;
}

function write() {
  try {
    localStorage.setItem(KEY, text());
  } catch {
    // The device keeps nothing.
  }
}

export const of = (name) => ({ at: 0, answered: {}, given: {}, runs: {}, ...kept[name] });

function change(name, what) {
  if (name === null) return;
  kept = { ...kept, [name]: { ...of(name), ...what } };
  write();
}

export const reach = (name, at) => change(name, { at });

export function answer(name, screen, right) {
  change(name, { answered: { ...of(name).answered, [screen]: { right } } });
}

/** What was given to a question: `{guess}`, `{hint: true}` or `{shown: true}`. */
export function give(name, screen, { guess, hint, shown }) {
  const { given } = of(name);
  const { tries = [], hints = 0, shown: before = false } = given[screen] ?? {};
  const now = { tries: guess === undefined ? tries : [...tries, guess], hints: hints + (hint ? 1 : 0), shown: before || Boolean(shown) };
  change(name, { given: { ...given, [screen]: now } });
}

/** What a scenario came to. */
export function ran(name, scenario, fingerprint) {
  if (of(name).runs[scenario] !== fingerprint) change(name, { runs: { ...of(name).runs, [scenario]: fingerprint } });
}

/** All progress as the text of a file. */
export const text = () => JSON.stringify({ "makespan-lessons": VERSION, lessons: kept });

/** Takes a file's progress in place of the present one; says what is wrong where it is none. */
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
  kept = lessons;
  write();
  return null;
}
