// Draws charts that the page describes. Loaded when the first chart is shown.
import * as Plot from "@observablehq/plot";
import { LETTER, extent, marksOf } from "./marks.mjs";
import { Reading } from "./reading.mjs";
import { picture } from "./picture.mjs";

const HEIGHT = 236;
const GROUPS = new Set(["bars", "boxes", "heat"]);

/** A chart in an element. `draw` takes its description as JSON; `end` takes it away. */
export function mount(host) {
  let description;
  let drawn;
  let width = 0;
  const reading = new Reading(host);
  const redraw = () => {
    if (!description || width < 1) return;
    drawn?.svg.remove();
    drawn = render(description, width);
    host.prepend(drawn.svg);
    reading.show(drawn.places, description);
  };
  const watch = new ResizeObserver(() => {
    const now = Math.floor(host.clientWidth);
    if (now === width) return;
    width = now;
    redraw();
  });
  watch.observe(host);
  const mounted = {
    draw(json) {
      description = JSON.parse(json);
      width = Math.floor(host.clientWidth);
      redraw();
    },
    svg(note = "", millimetres = "") {
      if (!description) return "";
      if (!millimetres && drawn) return picture(drawn.svg, description, note);
      // Drawn anew in the width of the paper, where its colours can be read.
      const { svg } = render(description, Math.round((Number(millimetres || 170) * 96) / 25.4));
      svg.style.display = "none";
      host.append(svg);
      const figure = picture(svg, description, note, millimetres);
      svg.remove();
      return figure;
    },
    end() {
      watch.disconnect();
      reading.end();
      delete host.picture;
    },
  };
  // Whoever prints the page takes the figure from its place.
  host.picture = mounted.svg;
  return mounted;
}

function render(description, width) {
  const { chart, units, hidden } = description;
  const [first] = chart.series;
  const groups = GROUPS.has(first?.kind);
  const divide = (by) => (value) => value / by;
  const fits = (axis) => (value) => typeof value === "number" && Number.isFinite(value) && (axis.scale !== "logarithmic" || value > 0);
  const at = { x: divide(units[0][0]), y: divide(units[1][0]) };
  const has = { x: fits(chart.x), y: fits(chart.y) };
  const margins = marginsOf(chart, width);
  const { marks, places } = marksOf({ ...description, at, has }, width - margins.marginLeft - margins.marginRight);
  const heat = first?.kind === "heat";
  const y = yOf(chart, places, at);
  if (y.tickFormat) margins.marginLeft = Math.max(margins.marginLeft, Math.min(longest(y.domain.map(y.tickFormat)) + 14, width / 3));
  const svg = Plot.plot({
    width,
    height: heat ? Math.max(HEIGHT, 60 + 26 * first.rows.length) : HEIGHT,
    ...margins,
    style: { fontFamily: "inherit", fontSize: "12px", background: "none", color: "var(--ink-3)", overflow: "visible" },
    x: { ...axis(chart.x, units[0][1], groups), ...xOf(chart, places, at, width, groups) },
    y: { ...axis(chart.y, units[1][1], heat), ...y },
    marks: [heat ? null : Plot.gridY({ ticks: y.ticks, stroke: "var(--line-2)", strokeOpacity: 1 }), ...marks, heat ? null : Plot.frame({ anchor: "bottom", stroke: "var(--edge)" })],
  });
  svg.setAttribute("aria-hidden", "true");
  const place = (name) => {
    const scale = svg.scale(name);
    return (value) => scale.apply(value) + (scale.bandwidth ?? 0) / 2;
  };
  const [left, top] = places.length ? [place("x"), place("y")] : [];
  return { svg, places: places.filter(({ series }) => !hidden[series]).map((one) => ({ ...one, left: left(one.x), top: top(one.y) })) };
}

function axis({ label, scale }, unit, group) {
  const type = group ? "band" : scale === "logarithmic" ? "log" : "linear";
  return { type, label: unit ? `${label} (${unit})` : label, labelArrow: "none" };
}

/** How wide the longest of some texts is. */
const longest = (texts) => Math.max(...texts.map(({ length }) => length), 1) * LETTER;

/** The room beside the plane for what stands there. */
function marginsOf({ series: [first] }, width) {
  const rows = first?.kind === "heat" ? longest(first.rows.map(({ label }) => label)) : 0;
  const labels = labelsOf(first);
  const turned = labels.length > 0 && longest(labels) > (width - 70) / labels.length;
  return { marginLeft: Math.min(Math.max(46, rows + 30), width / 3), marginRight: 18, marginTop: 30, marginBottom: turned ? Math.min(longest(labels) * 0.8 + 40, 110) : 40 };
}

const labelsOf = (first) => first?.bars?.map(({ label }) => label) ?? first?.boxes?.map(({ label }) => label) ?? first?.columns ?? [];

function xOf(chart, places, at, width, groups) {
  const [first] = chart.series;
  if (groups) {
    const domain = labelsOf(first);
    const turned = marginsOf(chart, width).marginBottom > 40;
    return { domain, padding: first.kind === "heat" ? 0 : 0.42, tickRotate: turned ? -40 : 0, tickSize: 0, labelAnchor: "right" };
  }
  const references = (chart.references ?? []).filter(({ on }) => on === "x").map(({ value }) => at.x(value));
  const numbers = [...places.flatMap(({ x, span }) => span ?? [x]), ...references];
  return { ...parted(numbers, chart.x.scale, Math.max(2, Math.floor(width / 90))), nice: chart.x.scale !== "logarithmic" && first?.kind !== "histogram", tickSize: 4 };
}

function yOf(chart, places, at) {
  const [first] = chart.series;
  if (first?.kind === "heat") return { domain: first.rows.map(({ label }) => label), padding: 0, tickSize: 0 };
  const references = (chart.references ?? []).filter(({ on }) => on === "y").map(({ value }) => at.y(value));
  const numbers = [...places.flatMap(({ y, reach }) => [y, ...(reach ?? [])]), ...references].filter(Number.isFinite);
  if (first?.kind === "bars" || first?.kind === "histogram") numbers.push(0);
  return { ...parted(numbers, chart.y.scale, 5), nice: chart.y.scale !== "logarithmic", tickSize: 0 };
}

/** An axis has a length even where all its numbers are equal. */
function domainOf(numbers, scale) {
  const [low, high] = extent(numbers);
  if (low > high) return scale === "logarithmic" ? [1, 10] : [0, 1];
  // Whole powers at the ends, so that there is something to read between them.
  if (scale === "logarithmic") return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(low < high ? high : low * 1.01))];
  if (low < high) return [low, high];
  // Shares and times of nothing are not below it.
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

/** How an axis with these numbers is parted: round numbers, of which a logarithmic axis has its own. */
function parted(numbers, scale, most) {
  const domain = domainOf(numbers, scale);
  if (scale !== "logarithmic") {
    // There is nothing between whole numbers that follow each other.
    const ticks = numbers.every(Number.isInteger) ? Math.min(most, domain[1] - domain[0]) : most;
    return { domain, ticks, tickFormat: plain(domain, ticks) };
  }
  // Beyond a few zeros the power of ten is read sooner.
  const notation = domain[0] < 1e-4 || domain[1] >= 1e7 ? "scientific" : "standard";
  const words = (tick) => tick.toLocaleString("en", { maximumSignificantDigits: 2, notation }).replaceAll(",", "\u202f").replace("E", "e");
  return { domain, ticks: powers(domain, most), tickFormat: words };
}
