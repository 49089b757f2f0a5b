import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queueClientOf } from '../access/networks.ts'
import { FairQueue } from '../core/fair-queue.ts'
import { noteConnection, ownIteration, takeIteration } from '../store/iterations.ts'
import type { ReadStore } from '../store/open.ts'

/** Connections of the database that the lookups before the queue, and other networks, find free. */
const reserved = 2

/**
 * Starts one request in each iteration of the event loop, networks in rotation, so that the work of requests that arrive
 * together does not delay those that do not wait here: cached responses and health checks. If the database has a limited
 * number of connections, a request waits here rather than for one of them.
 */
export class RequestQueue {
  readonly #queue: FairQueue
  readonly #needsConnection: boolean
  /** What ends each request that has waited. */
  readonly #ends = new WeakMap<FastifyRequest, () => void>()
  #waiting = 0

  /** @param connections Of the database; absent if a request does not need one. */
  constructor(app: FastifyInstance, connections: ReadStore['connections']) {
    app.server.on('connection', noteConnection)
    this.#needsConnection = connections !== undefined
    const max = connections === undefined ? 1 : connections().max - reserved
    this.#queue = new FairQueue(max, Math.max(1, max - reserved))
    if (connections === undefined) return
    app.addHook('onSend', (request, _reply, payload, done) => {
      this.end(request)
      done(null, payload)
    })
  }

  /** Whether a request may start without waiting, because no other waits and this iteration has started none. */
  startAtOnce(): boolean {
    return !this.#needsConnection && this.#waiting === 0 && takeIteration()
  }

  /** False if the client has left meanwhile; then the reply is hijacked, because nothing is to be sent. */
  async wait(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (this.#ends.has(request)) return true
    const client = queueClientOf(request.ip)
    this.#waiting += 1
    await new Promise<void>((start) => {
      void this.#queue.run(client, async () => {
        await ownIteration()
        this.#waiting -= 1
        start()
        await this.#end(request, reply)
      })
    })
    if (!request.socket.destroyed) return true
    reply.hijack()
    return false
  }

  /** Gives up the connection of a request that has one of its own. */
  end(request: FastifyRequest): void {
    this.#ends.get(request)?.()
  }

  /** Resolves when the request needs no connection any more: its response is ready, or its client has left. */
  #end(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    return new Promise((resolve) => {
      this.#ends.set(request, resolve)
      if (!this.#needsConnection || request.socket.destroyed) resolve()
      else raw.once('close', resolve)
    })
  }
}

/** Makes every request of `app` wait in the queue. */
export function queueRequests(app: FastifyInstance, queue: RequestQueue): void {
  app.addHook('onRequest', (request, reply, done) => {
    queue.wait(request, reply).then((isPresent) => isPresent && done(), done)
  })
}
