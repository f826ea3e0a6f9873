// The files of a built page: their list and their content types.
import { readdir } from "node:fs/promises";
import path from "node:path";

/** The content types of files, by the ends of their names; browsers do not run programs without theirs. */
export const TYPES = {
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml; charset=utf-8",
  ts: "text/plain; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json; charset=utf-8",
  woff2: "font/woff2",
};

/** All files of a folder, by their paths in it, in order. */
export async function filesOf(folder) {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile());
  // Node before 20.12 names the folder of an entry otherwise.
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/")).sort();
}
