// A tree: parents above their children where there is room beside each other, else a line a node, indented.
import { LETTER } from "./marks.mjs";
import { EDGE, legend, lookOf, sheet, strokeOf } from "./kinds.mjs";
import { node } from "./picture.mjs";

/** The height of a line of an indented tree, and of a generation, px. */
const ROW = 21;
const GENERATION = 52;
/** The room around a name in its box, and between two boxes, px. */
const AROUND = 16;
const APART = 10;
/** The greatest step to the right, px, and the greatest share of the width for all steps together. */
const STEP = 22;
const STEPS = 0.3;
/** The greatest distance between boxes, px. */
const WIDEST = 110;
/** The drawing of a tree and the places where its nodes are read. */
export function tree({ chart, words: [words] }, width) {
  const [{ kinds, nodes }] = chart.series;
  const kind = (i) => nodes[i].kind ?? 0;
  const children = nodes.map(() => []);
  const roots = [];
  const depth = [];
  nodes.forEach(({ parent }, i) => {
    (parent === undefined ? roots : children[parent]).push(i);
    depth[i] = parent === undefined ? 0 : depth[parent] + 1;
  });
  const svg = sheet(width);
  const say = (text, x, y, more) => svg.append(node("text", { x, y, fill: "var(--ink)", ...more }, text));
  const top = legend(svg, kinds, nodes, width);
  const line = (d, main) => svg.append(node("path", { d, fill: "none", ...strokeOf(main ? 0 : 1) }));
  const main = (i) => kind(i) === 0 && kind(nodes[i].parent) === 0;
  const [slots, last] = slotsOf(roots, children);
  const box = Math.max(...nodes.map(({ label }) => label.length)) * LETTER + AROUND;
  const places = [];
  if (last * (box + APART) <= width - 2 * EDGE) {
    const pitch = Math.min((width - 2 * EDGE) / last, Math.max(WIDEST, box + APART));
    const left = (width - pitch * last) / 2;
    const at = (i) => [left + pitch * (slots[i] + 0.5), top + 16 + GENERATION * depth[i]];
    const linked = nodes.map((_, i) => i).filter((i) => nodes[i].parent !== undefined);
    for (const i of linked.sort((a, b) => main(a) - main(b))) {
      const [[x1, y1], [x2, y2]] = [at(nodes[i].parent), at(i)];
      line(`M${x1} ${y1 + 12}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2 - 12}`, main(i));
    }
    nodes.forEach(({ label }, i) => {
      const [x, y] = at(i);
      const wide = label.length * LETTER + AROUND;
      svg.append(node("rect", { x: x - wide / 2, y: y - 12, width: wide, height: 24, rx: 6, ...lookOf(kind(i)) }));
      say(label, x, y + 4, { "text-anchor": "middle", "font-weight": kind(i) === 0 ? 650 : 400 });
      places.push({ series: 0, index: i, x, y, left: x, top: y });
    });
    svg.setAttribute("height", top + 40 + GENERATION * Math.max(...depth));
    return { svg, across: false, places };
  }
  const step = Math.min(STEP, (STEPS * width) / Math.max(1, ...depth));
  const order = [];
  const open = roots.toReversed();
  while (open.length > 0) {
    const i = open.pop();
    order.push(i);
    open.push(...children[i].toReversed());
  }
  const row = new Map(order.map((i, at) => [i, at]));
  const at = (i) => [EDGE + 6 + step * depth[i], top + 10 + ROW * row.get(i)];
  for (const i of order.filter((i) => nodes[i].parent !== undefined).sort((a, b) => main(a) - main(b))) {
    const [[x1, y1], [x2, y2]] = [at(nodes[i].parent), at(i)];
    line(`M${x1} ${y1 + 5}V${y2}H${x2 - 5}`, main(i));
  }
  for (const i of order) {
    const [x, y] = at(i);
    const { label } = nodes[i];
    const bold = kind(i) === 0;
    svg.append(node("circle", { cx: x, cy: y, r: 5, ...lookOf(kind(i)) }));
    say(label, x + 11, y + 4, { "font-weight": bold ? 650 : 400 });
    // The spoken words of the node, without those of its mark and of the title bar.
    const before = `${label}: ${chart.y.label} `;
    const said = words[i].startsWith(before) ? words[i].slice(before.length) : words[i].slice(label.length + 2);
    const beside = said.slice(0, said.lastIndexOf(` (${kinds[kind(i)]})`));
    const left = x + 21 + label.length * LETTER * (bold ? 1.1 : 1);
    say(shortened(beside, (width - EDGE - left) / LETTER), left, y + 4, { fill: "var(--ink-2)" });
    places.push({ series: 0, index: i, x, y, left: x, top: y });
  }
  svg.setAttribute("height", top + 10 + ROW * order.length);
  return { svg, across: true, places };
}

/** The first words of a text, with room for so many letters; a press on the node reads them all. */
function shortened(words, letters) {
  if (words.length <= letters) return words;
  const whole = words.slice(0, Math.max(0, Math.floor(letters) - 1)).replace(/[\s,(]*[^\s,(]*$/, "");
  return whole ? `${whole} …` : "";
}

/** The position of each node from left to right, in the middle of its children, and the number of positions. */
function slotsOf(roots, children) {
  const slots = [];
  let next = 0;
  const place = (i) => {
    children[i].forEach(place);
    const [first, last] = [children[i][0], children[i].at(-1)];
    slots[i] = first === undefined ? next++ : (slots[first] + slots[last]) / 2;
  };
  roots.forEach(place);
  return [slots, next];
}
