// A chart as an SVG of its own, with its title and its legend, in the colours in which it is seen.
import { LETTER } from "./marks.mjs";

const SPACE = "http://www.w3.org/2000/svg";
const PAINT = ["fill", "stroke"];

export function picture(svg, { chart, looks, hidden, shades, named: atEnds }) {
  const copy = svg.cloneNode(true);
  const [originals, copies] = [svg, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    for (const name of PAINT) {
      if (/var\(|currentColor/.test(original.getAttribute(name) ?? "")) copies[i].setAttribute(name, style[name]);
    }
  });
  const { fontFamily, color } = getComputedStyle(svg);
  const token = (name) => resolved(svg, `var(${name})`);
  const named = chart.series.map((series, i) => ({ ...series, look: looks[i], hidden: hidden[i] })).filter(({ name, hidden }) => name && !hidden);
  const legend = named.length > 1 && !atEnds;
  const above = legend || shades ? 52 : 32;
  const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("role", "img");
  copy.setAttribute("xmlns", SPACE);
  copy.setAttribute("height", height + above);
  copy.setAttribute("viewBox", `0 ${-above} ${width} ${height + above}`);
  copy.setAttribute("style", `font-family:${fontFamily.replaceAll('"', "'")};font-size:12px;color:${color}`);
  copy.prepend(
    node("title", {}, chart.title),
    node("rect", { y: -above, width, height: height + above, fill: token("--card") }),
    node("text", { x: 12, y: 22 - above, "text-anchor": "start", fill: token("--ink"), "font-size": 15, "font-weight": 650 }, chart.title),
  );
  let x = 12;
  for (const { name, look } of legend ? named : []) {
    const paint = resolved(svg, look.color);
    copy.append(
      node("line", { x1: x, x2: x + 22, y1: -12, y2: -12, stroke: paint, "stroke-width": 3, "stroke-dasharray": look.dash }),
      node("text", { x: x + 28, y: -8, "text-anchor": "start", fill: token("--ink-2") }, name),
    );
    x += 44 + name.length * LETTER;
  }
  if (shades) {
    const said = shades.words.join("  …  ");
    copy.append(node("text", { x: width - 12, y: -8, "text-anchor": "end", fill: token("--ink-2") }, said));
  }
  return new XMLSerializer().serializeToString(copy);
}

/** An element of a picture. */
export function node(name, attributes, text = "") {
  const node = document.createElementNS(SPACE, name);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
}

/** A colour as it is here. */
function resolved(svg, color) {
  const probe = node("rect", { fill: color });
  svg.append(probe);
  const { fill } = getComputedStyle(probe);
  probe.remove();
  return fill;
}
