import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pendingResponse } from './transport.ts'

// Less than the ten seconds after which a container is killed.
const graceMs = 8000

/** How far the shutdown of a server is. */
export class Shutdown {
  /** How long idle connections are kept once no new ones are accepted, in milliseconds. */
  keepAliveGraceMs = 0
  #hasBegun = false

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** From now on the service says that it is not ready. */
  begin(): void {
    this.#hasBegun = true
  }
}

/**
 * Closes connections when the server closes, without failing a request that was sent. First no new ones are accepted;
 * then each ends with its next response; after `keepAliveGraceMs` those that are idle, and after a time of grace all others.
 * In this order, because a client whose connection ends opens another, and the kernel resets what it has not handed
 * over when a listening socket closes.
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

// A client then sends its next request on another connection.
function retireConnections(server: Server, open: ReadonlySet<Socket>): void {
  for (const socket of open) {
    const owed = pendingResponse(socket)
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
 * Stops listening after a iteration of the event loop in which no connection came, so that none waits in the kernel. An HTTP
 * server that is closed hangs up on idle connections at once; one of plain TCP only takes no new ones.
 */
async function stopAccepting(server: Server): Promise<void> {
  if (!server.listening) return
  let isQuiet = false
  const note = () => {
    isQuiet = false
  }
  server.on('connection', note)
  await nextIteration()
  for (let iteration = 0; !isQuiet && iteration < quietIterationsMax; iteration += 1) {
    isQuiet = true
    await nextIteration()
  }
  server.off('connection', note)
  NetServer.prototype.close.call(server)
}

async function waitForDrain(open: ReadonlySet<Socket>, withinMs: number): Promise<void> {
  const closed = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await Promise.race([Promise.all(closed), pause(withinMs, undefined, { ref: false })])
}
