// A chart as an SVG of its own, with its title, its whole legend and its origin, in the colours in which it is seen.
import { LETTER } from "./marks.mjs";

const SPACE = "http://www.w3.org/2000/svg";
const PAINT = ["fill", "stroke"];
/** The room at the sides, for a sample of a series, and from one row of the legend to the next, px. */
const EDGE = 12;
const SAMPLE = 28;
const ROW = 18;
/** The symbols of dots as letters. */
const GLYPHS = { circle: "●", square: "■", triangle: "▲", diamond: "◆", star: "★", cross: "✚", wye: "Y", times: "✕" };

/** The figure of a chart that is drawn, with a note at its foot; on paper so many millimetres wide, where they are given. */
export function picture(svg, { chart, looks, hidden, shades, named: atEnds }, note = "", millimetres = "") {
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
  const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  const head = [];
  const say = (text, x, y, more = {}) => node("text", { x, y, "text-anchor": "start", fill: token("--ink-2"), ...more }, text);
  let y = 4;
  for (const line of wrap(chart.title, (width - 2 * EDGE) / (1.2 * LETTER))) head.push(say(line, EDGE, (y += 18), { fill: token("--ink"), "font-size": 15, "font-weight": 650 }));
  // Names at the ends of lines are a legend already.
  if (named.length > 1 && !atEnds) {
    y += ROW;
    let x = EDGE;
    for (const { kind, name, look } of named) {
      const lines = wrap(name, (width - 2 * EDGE - SAMPLE) / LETTER);
      const wide = SAMPLE + 16 + LETTER * Math.max(...lines.map(({ length }) => length));
      if (x > EDGE && x + wide - 16 > width - EDGE) [x, y] = [EDGE, y + ROW];
      head.push(...sample(kind, look, resolved(svg, look.color), x, y - 4));
      lines.forEach((line, i) => head.push(say(line, x + SAMPLE, (y += i ? ROW - 4 : 0))));
      x += lines.length > 1 ? width : wide;
    }
  }
  if (shades) for (const line of wrap(shades.words.join("  …  "), (width - 2 * EDGE) / LETTER)) head.push(say(line, EDGE, (y += ROW)));
  const above = y + 10;
  const foot = note ? wrap(note, (width - 2 * EDGE) / (0.85 * LETTER)) : [];
  foot.forEach((line, i) => head.push(say(line, EDGE, height + 12 + 13 * i, { "font-size": 10, class: "note" })));
  const tall = above + height + (foot.length ? 13 * foot.length + 6 : 0);
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("role", "img");
  copy.setAttribute("xmlns", SPACE);
  for (const [name, length] of [["width", width], ["height", tall]]) {
    copy.setAttribute(name, millimetres ? `${((length / width) * millimetres).toFixed(2).replace(/\.?0+$/, "")}mm` : length);
  }
  copy.setAttribute("viewBox", `0 ${-above} ${width} ${tall}`);
  copy.setAttribute("style", `font-family:${fontFamily.replaceAll('"', "'")};font-size:12px;color:${color}`);
  copy.prepend(node("title", {}, chart.title), node("rect", { y: -above, width, height: tall, fill: token("--card") }));
  for (const part of head) {
    if (part.getAttribute("class") !== "note") for (const name of ["y", "y1", "y2", "cy"]) if (part.hasAttribute(name)) part.setAttribute(name, Number(part.getAttribute(name)) - above);
    copy.append(part);
  }
  return new XMLSerializer().serializeToString(copy);
}

/** The sample of a series in the legend: its line with its dashes, or its outline. */
function sample(kind, look, paint, x, y) {
  const line = node("line", { x1: x, x2: x + 22, y1: y, y2: y, stroke: paint, "stroke-width": look.width ?? 3, "stroke-opacity": look.opacity ?? 1, "stroke-dasharray": look.dash });
  const dot = { x: x + 11, y: y + 4.5, "text-anchor": "middle", "font-size": 13, fill: look.open ? "none" : paint, stroke: paint };
  return kind === "scatter" ? [node("text", dot, GLYPHS[look.symbol])] : [line];
}

/** A text in lines of so many letters at most. */
function wrap(text, letters) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last && last.length + 1 + word.length > letters) lines.push("");
    let rest = (lines.at(-1) ? " " : "") + word;
    while (lines.at(-1).length + rest.length > letters && letters >= 8) {
      const room = Math.floor(letters) - lines.at(-1).length;
      lines[lines.length - 1] += rest.slice(0, room);
      rest = rest.slice(room);
      lines.push("");
    }
    lines[lines.length - 1] += rest;
  }
  return lines.filter((line) => line);
}

/** An element of a picture. */
export function node(name, attributes, text = "") {
  const node = document.createElementNS(SPACE, name);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
}

/** The computed value of a colour. */
function resolved(svg, color) {
  const probe = node("rect", { fill: color });
  svg.append(probe);
  const { fill } = getComputedStyle(probe);
  probe.remove();
  return fill;
}
