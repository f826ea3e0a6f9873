// Places with arrows between them: on a circle, or where the report puts them.
import { LETTER } from "./marks.mjs";
import { EDGE, highOf, legend, lookOf, sheet, strokeOf } from "./kinds.mjs";
import { box, freest, labelled } from "./labels.mjs";
import { node } from "./picture.mjs";
import { reach, stacks } from "./tokens.mjs";

/** The greatest height of stacks of tokens on a circle and on a plane, px. */
const OUTWARDS = 34;
const UPWARDS = 110;
/** The height of a line of words above such stacks, px. */
const LINE = 18;
/** The greatest size of a circle, and the greatest radius of a place, px. */
const RING = 380;
const RADIUS = 17;
/** The height of a plane, as a share of its width, and its limits, px. */
const PLANE = 0.5;
const LOWEST = 250;
const HIGHEST = 400;
/** Below this width a plane has its greatest height: names and words without room beside each other stand below each other. */
const CROWDED = 420;
/** The length of an arrow's head, px. */
const HEAD = 7;
/** The least and the greatest width of arrows with widths of their own, px. */
const NARROW = 1;
const WIDEST = 9;
/** The bend of arrows in a circle to its centre: a share of the way. */
const BENT = 0.55;
/** The width of a bold letter, as a multiple of a plain one's. */
const BOLD = 1.25;
/** The height of a name, px. */
const HIGH = 12;
/** From this radius on, a place has room for its name. */
const READ = 9;

/** The halo that keeps words legible over lines. */
const HALO = { stroke: "var(--card)", "stroke-width": 3, "paint-order": "stroke" };

/** The drawing of a graph and the places where it is read. */
export function graph({ chart, units, small, lines }, width) {
  const [{ kinds, places, edges, tokens = [], moves = [] }] = chart.series;
  const svg = sheet(width);
  const line = legend(svg, kinds, places, width);
  const top = line + (moves.length > 0 ? LINE : 0);
  const flat = places.every(({ at }) => at);
  // Room for one more than there are: stacks keep their place while one is carried.
  const room = tokens.length > 0 ? (flat ? UPWARDS : reach(tokens, places, OUTWARDS)) : 0;
  // A chart that opens the result is as high as its place, with any legend.
  const high = small ? highOf(lines) - top : 0;
  const laid = flat ? plane(places, width, top, high, room) : ring(places, width, top, high, room);
  const { spots, radius, height, centre } = laid;
  svg.setAttribute("height", height);
  const curves = [];
  const taken = spots.map((spot) => box(spot, 2 * radius, 2 * radius));
  const drawn = [...edges].sort((a, b) => (b.kind ?? 0) - (a.kind ?? 0));
  for (const { from, to, label, width: share, kind = 0 } of drawn) {
    if (from === to || !spots[from] || !spots[to]) continue;
    curves.push({ label, ...arrow(svg, spots[from], spots[to], { centre, radius, share, kind }) });
  }
  const stood = tokens.length > 0 ? stacks(svg, { tokens, places }, { spots, radius, centre, room }) : [];
  const value = (number) => (number / units[1][0]).toLocaleString("en", { maximumSignificantDigits: 3 }).replace("-", "−");
  places.forEach(({ label, value: number, kind = 0 }, i) => {
    const [x, y] = spots[i];
    // Arrows end at a place, and are not seen through it.
    svg.append(node("circle", { cx: x, cy: y, r: radius, fill: "var(--card)" }), node("circle", { cx: x, cy: y, r: radius, ...lookOf(kind) }));
    const bold = { "font-weight": kind === 0 ? 650 : 400, fill: kind < 2 ? "var(--ink)" : "var(--ink-3)" };
    const counted = typeof number === "number" ? value(number) : "";
    // The inner text is the name, or else the value.
    const texts = label.length * LETTER <= 2 * radius - 4 ? [label, counted] : [counted, label];
    const fits = texts[0].length * LETTER <= 2 * radius - 4;
    if (fits && radius >= READ) svg.append(node("text", { x, y: y + 4, "text-anchor": "middle", ...bold }, texts[0]));
    const beside = fits ? texts[1] : texts.reverse().filter((text) => text).join(": ");
    const beyond = centre && stood[i] ? radius + 2 + stood[i].high : radius;
    const above = small && !(tokens.length > 0) && spots[i][1] < (top + height) / 2 - radius;
    if (beside && radius >= READ) {
      const wide = beside.length * LETTER * (kind === 0 ? BOLD : 1);
      let stands = outside(spots[i], centre, beyond, above);
      const around = ({ x, y }) => box([x, y - 4], wide, HIGH);
      if (!centre) {
        // On a plane words keep off the edges of the card, and off arrows.
        const sides = [stands, outside(spots[i], centre, beyond, !above), ...aside(spots[i], beyond + wide / 2)];
        const fitting = sides.slice(0, 2).map((side) => ({ ...side, x: Math.max(wide / 2, Math.min(side.x, width - wide / 2)) }));
        fitting.push(...sides.slice(2).filter(({ x }) => x >= wide / 2 && x <= width - wide / 2));
        stands = tokens.length > 0 ? fitting[0] : fitting[freest(fitting.map(around), curves, taken)];
      }
      taken.push(around(stands));
      svg.append(node("text", { ...stands, ...bold, ...HALO }, beside));
    }
  });
  // In a circle lines have no sides to spare: words stand half way along theirs.
  const words = centre ? curves.map(({ middle }) => middle) : labelled(curves, taken);
  curves.forEach(({ label }, i) => {
    if (label) svg.append(node("text", { class: "arrow-words", x: words[i][0], y: words[i][1] + 4, "text-anchor": "middle", fill: "var(--ink-2)", "font-size": 11, ...HALO }, label));
  });
  return { svg, across: false, spots, stacks: stood, line, places: places.map((_, index) => ({ series: 0, index, radius, x: spots[index][0], y: spots[index][1], left: spots[index][0], top: spots[index][1] })) };
}

/** Places on a circle, clockwise from the top, in a height or, where that is 0, in as much as they need. */
function ring(places, width, top, high, room) {
  const size = Math.min(width, high || RING + 60 + room);
  const round = size / 2 - RADIUS - 26 - room;
  const radius = Math.max(3, Math.min(RADIUS, (0.8 * Math.PI * round) / places.length));
  const centre = [width / 2, top + size / 2];
  const turn = (i) => (2 * Math.PI * i) / places.length;
  const spots = places.map((_, i) => [centre[0] + round * Math.sin(turn(i)), centre[1] - round * Math.cos(turn(i))]);
  return { spots, radius, height: top + size, centre };
}

/** Places where the report puts them. A height of 0 means one by the width; places with tokens stand in a row, with room above it. */
function plane(places, width, top, given, room) {
  if (room > 0) {
    const pitch = width / places.length;
    const radius = Math.max(3, Math.min(RADIUS, 0.42 * pitch));
    const spots = places.map(({ at: [x] }) => [pitch / 2 + x * (width - pitch), top + room + 12 + radius]);
    return { spots, radius, height: top + room + 12 + 2 * radius + 24, centre: null };
  }
  const high = given || (width < CROWDED ? HIGHEST : Math.min(HIGHEST, Math.max(LOWEST, PLANE * width)));
  const edge = Math.min(60, 0.1 * width);
  const spots = places.map(({ at: [x, y] }) => [edge + x * (width - 2 * edge), top + 30 + y * (high - 70)]);
  return { spots, radius: RADIUS, height: top + high, centre: null };
}

/** The position of the words beside a place: outside the circle, or below, or above where there is little room. */
function outside([x, y], centre, radius, above) {
  if (!centre) return { x, y: above ? y - radius - 7 : y + radius + 15, "text-anchor": "middle" };
  const [dx, dy] = [x - centre[0], y - centre[1]];
  const far = (radius + 12) / Math.hypot(dx, dy);
  const anchor = Math.abs(dx) < radius ? "middle" : dx > 0 ? "start" : "end";
  return { x: x + dx * far - Math.sign(anchor === "middle" ? 0 : dx) * 6, y: y + dy * far + 4, "text-anchor": anchor };
}

/** The positions of words right and left of a place. */
const aside = ([x, y], far) => [1, -1].map((side) => ({ x: x + side * (far + 6), y: y + 4, "text-anchor": "middle" }));

/** An arrow from the edge of one place to that of another; inside a circle it bends to the centre. Returns its curve. */
function arrow(svg, from, to, { centre, radius, share, kind }) {
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  // On a plane an arrow bends a little to its left, so that the arrow back is seen beside it.
  const bend = centre ? middle.map((own, i) => own + BENT * (centre[i] - own)) : [middle[0] + 0.12 * (to[1] - from[1]), middle[1] - 0.12 * (to[0] - from[0])];
  const [start, end] = [towards(from, bend, radius + 2), towards(to, bend, radius + 2)];
  const back = towards(end, bend, HEAD);
  const [ux, uy] = [(end[0] - back[0]) / HEAD, (end[1] - back[1]) / HEAD];
  const look = strokeOf(kind);
  if (share !== undefined) look["stroke-width"] = NARROW + share * (WIDEST - NARROW);
  svg.append(node("path", { d: `M${start.join(" ")}Q${bend.join(" ")} ${back.join(" ")}`, fill: "none", ...look }));
  svg.append(node("path", { d: `M${end.join(" ")}L${back[0] - 3.5 * uy} ${back[1] + 3.5 * ux}L${back[0] + 3.5 * uy} ${back[1] - 3.5 * ux}Z`, fill: look.stroke }));
  return { start, bend, end: back, wide: look["stroke-width"] ?? NARROW, middle: [0, 1].map((i) => start[i] / 4 + bend[i] / 2 + back[i] / 4) };
}

/** The point at a distance from one point on the way to another. */
function towards([x, y], [tx, ty], far) {
  const length = Math.hypot(tx - x, ty - y) || 1;
  return [x + ((tx - x) * far) / length, y + ((ty - y) * far) / length];
}
