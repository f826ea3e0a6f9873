// The notebook: pinned runs, and studies that are exported, recomputed by the command, and imported.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { strFromU8, strToU8, unzipSync, zipSync } from "../../web/charts/node_modules/fflate/esm/index.mjs";
import { firsts } from "./firsts.mjs";
import { run } from "./lecture.mjs";
import { broken, drop, fingerprint, makespan, more, open, reach, short, workshop } from "./page.mjs";

let shop, folder;
before(async () => {
  shop = await workshop();
  folder = await mkdtemp(path.join(tmpdir(), "makespan-notebook-"));
});
after(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const notebook = (page) => page.locator("#notebook-panel");
const said = (page) => notebook(page).locator(".notebook-said");
const items = (page) => notebook(page).locator(".notebook-list > li");
const states = (page) => notebook(page).locator(".notebook-state").allTextContents();
const press = (scope, name) => scope.getByRole("button", { name, exact: true }).click();
/** Pins the run that is shown. */
const pin = async (page) => {
  await page.locator("#share").click();
  await press(page.locator("dialog.share"), "Pin");
  await page.locator("dialog.share .share-said").getByText(/^(Pinned|It was pinned already): the notebook has \d+ runs?\./).waitFor();
  await press(page.locator("dialog.share"), "Close");
};
const show = async (page) => {
  await more(page);
  await page.locator("#notebook").click();
  await notebook(page).waitFor();
};
/** Goes to another link in the same tab. */
const go = async (page, fragment) => {
  await page.goto("about:blank");
  await open(page, shop.site.url + fragment);
};

test("the program of the notebook comes when somebody asks for it", async () => {
  const { page, trouble, close } = await shop.visitor({ newcomer: true });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, shop.site.url + short("peaks-replicate"));
  const loaded = () => asked.filter((url) => url.endsWith("/notebook.js")).length;
  assert.equal(loaded(), 0);
  await show(page);
  assert.equal(loaded(), 1);
  await notebook(page).getByText("No run is pinned.").waitFor();
  await page.keyboard.press("Escape");
  await notebook(page).waitFor({ state: "hidden" });
  assert.deepEqual(trouble, []);
  await close();
});

test("pinned runs stay on the device with note and order, and what is removed comes back", async () => {
  const { page, trouble, close } = await shop.visitor();
  const links = [short("peaks-replicate"), short("bursts-replicate"), short("set-one-dynamic")];
  const headlines = [];
  for (const link of links) {
    await go(page, link);
    headlines.push(await page.locator("h1").first().textContent());
    await pin(page);
  }
  await pin(page);
  await show(page);
  assert.equal(await items(page).count(), 3);
  await items(page).nth(0).getByLabel("Note").fill("The one that everybody asks about");
  await items(page).nth(2).getByRole("button", { name: /^Earlier/ }).click();
  await said(page).getByText("is now 2 of 3").waitFor();
  const titles = () => notebook(page).locator(".notebook-title").allTextContents();
  const order = [headlines[0], headlines[2], headlines[1]];
  assert.deepEqual(await titles(), order);
  await items(page).nth(1).getByRole("button", { name: /^Remove/ }).click();
  await press(said(page), "Undo");
  await said(page).getByText(/3\s+runs are pinned/).waitFor();
  assert.deepEqual(await titles(), order);
  assert.deepEqual(await broken(page), []);

  await page.reload();
  await reach(page, "done");
  await show(page);
  await items(page).nth(2).waitFor();
  assert.deepEqual(await titles(), order);
  assert.equal(await items(page).nth(0).getByLabel("Note").inputValue(), "The one that everybody asks about");
  assert.deepEqual(await states(page), Array(3).fill("not checked"));
  await press(notebook(page), "Check all");
  await said(page).getByText(/^3 of 3\s+runs reproduce\.$/).waitFor();
  assert.deepEqual(await states(page), Array(3).fill("reproduces"));
  // The link opens the run beside the notebook.
  await items(page).nth(0).getByRole("link").click();
  await page.waitForFunction((headline) => document.querySelector("h1").textContent === headline, headlines[0]);
  assert.ok(await notebook(page).isVisible());
  assert.deepEqual(trouble, []);
  await close();
});

test("a run that another version made is said to differ", async () => {
  const { page, trouble, close } = await shop.visitor();
  await go(page, short("peaks-replicate"));
  await pin(page);
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("makespan-pins");
        request.onerror = reject;
        request.onsuccess = () => {
          const store = request.result.transaction("values", "readwrite").objectStore("values");
          store.getAll().onsuccess = ({ target: { result: [text] } }) => {
            const pin = JSON.parse(text);
            Object.assign(pin.run, { version: "0.0.9", fingerprint: "0".repeat(64) });
            store.put(JSON.stringify(pin), pin.key).onsuccess = () => {
              request.result.close();
              resolve();
            };
          };
        };
      }),
  );
  await show(page);
  await items(page).getByRole("button", { name: /^Check/ }).click();
  await said(page).getByText(/^0 of 1\s+run reproduces; 1 differs\.$/).waitFor();
  assert.match((await states(page))[0], /^differs: version 0\.0\.9 made it, this is \d/);
  assert.deepEqual(trouble, []);
  await close();
});

test("a study of a run a laboratory is exported, recomputed by the command, and imported", { skip: !makespan }, async () => {
  const presets = await firsts();
  assert.equal(presets.length, 6);
  const { page, trouble, close } = await shop.visitor();
  for (const preset of presets) {
    await go(page, `#p=${preset}`);
    await pin(page);
  }
  await show(page);
  await notebook(page).getByLabel("Question of the study").fill("What does each laboratory say first?");
  await items(page).nth(1).getByLabel("Note").fill("Look at this one");
  const [download] = await Promise.all([page.waitForEvent("download"), press(notebook(page), "Export study")]);
  await said(page).getByText(/^Exported\. 6 of 6\s+runs reproduce\./).waitFor();
  const archive = path.join(folder, "makespan-study.zip");
  await download.saveAs(archive);
  assert.deepEqual(trouble, []);
  await close();

  const files = unzipSync(await readFile(archive));
  const text = (name) => strFromU8(files[`study/${name}`]);
  const list = JSON.parse(text("study.json"));
  assert.equal(list.runs.length, 6);
  for (const { folder: place, run: own } of list.runs) {
    for (const name of ["scenario.makespan.json", "link.txt", "figures.csv"]) assert.ok(files[`study/${place}/${name}`], `${place} has no ${name}`);
    const drawn = Object.keys(files).filter((name) => name.startsWith(`study/${place}/`) && name.endsWith(".svg"));
    assert.ok(drawn.length > 0, `${place} has no figure`);
    for (const name of drawn) assert.match(strFromU8(files[name]), /^<svg[^>]* width="170mm"/);
    assert.match(text(`methods/${own.name}.md`), new RegExp(`Seed ${own.seed}; scenario SHA-256 .${own.digest}`));
    assert.match(text("references.bib"), new RegExp(`makespan-${own.fingerprint.slice(0, 8)}`));
    // The papers behind the model are named, and each has one entry however many laboratories it is behind.
    const [, named] = /## Source\n\nModel: (.+) `references.bib` has their entries\./.exec(text(`methods/${own.name}.md`));
    const titles = [...text("references.bib").matchAll(/^@(?!misc).*\n(?: {2}.*\n)*? {2}title = \{(.+)\},$/gm)].map(([, title]) => title);
    assert.ok(titles.some((title) => named.includes(title)), `${own.name}: ${named}`);
    assert.equal(new Set(titles).size, titles.length);
  }
  assert.match(text("README.md"), /^# What does each laboratory say first\?\n/);
  assert.match(text("README.md"), /Note: Look at this one/);

  // A clean folder has nothing but the archive; a folder that it is unpacked to does as well.
  const ran = await run(makespan, ["verify", archive], { cwd: folder });
  assert.match(ran.stdout, /\n6 of 6\s+runs reproduced\n$/);
  assert.equal(ran.stdout.match(/^\d\. reproduces: /gm).length, 6);
  const place = `study/${list.runs[0].folder}/scenario.makespan.json`;
  const altered = strFromU8(files[place]).replaceAll(list.runs[0].run.fingerprint, "0".repeat(64));
  list.runs[0].run.fingerprint = "0".repeat(64);
  const other = path.join(folder, "other.zip");
  await writeFile(other, zipSync({ ...files, [place]: strToU8(altered), "study/study.json": strToU8(JSON.stringify(list)) }));
  await assert.rejects(run(makespan, ["verify", other]), ({ code, stdout }) => code === 1 && /\n5 of 6\s+runs reproduced\n/.test(stdout) && stdout.startsWith("What does") && /^1\. differs: /m.test(stdout) && stdout.includes("not as it was exported"));

  const again = await shop.visitor();
  await open(again.page, shop.site.url + short("peaks-replicate"));
  await drop(again.page, "main", { name: "makespan-study.zip", bytes: await readFile(archive), type: "application/zip" });
  await said(again.page).getByText(/^6 of 6\s+runs reproduce\.$/).waitFor();
  assert.deepEqual(await states(again.page), Array(6).fill("reproduces"));
  assert.equal(await notebook(again.page).getByLabel("Question of the study").inputValue(), "What does each laboratory say first?");
  assert.equal(await items(again.page).nth(1).getByLabel("Note").inputValue(), "Look at this one");
  await items(again.page).nth(2).getByRole("link").click();
  await again.page.waitForFunction((print) => document.querySelector("#fingerprint")?.textContent === print, list.runs[2].run.fingerprint);
  // One run of the study states a fingerprint that no computation gives.
  await drop(again.page, "main", { name: "other.zip", bytes: await readFile(other), type: "application/zip" });
  await said(again.page).getByText(/^5 of 6\s+runs reproduce; 1 differs\.$/).waitFor();
  assert.deepEqual(again.trouble, []);
  await again.close();
});

test("archives that are none, or hold too much, are refused in words", async () => {
  const { page, trouble, close } = await shop.visitor();
  await open(page, shop.site.url + short("peaks-replicate"));
  const list = (runs) => strToU8(JSON.stringify({ study: 1, question: "", runs, files: {} }));
  const run = { fingerprint: "1".repeat(64), digest: "2".repeat(64), name: "replication" };
  const bomb = zipSync({ "study/study.json": list([]), "study/runs/a/scenario.makespan.json": new Uint8Array(60_000_000) });
  for (const [bytes, words] of [
    [Buffer.from("PK\x03\x04 and nothing more"), /cannot be opened/],
    [zipSync({ "a.txt": strToU8("a") }), /It has no study\.json/],
    [zipSync({ "study.json": strToU8("{") }), /study\.json is not JSON/],
    [zipSync({ "study.json": strToU8('{"study":7}') }), /the form 7; allowed: 1/],
    [zipSync({ "study.json": list([{ folder: "../..", run: { fingerprint: "x" } }]) }), /runs\[0\]\.run\.fingerprint: "x"; allowed: 64 hexadecimal digits/],
    [zipSync({ "study.json": list([{ folder: "runs/<b>", run }]) }), /runs\[0\]\.folder: "runs\/<b>"; allowed: letters/],
    [zipSync({ "study.json": list([{ folder: "runs/a", run }]) }), /runs\/a has no scenario\.makespan\.json/],
    [zipSync({ "study.json": list([{ folder: "runs/a", run }]), "runs/a/scenario.makespan.json": strToU8('{"makespan":1,"replication":{"processors":0}}') }), /runs\/a: .*processors/],
    [bomb, /scenario\.makespan\.json has 60 MB/],
  ]) {
    await drop(page, "main", { name: "study.zip", bytes, type: "application/zip" });
    await said(page).getByText(words).waitFor();
  }
  assert.equal(await items(page).count(), 0);
  assert.deepEqual(trouble, []);
  await close();
});
