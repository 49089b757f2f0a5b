import { Worker } from 'node:worker_threads'
import { StoreFailure } from '../store-error.ts'
import { searchQueue } from './queue.ts'
import type { SearchQuery, SearchResponse } from './search.ts'
import type { SearchReply } from './sqlite-worker.ts'

const ended = 'the search thread ended'

/**
 * Runs searches in a worker thread with its own connection, so that they do not block the event loop. The thread starts
 * with the first search, and restarts with the next one after a failure.
 */
export class SqliteSearchThread {
  readonly #path: string
  readonly #entry: URL
  readonly #inQueue = searchQueue(1)
  #worker: Worker | undefined
  #isClosed = false
  #running: PromiseWithResolvers<SearchResponse> | undefined
  #isReady: Promise<void> = Promise.resolve()

  /** @param entry The built `sqlite-worker.ts`. */
  constructor(path: string, entry: URL) {
    this.#path = path
    this.#entry = entry
  }

  async search(query: SearchQuery): Promise<SearchResponse> {
    // Loading the thread takes longer than a search may wait.
    if (!this.#isClosed) this.#worker ??= this.#start()
    await this.#isReady
    return this.#inQueue(query.client, async () => {
      if (this.#isClosed) throw new StoreFailure(ended)
      this.#running = Promise.withResolvers()
      this.#worker ??= this.#start()
      this.#worker.postMessage(query)
      return this.#running.promise
    })
  }

  /** Rejects a running search. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { workerData: this.#path })
    const ready = Promise.withResolvers<void>()
    this.#isReady = ready.promise
    worker.on('message', (reply: SearchReply) => {
      if ('isReady' in reply) return ready.resolve()
      if ('response' in reply) this.#running?.resolve(reply.response)
      else this.#running?.reject(asError(reply))
    })
    let failure: Error = new StoreFailure(ended)
    worker.on('error', (error: Error) => {
      failure = error
    })
    worker.on('exit', () => {
      this.#worker = undefined
      ready.resolve()
      this.#running?.reject(failure)
    })
    return worker
  }
}

// Errors lose their class and code when posted between threads.
const asError = ({ message, code }: { message: string; code: string | undefined }) =>
  Object.assign(new StoreFailure(message), code === undefined ? {} : { code })
