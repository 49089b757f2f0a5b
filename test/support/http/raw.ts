import { request } from 'node:http'
import { connect } from 'node:net'
import type { Service } from '../service/service.ts'

/** A response to a request that fetch cannot send, or that fetch cannot parse. */
export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** Sends raw bytes and reads until the server closes, for which they need `Connection: close`. */
export function sendBytes(
  { port }: { port: number },
  bytes: string | Buffer,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString())))
  })
}

function parse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field) => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
  })
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  }
}

/** Sends a method, path and headers that fetch would change or reject; an array repeats a header. */
export function sendRequest(
  service: Service,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string | string[]>; body?: string } = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: service.port, host: '127.0.0.1', path, method, headers })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.end(body)
  })
}
