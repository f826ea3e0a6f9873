// What is left to do when Trunk has built the page: its program is parted, and the service worker lists all files.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { worker } from "./offline/list.mjs";
import { split } from "./split/split.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
if (process.env.TRUNK_PROFILE === "release") await split(folder);
await writeFile(path.join(folder, "sw.js"), await worker(folder));
