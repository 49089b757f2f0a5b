import type { Server } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wideNetworkOf } from '../access/networks.ts'
import { FairQueue } from '../core/fair-queue.ts'

/** Connections that may be accepted between two requests. */
const acceptedMax = 100

/**
 * Starts one request in each iteration of the event loop, networks in rotation, so that the work of requests that arrive
 * together does not delay those that do not wait here: cached responses and health checks.
 */
export class RequestQueue {
  readonly #queue = new FairQueue(1)
  #connections = 0
  /** Connections at the end of the last iteration. */
  #seen = 0

  constructor(server: Server) {
    server.on('connection', () => {
      this.#connections += 1
    })
  }

  /** False if the client has left meanwhile; then the reply is hijacked, because nothing is to be sent. */
  async wait(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const client = { group: wideNetworkOf(request.ip), quotas: [] }
    await this.#queue.run(client, () => this.#nextQuietIteration())
    if (!request.socket.destroyed) return true
    reply.hijack()
    return false
  }

  // libuv accepts one connection in each iteration; a burst of them would otherwise wait for as many requests.
  async #nextQuietIteration(): Promise<void> {
    let isQuiet = false
    for (let iteration = 0; !isQuiet && iteration < acceptedMax; iteration += 1) {
      await nextIteration()
      isQuiet = this.#seen === this.#connections
      this.#seen = this.#connections
    }
  }
}

/** Makes every request of `app` wait in the queue. */
export function queueRequests(app: FastifyInstance, queue: RequestQueue): void {
  app.addHook('onRequest', (request, reply, done) => {
    queue.wait(request, reply).then((isPresent) => isPresent && done(), done)
  })
}
