// What a reader has done, kept on this device alone; a file takes it elsewhere.

const KEY = "makespan.lessons";
const VERSION = 1;

/** `{lesson: {at, answered: {screen: {right}}}}`; a device that keeps nothing starts anew each time. */
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
  return is(lessons) && Object.values(lessons).every(one) ? lessons : undefined;
}

function write() {
  try {
    localStorage.setItem(KEY, text());
  } catch {
    // The device keeps nothing.
  }
}

export const of = (name) => kept[name] ?? { at: 0, answered: {} };

export function reach(name, at) {
  kept = { ...kept, [name]: { ...of(name), at } };
  write();
}

export function answer(name, screen, right) {
  const { at, answered } = of(name);
  kept = { ...kept, [name]: { at, answered: { ...answered, [screen]: { right } } } };
  write();
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
