import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshStore, freshStore } from '../../test/support/database/fresh-store.ts'
import {
  complaint,
  exchangeReport,
  gmailReport,
  postfixReport,
  vacationReply,
} from '../../test/support/mail/reports.ts'
import { seed } from '../../test/support/project/random-seed.ts'
import { stopSubscriber } from '../store/alert-bounces.ts'
import { countAlerts } from '../store/alert-counts.ts'
import {
  addAlert,
  addMail,
  confirmAlerts,
  findOrAddSubscriber,
  hasLeft,
  listReadSince,
} from '../store/alerts.ts'
import { bounceIdsIn, bounceName, isBounceIdOf } from './bounce-address.ts'
import { takeBounce } from './take-bounce.ts'

const key = 'secret'
const [now, later] = ['2026-11-30T12:00:00.000Z', '2026-12-01T12:00:00.000Z']
let fresh: FreshStore
let reader: { id: number; version: number; address: string }
let to: string

beforeAll(async () => {
  fresh = await freshStore()
})
afterAll(() => fresh.remove())
beforeEach(async () => {
  const { db } = fresh.store
  await db.deleteFrom('alert_subscribers').execute()
  await findOrAddSubscriber(db, 'other@example.ca', now)
  reader = await findOrAddSubscriber(db, 'reader@example.ca', now)
  to = `${bounceName(key, reader)}@records.example`
  await addAlert(db, {
    ...{ subscriber_id: reader.id, municipality: 'lowmere', language: 'en', feed: 'motions' },
    ...{ title: 'Motions', speed: 'now', events: 'decided', created_at: now, read_at: now },
  })
  const mail = { subscriber_id: reader.id, content: '{}', created_at: now }
  await addMail(db, { ...mail, message_id: '<waiting@records.example>' })
})

const take = (raw: string | Uint8Array, recipient?: string, at = now) =>
  takeBounce(Buffer.from(raw), { writing: fresh.store, key, now: at, recipient })
const stopped = async () => {
  const rows = await fresh.store.db.selectFrom('alert_subscribers').selectAll().execute()
  return rows.flatMap(({ address, stopped_at }) => (stopped_at === null ? [] : [address]))
}
const addresses = async () => {
  const rows = await fresh.store.db.selectFrom('alert_subscribers').select('address').execute()
  return rows.map(({ address }) => address).sort()
}
const ignored = (why: string) => ({ ignored: why })
const unchanged = async () => {
  expect(await stopped()).toEqual([])
  expect(await addresses()).toEqual(['other@example.ca', 'reader@example.ca'])
}

describe('the sender of an envelope', () => {
  it('fits into a local part, in any case', () => {
    const [longest, shouted] = [bounceName(key, { id: 999_999_999, version: 9 }), to.toUpperCase()]
    expect(longest.length).toBeLessThanOrEqual(64)
    const [given] = bounceIdsIn(`<${shouted}>`)
    expect(given && isBounceIdOf(key, given, reader)).toBe(true)
  })

  it('is of one subscriber, one version and one key', () => {
    const [given] = bounceIdsIn(to)
    if (given === undefined) throw new Error('no id was found')
    expect(isBounceIdOf(key, given, reader)).toBe(true)
    expect(isBounceIdOf('other', given, reader)).toBe(false)
    expect(isBounceIdOf(key, given, { ...reader, version: 2 })).toBe(false)
    expect(isBounceIdOf(key, { ...given, id: given.id + 1 }, reader)).toBe(false)
  })
})

describe('a report of a failed delivery', () => {
  const reports = [
    ['Postfix', postfixReport],
    ['Exchange', exchangeReport],
    ['Gmail', gmailReport],
  ] as const

  it.each(reports)('as %s sends it stops the address, since the first', async (_name, report) => {
    expect(await take(report({ to }))).toBe('stopped')
    expect(await stopped()).toEqual(['reader@example.ca'])
    expect(await take(report({ to: to.toUpperCase() }), undefined, later)).toBe('stopped')
    const rows = await fresh.store.db.selectFrom('alert_subscribers').select('stopped_at').execute()
    expect(rows).toContainEqual({ stopped_at: now })
    expect(await fresh.store.db.selectFrom('alert_mails').select('id').execute()).toEqual([])
  })

  it.each([
    ...['delayed', 'relayed', 'delivered', 'expanded', ''].map((action) => [action, '5.1.1']),
    ...['4.4.1', '2.0.0', '', '5', '55.1.1', '5.1'].map((status) => ['failed', status]),
  ])('with action "%s" and status "%s" is ignored', async (action, status) => {
    for (const [, report] of reports)
      expect(await take(report({ to, action: action ?? '', status: status ?? '' }))).toEqual(
        ignored('a delivery report without a permanent failure'),
      )
    await unchanged()
  })

  it('names the recipient in its headers, or as an argument', async () => {
    const unnamed = postfixReport({ to: 'bounces@records.example' })
    expect(await take(unnamed)).toEqual(
      ignored('a report about no e-mail address that gets alerts'),
    )
    await unchanged()
    expect(await take(unnamed, to)).toBe('stopped')
  })

  it.each([
    ['another signature', () => to.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@'))],
    ['a cut signature', () => to.replace(/.@/, '@')],
    ['another subscriber', () => to.replace(/\d+-/, `${reader.id - 1}-`)],
    ['nobody', () => to.replace(/\d+-/, '999999999-')],
    ['no id', () => 'bounce+test@records.example'],
    ['another key', () => `${bounceName('other', reader)}@records.example`],
  ])('with %s stops nobody', async (_what, forged) => {
    for (const [, report] of reports)
      expect(await take(report({ to: forged() }), forged())).toEqual(
        ignored('a report about no e-mail address that gets alerts'),
      )
    expect(await take(complaint(forged()))).toHaveProperty('ignored')
    await unchanged()
  })

  it('without its part, or with an empty one, is ignored', async () => {
    const whole = postfixReport({ to })
    for (const broken of [
      whole.replace('message/delivery-status', 'text/plain'),
      whole.replace(/Reporting-MTA[\s\S]*Status: 5.1.1\r\n/, ''),
      whole.slice(0, whole.indexOf('Final-Recipient')),
      whole.slice(0, whole.indexOf('This is a MIME')),
      whole.replace('boundary="4XYZ.1/mail.example.net"', 'boundary="other"'),
      whole.replace('\tboundary=', '\tother='),
    ])
      expect(await take(broken)).toHaveProperty('ignored')
    await unchanged()
  })

  it('within another message is ignored', async () => {
    const header = `To: <${to}>\r\nContent-Type: `
    const message = `${header}message/rfc822\r\n\r\n${postfixReport({ to })}`
    expect(await take(message)).toEqual(ignored('not a report of a mail server'))
    const quoted = `${header}multipart/mixed; boundary=q\r\n\r\n--q\r\n${postfixReport({ to })}`
    expect(await take(quoted)).toEqual(ignored('not a report of a mail server'))
    await unchanged()
  })

  it('of several recipients is one if any failed', async () => {
    const groups = 'Action: delivered\r\nStatus: 2.0.0\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'
    const report = postfixReport({ to, action: 'relayed' }).replace(
      'Final-Recipient',
      `${groups}\r\nFinal-Recipient`,
    )
    expect(await take(report)).toBe('stopped')
  })
})

describe('a complaint', () => {
  it('deletes the address, of which a keyed hash remains', async () => {
    expect(await take(complaint(to))).toBe('deleted')
    expect(await addresses()).toEqual(['other@example.ca'])
    const { db } = fresh.store
    expect(await db.selectFrom('alerts').select('id').execute()).toEqual([])
    const [left] = await db.selectFrom('left_addresses').selectAll().execute()
    expect(await hasLeft(db, left?.hash ?? '', now)).toBe(true)
    expect(await take(complaint(to))).toHaveProperty('ignored')
  })

  it.each(['not-spam', 'fraud', 'other', ''])('of type "%s" is ignored', async (type) => {
    expect(await take(complaint(to, type))).toEqual(
      ignored('a feedback report that is not about abuse'),
    )
    await unchanged()
  })
})

it('/metrics counts what came of it', async () => {
  const { db } = fresh.store
  await db.deleteFrom('left_addresses').execute()
  const none = { active: 0, unconfirmed: 1, rejected: 0, bounced: 0 }
  const subscribers = { ...none, unconfirmed: 2 }
  const counts = {
    ...{ subscribers, alerts: 0, mails: { waiting: 1, sent: 0 }, left: 0 },
    oldestWaiting: now as string | null,
  }
  expect(await countAlerts(db)).toEqual(counts)
  await confirmAlerts(db, { subscriberId: reader.id }, now)
  await db.updateTable('alert_mails').set({ sent_at: now }).execute()
  const sent = { ...counts, alerts: 1, mails: { waiting: 0, sent: 1 }, oldestWaiting: null }
  expect(await countAlerts(db)).toEqual({
    ...sent,
    subscribers: { ...none, active: 1 },
  })
  await take(postfixReport({ to }))
  expect(await countAlerts(db)).toEqual({
    ...sent,
    subscribers: { ...none, bounced: 1 },
  })
  await db.updateTable('alert_subscribers').set({ stopped_at: null }).execute()
  await stopSubscriber(db, reader.id, { now, by: 'rejected' })
  expect((await countAlerts(db)).subscribers).toEqual({ ...none, rejected: 1 })
  await take(complaint(to))
  expect(await countAlerts(db)).toEqual({
    ...{ alerts: 0, mails: { waiting: 0, sent: 0 }, left: 1, oldestWaiting: null },
    subscribers: none,
  })
})

it('a stopped e-mail address keeps no feed waiting for it', async () => {
  const { db } = fresh.store
  const feeds = async () => (await listReadSince(db)).map(({ feed }) => feed)
  expect(await feeds()).toEqual([])
  await confirmAlerts(db, { subscriberId: reader.id }, now)
  expect(await feeds()).toEqual(['motions'])
  await take(postfixReport({ to }))
  expect(await feeds()).toEqual([])
})

describe('any other message', () => {
  it('is ignored, with what it was', async () => {
    expect(await take(vacationReply(to), to)).toEqual(ignored('an automatic reply'))
    const plain = `To: <${to}>\r\nSubject: Hello\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`
    for (const text of [plain, '', '\r\n', 'x', '\u0000\u0001\u0002'])
      expect(await take(text, to)).toEqual(ignored('not a report of a mail server'))
    await unchanged()
  })

  it('that nests deeper than a parser goes is ignored', async () => {
    const depth = 400
    const parts = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    )
    expect(await take(parts.join(''), to)).toEqual(ignored('a message that cannot be parsed'))
    await unchanged()
  })

  // Pieces of real reports, so that random ones get far.
  const pieces = () => [
    ...postfixReport({ to: 'bounce+1-0123456789abcdef0123456789abcdef@x' }).split(/(?<=\r\n)/),
    ...complaint('bounce+2-0123456789abcdef0123456789abcdef@x').split(/(?<=\r\n)/),
  ]
  const message = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.array(fc.constantFrom(...pieces()), { maxLength: 60 }).map((some) => some.join('')),
    fc.tuple(fc.nat(), fc.nat(), fc.string({ unit: 'binary' })).map(([from, length, text]) => {
      const whole = pieces().join('')
      const at = from % whole.length
      return whole.slice(0, at) + text + whole.slice(at + (length % 300))
    }),
  )

  it('without a valid id changes nothing', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(message, async (text) => {
        expect(await take(text, text)).toHaveProperty('ignored')
      }),
      { seed, numRuns: 500 },
    )
    await unchanged()
  })
})
