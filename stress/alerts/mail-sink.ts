import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { Random } from '../kit/random.ts'
import type { Results } from '../kit/results.ts'
import { type MailedFeed, readDigest } from './read-digest.ts'

/** An e-mail that the server took. */
export interface SunkMail {
  to: string
  feeds: MailedFeed[]
}

export interface MailSink {
  url: string
  /** Each e-mail once, since it was last emptied. */
  mails: SunkMail[]
  /** How many times it took an e-mail again. */
  repeated: number
  /** Connections that ended after the e-mail, before the response. */
  cuts: number
  /** How often it ends the connection after an e-mail. */
  cutChance: number
  stop(): Promise<void>
}

/** A mail server that takes each `Message-ID` once; it has to come with the same words. */
export async function startMailSink(
  siteUrl: string,
  { random, results }: { random: Random; results: Results },
): Promise<MailSink> {
  const words = new Map<string, string>()
  const take = async (raw: Buffer) => {
    const skipped = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true }
    const { messageId = '', to, text = '' } = await simpleParser(raw, skipped)
    const address = [to].flat()[0]?.text ?? ''
    const said = `${address}\n${text}`
    const before = words.get(messageId)
    words.set(messageId, said)
    if (before === undefined) sink.mails.push({ to: address, feeds: readDigest(text, siteUrl) })
    else sink.repeated += 1
    results.demand(before === undefined || before === said, `${messageId} came with other words`)
  }
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        await take(Buffer.concat(parts))
        if (!random.chance(sink.cutChance)) return done()
        sink.cuts += 1
        for (const connection of server.connections)
          if (connection.id === session.id) connection.close()
      })
    },
  })
  // A sender that is killed ends its connection.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const sink: MailSink = {
    ...{ url: `smtp://127.0.0.1:${port}`, mails: [], repeated: 0, cuts: 0, cutChance: 0 },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
  return sink
}
