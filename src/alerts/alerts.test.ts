import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sink, startSink } from '../../test/support/mail/sink.ts'
import { parseAddress } from './address.ts'
import { digestEmail, inOrder } from './digest.ts'
import { type Email, type Mailer, openMailer } from './email.ts'
import { lastDue } from './speed.ts'
import { linkToken, readToken } from './token.ts'
import { wordsIn } from './words.ts'

describe('an address', () => {
  it.each([
    ['Ada.Byron+town@Example.CA', 'ada.byron+town@example.ca'],
    [' a@b.ca ', 'a@b.ca'],
    ['élu@exemple.ca', undefined],
    ['nom@côté.example', 'nom@xn--ct-cja6b.example'],
    ...['a@b', 'a@b.c', '@b.ca', 'a@', 'a b@c.ca', 'a@b.ca, c@d.ca', 'a@b.ca;c@d.ca'].map(none),
    ...['"a"@b.ca', 'a(x)@b.ca', 'group: a@b.ca;', '<a@b.ca>', 'A <a@b.ca>', 'a@[127.0.0.1]'].map(
      none,
    ),
    ...['a@127.0.0.1', 'a@b.ca\nBcc: c@d.ca', 'a\r\n@b.ca', '.a@b.ca', 'a..b@c.ca', 'a@b..ca'].map(
      none,
    ),
    ...['a@b.ca/x', 'a@b.ca?x', 'a@b.ca#x', 'a@b.ca:25', 'a@b\\c.ca', 'a@b\n.ca', 'a@b%2eca'].map(
      none,
    ),
    ...['a@-b.ca', `${'a'.repeat(65)}@b.ca`, `a@${'b.'.repeat(130)}ca`, 'a@b.ca\u0000', ''].map(
      none,
    ),
  ] as const)('%j is read as %s', (text, address) => {
    expect(parseAddress(text)).toBe(address)
  })
})

function none(text: string) {
  return [text, undefined] as const
}

describe('a link', () => {
  const linked = { id: 12, version: 3 }
  const token = linkToken('key', 'leave', linked)

  it('is read for its purpose, with its key', () => {
    expect(readToken('key', 'leave', token)).toEqual(linked)
    expect(readToken('key', 'confirm', token)).toBeUndefined()
    expect(readToken('other', 'leave', token)).toBeUndefined()
  })

  it.each([
    '',
    token.slice(0, -1),
    token.slice(1),
    token.replace('12.3', '13.3'),
    token.replace('12.3', '12.4'),
    `${token}x`,
    `0${token}`,
    token.toUpperCase(),
  ])('cut or altered is none: %s', (altered) => {
    expect(readToken('key', 'leave', altered)).toBeUndefined()
  })
})

describe('a digest is due', () => {
  const zone = 'America/Toronto'
  const due = (speed: 'now' | 'daily' | 'weekly', now: string) =>
    new Date(lastDue(speed, Date.parse(now), zone)).toISOString()

  it('at seven in the council’s time zone, also when clocks change', () => {
    expect(due('daily', '2026-11-30T11:59:00Z')).toBe('2026-11-29T12:00:00.000Z')
    expect(due('daily', '2026-11-30T12:00:00Z')).toBe('2026-11-30T12:00:00.000Z')
    expect(due('daily', '2026-11-01T11:30:00Z')).toBe('2026-10-31T11:00:00.000Z')
    expect(due('daily', '2026-11-01T12:00:00Z')).toBe('2026-11-01T12:00:00.000Z')
    expect(due('daily', '2026-03-08T11:00:00Z')).toBe('2026-03-08T11:00:00.000Z')
  })

  it('on Monday, if weekly; always, if at once', () => {
    expect(due('weekly', '2026-11-30T11:59:00Z')).toBe('2026-11-23T12:00:00.000Z')
    expect(due('weekly', '2026-12-06T20:00:00Z')).toBe('2026-11-30T12:00:00.000Z')
    expect(due('now', '2026-11-30T01:02:03Z')).toBe('2026-11-30T01:02:03.000Z')
  })
})

describe('an e-mail', () => {
  let sink: Sink
  let mailer: Mailer
  beforeAll(async () => {
    sink = await startSink()
    const mailFrom = 'alerts@records.example'
    const siteUrl = 'https://records.example'
    mailer = openMailer({
      smtpUrl: sink.url,
      mailFrom,
      siteUrl,
      operatorName: 'Town, "Records" <x>',
      bounceDomain: null,
      dkim: null,
    })
  })
  afterAll(async () => {
    mailer.close()
    await sink.stop()
  })
  const bounceName = 'bounce+1'
  const send = (to: string, messageId: string, email: Email) =>
    mailer.send({ to, messageId, email, bounceName })
  const emailOf = (title: string, feed = 'Decisions') =>
    digestEmail({
      ...{ words: wordsIn('en'), language: 'en' },
      news: [
        {
          council: 'Lowmere',
          feed: { title: feed, name: feed, page: 'https://records.example/lowmere/motions' },
          entries: [
            {
              ...{ title, url: 'https://records.example/lowmere/motions/1', summary: 'Carried' },
              ...{ event: 'decided', was: '' },
            },
          ],
          stopUrl: 'https://records.example/alerts/u/t',
        },
      ],
      sender: { name: 'Town Records', postal: '1 Main Street, Lowmere', contact: 'a@b.ca' },
      ownUrl: 'https://records.example/alerts/m/t',
      leaveUrl: 'https://records.example/alerts/u/t?all=1',
    })

  it('names its feeds and counts what they tell, the agenda of the next meeting first', () => {
    const page = 'https://records.example/lowmere/meetings'
    const ahead = (day: string) => ({
      ...{ meeting: day, day, date: day, weekday: null, until: `${day}T23:00:00.000Z`, said: '' },
      takePart: null,
    })
    const entry = (day: string) => ({
      ...{ title: `Meeting of ${day}`, url: `${page}/${day}`, summary: 'A.\n\n1. B', was: '' },
      ...{ event: 'agenda' as const, ahead: ahead(day) },
    })
    const days = ['2027-01-05', '2026-12-09', '2026-12-21']
    const feedOf = (name: string) => ({ title: `${name}, Town`, name, page })
    const email = digestEmail({
      ...{ words: wordsIn('en'), language: 'en', sender: null, ownUrl: null, leaveUrl: null },
      news: [
        {
          ...{ council: 'Town', feed: feedOf('“zoning”') },
          entries: inOrder(days.map(entry)),
          stopUrl: page,
        },
        {
          ...{ council: 'Town', feed: feedOf('Meetings') },
          entries: [entry(days[0] ?? '')],
          stopUrl: null,
        },
      ],
    })
    expect(email.subject).toBe('Town: “zoning”, Meetings – 3 on agendas')
    expect(email.text.match(/Meeting of \S+/g)).toEqual(
      [...days.toSorted(), days[0]].map((day) => `Meeting of ${day}`),
    )
    expect(email.text).toContain('A. 1. B')
    expect(email.html).toContain(`<a href="${page}">Stop ““zoning”, Town”</a>`)
  })

  it('shows fifty entries of all its feeds, and counts what several have once', () => {
    const page = 'https://records.example/lowmere/motions'
    const entries = Array.from({ length: 40 }, (_, n) => ({
      ...{ title: `Motion ${n}`, url: `${page}/${n}`, summary: '', was: '' },
      event: 'decided' as const,
    }))
    const { subject, text } = digestEmail({
      ...{ words: wordsIn('en'), language: 'en', sender: null, ownUrl: null, leaveUrl: null },
      news: ['A', 'B', 'C'].map((name) => ({
        ...{ council: 'Town', feed: { title: name, name, page }, entries, stopUrl: null },
      })),
    })
    expect(subject).toBe('Town: A, B, C – 40 decided')
    expect(text.match(/^Motion \d+$/gm)).toHaveLength(50)
    expect(text.match(/^\d+ more are/gm)).toEqual(['30 more are', '40 more are'])
  })

  it('has what RFC 8058, 2919 and 3834 ask for, and the same in text and HTML', async () => {
    const email = emailOf('Repair the <bridge> & road')
    expect(await send('reader@example.ca', '<one@records.example>', email)).toEqual({
      is: 'sent',
    })
    const [mail] = sink.mails
    expect(mail?.to).toEqual(['reader@example.ca'])
    const headers = Object.fromEntries(
      mail?.parsed.headerLines.map(({ key, line }) => [key, line.replace(/\r?\n/g, '')]) ?? [],
    )
    expect(headers['list-unsubscribe']).toBe(
      'List-Unsubscribe: <https://records.example/alerts/u/t?all=1>',
    )
    expect(headers['list-unsubscribe-post']).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    )
    expect(headers['list-id']).toContain('<alerts.records.example>')
    expect(headers['auto-submitted']).toBe('Auto-Submitted: auto-generated')
    expect(headers['content-language']).toBe('Content-Language: en')
    expect(headers['message-id']).toBe('Message-ID: <one@records.example>')
    expect(mail?.parsed.subject).toBe('Lowmere: Decisions – 1 decided')
    expect(mail?.parsed.from?.value).toEqual([
      { name: 'Town, "Records" <x>', address: 'alerts@records.example' },
    ])
    for (const fact of ['Repair the <bridge> & road', 'Carried', '1 Main Street, Lowmere'])
      expect(mail?.parsed.text).toContain(fact)
    expect(mail?.parsed.html).toContain('Repair the &lt;bridge&gt; &amp; road')
    expect(mail?.raw).not.toContain('<img')
  })

  it.each([
    'zoning\r\nBcc: victim@example.org',
    'zoning\nContent-Type: text/plain',
    '\u202eGNINOZ\u2066 x',
    '=?utf-8?q?zoning?=',
    `zoning ${'x'.repeat(3000)}`,
    'zonage à l’été – 日本語',
    '\u0000\u0007 zoning',
  ])('keeps a subject in its header: %j', async (words) => {
    sink.mails.length = 0
    await send('reader@example.ca', '<two@records.example>', emailOf(words, words))
    const [mail] = sink.mails
    expect(mail?.to).toEqual(['reader@example.ca'])
    expect(mail?.parsed.bcc).toBeUndefined()
    expect(mail?.parsed.headers.get('content-type')).toMatchObject({
      value: 'multipart/alternative',
    })
    expect(mail?.parsed.subject).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect(mail?.parsed.subject).toContain(
      words
        .slice(0, 3)
        .replace(/[\p{Cc}\u202e]/gu, '')
        .trim(),
    )
  })

  it.each([
    [550, { is: 'rejected' }],
    [452, { is: 'deferred' }],
  ])('of which the server rejects the recipient with %i', async (code, outcome) => {
    sink.rejected.set('gone@example.ca', code)
    expect(await send('gone@example.ca', '<three@records.example>', emailOf('x'))).toEqual(outcome)
  })

  it.each([
    [null, 'alerts@records.example'],
    ['mail.records.example', 'bounce+1@mail.records.example'],
  ])('comes back to %s', async (bounceDomain, sender) => {
    sink.mails.length = 0
    const one = openMailer({
      ...{ smtpUrl: sink.url, mailFrom: 'alerts@records.example', bounceDomain, dkim: null },
      ...{ siteUrl: 'https://records.example', operatorName: null },
    })
    await one.send({
      ...{ to: 'reader@example.ca', messageId: '<five@records.example>' },
      ...{ email: emailOf('x'), bounceName },
    })
    one.close()
    expect(sink.mails).toMatchObject([{ sender, to: ['reader@example.ca'] }])
    expect(sink.mails[0]?.parsed.from?.value[0]?.address).toBe('alerts@records.example')
  })

  it('without a server is to be tried again', async () => {
    const closed = openMailer({
      ...{ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@b.ca' },
      ...{ siteUrl: 'https://records.example', operatorName: null, bounceDomain: null, dkim: null },
    })
    const outcome = await closed.send({
      ...{ to: 'reader@example.ca', messageId: '<four@records.example>' },
      ...{ email: emailOf('x'), bounceName },
    })
    expect(outcome).toMatchObject({ is: 'failed', why: expect.stringContaining('ECONNREFUSED') })
    closed.close()
  })
})
