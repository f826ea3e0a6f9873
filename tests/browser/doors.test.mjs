// The doors that scripts of the page open: results, links of lessons, lessons of others, messages of an embedding page. Every input
// is refused in words or taken whole. The same few thousand inputs each time, or others: `SEED=7 INPUTS=100000`.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { LONGEST_LINK, isLink, pack, unpack } from "../../web/lesson/link.mjs";
import { run, university } from "./lecture.mjs";
import { dist, makespan, short, trust } from "./page.mjs";

const SEED = Number(process.env.SEED ?? 1);
const INPUTS = Number(process.env.INPUTS ?? 0);
/** The number of inputs at each door otherwise. */
const USUAL = { results: 4_000, lessons: 400, markup: 4_000, messages: 300 };
/** No input may take longer, ms. */
const LONGEST = 5_000;

let folder, place;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "makespan-doors-"));
  place = await university();
});
after(async () => {
  await place?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Whole numbers below one, the same for the same seed. */
function below(seed) {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

/** Bytes with a few changes: one of four near the end, where a Parquet file describes its content. */
function mutated(bytes, random) {
  let changed = Buffer.from(bytes);
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const near = random(2) ? Math.max(0, changed.length - 8 - random(1_500)) : random(changed.length);
    const at = Math.min(near, changed.length - 1);
    const parts = (...all) => (changed = Buffer.concat(all));
    [
      () => (changed[at] = random(256)),
      () => (changed[at] ^= 1 << random(8)),
      () => changed.fill(255, at, Math.min(at + 4, changed.length)),
      () => parts(changed.subarray(0, at), changed.subarray(at + 1 + random(30))),
      () => parts(changed.subarray(0, at), changed.subarray(at, at + random(40)), changed.subarray(at)),
      () => parts(changed.subarray(0, at), Buffer.from(["1e999", "NaN", '"', "\n", ",", "\u0000", "💥", "-"][random(8)]), changed.subarray(at)),
      () => parts(changed.subarray(0, at)),
    ][random(7)]();
    if (changed.length === 0) changed = Buffer.from("x");
  }
  return changed;
}

const finite = (value) => typeof value !== "number" || Number.isFinite(value);
/** Words of a program, not for people. */
const INTERNAL = /undefined|is not a|not iterable|Cannot |Invalid typed|destructure|DataView|thrift|\[object/;

test("the documents have the number of inputs", async () => {
  const all = Object.values(USUAL).reduce((sum, inputs) => sum + inputs);
  assert.equal((await trust()).tests["script-inputs"], all);
});

test("a file of results is refused in words, or every number of it can be shown", { skip: !makespan }, async () => {
  // The worker's own program, as the page has it.
  let hear, answer;
  globalThis.addEventListener = (_, listener) => (hear = listener);
  globalThis.postMessage = (message) => (answer = message);
  await copyFile(path.join(dist, "results.js"), path.join(folder, "results.mjs"));
  await import(pathToFileURL(path.join(folder, "results.mjs")));
  const ask = async (act, wanted) => (await hear({ data: { id: 1, act, ...wanted } }), answer);
  const plan = 'plan = 1\npreset = "bursts-replicate"\nchange = { iterations = 40 }\nreplications = 2\n[[axes]]\nparameter = "copies"\nvalues = [1, 2, 4]\n';
  await writeFile(path.join(folder, "plan.toml"), plan);
  await run(makespan, ["sweep", path.join(folder, "plan.toml"), "--out", path.join(folder, "study")]);
  const names = ["points.parquet", "runs.parquet", "points.csv"];
  const seeds = await Promise.all(names.map((name) => readFile(path.join(folder, "study", name))));
  const random = below(SEED);
  let taken = 0;
  for (let tried = 0; tried < (INPUTS || USUAL.results); tried += 1) {
    const bytes = tried < seeds.length ? seeds[tried] : mutated(seeds[random(seeds.length)], random);
    const file = {
      size: bytes.length,
      text: async () => bytes.toString(),
      slice: (from, to) => ({ arrayBuffer: async () => Uint8Array.prototype.slice.call(bytes, from, to).buffer }),
    };
    const begun = Date.now();
    const shown = () => `input ${tried}: ${bytes.toString("base64")}`;
    const { done, failed } = await ask("open", { file });
    if (failed !== undefined) {
      assert.ok(failed.length > 10 && !INTERNAL.test(failed), `${failed}, ${shown()}`);
      assert.ok(tried >= seeds.length, failed);
      continue;
    }
    taken += 1;
    const rows = (await ask("rows", { from: 0, count: 50 })).done;
    assert.equal(rows.total, done.rows, shown());
    assert.ok(rows.rows.flat().every(finite), shown());
    for (const along of done.axes.slice(0, 2)) {
      for (const { name: of } of done.columns.filter(({ numbers }) => numbers).slice(0, 3)) {
        const { x, cells } = (await ask("means", { of, along })).done;
        assert.ok(x.values.every(finite) && cells.every(({ mean }) => finite(mean)), shown());
      }
    }
    assert.ok(Date.now() - begun < LONGEST, shown());
  }
  assert.ok(taken > 100, `${taken}`);
});

test("a lesson in a link comes out as it went in, and a damaged link is refused in words", async () => {
  const random = below(SEED);
  const letters = [..."abc \n`$\\\"'<>&#%+/=é𝛽💥\u0000\u202e\ufeff"];
  for (let tried = 0; tried < (INPUTS || USUAL.lessons); tried += 1) {
    const source = Array.from({ length: random(600) }, () => letters[random(letters.length)]).join("");
    const name = await pack(source);
    assert.ok(isLink(name));
    assert.equal(await unpack(name), source.replace(/^\ufeff/, ""));
    const damaged = mutated(Buffer.from(name), random).toString("latin1");
    const read = await unpack(damaged).catch((error) => error);
    const refused = read instanceof Error && /^the (link|lesson in the link) (is damaged|has )/.test(read.message);
    assert.ok(refused || typeof read === "string", `${damaged}: ${read}`);
  }
  // A text that is larger than any lesson is not unpacked.
  await assert.rejects(unpack(await pack("x".repeat(500_000))), /more than 400000 bytes/);
  assert.ok(LONGEST_LINK < 100_000);
});

test("markup of somebody else's lesson keeps nothing that runs or loads, however it is nested", async () => {
  const { page, trouble, close } = await place.shop.visitor();
  const asked = [];
  page.on("request", ({ url }) => asked.push(url()));
  await page.goto("about:blank");
  // Its functions, without the module around them.
  const program = (await readFile(new URL("../../web/lesson/safe.mjs", import.meta.url), "utf8")).replaceAll(/^export /gm, "");
  const found = await page.evaluate(
    ({ program, below, seed, inputs }) => {
      const { safe, ELEMENTS, FORMULA, PROGRAMS, MATHS, LINK } = new Function(`${program}; return { safe, ELEMENTS, FORMULA, PROGRAMS, MATHS, LINK };`)();
      const random = new Function(`return ${below}`)()(seed);
      const one = (all) => all[random(all.length)];
      const NAMES = [...ELEMENTS, ...FORMULA, ...PROGRAMS, "math", "svg", "form", "img", "video", "link", "meta", "base", "annotation-xml", "mglyph", "foreignObject", "desc", "select", "option", "frameset", "body", "html", "a:b", "x-y", "!--", "![CDATA["];
      const VALUES = ["x", "javascript:ran()", "java\tscript:ran()", "data:text/html,<script>ran()</script>", "https://example.org/", "mailto:a@b", "//example.org", "wide", "show", '"><img src=x onerror=ran()>', "--><img src=x onerror=ran()>", "]]>", "&quot;", "text/html"];
      const KEYS = ["href", "src", "srcset", "style", "class", "onerror", "onload", "onfocus", "autofocus", "xlink:href", "data-scenario", "action", "formaction", "encoding", "is", "slot", "id", "name", "start", "align", "columnalign"];
      const TEXTS = ["a", "<", "&lt;img src=x onerror=ran()&gt;", "<img src=x onerror=ran()>", "<script>ran()</script>", "-->", "--!>", "</style>", "</title>", "<!--", "]]>", "\0", "</p>", "</table>"];
      const attribute = () => ` ${one(KEYS)}${random(5) ? `=${one(['"', "'", ""])}${one(VALUES)}${one(['"', "'", ""])}` : ""}`;
      const markup = (depth) => {
        let text = "";
        for (let parts = 1 + random(3); parts > 0; parts -= 1) {
          if (random(4) === 0) text += one(TEXTS);
          const name = one(NAMES);
          text += `<${name}${Array.from({ length: random(3) }, attribute).join("")}>${depth > 0 ? markup(depth - 1) : one(TEXTS)}`;
          if (random(4)) text += `</${random(6) ? name : one(NAMES)}>`;
        }
        return text;
      };
      let ran = 0;
      globalThis.ran = () => (ran += 1);
      const host = document.body.appendChild(document.createElement("main"));
      const wrong = [];
      for (let tried = 0; tried < inputs && wrong.length < 3; tried += 1) {
        const input = markup(random(6));
        host.innerHTML = safe(input);
        for (const element of host.querySelectorAll("*")) {
          const allowed = element.namespaceURI === MATHS ? FORMULA.has(element.localName) : ELEMENTS.has(element.localName) && element.namespaceURI === "http://www.w3.org/1999/xhtml";
          const attributes = [...element.attributes].filter(({ name, value }) => /^on|style|src|action|xlink/.test(name) || (name === "href" && !LINK.test(value)));
          if (!allowed || attributes.length > 0) wrong.push([input, element.outerHTML]);
        }
        if (ran > 0) wrong.push([input, "it ran"]);
      }
      return wrong;
    },
    { program, below: String(below), seed: SEED, inputs: INPUTS || USUAL.markup },
  );
  assert.deepEqual(found, []);
  // Loading happens later.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  assert.deepEqual([asked, trouble], [[], []]);
  await close();
});

test("a figure answers each message of an embedding page once, whatever stands in it, and goes on", async () => {
  const { page, close, trouble } = await place.visit(`<iframe title="A figure" width="800" height="600" src="${place.shop.site.url}?embed=1${short("peaks-replicate")}"></iframe>`);
  const frame = await (await page.locator("iframe").elementHandle()).contentFrame();
  await frame.locator('main[data-phase="done"]').waitFor();
  const found = await page.evaluate(async ({ below, seed, inputs, link }) => {
    const random = new Function(`return ${below}`)()(seed);
    const one = (all) => all[random(all.length)];
    const deep = (depth) => (depth > 0 ? [deep(depth - 1)] : 1);
    const circle = {};
    circle.circle = circle;
    const STRANGE = [NaN, Infinity, -0, 1e300, -1, "", "x".repeat(100_000), null, undefined, true, [], {}, deep(300), new Date(NaN), new Map([[1, 2]]), 2n ** 70n, new Uint8Array(9), /x/, new Error("x"), circle, "__proto__", "\ud800"];
    const BASES = [
      { type: "ready" },
      { type: "load", preset: "quiet-equal" },
      { type: "load", link },
      { type: "load", scenario: { makespan: 1, replication: { processors: 4, iterations: 40, runs: 3 } } },
      { type: "set", values: { copies: 2, seed: "3" } },
      { type: "run" },
      { type: "cancel" },
      { type: "seek", time: 12.5 },
      { type: "show", show: "headline,gantt", params: "copies" },
      ...["svg", "csv", "trace-events", "scenario", "report", "chart", "table"].map((what) => ({ type: "export", what, key: "x" })),
    ];
    const within = (value) => {
      const inner = Object.keys(value).filter((key) => value[key] && typeof value[key] === "object" && Object.keys(value[key]).length > 0);
      return inner.length > 0 && random(2) ? within(value[one(inner)]) : value;
    };
    const target = document.querySelector("iframe").contentWindow;
    const answers = new Map();
    addEventListener("message", ({ data }) => data?.id !== undefined && data.type !== "progress" && answers.set(data.id, [...(answers.get(data.id) ?? []), data]));
    const sent = [];
    for (let tried = 0; tried < inputs; tried += 1) {
      const message = structuredClone(one(BASES));
      for (let times = random(3); times > 0; times -= 1) {
        const place = within(message);
        const key = random(4) ? one(Object.keys(place)) : one(["x", "makespan", "type", "__proto__", "key", "values"]);
        if (random(5)) place[key] = one(STRANGE);
        else delete place[key];
        if (Object.keys(message).length === 0) message.type = "ready";
      }
      // A message without our version is not for us.
      Object.assign(message, { makespan: 1, id: "n" + tried });
      target.postMessage(message, "*");
      sent.push(message);
      if (tried % 20 === 19) await new Promise((done) => setTimeout(done, 30));
    }
    const since = Date.now();
    while (answers.size < inputs && Date.now() - since < 20_000) await new Promise((done) => setTimeout(done, 50));
    const text = (message) => {
      try {
        return JSON.stringify(message).slice(0, 200);
      } catch {
        return String(message.type);
      }
    };
    const all = [...answers.values()];
    const errors = all.flat().filter(({ type }) => type === "error");
    return {
      unanswered: sent.filter(({ id }) => !answers.has(id)).map(text),
      twice: all.filter(({ length }) => length > 1).map(text),
      refused: errors.length,
      speechless: errors.filter(({ message }) => !(message?.length > 5)).map(text),
    };
  }, { below: String(below), seed: SEED, inputs: INPUTS || USUAL.messages, link: short("peaks-replicate") });
  assert.deepEqual([found.unanswered, found.twice, found.speechless], [[], [], []]);
  assert.ok(found.refused > 50, `${found.refused}`);
  await frame.locator('main[data-phase="done"], main[data-phase="cancelled"]').waitFor();
  assert.deepEqual(trouble(), []);
  await close();
});
