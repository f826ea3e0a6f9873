// Numbers by name, from live results, how learners write them, and which guesses are right. No function here needs a browser.

/** The size of a written unit in the unit of reports: learners write per cent and seconds. */
const SCALES = { one: 1, count: 1, share: 0.01, points: 0.01, milliseconds: 1000 };
const NAMES = { one: "", count: "", share: "\u00a0%", points: "\u00a0percentage points", milliseconds: "\u00a0s" };
/** The units, as learners may type them. */
const TYPED = { share: /%$/, points: /(%|percentagepoints?)$/, milliseconds: /s$/ };
/** From this size on four decimals show two digits. */
const SHOWN = 1e-3;

/** A number of a report as learners write it. */
export const written = (value, unit) => value / SCALES[unit];

/** The unit of a learner's number: a difference of shares is in percentage points. */
export const unitOf = ({ value, unit }) => (unit === "share" && "difference" in value ? "points" : unit);

/** The text behind a number of this unit. */
export const nameOf = (unit) => NAMES[unit];

/** The decimals of a number as an author types it. */
export function decimals(number) {
  const [digits, power = "0"] = String(number).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
}

/** The decimals that show three digits of a number, at most four, and all those of a step. */
export const digitsOf = (number, step = 1) => Math.max(decimals(step), Math.min(4, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number) || 1)))));

/** A number with so many decimals as reports write it, with its unit. */
function fixed(number, digits, unit) {
  const [whole, rest] = Math.abs(number).toFixed(digits).split(".");
  const size = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") + (rest ? `.${rest}` : "");
  const text = (number < 0 && /[1-9]/.test(size) ? "−" : "") + size;
  return text + (unit === "points" && size === "1" ? "\u00a0percentage point" : NAMES[unit]);
}

/** A number with its unit: with so many decimals, or with three digits. */
export function told(number, unit, digits) {
  const size = Math.abs(number);
  if (digits !== undefined || size === 0 || size >= SHOWN) return fixed(number, digits ?? digitsOf(number), unit);
  const [digit, power] = number.toExponential(2).split("e");
  return `${digit}·10^${power}`.replaceAll("-", "−") + NAMES[unit];
}

/** The distance of a guess from a number, in words. Both stand beside it, so that the three agree: `digits` are those of all. */
export function apart(off, unit, digits) {
  const far = told(Math.abs(off), unit === "share" ? "points" : unit, digits);
  return `${far} too ${off < 0 ? "low" : "high"}`;
}

/**
 * The number that a learner typed: `{number}`, or `{asks}` where it is none. The page’s own numbers are read, too: with a minus, spaces
 * between thousands and the unit. A comma is a decimal point, unless it may stand between thousands.
 */
export function typed(text, unit = "one") {
  const plain = text.replace(/\s/g, "").replace("−", "-").replace(TYPED[unit] ?? "", "");
  if (/^[-+]?[1-9]\d{0,2},\d{3}$/.test(plain)) return { asks: `“${text.trim()}” can be read as ${plain.replace(",", "")} or as ${plain.replace(",", ".")}: type it without a comma.` };
  const number = /^[-+]?(\d+[.,]?\d*|[.,]\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain.replace(",", ".")) : NaN;
  if (Number.isFinite(number)) return { number };
  const given = text.trim().slice(0, 40);
  return { asks: `${given ? `“${given}” is no number: type` : "Type"} a number, such as 12 or 0.5.` };
}

/** The terms of an expression as a built lesson has it: `{one: term}`, `{ratio: [a, b]}`, `{difference: [a, b]}`. */
const termsOf = (expression) => [Object.values(expression)[0]].flat();

/** The scenarios that an expression needs. */
export const scenariosOf = (expression) => termsOf(expression).map(({ figure }) => figure.of);

/** The value of an expression; `result` gives the result of a scenario. */
export function evaluate(expression, result) {
  const numbers = termsOf(expression).map(({ figure: { key, of } }) => {
    return result(of).figures.find((figure) => figure.key === key)?.value ?? NaN;
  });
  if ("ratio" in expression) return numbers[0] / numbers[1];
  if ("difference" in expression) return numbers[0] - numbers[1];
  return numbers[0];
}

const ORDERS = { ">": (a, b) => a > b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, "<=": (a, b) => a <= b };

/** For each goal whether a result reaches it. */
export const reached = (goals, figures) =>
  goals.map(({ key, order, number }) => figures.some((figure) => figure.key === key && ORDERS[order](figure.value ?? NaN, number)));

/** The rows of a schedule's CSV as objects. */
export function rows(text) {
  const [head, ...lines] = text.trim().split(/\r?\n/).map(fields);
  return lines.map((line) => Object.fromEntries(head.map((name, place) => [name.replace(/_.*/, ""), line[place]])));
}

/** The fields of a line of CSV: quoted ones hold commas and doubled quotes. */
function fields(line) {
  const found = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return found.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

/** The bars that a question offers, in each lane the `nth` of a phase; and the place of the right one. */
export function bars(csv, { phase, nth, which }) {
  const lanes = new Map();
  for (const row of rows(csv)) if (row.phase === phase) lanes.set(row.lane, [...(lanes.get(row.lane) ?? []), row]);
  const all = [...lanes.values()].map((of) => of[nth - 1]).filter(Boolean);
  const bars = all.map(({ lane, start, end }) => ({ lane, start: Number(start), end: Number(end) }));
  const weight = { last: (bar) => bar.end, first: (bar) => -bar.end, longest: (bar) => bar.end - bar.start }[which];
  const best = bars.reduce((best, bar, place) => (weight(bar) > weight(bars[best]) ? place : best), 0);
  return { bars, right: best };
}

/** Whether a guess is off by no more than allowed: rounding does not make it wrong. The same as `lesson::runs::near`. */
const near = (guess, off, within) => Math.abs(off) <= within + 1e-12 * (within + Math.abs(guess));

/** How far each guessed bar is from the run, in written units. */
export const distances = (bars, guess, result) => bars.map(({ value, unit }, place) => guess[place] - written(evaluate(value, result), unit));

/**
 * Whether a guess is right, for each kind of question, by the same rules as in `lesson::answers`. The data of a kind beside its task:
 * `result` gives the result of a scenario, `right` is the answer of a built lesson, `csv` the schedule, `figures` are those of the
 * found scenario.
 */
export const RIGHT = {
  predict: (task, guess, { result }) => distances(task.bars, guess, result).every((off, place) => near(guess[place], off, task.near)),
  number: ({ value, unit, within }, guess, { result }) => near(guess, guess - written(evaluate(value, result), unit), within),
  choice: (task, guess, { right }) => guess === right,
  order: (task, guess, { right }) => guess.every((item, place) => item === right[place]),
  mark(task, guess, { csv }) {
    const { bars: all, right } = bars(csv, task);
    return all[right]?.lane === guess;
  },
  find: ({ goals }, guess, { figures }) => reached(goals, figures).every(Boolean),
};
