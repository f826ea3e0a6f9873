// What is left to do when Trunk has built the page: its program is parted, and the service worker lists all files.
import { cp, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { worker } from "./offline/list.mjs";
import { split } from "./split/split.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
if (process.env.TRUNK_PROFILE === "release") await split(folder);
const target = path.join(path.dirname(fileURLToPath(import.meta.url)), "../target");
await cp(path.join(target, "workers"), folder, { recursive: true });
await writeFile(path.join(folder, "sw.js"), await worker(folder));
