// Puts a reader's machine on an entry: the entry's scenario runs on a file of measured runtimes, and the numbers stand beside the printed
// and the computed ones. The file stays on this device, and is kept nowhere.
import { Colleague, compiled, run } from "../workers/colleague.mjs";
/* global VERSION */

const at = (file) => new URL(`${file}?v=${VERSION}`, import.meta.url).href;
/** The program that reads files. */
const FILES = "files";

/** A worker that keeps nothing (“bare”), with a program of the page. */
const start = (program) =>
  new Colleague(at("makespan-worker_loader.js"), `bare ${program}`, compiled(at(`makespan-worker-${program}_bg.wasm`), "The program"), VERSION);

let files;

/** Reads a file: returns the entry's scenario on the file's traces, and their content. */
async function read({ read }, file) {
  files ??= start(FILES);
  try {
    const { says, beside } = await files.ask(JSON.stringify(read), { beside: [file], last: (kind) => kind === "read" });
    const { Ok: understood, Err: refused } = says.outcome;
    if (!understood?.set) throw new Error(refused ?? understood.refused ?? "The file has no runtimes.");
    if (understood.unfit) throw new Error(understood.unfit);
    return { ...understood.set, content: beside[0] };
  } catch (error) {
    files.end();
    files = undefined;
    throw error;
  }
}

/** The value of a number in a report, and the ends of its interval; nothing where the run has none. */
function find(report, { figure, table, row, column }) {
  if (figure) return report.figures.find(({ key }) => key === figure);
  const rows = report.tables.find(({ key }) => key === table)?.rows ?? [];
  const cell = rows.find(([first]) => (typeof first === "string" ? first === row : Number(row) === (first?.value ?? first)))?.[column];
  return typeof cell === "number" ? { value: cell } : typeof cell === "object" ? cell : undefined;
}

/** The value of a printed number or fraction. */
function plain(text) {
  const [above, below = 1] = text.replace("−", "-").split("/").map(Number);
  return above / below;
}

/** A number with as many decimals as the computed one beside it, or with enough to show that it is not 0. */
function written(value, beside, shown = false) {
  const [number] = beside.split(" ");
  const least = number.split(".")[1]?.length ?? 0;
  const digits = shown ? Math.min(Math.max(least, Math.ceil(-Math.log10(value))), 9) : least;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replaceAll(",", "\u202f").replace("-", "−");
}

/**
 * The entry's numbers on a machine: `raw` from the report, half of the interval in the printed unit, whether the interval holds the printed
 * number, and both as text; nothing where the run has none.
 */
const numbersOf = (report, numbers) =>
  numbers.map(({ at: place, less, times, computed, printed }) => {
    const found = find(report, place);
    if (typeof found?.value !== "number") return null;
    const value = times * (found.value - less);
    const half = found.interval ? Math.abs((times * (found.interval.high - found.interval.low)) / 2) : 0;
    return { raw: found, holds: Math.abs(value - plain(printed)) <= half, half, text: half > 0 ? `${written(value, computed)} ± ${written(half, computed, true)}` : written(value, computed) };
  });

/** A promise that is rejected when a signal comes, or has come. */
const stopped = (signal) =>
  new Promise((_, reject) => {
    const stop = () => reject(new Error("The run was stopped."));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });

/**
 * Runs an entry on a file, with the laboratory's scaling if it is wanted. `hear` gets the finished share, `signal` ends the run. Returns a
 * description of the traces and their changes, and the numbers; or, in `refused`, the reason why there is no conclusion.
 */
export async function put(machine, file, scaled, { hear, signal }) {
  const stop = stopped(signal);
  // A file that nobody waits for is read to its end, because others may wait for the program.
  const set = await Promise.race([stop, read(machine, file)]);
  const { scenario } = set;
  if (scaled) Object.assign(scenario[machine.laboratory], machine.scale);
  const worker = start(machine.laboratory);
  try {
    if (set.content) worker.tell(JSON.stringify({ supply: { digest: set.digest } }), [set.content]);
    const { says: { report } } = await Promise.race([stop, run(worker, JSON.stringify(scenario), hear)]);
    const about = { name: set.described.name, nodes: set.described.nodes, jobs: set.described.jobs, changes: set.changes };
    // A report that offers to measure concludes nothing: its headline says why.
    const rules = report.offers?.some(({ measures }) => measures);
    return rules ? { about, refused: report.headline } : { about, numbers: numbersOf(report, machine.numbers) };
  } finally {
    worker.end();
  }
}
