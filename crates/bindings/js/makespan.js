// Makespan's models for scripts. Works in a page, in a worker and in Node; loads its program when it is imported.
import init, * as models from "./models.js";
import { revive, ParameterError } from "./errors.js";

export { FileNeededError, LinkError, MakespanError, ParameterError } from "./errors.js";

const program = await WebAssembly.compile(await bytes(new URL("./models_bg.wasm", import.meta.url)));
await init({ module_or_path: program });

/** The version of this module. */
export const version = models.version();

/** Runs a scenario here. A page is not drawn meanwhile: see `runInWorker`. */
export async function run(scenario, { onProgress, signal, traces } = {}) {
  signal?.throwIfAborted();
  const columns = columnsOf(traces);
  try {
    return models.run(scenario, columns, (done, total) => {
      onProgress?.(done, total);
      return signal?.aborted ?? false;
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw revive(error);
  }
}

/** Runs a scenario in a worker of its own. To abort is to end the worker, whatever it computes. */
export async function runInWorker(scenario, { onProgress, signal, traces } = {}) {
  signal?.throwIfAborted();
  const columns = columnsOf(traces);
  // A scenario may be made of what messages refuse; and what is wrong with it need not start a worker.
  const text = attempt(() => models.text(scenario));
  const worker = await start();
  let abort;
  try {
    return await new Promise((resolve, reject) => {
      abort = () => reject(signal.reason);
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
      worker.listen((message) => {
        if (message.ready) worker.post({ program, scenario: text, columns });
        else if (message.result) resolve(message.result);
        else if (message.failure) reject(revive(message.failure));
        else
          try {
            onProgress?.(message.done, message.total);
          } catch (error) {
            reject(error);
          }
      }, reject);
    });
  } finally {
    signal?.removeEventListener("abort", abort);
    worker.end();
  }
}

/** The value of a formula, by its name; not a number where it is undefined. */
export const evaluate = (quantity, parameters) => attempt(() => models.evaluate(String(quantity), parameters));

/** The formulas, with the JSON Schema of their parameters. */
export const quantities = () => attempt(models.quantities);

/** The JSON Schema of a scenario. */
export const schema = () => attempt(models.schema);

/** Scenarios worth starting from. */
export const presets = () => attempt(models.presets);

/** A schedule as a standalone SVG figure. */
export const toSvg = (schedule, options) => attempt(() => models.toSvg(schedule, options));

/** The link of a scenario, from its `#` on. */
export const encodeLink = (scenario) => attempt(() => models.encodeLink(scenario));

/** The whole scenario of a link, or of the part from its `#` on. `onUnknown` is told what only a newer version knows. */
export function decodeLink(link, { onUnknown } = {}) {
  const [scenario, unknown] = attempt(() => models.decodeLink(String(link)));
  if (unknown.length > 0) onUnknown?.(unknown);
  return scenario;
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    throw revive(error);
  }
}

/** Traces as the program takes them: a name, and a column of runtimes for each node. */
function columnsOf(traces) {
  if (traces === undefined || traces === null) return undefined;
  const { name = "traces", nodes } = traces;
  if (nodes === null || typeof nodes !== "object")
    throw new ParameterError("traces.nodes: a column of runtimes in ms for each node", [
      { place: "traces.nodes", value: String(nodes), allowed: "an object, a Map, or pairs of name and column" },
    ]);
  const pairs = typeof nodes[Symbol.iterator] === "function" ? [...nodes] : Object.entries(nodes);
  return [String(name), pairs.map(([node, column]) => [String(node), Float64Array.from(column)])];
}

async function bytes(address) {
  if (address.protocol === "file:") return (await import("node:fs/promises")).readFile(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} could not be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

/** Starts a worker, of whichever kind there is. */
async function start() {
  if (typeof Worker !== "function") {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(new URL("./worker.js", import.meta.url));
    return {
      listen: (take, fail) => worker.on("message", take).on("error", fail),
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
    };
  }
  const worker = webWorker();
  return {
    listen(take, fail) {
      worker.onmessage = (event) => take(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        fail(new Error(`the worker could not be started (${event.message ?? "its script could not be loaded"})`));
      };
    },
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
  };
}

function webWorker() {
  const address = new URL("./worker.js", import.meta.url);
  // Workers come from the page's own origin only; a script of its own may import from anywhere.
  if (address.origin !== location.origin) {
    const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" });
    const own = URL.createObjectURL(script);
    const worker = new Worker(own, { type: "module" });
    // The address is read when the worker starts, which is later than now.
    worker.addEventListener("message", () => URL.revokeObjectURL(own), { once: true });
    return worker;
  }
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}
