// The functions for scripts, with any program loaded first: that of a laboratory, or one without models. Works in a page, in a
// worker and in Node.
import { ParameterError, revive } from "./errors.js";
import { bytes, complete } from "./files.js";

/** Programs by name, on their way or here: wasm-bindgen's module, and the compiled program, which a worker can have as well. */
const programs = new Map();

/** A program; one that could not be loaded is tried again the next time. */
function program(name) {
  if (!programs.has(name)) {
    const loading = load(name);
    loading.catch(() => programs.delete(name));
    programs.set(name, loading);
  }
  return programs.get(name);
}

async function load(name) {
  const [models, compiled] = await Promise.all([
    import(`./programs/${name}.js`),
    bytes(new URL(`./programs/${name}_bg.wasm`, import.meta.url)).then((bytes) => WebAssembly.compile(bytes)),
  ]);
  await models.default({ module_or_path: compiled });
  return { models, compiled };
}

/** After a fault a program's memory is not to be trusted: a new instance takes its place, and the next call finds it whole. */
function renew(models, error) {
  // A refusal of the program itself is no `Error`.
  if (error instanceof Error) models.__wbg_reset_state();
}

/** The module's functions. The program of this name is loaded at once, others when a scenario of their laboratory is run. */
export async function open(name) {
  const { models } = await program(name);

  /** Asks this program, which answers at once. */
  function attempt(work) {
    try {
      return work();
    } catch (error) {
      renew(models, error);
      throw revive(error);
    }
  }

  /** The program with the models that a scenario needs. */
  const laboratory = (scenario) => program(attempt(() => models.laboratory(scenario)));

  /** Runs a scenario here. A page is not drawn meanwhile: see `runInWorker`. */
  async function run(scenario, { onProgress, signal, traces } = {}) {
    signal?.throwIfAborted();
    const columns = columnsOf(traces);
    const { models } = await laboratory(scenario);
    signal?.throwIfAborted();
    try {
      return await complete(models, scenario, columns, (done, total) => {
        onProgress?.(done, total);
        return signal?.aborted ?? false;
      });
    } catch (error) {
      renew(models, error);
      signal?.throwIfAborted();
      throw revive(error);
    }
  }

  /** Runs a scenario in a worker of its own. Aborting ends the worker during any computation. */
  async function runInWorker(scenario, { onProgress, signal, traces } = {}) {
    signal?.throwIfAborted();
    const columns = columnsOf(traces);
    // Messages refuse some values that a scenario may contain; and a faulty scenario needs no worker.
    const text = attempt(() => models.text(scenario));
    const name = attempt(() => models.laboratory(scenario));
    const { compiled } = await program(name);
    signal?.throwIfAborted();
    const worker = await start();
    let abort;
    try {
      return await new Promise((resolve, reject) => {
        abort = () => reject(signal.reason);
        signal?.addEventListener("abort", abort, { once: true });
        if (signal?.aborted) abort();
        worker.listen((message) => {
          if (message.ready) worker.post({ name, program: compiled, scenario: text, columns });
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
  const evaluate = (quantity, parameters) => attempt(() => models.evaluate(String(quantity), parameters));

  /** The formulas, with the JSON Schema of their parameters. */
  const quantities = () => attempt(models.quantities);

  /** The JSON Schema of a scenario. */
  const schema = () => attempt(models.schema);

  /** Scenarios worth starting from. */
  const presets = () => attempt(models.presets);

  /** A schedule as a standalone SVG figure. */
  const toSvg = (schedule, options) => attempt(() => models.toSvg(schedule, options));

  /** The link of a scenario, from its `#` on. */
  const encodeLink = (scenario) => attempt(() => models.encodeLink(scenario));

  /** The whole scenario of a link, or of the part from its `#` on. `onUnknown` receives the entries that only a newer version knows. */
  function decodeLink(link, { onUnknown } = {}) {
    const [scenario, unknown] = attempt(() => models.decodeLink(String(link)));
    if (unknown.length > 0) onUnknown?.(unknown);
    return scenario;
  }

  return { version: models.version(), run, runInWorker, evaluate, quantities, schema, presets, toSvg, encodeLink, decodeLink };
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
