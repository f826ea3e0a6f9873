// Makespan's models for scripts. A program without models is loaded at once, that of a laboratory when a scenario of it is run.
import { open } from "./api.js";

export { FileNeededError, LinkError, MakespanError, ParameterError } from "./errors.js";
export const { version, run, runInWorker, evaluate, quantities, schema, presets, toSvg, encodeLink, decodeLink } = await open("none");
