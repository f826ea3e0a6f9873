// A ranking as a table with a picture: for each row, the difference from the baseline as a dot with its interval.
import { make } from "../lesson/element.mjs";

const SVG = "http://www.w3.org/2000/svg";
/** A row that reaches beyond so many times the median ends at the edge. */
const FAR = 5;

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** The reach of a row from the baseline. */
const reach = ({ beside }) => (beside ? Math.max(Math.abs(beside.mean), ...(beside.interval ? [Math.abs(beside.interval.low), Math.abs(beside.interval.high)] : [])) : 0);

/** The range of the picture: that of all rows, unless a few lie far beyond the median. */
function limit(rows) {
  const all = rows.map(reach).filter((one) => one > 0).sort((a, b) => a - b);
  const most = all.at(-1) ?? 1;
  const middle = all[Math.floor((all.length - 1) / 2)] ?? most;
  return Math.min(most, FAR * middle) * 1.05 || 1;
}

/** The picture of a row; the table says the same in words. */
function picture({ beside, kind }, far) {
  const x = (value) => `${50 + (Math.max(-far, Math.min(far, value)) / far) * 45}%`;
  const parts = [draw("line", { class: "zero", x1: "50%", x2: "50%", y1: 0, y2: 22 })];
  const mean = kind === "baseline" ? 0 : beside?.mean;
  if (mean !== undefined) {
    const { low, high } = beside?.interval ?? { low: mean, high: mean };
    if (high > low) parts.push(draw("line", { class: "interval", x1: x(low), x2: x(high), y1: 11, y2: 11 }));
    if (Math.abs(mean) > far) {
      const beyond = draw("text", { x: x(mean), y: 16, "text-anchor": mean > 0 ? "start" : "end" });
      beyond.textContent = mean > 0 ? "▸" : "◂";
      parts.push(beyond);
    } else parts.push(draw("circle", { cx: x(mean), cy: 11, r: 5 }));
  }
  const svg = draw("svg", { "aria-hidden": "true" });
  svg.append(...parts);
  return svg;
}

const place = ({ place, shared }) => `${place}${shared ? " =" : ""}`;

/** A row's fault, or its comparison with the baseline, in words. */
function says({ beside, fault, kind }) {
  if (fault) return fault;
  if (kind === "baseline") return "baseline";
  return beside.says === "equal" ? "equal" : `${beside.text}, ${beside.says}`;
}

/** The table of a ranking; `cases` names the cases. */
export function table(ranking, cases) {
  const far = limit(ranking.rows);
  const better = ranking.better === "less";
  const head = ["Place", "Strategy", ranking.figure].map((textContent) => make("th", { textContent, attributes: { scope: "col" } }));
  const sides = make("span", { className: "sides", attributes: { "aria-hidden": "true" } }, (better ? ["better", "worse"] : ["worse", "better"]).map((textContent) => make("span", { textContent })));
  const rows = ranking.rows.map((row) =>
    make("tr", { className: row.kind }, [
      make("td", { className: "place", textContent: place(row), attributes: row.shared ? { "aria-label": `${row.place}, shared` } : {} }),
      make("th", { textContent: row.name, attributes: { scope: "row" } }),
      make("td", { textContent: row.text }),
      make("td", { className: "beside" }, [row.fault ? null : picture(row, far), make("span", { className: row.fault ? "says fault" : "says", textContent: says(row) })]),
    ]));
  return make("table", {}, [
    make("caption", { textContent: `Means over ${cases}; ${better ? "less" : "more"} is better. A place is one more than the number of those who are clearly better; “=”: others share it.` }),
    make("thead", {}, [make("tr", {}, [
      ...head,
      make("th", { className: "beside", attributes: { scope: "col" } }, ["Beside the baseline", sides]),
    ])]),
    make("tbody", {}, rows),
  ]);
}

/** A place as an ordinal: 1st, 2nd, 3rd, 4th, 11th. */
function nth(place) {
  const teen = Math.floor((place % 100) / 10) === 1;
  return `${place}${(!teen && ["", "st", "nd", "rd"][place % 10]) || "th"}`;
}

/** The place of one's own strategy in a sentence. */
export function sentence({ rows }) {
  const own = rows.find(({ kind }) => kind === "own");
  if (own.fault) return `Your strategy fails: ${own.fault}.`;
  const level = rows.filter((row) => row !== own && row.place === own.place).map(({ name }) => name);
  const others = [level.slice(0, -1).join(", "), ...level.slice(-1)].filter(Boolean).join(" and ");
  const shared = others ? `, a place that it shares with ${others}` : "";
  const baseline = rows.find(({ kind }) => kind === "baseline").name;
  return `Your strategy is ${nth(own.place)} of ${rows.length}${shared}. Beside ${baseline}: ${says(own)}.`;
}
