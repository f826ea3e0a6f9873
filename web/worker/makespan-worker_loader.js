// Starts a worker, whose name ends with its program's. The version in the address keeps old and new parts of the page apart in caches.
// An error before the program runs is posted in the form in which the program itself would post it.
const stopped = (error) =>
  postMessage([JSON.stringify({ stopped: { message: `its program could not be loaded (${error?.message ?? error})` } })]);
// A worker made from a blob has an address of its own, and learns the place of its program here.
const { base = "", search = location.search } = globalThis.makespan ?? {};
const program = `${base}makespan-worker-${name.split(" ").at(-1)}`;
/** The packed file of a measured set, which a program fetches when a scenario needs it. */
globalThis.makespanMeasured = async (key) => {
  const answer = await fetch(`${base}measured/${key}.bin${search}`);
  if (!answer.ok) throw new Error(`the host answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};
/** Loads the language of own strategies; `makespanAsk` then exchanges bytes with it. */
globalThis.makespanLanguage = async () => {
  const language = await import(`${base || "./"}makespan-language.js${search}`);
  await language.default({ module_or_path: `${base}makespan-language_bg.wasm${search}` });
  globalThis.makespanAsk = (request) => {
    try {
      return language.answer(request);
    } catch {
      // Its memory is not to be trusted: a new instance takes its place, and the run gets nothing.
      language.__wbg_reset_state();
      return undefined;
    }
  };
};
// The page learns of the end of a worker, for any cause, from a lock that the worker holds as long as it lives.
const life = name.split(" ").find((word) => word.startsWith("life-"));
const held =
  life && navigator.locks
    ? new Promise((held) => navigator.locks.request(life, () => (held(), new Promise(() => {}))).catch(held))
    : Promise.resolve();
try {
  importScripts(`${program}.js${search}`);
  // The page compiles each program once and sends it to all workers that run it.
  addEventListener("message", ({ data }) => held.then(() => wasm_bindgen({ module_or_path: data })).catch(stopped), { once: true });
} catch (error) {
  stopped(error);
}
