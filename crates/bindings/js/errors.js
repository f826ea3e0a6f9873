// The module's errors.

/** Anything that the models refuse; `code` names its kind. */
export class MakespanError extends Error {
  constructor(code, message) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** Values that are not allowed: each with its place and the allowed values. */
export class ParameterError extends MakespanError {
  constructor(message, problems) {
    super("parameters", message);
    this.problems = problems;
    /** Of the first problem. */
    this.place = problems[0]?.place ?? "";
    this.value = problems[0]?.value ?? "";
    this.allowed = problems[0]?.allowed ?? "";
  }
}

/** A link that cannot be read or written. */
export class LinkError extends MakespanError {}

/** The scenario speaks of a file of traces that has to be given as `traces`. */
export class FileNeededError extends MakespanError {
  constructor(message, file) {
    super("file-needed", message);
    this.file = file;
  }
}

/** The error for a value that the program threw. */
export function revive(thrown) {
  if (thrown instanceof WebAssembly.RuntimeError) return new MakespanError("fault", `a fault in the program (${thrown.message})`);
  if (thrown instanceof Error || typeof thrown?.code !== "string") return thrown;
  const { code, message, problems, file } = thrown;
  if (code === "parameters") return new ParameterError(message, problems);
  if (code === "file-needed") return new FileNeededError(message, file);
  if (code.startsWith("link-")) return new LinkError(code, message);
  return new MakespanError(code, message);
}
