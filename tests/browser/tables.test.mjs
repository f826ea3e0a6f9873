// The notebook's tables and texts, which need no browser.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Table, short } from "../../web/notebook/table.mjs";
import { csv, folder, methods, readme } from "../../web/notebook/texts.mjs";
import { drawn } from "./draws.mjs";

const of = (names, rows) => {
  const table = new Table(names);
  for (const row of rows) table.push(row);
  return table;
};

test("a column holds numbers until a cell is none, and empty cells are null", () => {
  const table = of(["point", "late", "word", "none"], [["0", "1.5", "a", ""], ["1", "", "", ""], ["2", "x", "3", ""]]);
  const numbers = Object.fromEntries(table.columns().map(({ name, numbers }) => [name, numbers]));
  assert.deepEqual(numbers, { point: true, late: false, word: false, none: false });
  assert.deepEqual(table.rows({ from: 0, count: 9 }), { total: 3, rows: [[0, 0, "1.5", "a", null], [1, 1, null, null, null], [2, 2, "x", "3", null]] });
  assert.deepEqual(table.rows({ from: 2, count: 1 }).rows, [[2, 2, "x", "3", null]]);
});

test("columns that grow longer than their room keep all numbers", () => {
  const table = of(["point"], Array.from({ length: 5000 }, (_, at) => [String(at)]));
  assert.deepEqual(table.rows({ from: 4999, count: 5 }), { total: 5000, rows: [[4999, 4999]] });
});

test("means are those of the rows of each pair of values, and an interval is that of a single row", () => {
  const table = of(["a", "b", "y", "y_low", "y_high"], [[2, "p", 10, 9, 11], [1, "p", 4, 3, 5], [1, "p", 6, 5, 7], [1, "q", 8, "", ""], ["", "q", 100, 99, 101]]);
  const { x, by, cells } = table.means({ of: "y", along: "a", by: "b" });
  assert.deepEqual([x.labels, x.numbers, by.labels], [["1", "2"], true, ["p", "q"]]);
  assert.deepEqual(cells, [
    { mean: 5, count: 2, interval: null },
    { mean: 10, count: 1, interval: { low: 9, high: 11 } },
    { mean: 8, count: 1, interval: null },
    { mean: null, count: 0, interval: null },
  ]);
  assert.deepEqual(table.rows({ from: 0, count: 9, where: [{ column: "a", group: 0 }, { column: "b", group: 0 }] }), { total: 2, rows: [[1, 1, "p", 4, 3, 5], [2, 1, "p", 6, 5, 7]] });
});

test("an axis of many numbers is cut into equal parts, in which every row has its place", () => {
  const table = of(["a", "y"], Array.from({ length: 1000 }, (_, at) => [at, 2 * at]));
  const { x, cells } = table.means({ of: "y", along: "a" });
  assert.equal(x.labels.length, 20);
  assert.deepEqual(cells.map(({ count }) => count), Array(20).fill(50));
  assert.equal(cells[0].mean, 49);
  assert.equal(table.rows({ from: 0, count: 1, where: [{ column: "a", group: 19 }] }).total, 50);
});

test("what is said of the rows of a mark holds for all of them and for no other row", () => {
  const random = drawn(11);
  for (let turn = 0; turn < 60; turn += 1) {
    const scale = 10 ** (Math.floor(random() * 9) - 4);
    const different = turn % 2 ? 60 : 5;
    const values = Array.from({ length: different }, () => (random() - 0.3) * scale);
    const all = Array.from({ length: 200 }, () => values[Math.floor(random() * different)]);
    const table = of(["a", "y"], all.map((a) => [a, 2 * a]));
    const { x, cells } = table.means({ of: "y", along: "a" });
    assert.equal(new Set(x.said).size, x.said.length, `${x.said}`);
    for (const [group, said] of x.said.entries()) {
      const read = (text) => Number(text.replaceAll("\u202f", "").replaceAll("−", "-"));
      const [from, to = from] = said.split(" to ").map(read);
      const { rows } = table.rows({ from: 0, count: 200, where: [{ column: "a", group }] });
      // As it is written, to four digits or to the point.
      const slack = Math.max(5e-4 * Math.max(Math.abs(from), Math.abs(to)), 0);
      for (const [, a] of rows) assert.ok(a >= from - slack && a <= to + slack, `${a}: ${said}`);
      const inside = all.filter((a) => a > from + slack && a < to - slack);
      assert.ok(inside.length <= rows.length, said);
      const mean = rows.reduce((sum, [, , y]) => sum + y, 0) / rows.length;
      if (rows.length) assert.ok(Math.abs(mean - cells[group].mean) <= 1e-9 * scale);
      else assert.equal(cells[group].mean, null);
      assert.equal(cells[group].count, rows.length);
    }
  }
});

test("values that look alike in four digits, and long texts with one beginning, have labels of their own", () => {
  const table = of(["a", "b", "y"], [[0.12341, "x".repeat(50), 1], [0.12342, `${"x".repeat(49)}y`, 2]]);
  assert.deepEqual(table.means({ of: "y", along: "a" }).x.labels, ["0.12341", "0.12342"]);
  assert.deepEqual(table.means({ of: "y", along: "b" }).x.labels, ["x".repeat(50), `${"x".repeat(49)}y`]);
});

test("a cell of blanks is empty, and no 0", () => {
  assert.deepEqual(of(["a"], [["1"], [" "], ["3"]]).rows({ from: 0, count: 3 }).rows, [[0, 1], [1, null], [2, 3]]);
});

test("rows of another length, and two columns of a name, are refused", () => {
  assert.throws(() => of(["a", "b"], [[1, 2], [3]]), /^Error: Row 2 has 1 cell; allowed: 2/);
  assert.throws(() => of(["a", "a"], []), /^Error: Two columns are called “a”/);
});

test("numbers are short, and say what they are", () => {
  assert.deepEqual([1234567, 21063.97, -123456.7, 0.000012345, -2.5, 1 / 3, null, "a".repeat(64), 0].map(short), ["1\u202f234\u202f567", "21\u202f064", "−123\u202f457", "1.234e−5", "−2.5", "0.3333", "–", "aaaaaaaaaaaa…", "0"]);
});

test("fields with commas, quotes and line ends are quoted as RFC 4180 says", () => {
  assert.equal(csv([["a,b", 'say "c"', "d\ne", null, 1.5]]), '"a,b","say ""c""","d\ne",,1.5\n');
});

const pin = (more = {}) => ({
  note: "",
  ...more,
  run: { version: "0.1.0", laboratory: "Replication", name: "replication", question: "Do copies pay?", headline: "Two copies *win*", why: "Slow nodes wait.", digest: "d".repeat(64), fingerprint: "f".repeat(64), seed: "7", stem: "makespan-replication-a b", figures: [], parameters: [{ title: "Copies | each", value: "2", unit: "", changed: true, key: false }, { title: "Hidden", value: "1", unit: "", changed: false, key: false }] },
});

test("texts of a study carry no marks of their own into the document", () => {
  const one = { pin: pin({ note: "# no heading\n<b>" }), place: folder(0, pin()), link: "https://example.org/#p=a", state: "reproduces" };
  assert.equal(one.place, "runs/01-replication-a-b");
  const text = readme({ question: "", version: "0.1.0", date: "2026-01-02", runs: [one] });
  assert.match(text, /^# A study with Makespan\n/);
  assert.match(text, /1\. \[Two copies \\\*win\\\*\]\(runs\/01-replication-a-b\/\)/);
  assert.match(text, /Note: \\# no heading \\<b\\>\n/);
  const said = methods([one], "A model.");
  assert.match(said, /\n\| Copies \\\| each \| 2 \|\n/);
  assert.doesNotMatch(said, /Hidden/);
});
