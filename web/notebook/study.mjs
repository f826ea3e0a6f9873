// A study as one archive: written from pinned runs, and read back.
import { strFromU8, strToU8, unzipSync, zip } from "fflate";
import { sight } from "../charts/looks.mjs";
import { cite } from "../share/cite.mjs";
import { inLight } from "../share/light.mjs";
import { FORM, figures, folder, methods, readme, table } from "./texts.mjs";
import { Runner, must, order } from "./workers.mjs";

/** The most bytes that an archive may have, packed and unpacked, and the most files and runs. */
const PACKED = 200_000_000;
const UNPACKED = 500_000_000;
const FILES = 5_000;
const RUNS = 500;
/** The most bytes of a list of runs, and of a scenario. */
const MANIFEST = 5_000_000;
const SCENARIO = 50_000_000;
/** The width of figures on paper, mm. */
const WIDE = 170;

const LIST = "study.json";
const SCENARIO_FILE = "scenario.makespan.json";

/** The address of the page's folder. */
const base = () => new URL(".", location.href).href;

/**
 * Runs all pinned runs once more and writes the archive. `hear` gets a pin and its state. Returns the bytes.
 */
export async function write(pins, question, version, { hear, runner = new Runner() }) {
  const date = new Date().toISOString().slice(0, 10);
  const files = {};
  const runs = [];
  try {
    for (const [at, pin] of pins.entries()) {
      hear(pin, { state: "running" });
      const place = folder(at, pin);
      const put = (name, text) => (files[`${place}/${name}`] = typeof text === "string" ? strToU8(text) : text);
      let state;
      try {
        const ran = await runner.run(pin.run.name, pin.setup);
        state = judge(pin, ran.fingerprint, version);
        await results(ran, pin, put);
      } catch (error) {
        state = { state: "failed", said: error.message };
      }
      hear(pin, state);
      put(SCENARIO_FILE, await scenario(pin));
      const link = pin.link ? base() + pin.link : "";
      put("link.txt", link ? `${link}\n` : "This run is too large for a link: open the scenario file.\n");
      runs.push({ pin, place, link, state: state.said });
    }
  } finally {
    runner.end();
  }
  const papers = new Set();
  for (const name of new Set(runs.map(({ pin }) => pin.run.name))) {
    files[`methods/${name}.md`] = strToU8(methods(runs.filter(({ pin }) => pin.run.name === name), await explanation(name)));
    for (const entry of await entries(name)) papers.add(entry);
  }
  files["README.md"] = strToU8(readme({ question, version, date, runs }));
  const cited = runs.map(({ pin: { run }, link }) => cite({ ...run, link, date }).bibtex);
  files["references.bib"] = strToU8([...cited, ...papers].join("\n"));
  const sums = {};
  for (const [name, bytes] of Object.entries(files)) sums[name] = await sha256(bytes);
  const list = {
    study: FORM,
    question,
    version,
    date,
    runs: runs.map(({ pin: { run, note, link, since }, place }) => ({ folder: place, note, link, since, run })),
    files: sums,
  };
  files[LIST] = strToU8(`${JSON.stringify(list, null, 1)}\n`);
  return new Promise((resolve, reject) => zip({ study: files }, { level: 6 }, (error, bytes) => (error ? reject(error) : resolve(bytes))));
}

/** Whether a run has the same result as when it was pinned, in words. */
export function judge({ run }, fingerprint, version) {
  if (run.fingerprint === fingerprint) return { state: "same", said: "reproduces" };
  const by = run.version === version ? `this device computes ${fingerprint.slice(0, 12)}…` : `version ${run.version} made it, this is ${version}`;
  return { state: "differs", said: `differs: ${by}` };
}

/** Writes the results of a run. */
async function results({ report, header, columns }, { run }, put) {
  put("figures.csv", figures(report));
  if (header) {
    const [csv, svg] = [`{"csv":null}`, `{"svg":${JSON.stringify(figure(run))}}`];
    for (const [name, form] of [["schedule.csv", csv], ["schedule.svg", svg]]) {
      const { beside } = await order(`{"export":{"header":${JSON.stringify(header)},"form":${form}}}`, { beside: columns });
      if (beside[0]) put(name, new Uint8Array(await beside[0].arrayBuffer()));
    }
  }
  for (const [at, card] of report.charts.entries()) {
    put(`chart-${card.key}.csv`, table(JSON.parse(card.table)));
    if (at > 0) continue;
    const svg = await chart(card, run);
    if (svg) put(`chart-${card.key}.svg`, svg);
  }
  for (const one of report.tables ?? []) put(`table-${one.key}.csv`, table(one));
}

const figure = ({ headline, imprint }) => ({ width: 960, millimetres: WIDE, window: null, lanes: [], links: true, bounds: true, theme: "light", title: headline, description: "", note: imprint });

/** A chart as a figure in light colours; nothing where it cannot be drawn. */
async function chart(card, { imprint }) {
  const host = document.createElement("div");
  host.style.cssText = "position: absolute; left: -9999px; width: 720px;";
  document.body.append(host);
  let mounted;
  try {
    const { mount } = await globalThis.makespanCharts();
    return inLight(() => {
      mounted = mount(host);
      mounted.draw(card.drawing, sight(card.series, card.named));
      return mounted.svg(imprint, String(WIDE));
    });
  } catch {
    return "";
  } finally {
    mounted?.end();
    host.remove();
  }
}

/** The scenario file of a run, with the values of its traces and its result. */
async function scenario({ setup, run, missing }) {
  let text = setup;
  if (missing) {
    const { says, beside } = await order(`{"write":{"scenario":${setup}}}`);
    if (!says.lacks && beside[0]) text = strFromU8(beside[0]);
  }
  const result = JSON.stringify({ fingerprint: run.fingerprint, version: run.version });
  return `${text.trimEnd().replace(/\}$/, `,"result":${result}}`)}\n`;
}

/** A laboratory's description of its model and of its papers, as plain text. */
async function explanation(name) {
  const answer = await fetch(`explanations/${name}.html`).catch(() => null);
  if (!answer?.ok) return { model: "The page explains the model.", papers: "" };
  const plain = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
  const said = [];
  for (let one = [...body.querySelectorAll("h3")].find(({ textContent }) => textContent.startsWith("Model"))?.nextElementSibling; one && one.tagName !== "H3"; one = one.nextElementSibling) {
    said.push(plain(one));
  }
  const papers = body.querySelector(".source");
  return { model: said.join("\n\n"), papers: papers ? plain(papers) : "" };
}

/** The BibTeX entries of a laboratory's papers. */
async function entries(name) {
  const answer = await fetch(`explanations/${name}.bib`).catch(() => null);
  return answer?.ok ? (await answer.text()).split(/\n(?=@)/).map((entry) => `${entry.trim()}\n`) : [];
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads an archive: its question, and its runs as pins. Throws its faults in words. */
export async function read(file) {
  if (file.size > PACKED) throw new Error(`It has ${megabytes(file.size)}; allowed: at most ${megabytes(PACKED)}.`);
  const packed = new Uint8Array(await file.arrayBuffer());
  let [size, count] = [0, 0];
  const wanted = ({ name, originalSize }) => {
    count += 1;
    if (!name.endsWith(`/${LIST}`) && name !== LIST && !name.endsWith(`/${SCENARIO_FILE}`)) return false;
    size += originalSize;
    if (size > UNPACKED || count > FILES) throw new Error(`It unpacks to more than ${megabytes(UNPACKED)} or ${FILES} files.`);
    if (originalSize > (name.endsWith(LIST) ? MANIFEST : SCENARIO)) throw new Error(`${name} has ${megabytes(originalSize)}.`);
    return true;
  };
  // A file unpacks to no more than its declared size; a reader in another thread would not hold to that.
  const files = unzipSync(packed, { filter: wanted });
  const name = Object.keys(files).find((name) => name === LIST || /^[^/]+\/study\.json$/.test(name));
  if (!name) throw new Error("It has no study.json: this is no exported study.");
  const list = parse(strFromU8(files[name]));
  const root = name.slice(0, -LIST.length);
  const pins = [];
  for (const [at, entry] of list.runs.entries()) {
    const text = files[`${root}${entry.folder}/${SCENARIO_FILE}`];
    if (!text) throw new Error(`${entry.folder} has no ${SCENARIO_FILE}.`);
    pins.push(await pinned(entry, text, at));
  }
  return { question: list.question, pins };
}

/** The list of runs, checked. */
function parse(text) {
  let list;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new Error(`study.json is not JSON: ${error.message}`);
  }
  if (list?.study !== FORM) throw new Error(`study.json has the form ${JSON.stringify(list?.study)}; allowed: ${FORM}, which this version reads.`);
  if (!Array.isArray(list.runs) || list.runs.length > RUNS) throw new Error(`study.json lists no runs, or more than ${RUNS}.`);
  const text_ = (value) => (typeof value === "string" ? value.slice(0, 5000) : "");
  const runs = list.runs.map((entry, at) => {
    const run = entry?.run;
    const place = `study.json, runs[${at}]`;
    if (typeof entry?.folder !== "string" || !/^[\w./-]+$/.test(entry.folder)) throw new Error(`${place}.folder: ${JSON.stringify(entry?.folder)}; allowed: letters, digits, “-”, “.” and “/”.`);
    if (!/^[0-9a-f]{64}$/.test(run?.fingerprint ?? "")) throw new Error(`${place}.run.fingerprint: ${JSON.stringify(run?.fingerprint)}; allowed: 64 hexadecimal digits.`);
    if (!/^[0-9a-f]{64}$/.test(run.digest ?? "")) throw new Error(`${place}.run.digest: ${JSON.stringify(run.digest)}; allowed: 64 hexadecimal digits.`);
    const plain = Object.fromEntries(["version", "laboratory", "name", "question", "headline", "why", "imprint", "digest", "seed", "stem"].map((key) => [key, text_(run[key])]));
    const parameters = (Array.isArray(run.parameters) ? run.parameters : []).map((one) => ({ title: text_(one?.title), value: text_(one?.value), unit: text_(one?.unit), changed: one?.changed === true, key: one?.key === true }));
    const shown = (Array.isArray(run.figures) ? run.figures : []).map((one) => (Array.isArray(one) ? one.map(text_) : []));
    return { folder: entry.folder, note: text_(entry.note), since: Number(entry.since) || 0, run: { ...plain, fingerprint: run.fingerprint, parameters, figures: shown } };
  });
  return { question: text_(list.question), runs };
}

/** A run as a pin. The file worker checks its scenario, makes its link, and keeps traces that came with it. */
async function pinned({ note, since, run, folder }, bytes) {
  const file = new File([bytes], SCENARIO_FILE, { type: "application/json" });
  const { says } = await order('"open"', { beside: [file] });
  const { Ok: setup, Err } = says.outcome;
  if (Err !== undefined) throw new Error(`${folder}: ${Err}`);
  const { result, ...own } = setup;
  if (result && result.fingerprint !== run.fingerprint) throw new Error(`${folder}: study.json and the scenario file have different fingerprints.`);
  const name = Object.keys(own).find((key) => key === run.name);
  if (!name) throw new Error(`${folder}: the scenario is none of the laboratory “${run.name}”.`);
  const text = says.about ? JSON.stringify(own) : whole(strFromU8(bytes));
  const link = await must(`{"link":{"setup":${text}}}`).catch(() => "");
  return { key: run.digest, since, note, run, setup: text, link, missing: says.about?.name };
}

/** The text of a scenario file without its result. */
const whole = (text) => text.trimEnd().replace(/,\s*"result"\s*:\s*\{[^{}]*\}\s*\}$/, "}");

const megabytes = (bytes) => `${Math.ceil(bytes / 1e6)} MB`;
