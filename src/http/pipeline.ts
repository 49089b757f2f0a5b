import type { RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Waiting requests of all connections; each takes about 3 KB. */
const waitingMax = 5000

interface Waiting {
  response: ServerResponse
  handle: () => void
}

// The last response of each connection, finished or not.
const latestResponses = new WeakMap<Duplex, ServerResponse>()
const queues = new WeakMap<Duplex, Waiting[]>()
let waitingCount = 0

/** The last response of a connection, which may be finished. */
export function latestResponse(socket: Duplex): ServerResponse | undefined {
  return latestResponses.get(socket)
}

/**
 * Handles the requests of a connection one after the other, each when the response before it has been sent: pipelining
 * (RFC 9112 9.3.2) gains a client nothing, and one that does not read has at most one response in memory. If too many
 * requests wait, the connection is closed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const earlier = latestResponses.get(socket)
    latestResponses.set(socket, response)
    const queue = queues.get(socket)
    if (queue === undefined && earlier?.writableFinished !== false) listener(request, response)
    else if (waitingCount >= waitingMax) socket.destroy()
    else {
      waitingCount += 1
      const waiting = { response, handle: () => listener(request, response) }
      if (queue === undefined) startQueue(socket, earlier as ServerResponse, waiting)
      else queue.push(waiting)
    }
  }
}

function startQueue(socket: Duplex, current: ServerResponse, first: Waiting): void {
  const queue = [first]
  queues.set(socket, queue)
  const handleNext = () => {
    // Responses that wait emit no `close`.
    if (socket.destroyed) waitingCount -= queue.splice(0).length
    const next = queue.shift()
    if (next === undefined) return void queues.delete(socket)
    waitingCount -= 1
    handleAfter(next.response)
    next.handle()
  }
  // Other connections come between two cached responses.
  const handleAfter = (response: ServerResponse) =>
    response.once('close', () => setImmediate(handleNext))
  handleAfter(current)
}
