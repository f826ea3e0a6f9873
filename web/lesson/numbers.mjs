// Numbers by name, from live results, how learners write them, and which guesses are right. No function here needs a browser.

/** What one written unit is in the unit of reports: learners write per cent and seconds. */
const SCALES = { one: 1, count: 1, share: 0.01, milliseconds: 1000 };
const NAMES = { one: "", count: "", share: "\u00a0%", milliseconds: "\u00a0s" };

/** A number of a report as learners write it. */
export const written = (value, unit) => value / SCALES[unit];

/** The same with its unit, to the digits of a step, or to three. */
export function told(number, unit, step) {
  const digits = step ? Math.max(0, Math.ceil(-Math.log10(step))) : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number) || 1)));
  return number.toFixed(Math.min(digits, 4)) + NAMES[unit];
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
  goals.map(({ key, order, number }) => figures.some((figure) => figure.key === key && ORDERS[order](figure.value, number)));

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

/** The bars among which a question asks for one: in each lane the how many-th of a phase; and the place of the right one. */
export function bars(csv, { phase, nth, which }) {
  const lanes = new Map();
  for (const row of rows(csv)) if (row.phase === phase) lanes.set(row.lane, [...(lanes.get(row.lane) ?? []), row]);
  const all = [...lanes.values()].map((of) => of[nth - 1]).filter(Boolean);
  const bars = all.map(({ lane, start, end }) => ({ lane, start: Number(start), end: Number(end) }));
  const weight = { last: (bar) => bar.end, first: (bar) => -bar.end, longest: (bar) => bar.end - bar.start }[which];
  const best = bars.reduce((best, bar, place) => (weight(bar) > weight(bars[best]) ? place : best), 0);
  return { bars, right: best };
}

/** How far each guessed bar is from the run, in written units. */
export const distances = (bars, guess, result) => bars.map(({ value, unit }, place) => guess[place] - written(evaluate(value, result), unit));

/**
 * Whether a guess is right, for each kind of question, by the same rules as in `lesson::answers`. What a kind needs beside its task: `result` gives the result
 * of a scenario, `right` is the answer of a built lesson, `csv` the schedule, `figures` are those of the scenario that was found.
 */
export const RIGHT = {
  predict: ({ bars, near }, guess, { result }) => distances(bars, guess, result).every((off) => Math.abs(off) <= near),
  number: ({ value, unit, within }, guess, { result }) => Math.abs(guess - written(evaluate(value, result), unit)) <= within,
  choice: (task, guess, { right }) => guess === right,
  order: (task, guess, { right }) => guess.every((item, place) => item === right[place]),
  mark(task, guess, { csv }) {
    const { bars: all, right } = bars(csv, task);
    return all[right]?.lane === guess;
  },
  find: ({ goals }, guess, { figures }) => reached(goals, figures).every(Boolean),
};
