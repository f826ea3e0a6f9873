// Reads a stream no further than its allowed length.

/** The pieces of a stream, which have a length each; null where their lengths together exceed `most`. */
export async function pieces(stream, most) {
  const reader = stream.getReader();
  const all = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return all;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      return null;
    }
    all.push(value);
  }
}
