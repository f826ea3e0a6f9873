// Contests of strategies: the laboratories' workers run the cases, and the program that the command has, too, draws and ranks them.
import { make as runs, program } from "../workers/runs.mjs";

/** The number of workers that share the cases: one core is left for the page. */
const HANDS = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

/** Reads a challenge: its data for the page, or `{problems}`, each with `line` and `message`. */
export async function read(source) {
  const { Arena } = await program();
  try {
    const arena = new Arena(source);
    const about = JSON.parse(arena.about());
    arena.free();
    return about;
  } catch (problems) {
    if (typeof problems !== "string") throw problems;
    return { problems: JSON.parse(problems) };
  }
}

/**
 * Runs a strategy in the public cases, or in the hidden ones that are drawn from its text: the ranking, and for hidden cases the file of
 * the result. Throws words where a built-in way fails. Another contest ends this one. `tell` gets the numbers of finished and of all runs.
 */
export async function compete(source, { code, name, hidden = false, tell }) {
  const { Arena } = await program();
  const arena = new Arena(source);
  try {
    arena.begin(code, name, hidden);
    // The challenge sets the time limit, and the words for a slow strategy.
    const { seconds } = JSON.parse(arena.about());
    await runs(arena, { hands: HANDS, seconds, slow: arena.tooSlow(), tell });
    return { ranking: JSON.parse(arena.ranking()), file: hidden ? arena.submission() : null };
  } finally {
    arena.free();
  }
}
