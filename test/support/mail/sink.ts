import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** An e-mail that a server took, with the sender and the recipients of its envelope. */
export interface TakenMail {
  sender: string
  to: string[]
  raw: string
  parsed: ParsedMail
}

export interface Sink {
  url: string
  mails: TakenMail[]
  /** Codes with which addresses are rejected. */
  rejected: Map<string, number>
  stop(): Promise<void>
}

/** A mail server on a free port of 127.0.0.1 that takes everything. */
export async function startSink(): Promise<Sink> {
  const mails: TakenMail[] = []
  const rejected = new Map<string, number>()
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false },
    onRcptTo({ address }, _session, done) {
      const responseCode = rejected.get(address)
      done(responseCode === undefined ? null : Object.assign(new Error('No'), { responseCode }))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const { mailFrom } = session.envelope
        const sender = mailFrom === false ? '' : mailFrom.address
        mails.push({ sender, to, raw, parsed: await simpleParser(raw) })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${port}`, mails, rejected, stop }
}
