// What is left to do when Trunk has built the page: the service worker lists all files.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { worker } from "./offline/list.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
await writeFile(path.join(folder, "sw.js"), await worker(folder));
