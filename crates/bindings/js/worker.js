// One run beside a page or a program: `runInWorker` starts this worker, hands it the scenario, and ends it.

import { complete } from "./files.js";

/** The least time between two messages about progress, ms. */
const BETWEEN = 1000 / 30;

const port = typeof WorkerGlobalScope === "function" ? globalThis : (await import("node:worker_threads")).parentPort;

port.onmessage = async ({ data: { name, program, scenario, columns } }) => {
  try {
    const models = await import(`./programs/${name}.js`);
    models.initSync({ module: program });
    let last = -Infinity;
    const result = await complete(models, scenario, columns, (done, total) => {
      const now = performance.now();
      if (now - last < BETWEEN && done < total) return;
      last = now;
      port.postMessage({ done, total });
    });
    port.postMessage({ result }, buffers(result));
  } catch (error) {
    // A fault in the program is an error that messages do not carry whole.
    port.postMessage({ failure: error instanceof Error ? { code: "fault", message: String(error) } : error });
  }
};
port.postMessage({ ready: true });

/** The columns of all schedules of a result, which change hands rather than being copied. */
function buffers({ schedule, beside }) {
  const schedules = [schedule, ...(beside?.variants ?? []).map((variant) => variant.schedule)];
  return schedules.filter(Boolean).flatMap(({ columns: { links, ...columns } }) =>
    [...Object.values(columns), ...Object.values(links)].map((column) => column.buffer),
  );
}
