// The module's files beside its scripts: programs, and the measured sets that scenarios may have.

/** A file, wherever the module is. */
export async function bytes(address) {
  if (address.protocol === "file:") return (await import("node:fs/promises")).readFile(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} could not be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

/** The language of own strategies: takes bytes, and returns bytes, or nothing where it broke down. */
async function language() {
  const program = await import("./programs/makespan-language.js");
  const compiled = await bytes(new URL("./programs/makespan-language_bg.wasm", import.meta.url));
  await program.default({ module_or_path: compiled });
  return (request) => {
    try {
      return program.answer(request);
    } catch {
      // Its memory is not to be trusted: a new instance takes its place, and the run is told.
      program.__wbg_reset_state();
      return undefined;
    }
  };
}

/** Runs, and loads missing files for the program: the files of measured sets, and the language of own strategies, are loaded when a scenario has them. */
export async function complete({ run, give, giveLanguage }, scenario, columns, observe) {
  for (const given = new Set(); ; ) {
    try {
      return run(scenario, columns, observe);
    } catch (error) {
      if (error?.code === "language-needed" && !given.has("language")) {
        giveLanguage(await language());
        given.add("language");
        continue;
      }
      const set = error?.measured;
      if (set === undefined || given.has(set)) throw error;
      give(set, new Uint8Array(await bytes(new URL(`./measured/${set}.bin`, import.meta.url))));
      given.add(set);
    }
  }
}
