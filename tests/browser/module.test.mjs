// The module for scripts: in Node, in a page, in a worker, and from another site.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { LONG, built, command, failure, makespan, open, printed, shut, sites } from "./module.mjs";

let all;
before(async () => (all = await sites()));
after(async () => {
  await shut();
  await all?.close();
});

test("every example prints in Node what the documentation says", async () => {
  assert.ok(all.all.length >= 9);
  for (const { file, printed: expected } of all.all)
    assert.equal(await printed(path.join(all.folder, file)), expected, file);
});

for (const [where, own, prefix] of [
  ["a page", true, ""],
  ["a page of another site", false, "other-"],
])
  test(`every example prints the same in ${where}`, async () => {
    const { page, trouble, close } = await open(own ? all.own.url : all.other.url);
    try {
      for (const { file, printed: expected } of all.all) {
        const lines = await page.evaluate(async (address) => {
          const lines = [];
          console.log = (...words) => lines.push(words.join(" "));
          await import(address);
          return lines;
        }, `./${prefix}${file}`);
        assert.deepEqual(lines, expected.trimEnd().split("\n"), file);
      }
      assert.deepEqual(trouble, []);
    } finally {
      await close();
    }
  });

test("every example prints the same in a worker", async () => {
  const { page, trouble, close } = await open(all.own.url);
  try {
    for (const { file, printed: expected } of all.all) {
      const lines = await page.evaluate(
        (address) =>
          new Promise((resolve, reject) => {
            const worker = new Worker("./worker.mjs", { type: "module" });
            worker.onmessage = (event) => resolve(event.data);
            worker.onerror = (event) => reject(new Error(event.message));
            worker.postMessage(address);
          }),
        `./${file}`,
      );
      assert.deepEqual(lines, expected.trimEnd().split("\n"), file);
    }
    assert.deepEqual(trouble, []);
  } finally {
    await close();
  }
});

test("presets come to the bits of the command, in Node and in a page", async () => {
  const names = ["bursts-replicate", "set-one-dynamic", "quiet-equal", "shared-dynamic"];
  const first = (laboratory) => makespan.presets().find(({ scenario }) => laboratory in scenario).name;
  const { page, close } = await open(all.own.url);
  try {
    for (const name of [...names, first("prediction"), first("divisible")]) {
      const said = JSON.parse(await command("run", `#p=${name}`, "--json"));
      const here = await makespan.run(name);
      assert.equal(here.fingerprint, said.fingerprint, name);
      assert.equal(here.link, said.link);
      assert.deepEqual(here.scenario, said.scenario);
      const { schedule, ...report } = said.report;
      assert.deepEqual(here.report, report);
      if (schedule) assert.deepEqual([...here.schedule.columns.end], schedule.columns.end);
      else assert.equal(here.schedule, null);
      const there = await page.evaluate(
        async (name) => (await (await import("./module/makespan.js")).runInWorker(name)).fingerprint,
        name,
      );
      assert.equal(there, said.fingerprint, name);
    }
  } finally {
    await close();
  }
});

test("a laboratory's own module loads one program, and another one only for a scenario of another laboratory", async () => {
  const { page, close } = await open(all.own.url);
  try {
    const programs = [];
    page.on("response", (response) => response.url().endsWith(".wasm") && programs.push(path.basename(response.url())));
    const ran = await page.evaluate(async () => {
      const { presets, run, runInWorker } = await import("./module/divisible.js");
      const name = (laboratory) => presets().find(({ scenario }) => laboratory in scenario).name;
      const here = await run(name("divisible"));
      return [here.fingerprint === (await runInWorker(name("divisible"))).fingerprint, name("replication")];
    });
    assert.equal(ran[0], true);
    assert.deepEqual(programs, ["divisible_bg.wasm"]);
    const other = await page.evaluate(async (name) => (await (await import("./module/divisible.js")).run(name)).fingerprint, ran[1]);
    assert.equal(other, (await makespan.run(ran[1])).fingerprint);
    assert.deepEqual(programs, ["divisible_bg.wasm", "replication_bg.wasm"]);
  } finally {
    await close();
  }
});

test("a measured set is loaded when a scenario has it, once, and refused when it is another one", async () => {
  const { page, close } = await open(all.own.url);
  try {
    const sets = [];
    page.on("response", (response) => response.url().includes("/measured/") && sets.push(path.basename(response.url())));
    const ran = (traces) =>
      page.evaluate(
        async (traces) => {
          const { run } = await import("./module/replication.js");
          const failed = ({ code, message }) => ({ code, message });
          return run({ makespan: 1, replication: { traces, runs: 2 } }).then(({ fingerprint }) => fingerprint, failed);
        },
        traces,
      );
    await ran("set-one");
    assert.deepEqual(sets, []);
    await page.route("**/measured/quiet.bin", (route) => route.fulfill({ body: "bytes" }));
    assert.match((await ran("quiet")).message, /the measured set 'quiet' is damaged, or of another version/);
    await page.unroute("**/measured/quiet.bin");
    sets.length = 0;
    const found = [await ran("quiet"), await ran("shared"), await ran("quiet")];
    assert.deepEqual(sets, ["quiet.bin", "shared.bin"]);
    const said = await command("run", makespan.encodeLink({ makespan: 1, replication: { traces: "quiet", runs: 2 } }), "--json");
    assert.equal(found[0], JSON.parse(said).fingerprint);
    assert.equal(found[2], found[0]);
  } finally {
    await close();
  }
});

test("variants and sweeps come to the bits of the command", async () => {
  const { scenario } = makespan.presets()[0];
  const compared = { ...scenario, compare: [{ strategy: "dynamic" }, { strategy: "equal" }] };
  const swept = { ...scenario, sweep: [{ processors: [2, 4] }] };
  for (const setup of [compared, swept]) {
    const said = JSON.parse(await command("run", makespan.encodeLink(setup), "--json"));
    assert.equal((await makespan.runInWorker(setup)).fingerprint, said.fingerprint);
  }
  const { beside } = await makespan.runInWorker(compared);
  assert.equal(beside.variants.length, 2);
  assert.ok(beside.variants[1].schedule.columns.start instanceof Float64Array);
});

test("a figure is that of the command, from typed arrays and from JSON", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-svg-"));
  try {
    const file = path.join(folder, "figure.svg");
    const said = JSON.parse(await command("run", "#p=shared-dynamic", "--json", "--svg", file));
    const drawn = await readFile(file, "utf8");
    const { schedule, report, imprint } = await makespan.run("shared-dynamic");
    const options = { title: report.headline, description: report.why, note: imprint };
    assert.equal(makespan.toSvg(schedule, options), drawn);
    assert.equal(makespan.toSvg(said.report.schedule, options), drawn);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("traces of one's own are those of the same file in the command", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-traces-"));
  try {
    const nodes = { a: [], b: [], c: [] };
    for (let job = 0; job < 60; job++)
      for (const [at, name] of Object.keys(nodes).entries()) nodes[name].push(100 + 10 * at + ((job * 7919) % 97) / 8);
    const rows = nodes.a.map((_, job) => Object.values(nodes).map((column) => column[job]).join(","));
    const file = path.join(folder, "mine.csv");
    await writeFile(file, ["a,b,c", ...rows].join("\n") + "\n");
    const said = JSON.parse(await command("run", "#p=shared-dynamic", "--trace-file", file, "--json"));
    const typed = new Map(Object.entries(nodes).map(([name, column]) => [name, Float64Array.from(column)]));
    const own = await makespan.run("shared-dynamic", { traces: { name: "mine.csv", nodes: typed } });
    assert.equal(own.fingerprint, said.fingerprint);
    assert.match(own.changes.join(), /Iterations lowered to 60/);

    // Without its values the scenario asks for them, and takes no others.
    const scenario = structuredClone(own.scenario);
    delete scenario.replication.traces.own.series;
    const missing = await failure(() => makespan.run(scenario));
    assert.ok(missing instanceof makespan.FileNeededError);
    assert.deepEqual([missing.file.name, missing.file.nodes, missing.file.jobs], ["mine.csv", 3, 60]);
    const again = await makespan.runInWorker(scenario, { traces: { name: "mine.csv", nodes } });
    assert.equal(again.fingerprint, said.fingerprint);
    const wrong = await failure(() => makespan.run(scenario, { traces: { nodes: { ...nodes, c: nodes.a } } }));
    assert.equal(wrong.place, "traces");
    assert.match(wrong.allowed, new RegExp(missing.file.digest));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("what is not allowed is refused with place, value and what is allowed", async () => {
  const of = (values) => ({ makespan: 1, replication: values });
  const holdsItself = { makespan: 1 };
  holdsItself.replication = holdsItself;
  const cases = [
    [() => makespan.run(of({ processors: 1.5 })), "replication.processors", "1.5", /whole number/],
    [() => makespan.run(of({ runs: 0 })), "replication.runs", "0", /from 1 to/],
    [() => makespan.runInWorker(of({ runs: 0 })), "replication.runs", "0", /from 1 to/],
    [() => makespan.run(of({ trace_mean: NaN })), "replication.trace_mean", "NaN", /finite number/],
    [() => makespan.run(of({ strategy: () => 1 })), "replication.strategy", "a function or symbol", /JSON/],
    [() => makespan.run(of({ seed: 10n ** 30n })), "replication.seed", "a larger integer", /64 bits/],
    [() => makespan.run(holdsItself), undefined, "too deep", /way back/],
    [() => makespan.run({ makespan: 99, replication: {} }), "makespan", "99", /newer version/],
    [() => makespan.run({ makespan: 1, nonsense: {} }), "nonsense", "no laboratory", /replication/],
    [() => makespan.run("{"), "", "", /not JSON.*line 1/],
    [() => makespan.run(), "scenario", "undefined", /preset/],
    [() => makespan.run("#p=set-one-dynamic&processors=0"), "processors", "0", /whole number/],
    [() => makespan.run("quiet-equal", { traces: { nodes: 3 } }), "traces.nodes", "3", /object/],
    [() => makespan.evaluate("nonsense", {}), "quantity", "nonsense", /replication\.ccr/],
    [() => makespan.evaluate("replication.share_runtime", {}), "runtime", "", /^missing; allowed: a number/],
    [() => makespan.toSvg(undefined), "schedule", "no object", /schedule of a result/],
    [() => makespan.toSvg({ header: {} }), "schedule.header", "", /missing field/],
  ];
  for (const [work, place, value, allowed] of cases) {
    const error = await failure(work);
    assert.ok(error instanceof makespan.ParameterError && error instanceof makespan.MakespanError, String(work));
    assert.equal(error.code, "parameters");
    if (place !== undefined) assert.equal(error.place, place, String(work));
    assert.equal(error.value, value, String(work));
    assert.match(error.allowed, allowed);
    assert.ok(error.message.length > 0);
  }
});

test("an undefined property counts as left out", async () => {
  const { scenario } = makespan.presets()[0];
  const said = { ...scenario, replication: { ...scenario.replication, seed: undefined }, compare: undefined };
  assert.equal(makespan.encodeLink(said), makespan.encodeLink(scenario));
});

test("of a scenario only numbers too large for a number are bigints", async () => {
  const [{ scenario }] = makespan.presets();
  const large = { ...scenario, replication: { ...scenario.replication, seed: 2n ** 60n } };
  assert.deepEqual(makespan.decodeLink(makespan.encodeLink(large)), large);
  assert.deepEqual((await makespan.run(large)).scenario, large);
});

test("a link or a preset that does not exist says what kind of trouble it is", async () => {
  const cases = [
    [() => makespan.run("nonsense"), "unknown-preset", makespan.MakespanError],
    [() => makespan.decodeLink("#p=nonsense"), "unknown-preset", makespan.MakespanError],
    [() => makespan.decodeLink("#v1.!"), "link-damaged", makespan.LinkError],
    [() => makespan.decodeLink("#v9.abc"), "link-unknown-form", makespan.LinkError],
    [() => makespan.decodeLink(`#v1.${"A".repeat(100_000)}`), "link-too-long", makespan.LinkError],
    [() => makespan.run("quiet-equal", { traces: { nodes: { a: [1, 0] } } }), "traces", makespan.MakespanError],
  ];
  for (const [work, code, kind] of cases) {
    const error = await failure(work);
    assert.ok(error instanceof kind, code);
    assert.equal(error.code, code);
  }
});

test("a signal that is aborted already starts nothing", async () => {
  const signal = AbortSignal.abort("before");
  let called = false;
  for (const start of [makespan.run, makespan.runInWorker])
    assert.equal(await failure(() => start(LONG, { signal, onProgress: () => (called = true) })), "before");
  assert.equal(called, false);
});

test("what the observer throws ends the run and comes out as it is", async () => {
  const mine = new RangeError("mine");
  const onProgress = () => {
    throw mine;
  };
  for (const start of [makespan.run, makespan.runInWorker])
    assert.equal(await failure(() => start(LONG, { onProgress })), mine);
});

test("the types hold for the examples, and refuse what is not allowed", async () => {
  const wrong = `import { evaluate, run, type Result } from "./module/makespan.js";
    const { schedule }: Result = await run({ makespan: 1, replication: { strategy: "dynamic" } });
    export const columns: Float64Array | undefined = schedule?.columns.start;
    // @ts-expect-error: no such strategy
    await run({ makespan: 1, replication: { strategy: "magic" } });
    // @ts-expect-error: a text is no number
    evaluate("replication.share_runtime", { runtime: "1", problem_size: 1, processors: 2 });
    // @ts-expect-error: a parameter is missing
    evaluate("replication.share_runtime", { runtime: 1 });
    // @ts-expect-error: no such formula
    evaluate("replication.nonsense", {});
    // @ts-expect-error: a laboratory is needed
    await run({ makespan: 1 });
  `;
  await writeFile(path.join(all.folder, "types.mts"), wrong);
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  // Code from an address has no types.
  const files = all.all.filter(({ code }) => !code.includes("https://example.org/makespan/module")).map(({ file }) => file);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    noImplicitAny: false, // The examples are JavaScript: parameters of functions say no type.
    checkJs: true,
    target: "es2022",
    module: "nodenext",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
  };
  const config = { compilerOptions, files: ["types.mts", ...files] };
  await writeFile(path.join(all.folder, "tsconfig.json"), JSON.stringify(config));
  const run = promisify(execFile)(process.execPath, [tsc, "--project", all.folder]);
  await run.catch((error) => assert.fail(error.stdout));
});

test("after a fault the next call finds the program whole", async () => {
  const before = await makespan.run("quiet-equal");
  const schema = JSON.stringify(makespan.schema());
  /** Spoils a program's memory, as a fault would. */
  const spoil = async (name) => {
    const program = await import(pathToFileURL(path.join(built, "programs", `${name}.js`)).href);
    const { memory } = await program.default();
    new Uint8Array(memory.buffer).fill(0xff);
  };
  await spoil("none");
  assert.throws(() => JSON.stringify(makespan.schema()));
  assert.equal(JSON.stringify(makespan.schema()), schema);
  await spoil(Object.keys(makespan.decodeLink(before.link)).find((key) => key !== "makespan"));
  await assert.rejects(makespan.run("quiet-equal"));
  assert.equal((await makespan.run("quiet-equal")).fingerprint, before.fingerprint);
});
