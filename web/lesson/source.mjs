// Lessons from their source: read, checked and built here by the program that the command has, too. The laboratories' workers run
// the scenarios. The program is loaded when the first Markdown file is opened or written.
import { make, program } from "../workers/runs.mjs";
import { checked } from "./safe.mjs";

export { program };

/** A scenario that takes longer is a fault of the lesson, s. */
const PATIENCE = 60;

/**
 * Builds a lesson from its source, with seeds raised by `seed`: `{lesson, answers}` without anything unsafe, or `{problems}`, each with
 * `line` and `message`; null where it was given up meanwhile. `tell` gets the numbers of finished and of all runs.
 */
export async function compile(text, { seed = 0, signal, tell } = {}) {
  const { Draft } = await program();
  if (signal?.aborted) return null;
  let draft;
  try {
    draft = new Draft(text, seed);
  } catch (problems) {
    if (typeof problems !== "string") throw problems;
    return { problems: JSON.parse(problems) };
  }
  try {
    await make(draft, { seconds: PATIENCE, tell });
    if (signal?.aborted) return null;
    const built = JSON.parse(draft.finish());
    return built.problems ? built : checked(built);
  } finally {
    draft.free();
  }
}

/** The largest seed. */
export const LARGEST_SEED = 1_000_000_000;

/**
 * Marks answers with one seed to a lesson, given by its source: for each a `remark` and `marks`, without marks where it is no answer to
 * this lesson. `tell` gets the numbers of finished and of all runs.
 */
export async function marked(text, seed, answers, { tell } = {}) {
  const { Draft } = await program();
  let draft;
  try {
    draft = new Draft(text, seed);
  } catch (problems) {
    if (typeof problems !== "string") throw problems;
    const [{ line, message }] = JSON.parse(problems);
    return answers.map(() => ({ remark: `seed ${seed} does not fit the lesson: line ${line}: ${message}`, marks: [] }));
  }
  try {
    const texts = answers.map((one) => JSON.stringify(one));
    const remarks = texts.map((text) => draft.foreign(text));
    if (!remarks.every(Boolean)) await make(draft, { seconds: PATIENCE, tell });
    return remarks.map((remark, place) => (remark ? { remark, marks: [] } : JSON.parse(draft.marks(texts[place]))));
  } finally {
    draft.free();
  }
}

/** Whether a file is a lesson's source; a built lesson is JSON. */
export const isSource = (text, name = "") => !name.endsWith(".json") && !text.replace(/^\uFEFF/, "").trimStart().startsWith("{");
