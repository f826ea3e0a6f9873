// What comes piece by piece is read no further than it may be long.

/** The pieces of a stream, which have a length each; null where they are longer than `most` together. */
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
