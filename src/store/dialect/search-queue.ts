import pLimit from 'p-limit'
import { StoreBusy } from '../store-error.ts'

/**
 * Runs `count` searches at a time. Throws `StoreBusy` for one that waited longer than `waitMs`: one client's searches
 * must not keep those of all others waiting.
 */
export function searchQueue(count: number, waitMs: number) {
  const limit = pLimit(count)
  return <T>(work: () => Promise<T>): Promise<T> => {
    const deadline = performance.now() + waitMs
    return limit(() => {
      if (performance.now() < deadline) return work()
      throw new StoreBusy('too many searches at a time')
    })
  }
}
