// Distinct looks of series where no page sets them: by colour, and without it by dashes and shapes.

const look = (color, dash, symbol, open = false) => ({ color: `var(--${color})`, dash, symbol, open });

/** The looks of computed series, in turn. */
const LOOKS = [
  look("compute", "none", "circle"),
  look("cancelled", "6 3", "square"),
  look("synchronise", "2 3", "triangle"),
  look("rebalance", "9 3 2 3", "diamond"),
  look("ink-2", "4 2", "star"),
  look("preempted", "12 4", "cross"),
  look("copy", "1 2", "wye"),
];

/** The looks of printed numbers, by their agreement with the computed ones; `Look::printed` in web/src/charts/look.rs is the same. */
const PRINTED = {
  "same-digits": look("good", "none", "diamond"),
  "within-reading": look("accent", "none", "diamond", true),
  "within-interval": look("accent", "none", "square", true),
  "same-order": look("ink-2", "none", "triangle", true),
  differs: look("bad", "none", "times", true),
};

/** The number of computed series with looks of their own. */
export const MOST = LOOKS.length;

/** The looks of a chart's series; each has `printed` where it is of printed numbers. */
function looksOf(series) {
  let computed = 0;
  return series.map(({ printed }) => PRINTED[printed] ?? LOOKS[computed++ % MOST]);
}

/** The view of a chart that nobody changes; series are `{ printed, barred }`. */
export const sight = (series, named = false) =>
  JSON.stringify({ looks: looksOf(series), hidden: series.map(() => false), barred: series.map(({ barred = true }) => barred), named, handles: [], movable: false, grips: [], small: false });

/** The strokes for pieces of crowded lines without dashes, in turn: by width, by shade, as dots; web/src/charts/look.rs has the same. */
const PIECES = [
  { dash: "none", width: 3, opacity: 1 },
  { dash: "none", width: 1.5, opacity: 0.6 },
  { dash: "1 3", width: 1, opacity: 1 },
  { dash: "none", width: 3, opacity: 0.6 },
];

/** The looks of a chart's series as they are drawn. */
export const drawnLooks = ({ crowded, looks }) => (crowded ? looks.map((look, i) => ({ ...look, ...PIECES[i % PIECES.length] })) : looks);
