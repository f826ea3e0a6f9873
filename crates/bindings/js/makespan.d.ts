import type {
  Header,
  OwnedColumns,
  PresetName,
  QuantityName,
  QuantityParameters,
  Report,
  Scenario,
  SvgOptions,
} from "./types.js";

export type * from "./types.js";

/** The version of this module. */
export const version: string;

/** A scenario as an object, as JSON text, as a link or its part from the `#` on, or the name of a preset. */
export type ScenarioLike = Scenario | PresetName | (string & {});

/** Your own job runtimes. */
export interface OwnTraces {
  /** Their name. Default: "traces". */
  name?: string;
  /** For each node its job runtimes in order, in ms, above zero. Pairs, or a `Map`, keep the order of nodes whose names
   * are numbers. */
  nodes: Record<string, ArrayLike<number>> | Iterable<readonly [string, ArrayLike<number>]>;
}

export interface RunOptions {
  /** Called after each part of the work. An exception from it ends the run. */
  onProgress?(done: number, total: number): void;
  /** Ends the run: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Traces to run on instead of the scenario's own, or the file that the scenario asks for. */
  traces?: OwnTraces;
}

/** A schedule. Times are in the unit that its header names; row *i* of every column but `lane_offsets` is span *i*. */
export interface Schedule {
  header: Header;
  columns: Required<OwnedColumns>;
}

/** The result of a run. */
export interface Result {
  /** The whole scenario of the run, as a link would carry it. */
  scenario: Scenario;
  /** Its link, from the `#` on; nothing where it is too large for one. */
  link: string | null;
  /** A SHA-256 over the bits of every number: equal where the page or the command line ran the same. */
  fingerprint: string;
  /** The line at the foot of its figures: version, scenario, fingerprint. */
  imprint: string;
  report: Report;
  /** One run, as spans on lanes, where the laboratory has schedules. */
  schedule: Schedule | null;
  /** The schedules of variants, where variants are compared: the name of the first, and the others. */
  beside: { base: string; variants: { name: string; schedule: Schedule }[] } | null;
  /** The changes of the scenario that the traces required, in words. */
  changes: string[];
  /** The places of values that only a newer version knows: the run ignores them, the link keeps them. */
  unknown: string[];
}

/**
 * Runs a scenario here. While it computes nothing else runs here: a signal that is aborted by an event is heard only
 * afterwards, one that `onProgress` aborts at once. See {@link runInWorker}.
 */
export function run(scenario: ScenarioLike, options?: RunOptions): Promise<Result>;

/** Runs a scenario in a worker of its own, which an aborted signal ends at any time. */
export function runInWorker(scenario: ScenarioLike, options?: RunOptions): Promise<Result>;

/** The value of a formula; `NaN` where it is undefined. */
export function evaluate<Name extends QuantityName>(quantity: Name, parameters: QuantityParameters[Name]): number;

/** A JSON Schema of an object, draft 2020-12. */
export type JsonSchema = Record<string, unknown> & { properties: Record<string, unknown> };

export interface Quantity {
  name: QuantityName;
  help: string;
  /** The unit of its value, or empty. */
  unit: string;
  /** Document, section and equation. */
  source: string;
  /** The JSON Schema of its parameters. */
  parameters: JsonSchema;
}

/** The formulas. */
export function quantities(): Quantity[];

/** The JSON Schema of a scenario. */
export function schema(): JsonSchema;

export interface Preset {
  name: PresetName;
  title: string;
  help: string;
  scenario: Scenario;
}

/** Scenarios worth starting from. */
export function presets(): Preset[];

/** A schedule, with typed arrays or as in JSON, as a standalone SVG figure. */
export function toSvg(schedule: Schedule, options?: Partial<SvgOptions>): string;

/** The link of a scenario, from its `#` on. */
export function encodeLink(scenario: ScenarioLike): string;

export interface DecodeOptions {
  /** Called with the places of values that only a newer version knows, such as `replication.colours`, if there are any. */
  onUnknown?(places: string[]): void;
}

/** The whole scenario of a link, without values that only a newer version knows. */
export function decodeLink(link: string, options?: DecodeOptions): Scenario;

/** Anything that the models refuse. */
export class MakespanError extends Error {
  /** Its kind: "parameters", "unknown-preset", "link-…", "file-needed", "traces", "failed", "fault". */
  readonly code: string;
}

export interface Problem {
  /** Where: the parameter's path, such as `replication.copies`; empty for the whole value. */
  place: string;
  /** The value found there. */
  value: string;
  /** The values allowed there. */
  allowed: string;
}

/** Values that are not allowed. Place, value and allowed values are those of the first problem. */
export class ParameterError extends MakespanError implements Problem {
  readonly code: "parameters";
  readonly problems: Problem[];
  readonly place: string;
  readonly value: string;
  readonly allowed: string;
}

/** A link that cannot be read or written. */
export class LinkError extends MakespanError {
  readonly code: "link-too-large" | "link-too-long" | "link-bomb" | "link-unknown-form" | "link-damaged";
}

/** The scenario speaks of a file of traces, which has to be given as `traces`. */
export class FileNeededError extends MakespanError {
  readonly code: "file-needed";
  readonly file: { name: string; digest: string; nodes: number; jobs: number };
}
