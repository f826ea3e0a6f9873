// Builds a figure for somebody else's page: its parts, the parameters that readers may change, its look, and the code.
import { embed } from "./cite.mjs";
import { button, choice, make } from "./element.mjs";

/** The pause after a change before the figure is shown anew, ms. */
const PAUSE = 400;
const PARTS = [
  ["headline", "Headline"],
  ["controls", "Parameters"],
  ["worlds", "The same work, without and with"],
  ["figures", "Figures of merit"],
  ["gantt", "Schedule"],
  ["claims", "Claims of the document"],
  ["charts", "All charts"],
];

/** The targets of the code. */
const KINDS = [
  ["frame", "HTML page", "Works in any HTML page, and in course systems that keep frames. It has a fixed height."],
  ["element", "HTML page with script", "Sizes itself, and loads when the reader scrolls near it."],
  ["moodle", "Moodle", "Paste it into the editor's HTML view (Tools, Source code in TinyMCE; </> in Atto), which keeps teachers' frames and drops scripts."],
  ["markdown", "Markdown", "A link to this page."],
];
/** The narrowest column that a figure is measured for, px. */
const COLUMN = 640;
/** The greatest height of a slide until it reports its own, px. */
const HIGH = 840;
/** The height that a wider column can need in addition: it shows other lanes, and says so in another line, px. */
const SPARE = 12;

/** The elements of the tab. `copied` makes a text with a button that copies it. */
export function builder(run, copied) {
  const { usual } = run;
  const there = PARTS.filter(([key]) => run.has[key] ?? true);
  const all = [...there, ...run.charts.map(([key, title]) => [`chart:${key}`, `Chart: ${title}`]), ...(run.has.tables ? [["tables", "Tables"]] : [])];
  const ticks = all.map(([key, title]) => [key, make("input", { type: "checkbox", checked: usual.includes(key) }), title]);
  const rows = make("div", { className: "share-free" });
  const shows = choice("Show", [["slide", "Picture and slider"], ["parts", "Chosen parts"]]);
  const kind = choice("For", KINDS);
  const theme = choice("Theme", [["", "as the reader's system"], ["light", "light"], ["dark", "dark"], ["contrast", "high contrast"]]);
  const first = choice("First run", [["", "immediately"], ["click", "after a click of the reader"]]);
  const width = field("Width", "100%", "pixels, or per cent of the page");
  const height = field("Height", "", "pixels; without a number as high as the figure");
  height.element.querySelector("input").placeholder = "fits";
  const free = [];

  const add = make("select", { className: "select", ariaLabel: "Add a parameter that readers may change" });
  const offer = () => {
    const others = run.parameters.filter(({ name }) => free.every((one) => one.name !== name));
    add.replaceChildren(make("option", { value: "", textContent: "Add a parameter …" }), ...others.map(({ name, title }) => make("option", { value: name, textContent: title })));
  };
  const take = (parameter) => {
    const one = row(parameter, () => {
      free.splice(free.indexOf(one), 1);
      one.element.remove();
      offer();
      add.focus();
      update();
    });
    free.push(one);
    rows.append(one.element);
    offer();
    return one;
  };
  add.addEventListener("change", () => {
    const parameter = run.parameters.find(({ name }) => name === add.value);
    if (!parameter) return;
    take(parameter).element.querySelector("input")?.focus();
    update();
  });
  offer();
  // A slide has the first key parameter.
  const key = run.parameters.find(({ name }) => name === run.keys[0]);
  if (key) take(key);

  const code = copied("Code");
  const hint = make("p", { className: "share-hint" });
  const preview = make("div", { className: "share-preview", tabIndex: 0, role: "region", ariaLabel: "Preview" });
  const problem = make("p", { className: "problem", role: "status" });
  const parts = group("Parts", ticks.map(([, tick, title]) => make("label", {}, [tick, title])));

  /** The height that the figure of each address reported. */
  const heights = new Map();

  /** The chosen options, as the query has them; usual values are left out. */
  function wanted() {
    const shown = ticks.filter(([, tick]) => tick.checked).map(([key]) => key);
    const same = shown.length === usual.length && shown.every((key, i) => key === usual[i]);
    const show = shows.value === "slide" ? "slide" : same ? "" : shown.join(",");
    const options = { show, params: free.map(({ text }) => text()).join(","), theme: theme.value, run: first.value };
    const measured = heights.get(source(options));
    const own = measured === undefined ? HIGH : measured + SPARE;
    return { ...options, width: /^\d+%?$/.test(width.value) ? width.value : "100%", height: /^\d+$/.test(height.value) ? height.value : String(own) };
  }

  const figured = (wanted) => embed({ base: new URL(".", location).href, fragment: location.hash, headline: run.headline, wanted, sized: height.value !== "" });
  const source = (options) => figured(options).src;

  let timer;
  let shown;
  function update() {
    parts.hidden = shows.value === "slide";
    const snippets = figured(wanted());
    code.set(snippets[kind.value]);
    hint.textContent = KINDS.find(([name]) => name === kind.value)[2];
    problem.textContent = free.map(({ wrong }) => wrong()).find((words) => words) ?? "";
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { src } = snippets;
      if (src === shown || !preview.isConnected) return;
      shown = src;
      // Another frame, because another address of this frame would be a step of the history.
      preview.replaceChildren(make("iframe", { title: "Preview of the figure", src, width: COLUMN, height: wanted().height, loading: "lazy" }));
    }, PAUSE);
  }

  // The figure reports its height; the code has that height.
  const heard = ({ source, data }) => {
    const frame = preview.querySelector("iframe");
    if (!preview.isConnected) return removeEventListener("message", heard);
    if (!frame || source !== frame.contentWindow || data?.type !== "resize") return;
    const most = Math.max(data.height, heights.get(shown) ?? 0);
    heights.set(shown, most);
    frame.height = wanted().height;
    update();
  };
  addEventListener("message", heard);

  const more = make("details", { className: "share-look" }, [
    make("summary", { textContent: "Readers may change, look and size" }),
    group("Readers may change", [rows, add, problem]),
    group("Look", [theme.element, first.element, width.element, height.element]),
  ]);
  const made = make("div", {}, [
    make("div", { className: "share-group" }, [shows.element, kind.element]),
    parts,
    code.element,
    hint,
    more,
    make("details", { className: "share-look", open: true }, [make("summary", { textContent: "Preview" }), preview]),
    make("p", { className: "share-hint" }, [
      make("a", { href: "docs/embedding.html", target: "_blank", rel: "noopener", textContent: "Guide to embedding" }),
      ": other systems, messages, security.",
    ]),
  ]);
  made.addEventListener("input", update);
  queueMicrotask(update);
  return [made];
}

/** A parameter that readers may change, and the values that they may choose. */
function row({ name, title, range, choices, value }, remove) {
  const away = button("Remove", remove);
  away.ariaLabel = `Remove ${title}`;
  const head = make("div", { className: "share-row" }, [make("b", { textContent: title }), away]);
  if (choices.length) {
    const ticks = choices.map(([value, title]) => [value, make("input", { type: "checkbox", checked: true }), title]);
    const element = make("div", {}, [head, make("div", { className: "share-ticks" }, ticks.map(([, tick, title]) => make("label", {}, [tick, title])))]);
    element.role = "group";
    element.ariaLabel = title;
    const chosen = () => ticks.filter(([, tick]) => tick.checked).map(([value]) => value);
    const some = () => chosen().length > 0 && chosen().length < choices.length;
    return { name, element, text: () => (some() ? `${name}(${chosen().join(",")})` : name), wrong: () => (chosen().length ? "" : `${title}: tick at least one value.`) };
  }
  if (!range) {
    return { name, element: make("div", {}, [head]), text: () => name, wrong: () => "" };
  }
  const [low, high] = range;
  const values = make("input", { type: "text", className: "share-values", placeholder: `${low}..${high}`, ariaLabel: `Values of ${title}`, inputMode: "text" });
  const hint = make("span", { className: "share-hint", textContent: `now ${value}; ${low}..${high}, or values separated by commas, such as 1,2,4` });
  const element = make("div", {}, [head, make("label", { className: "share-limit" }, [values, hint])]);
  const said = () => values.value.replace(/\s/g, "");
  const numbers = () => said().split(said().includes("..") ? ".." : ",");
  const fits = (text) => text !== "" && Number(text) >= low && Number(text) <= high;
  const right = () => said() === "" || (numbers().every(fits) && (!said().includes("..") || (numbers().length === 2 && Number(numbers()[0]) <= Number(numbers()[1]))));
  return {
    name,
    element,
    text: () => (said() && right() ? `${name}(${said()})` : name),
    wrong: () => (right() ? "" : `${title}: write a range within ${low}..${high}, or values in it separated by commas.`),
  };
}

function group(title, children) {
  return make("fieldset", { className: "share-group" }, [make("legend", { textContent: title }), ...children]);
}

function field(title, value, hint) {
  const input = make("input", { type: "text", value, size: 6, title: hint });
  return { element: make("label", {}, [title, input]), get value() { return input.value.trim(); } };
}
