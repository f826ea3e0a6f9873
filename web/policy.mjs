// The Content Security Policy of a document: the sources that it may load and run, so that text injected by mistake does not run.
import { createHash } from "node:crypto";

/**
 * The document with its policy before everything that it loads. Hashes permit its own scripts. Styles are inline, because the program
 * places elements by them. `connect` names other origins that may be asked for data.
 */
export function withPolicy(html, { connect = [] } = {}) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  const hashes = inline.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const rules = {
    "default-src": ["'none'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'", ...hashes],
    "worker-src": ["'self'", "blob:"],
    "connect-src": ["'self'", ...connect],
    // The dialog that builds a figure for other pages shows the figure.
    "frame-src": ["'self'"],
    "img-src": ["'self'", "data:", "blob:"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  };
  const policy = Object.entries(rules).map(([rule, sources]) => `${rule} ${sources.join(" ")}`).join("; ");
  return html.replace(/<meta charset=[^>]*>/, (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
