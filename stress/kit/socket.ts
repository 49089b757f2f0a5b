import { connect } from 'node:net'
import { readResponses, type WireResponse } from './stream.ts'

/** The responses on a raw connection. */
export interface Exchange {
  responses: WireResponse[]
  /** Where the received bytes are not valid HTTP. */
  problem: string | undefined
  /**
   * How it ended: closed or reset by the server, still open after the timeout, or closed by us after enough responses.
   */
  end: 'closed' | 'reset' | 'waiting' | 'enough'
}

export interface ExchangeOptions {
  /** Methods of the requests, in order. */
  methods?: readonly string[]
  /** Stop after this number of complete responses; without it, wait for the end. */
  responses?: number
  /** Close our side after sending. */
  halfClose?: boolean
  /** After this time without a byte, close our side; after the same time again, stop. */
  quietMilliseconds?: number
}

/** Sends raw bytes, one write per piece, and collects responses until the connection ends. */
export function exchange(
  port: number,
  pieces: readonly (string | Buffer)[],
  {
    methods = [],
    responses = Number.POSITIVE_INFINITY,
    halfClose = false,
    quietMilliseconds = 1000,
  }: ExchangeOptions = {},
): Promise<Exchange> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true })
    let end: Exchange['end'] = 'closed'
    const parse = () => readResponses(Buffer.concat(received), methods)
    socket.on('connect', () => {
      socket.setTimeout(quietMilliseconds)
      for (const piece of pieces)
        socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
      if (halfClose) socket.end()
    })
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes)
      const { responses: whole, problem } = parse()
      if (problem !== undefined || whole.length < responses) return
      end = 'enough'
      socket.destroy()
    })
    socket.on('timeout', () => {
      if (socket.writableEnded) {
        end = 'waiting'
        socket.destroy()
      } else socket.end()
    })
    socket.on('end', () => socket.end())
    socket.on('error', () => {
      end = 'reset'
    })
    socket.on('close', () => resolve({ ...parse(), end }))
  })
}
