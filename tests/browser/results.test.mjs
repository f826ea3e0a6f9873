// Plans and their results in the page: small plans run, finished files become charts and rows that open their runs.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "./lecture.mjs";
import { broken, drop, makespan, open, short, workshop } from "./page.mjs";

const PLAN = `plan = 1
question = "From which size on do copies pay?"
preset = "bursts-replicate"
change = { iterations = 40 }
replications = 3

[[axes]]
parameter = "processors"
values = [4, 8, 16]

[[axes]]
parameter = "copies"
values = [1, 2, 4]
`;

let shop, folder;
before(async () => {
  shop = await workshop();
  folder = await mkdtemp(path.join(tmpdir(), "makespan-results-"));
});
after(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const notebook = (page) => page.locator("#notebook-panel");
const said = (page) => notebook(page).locator(".notebook-said").first();
const rows = (page) => notebook(page).locator("tbody tr");
const give = async (page, name, bytes) => {
  await drop(page, "main", { name, bytes, type: "application/octet-stream" });
  await notebook(page).waitFor();
};
const start = async () => {
  const visitor = await shop.visitor();
  await open(visitor.page, shop.site.url + short("peaks-replicate"));
  return visitor;
};
/** The texts of a row's cells. */
const cells = (page, row) => rows(page).nth(row).locator("td").allTextContents();

/** A sweep by the command; the folder with its results. */
const swept = async (name = "study", text = PLAN) => {
  const plan = path.join(folder, `${name}.toml`);
  const out = path.join(folder, name);
  await writeFile(plan, text);
  await run(makespan, ["sweep", plan, "--out", out]);
  return out;
};

test("a small plan runs in the page, and comes to what the command comes to", { skip: !makespan }, async () => {
  const { page, trouble, close } = await start();
  await give(page, "plan.toml", PLAN);
  await said(page).getByText(/9\s+points × 3\s+runs; varied: Processors, .*All are done\./).waitFor();
  assert.equal(await rows(page).count(), 9);
  const out = await swept();
  const [head, ...lines] = (await readFile(path.join(out, "points.csv"), "utf8")).trim().split("\n").map((line) => line.split(","));
  const heads = await notebook(page).locator("thead th").allTextContents();
  assert.equal(heads.length, head.length + 1);
  const print = head.indexOf("fingerprint");
  for (const [at, line] of lines.entries()) {
    const shown = await rows(page).nth(at).locator("td").nth(print + 1).getAttribute("title");
    assert.equal(shown, line[print]);
  }
  // Each row opens its run.
  await rows(page).nth(4).getByRole("link").click();
  await page.waitForFunction((wanted) => document.querySelector("#fingerprint")?.textContent === wanted, lines[4][print]);
  assert.deepEqual(await broken(page), []);
  assert.deepEqual(trouble, []);
  await close();
});

/** Plans whose runs refuse a point: their complaints name no value, or a strategy stops. */
const REFUSED = {
  weights: 'plan = 1\npreset = "recovery-weights"\n[[axes]]\nparameter = "computers"\nvalues = [11, 12]\n',
  wrapped: 'plan = 1\npreset = "recovery-wrapped"\n[[axes]]\nparameter = "computers"\nvalues = [7, 8]\n',
  strategy: `plan = 1
preset = "own-shares"
change = { runs = 1, iterations = 40, code = 'fn decide(history) { if history.processors == 8 { throw "eight processors, no rule"; } #{ iterations: 10 } }' }
[[axes]]
parameter = "processors"
values = [4, 8]
`,
};

for (const [name, plan] of Object.entries(REFUSED)) {
  test(`a run that refuses a point of a plan is told in the sentence of the command: ${name}`, { skip: !makespan }, async () => {
    const out = await swept(name, plan);
    const { page, trouble, close } = await start();
    await give(page, `${name}.toml`, plan);
    await said(page).getByText("All are done.").waitFor();
    const csv = await readFile(path.join(out, "points.csv"), "utf8");
    // The only texts with commas in this table are refusals.
    const wanted = [...csv.matchAll(/"([^"]+)"/g)].map(([, refusal]) => refusal);
    assert.equal(wanted.length, 1);
    // A cell shows the beginning of a long text.
    const shown = await rows(page).locator("td").evaluateAll((all) => all.map(({ title }) => title));
    assert.ok(shown.includes(wanted[0]), `${wanted[0]} is not among ${shown}`);
    assert.deepEqual(trouble, []);
    await close();
  });
}

for (const ending of ["csv", "parquet"]) {
  test(`finished results as ${ending} become lines, a heat map, and rows that open their runs`, { skip: !makespan }, async () => {
    const out = await swept();
    const { page, trouble, close } = await start();
    await give(page, `points.${ending}`, await readFile(path.join(out, `points.${ending}`)));
    await rows(page).nth(8).waitFor();
    if (ending === "csv") {
      await notebook(page).getByText("drop the study’s plan.json").waitFor();
      assert.equal(await rows(page).nth(4).getByRole("link").count(), 0);
      await give(page, "plan.json", await readFile(path.join(out, "plan.json")));
    }
    await notebook(page).getByText(/9\s+rows, .*Each row opens its run\./).waitFor();
    const plot = notebook(page).locator(".plot svg");
    await plot.waitFor();
    assert.equal(await plot.locator('[aria-label="line"]').count(), 3);
    await notebook(page).locator(".notebook-choices select").nth(3).selectOption("heat");
    await notebook(page).locator('.plot svg [aria-label="cell"]').waitFor();
    assert.equal(await notebook(page).locator('.plot svg [aria-label="cell"] rect').count(), 9);
    // A cell shows its rows.
    await notebook(page).locator(".plot").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await notebook(page).getByText(/^Only rows with Processors 4, .* 1\./).waitFor();
    // The sentence may be there before the table.
    await rows(page).nth(1).waitFor({ state: "detached" });
    assert.equal(await rows(page).count(), 1);
    const [, ...row] = await cells(page, 0);
    assert.equal(row[1], "4");
    const print = await rows(page).nth(0).locator("td[title]:not([title=''])").first().getAttribute("title");
    await rows(page).nth(0).getByRole("link").click();
    await page.waitForFunction((wanted) => document.querySelector("#fingerprint")?.textContent === wanted, print);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("results of another plan open no runs", { skip: !makespan }, async () => {
  const out = await swept();
  const { page, trouble, close } = await start();
  await give(page, "points.csv", await readFile(path.join(out, "points.csv")));
  await rows(page).nth(8).waitFor();
  await give(page, "plan.toml", PLAN.replace("[4, 8, 16]", "[2, 8, 16]"));
  // It is a plan of its own, which runs.
  await said(page).getByText("All are done.").waitFor();
  assert.equal((await cells(page, 0))[2], "2");
  assert.deepEqual(trouble, []);
  await close();
});

test("a plan that is too large says how large it is, and gives the command", async () => {
  const { page, trouble, close } = await start();
  const large = PLAN.replace("values = [4, 8, 16]", "from = 2\nto = 16\nnumber = 15").replace('parameter = "copies"\nvalues = [1, 2, 4]', 'parameter = "problem_size"\nfrom = 0.1\nto = 5\nnumber = 800');
  await give(page, "large.toml", large);
  await notebook(page).getByText(/12\u202f000\s+points × 3\s+runs/).waitFor();
  await notebook(page).getByText("makespan sweep large.toml --out study").waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test("plans and results with mistakes are refused by place, value and what is allowed", async () => {
  const { page, trouble, close } = await start();
  for (const [name, bytes, words] of [
    ["plan.toml", "plan = ", /“plan\.toml” cannot be opened\. This is not TOML: /],
    ["plan.toml", PLAN.replace("plan = 1", "plan = 2"), /plan is 2; allowed: 1/],
    ["plan.toml", PLAN.replace("values = [4, 8, 16]", "values = [4000]"), /axes\[0\]/],
    ["points.csv", "point,a\n1,2\n3\n", /Row 2 has 1 cell; allowed: 2/],
    ["points.csv", "point,a,a\n1,2,3\n", /Two columns are called “a”/],
    ["points.csv", "point,a\n", /It has no rows/],
    ["points.parquet", "PAR1 and nothing more", /“points\.parquet” cannot be opened/],
  ]) {
    await give(page, name, bytes);
    await said(page).getByText(words).waitFor();
  }
  assert.deepEqual(trouble, []);
  await close();
});

test("the page answers while a million rows are read, and turns their pages", async () => {
  const { page, trouble, close } = await start();
  await page.evaluate(() => {
    const lines = ["point,processors,problem_size,fingerprint,refusal,speedup"];
    for (let point = 0; point < 1_000_000; point++) lines.push(`${point},${1 + (point % 1000)},${Math.floor(point / 1000)},${(point * 2654435761).toString(16)},,${1 + (point % 977) / 977}`);
    const transfer = new DataTransfer();
    transfer.items.add(new File([lines.join("\n")], "points.csv"));
    // The longest time in which the page did nothing.
    globalThis.still = 0;
    let last = Date.now();
    setInterval(() => {
      const now = Date.now();
      [globalThis.still, last] = [Math.max(globalThis.still, now - last), now];
    }, 10);
    globalThis.began = last;
    document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await notebook(page).getByText(/1\u202f000\u202f000\s+rows, 6\s+columns/).waitFor();
  const { still, took } = await page.evaluate(() => ({ still: globalThis.still, took: Date.now() - globalThis.began }));
  assert.ok(still < took / 3, `nothing happened for ${still} of ${took} ms`);
  await notebook(page).locator(".plot svg").waitFor();
  await notebook(page).getByRole("button", { name: "Last", exact: true }).click();
  await notebook(page).getByText(/to 1\u202f000\u202f000 of 1\u202f000\u202f000\s+rows/).waitFor();
  assert.equal((await cells(page, 49))[1], "999\u202f999");
  assert.deepEqual(trouble, []);
  await close();
});
