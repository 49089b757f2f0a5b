import { FairQueue, TooBusy } from '../../core/fair-queue.ts'
import { TooManySearches } from '../store-error.ts'

/** Running and waiting searches per client. */
const searchesPerClientMax = 100

/**
 * Runs `count` searches at a time, at most `perClient` of one client, fairly across clients. Throws `TooManySearches`
 * for a search that has waited longer than `waitMs`.
 */
export function searchQueue(count: number, waitMs: number, perClient = count) {
  const queue = new FairQueue(count, perClient)
  return async <T>(client: string, work: () => Promise<T>): Promise<T> => {
    const deadline = performance.now() + waitMs
    const quotas = [[client, searchesPerClientMax]] as const
    try {
      return await queue.run({ group: client, quotas }, () => {
        if (performance.now() < deadline) return work()
        throw new TooManySearches()
      })
    } catch (error) {
      throw error instanceof TooBusy ? new TooManySearches() : error
    }
  }
}
