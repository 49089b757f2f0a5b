const chunkLength = 200

/** Portions that one statement can name, and, where they are ids, whose texts fit into memory. */
export function* chunks<T>(items: Iterable<T>, length = chunkLength): Generator<T[]> {
  const all = [...items]
  for (let start = 0; start < all.length; start += length) {
    yield all.slice(start, start + length)
  }
}
