// Filters the entries by words, document, verdict and laboratory; the address keeps the filter. Draws printed numbers over computed curves
// with the program that draws all charts, and puts a reader's machine on an entry. Without this script all entries and numbers are there.
"use strict";

try {
  const theme = localStorage.getItem("makespan.theme") ?? "system";
  const more = theme === "contrast" || (theme === "system" && matchMedia("(prefers-contrast: more)").matches);
  Object.assign(document.documentElement.dataset, { theme, contrast: more ? "more" : "" });
} catch {
  // A browser that stores nothing shows the system's theme.
}

const KINDS = { fig: "figure", figs: "figure", tab: "table", eq: "equation", thm: "theorem", prop: "proposition" };

/** Words as labels have them: "Fig. 6.2" is "figure 6.2". */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/\b(figure|table|equation|theorem|proposition)s\b/g, "$1")
    .replace(/\b(figs|fig|tab|eq|thm|prop)\b\.?/g, (_, kind) => KINDS[kind])
    .replace(/\s+/g, " ");

/** The patterns that an entry has to match: each word, and each label as a whole, so that "figure 6" is not "figure 6.2". */
function tests(asked) {
  const parts = plain(asked).match(/(figure|table|equation|theorem|proposition) \d[\w.]*|\S+/g) ?? [];
  return parts.map((part) => {
    const escaped = part.replace(/[.,]$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(/ \d/.test(part) ? `${escaped}(?!\\d|\\.\\d)` : escaped);
  });
}

const form = document.querySelector(".filter");
if (form) {
  const fields = [...form.querySelectorAll("input, select")];
  // Legends have the same words everywhere.
  const told = (element) => [...element.children].map((part) => (part.matches(".curves") ? "" : part.textContent)).join(" ");
  const entries = [...document.querySelectorAll("article")].map((element) => ({ element, text: plain(told(element)) }));
  const sections = document.querySelectorAll("[data-section]");
  const output = form.querySelector("output");

  const show = () => {
    const { q, document: source, verdict, laboratory } = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    const words = tests(q);
    let shown = 0;
    for (const { element, text } of entries) {
      const { dataset } = element;
      const fits = (asked, has) => asked === "" || asked === has;
      const found =
        fits(source, dataset.document) && fits(verdict, dataset.verdict) && fits(laboratory, dataset.laboratory) && words.every((word) => word.test(text));
      element.hidden = !found;
      shown += found ? 1 : 0;
    }
    for (const section of sections) section.hidden = !section.querySelector("article:not([hidden])");
    output.value = shown === 1 ? "1 entry" : `${shown} entries`;
    const query = new URLSearchParams(fields.filter((field) => field.value !== "").map((field) => [field.name, field.value]));
    history.replaceState(null, "", `${query.size > 0 ? `?${query}` : location.pathname}${location.hash}`);
  };

  const asked = new URLSearchParams(location.search);
  for (const field of fields) if (asked.has(field.name)) field.value = asked.get(field.name);
  form.hidden = false;
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  if (asked.size > 0) show();
}

const figures = document.querySelectorAll("[data-curve]");
let parts;
/** The program that draws, and its data; both are fetched when the first figure is near, and once more where that failed. */
function fetched() {
  parts ??= Promise.all([import("../charts.js"), fetch("entries.json").then((response) => response.json())]);
  parts.catch(() => (parts = undefined));
  return parts;
}

async function draw(figure) {
  const plot = figure.querySelector(".plot");
  try {
    const [{ mount, sight }, { curves }] = await fetched();
    const { drawing, series } = curves[figure.dataset.curve];
    const mounted = mount(plot);
    drawn.set(figure, mounted);
    mounted.draw(drawing, sight(series));
    figure.dataset.drawn = "true";
  } catch {
    // The table has the numbers.
    plot.hidden = true;
  }
}

/** The drawing in each figure, to be drawn again with a reader’s machine. */
const drawn = new Map();

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: "300px" },
);
for (const figure of figures) {
  // A figure keeps its place before it is drawn.
  figure.querySelector(".plot").hidden = false;
  near.observe(figure);
}

/** A reader's numbers over the curves of an entry. */
async function drawOwn(article, numbers) {
  const [{ sight }, { curves }] = await fetched();
  for (const figure of article.querySelectorAll("[data-curve]")) {
    const { drawing, series, marks } = curves[figure.dataset.curve];
    const own = marks.map(([outcome, x]) => ({ x, number: numbers[outcome] })).filter(({ number }) => number);
    if (own.length === 0 || !drawn.has(figure)) continue;
    const all = JSON.parse(drawing);
    const name = "your machine";
    const points = own.map(({ x, number: { raw } }) => ({ x, y: raw.value, interval: raw.interval }));
    all.chart.series.push({ kind: "line", name, points, course: "straight", spread: "bars", main: false });
    all.words.push(own.map(({ x, number: { text } }) => `${name}: ${all.chart.x.label} ${x}, ${text}`));
    drawn.get(figure).draw(JSON.stringify(all), sight([...series, { printed: null, barred: true }]));
    const legend = figure.querySelector(".legend");
    if (!legend.querySelector(".mine")) legend.insertAdjacentHTML("beforeend", '<li class="mine"><svg width="26" height="14" aria-hidden="true"><line x1="1" x2="25" y1="7" y2="7" stroke="var(--cancelled)" stroke-width="3" stroke-dasharray="6 3"/></svg> your machine</li>');
  }
}

/** A reader's numbers as the last column of an entry's table. */
function tabulate(article, numbers) {
  const table = article.querySelector("table");
  table.querySelectorAll(".mine").forEach((cell) => cell.remove());
  const cell = (name, text) => Object.assign(document.createElement(name), { className: "mine", textContent: text });
  table.tHead.rows[0].append(Object.assign(cell("th", "Your machine"), { scope: "col" }));
  [...table.tBodies[0].rows].forEach((row, at) => row.append(cell("td", numbers[at]?.text ?? "–")));
  const folded = article.querySelector("details");
  if (folded) folded.open = true;
}

/** The result of a machine, beside the printed and computed numbers, in a sentence. */
function told({ about, numbers }, machine) {
  const files = `${about.name}, ${about.nodes} nodes × ${about.jobs} jobs`;
  const at = numbers.findIndex((number) => number);
  if (at < 0) return `${files}: this file has too few nodes or jobs for any of these numbers.`;
  const { what, printed, computed } = machine.numbers[at];
  const { text, half, holds } = numbers[at];
  const within = half > 0 ? ` Its 95 % interval ${holds ? "holds" : "does not hold"} the printed number.` : " It has no interval.";
  const count = numbers.filter((number) => number).length;
  const more = count > 1 ? ` The table has ${count} of ${numbers.length} numbers.` : "";
  return `${files}. ${what}: ${text} on your machine; printed ${printed}, computed ${computed}.${within}${more} ${about.changes.map((change) => `${change}.`).join(" ")}`.trim();
}

for (const box of document.querySelectorAll(".machine")) {
  const article = box.closest("article");
  const [button, input, status] = ["button", "input", "[role=status]"].map((name) => box.querySelector(name));
  const tools = box.querySelector(".own");
  let running = null;
  const tool = (words, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    made.addEventListener("click", act);
    tools.replaceChildren(made);
  };
  const put = async (file, scaled) => {
    running?.abort();
    const own = (running = new AbortController());
    status.textContent = `${file.name} is read.`;
    tool("Stop", () => own.abort());
    try {
      const [program, [, { machines }]] = await Promise.all([import("../machine.js"), fetched()]);
      const machine = machines[article.id];
      const hear = (share) => own === running && (status.textContent = `${Math.round(100 * share)} % of the runs are done.`);
      const found = await program.put(machine, file, scaled, { hear, signal: own.signal });
      if (own !== running) return;
      if (found.refused) {
        status.textContent = `Nothing is concluded from ${found.about.name}. ${found.refused}.`;
        if (!scaled && Object.keys(machine.scale).length > 0) return tool("Scale its runtimes as those of the document", () => put(file, true));
      } else {
        tabulate(article, found.numbers);
        await drawOwn(article, found.numbers);
        status.textContent = `${scaled ? "Scaled: " : ""}${told(found, machine)}`;
      }
      tools.replaceChildren();
    } catch ({ message }) {
      if (own !== running) return;
      status.textContent = message;
      tools.replaceChildren();
    }
  };
  const take = (files) => files.length > 0 && put(files[0], false);
  box.hidden = false;
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    take(input.files);
    // The same file can be chosen again.
    input.value = "";
  });
  article.addEventListener("dragover", (event) => event.preventDefault());
  article.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  });
}
