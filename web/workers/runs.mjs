// Runs of scenarios by the workers of their laboratories, for lessons and challenges: one after the other in each worker, and none
// twice.
import { Colleague, ENDS, compiled } from "./colleague.mjs";

/** The number of results that are kept for the next try of an author. */
const KEPT = 200;

const at = (file) => new URL(file, import.meta.url).href;
let loaded = null;

/** The program that reads lessons and challenges. */
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

/** The workers of a laboratory, and the runs that wait for them. */
class Queue {
  #laboratory;
  #version;
  #hands = [];
  #jobs = [];
  #module = null;

  constructor(laboratory, version) {
    [this.#laboratory, this.#version] = [laboratory, version];
  }

  /** Queues a run; at most `hands` workers share all runs. */
  run(key, request, { hands, seconds, slow }) {
    while (this.#hands.length < hands) this.#hands.push({ worker: null, job: null });
    return new Promise((resolve, reject) => {
      this.#jobs.push({ key, request, seconds, slow, resolve, reject });
      for (const hand of this.#hands) this.#next(hand);
    });
  }

  /** Gives up all runs but these. */
  keep(keys) {
    const why = "it is no longer wanted";
    const go = this.#jobs.filter(({ key }) => !keys.has(key));
    this.#jobs = this.#jobs.filter(({ key }) => keys.has(key));
    for (const { reject } of go) reject(new Error(why));
    for (const { worker, job } of this.#hands) if (job && !keys.has(job.key)) worker.end(why);
  }

  async #next(hand) {
    if (hand.job || this.#jobs.length === 0) return;
    const job = (hand.job = this.#jobs.shift());
    // A worker that ended while it was idle is replaced.
    if (hand.worker?.over) hand.worker = null;
    const worker = (hand.worker ??= this.#start());
    let clock = 0;
    try {
      // A slow network is no slow run.
      await worker.ready;
      clock = setTimeout(() => worker.end(job.slow), job.seconds * 1000);
      const [text, ...beside] = job.request;
      const { data } = await worker.ask(text, { beside, last: (kind) => ENDS.has(kind) });
      job.resolve(data);
    } catch (error) {
      worker.end();
      hand.worker = null;
      job.reject(error);
    } finally {
      clearTimeout(clock);
      hand.job = null;
      this.#next(hand);
    }
  }

  #start() {
    const search = `?v=${this.#version}`;
    this.#module ??= compiled(at(`makespan-worker-${this.#laboratory}_bg.wasm${search}`));
    const module = this.#module;
    module.catch(() => (this.#module = null));
    // A “bare” worker leaves the device's stored data alone.
    return new Colleague(at(`makespan-worker_loader.js${search}`), `bare ${this.#laboratory}`, module, this.#version);
  }
}

const queues = new Map();
/** Runs by their keys, the latest last. */
const runs = new Map();

function once({ laboratory, key }, request, version, how) {
  const known = runs.get(key);
  runs.delete(key);
  if (!queues.has(laboratory)) queues.set(laboratory, new Queue(laboratory, version));
  const ran = known ?? queues.get(laboratory).run(key, request, how);
  ran.catch(() => runs.get(key) === ran && runs.delete(key));
  runs.set(key, ran);
  while (runs.size > KEPT) runs.delete(runs.keys().next().value);
  return ran;
}

/**
 * Makes the runs that a draft `needs`, as the program knows it: each with its `laboratory` and `key`, and its `place` where that is not
 * its place in the list. The draft takes each outcome, or the reason why there is none. Other runs are given up. At most `hands` workers
 * share all runs; a run that takes longer than `seconds` ends with the words `slow`. `tell` gets the numbers of finished and of all runs.
 */
export async function make(draft, { hands = 1, seconds, slow = `it takes longer than ${seconds} s`, tell = () => {} }) {
  const { version } = await program();
  const needs = JSON.parse(draft.needs());
  const keys = new Set(needs.map(({ key }) => key));
  for (const queue of queues.values()) queue.keep(keys);
  let done = 0;
  tell(done, needs.length);
  await Promise.all(needs.map((need, nth) => {
    const place = need.place ?? nth;
    return once(need, draft.request(place), version(), { hands, seconds, slow })
      .then((reply) => draft.take(place, reply), (error) => draft.fail(place, error.message))
      .finally(() => tell((done += 1), needs.length));
  }));
}
