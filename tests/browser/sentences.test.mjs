// Sentences of lessons and challenges, drawn at random and read back: a slow computation in whole numbers decides whether they are so.
import { test } from "node:test";
import assert from "node:assert/strict";
import { RIGHT, apart, decimals, digitsOf, reached, told, typed } from "../../web/lesson/numbers.mjs";
import { sentence } from "../../web/challenge/ranking.mjs";
import { drawn } from "./draws.mjs";

const CASES = 3_000;
const random = drawn(Number(process.env.SEED ?? 7));
const below = (limit) => Math.floor(random() * limit);
const one = (of) => of[below(of.length)];
const UNITS = { one: 1, count: 1, share: 0.01, points: 0.01, milliseconds: 1000 };

/** A decimal number: `whole` over a power of ten. */
const exact = (whole, places) => Number(`${whole}e-${places}`);

/** The quantity in a text that the page wrote: its number as a whole one, its decimals and its unit. */
function read(text) {
  const [, sign, whole, rest = "", unit] = /^(−?)([\d\u202f]+)(?:\.(\d+))?(?:\u00a0(.+))?$/.exec(text);
  return { whole: Number(`${sign && "-"}${whole.replaceAll("\u202f", "")}${rest}`), places: rest.length, unit: unit ?? "" };
}

const figure = (value, unit, key = "k", of = "a") => ({ value: { one: { figure: { key, of } } }, unit });
const result = (value) => ({ result: () => ({ figures: [{ key: "k", value }] }) });

test("a number is told to three digits and all decimals of a step, with the unit that it has", () => {
  for (let nth = 0; nth < CASES; nth += 1) {
    const value = (random() - 0.5) * 10 ** (below(10) - 2);
    const step = one([0.25, 0.05, 2.5, 1, 0.1, 0.015, 20, 1e-5]);
    const unit = one(Object.keys(UNITS));
    const said = read(told(value, unit, digitsOf(value, step)));
    assert.ok(Math.abs(value - exact(said.whole, said.places)) <= 0.5000001 * 10 ** -said.places, `${value}: ${JSON.stringify(said)}`);
    assert.ok(said.places >= Math.min(4, 2 - Math.floor(Math.log10(Math.abs(value)))), `${value}: ${said.places} decimals`);
    // A multiple of the step has no digit that is left out.
    const bar = exact(below(400) * Math.round(step * 1e6), 6);
    const there = read(told(bar, unit, decimals(step)));
    assert.equal(exact(there.whole, there.places), bar, `${step}`);
    const names = { share: "%", milliseconds: "s", points: "percentage points" };
    if (there.whole !== 1) assert.equal(there.unit, names[unit] ?? "");
  }
  assert.deepEqual([told(1, "points", 0), told(-0.001, "one", 1), told(0.000156, "share"), told(12345, "count")], ["1\u00a0percentage point", "0.0", "1.56·10^−4\u00a0%", "12\u202f345"]);
});

test("computed number, guess and distance agree as they are written", () => {
  for (let nth = 0; nth < CASES; nth += 1) {
    const step = one([0.25, 0.05, 2.5, 1, 0.1, 5]);
    const unit = one(Object.keys(UNITS));
    const [number, guess] = [random() * 10 ** below(4), exact(below(400) * Math.round(step * 100), 2)];
    const off = guess - number;
    if (Math.abs(off) < step / 2) continue;
    const digits = digitsOf(number, step);
    const [, far, side] = /^(.+) too (low|high)$/.exec(apart(off, unit, digits));
    const [computed, distance] = [told(number, unit, digits), far].map(read);
    assert.equal(side, off > 0 ? "high" : "low");
    const written = Math.round(guess * 10 ** digits) - computed.whole;
    // Halves may be rounded either way.
    assert.ok(Math.abs(Math.abs(written) - distance.whole) <= (/5000000/.test(number.toFixed(12)) ? 1 : 0), `${number}, ${guess}: ${far}`);
    assert.notEqual(distance.unit, "%");
  }
});

test("a guess is right as far as it may be off, whatever rounding does, and wrong beyond", () => {
  let edges = 0;
  for (let nth = 0; nth < CASES; nth += 1) {
    const unit = one(["one", "share", "milliseconds"]);
    // In hundredths of the written unit.
    const [value, within] = [below(100_000), 1 + below(300)];
    const guess = value + one([within, -within, within + 1, -within - 1, below(2 * within + 1) - within]);
    if (guess < 0) continue;
    const report = value / 100 * UNITS[unit];
    const right = Math.abs(guess - value) <= within;
    edges += Math.abs(guess - value) === within;
    const told = `${guess / 100} for ${value / 100} ± ${within / 100}, ${unit}`;
    assert.equal(RIGHT.number({ ...figure(report, unit), within: within / 100 }, guess / 100, result(report)), right, told);
    assert.equal(RIGHT.predict({ bars: [figure(report, unit)], near: within / 100 }, [guess / 100], result(report)), right, told);
  }
  assert.ok(edges > CASES / 3);
});

test("a figure that is not defined reaches no goal", () => {
  for (const order of ["<", "<=", ">", ">="]) assert.deepEqual(reached([{ key: "k", order, number: 0.5 }, { key: "k", order, number: -0.5 }], [{ key: "k", value: null }]), [false, false]);
});

test("numbers are read as learners type them and as the page writes them; what can be read in two ways is asked for", () => {
  for (let nth = 0; nth < CASES; nth += 1) {
    const places = below(5);
    const number = exact(below(10 ** (1 + below(8))) * one([1, -1]), places) + 0;
    const unit = one(Object.keys(UNITS));
    const plain = number.toFixed(places);
    const comma = plain.replace(".", ",");
    for (const text of [plain, ` ${plain} `, plain.replace("-", "−"), told(number, unit, places), told(number, "one", places), comma]) {
      const two = text === comma && /^-?[1-9]\d{0,2},\d{3}$/.test(text);
      const read = typed(text, unit);
      if (two) assert.equal(read.asks, `“${text}” can be read as ${text.replace(",", "")} or as ${text.replace(",", ".")}: type it without a comma.`);
      else assert.deepEqual(read, { number: number === 0 ? Number(plain) : number }, text);
    }
  }
  assert.deepEqual([typed(""), typed("many"), typed("1.2.3"), typed("0x10"), typed("1e999")].map(({ asks }) => asks.replace("number: type a number", "")), [
    "Type a number, such as 12 or 0.5.", ...["many", "1.2.3", "0x10", "1e999"].map((text) => `“${text}” is no , such as 12 or 0.5.`),
  ]);
});

test("the sentence of a ranking has the place of the table, and names all who share it", () => {
  const nth = (place) => ({ 1: "1st", 2: "2nd", 3: "3rd", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd", 23: "23rd" })[place] ?? `${place}th`;
  for (let turn = 0; turn < CASES; turn += 1) {
    const own = below(24);
    const rows = Array.from({ length: 24 }, (_, at) => ({ name: `N${at}`, kind: at === own ? "own" : "rival", place: 1 + below(24), beside: { text: "1", says: one(["better", "equal"]) } }));
    rows.push({ name: "B", kind: "baseline", place: 1 + below(24) });
    const said = sentence({ rows });
    assert.ok(said.startsWith(`Your strategy is ${nth(rows[own].place)} of 25`), said);
    const others = rows.filter((row, at) => at !== own && row.place === rows[own].place).map(({ name }) => name);
    assert.deepEqual(/shares with (.+?)\. Beside B:/.exec(said)?.[1].split(/, | and /) ?? [], others, said);
  }
  const failed = { rows: [{ name: "B", kind: "baseline", place: 1 }, { name: "Y", kind: "own", place: 2, fault: "line 3: oops (case seed 1)" }] };
  assert.equal(sentence(failed), "Your strategy fails: line 3: oops (case seed 1).");
});
