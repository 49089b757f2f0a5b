import { connect } from 'node:net'
import { readResponses, type WireResponse } from './stream.ts'

/** What happened on a connection of our own making. */
export interface Talk {
  responses: WireResponse[]
  /** Where the server's bytes stop being HTTP. */
  problem: string | undefined
  /** How it ended: the server closed it, broke it off, or was still waiting for more when we had waited long enough. */
  end: 'closed' | 'reset' | 'waiting' | 'enough'
}

export interface TalkOptions {
  /** Methods of the requests, in order. */
  methods?: readonly string[]
  /** Stop as soon as that many responses are whole; without it, wait for the end. */
  responses?: number
  /** Close our side as soon as all is sent. */
  halfClose?: boolean
  /** After so long without a byte, close our side; after as long again, give up. */
  quietMilliseconds?: number
}

/** Sends bytes as they are, one piece a write, and listens to the end. */
export function talk(
  port: number,
  pieces: readonly (string | Buffer)[],
  {
    methods = [],
    responses = Number.POSITIVE_INFINITY,
    halfClose = false,
    quietMilliseconds = 1000,
  }: TalkOptions = {},
): Promise<Talk> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true })
    let end: Talk['end'] = 'closed'
    const heard = () => readResponses(Buffer.concat(received), methods)
    socket.on('connect', () => {
      socket.setTimeout(quietMilliseconds)
      for (const piece of pieces)
        socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
      if (halfClose) socket.end()
    })
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes)
      const { responses: whole, problem } = heard()
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
    socket.on('close', () => resolve({ ...heard(), end }))
  })
}
