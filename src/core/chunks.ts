const chunkLength = 200

/** Ids in portions that one statement can name, and whose texts fit into memory. */
export function* chunks(ids: Iterable<number>): Generator<number[]> {
  const all = [...ids]
  for (let start = 0; start < all.length; start += chunkLength) {
    yield all.slice(start, start + chunkLength)
  }
}
