// Filters the entries by words, document, verdict and laboratory; the address keeps what was asked for. Draws printed numbers over
// computed curves with the program that draws all charts. Without this script all entries and numbers are there.
"use strict";

try {
  const theme = localStorage.getItem("makespan.theme") ?? "system";
  Object.assign(document.documentElement.dataset, { theme, contrast: theme === "contrast" ? "more" : "" });
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

/** What has to be in an entry: each word, and each label as a whole, so that "figure 6" is not "figure 6.2". */
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
/** The program that draws, and what it draws; both are fetched when the first figure is near. */
const fetched = () => (parts ??= Promise.all([import("../charts.js"), fetch("curves.json").then((response) => response.json())]));

async function draw(figure) {
  const plot = figure.querySelector(".plot");
  try {
    const [{ mount, sight }, all] = await fetched();
    const { drawing, series } = all[figure.dataset.curve];
    mount(plot).draw(drawing, sight(series));
    figure.dataset.drawn = "true";
  } catch {
    // The table has the numbers.
    plot.hidden = true;
  }
}

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
  // Its place is kept before it is drawn.
  figure.querySelector(".plot").hidden = false;
  near.observe(figure);
}
