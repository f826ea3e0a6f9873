// A static server for the built page, on this machine only: for the tests, and as a program for `cargo xtask play`.
//
//   node serve.mjs FOLDER [--port N] [--with-parent]
//
// prints its address. --port 0 takes any port; any other number is the first one to try. With --with-parent it ends
// when its standard input does.
import { once } from "node:events";
import http from "node:http";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { TYPES } from "../../web/files.mjs";

/** How many ports are tried before giving up. */
const ATTEMPTS = 100;

/** The content type of a file, by its name. */
export function typeOf(file) {
  const ending = path.extname(file).slice(1).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : "application/octet-stream";
}

/**
 * The file of a request, or null if it is outside of `root` or of `prefix`. `target` is the request's own text: a URL parser would
 * resolve `..` before it could be refused.
 */
export function fileFor(root, prefix, target) {
  let name;
  try {
    name = decodeURIComponent(target.split(/[?#]/, 1)[0]);
  } catch {
    return null;
  }
  if (!name.startsWith(prefix) || /[\0\\]/.test(name)) return null;
  const parts = name.slice(prefix.length).split("/");
  if (parts.some((part) => part === "." || part === "..")) return null;
  if (parts.at(-1) === "") parts[parts.length - 1] = "index.html";
  return path.join(root, ...parts);
}

/**
 * Serves `root` under `prefix`, which begins and ends with a slash. A `port` of 0 takes any free one; another that is taken makes
 * way for the next free one. `headers` are added to every answer; a header that lets a browser keep files makes it ask whether they
 * are still the same. `onAnswer` is told the file and the status of each answer that has one.
 */
export async function serve(root, { prefix = "/", port = 0, headers = {}, onAnswer = () => {} } = {}) {
  const folder = await realpath(root);
  // Answers on their way arrive before the server is gone.
  const underWay = new Set();
  const server = http.createServer(async (request, response) => {
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
    const refuse = (status, text) =>
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "only GET and HEAD");
    const name = fileFor(folder, prefix, request.url);
    if (name === null) return refuse(404, "not found");
    try {
      // A link may lead out of the folder; the place where it ends counts.
      const file = await realpath(name);
      const about = await stat(file);
      if (!file.startsWith(folder + path.sep) || !about.isFile()) return refuse(404, "not found");
      const etag = `"${about.size}-${about.mtimeMs}"`;
      const known = request.headers["if-none-match"] === etag;
      onAnswer(name, known ? 304 : 200);
      if (known) return response.writeHead(304, { etag, ...headers }).end();
      response.writeHead(200, {
        etag,
        "content-type": typeOf(name),
        "content-length": about.size,
        "cache-control": "no-cache, no-store",
        "x-content-type-options": "nosniff",
        ...headers,
      });
      if (request.method === "HEAD") return response.end();
      createReadStream(file).on("error", () => response.destroy()).pipe(response);
    } catch {
      refuse(404, "not found");
    }
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      await Promise.all([...underWay].map((response) => once(response, "close")));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server, first) {
  const last = first === 0 ? 0 : Math.min(first + ATTEMPTS - 1, 65535);
  for (let port = first; ; port++) {
    try {
      await new Promise((done, failed) => {
        server.once("error", failed);
        server.listen(port, "127.0.0.1", () => {
          server.off("error", failed);
          done();
        });
      });
      return;
    } catch (error) {
      if (error.code !== "EADDRINUSE" || port >= last) throw error;
    }
  }
}

if (process.argv[1] && (await realpath(process.argv[1])) === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: "string", default: "0" }, "with-parent": { type: "boolean", default: false } },
  });
  const port = Number(values.port);
  if (positionals.length !== 1 || !Number.isInteger(port) || port < 0 || port > 65535) {
    console.error("usage: node serve.mjs FOLDER [--port N] [--with-parent]");
    process.exit(2);
  }
  try {
    const { url } = await serve(positionals[0], { port });
    console.log(url);
  } catch (error) {
    console.error(`cannot serve ${positionals[0]}: ${error.message}`);
    process.exit(1);
  }
  if (values["with-parent"]) process.stdin.on("end", () => process.exit(0)).resume();
}
