// Files of other sites.
import { pieces } from "./stream.mjs";

/** The text of a file that another site lets this one read (CORS), of at most so many characters, and its path. */
export async function fetched(address, most) {
  const url = new URL(address, location.href);
  if (!["http:", "https:"].includes(url.protocol)) throw new Error(`the address begins with ${url.protocol}; allowed: https: and http:`);
  const answer = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => {
    throw new Error(`${url.host} does not answer, or does not let other sites read the file (CORS)`);
  });
  if (!answer.ok) throw new Error(`${url.host} answers ${answer.status}`);
  const parts = answer.body ? await pieces(answer.body.pipeThrough(new TextDecoderStream()), most) : [];
  if (!parts) throw new Error(`the file has more than ${most} characters`);
  return { text: parts.join(""), path: url.pathname };
}
