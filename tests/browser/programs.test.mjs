// The workers' programs: how often they are asked for, where a host lets nothing be kept.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import path from "node:path";
import { dist, drop, fingerprint, open, short, workshop } from "./page.mjs";
import { serve } from "./serve.mjs";

let shop;

before(async () => (shop = await workshop()));
after(() => shop?.close());

test("each program is fetched once for all of its workers, on a host that forbids to keep it", async (t) => {
  const asked = new Map();
  const onAnswer = (file, status) => status === 200 && asked.set(path.relative(dist, file), (asked.get(path.relative(dist, file)) ?? 0) + 1);
  const site = await serve(dist, { headers: { "cache-control": "no-store" }, onAnswer });
  t.after(() => site.close());
  const { page, close } = await shop.visitor();
  let workers = 0;
  page.on("worker", () => (workers += 1));
  await open(page, site.url + short("peaks-replicate"));
  // Two more workers, of the program that measures.
  await page.locator("#to-measure").click();
  await page.locator("#measure-job").fill("2");
  await page.getByRole("radio", { name: "For a time" }).check();
  await page.locator("#measure-seconds").fill("1");
  await page.locator("#measure-workers").fill("2");
  await page.locator("#measure-start").click();
  await page.locator(".measure-stage").filter({ hasText: "jobs were measured" }).waitFor();
  const programs = [...asked].filter(([file]) => /^makespan-worker-.*\.wasm$/.test(file));
  assert.ok(programs.some(([file]) => file.includes("replication")) && programs.some(([file]) => file.includes("files")), `${[...asked.keys()]}`);
  assert.deepEqual(programs.filter(([, times]) => times !== 1), []);
  assert.ok(workers >= 4, `${workers} workers`);
  await close();
});

for (const [width, height] of [[1440, 900], [390, 844]])
  test(`what is said of a file leaves headline and picture where they are, ${width} pixels wide`, async () => {
    const { page, close } = await shop.visitor({ viewport: { width, height } });
    await open(page, shop.site.url + short("peaks-replicate"));
    const places = () =>
      page.evaluate(() => ["#headline", ".schedules, .worlds"].map((name) => document.querySelector(name)?.getBoundingClientRect().top));
    const before = await places();
    assert.ok(before.every((top) => typeof top === "number"), `${before}`);
    // It leaves a question open, so that nothing runs yet.
    const print = await fingerprint(page);
    await drop(page, "body .page", { name: "times.csv", bytes: "a;b\n1,500;2,500\n2,500;3,500\n1,250;2,750\n" });
    await page.locator(".notice .import").waitFor();
    assert.equal(await fingerprint(page), print);
    assert.deepEqual(await places(), before);
    await close();
  });
