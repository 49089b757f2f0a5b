import { FairQueue, type QueueClient, TooBusy } from '../../core/fair-queue.ts'
import { TooManySearches } from '../store-error.ts'

/** An account, or the network of a visitor. */
export type SearchClient = Pick<QueueClient, 'group' | 'member'>

/** Running and waiting searches: a key may send 100 a minute. Further ones of all clients reject those of the largest. */
const searchesMax = { client: 100, all: 500 }

const searchWaitMs = 1000

/**
 * Runs `count` searches at a time, at most `perClient` of one client, fairly across clients. Throws `TooManySearches`
 * for a search that has waited for `waitMs`.
 */
export function searchQueue(count: number, perClient = count, waitMs = searchWaitMs) {
  const queue = new FairQueue(count, perClient, { waitingMax: searchesMax.all, waitMs })
  return async <T>(client: SearchClient = { group: '' }, work: () => Promise<T>): Promise<T> => {
    const { group, member = group } = client
    try {
      return await queue.run({ group, member, quotas: [[member, searchesMax.client]] }, work)
    } catch (error) {
      throw error instanceof TooBusy ? new TooManySearches() : error
    }
  }
}
