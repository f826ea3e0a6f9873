// The texts of an exported study: without a browser, so that they can be read and tested anywhere.

/** The version of the form of a study. */
export const FORM = 1;
/** The command that recomputes a study. */
export const COMMAND = "makespan verify";

/** The name of the folder of the run that stands at a place, from 0. */
export const folder = (at, { run }) => `runs/${String(at + 1).padStart(2, "0")}-${run.stem.replace(/^makespan-/, "").replace(/[^\w.-]+/g, "-").slice(0, 60)}`;

/** The README of a study. `runs` have `pin`, `place` (their folder), `link` and `state`. */
export function readme({ question, version, date, runs }) {
  const laboratories = [...new Map(runs.map(({ pin: { run } }) => [run.name, run.laboratory]))];
  const rows = runs.map(({ pin: { run, note }, place, link, state }, i) => {
    const said = [note && `   Note: ${line(note)}\n`, link && `   <${link}>\n`].filter(Boolean).join("");
    return `${i + 1}. [${line(run.headline)}](${place}/)\n   ${run.laboratory}, seed ${run.seed}, version ${run.version}; when it was exported: ${state}\n${said}`;
  });
  return `# ${line(question) || "A study with Makespan"}

${plural(runs.length, "run")} of ${laboratories.map(([, title]) => title).join(", ")}; exported with Makespan ${version} on ${date}.

## Runs

${rows.join("")}
## What each folder has

| file | contents |
|---|---|
| \`scenario.makespan.json\` | all parameters, and the fingerprint of the result: page and command open it |
| \`link.txt\` | the link that opens the run in the page |
| \`figures.csv\` | the figures of merit with the ends of their 95 % intervals |
| \`schedule.csv\`, \`schedule.svg\` | the schedule, where the run has one: a row a span, and a figure 170 mm wide |
| \`chart-….csv\`, \`chart-….svg\` | the numbers behind each chart of the result, and the figure of the first |

\`methods\` describes the models, \`references.bib\` has an entry a run and a paper, \`study.json\` the fingerprints of all runs and the SHA-256 of all
files.

## Recompute it

\`\`\`console
$ ${COMMAND} .
\`\`\`

The command checks the files, runs every scenario, and says run by run whether the result has the same fingerprint, to the bit. It
needs nothing but this folder, or the archive. The page does the same when the archive is dropped on it.
`;
}

/** The methods section of a paper. `model` is the laboratory's own description of its model, `papers` names its sources. */
export function methods(runs, { model, papers }) {
  const [{ pin: { run: first } }] = runs;
  const told = runs.map(({ pin: { run }, place }) => {
    const values = run.parameters.filter(({ changed, key }) => changed || key).map(({ title, value, unit }) => `| ${cell(title)} | ${cell([value, unit].filter(Boolean).join(" "))} |\n`);
    return `### ${line(run.headline)}

${line(run.why)}

Seed ${run.seed}; scenario SHA-256 \`${run.digest}\`; result fingerprint \`${run.fingerprint}\`; Makespan ${run.version}; files in \`${place}\`.

| key parameter, or one that differs from its default | value |
|---|---|
${values.join("")}`;
  });
  return `# ${first.laboratory}

${line(first.question)}

## Model and assumptions

${model}

The laboratory's explanation in the page has the formulas, what the documents got wrong, and the limits.

## Runs

${told.join("\n")}
## Source

${papers ? `Model: ${papers} \`references.bib\` has their entries.\n\n` : ""}Makespan ${first.version}, laboratory “${first.laboratory}”. Random numbers come from the seed by a published generator, so that every
machine computes the same bits.
`;
}

/** The figures of merit as a table. */
export function figures(report) {
  const rows = report.figures.map(({ key, name, value, unit, interval }) => [key, name, value, unit, interval?.low, interval?.high]);
  return csv([["key", "name", "value", "unit", "low", "high"], ...rows]);
}

/** A table of a report. */
export const table = ({ columns, rows }) => csv([columns, ...rows.map((row) => row.map((cell) => (typeof cell === "object" ? cell?.value : cell)))]);

/** Rows as comma-separated values (RFC 4180). */
export function csv(rows) {
  const field = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}

export const plural = (count, noun) => `${count.toLocaleString("en").replaceAll(",", "\u202f")} ${noun}${count === 1 ? "" : "s"}`;

/** A text within a line of Markdown, without marks of its own. */
const line = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|#]/g, "\\$&").trim();
const cell = (text) => line(String(text)) || "–";
