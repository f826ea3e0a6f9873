// Files of other sites.

/** The text of a file that another site lets this one read (CORS), and its path. */
export async function fetched(address) {
  const url = new URL(address, location.href);
  if (!["http:", "https:"].includes(url.protocol)) throw new Error(`the address begins with ${url.protocol}; allowed: https: and http:`);
  const answer = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => {
    throw new Error(`${url.host} does not answer, or does not let other sites read the file (CORS)`);
  });
  if (!answer.ok) throw new Error(`${url.host} answers ${answer.status}`);
  return { text: await answer.text(), path: url.pathname };
}
