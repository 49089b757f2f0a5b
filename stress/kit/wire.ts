import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A request as it is sent; the target is not normalized. */
export interface Sent {
  method: string
  target: string
  headers?: Record<string, string | string[]>
  body?: string
}

/** A complete, decompressed response. */
export interface Reply {
  status: number
  headers: Headers
  body: string
  milliseconds: number
}

const unpackers: Record<string, (packed: Buffer) => Buffer> = {
  br: (packed) => brotliDecompressSync(packed),
  gzip: (packed) => gunzipSync(packed),
}

const bodyPauseMaxMs = 3000

/** A client that, unlike fetch, sends paths and headers unchanged. */
export class Wire {
  readonly #agent: Agent
  readonly #port: number
  readonly #waitMaxMs: number | undefined

  constructor(port: number, maxSockets = 64, waitMaxMs?: number) {
    this.#port = port
    this.#waitMaxMs = waitMaxMs
    this.#agent = new Agent({ keepAlive: true, maxSockets, maxFreeSockets: maxSockets })
  }

  send(sent: Sent): Promise<Reply> {
    const { method, target, headers = {}, body } = sent
    const started = performance.now()
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent }
      const outgoing = request({ ...options, method, path: target, headers }, (incoming) => {
        whole(incoming, method).then((text) => {
          resolve({
            status: incoming.statusCode ?? 0,
            headers: headersOf(incoming),
            body: text,
            milliseconds: performance.now() - started,
          })
        }, reject)
      })
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // A server may close an idle connection while it is reused, which is only an error on a new connection.
        const idle = outgoing.reusedSocket && method === 'GET' && error.code === 'ECONNRESET'
        if (idle) resolve(this.send(sent))
        else reject(error)
      })
      outgoing.end(body)
      this.#limit(outgoing, reject)
    })
  }

  /** Without it, one response that never ends would hide the results of a whole run. */
  #limit(outgoing: ClientRequest, reject: (error: Error) => void): void {
    if (this.#waitMaxMs === undefined) return
    const timer = setTimeout(() => {
      reject(new Error(`it did not end in ${this.#waitMaxMs} ms`))
      outgoing.destroy()
    }, this.#waitMaxMs)
    outgoing.on('close', () => clearTimeout(timer))
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** The decompressed body; an error if its bytes are not as many as Content-Length says. */
async function whole(incoming: IncomingMessage, method: string): Promise<string> {
  const parts: Buffer[] = []
  const length = incoming.headers['content-length']
  const isMeasured = length !== undefined && method !== 'HEAD' && incoming.statusCode !== 304
  let received = 0
  const wrong = () => new Error(`Content-Length is ${length}, but the body has ${received} bytes`)
  // A body with a length is sent at once.
  const timer = isMeasured && setTimeout(() => incoming.destroy(wrong()), bodyPauseMaxMs)
  for await (const part of incoming) {
    parts.push(part as Buffer)
    received += (part as Buffer).length
    if (timer !== false) timer.refresh()
  }
  if (timer !== false) clearTimeout(timer)
  if (isMeasured && received !== Number(length)) throw wrong()
  const packed = Buffer.concat(parts)
  const unpack = unpackers[incoming.headers['content-encoding'] ?? '']
  return (unpack === undefined || packed.length === 0 ? packed : unpack(packed)).toString()
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '')
  }
  return headers
}
