import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sink, startSink } from '../../test/support/mail/sink.ts'
import { seed } from '../../test/support/project/random-seed.ts'
import { digestEmail } from './digest.ts'
import { type Mailer, openMailer } from './email.ts'
import { wordsIn } from './words.ts'

let sink: Sink
let mailer: Mailer

beforeAll(async () => {
  sink = await startSink()
  mailer = openMailer({
    ...{ smtpUrl: sink.url, mailFrom: 'alerts@records.example', operatorName: 'Records' },
    ...{ siteUrl: 'https://records.example', bounceDomain: null, dkim: null },
  })
})
afterAll(async () => {
  mailer.close()
  await sink.stop()
})

const part = fc.oneof(
  fc.constantFrom('\r\nBcc: victim@example.org', '\nTo: victim@example.org', '\r\n\r\n.\r\nQUIT'),
  fc.constantFrom('=?utf-8?q?zoning?=', '=?utf-8?b?em9uaW5n?=', '\u202e', '\u2066', '\u200f'),
  fc.constantFrom('\u2028', '\u2029', '\u0085', '\u0000', '\v', '\t', '\u00a0', ' '),
  fc.constantFrom('<script>', '&amp;', '"', '\\', ';', '--', '🏛️', '𝒜', 'é'.normalize('NFD')),
  fc.constantFrom('x'.repeat(998), 'mot '.repeat(300), '—'.repeat(500), '🏛'.repeat(150)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const hostile = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `T${parts.join('')}Z`)

/** A text without what breaks or turns a line. */
const visible = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

it('the headers of 200 hostile titles and searches keep their words', async () => {
  const names = new Set<string>()
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (title, name) => {
      sink.mails.length = 0
      const page = 'https://records.example/lowmere/search'
      const email = digestEmail({
        ...{ words: wordsIn('en'), language: 'en', sender: null, ownUrl: null },
        leaveUrl: 'https://records.example/alerts/u/t?all=1',
        news: [
          {
            ...{ council: 'Lowmere', feed: { title: name, name, page }, stopUrl: page },
            entries: [{ title, url: page, summary: title, event: 'decided', was: '' }],
          },
        ],
      })
      const to = 'reader@example.ca'
      const sent = { to, messageId: '<one@records.example>', email, bounceName: 'bounce+1' }
      expect(await mailer.send(sent)).toEqual({ is: 'sent' })
      const [mail] = sink.mails
      expect(sink.mails).toHaveLength(1)
      expect(mail?.to).toEqual([to])
      const subject = mail?.parsed.subject ?? ''
      const [start, end] = ['Lowmere: ', ' – 1 decided']
      const expected = visible(name)
      expect([subject.startsWith(start), subject.endsWith(end)]).toEqual([true, true])
      const said = subject.slice(start.length, -end.length)
      if (expected.length <= 80) expect(said).toBe(expected)
      else expect(said.endsWith('…') && expected.startsWith(said.slice(0, -1))).toBe(true)
      expect([said.length <= 80, said.isWellFormed()]).toEqual([true, true])
      for (const { key } of mail?.parsed.headerLines ?? []) names.add(key)
      const lines = (mail?.parsed.text ?? '').split('\n')
      expect(lines.filter((line) => /^(?:Bcc:|To:|QUIT|[.]$)/.test(line))).toEqual([])
    }),
    { seed, numRuns: 200 },
  )
  expect([...names].sort()).toEqual([
    ...['auto-submitted', 'content-language', 'content-type', 'date', 'from', 'list-id'],
    ...['list-unsubscribe', 'list-unsubscribe-post', 'message-id', 'mime-version', 'subject', 'to'],
  ])
})
