// The page as `cargo xtask publish` leaves it, on a plain server under a sub-path.
import assert from "node:assert/strict";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import zlib from "node:zlib";
import { filesOf } from "../../web/files.mjs";
import { publish } from "../../web/publish/publish.mjs";
import { dist, open, workshop } from "./page.mjs";
import { fileFor, typeOf } from "./serve.mjs";

const PREFIX = "/some/where/";
let shop, folder, server, origin, published;
const answers = [];

before(async () => {
  shop = await workshop();
  folder = await mkdtemp(path.join(os.tmpdir(), "published-"));
  await cp(dist, folder, { recursive: true });
  published = await publish(folder, { address: `https://example.org${PREFIX}`, quality: 2 });
  server = http.createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${server.address().port}`;
});

after(async () => {
  await shop?.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** A host that sends compressed copies where there are some, and its page for missing files. */
async function answer(request, response) {
  const file = fileFor(folder, PREFIX, request.url);
  const headers = { "content-type": typeOf(file ?? "x.html") };
  const copy = file && (await readFile(`${file}.br`).catch(() => null));
  const bytes = copy ?? (file && (await readFile(file).catch(() => null)));
  answers.push([request.url, Boolean(copy), Boolean(bytes)]);
  if (!bytes) {
    const page = await readFile(path.join(folder, "404.html"));
    return response.writeHead(404, { "content-type": "text/html; charset=utf-8" }).end(page);
  }
  if (copy) headers["content-encoding"] = "br";
  return response.writeHead(200, headers).end(bytes);
}

test("each program and document has compressed copies of the same content", async () => {
  const files = new Set(await filesOf(folder));
  const programs = published.filter((name) => /\.(wasm|js)$/.test(name));
  assert.ok(programs.length > 10);
  let copies = 0;
  for (const name of published) {
    const bytes = await readFile(path.join(folder, name));
    if (!files.has(`${name}.br`)) {
      assert.ok(bytes.length < 1024 || !/\.(wasm|js|mjs|html|json|svg|css)$/.test(name), name);
      continue;
    }
    copies += 1;
    const [br, gz] = await Promise.all([`${name}.br`, `${name}.gz`].map((copy) => readFile(path.join(folder, copy))));
    assert.ok(zlib.brotliDecompressSync(br).equals(bytes), name);
    assert.ok(zlib.gunzipSync(gz).equals(bytes), name);
  }
  assert.ok(copies >= programs.length / 2);
});

test("only files that have a digest in their names are kept without asking", async () => {
  const headers = await readFile(path.join(folder, "_headers"), "utf8");
  const kept = [...headers.matchAll(/^(\S+)\n {2}Cache-Control: .*immutable$/gm)].map(([, name]) => name);
  assert.ok(kept.length >= 2);
  for (const name of kept) assert.match(name, /^\/some\/where\/makespan-web-[0-9a-f]{16}(_bg)?\.(js|wasm)$/);
});

test("the page runs under a sub-path from the compressed copies", async () => {
  const { page, close } = await shop.visitor();
  await open(page, `${origin}${PREFIX}#p=bursts-replicate&copies=4&iterations=60`);
  await close();
  const programs = answers.filter(([url]) => /\.wasm(\?|$)/.test(url));
  assert.ok(programs.length > 1 && programs.every(([, copy]) => copy), JSON.stringify(programs));
  assert.deepEqual(answers.filter(([, , found]) => !found), []);
});

test("an address that does not exist leads to the page", async () => {
  const { page, close } = await shop.visitor();
  await page.goto(`${origin}${PREFIX}no/such/page`);
  await page.getByRole("link", { name: "Open Makespan" }).click();
  await page.waitForURL(`${origin}${PREFIX}**`);
  await page.locator("main[data-phase]").waitFor();
  await close();
});
