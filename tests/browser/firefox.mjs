// A Firefox as the machine has it, driven by WebDriver BiDi: just enough to open a page and to ask it something.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where Firefox is, or undefined. */
export const firefox = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((file) => file && existsSync(file));

/** Starts it with a profile of its own. */
export async function launch() {
  const profile = await mkdtemp(path.join(tmpdir(), "makespan-firefox-"));
  const program = spawn(firefox, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise((found, failed) => {
    let said = "";
    program.stderr.on("data", (text) => {
      const listening = /WebDriver BiDi listening on ws:\/\/([^\s]+)/.exec((said += text));
      if (listening) found(listening[1]);
    });
    program.once("exit", (code) => failed(new Error(`Firefox ended with ${code}: ${said}`)));
  });
  const socket = await connect(`http://${address}/session`);
  const waiting = new Map();
  const heard = [];
  let last = 0;
  socket.listen((text) => {
    const message = JSON.parse(text);
    const request = waiting.get(message.id);
    if (!request) return heard.push(message);
    waiting.delete(message.id);
    if (message.type === "error") request.failed(new Error(`${message.error}: ${message.message}`));
    else request.done(message.result);
  });
  const send = (method, params = {}) =>
    new Promise((done, failed) => {
      waiting.set((last += 1), { done, failed });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const { capabilities } = await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await send("browsingContext.getTree");
  const context = contexts[0].context;
  return {
    version: capabilities.browserVersion,
    /** The page's errors and warnings on its console. */
    trouble: () => heard.filter(({ method, params }) => method === "log.entryAdded" && ["error", "warn"].includes(params.level)).map(({ params }) => params.text),
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    /** The value of an expression in the page, once it is there; a promise is waited for. */
    async ask(expression) {
      const { type, result, exceptionDetails } = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
      if (type === "exception") throw new Error(exceptionDetails.text);
      return result.value;
    },
    async close() {
      const ended = new Promise((done) => program.once("exit", done));
      await send("browser.close").catch(() => program.kill());
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** A WebSocket that carries texts. */
function connect(url) {
  return new Promise((done, failed) => {
    const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": randomBytes(16).toString("base64") };
    const request = http.get(url, { headers });
    request.on("error", failed);
    request.on("response", (response) => failed(new Error(`Firefox answers ${response.statusCode}`)));
    request.on("upgrade", (_, socket, head) => {
      let [bytes, text, listener] = [head, "", () => {}];
      const take = () => {
        for (;;) {
          if (bytes.length < 2) return;
          const short = bytes[1] & 127;
          const start = short === 126 ? 4 : short === 127 ? 10 : 2;
          if (bytes.length < start) return;
          const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
          if (bytes.length < start + length) return;
          const [first, payload] = [bytes[0], bytes.subarray(start, start + length)];
          bytes = bytes.subarray(start + length);
          // Only texts matter: 0 goes on with one, 1 begins one.
          if ((first & 15) > 1) continue;
          text += payload.toString("utf8");
          if (first & 128) {
            listener(text);
            text = "";
          }
        }
      };
      socket.on("data", (more) => ((bytes = Buffer.concat([bytes, more])), take()));
      done({
        listen: (to) => ((listener = to), take()),
        send(message) {
          const data = Buffer.from(message);
          const [mask, head] = [randomBytes(4), Buffer.alloc(10)];
          head[0] = 0x81;
          const size = data.length < 126 ? 2 : data.length < 65536 ? 4 : 10;
          head[1] = 0x80 | (size === 2 ? data.length : size === 4 ? 126 : 127);
          if (size === 4) head.writeUInt16BE(data.length, 2);
          if (size === 10) head.writeBigUInt64BE(BigInt(data.length), 2);
          for (let at = 0; at < data.length; at++) data[at] ^= mask[at % 4];
          socket.write(Buffer.concat([head.subarray(0, size), mask, data]));
        },
      });
    });
  });
}
