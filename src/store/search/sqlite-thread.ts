import { Worker } from 'node:worker_threads'
import { StoreFailure } from '../store-error.ts'
import { type SearchClient, searchQueue } from './queue.ts'
import type { MunicipalitiesQuery, Searches, SearchQuery, SearchResponse } from './search-query.ts'
import type { SearchCall, SearchReply } from './sqlite-worker.ts'

const ended = 'the search thread ended'

/**
 * Runs searches in a worker thread with its own connection, so that they do not block the event loop. The thread starts
 * with the first search, and restarts with the next one after a failure.
 */
export class SqliteSearchThread implements Searches {
  readonly #path: string
  readonly #entry: URL
  readonly #inQueue = searchQueue(1)
  #worker: Worker | undefined
  #isClosed = false
  #finish: ((result: unknown) => void) | undefined

  /** @param entry The built `sqlite-worker.ts`. */
  constructor(path: string, entry: URL) {
    this.#path = path
    this.#entry = entry
  }

  search(query: SearchQuery): Promise<SearchResponse> {
    return this.#call(query.client ?? { group: '' }, { method: 'search', query })
  }

  searchMunicipalities(query: MunicipalitiesQuery): Promise<number[]> {
    return this.#call(query.client, { method: 'searchMunicipalities', query })
  }

  #call<T>(client: SearchClient, call: SearchCall): Promise<T> {
    return this.#inQueue(
      client,
      () =>
        new Promise<T>((resolve, reject) => {
          this.#finish = (result) =>
            result instanceof Error ? reject(result) : resolve(result as T)
          if (this.#isClosed) throw new StoreFailure(ended)
          this.#worker ??= this.#start()
          this.#worker.postMessage(call)
        }),
    )
  }

  /** Rejects a running search. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { workerData: this.#path })
    worker.on('message', (reply: SearchReply) =>
      this.#finish?.('response' in reply ? reply.response : asError(reply)),
    )
    let failure: Error = new StoreFailure(ended)
    worker.on('error', (error: Error) => {
      failure = error
    })
    worker.on('exit', () => {
      this.#worker = undefined
      this.#finish?.(failure)
    })
    return worker
  }
}

// Errors lose their class and code when posted between threads.
const asError = ({ message, code }: { message: string; code: string | undefined }) =>
  Object.assign(new StoreFailure(message), code === undefined ? {} : { code })
