/** Processes up to `ahead` items concurrently and yields the results in the order of the items. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = []
  for await (const item of items) {
    const result = work(item)
    // A rejection surfaces when the result is awaited below; this prevents an unhandled rejection before.
    result.catch(() => undefined)
    underWay.push(result)
    if (underWay.length < ahead) continue
    const first = underWay.shift()
    if (first !== undefined) yield await first
  }
  for (const result of underWay) yield await result
}
