// Turns a description of a chart into marks of Observable Plot, and the places at which each mark is read.
import * as Plot from "@observablehq/plot";

/** The most points of a line with dots. */
const FEW = 60;
/** The shades of a heat map stay pale enough for the text on them. */
const SHADE = [0.05, 0.55];
/** The colour below the centre of a heat map; shades below and above the centre have one scale. */
const BELOW = "var(--cancelled)";
/** The frame of a cell of a heat map that stands out. */
export const FRAME = { stroke: BELOW, strokeWidth: 1.6, inset: 2 };
/** References that are closer, as a share of the height, have no room for words between them. */
const CLOSE = 0.1;
/** The height of words, as a share of the plane's. */
const WORDS = 0.12;
/** The distance of words from the line that they name, px. */
const BESIDE = 5;
/** The height above the plane of the words of a line through bars that lie, px: on a bar they are hard to read. */
const ABOVE = 10;
/** The width of a letter of a text, px. */
export const LETTER = 6.6;

/**
 * The marks of all series that are shown, and every mark's place: `{ series, index, x, y }` in the numbers of the axes.
 * `at` divides a number into the unit of its axis; `has` tells whether the axis has a place for it.
 */
export function marksOf({ chart, looks, words, hidden, barred, shades, at, has, across }, width) {
  const marks = [];
  const places = [];
  const [above, top] = [[], []];
  chart.series.forEach((series, s) => {
    const kind = kinds[series.kind]({ chart, series, look: looks[s], words: words[s], barred: barred[s], shades, at, has, width, across });
    for (const place of kind.places) places.push({ series: s, ...place });
    // A single point says where the reader is: no line hides it.
    const single = kind.places.length === 1 && chart.series.length > 1;
    const drawn = single ? top : series.main && series.kind !== "histogram" ? above : marks;
    if (!hidden[s]) drawn.push(...kind.marks);
  });
  // The run's main series lie above the rest, but for full bars, which would hide outlines.
  marks.push(...above, ...top);
  // Bars that lie have the values of the vertical axis along the horizontal one.
  const side = (on) => (across ? "x" : on);
  const references = (chart.references ?? []).map(({ on, value, label }) => ({ on: side(on), value: at[on](value), label }));
  for (const one of apart(references, places, chart, width)) marks.push(...reference(one, { width, across }, () => standing(one, places, chart, width)));
  return { marks, places };
}

/**
 * References at one value share their words; `under` is set where one lies so close below another that its words have no room above it,
 * `before` where the words of an upright one stand on its left, with so much `room`, px.
 */
function apart(references, places, { x, y: { scale } }, width) {
  const all = [];
  for (const one of references) {
    const same = all.find(({ on, value }) => on === one.on && value === one.value);
    if (same) same.label += `, ${one.label}`;
    else all.push({ ...one });
  }
  const along = scale === "logarithmic" ? Math.log : Number;
  const level = all.filter(({ on }) => on === "y");
  const ends = [...places.map(({ y }) => y), ...level.map(({ value }) => value)].map(along).filter(Number.isFinite);
  const near = CLOSE * (Math.max(...ends) - Math.min(...ends));
  for (const one of level) {
    one.under = level.some(({ value }) => value > one.value && along(value) - along(one.value) < near);
    one.over = level.some(({ value }) => value < one.value && along(one.value) - along(value) < near);
  }
  sided(all.filter(({ on }) => on === "x"), places, x.scale, width);
  return all;
}

/** Sets the side of upright lines for their words: the side with more room; where neighbours are close, away from each other. */
function sided(lines, places, scale, width) {
  const along = scale === "logarithmic" ? Math.log : Number;
  const [from, to] = extent(places.flatMap(({ x, span }) => span ?? [x]).map(along).filter(Number.isFinite));
  for (const one of lines) one.before = along(one.value) > (from + to) / 2;
  // Bars begin at 0, which none of their places has.
  const [least, most] = extent([...lines.map(({ value }) => along(value)), from, to, ...(scale === "logarithmic" ? [] : [0])]);
  const sorted = lines.toSorted((a, b) => a.value - b.value);
  sorted.slice(1).forEach((one, i) => {
    const last = sorted[i];
    const between = ((along(one.value) - along(last.value)) / (most - least)) * width;
    const words = (last.before ? 0 : last.label.length) + (one.before ? one.label.length : 0);
    if (between < words * LETTER + 2 * BESIDE) [last.before, one.before] = [true, false];
  });
  for (const one of lines) {
    const before = ((along(one.value) - least) / (most - least)) * width;
    one.room = (one.before ? before : width - before) - BESIDE;
  }
}

/** The place of the words of a level reference: at the right above it, or on the side where fewest points lie, else beyond them. */
function standing({ value, label, under, over }, places, { x, y }, width) {
  const usual = { y: value, right: true, above: !under };
  const [across, up] = [x, y].map(({ scale }) => (scale === "logarithmic" ? Math.log : Number));
  // Bars stand side by side, from 0 upwards.
  const bars = [...new Set(places.map((place) => place.x))];
  const upright = bars.every((name) => typeof name === "string");
  const points = places.map((place) => [upright ? bars.indexOf(place.x) : across(place.x), up(place.y)]);
  if (!points.length || !points.flat().every(Number.isFinite)) return usual;
  const [left, right] = extent(points.map(([x]) => x));
  const [low, high] = extent([...points.map(([, y]) => y), up(value), ...(upright && y.scale !== "logarithmic" ? [0] : [])]);
  if (left === right || low === high) return usual;
  const wide = ((label.length * LETTER) / width) * (right - left);
  const near = WORDS * (high - low);
  // The words of the axis are below the lowest line.
  const lowest = up(value) - low < near && !under;
  const sides = [true, false].flatMap((atRight) => {
    const within = points.filter(([x]) => (atRight ? x >= right - wide : x <= left + wide)).map(([, y]) => y);
    // The number of a bar stands on its end; words on its body are hard to read.
    const met = upright ? within.flatMap((y) => [y, y + 0.9 * near]) : within;
    return [true, false].filter((above) => (above ? !under : !over && !lowest)).map((above) => {
      const hidden = upright && within.some((y) => y > up(value) + (above ? near : -near));
      return { right: atRight, above, hidden, foot: footOf(up(value), met, above ? 1 : -1, near, low) };
    });
  });
  if (sides.length === 0) return usual;
  const far = ({ foot, hidden }) => Math.abs(foot - up(value)) + (hidden ? high - low : 0);
  const { foot, ...best } = sides.reduce((best, side) => (far(side) < far(best) ? side : best));
  return { ...best, y: y.scale === "logarithmic" ? Math.exp(foot) : foot };
}

/** The start of words that go up (1) or down (-1) from a line, beyond the points in their way; words that go down stay above the axis. */
function footOf(from, points, way, near, low) {
  let foot = from;
  for (const y of points.toSorted((a, b) => way * (a - b))) if (way * (y - foot) > 0 && way * (y - foot) < near) foot = y;
  return way < 0 ? Math.max(foot, Math.min(from, low + near)) : foot;
}

const longestWord = (text) => Math.max(...text.split(" ").map(({ length }) => length));

function reference({ on, value, label, before, room }, { width, across }, standing) {
  const line = { stroke: "var(--ink)", strokeDasharray: "6 4", strokeWidth: 1.2 };
  const words = { text: [label], fill: "var(--ink-2)", stroke: "var(--card)", strokeWidth: 4 };
  // Words that are too long for one line stand in several, below it.
  const long = label.length * LETTER > width;
  if (on === "y" && !long) {
    const { y, right, above } = standing();
    const side = right ? "right" : "left";
    return [Plot.ruleY([value], line), Plot.text([y], { ...words, y: [y], frameAnchor: side, textAnchor: right ? "end" : "start", dy: above ? -8 : 9 })];
  }
  const beside = { lineWidth: width / 12, lineAnchor: "top", dy: 4 };
  if (on === "y") return [Plot.ruleY([value], line), Plot.text([value], { ...words, y: [value], frameAnchor: "right", textAnchor: "end", ...beside })];
  // Words that would leave the plane fold; above lying bars there is one line for them.
  const folded = !across && label.length * LETTER > room ? { lineWidth: Math.max(room, longestWord(label) * LETTER) / 12 } : {};
  const anchor = { frameAnchor: "top", textAnchor: before ? "end" : "start", dx: before ? -BESIDE : BESIDE, dy: across ? -ABOVE : 4 };
  return [Plot.ruleX([value], line), Plot.text([value], { ...words, x: [value], ...anchor, ...folded })];
}

/** An upright error bar with ends. */
function errorBars(data, x, { low, high }, half = 4) {
  const ends = { x, stroke: "var(--ink)", strokeWidth: 1.5 };
  const end = (y) => Plot.vector(data, { ...ends, y, length: 2 * half, rotate: 90, anchor: "middle", shape: { draw: (c, l) => (c.moveTo(0, 0), c.lineTo(0, -l)) } });
  return [Plot.ruleX(data, { ...ends, y1: low, y2: high }), end(low), end(high)];
}

const bounds = (at) => ({ low: (d) => at.y(d.interval.low), high: (d) => at.y(d.interval.high) });
const filled = ({ main }) => (main ? "var(--compute)" : "var(--compute-2)");

/** The look of bars: a bound that nothing reaches is an outline. */
const bodies = (drawn, draw) => {
  const outline = { fill: "none", stroke: "var(--compute)", strokeWidth: 1.5, strokeDasharray: "4 3", inset: 0.75 };
  return [draw(drawn.filter(({ bound }) => !bound), { fill: filled, rx: 3 }), draw(drawn.filter(({ bound }) => bound), { ...outline, rx: 3 })];
};

/** The number of a bar in its spoken words, without its interval and the effect of a press. */
export const valueOf = ({ label }, said) => said.slice(label.length + 2).split(" ± ")[0].split(". ")[0];

function bars({ series: { bars }, words, at, has, width, across }) {
  const drawn = bars.filter(({ value }) => has.y(value));
  if (across) return barsAcross(bars, drawn, words, at);
  const top = (d) => at.y(d.interval ? Math.max(d.interval.high, d.value) : d.value);
  const said = new Map(bars.map((bar, i) => [bar, valueOf(bar, words[i])]));
  // The numbers are bold, and do not touch.
  const room = width / bars.length > 4 + 1.1 * LETTER * Math.max(...[...said.values()].map(({ length }) => length));
  const marks = [
    ...bodies(drawn, (data, style) => Plot.barY(data, { x: "label", y: (d) => at.y(d.value), ...style })),
    ...errorBars(drawn.filter(({ interval }) => interval), "label", bounds(at)),
  ];
  if (room) {
    marks.push(Plot.text(drawn, { x: "label", y: top, text: (d) => said.get(d), dy: -10, fill: "var(--ink)", fontWeight: 650 }));
  }
  const places = bars.map((bar, index) => ({ index, x: bar.label, y: at.y(bar.value), reach: bar.interval ? [at.y(bar.interval.low), at.y(bar.interval.high)] : [] }));
  return { marks, places };
}

/** Bars from left to right, for names that have no room below upright ones. */
function barsAcross(bars, drawn, words, at) {
  const end = (d) => Math.max(at.y(d.interval ? Math.max(d.interval.high, d.value) : d.value), 0);
  const said = new Map(bars.map((bar, i) => [bar, valueOf(bar, words[i])]));
  const { low, high } = bounds(at);
  const between = drawn.filter(({ interval }) => interval);
  const tip = (x) => Plot.tickX(between, { x, y: "label", stroke: "var(--ink)", strokeWidth: 1.5, insetTop: 4, insetBottom: 4 });
  const marks = [
    ...bodies(drawn, (data, style) => Plot.barX(data, { y: "label", x: (d) => at.y(d.value), ...style })),
    Plot.ruleY(between, { y: "label", x1: low, x2: high, stroke: "var(--ink)", strokeWidth: 1.5 }),
    tip(low),
    tip(high),
    Plot.text(drawn, { y: "label", x: end, text: (d) => said.get(d), dx: 6, textAnchor: "start", fill: "var(--ink)", fontWeight: 650 }),
  ];
  const places = bars.map((bar, index) => ({ index, x: at.y(bar.value), y: bar.label, reach: bar.interval ? [at.y(bar.interval.low), at.y(bar.interval.high)] : [] }));
  return { marks, places };
}

function histogram({ series: { from, width, counts, main }, look, at }) {
  const bins = counts.map((count, i) => ({ x1: at.x(from + i * width), x2: at.x(from + (i + 1) * width), y: count }));
  const style = main
    ? { fill: look.color, insetRight: 1 }
    : { fill: "none", stroke: look.color, strokeDasharray: look.dash, strokeWidth: 1.3, insetRight: 1 };
  return {
    marks: [Plot.rectY(bins.filter(({ y }) => y > 0), { x1: "x1", x2: "x2", y: "y", ...style })],
    places: bins.map(({ x1, x2, y }, index) => ({ index, x: (x1 + x2) / 2, y, span: [x1, x2] })),
  };
}

/** The points that have a place on the axes, with their index in the description. */
function placed(points, at, has) {
  const places = points.map((point, index) => ({ ...point, index, x: at.x(point.x), y: at.y(point.y), on: has.x(point.x) && has.y(point.y) }));
  for (const place of places) {
    const { interval } = place;
    const reach = interval ? [interval.low, interval.high].filter(has.y).map(at.y) : [];
    place.reach = reach;
    place.around = reach.length === 2 ? { low: reach[0], high: reach[1] } : null;
  }
  return places;
}

function line({ series: { points, course, spread }, look, barred, at, has }) {
  const all = placed(points, at, has);
  const drawn = all.filter(({ on }) => on);
  const around = drawn.filter(({ around }) => around);
  const curve = course === "steps" ? "step-after" : "linear";
  const low = (d) => d.around.low;
  const high = (d) => d.around.high;
  const marks = [];
  if (spread === "band") marks.push(Plot.areaY(around, { x: "x", y1: low, y2: high, fill: look.color, fillOpacity: 0.18, curve }));
  else if (barred) marks.push(...errorBars(around, "x", { low, high }, 3));
  // A point without a place leaves a gap.
  const { dash, width: strokeWidth = 2, opacity: strokeOpacity = 1 } = look;
  marks.push(Plot.lineY(all, { x: "x", y: (d) => (d.on ? d.y : NaN), stroke: look.color, strokeWidth, strokeOpacity, strokeDasharray: dash, curve }));
  if (drawn.length <= FEW && course === "straight") {
    marks.push(Plot.dot(drawn, { x: "x", y: "y", ...ink(look), symbol: look.symbol, r: 4 }));
  }
  return { marks, places: drawn };
}

/** The paint of a dot: full, or an outline. */
const ink = ({ color, open }) => (open ? { fill: "var(--card)", stroke: color } : { fill: color, stroke: "var(--card)" });

function scatter({ chart, series: { points, fit, printed }, look, at, has }) {
  const drawn = placed(points, at, has).filter(({ on }) => on);
  const size = printed ? { r: 5.5, strokeWidth: 2.2 } : { r: drawn.length > 400 ? 2 : 3.5 };
  const marks = [Plot.dot(drawn, { x: "x", y: "y", stroke: look.color, fill: look.open ? "none" : look.color, fillOpacity: 0.35, symbol: look.symbol, ...size })];
  if (fit && drawn.length > 1) {
    const xs = points.map(({ x }) => x).filter(has.x);
    const [low, high] = [Math.min(...xs), Math.max(...xs)];
    // A straight line is bent where an axis is logarithmic.
    const share = (i) => (chart.x.scale === "logarithmic" ? low * (high / low) ** (i / 64) : low + ((high - low) * i) / 64);
    const through = Array.from({ length: 65 }, (_, i) => ({ x: share(i), y: fit.intercept + fit.slope * share(i) })).filter(({ y }) => has.y(y));
    marks.push(Plot.lineY(through, { x: (d) => at.x(d.x), y: (d) => at.y(d.y), stroke: look.color, strokeWidth: 1.8 }));
  }
  return { marks, places: drawn };
}

function boxes({ series: { boxes }, at, has }) {
  const y = (name) => (d) => at.y(d[name]);
  const beyond = boxes.flatMap(({ label, outliers }) => outliers.filter(has.y).map((value) => ({ label, value })));
  return {
    marks: [
      ...errorBars(boxes.map((box) => ({ ...box, interval: box })), "label", bounds(at), 7),
      Plot.barY(boxes, { x: "label", y1: y("first"), y2: y("third"), fill: filled, insetLeft: 8, insetRight: 8 }),
      Plot.tickY(boxes, { x: "label", y: y("median"), stroke: "var(--ink)", strokeWidth: 2.4, insetLeft: 8, insetRight: 8 }),
      Plot.dot(beyond, { x: "label", y: y("value"), stroke: "var(--ink-2)", r: 2.5 }),
    ],
    places: boxes.map((box, index) => ({ index, x: box.label, y: at.y(box.median), reach: [box.low, box.high, ...box.outliers].filter(has.y).map(at.y) })),
  };
}

function heat({ series: { value: axis, columns, rows, marked }, words, shades, width }) {
  const cells = rows.flatMap(({ label, values }, r) => values.slice(0, columns.length).map((value, c) => ({ x: columns[c], y: label, value, index: r * columns.length + c })));
  const { low, high, centre, ratio } = shades ?? {};
  const logarithmic = axis.scale === "logarithmic" || ratio;
  const drawn = cells.filter(({ value }) => value !== null && (!logarithmic || value > 0));
  const along = logarithmic ? Math.log : Number;
  const least = centre ?? low;
  const length = along(high) - along(least);
  const shade = ({ value }) => SHADE[0] + (SHADE[1] - SHADE[0]) * (length > 0 ? Math.abs(along(value) - along(least)) / length : 0.5);
  const below = ({ value }) => value < least;
  const out = new Set(marked?.cells);
  const stands = ({ index }) => out.has(index);
  const said = (d) => (stands(d) ? words[d.index].slice(0, -`, ${marked.label}`.length) : words[d.index]).split(" ").at(-1);
  const fill = (d) => (below(d) || stands(d) ? BELOW : "var(--compute)");
  const marks = [Plot.cell(drawn, { x: "x", y: "y", fill, fillOpacity: shade, ...(rows.length > 24 ? { inset: -0.25 } : { stroke: "var(--line)", inset: 0.5 }) })];
  // A frame tells marked cells apart without colour.
  if (marked) marks.push(Plot.cell(drawn.filter(stands), { x: "x", y: "y", fill: "none", ...FRAME }));
  if (width / columns.length > 8 + LETTER * Math.max(...drawn.map((d) => said(d).length)) && rows.length <= 14) {
    marks.push(Plot.text(drawn, { x: "x", y: "y", text: said, fill: "var(--ink)" }));
  } else if (width / columns.length > 8) {
    // A sign tells the cells below the centre apart without colour.
    marks.push(Plot.text(drawn.filter(below), { x: "x", y: "y", text: () => "−", fill: "var(--ink-2)" }));
  }
  return { marks, places: drawn.map(({ x, y, index }) => ({ x, y, index })) };
}

const kinds = { bars, histogram, line, scatter, boxes, heat };

/** The least and the most of some numbers. */
export function extent(numbers) {
  return numbers.reduce(([low, high], n) => [Math.min(low, n), Math.max(high, n)], [Infinity, -Infinity]);
}
