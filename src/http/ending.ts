import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { owedReply } from './transport.ts'

// Less than the ten seconds after which a container is killed.
const graceMs = 8000

/** The end of a server, which comes in steps: it is announced, while all goes on; then connections are let go. */
export class Ending {
  /**
   * How long connections on which nothing is asked are kept after the last one was accepted, so that a request that is
   * on its way meets nobody who hangs up.
   */
  lingerMs = 0
  #announced = false
  readonly #listeners: (() => void)[] = []

  get announced(): boolean {
    return this.#announced
  }

  onAnnounce(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** From now on the service says that it is not ready, and every connection ends with its next answer. */
  announce(): void {
    if (this.#announced) return
    this.#announced = true
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Lets go, when the server closes, of connections that would keep it open for ever: after `lingerMs` of those on which
 * nothing was ever asked, which browsers open ahead, and of idle ones; after a time of grace of all others. Node's own
 * time limits end with the closing.
 */
export function closeInTime(app: FastifyInstance, ending: Ending): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  ending.onAnnounce(() => retireConnections(app.server, open))
  app.addHook('preClose', async () => {
    if (ending.lingerMs > 0) {
      stopAccepting(app.server)
      await emptied(open, ending.lingerMs)
    }
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, graceMs).unref()
  })
}

// A client that is told so asks its next question elsewhere; one that is hung up on may have asked it already.
function retireConnections(server: Server, open: ReadonlySet<Socket>): void {
  for (const socket of open) {
    const owed = owedReply(socket)
    if (owed?.headersSent === false) sayClose(owed)
  }
  const listener = (_request: IncomingMessage, reply: ServerResponse) => sayClose(reply)
  server.prependListener('request', listener)
  server.prependListener('checkExpectation', listener)
}

function sayClose(reply: ServerResponse): void {
  reply.setHeader('connection', 'close')
}

// An HTTP server that is closed hangs up on idle connections at once; one of plain TCP only takes no new ones.
function stopAccepting(server: Server): void {
  if (server.listening) NetServer.prototype.close.call(server)
}

async function emptied(open: ReadonlySet<Socket>, withinMs: number): Promise<void> {
  const closed = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await Promise.race([Promise.all(closed), pause(withinMs, undefined, { ref: false })])
}
