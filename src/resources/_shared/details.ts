import { ownIteration } from '../../store/iterations.ts'

/** Records whose details one statement reads: each can have megabytes. */
export const detailsRead = 4

/** Details by id, in a turn for each statement; undefined if the client has left. */
export async function readDetails(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<{ id: number }[]>,
  hasLeft: () => boolean,
): Promise<Map<number, Record<string, unknown>> | undefined> {
  const details = new Map<number, Record<string, unknown>>()
  for (let first = 0; first < ids.length; first += detailsRead) {
    for (const detail of await read(ids.slice(first, first + detailsRead)))
      details.set(detail.id, { ...detail })
    // Also before the response, which may have megabytes.
    await ownIteration()
    if (hasLeft()) return undefined
  }
  return details
}
