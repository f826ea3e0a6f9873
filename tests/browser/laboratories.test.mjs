// The duties of every laboratory, tried in the same way for all in the list: names, topics, parameters and presets are the
// command's.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { broken, change, fingerprint, link, makespan, open, painted, reach, reader, unfold, workshop } from "./page.mjs";

const run = promisify(execFile);

assert.ok(makespan, "MAKESPAN names the command");

/** The JSON output of the command. */
const told = async (...parameters) => JSON.parse((await run(makespan, parameters, { maxBuffer: 1 << 28 })).stdout);
const command = (fragment) => told("run", fragment, "--json");
const rows = async (file) => (await readFile(new URL(file, import.meta.url), "utf8")).trimEnd().split("\n");

const presets = await told("presets", "--json");
const { properties } = await told("schema");
const kept = new Map((await rows("../fingerprints.txt")).map((row) => row.split(" ").toReversed()));
const published = (await rows("../../crates/playground/tests/published.txt")).map((row) => row.split("\t"));

/** The parts of a scenario beside its laboratory. */
const VIEWS = ["makespan", "compare", "sweep", "focus", "result"];
const laboratoryOf = (scenario) => Object.keys(scenario).find((key) => !VIEWS.includes(key));
const laboratories = [...new Set(presets.map(({ scenario }) => laboratoryOf(scenario)))];

/** Whether a parameter is a number. */
const counts = (parameter) => [parameter?.type].flat().some((type) => type === "integer" || type === "number");

/** Small values of the numbers that make a run long, where a laboratory has them. */
const SHORT = { runs: 2, iterations: 60, horizon: 600, streams: 2, values: 160, entrants: 4 };

let shop;
before(async () => (shop = await workshop()));
after(() => shop?.close());

/** A page for a test, which must find nothing to complain about. */
async function look(work, options) {
  const { page, trouble, close } = await shop.visitor({ reducedMotion: "reduce", ...options });
  await work(page);
  assert.deepEqual(trouble, []);
  await close();
}

const field = (page, name) => page.locator(`.field[data-name="${name}"]`);
const fits = (page) => page.waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Whether a parameter has an effect for a topic, as far as that says it. */
const plays = (parameter, topic) => [parameter["x-when"]?.topic ?? topic, parameter["x-or"]?.topic ?? []].flat().includes(topic);

/** Takes the file that a button gives, and says how it begins. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const text = await readFile(await download.path(), "utf8");
  return text.replace(/^<\?xml[^>]*>\s*/, "").trimStart();
}

test("there are laboratories, each with presets", () => assert.ok(laboratories.length >= 3, laboratories.join()));

for (const laboratory of laboratories) {
  const parameters = properties[laboratory].properties;
  const least = ([name, value]) => [name, Math.min(value, parameters[name].default ?? value)];
  const small = Object.fromEntries(Object.entries(SHORT).filter(([name]) => counts(parameters[name])).map(least));
  const scenario = (more = {}, view = {}) => link({ makespan: 1, [laboratory]: { ...small, ...more }, ...view }, { deflateRawSync });
  const topics = (parameters.topic?.oneOf ?? [{ const: undefined }]).map((topic) => topic.const);

  test(`${laboratory}: the first preset has its kept numbers, and its link brings them back elsewhere`, async () => {
    const { name } = presets.find(({ scenario }) => laboratory in scenario);
    await look(async (page) => {
      await open(page, `${shop.site.url}#p=${name}`);
      assert.equal(await fingerprint(page), kept.get(`#p=${name}`), name);
      assert.equal(await page.locator("#preset").inputValue(), name);
      await look(async (other) => {
        await open(other, page.url());
        assert.equal(await fingerprint(other), kept.get(`#p=${name}`), page.url());
        assert.equal(other.url(), page.url());
      });
    });
  });

  test(`${laboratory}: every topic has the headline, charts and numbers of the command, its own parameters, and fits a phone`, () =>
    look(async (page) => {
      const follow = reader(page, shop.site.url);
      for (const topic of topics) {
        const fragment = scenario(topic && { topic });
        await follow(fragment);
        const { fingerprint: print, report } = await command(fragment);
        assert.equal(await fingerprint(page), print, topic);
        assert.equal(await page.locator("#headline").textContent(), report.headline);
        assert.equal(await page.locator(".claim").count(), (report.claims ?? []).length, topic);
        // A chart is drawn, or is the same everywhere and said in a sentence.
        const drawn = await page.locator(".chart").evaluateAll((all) => all.map(({ dataset }) => dataset.key));
        const said = (await page.locator(".constant").allTextContents()).join(" ");
        for (const { key, title } of report.charts) assert.ok(drawn.includes(key) !== said.includes(title), `${topic}: ${key}`);
        await page.waitForFunction(() => [...document.querySelectorAll(".chart")].every((chart) => chart.dataset.drawn === "true"));
        const form = await page.locator("aside .form .field").evaluateAll((all) => all.map(({ dataset }) => dataset.name));
        for (const [name, parameter] of Object.entries(parameters)) {
          const says = `${name} with ${topic}`;
          if (!plays(parameter, topic)) assert.ok(!form.includes(name), says);
          else if (Object.keys(parameter["x-when"] ?? {}).every((key) => key === "topic")) assert.ok(form.includes(name), says);
        }
        assert.deepEqual(await broken(page), [], topic);
        await page.setViewportSize({ width: 360, height: 780 });
        // Charts are drawn anew once they know their width.
        await fits(page);
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    }));

  test(`${laboratory}: variants are compared and a parameter is swept at one press each, as the command does`, () =>
    look(async (page) => {
      await open(page, shop.site.url + scenario());
      const schedules = await page.locator("section.schedule").count();
      for (const mode of ["Compare", "Sweep"]) {
        await change(page, () => page.getByRole("radio", { name: mode }).check());
        const { fingerprint: print, report } = await command(new URL(page.url()).hash);
        assert.equal(await fingerprint(page), print, mode);
        assert.equal(await page.locator("#headline").textContent(), report.headline);
        if (mode === "Compare") assert.ok((await page.locator("section.schedule").count()) >= 2 * schedules);
        assert.deepEqual(await broken(page), [], mode);
      }
    }));

  test(`${laboratory}: the schedule plays, and schedule and charts can be had as files`, () =>
    look(async (page) => {
      await open(page, shop.site.url + scenario());
      await page.locator('.chart[data-drawn="true"]').first().waitFor();
      const chart = page.locator(".chart").first();
      // A chart that opens the result has its files folded.
      await chart.locator("details.chart-files").evaluateAll((all) => all.forEach((details) => (details.open = true)));
      assert.match(await saved(page, chart.getByRole("button", { name: "Save as SVG" })), /^<svg/);
      assert.match(await saved(page, chart.getByRole("button", { name: "Save as CSV" })), /^[^\n]+,[^\n]+\n[^\n]+,/);
      const schedule = page.locator("section.schedule").first();
      await painted(page, ".gantt-canvas");
      await schedule.getByRole("button", { name: "Play", exact: true }).click();
      await schedule.getByRole("button", { name: "Stop", exact: true }).click();
      await schedule.getByRole("button", { name: "Export" }).click();
      for (const [kind, begins] of [["CSV", /^lane/], ["Trace events", /^\{/], ["SVG", /^<svg/]])
        assert.match(await saved(page, schedule.locator(".panel").getByRole("button", { name: kind, exact: true })), begins);
    }));

  test(`${laboratory}: a number out of its range is refused at its field, and the last result stays`, () =>
    look(async (page) => {
      let tried = 0;
      // A first preset with few numbers has others in its topics.
      for (const topic of [undefined, ...topics]) {
        if (tried >= 3) break;
        await page.goto("about:blank");
        await open(page, shop.site.url + scenario(topic && { topic }));
        await unfold(page, "aside");
        const [print, address] = [await fingerprint(page), page.url()];
        for (const [name, parameter] of Object.entries(parameters)) {
          const input = field(page, name).locator('input[type="text"]');
          // A parameter without an effect under the chosen method is hidden.
          if (!counts(parameter) || !(await input.isVisible())) continue;
          const good = await input.inputValue();
          await input.fill(parameter.maximum === undefined ? "x" : String(10 * parameter.maximum + 10));
          await field(page, name).locator(".problem").filter({ hasText: "allowed" }).waitFor();
          assert.equal(await input.getAttribute("aria-invalid"), "true", name);
          await input.fill(good);
          await field(page, name).locator(".problem").waitFor({ state: "hidden" });
          tried += 1;
        }
        await reach(page, "done");
        assert.deepEqual([await fingerprint(page), page.url()], [print, address]);
      }
      assert.ok(tried >= 3, `${tried} numbers`);
    }));

  test(`${laboratory}: a link that lost its end is named, and one that was published once is opened`, () =>
    look(async (page) => {
      await open(page, shop.site.url + scenario().slice(0, -4));
      const notice = await page.locator('.notice[data-topic="link"]').textContent();
      assert.match(notice, /damaged/i);
      assert.match(notice, /first preset/);
      assert.equal(await page.locator("#preset").inputValue(), presets[0].name);
      const [old] = published.find(([link, said]) => link.startsWith("#") && laboratory in JSON.parse(said));
      await page.goto("about:blank");
      await open(page, shop.site.url + old);
      assert.equal(await page.locator(".notice.bad").count(), 0, old);
    }));

  test(`${laboratory}: what it is about unfolds with formulas, by keyboard`, () =>
    look(async (page) => {
      await open(page, shop.site.url + scenario());
      const about = page.locator("#explanation");
      await about.locator("summary").focus();
      await page.keyboard.press("Enter");
      await about.getByRole("heading", { name: "The question" }).waitFor();
      assert.ok((await about.locator("math").count()) > 5);
      assert.deepEqual(await broken(page), []);
    }));
}
