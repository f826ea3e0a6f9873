// Draws charts that the page describes. Loaded when the first chart is shown.
import * as Plot from "@observablehq/plot";
import { FRAME, LETTER, extent, marksOf, valueOf } from "./marks.mjs";
import { Grips } from "./grips.mjs";
import { Handles } from "./handles.mjs";
import { Reading } from "./reading.mjs";
import { node, picture } from "./picture.mjs";
import { graph } from "./graph.mjs";
import { highOf } from "./kinds.mjs";
import { drawnLooks } from "./looks.mjs";
import { Tokens } from "./tokens.mjs";
import { tree } from "./tree.mjs";

export { sight } from "./looks.mjs";

const HEIGHT = 236;
/** The least height of a chart that opens the result, px. */
const LOW = 190;
/** A chart across the whole page is wider than this, and higher than the others. */
const WIDE = 800;
const HIGH = 320;
/** The greatest share of the width for names beside the plane. */
const BESIDE = 0.42;
/** The height of a line of text, px. */
const TEXT = 14;
/** Up to so many rows of a heat map have the height of a line of text. */
const MANY = 16;
/** The distance between names below a heat map, and below bars, px. */
const APART = 6;
const ASIDE = 8;
/** Names up to so many letters are short. */
const SHORT = 4;
/** The part of their pitch that bars leave free. */
const GAP = 0.42;
/** Up to so many different values of the horizontal axis have a tick each. */
const FEW = 10;
/** The pause after a change before a chart out of view is drawn, ms. */
const LATER = 50;
/** The tolerance of computed numbers and exponents of ten. */
const NOISE = 1e-9;
/** Ends of lines this near to each other are one point, px; the length of a line's sample beside its name, px. */
const NEAR = 4;
const SAMPLE = 18;
const GROUPS = new Set(["bars", "boxes", "heat"]);

/** A chart in an element. `draw` takes the laboratory's description and the look of the chart, both as JSON; `end` takes it away. */
export function mount(host) {
  /** The description and the look to draw, as JSON, until they are read. */
  let told;
  let description;
  let drawn;
  let width = 0;
  /** The greatest height of a chart that opens the result, px: its card is as high as the one beside it. */
  let room = 0;
  /** Whether the chart is in the visible part of the page. */
  let seen = true;
  let waiting = 0;
  const reading = new Reading(host);
  const handles = new Handles(host);
  const tokens = new Tokens(host);
  const grips = new Grips(host);
  const redraw = () => {
    clearTimeout(waiting);
    waiting = 0;
    if (told) {
      description = { ...JSON.parse(told[0]), ...JSON.parse(told[1]) };
      description.looks = drawnLooks(description);
    }
    told = undefined;
    if (!description || width < 1) return;
    drawn?.svg.remove();
    drawn = render(description, width, room);
    if (description.small) host.style.minHeight = `${drawn.least}px`;
    host.prepend(drawn.svg);
    reading.show(drawn.places, description, drawn.across);
    handles.show(drawn.svg, description, drawn.across);
    if (drawn.stacks) tokens.show(drawn.svg, description, drawn);
    grips.show(drawn.svg, description);
  };
  const watch = new ResizeObserver(() => {
    const [wide, high] = [Math.floor(host.clientWidth), Math.floor(host.clientHeight)];
    const fits = !drawn?.grows || Math.max(high, drawn.least) === Math.max(room, drawn.least);
    const same = wide === width && fits;
    [width, room] = [wide, high];
    if (!same) redraw();
  });
  watch.observe(host);
  const view = new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    if (seen && waiting) redraw();
  });
  view.observe(host);
  const mounted = {
    draw(drawing, sight) {
      told = [drawing, sight];
      // Later the observer knows the width: another question would lay out the whole page for every chart.
      if (width < 1) width = Math.floor(host.clientWidth);
      clearTimeout(waiting);
      // Charts in view come first. The others follow once nothing has changed for a while.
      if (seen || !drawn) redraw();
      else waiting = setTimeout(redraw, LATER);
    },
    svg(note = "", millimetres = "") {
      if (waiting) redraw();
      if (!description) return "";
      if (!millimetres && drawn) return picture(drawn.svg, description, note);
      // Draws the chart anew in the width of the paper, where its colours can be read.
      const { svg } = render(description, Math.round((Number(millimetres || 170) * 96) / 25.4));
      svg.style.display = "none";
      host.append(svg);
      const figure = picture(svg, description, note, millimetres);
      svg.remove();
      return figure;
    },
    end() {
      watch.disconnect();
      view.disconnect();
      clearTimeout(waiting);
      reading.end();
      handles.end();
      tokens.end();
      grips.end();
      delete host.picture;
    },
  };
  // Printing moves the figure from its place.
  host.picture = mounted.svg;
  return mounted;
}

/** Draws a chart as high as it needs; a small one as high as `room`, where that is more. */
function render(description, width, room = 0) {
  const { chart, units, hidden, named } = description;
  const [first] = chart.series;
  const fixed = { tree, graph }[first?.kind];
  if (fixed) {
    const laid = fixed(description, width);
    return { ...laid, least: Number(laid.svg.getAttribute("height")) };
  }
  const groups = GROUPS.has(first?.kind);
  const divide = (by) => (value) => value / by;
  const fits = (axis) => (value) => typeof value === "number" && Number.isFinite(value) && (axis.scale !== "logarithmic" || value > 0);
  const at = { x: divide(units[0][0]), y: divide(units[1][0]) };
  const has = { x: fits(chart.x), y: fits(chart.y) };
  const across = first?.kind === "bars" && turned(chart, width);
  const margins = across ? marginsAcross(chart, description.words, width) : marginsOf(chart, width);
  const names = named ? chart.series.map(({ name }) => parts(name, Math.floor((BESIDE * width - 25 - SAMPLE) / LETTER))) : [];
  if (named) margins.marginRight = longest(names.flat()) + 25 + SAMPLE;
  const { marks, places } = marksOf({ ...description, at, has, across }, width - margins.marginLeft - margins.marginRight);
  const heat = first?.kind === "heat";
  const [x, y] = across ? [yOf(chart, places.map((place) => ({ ...place, y: place.x })), at, width - margins.marginLeft - margins.marginRight), { domain: labelsOf(first), padding: 0.25, tickSize: 0 }] : [xOf(chart, places, at, width, groups), yOf(chart, places, at)];
  if (!across && y.tickFormat) margins.marginLeft = Math.max(margins.marginLeft, Math.min(longest(y.domain.map(y.tickFormat)) + 14, width / 3));
  const least = description.small ? Math.max(LOW, highOf(description.lines)) : width > WIDE ? HIGH : HEIGHT;
  // Names of bars that are too long stand in lines.
  const folded = across && longest(labelsOf(first)) + 14 > margins.marginLeft;
  const pitch = folded ? 2 * TEXT + 6 : description.small ? 16 : 19;
  const needed = heat ? Math.max(HEIGHT, 60 + pitchOf(first.rows) * first.rows.length) : across ? Math.max(description.small ? least : HEIGHT, 62 + margins.marginTop + pitch * first.bars.length) : Math.max(least, 80 + TEXT * names.flat().length);
  const grows = description.small && !heat && !across;
  const height = grows ? Math.max(needed, room) : needed;
  const lines = heat ? null : across ? Plot.gridX({ ticks: x.ticks, stroke: "var(--line-2)", strokeOpacity: 1 }) : Plot.gridY({ ticks: y.ticks, stroke: "var(--line-2)", strokeOpacity: 1 });
  // A logarithmic scale would leave out the names of some ticks.
  const ticks = x.all && Plot.axisX({ ticks: x.ticks, text: x.tickFormat, tickSize: x.tickSize, labelAnchor: "right", labelArrow: "none" });
  const upright = y.all && Plot.axisY({ ticks: y.ticks, text: y.tickFormat, tickSize: y.tickSize, labelArrow: "none" });
  const beside = folded ? Plot.axisY({ tickSize: 0, lineWidth: (margins.marginLeft - 14) / 12, label: null }) : null;
  const [along, up] = [axis(chart.x, units[0][1], groups), axis(chart.y, units[1][1], heat)];
  const svg = Plot.plot({
    width,
    height,
    ...margins,
    style: { fontFamily: "inherit", fontSize: "12px", background: "none", color: "var(--ink-3)", overflow: "visible" },
    x: { ...(across ? up : along), ...x },
    y: { ...(across ? { ...along, label: null } : up), ...y },
    marks: [lines, ticks, upright, beside, ...marks, heat ? null : Plot.frame({ anchor: across ? "left" : "bottom", stroke: "var(--edge)" })],
  });
  svg.setAttribute("aria-hidden", "true");
  // A style sheet that comes or goes makes the browser match all rules of the page anew, and nothing here needs this one.
  svg.querySelector("style")?.remove();
  const place = (name) => {
    const scale = svg.scale(name);
    return (value) => scale.apply(value) + (scale.bandwidth ?? 0) / 2;
  };
  const [left, top] = places.length ? [place("x"), place("y")] : [];
  const seen = places.filter(({ series }) => !hidden[series]).map((one) => ({ ...one, left: left(one.x), top: top(one.y) }));
  if (heat && first.border) drawBorder(svg, first);
  if (heat && first.marked) nameMarked(svg, first.marked, width - margins.marginRight);
  if (named) nameLines(svg, seen, names, description, { right: width - margins.marginRight, bottom: height - margins.marginBottom });
  return { svg, across, places: seen, least: needed, grows };
}

/** The line that parts the cells of a heat map, with its name half way. */
function drawBorder(svg, { columns, rows, border: { label, cells } }) {
  const [x, y] = ["x", "y"].map((name) => svg.scale(name));
  const edge = (before) => (before < columns.length ? x.apply(columns[before]) : x.apply(columns.at(-1)) + x.bandwidth);
  const corners = rows.map((row, r) => `${r ? "H" : "M"}${edge(cells[r])}${r ? "" : ` ${y.apply(row.label)}`}V${y.apply(row.label) + y.bandwidth}`);
  const halo = { d: corners.join(""), fill: "none", stroke: "var(--card)", "stroke-width": 4 };
  svg.append(node("path", halo), node("path", { ...halo, stroke: "var(--ink)", "stroke-width": 1.6 }));
  const half = Math.floor(rows.length / 2);
  const [left, top] = [edge(cells[half]), y.apply(rows[half].label)];
  const late = left > (x.apply(columns[0]) + edge(columns.length)) / 2;
  const style = { x: left + (late ? -8 : 8), y: late ? top - 4 : top, "text-anchor": late ? "end" : "start", fill: "var(--ink)", stroke: "var(--card)", "stroke-width": 4, "paint-order": "stroke", "font-size": 12 };
  svg.append(node("text", style, label));
}

/** The common name of cells that stand out, at the right above the plane, with their look. */
function nameMarked(svg, { label }, right) {
  const left = right - label.length * LETTER;
  svg.append(node("text", { x: right, y: 12, "text-anchor": "end", fill: "var(--ink)", "font-size": 12 }, label));
  for (const look of [{ fill: FRAME.stroke, "fill-opacity": 0.3 }, { fill: "none", stroke: FRAME.stroke, "stroke-width": FRAME.strokeWidth }]) svg.append(node("rect", { x: left - 20, y: 2, width: 13, height: 12, ...look }));
}

/** The name of each line at its end, none over another, with a sample of the line: several lines may end in one point. */
function nameLines(svg, places, names, { looks }, { right, bottom }) {
  const ends = names.flatMap((name, s) => {
    const own = places.filter(({ series }) => series === s);
    return own.length > 0 ? [{ name, look: looks[s], ...own.reduce((last, one) => (one.left >= last.left ? one : last)) }] : [];
  });
  ends.sort((a, b) => a.top - b.top);
  const tops = ends.map(({ top }) => top);
  const step = (i) => TEXT * ends[i].name.length;
  for (let i = 1; i < tops.length; i++) tops[i] = Math.max(tops[i], tops[i - 1] + step(i - 1));
  for (let i = tops.length - 1, most = bottom + TEXT; i >= 0; i--) tops[i] = Math.min(tops[i], (most -= step(i)));
  ends.forEach(({ name, look, left, top }, i) => {
    const shared = ends.some((other, o) => o !== i && Math.hypot(other.left - left, other.top - top) < NEAR);
    const leader = { x1: left + 5, y1: top, x2: right + 8, y2: tops[i], stroke: look.color, "stroke-width": 1, "stroke-opacity": 0.6 };
    const sample = { x1: right + 9, y1: tops[i], x2: right + 9 + SAMPLE, y2: tops[i], stroke: look.color, "stroke-width": look.width ?? 2, "stroke-opacity": look.opacity ?? 1, "stroke-dasharray": look.dash };
    const style = { x: right + 14 + SAMPLE, "text-anchor": "start", fill: "var(--ink-2)", "font-size": 12 };
    const text = name.map((text, line) => node("text", { ...style, y: tops[i] + 4 + TEXT * line }, text));
    svg.append(...(shared ? [] : [node("line", leader)]), node("line", sample), ...text);
  });
}

/** A text in lines of so many letters, as far as its words allow. */
function parts(text, letters) {
  const lines = [];
  // An equation stays together.
  for (const word of text.split(/(?<!=) (?!=)/)) {
    const joined = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && joined.length <= letters) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** The height of a row of a heat map; many rows are lower, so that all are seen at once. */
const pitchOf = (rows) => (rows.length <= MANY ? 26 : Math.max(8, (26 * MANY) / rows.length));

function axis({ label, scale }, unit, group) {
  const type = group ? "band" : scale === "logarithmic" ? "log" : "linear";
  return { type, label: unit ? `${label} (${unit})` : label, labelArrow: "none" };
}

/** The width of the longest of some texts. */
const longest = (texts) => Math.max(...texts.map(({ length }) => length), 1) * LETTER;

/** The margins beside the plane, for its names. */
function marginsOf(chart, width) {
  const [first] = chart.series;
  return { marginLeft: leftOf(first, width), marginRight: 18, marginTop: 30, marginBottom: turned(chart, width) ? Math.min(longest(labelsOf(first)) * 0.8 + 40, 110) : 40 };
}

function leftOf(first, width) {
  const rows = first?.kind === "heat" ? longest(first.rows.map(({ label }) => label)) : 0;
  return Math.min(Math.max(46, rows + 30), BESIDE * width);
}

/** The room for the names below the plane. */
const roomOf = (first, width) => width - leftOf(first, width) - 24;

/** The margins where bars lie: names at the left, their numbers at the right. */
function marginsAcross({ series: [{ bars }], references = [] }, [words], width) {
  const numbers = words.map((said, i) => valueOf(bars[i], said));
  return { marginLeft: Math.min(longest(labelsOf({ bars })) + 14, BESIDE * width), marginRight: Math.min(longest(numbers) + 16, width / 4), marginTop: references.length > 0 ? 8 + TEXT : 8, marginBottom: 40 };
}

/** Whether the names below the plane have no room beside each other. A heat map omits some short names, such as numbers, instead. */
function turned({ series: [first] }, width) {
  const labels = labelsOf(first);
  if (first?.kind === "heat" && longest(labels) <= SHORT * LETTER) return false;
  // Bars leave the plane's ends free, too.
  const [apart, free] = first?.kind === "heat" ? [APART, 0] : [ASIDE, GAP];
  return labels.length > 0 && longest(labels) + apart > roomOf(first, width) / (labels.length + free);
}

const labelsOf = (first) => first?.bars?.map(({ label }) => label) ?? first?.boxes?.map(({ label }) => label) ?? first?.columns ?? [];

function xOf(chart, places, at, width, groups) {
  const [first] = chart.series;
  if (groups) {
    const domain = labelsOf(first);
    // Names that turn need a line each, numbers of a heat map their own length.
    const each = turned(chart, width) ? TEXT : first.kind === "heat" ? longest(domain) + APART : 0;
    const every = Math.max(1, Math.ceil((each * domain.length) / roomOf(first, width)));
    return { domain, ticks: domain.filter((_, i) => i % every === 0), padding: first.kind === "heat" ? 0 : GAP, tickRotate: turned(chart, width) ? -40 : 0, tickSize: 0, labelAnchor: "right" };
  }
  const references = (chart.references ?? []).filter(({ on }) => on === "x").map(({ value }) => at.x(value));
  const numbers = [...places.flatMap(({ x, span }) => span ?? [x]), ...references, ...(chart.grips ?? []).map((grip) => at.x(grip.x))];
  const own = [...new Set(places.map(({ x }) => x))].sort((a, b) => a - b);
  // Settings are round; times of events and crossings are not, and need no ticks of their own.
  if (own.every(isRound) && !places.some(({ span }) => span) && own.length > 1 && own.length <= FEW) return { ...atValues(own, numbers, chart.x.scale, width), tickSize: 4 };
  return { ...parted(numbers, chart.x, Math.max(2, Math.floor(width / 90))), nice: chart.x.scale !== "logarithmic" && first?.kind !== "histogram", tickSize: 4 };
}

/** Whether a number may be a setting: two digits, a multiple of five or a power of two. */
const isRound = (x) => Math.abs(x - Number(x.toPrecision(2))) <= NOISE * Math.abs(x) || (Number.isInteger(x) && (x % 5 === 0 || Number.isInteger(Math.log2(x))));

function yOf(chart, places, at, along) {
  const [first] = chart.series;
  if (first?.kind === "heat") {
    const domain = first.rows.map(({ label }) => label);
    const every = Math.ceil(TEXT / pitchOf(first.rows));
    return { domain, ticks: domain.filter((_, i) => i % every === 0), padding: 0, tickSize: 0 };
  }
  const references = (chart.references ?? []).filter(({ on }) => on === "y").map(({ value }) => at.y(value));
  // A dot has room for all its stops.
  const gripped = (chart.grips ?? []).flatMap(({ stops, scale }) => [stops[0], stops.at(-1)].map((stop) => at.y(stop * scale)));
  const numbers = [...places.flatMap(({ y, reach }) => [y, ...(reach ?? [])]), ...references, ...gripped].filter(Number.isFinite);
  if (first?.kind === "bars" || first?.kind === "histogram") numbers.push(0);
  // There may be twice as many ticks as are asked for.
  const wide = Math.max(55, 2.2 * longest(extent(numbers).map((number) => Math.round(number).toLocaleString("en"))) + ASIDE);
  const most = along === undefined ? 5 : Math.max(1, Math.min(8, Math.floor(along / wide)));
  return { ...parted(numbers, chart.y, most), nice: chart.y.scale !== "logarithmic", tickSize: 0 };
}

/** An axis with a tick at each of a few values, as far as there is room. */
function atValues(own, numbers, scale, width) {
  const domain = extent(numbers);
  const along = scale === "logarithmic" ? Math.log : Number;
  const [from, to] = domain.map(along);
  const words = (tick) => tick.toLocaleString("en", { maximumSignificantDigits: 4 }).replaceAll(",", "\u202f").replace("-", "−");
  const room = longest(own.map(words)) + 10;
  const place = (value) => ((along(value) - from) / (to - from)) * (width - 80);
  const ticks = [];
  for (const value of own) if (ticks.length === 0 || place(value) - place(ticks.at(-1)) >= room) ticks.push(value);
  return { domain, ticks, tickFormat: words, all: true };
}

/** An axis has a length even where all its numbers are equal. */
function domainOf(numbers, scale) {
  const [low, high] = extent(numbers);
  if (low > high) return scale === "logarithmic" ? [1, 10] : [0, 1];
  // Whole powers at the ends, so that there is something to read between them; a computed power may be off by its last bits.
  if (scale === "logarithmic") return [10 ** Math.floor(Math.log10(low) + NOISE), 10 ** Math.ceil(Math.log10(low < high ? high : low * 1.01) - NOISE)];
  if (low < high) return [low, high];
  // Shares and times are never below 0.
  if (low === 0) return [0, 1];
  return low > 0 ? [low / 2, low * 2] : [low - 1, low + 1];
}

/** Powers of ten, and twice and five times those where there are few. */
function powers([low, high], most) {
  const from = Math.floor(Math.log10(low));
  const number = Math.ceil(Math.log10(high)) - from + 1;
  const step = Math.max(1, Math.ceil(number / most));
  const tens = Array.from({ length: Math.ceil(number / step) }, (_, i) => from + i * step);
  const parts = number <= 3 ? [1, 2, 5] : [1];
  return tens.flatMap((ten) => parts.map((part) => Number(`${part}e${ten}`))).filter((tick) => tick >= low && tick <= high);
}

/** The numbers along a linear axis: with the decimals that its steps need, and their thousands apart. */
function plain([low, high], most) {
  const step = (high - low) / most;
  const ten = Math.floor(Math.log10(step));
  // Steps are one, two or five times a power of ten: the nearest by ratio.
  const digits = Math.max(0, -(step / 10 ** ten < Math.sqrt(50) ? ten : ten + 1));
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (tick) => tick.toLocaleString("en", fraction).replaceAll(",", "\u202f").replace("-", "−");
}

/** The domain and the ticks of an axis with these numbers: round numbers; a logarithmic axis has its own. */
function parted(numbers, { scale, unit }, most) {
  // Counts, such as processors and copies, are doubled.
  if (scale === "logarithmic" && unit === "count") return doubled(extent(numbers), most);
  const domain = domainOf(numbers, scale);
  if (scale !== "logarithmic") {
    // There is nothing between whole numbers that follow each other.
    const ticks = numbers.every(Number.isInteger) ? Math.min(most, domain[1] - domain[0]) : most;
    return { domain, ticks, tickFormat: plain(domain, ticks) };
  }
  // Beyond a few zeros the power of ten is read sooner.
  const powerful = domain[0] < 1e-4 || domain[1] >= 1e7;
  const words = (tick) => (powerful ? power(tick) : tick.toLocaleString("en", { maximumSignificantDigits: 2 }).replaceAll(",", "\u202f"));
  return { domain, ticks: powers(domain, most), tickFormat: words };
}

/** An axis of counts, with ticks at powers of two, as many as there is room for. */
function doubled([low, high], most) {
  if (low > high) return { domain: [1, 2], ticks: [] };
  const [from, to] = [Math.floor(Math.log2(low)), Math.ceil(Math.log2(high > low ? high : 2 * low))];
  const step = Math.max(1, Math.ceil((to - from) / most));
  const ticks = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => 2 ** (from + at * step));
  const words = (tick) => (tick >= 1e7 ? `2${raised(Math.log2(tick))}` : tick.toLocaleString("en", { maximumSignificantDigits: 7 }).replaceAll(",", "\u202f"));
  return { domain: [2 ** from, 2 ** to], ticks, tickFormat: words, all: true };
}

/** A number as a power of ten, as people write it: 2·10⁻⁵. */
function power(number) {
  const ten = Math.floor(Math.log10(number) + 1e-9);
  const part = Math.round(number / 10 ** ten);
  return ten === 0 ? String(part) : `${part === 1 ? "" : `${part}·`}10${raised(ten)}`;
}

/** A whole number as an exponent. */
const raised = (number) => String(number).replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]);
