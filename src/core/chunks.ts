const chunkLength = 200

/** Portions that one statement can name. */
export function* chunks<T>(items: Iterable<T>, length = chunkLength): Generator<T[]> {
  const all = [...items]
  for (let start = 0; start < all.length; start += length) {
    yield all.slice(start, start + length)
  }
}

/** Portions of at most so many items whose sizes add up to no more than `size`, but for a single one that is larger. */
export function* sizedChunks<T>(
  items: Iterable<T>,
  sizeOf: (item: T) => number,
  { size: sizeMax, length = chunkLength }: { size: number; length?: number },
): Generator<T[]> {
  let chunk: T[] = []
  let size = 0
  for (const item of items) {
    const itemSize = sizeOf(item)
    if (chunk.length >= length || (chunk.length > 0 && size + itemSize > sizeMax)) {
      yield chunk
      chunk = []
      size = 0
    }
    chunk.push(item)
    size += itemSize
  }
  if (chunk.length > 0) yield chunk
}
