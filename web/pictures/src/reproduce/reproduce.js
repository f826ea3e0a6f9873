// Filters the entries by words, document, verdict and laboratory; the address keeps what was asked for. Without this script all
// entries are there.
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
  const entries = [...document.querySelectorAll("article")].map((element) => ({ element, text: plain(element.textContent) }));
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
