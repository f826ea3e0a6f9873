// The server that the other tests and `cargo xtask play` rely on.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import http from "node:http";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileFor, serve, typeOf } from "./serve.mjs";

let folder, site;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "makespan-serve-"));
  await mkdir(path.join(folder, "dist"));
  await writeFile(path.join(folder, "secret.txt"), "secret");
  await writeFile(path.join(folder, "dist", "index.html"), "<p>page");
  await writeFile(path.join(folder, "dist", "app.wasm"), "wasm");
  await symlink(path.join(folder, "secret.txt"), path.join(folder, "dist", "link.txt"));
  site = await serve(path.join(folder, "dist"), { prefix: "/some/project/" });
});

after(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A request whose path is sent as it is; `fetch` would tidy it up. */
function ask(target, method = "GET") {
  const { hostname, port } = new URL(site.url);
  return new Promise((done, failed) => {
    const request = http.request({ hostname, port, path: target, method }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => (text += piece));
      response.on("end", () => done({ status: response.statusCode, headers: response.headers, text }));
    });
    request.on("error", failed).end();
  });
}

test("a browser needs the right type for each kind of file", () => {
  assert.equal(typeOf("a_bg.wasm"), "application/wasm");
  assert.match(typeOf("a.js"), /^text\/javascript/);
  assert.match(typeOf("a.css"), /^text\/css/);
  assert.match(typeOf("a.json"), /^application\/json/);
  assert.match(typeOf("a.SVG"), /^image\/svg\+xml/);
  assert.equal(typeOf("a.unheard-of"), "application/octet-stream");
});

test("a folder is answered with its index, fresh each time", async () => {
  const { status, headers, text } = await ask("/some/project/?embed#x");
  assert.equal(status, 200);
  assert.equal(text, "<p>page");
  assert.match(headers["content-type"], /^text\/html/);
  assert.match(headers["cache-control"], /no-cache/);
});

test("a request for the head alone has no body", async () => {
  const { status, headers, text } = await ask("/some/project/app.wasm", "HEAD");
  assert.deepEqual([status, headers["content-type"], headers["content-length"], text], [200, "application/wasm", "4", ""]);
});

test("nothing outside of the folder is served, however it is spelled", async () => {
  const ways = ["../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "x/../../secret.txt", "..\\secret.txt", "link.txt"];
  for (const way of ways) {
    const { status, text } = await ask(`/some/project/${way}`);
    assert.equal(status, 404, way);
    assert.doesNotMatch(text, /secret/, way);
  }
  assert.equal((await ask("/secret.txt")).status, 404);
  assert.equal((await ask("//some/project/app.wasm")).status, 404);
});

test("a name that cannot be read is refused", () => {
  assert.equal(fileFor("/root", "/", "/%"), null);
  assert.equal(fileFor("/root", "/", "/a%00b"), null);
  assert.equal(fileFor("/root", "/", "/a/b.js?c=d"), path.join("/root", "a", "b.js"));
});

test("nothing can be written", async () => {
  assert.equal((await ask("/some/project/app.wasm", "POST")).status, 405);
});

test("a port that is taken makes way for the next free one", async (t) => {
  const taken = Number(new URL(site.url).port);
  const other = await serve(path.join(folder, "dist"), { port: taken });
  t.after(() => other.close());
  const port = Number(new URL(other.url).port);
  assert.ok(port > taken && port < taken + 100, `${port} after ${taken}`);
});
