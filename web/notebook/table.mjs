// A table in columns: its rows, and the means for its charts. Without a browser.

/** An axis with more different values is cut into parts; the number of parts. */
const MANY = 40;
const PARTS = 20;
/** The most rows of a table. */
const ROWS = 10_000_000;

/** A column that grows: of numbers as long as all of its cells are finite numbers. */
class Column {
  #length = 0;
  /** Whether there is any number: a column of empty cells holds none. */
  any = false;
  numbers = new Float64Array(1024);
  texts = null;

  constructor(name) {
    this.name = name;
  }

  push(value) {
    const empty = value === null || value === undefined || (typeof value === "string" && value.trim() === "");
    const number = empty || typeof value === "boolean" ? NaN : Number(value);
    if (!this.texts && !empty && !Number.isFinite(number)) {
      this.texts = Array.from(this.numbers.subarray(0, this.#length), (number) => (Number.isNaN(number) ? "" : String(number)));
      this.numbers = null;
    }
    if (this.texts) this.texts.push(value === null || value === undefined ? "" : String(value));
    else {
      if (this.#length === this.numbers.length) {
        const longer = new Float64Array(2 * this.#length);
        longer.set(this.numbers);
        this.numbers = longer;
      }
      this.numbers[this.#length] = number;
      this.any ||= !Number.isNaN(number);
    }
    this.#length += 1;
  }

  get length() {
    return this.#length;
  }

  /** The value of a cell: a number, a text, or null. */
  at(row) {
    const value = this.texts ? this.texts[row] : this.numbers[row];
    return value === "" || Number.isNaN(value) ? null : value;
  }
}

export class Table {
  #columns;
  #length = 0;

  constructor(names) {
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (names.length === 0 || twice !== undefined) throw new Error(twice === undefined ? "It has no columns." : `Two columns are called “${twice}”.`);
    this.#columns = names.map((name) => new Column(name));
  }

  /** Takes a row. */
  push(row) {
    if (row.length !== this.#columns.length) throw new Error(`Row ${this.#length + 1} has ${row.length} ${row.length === 1 ? "cell" : "cells"}; allowed: ${this.#columns.length}, as many as there are columns.`);
    if (this.#length >= ROWS) throw new Error(`It has more than ${ROWS} rows.`);
    this.#kept.clear();
    this.#columns.forEach((column, at) => column.push(row[at]));
    this.#length += 1;
  }

  /** Sets the number of rows that the table will have once its columns, which grow by parts, are whole. */
  grows(rows) {
    if (!(rows <= ROWS)) throw new Error(`It has more than ${ROWS} rows.`);
    this.#length = rows;
  }

  /** Appends a part to a column; of surplus values it takes one, by which `whole` knows the fault. */
  extend(name, values) {
    const column = this.#columns.find((column) => column.name === name);
    for (const value of values) {
      if (column.length > this.#length) return;
      column.push(typeof value === "bigint" ? Number(value) : value);
    }
  }

  /** Fails where a column did not become as long as the table. */
  whole() {
    const other = this.#columns.find(({ length }) => length !== this.#length);
    if (other) throw new Error(`The column “${other.name}” has ${other.length < this.#length ? "fewer" : "more"} values than there are rows.`);
  }

  get length() {
    return this.#length;
  }

  /** The name of each column, and whether it holds numbers. */
  columns() {
    return this.#columns.map(({ name, texts, any }) => ({ name, numbers: !texts && any }));
  }

  /** The rows from `from` on, among those with the wanted values; each begins with its own number. */
  rows({ from, count, where = [] }) {
    const has = this.#having(where);
    const shown = [];
    let total = where.length === 0 ? this.#length : 0;
    const take = (row) => shown.push([row, ...this.#columns.map((column) => column.at(row))]);
    if (where.length === 0) for (let row = from; row < Math.min(from + count, this.#length); row++) take(row);
    else {
      for (let row = 0; row < this.#length; row++) {
        if (!has(row)) continue;
        if (total >= from && total < from + count) take(row);
        total += 1;
      }
    }
    return { total, rows: shown };
  }

  #having(where) {
    const tests = where.map(({ column, group }) => [this.#groups(column), group]);
    return (row) => tests.every(([groups, group]) => groups.of(row) === group);
  }

  #kept = new Map();

  /** The groups that the values of a column make: each value, or equal parts of many numbers. */
  #groups(name) {
    if (this.#kept.has(name)) return this.#kept.get(name);
    const column = this.#columns.find((column) => column.name === name);
    const seen = new Map();
    let [low, high] = [Infinity, -Infinity];
    for (let row = 0; row < this.#length; row++) {
      const value = column.at(row);
      if (value === null) continue;
      if (seen.size <= MANY) seen.set(value, true);
      if (typeof value === "number") [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
    let groups;
    if (seen.size <= MANY) {
      const values = [...seen.keys()].sort((a, b) => (column.texts ? String(a).localeCompare(String(b)) : a - b));
      const index = new Map(values.map((value, at) => [value, at]));
      groups = { values, labels: labelled(values), of: (row) => index.get(column.at(row)) ?? -1 };
    } else if (column.texts) {
      groups = null;
    } else {
      const step = (high - low) / PARTS;
      const middle = (at) => low + (at + 0.5) * step;
      const values = Array.from({ length: PARTS }, (_, at) => middle(at));
      const of = (row) => {
        const value = column.at(row);
        return value === null ? -1 : Math.min(PARTS - 1, Math.floor((value - low) / step));
      };
      const said = values.map((_, at) => `${short(low + at * step)} to ${short(low + (at + 1) * step)}`);
      groups = { values, labels: values.map(short), said, of, parts: true };
    }
    this.#kept.set(name, groups);
    return groups;
  }

  /** The columns that can stand along an axis: those with few values, and numbers. */
  axes() {
    return this.columns().filter(({ name }) => this.#groups(name)?.values.length > 1).map(({ name }) => name);
  }

  /**
   * The mean of a column in each pair of groups of one or two other columns. Each cell has its mean, its number of rows, and the ends of
   * its interval where a single row has them. Each group has a label, and a text for sentences: a part has its range there.
   */
  means({ of, along, by = null }) {
    const [x, z] = [this.#groups(along), by ? this.#groups(by) : null];
    const column = this.#columns.find(({ name }) => name === of);
    if (!x || (by && !z) || !column || column.texts) throw new Error("There is no chart of texts.");
    const [low, high] = ["low", "high"].map((end) => this.#columns.find(({ name, texts }) => name === `${of}_${end}` && !texts));
    const lines = z ? z.values.length : 1;
    const cells = Array.from({ length: lines * x.values.length }, () => ({ sum: 0, count: 0, row: -1 }));
    for (let row = 0; row < this.#length; row++) {
      const value = column.at(row);
      const [a, b] = [x.of(row), z ? z.of(row) : 0];
      if (value === null || a < 0 || b < 0) continue;
      const cell = cells[b * x.values.length + a];
      cell.sum += value;
      cell.count += 1;
      cell.row = row;
    }
    const cell = ({ sum, count, row }) => {
      const interval = count === 1 && low && high && low.at(row) !== null && high.at(row) !== null ? { low: low.at(row), high: high.at(row) } : null;
      return { mean: count ? sum / count : null, count, interval };
    };
    const told = (groups) => groups && { labels: groups.labels, said: groups.said ?? groups.labels, values: groups.values, parts: groups.parts ?? false };
    return { x: { ...told(x), numbers: !this.#columns.find(({ name }) => name === along).texts }, by: told(z), cells: cells.map(cell) };
  }
}

/** Labels of values: short where that tells them apart. */
function labelled(values) {
  const labels = values.map(short);
  return new Set(labels).size === labels.length ? labels : values.map((value) => (typeof value === "number" ? String(value).replaceAll("-", "−") : String(value)));
}

/** A value in a few letters; all digits before the point stay. */
export function short(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value).length > 40 ? `${String(value).slice(0, 12)}…` : String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en").replaceAll(",", "\u202f").replace("-", "−");
  const [size, digits] = [Math.abs(value), 4];
  if (size >= 10 ** digits && size < 1e15) return short(Math.round(value));
  const text = size !== 0 && (size < 1e-4 || size >= 1e15) ? value.toExponential(digits - 1) : String(Number(value.toPrecision(digits)));
  return text.replaceAll("-", "−");
}
