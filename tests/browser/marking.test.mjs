// The page and the command mark the same guess alike: drawn guesses at every question of every lesson.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { RIGHT, bars, evaluate, scenariosOf, written } from "../../web/lesson/numbers.mjs";
import * as progress from "../../web/lesson/progress.mjs";
import { drawn } from "./draws.mjs";
import { command, run } from "./lecture.mjs";
import { dist, makespan } from "./page.mjs";

/** So many learners answer each lesson. */
const LEARNERS = 12;
const skip = makespan ? false : "MAKESPAN names no command";

let folder;
before(async () => (folder = await mkdtemp(path.join(tmpdir(), "makespan-marking-"))));
after(() => rm(folder, { recursive: true, force: true }));

/** Does all jobs, as many at once as there are processors. */
async function all(jobs) {
  const left = [...jobs];
  const hand = async () => {
    for (let job = left.shift(); job; job = left.shift()) await job();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, hand));
}

/** A file of answers, sealed as the page seals it. */
function sealed(answers) {
  const rest = JSON.stringify(answers, null, 2).slice(2);
  return `{"digest":"${createHash("sha256").update(rest.trimEnd()).digest("hex")}",\n${rest}\n`;
}

/** The solutions that a lesson's source states, as flags of the command. */
function solutions(source) {
  return [...source.matchAll(/^solution = \{(.*)\}$/gm)].map(([, pairs]) =>
    [...pairs.matchAll(/(\w+) = ("[^"]*"|[^,\s]+)/g)].flatMap(([, name, value]) => [`--${name.replaceAll("_", "-")}`, value.replaceAll('"', "")]));
}

/** Guesses at a question, one for each learner; about as many are right as are wrong. */
function guesses(task, { right, result, csv, found }, random) {
  const around = (value, unit, within) => written(evaluate(value, result), unit) + within * (4 * random() - 2);
  const draw = {
    predict: () => task.bars.map(({ value, unit }) => around(value, unit, task.near * (random() < 0.5 ? 0.45 : 1))),
    number: () => around(task.value, task.unit, task.within),
    choice: (nth) => nth % task.choices.length,
    order: () => (random() < 0.5 ? right : task.items.map((_, place) => place).sort(() => random() - 0.5)),
    mark(nth) {
      const { bars: all } = bars(csv, task);
      return all[nth % all.length].lane;
    },
    find: (nth) => found[nth % found.length].link,
  }[task.kind];
  return Array.from({ length: LEARNERS }, (_, nth) => draw(nth));
}

test("what is typed after the answer was shown is no guess", () => {
  progress.give("l", 0, { guess: 1 });
  progress.give("l", 0, { shown: true });
  progress.give("l", 0, { guess: 2 });
  assert.deepEqual(progress.of("l").given[0], { tries: [1], hints: 0, shown: true });
});

test("the page and the command mark drawn guesses alike, in every lesson", { skip }, async () => {
  const files = await readdir(path.join(dist, "lessons"));
  const names = files.filter((file) => file.endsWith(".md")).map((file) => file.slice(0, -3));
  assert.ok(names.length >= 12, `${names}`);
  const seen = {};
  await all(names.map((name, lessonNth) => async () => {
    const read = (file) => readFile(path.join(dist, "lessons", file), "utf8");
    const [lesson, answers] = [JSON.parse(await read(`${name}.json`)), JSON.parse(await read(`${name}.answers.json`))];
    const questions = lesson.screens.map(({ question }) => question?.task ?? null);
    // The scenarios of the questions are run once.
    const results = new Map();
    const schedules = new Map();
    for (const task of questions.filter(Boolean)) {
      const expressions = [...(task.bars ?? []), task].flatMap(({ value }) => (value ? scenariosOf(value) : []));
      for (const one of task.kind === "find" ? [] : expressions) {
        if (!results.has(one)) results.set(one, (await command(lesson.scenarios[one].link)).report);
      }
      if (task.kind === "mark") {
        const into = path.join(folder, `${name}-${task.of}`);
        await command(lesson.scenarios[task.of].link, "--csv", into);
        schedules.set(task.of, await readFile(path.join(into, "schedule.csv"), "utf8"));
      }
    }
    const flags = solutions(await read(`${name}.md`));
    const random = drawn(2006 + lessonNth);
    const given = [];
    for (const [place, task] of questions.entries()) {
      if (!task) continue;
      const beside = { right: answers[place].right, result: (one) => results.get(one), csv: schedules.get(task.of) };
      if (task.kind === "find") {
        const { link } = lesson.scenarios[task.of];
        beside.found = await Promise.all([command(link), command(link, ...flags.shift())]);
      }
      given.push({ place, task, beside, tries: guesses(task, beside, random) });
    }
    const handed = path.join(folder, name);
    await mkdir(handed);
    for (let learner = 0; learner < LEARNERS; learner += 1) {
      const file = {
        "makespan-answers": 1, program: "", student: `${learner}`, title: lesson.front.title, source: lesson.source, seed: 0,
        answers: questions.map((_, place) => given.find((one) => one.place === place)).map((one) => one && { tries: [one.tries[learner]] }).map((one) => one ?? null),
        runs: {},
      };
      await writeFile(path.join(handed, `${String(learner).padStart(2, "0")}.answers.json`), sealed(file));
    }
    const csv = path.join(folder, `${name}.csv`);
    await run(makespan, ["lesson", "mark", path.join(dist, "lessons", `${name}.md`), handed, "--csv", csv]);
    const lines = (await readFile(csv, "utf8")).trim().split("\n").slice(1).map((line) => line.split(","));
    for (const [learner, [, , , remark, , , , ...marks]] of lines.entries()) {
      assert.equal(remark, "", name);
      const own = given.map(({ task, beside, tries }) => {
        const { found } = beside;
        const figures = found?.find(({ link }) => link === tries[learner]).report.figures;
        const right = RIGHT[task.kind](task, tries[learner], { ...beside, figures });
        (seen[task.kind] ??= new Set()).add(right);
        return right ? "right" : "wrong";
      });
      assert.deepEqual(marks, own, `${name}, learner ${learner}: ${JSON.stringify(given.map(({ tries }) => tries[learner]))}`);
    }
  }));
  // Each kind of question was answered rightly and wrongly.
  for (const kind of Object.keys(RIGHT)) assert.deepEqual([...(seen[kind] ?? [])].sort(), [false, true], kind);
});
