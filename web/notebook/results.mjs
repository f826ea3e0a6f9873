// Results of a study: a chart along an axis or a heat map, and a table in which each row opens its run.
import { MOST, sight } from "../charts/looks.mjs";
import { button, choice, make } from "../share/element.mjs";
import * as plans from "./plan.mjs";
import { short } from "./table.mjs";
import { plural } from "./texts.mjs";
/* global VERSION */

/** The number of rows that are shown at once. */
const ROWS = 50;
/** Columns that no chart shows. */
const OTHERS = new Set(["point", "run", "row"]);
/** An axis whose values differ by this factor is logarithmic. */
const WIDE = 50;

/** The worker that reads results, and its answers. */
class Reader {
  #worker = new Worker(`./results.js?v=${VERSION}`, { type: "module" });
  #waiting = new Map();
  #id = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data: { id, done, failed } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failed === undefined) resolve(done);
      else reject(new Error(failed));
    });
    this.#worker.addEventListener("error", ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message || "The reader of results could not be loaded."));
      this.#waiting.clear();
    });
  }

  ask(act, wanted = {}) {
    const id = (this.#id += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, act, ...wanted });
    });
  }

  end() {
    this.#worker.terminate();
  }
}

/** The view of results; it has an `element`, and `end` ends its worker. */
export class Results {
  #reader = new Reader();
  #plan;
  #about;
  #mounted;
  #where = [];
  #from = 0;
  #chosen = {};
  #picked = false;
  #means;
  #said = make("p", { className: "notebook-said", role: "status" });
  #title = make("h3", { tabIndex: -1 });
  #told = make("p", { className: "notebook-hint" });
  #choices = make("div", { className: "notebook-choices" });
  #plot = make("div", { className: "plot", tabIndex: 0, role: "application" });
  #figure = make("figure", { className: "card chart" }, [this.#plot]);
  #way = make("p", { className: "notebook-row" });
  #table = make("div", { className: "notebook-table", tabIndex: 0, role: "region", ariaLabel: "Rows" });
  #pages = make("div", { className: "notebook-row" });
  element = make("section", { className: "notebook-results", ariaLabel: "Results" }, [this.#title, this.#told, this.#said, this.#choices, this.#figure, this.#way, this.#pages, this.#table]);

  constructor() {
    this.#plot.setAttribute("aria-roledescription", "chart");
    this.#plot.addEventListener("choose", ({ detail }) => this.#choose(detail));
    this.#figure.hidden = true;
  }

  /** Shows a finished file. */
  async open(file) {
    this.#title.textContent = file.name;
    this.#said.textContent = "Reading …";
    const { plan, digest, ...said } = await this.#reader.ask("open", { file });
    this.#said.textContent = "";
    await this.#show(said);
    if (plan) await this.use(plan, digest);
    else this.#tell(said, "It does not say which plan it is of: drop the study’s plan.json, too, and each row opens its run.");
    this.#title.focus();
  }

  /** Takes the plan of these results, so that each row opens its run; returns whether the plan is theirs. */
  async use(plan, digest) {
    try {
      const about = await plans.about(plan);
      if (digest && digest !== about.digest) throw new Error("this version reads the plan otherwise than the version that wrote the results");
      await this.#fits(plan, about);
      [this.#plan, this.#about] = [plan, about];
      this.#tell(this.#shape, `${about.title}. ${plan.question ?? ""} Each row opens its run.`);
    } catch (error) {
      this.#tell(this.#shape, `No row opens its run: ${error.message}.`);
      return false;
    }
    this.#offer();
    await this.#draw();
    await this.#rows();
    return true;
  }

  /** Throws unless the first row is of the plan's point that it names. */
  async #fits(plan, about) {
    const names = this.#shape.columns.map(({ name }) => name);
    const { rows: [[, ...row]] } = await this.#reader.ask("rows", { from: 0, count: 1 });
    const missing = about.axes.find(({ parameter }) => !names.includes(parameter));
    if (missing) throw new Error(`the plan varies ${missing.parameter}, and the results have no such column`);
    const [point] = await plans.points(plan, Number(row[names.indexOf("point")]) || 0, 1);
    const same = point && about.axes.every(({ parameter }, at) => {
      const [there, here] = [row[names.indexOf(parameter)], point.values[at]];
      return typeof here === "number" ? Number(there) === here : typeof here === "object" || String(there) === String(here);
    });
    if (!same) throw new Error("the results are of another plan");
  }

  /** Shows rows that arrive one after the other. */
  async arrive(names, rows) {
    await this.#reader.ask("begin", { names });
    await this.#show(await this.#reader.ask("push", { rows }));
  }

  /** Sets the title and the plan of the results. */
  name(title, plan, about) {
    this.#title.textContent = title;
    [this.#plan, this.#about] = [plan, about];
  }

  end() {
    this.#mounted?.end();
    this.#reader.end();
  }

  #shape = { columns: [], axes: [], rows: 0 };

  #tell({ rows, columns }, more) {
    this.#told.textContent = `${plural(rows, "row")}, ${plural(columns.length, "column")}. ${more}`;
  }

  async #show(shape) {
    const before = JSON.stringify([this.#shape.columns, this.#shape.axes]);
    this.#shape = shape;
    if (JSON.stringify([shape.columns, shape.axes]) !== before) this.#offer();
    await this.#draw();
    await this.#rows();
  }

  /** Offers the possible charts. */
  #offer() {
    const { columns, axes } = this.#shape;
    const own = new Set(this.#about?.axes.map(({ parameter }) => parameter) ?? []);
    const at = columns.findIndex(({ name }) => ["fingerprint", "run", "row"].includes(name));
    // The axes of a study stand before the columns of results.
    const varied = axes.filter((name) => !OTHERS.has(name) && (own.has(name) || columns.findIndex((column) => column.name === name) < at || at < 0));
    const figures = columns.filter(({ name, numbers }) => numbers && !OTHERS.has(name) && !varied.includes(name) && !/_(low|high)$/.test(name)).map(({ name }) => name);
    const list = (title, names, chosen) => {
      const one = choice(title, names);
      const select = one.element.querySelector("select");
      if (names.some(([value]) => value === chosen)) select.value = chosen;
      one.element.addEventListener("input", () => this.#pick());
      return one;
    };
    const named = (names) => names.map((name) => [name, this.#called(name)]);
    // Until somebody chooses, the choices may change with the rows that arrive.
    const { of, along, by, as } = this.#picked ? this.#chosen : {};
    this.#figure.hidden = figures.length === 0 || varied.length === 0;
    if (this.#figure.hidden) return this.#choices.replaceChildren();
    this.#lists = {
      of: list("Mean of", named(figures), of),
      along: list("along", named(varied), along),
      by: list("for each", [["", "–"], ...named(varied)], by ?? varied[1]),
      as: list("as", [["lines", "lines"], ["heat", "heat map"]], as),
    };
    this.#choices.replaceChildren(...Object.values(this.#lists).map(({ element }) => element));
    this.#chosen = this.#read();
  }

  #lists = {};
  #read = () => Object.fromEntries(Object.entries(this.#lists).map(([key, { value }]) => [key, value]));

  async #pick() {
    this.#picked = true;
    this.#chosen = this.#read();
    this.#where = [];
    await this.#draw();
    await this.#rows();
  }

  /** A column's name for people. */
  #called(name) {
    const axis = this.#about?.axes.find(({ parameter }) => parameter === name);
    return axis ? (axis.unit ? `${axis.title} (${axis.unit})` : axis.title) : name;
  }

  async #draw() {
    const { of, along, by, as } = this.#chosen;
    if (this.#figure.hidden || !of || !along) return;
    const means = await this.#reader.ask("means", { of, along, by: by && by !== along ? by : null });
    this.#means = means;
    const { x, by: z, cells } = means;
    const names = [of, along, by].map((name) => name && this.#called(name));
    // A heat map shows the last word, a bar the first sentence.
    const around = ({ count, interval }) => (interval ? `95 % interval ${short(interval.low)} to ${short(interval.high)}` : count > 1 ? `mean of ${plural(count, "row")}` : "");
    const said = (where, cell) => `${where}${around(cell) && ` (${around(cell)})`}: ${short(cell.mean)}`;
    const at = (r, c) => cells[r * x.labels.length + c];
    const [rows, spoken] = z ? [z.labels, z.said] : [[""], [""]];
    const heat = z && (as === "heat" || !x.numbers || rows.length > MOST);
    const axis = (label, values) => ({ label, unit: "one", scale: values && logarithmic(values) ? "logarithmic" : "linear" });
    let chart;
    let words;
    let shades = null;
    if (heat) {
      const values = rows.map((_, r) => x.labels.map((_, c) => at(r, c).mean));
      const all = values.flat().filter((value) => value !== null);
      const series = { kind: "heat", value: axis(names[0]), columns: x.labels, rows: rows.map((label, r) => ({ label, values: values[r] })) };
      chart = { x: axis(names[1]), y: axis(names[2]), series: [series] };
      words = [spoken.flatMap((row, r) => x.said.map((column, c) => said(`${names[1]} ${column}, ${names[2]} ${row}`, at(r, c))))];
      shades = { low: all.reduce((a, b) => Math.min(a, b), Infinity), centre: null, high: all.reduce((a, b) => Math.max(a, b), -Infinity), ratio: false, words: [] };
    } else if (x.numbers) {
      chart = { x: axis(names[1], x.values), y: axis(names[0]), series: rows.map((row, r) => ({ kind: "line", name: z ? `${names[2]} ${row}` : names[0], points: x.values.map((value, c) => ({ x: value, y: at(r, c).mean, interval: at(r, c).interval })), course: "straight", spread: "bars", main: r === 0 })) };
      words = spoken.map((row, r) => x.said.map((label, c) => said(`${names[1]} ${label}${z ? `, ${names[2]} ${row}` : ""}`, at(r, c))));
    } else {
      chart = { x: axis(names[1]), y: axis(names[0]), series: [{ kind: "bars", bars: x.labels.map((label, c) => ({ label, value: at(0, c).mean, interval: at(0, c).interval, main: true, bound: false })) }] };
      words = [x.said.map((label, c) => [`${label}: ${short(at(0, c).mean)}`, around(at(0, c))].filter(Boolean).join(". "))];
    }
    Object.assign(chart, { key: "results", title: `${names[0]} by ${names[1]}`, references: [], grips: [] });
    this.#plot.ariaLabel = `${chart.title}${z ? ` and ${names[2]}` : ""}. Arrow keys read its values; Enter shows the rows of one.`;
    if (!this.#mounted) {
      const { mount } = await globalThis.makespanCharts();
      this.#mounted ??= mount(this.#plot);
    }
    this.#mounted.draw(JSON.stringify({ chart, units: [[1, ""], [1, ""]], words, shades, stops: [] }), sight(chart.series, chart.series.length > 1));
  }

  /** Shows the rows of a mark of the chart that was chosen. */
  async #choose(detail) {
    const [series, index] = detail.split(" ").map(Number);
    const { along, by } = this.#chosen;
    const { x, by: z } = this.#means;
    const wide = x.labels.length;
    const [r, c] = series === 0 && index >= wide ? [Math.floor(index / wide), index % wide] : [series, index % wide];
    this.#where = [{ column: along, group: c, label: x.said[c] }, ...(z ? [{ column: by, group: r, label: z.said[r] }] : [])];
    this.#from = 0;
    await this.#rows();
    this.#table.focus();
  }

  /** Shows a page of the table. */
  async #rows() {
    const { total, rows } = await this.#reader.ask("rows", { from: this.#from, count: ROWS, where: this.#where });
    const last = Math.max(0, Math.ceil(total / ROWS) - 1) * ROWS;
    if (this.#from > last) {
      this.#from = last;
      return this.#rows();
    }
    // The words about the rows change together with the rows.
    const list = await this.#list(rows);
    const to = (from) => async () => {
      this.#from = Math.max(0, Math.min(from, last));
      await this.#rows();
    };
    const page = (words, from) => Object.assign(button(words, to(from)), { disabled: from === this.#from || from < 0 || from > last });
    const number = make("input", { type: "number", min: 1, max: Math.max(total, 1), value: String(this.#from + 1), className: "notebook-number", ariaLabel: "First row shown", onchange: ({ target }) => to((Number(target.value) || 1) - 1)() });
    const place = make("span", { textContent: `to ${short(Math.min(this.#from + ROWS, total))} of ${plural(total, "row")}` });
    this.#pages.replaceChildren("Rows ", number, place, page("First", 0), page("Previous", this.#from - ROWS), page("Next", this.#from + ROWS), page("Last", last));
    const words = this.#where.map(({ column, label }) => `${this.#called(column)} ${label}`).join(", ");
    this.#way.hidden = this.#where.length === 0;
    this.#way.replaceChildren(`Only rows with ${words}. `, button("Show all rows", async () => {
      this.#where = [];
      await this.#rows();
    }));
    this.#table.replaceChildren(list);
  }

  /** A table of these rows. */
  async #list(rows) {
    const { columns } = this.#shape;
    const point = columns.findIndex(({ name }) => name === "point");
    const links = this.#plan && point >= 0 ? await this.#links(rows.map((row) => row[point + 1])) : new Map();
    const head = make("tr", {}, [make("th", { scope: "col", textContent: "Run" }), ...columns.map(({ name, numbers }) => make("th", { scope: "col", className: numbers ? "number" : "", textContent: this.#called(name) }))]);
    const body = rows.map(([at, ...cells]) => {
      const link = links.get(cells[point]);
      const open = link ? make("a", { href: link, textContent: "Open", ariaLabel: `Open the run of row ${at + 1}` }) : "–";
      return make("tr", {}, [make("td", {}, [open]), ...cells.map((cell, c) => make("td", { className: columns[c].numbers ? "number" : "", textContent: short(cell), title: typeof cell === "string" && cell.length > 40 ? cell : "" }))]);
    });
    return make("table", {}, [make("thead", {}, [head]), make("tbody", {}, body)]);
  }

  /** The links of points. */
  async #links(wanted) {
    const links = new Map();
    const all = [...new Set(wanted.map(Number))].filter((place) => Number.isInteger(place) && place >= 0).sort((a, b) => a - b);
    for (let at = 0; at < all.length; ) {
      let end = at;
      while (end + 1 < all.length && all[end + 1] === all[end] + 1) end += 1;
      for (const { place, outcome } of await plans.points(this.#plan, all[at], end - at + 1)) if (outcome.Ok?.link) links.set(place, outcome.Ok.link);
      at = end + 1;
    }
    return links;
  }
}

/** Whether numbers are so far apart that their axis is logarithmic. */
const logarithmic = (values) => values[0] > 0 && values.at(-1) / values[0] >= WIDE;
