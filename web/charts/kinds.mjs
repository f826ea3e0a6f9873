// The kinds of nodes and places: their looks, and their legend.
import { LETTER } from "./marks.mjs";
import { node } from "./picture.mjs";

/** The distance of the legend from the sides, and the height of its lines, px. */
export const EDGE = 12;
const LINE = 20;
/** The looks of the kinds: the first matters, the second is there too, the third is left or gone. */
const LOOKS = [
  { stroke: "var(--compute)", "stroke-width": 2.2, fill: "var(--compute)", "fill-opacity": 0.2 },
  { stroke: "var(--edge)", "stroke-width": 1.3, fill: "var(--card)" },
  { stroke: "var(--edge)", "stroke-width": 1.3, fill: "none", "stroke-dasharray": "3 2" },
];

/** The look of a kind; the look of its lines. */
export const lookOf = (kind) => LOOKS[Math.min(kind, LOOKS.length - 1)];
export const strokeOf = (kind) => {
  const { stroke, "stroke-width": width, "stroke-dasharray": dashes } = lookOf(kind);
  return { stroke, "stroke-width": width, ...(dashes && { "stroke-dasharray": dashes }) };
};

/** The height of a drawing that opens a result, by its lines of text, px: styles/charts.css keeps it the same place. */
export const highOf = (lines) => 70 + 16 * lines;

/** An empty drawing. */
export function sheet(width) {
  const svg = node("svg", { width, "aria-hidden": "true" });
  Object.assign(svg.style, { fontFamily: "inherit", fontSize: "12px", background: "none", color: "var(--ink-3)", overflow: "visible" });
  return svg;
}

/** Draws the used kinds, in lines above the drawing; returns their height. */
export function legend(svg, kinds, nodes, width) {
  const used = kinds.map((name, i) => [name, i]).filter(([, i]) => nodes.some(({ kind = 0 }) => kind === i));
  if (used.length < 2) return 6;
  let [x, y] = [EDGE, 12];
  for (const [name, kind] of used) {
    const wide = 18 + name.length * LETTER + 16;
    if (x > EDGE && x + wide > width - EDGE) [x, y] = [EDGE, y + LINE];
    svg.append(node("circle", { cx: x + 5, cy: y, r: 5, ...lookOf(kind) }), node("text", { x: x + 16, y: y + 4, fill: "var(--ink-2)" }, name));
    x += wide;
  }
  return y + 22;
}
