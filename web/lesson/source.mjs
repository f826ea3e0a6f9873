// Lessons from their source: read, checked and built here by the program that the command has, too. The laboratories' workers run
// the scenarios. The program is loaded when the first Markdown file is opened or written.
import { checked } from "./safe.mjs";

/** A scenario that takes longer is a fault of the lesson, ms. */
const PATIENCE = 60_000;
/** So many results are kept for the next try of an author. */
const KEPT = 80;
/** The replies after which a run goes on. */
const UNDERWAY = ["progress", "early", "kept", "unreadable", "point"];

const at = (file) => new URL(file, import.meta.url).href;
let loaded = null;

/** The program. */
export function program() {
  const load = async () => {
    const module = await import(at("makespan-lessons.js"));
    await module.default();
    return module;
  };
  loaded ??= load();
  loaded.catch(() => (loaded = null));
  return loaded;
}

/** The worker of a laboratory, which makes one run after the other. */
class Runner {
  #laboratory;
  #version;
  #worker = null;
  #ready;
  #jobs = [];
  #job = null;
  #clock = 0;

  constructor(laboratory, version) {
    [this.#laboratory, this.#version] = [laboratory, version];
  }

  run(key, request) {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ key, request, resolve, reject });
      this.#next();
    });
  }

  /** Only these runs are wanted from now on. */
  keep(keys) {
    const [stay, go] = [this.#jobs.filter(({ key }) => keys.has(key)), this.#jobs.filter(({ key }) => !keys.has(key))];
    this.#jobs = stay;
    for (const { reject } of go) reject(new Error("it is no longer wanted"));
    if (this.#job && !keys.has(this.#job.key)) this.#end("it is no longer wanted");
  }

  #next() {
    if (this.#job || this.#jobs.length === 0) return;
    this.#job = this.#jobs.shift();
    this.#clock = setTimeout(() => this.#end(`it takes longer than ${PATIENCE / 1000} s`), PATIENCE);
    const { request } = this.#job;
    this.#start();
    const worker = this.#worker;
    this.#ready.then(
      () => worker === this.#worker && worker.postMessage(request),
      (error) => worker === this.#worker && this.#end(error.message),
    );
  }

  #start() {
    if (this.#worker) return;
    const search = `?v=${this.#version}`;
    // “bare” leaves what the device keeps alone.
    const worker = new Worker(at(`makespan-worker_loader.js${search}`), { name: `bare ${this.#laboratory}` });
    this.#worker = worker;
    this.#ready = new Promise((ready, fail) => {
      worker.onerror = (event) => fail(new Error(event.message || "its program could not be started"));
      worker.onmessage = ({ data }) => {
        const kind = Object.keys(JSON.parse(data[0]))[0];
        if (kind === "ready") ready();
        else if (kind === "stopped") (this.#done(data), this.#end("the worker stopped"));
        else if (!UNDERWAY.includes(kind)) this.#done(data);
      };
      fetch(at(`makespan-worker-${this.#laboratory}_bg.wasm${search}`)).then(async (answer) => {
        if (!answer.ok) throw new Error(`its program could not be loaded: the host answers ${answer.status}`);
        worker.postMessage(await WebAssembly.compile(await answer.arrayBuffer()));
      }).catch(fail);
    });
    this.#ready.catch(() => {});
  }

  #done(reply) {
    clearTimeout(this.#clock);
    this.#job?.resolve(reply);
    this.#job = null;
    this.#next();
  }

  /** A worker hears nothing while it computes: it is ended, and another one follows. */
  #end(why) {
    clearTimeout(this.#clock);
    this.#worker?.terminate();
    this.#worker = null;
    this.#job?.reject(new Error(why));
    this.#job = null;
    this.#next();
  }
}

const runners = new Map();
/** Runs by their keys, the latest last. */
const runs = new Map();

function run({ laboratory, key }, request, version) {
  const known = runs.get(key);
  runs.delete(key);
  if (!runners.has(laboratory)) runners.set(laboratory, new Runner(laboratory, version));
  const ran = known ?? runners.get(laboratory).run(key, request);
  ran.catch(() => runs.get(key) === ran && runs.delete(key));
  runs.set(key, ran);
  while (runs.size > KEPT) runs.delete(runs.keys().next().value);
  return ran;
}

/**
 * Builds a lesson from its source, with seeds raised by `seed`: `{lesson, answers}` without anything unsafe, or `{problems}`, each with `line` and
 * `message`; null where it was given up meanwhile. `tell` hears how many runs of how many are done.
 */
export async function compile(text, { seed = 0, signal, tell = () => {} } = {}) {
  const { Draft, version } = await program();
  if (signal?.aborted) return null;
  let draft;
  try {
    draft = new Draft(text, seed);
  } catch (problems) {
    if (typeof problems !== "string") throw problems;
    return { problems: JSON.parse(problems) };
  }
  try {
    const needs = JSON.parse(draft.needs());
    const keys = new Set(needs.map(({ key }) => key));
    for (const runner of runners.values()) runner.keep(keys);
    let done = 0;
    tell(done, needs.length);
    await Promise.all(needs.map((need, place) =>
      run(need, draft.request(place), version())
        .then((reply) => draft.take(place, reply), (error) => draft.fail(place, error.message))
        .finally(() => tell((done += 1), needs.length))));
    if (signal?.aborted) return null;
    const built = JSON.parse(draft.finish());
    return built.problems ? built : checked(built);
  } finally {
    draft.free();
  }
}

/** Whether a file is a lesson's source; a built lesson is JSON. */
export const isSource = (text, name = "") => !name.endsWith(".json") && !text.replace(/^\uFEFF/, "").trimStart().startsWith("{");
