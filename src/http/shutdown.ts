import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { latestResponse } from './transport.ts'

// Docker kills a container after ten seconds.
const graceMs = 8000

/** The state of a server's shutdown. */
export class Shutdown {
  /** How long idle connections stay open after the server stops accepting new ones, in milliseconds. */
  keepAliveGraceMs = 0
  readonly #barrier: () => Promise<void>
  #hasBegun = false

  /** @param barrier Resolves when all processes that share the port have called it. */
  constructor(barrier = async () => {}) {
    this.#barrier = barrier
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Waits for the other processes that share the port. */
  waitForOthers(): Promise<void> {
    return this.#barrier()
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
    const release = await stopAccepting(app.server, shutdown)
    retireConnections(app.server, open)
    release()
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

const quietIterations = 3
const shortIterationMs = 1
const holdMaxMs = 500

/**
 * Stops listening once no connection arrives, because closing the socket resets those still in the kernel's queue.
 * Meanwhile connections and requests wait: a client without a response opens no other connection, and the event loop is
 * free to accept. Returns what lets them go on. Only the TCP server is closed: `http.Server.close` would also close idle
 * connections.
 */
async function stopAccepting(server: Server, shutdown: Shutdown): Promise<() => void> {
  if (!server.listening) return () => undefined
  const held = holdEvents(server, new Set(['connection', 'request', 'checkExpectation']))
  const deadline = performance.now() + holdMaxMs
  for (let quiet = 0; quiet < quietIterations && performance.now() < deadline; ) {
    const [before, start] = [held.count('connection'), performance.now()]
    await nextIteration()
    const isShort = performance.now() - start < shortIterationMs
    quiet = isShort && held.count('connection') === before ? quiet + 1 : 0
  }
  await shutdown.waitForOthers()
  NetServer.prototype.close.call(server)
  // The supervisor of several processes closes the socket after the last of them.
  await shutdown.waitForOthers()
  return held.release
}

/** Keeps events of a server from its listeners until `release`. */
function holdEvents(server: Server, names: ReadonlySet<string>) {
  const events: [name: string, ...values: unknown[]][] = []
  const { emit } = server
  server.emit = (...event: [name: string, ...values: unknown[]]) =>
    names.has(event[0]) ? events.push(event) > 0 : Reflect.apply(emit, server, event)
  return {
    count: (name: string) => events.filter(([held]) => held === name).length,
    release: () => {
      server.emit = emit
      for (const event of events) Reflect.apply(emit, server, event)
    },
  }
}

async function waitForDrain(open: ReadonlySet<Socket>, withinMs: number): Promise<void> {
  const closed = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await Promise.race([Promise.all(closed), pause(withinMs, undefined, { ref: false })])
}
