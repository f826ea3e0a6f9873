// Starts the worker. The version in the address keeps old and new parts of the page from meeting in a cache.
// What goes wrong before the program runs is told in the form in which the program itself would tell it.
const stopped = (error) =>
  postMessage([JSON.stringify({ stopped: { message: `its program could not be loaded (${error?.message ?? error})` } })]);
try {
  importScripts("makespan-worker.js" + location.search);
  wasm_bindgen({ module_or_path: "makespan-worker_bg.wasm" + location.search }).catch(stopped);
} catch (error) {
  stopped(error);
}
