import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { latestResponse } from './pipeline.ts'

// Docker kills a container after ten seconds.
const graceMs = 8000

/** The state of a server's shutdown. */
export class Shutdown {
  /** How long idle connections stay open after the server stops accepting new ones, in milliseconds. */
  keepAliveGraceMs = 0
  #hasBegun = false

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Makes `/readyz` report 503 from now on. */
  begin(): void {
    this.#hasBegun = true
  }
}

/**
 * Closes connections on shutdown without failing requests in flight: stop accepting, close each connection with its next
 * response, then close idle ones after `keepAliveGraceMs` and all others after a grace period. Accepting stops first,
 * because a client whose connection was closed opens another.
 */
export function closeGracefully(app: FastifyInstance, shutdown: Shutdown): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    await stopAccepting(app.server)
    retireConnections(app.server, open)
    await waitForDrain(open, shutdown.keepAliveGraceMs)
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, graceMs).unref()
  })
}

function retireConnections(server: Server, open: ReadonlySet<Socket>): void {
  for (const socket of open) {
    const owed = latestResponse(socket)
    if (owed?.headersSent === false) setConnectionClose(owed)
  }
  const listener = (_request: IncomingMessage, reply: ServerResponse) => setConnectionClose(reply)
  server.prependListener('request', listener)
  server.prependListener('checkExpectation', listener)
}

function setConnectionClose(reply: ServerResponse): void {
  reply.setHeader('connection', 'close')
}

const quietIterationsMax = 1000

/**
 * Stops listening after an iteration of the event loop without a new connection, because closing the socket resets those
 * still in the kernel's queue. Only the TCP server is closed: `http.Server.close` would also close idle connections.
 */
async function stopAccepting(server: Server): Promise<void> {
  if (!server.listening) return
  let isQuiet = false
  const onConnection = () => {
    isQuiet = false
  }
  server.on('connection', onConnection)
  await nextIteration()
  for (let iteration = 0; !isQuiet && iteration < quietIterationsMax; iteration += 1) {
    isQuiet = true
    await nextIteration()
  }
  server.off('connection', onConnection)
  NetServer.prototype.close.call(server)
}

async function waitForDrain(open: ReadonlySet<Socket>, withinMs: number): Promise<void> {
  const closed = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await Promise.race([Promise.all(closed), pause(withinMs, undefined, { ref: false })])
}
