import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDkim } from '../../test/support/mail/dkim.ts'
import { type Sink, startSink } from '../../test/support/mail/sink.ts'
import { confirmationEmail, digestEmail } from './digest.ts'
import { type Email, type Mailer, openMailer } from './email.ts'
import { wordsIn } from './words.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
const sender = { name: 'Town Records', postal: '1 Main Street, Lowmere', contact: 'a@b.ca' }
const siteUrl = 'https://records.example'
const common = { words: wordsIn('fr'), language: 'fr', sender }
const news = {
  council: 'Lowmere',
  feed: { title: 'Décisions', name: 'Décisions', page: `${siteUrl}/fr/lowmere/motions` },
  entries: [
    {
      ...{ title: 'Réparer le pont ', url: `${siteUrl}/m/1`, summary: '  Adoptée\t\t' },
      ...{ event: 'decided' as const, was: '' },
    },
  ],
  stopUrl: `${siteUrl}/fr/alerts/u/t`,
}
const digest = digestEmail({
  ...{ ...common, news: [news], ownUrl: `${siteUrl}/fr/alerts/m/t` },
  leaveUrl: `${siteUrl}/fr/alerts/u/t?all=1`,
})
const titles = [news.feed.title]
const confirmation = confirmationEmail({ ...common, titles, confirmUrl: `${siteUrl}/c/t` })
const alwaysSigned = [
  ...['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
  ...['content-language', 'auto-submitted', 'list-id'],
]

describe('a signed e-mail', () => {
  let sink: Sink
  let mailer: Mailer
  beforeAll(async () => {
    sink = await startSink()
    mailer = openMailer({
      ...{ smtpUrl: sink.url, mailFrom: 'alerts@records.example', siteUrl, operatorName: 'Town' },
      bounceDomain: null,
      dkim: {
        ...{ domain: 'records.example', selector: 'reeve' },
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    })
  })
  afterAll(async () => {
    mailer.close()
    await sink.stop()
  })

  async function rawOf(email: Email): Promise<string> {
    sink.mails.length = 0
    expect(
      await mailer.send({
        to: 'reader@example.ca',
        messageId: '<one@records.example>',
        email,
        bounceName: '',
      }),
    ).toEqual({
      is: 'sent',
    })
    return sink.mails[0]?.raw ?? ''
  }

  it.each([
    ['digest', digest, [...alwaysSigned, 'list-unsubscribe', 'list-unsubscribe-post']],
    ['confirmation', confirmation, alwaysSigned],
  ])('verifies, and its signature covers the headers of a %s', async (_kind, email, headers) => {
    const raw = await rawOf(email)
    const verdict = verifyDkim(raw, publicKey)
    expect(verdict).toMatchObject({ isValid: true, domain: 'records.example', selector: 'reeve' })
    expect(verdict?.headers.toSorted()).toEqual(headers.toSorted())
    expect(verifyDkim(raw, other)?.isValid).toBe(false)
  })

  it('does not verify if a header or the body was changed', async () => {
    const raw = await rawOf(digest)
    for (const [from, to] of [
      [/^List-Unsubscribe-Post: .*$/m, 'List-Unsubscribe-Post: Other'],
      [/alerts\/u\/t\?all=1>/, 'alerts/u/x?all=1>'],
      [/^To: .*$/m, 'To: other@example.ca'],
      ['Lowmere', 'Highmere'],
    ] as const) {
      expect(raw).toMatch(from)
      expect(verifyDkim(raw.replace(from, to), publicKey)?.isValid).toBe(false)
    }
  })
})
