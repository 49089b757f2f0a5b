const batchLength = 200

export function* batches<T>(items: Iterable<T>, length = batchLength): Generator<T[]> {
  yield* batchesBySize(items, () => 0, { size: 0, length })
}

/** Batches of at most `length` items with a total of at most `size`; a larger item is a batch of its own. */
export function* batchesBySize<T>(
  items: Iterable<T>,
  sizeOf: (item: T) => number,
  { size: sizeMax, length = batchLength }: { size: number; length?: number },
): Generator<T[]> {
  let batch: T[] = []
  let size = 0
  for (const item of items) {
    const itemSize = sizeOf(item)
    if (batch.length >= length || (batch.length > 0 && size + itemSize > sizeMax)) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(item)
    size += itemSize
  }
  if (batch.length > 0) yield batch
}
