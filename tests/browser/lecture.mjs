// A lecturer's page on another site, for the tests of figures in other pages.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { PATIENCE, dist, makespan, short, workshop } from "./page.mjs";
import { serve } from "./serve.mjs";

/** Runs the command. */
export const run = promisify(execFile);

/** The output of `makespan run … --json`. */
export async function command(...args) {
  const { stdout } = await run(makespan, ["run", ...args, "--json"], { maxBuffer: 64e6 });
  return JSON.parse(stdout);
}

/** The attributes of a small figure. */
export const preset = (name, values = {}) => `preset="${name}" values="${new URLSearchParams({ runs: 4, iterations: 60, ...values })}"`;

const STYLE = `<style>body { margin: 12px auto; max-width: 860px; padding: 0 12px; font: 16px sans-serif } :root { color-scheme: light dark }</style>`;

/** A page of the lecturer's. */
export const lecture = (body, head = STYLE) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lecture 3</title>${head}<link rel="icon" href="data:,"><main><h1>Lecture 3</h1>${body}</main></html>`;

/** The built page under one name of this machine, the lecturer's pages under another one, which makes them two sites. */
export async function university() {
  const shop = await workshop();
  // The same page on a server that lets every origin have its files, as many static hosts do.
  const open = await serve(dist, { prefix: "/open/", headers: { "access-control-allow-origin": "*" } });
  const folder = await mkdtemp(path.join(tmpdir(), "makespan-lecture-"));
  const lecturer = await serve(folder);
  const host = lecturer.url.replace("127.0.0.1", "localhost");
  let pages = 0;
  return {
    shop,
    open,
    folder,
    script: `<script src="${shop.site.url}makespan-figure.js"></script>`,
    /** Puts a page on the lecturer's site and opens it. */
    async visit(body, { head, from = host, ...options } = {}) {
      const visitor = await shop.visitor(options);
      const name = `${(pages += 1)}.html`;
      await writeFile(path.join(folder, name), lecture(body, head));
      await visitor.page.goto(from + name);
      const known = (one) => [from, open.url].some((address) => one.startsWith(`third party: ${address}`));
      return { ...visitor, trouble: () => visitor.trouble.filter((one) => !known(one)) };
    },
    /** The command's result on traces of one's own, whose link carries them. */
    async own() {
      const rows = Array.from({ length: 60 }, (_, job) => [0, 1, 2].map((node) => 100 + ((job * 37 + node * 61) % 90)).join(","));
      const file = path.join(folder, "mine.csv");
      await writeFile(file, `left,middle,right\n${rows.join("\n")}\n`);
      const whole = await command(short("bursts-replicate", { processors: 3, copies: 1, iterations: 50 }), "--trace-file", file);
      assert.match(whole.link, /^#v1\./);
      return whole;
    },
    async close() {
      await open.close();
      await lecturer.close();
      await rm(folder, { recursive: true, force: true });
      // `close` tells its errors, which must not keep the others open.
      await shop.close();
    },
  };
}

/** The frame of the n-th figure, in a phase. */
export async function figure(page, n = 0, phase = "done") {
  const element = await page.locator("iframe").nth(n).elementHandle();
  const frame = await element.contentFrame();
  await frame.locator(`main.embed[data-phase="${phase}"]`).waitFor({ timeout: PATIENCE });
  return frame;
}

/** The fingerprint of the result in a frame. */
export const print = (frame) => frame.locator("main").getAttribute("data-fingerprint");

/** The faults that axe finds in a frame. */
export { broken } from "./page.mjs";
