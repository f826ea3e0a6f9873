// A lesson in a link: its source, compressed, as the name `t.…` in the fragment. No server ever sees it.
import { pieces } from "./stream.mjs";

/** The prefix of such a lesson's name. */
const MARK = "t.";
/** The longest fragment that is made: mail programs and course systems cut longer ones. */
export const LONGEST_LINK = 8_000;
/** The longest fragment that is read, and the longest source in it. */
const LONGEST_READ = 100_000;
const LONGEST_SOURCE = 400_000;

export const isLink = (name) => name.startsWith(MARK);

const piped = (bytes, through) => new Blob([bytes]).stream().pipeThrough(through);

/** The name that carries a source. */
export async function pack(source) {
  const packed = new Uint8Array(await new Response(piped(source, new CompressionStream("deflate-raw"))).arrayBuffer());
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return MARK + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The source that a name carries. */
export async function unpack(name) {
  if (name.length > LONGEST_READ) throw new Error(`the link has ${name.length} characters; allowed: ${LONGEST_READ}`);
  const damaged = () => new Error("the link is damaged: ask for it once more");
  let bytes;
  try {
    bytes = Uint8Array.from(atob(name.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw damaged();
  }
  const parts = await pieces(piped(bytes, new DecompressionStream("deflate-raw")), LONGEST_SOURCE).catch(() => {
    throw damaged();
  });
  if (!parts) throw new Error(`the lesson in the link has more than ${LONGEST_SOURCE} bytes`);
  return new Blob(parts).text();
}
