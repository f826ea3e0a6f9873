// As makespan.js, for those who run scenarios of the laboratory of replication: one program is loaded, with its models.
import { open } from "./api.js";

export { FileNeededError, LinkError, MakespanError, ParameterError } from "./errors.js";
export const { version, run, runInWorker, evaluate, quantities, schema, presets, toSvg, encodeLink, decodeLink } = await open("replication");
