import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** Where a session of SMTP is: `end` is after the dot that ends a message. */
export type Stage = 'connect' | 'ehlo' | 'mail' | 'rcpt' | 'data' | 'end'

/** What a server does: a line to send, no response, a cut connection, or a byte now and then. */
export type Behaviour = string | { does: 'hang' | 'cut' | 'drip' }

export interface Exchange {
  stage: Stage
  /** The recipient, once named. */
  to: string
  /** How often this stage was reached for this recipient, from 1. */
  time: number
}

export interface ScriptedServer {
  url: string
  /** The recipients and ids of messages whose end came, whatever the response. */
  taken: { to: string; id: string }[]
  stop(): Promise<void>
}

const usual: Record<Stage, string> = {
  ...{ connect: '220 mail.example', ehlo: '250 mail.example', mail: '250 OK', rcpt: '250 OK' },
  ...{ data: '354 Go on', end: '250 Taken' },
}
const stageOf: Record<string, Stage> = {
  ...{ EHLO: 'ehlo', HELO: 'ehlo', MAIL: 'mail', RCPT: 'rcpt', DATA: 'data' },
}
const dripMs = 20

/** A mail server that does what `script` says; undefined is the usual response. */
export async function startScriptedServer(
  script: (exchange: Exchange) => Behaviour | undefined,
): Promise<ScriptedServer> {
  const taken: ScriptedServer['taken'] = []
  const times = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    const respond = (stage: Stage, to: string) => {
      const name = `${stage} ${to}`
      const time = (times.get(name) ?? 0) + 1
      times.set(name, time)
      behave(socket, script({ stage, to, time }) ?? usual[stage])
    }
    const session = new Session(respond, taken)
    const lines = createInterface({ input: socket })
    lines.on('line', (line) => {
      if (!session.take(line)) socket.write('250 OK\r\n')
    })
    respond('connect', '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{ url: `smtp://127.0.0.1:${port}`, taken },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

class Session {
  readonly #respond: (stage: Stage, to: string) => void
  readonly #taken: ScriptedServer['taken']
  #to = ''
  /** The id of the message that comes, null before it is named; undefined between messages. */
  #id: string | null | undefined

  constructor(respond: (stage: Stage, to: string) => void, taken: ScriptedServer['taken']) {
    this.#respond = respond
    this.#taken = taken
  }

  /** Returns false for a command that has no stage. */
  take(line: string): boolean {
    if (this.#id !== undefined) return this.#takeMessage(line)
    const stage = stageOf[line.slice(0, 4).toUpperCase()]
    if (stage === undefined) return false
    if (stage === 'rcpt') this.#to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (stage === 'data') this.#id = null
    this.#respond(stage, this.#to)
    return true
  }

  #takeMessage(line: string): true {
    this.#id ??= /^Message-ID: (\S+)/i.exec(line)?.[1] ?? null
    if (line !== '.') return true
    this.#taken.push({ to: this.#to, id: this.#id ?? '' })
    this.#id = undefined
    this.#respond('end', this.#to)
    return true
  }
}

function behave(socket: Socket, behaviour: Behaviour): void {
  if (typeof behaviour === 'string') {
    socket.write(`${behaviour}\r\n`)
    // RFC 5321: a server that says so closes the connection.
    if (behaviour.startsWith('421')) socket.end()
  } else if (behaviour.does === 'cut') socket.destroy()
  else if (behaviour.does === 'drip') {
    const timer = setInterval(() => socket.write('2'), dripMs)
    socket.on('close', () => clearInterval(timer))
  }
}
