// A worker that reads the results of a study, so that the page never waits for them.
import { csvParseRows } from "d3-dsv";
import { parquetMetadataAsync, parquetRead } from "hyparquet";
import { Table } from "./table.mjs";

/** The most bytes that a file may have. */
const LARGEST = 500_000_000;

let table;

const acts = {
  /** Reads a file; returns its columns, its number of rows, and its plan. */
  async open({ file }) {
    if (file.size > LARGEST) throw new Error(`It has ${Math.ceil(file.size / 1e6)} MB; allowed: at most ${LARGEST / 1e6} MB.`);
    const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    const about = String.fromCharCode(...head) === "PAR1" ? await parquet(file) : await csv(file);
    return { ...about, ...said() };
  },
  /** Begins a table without rows. */
  begin({ names }) {
    table = new Table(names);
  },
  /** Takes rows. */
  push({ rows }) {
    for (const row of rows) table.push(row);
    return said();
  },
  rows: (wanted) => table.rows(wanted),
  means: (wanted) => table.means(wanted),
};

const said = () => ({ columns: table.columns(), axes: table.axes(), rows: table.length });

async function csv(file) {
  const text = await file.text();
  table = undefined;
  csvParseRows(text, (row, at) => {
    if (at === 0) table = new Table(row);
    else table.push(row);
  });
  if (!table?.length) throw new Error("It has no rows.");
  return {};
}

/** Does a part of the work in a Parquet file; reports every failure of its reader as damage. */
async function undamaged(read) {
  try {
    return await read();
  } catch {
    throw new Error("The file is damaged, or has parts that this page does not read: write it again, or open the study’s CSV file.");
  }
}

async function parquet(file) {
  const buffer = { byteLength: file.size, slice: (from, to) => file.slice(from, to).arrayBuffer() };
  const metadata = await undamaged(async () => {
    const read = await parquetMetadataAsync(buffer);
    if (read.schema.some(({ name }) => typeof name !== "string")) throw new Error("a column has no name");
    return read;
  });
  const columns = metadata.schema.slice(1);
  const nested = columns.find(({ num_children }) => num_children);
  if (nested) throw new Error(`The column “${nested.name}” has columns within; allowed: a plain table, as “makespan sweep” writes it.`);
  const names = columns.map(({ name }) => name);
  table = new Table(names);
  table.grows(Number(metadata.num_rows));
  if (!table.length) throw new Error("It has no rows.");
  // A column after the other, so that the parts of each come in their order.
  for (const name of names) {
    await undamaged(() => parquetRead({ file: buffer, metadata, columns: [name], onChunk: ({ columnData }) => table.extend(name, columnData) }));
  }
  table.whole();
  const written = metadata.key_value_metadata?.find(({ key }) => key === "makespan")?.value;
  try {
    const { plan, digest, version } = JSON.parse(written);
    return { plan, digest, version };
  } catch {
    return {};
  }
}

addEventListener("message", async ({ data: { id, act, ...wanted } }) => {
  try {
    postMessage({ id, done: await acts[act](wanted) });
  } catch (error) {
    postMessage({ id, failed: error.message });
  }
});
