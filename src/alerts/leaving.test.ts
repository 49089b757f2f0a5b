import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service/service.ts'
import { town } from '../../test/support/towns/town.ts'
import { dayMs } from '../core/calendar-date.ts'
import { addAlert, addMail, confirmAlerts, findOrAddSubscriber } from '../store/alerts.ts'
import { findSecret } from '../store/secrets.ts'
import { deliver } from './deliver.ts'
import { openMailer } from './email.ts'
import { linkToken } from './token.ts'

const now = new Date().toISOString()
let service: Service
let key: string
let subscriber: { id: number; version: number }
let alerts: number[]

// No server is there.
const mailer = openMailer({
  ...{ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@b.ca', siteUrl: 'https://records.example' },
  ...{ operatorName: null, bounceDomain: null, dkim: null },
})

beforeAll(async () => {
  service = await startService({ mailer, settings: { mailFrom: 'a@b.ca' } })
  key = await findSecret(service.writing.db, 'alert')
})
afterAll(() => service.stop())
beforeEach(async () => {
  const { db } = service.writing
  await db.deleteFrom('alert_subscribers').execute()
  await db.deleteFrom('left_addresses').execute()
  subscriber = await findOrAddSubscriber(db, 'reader@example.ca', now)
  for (const feed of ['/motions', '/meetings'])
    await addAlert(db, {
      ...{ subscriber_id: subscriber.id, municipality: town.slug, language: 'en-CA', feed },
      ...{ title: feed, speed: 'now', events: 'other', created_at: now, read_at: now },
    })
  await confirmAlerts(db, { subscriberId: subscriber.id }, now)
  alerts = (await db.selectFrom('alerts').select('id').orderBy('id').execute()).map(({ id }) => id)
})

const linkOf = (purpose: 'leave' | 'leave-all', id: number) =>
  `/alerts/u/${linkToken(key, purpose, { id, version: subscriber.version })}`

/** What a mail program sends. */
async function click(path: string, init: RequestInit = {}) {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const response = await fetch(service.url + path, { method: 'POST', body, ...init })
  return { status: response.status, text: await response.text() }
}
const left = async () =>
  (await service.writing.db.selectFrom('alerts').select('feed').execute()).map(({ feed }) => feed)

describe('the link that stops all', () => {
  it('stops the others after one was stopped, and says so', async () => {
    const one = await click(linkOf('leave', alerts[0] ?? 0))
    expect(one.text).toContain('no more of these e-mails')
    expect(await left()).toEqual(['/meetings'])
    const all = await click(linkOf('leave-all', subscriber.id))
    expect(all).toMatchObject({ status: 200, text: expect.stringContaining('address has been') })
    expect(await left()).toEqual([])
    expect(
      await service.writing.db.selectFrom('left_addresses').selectAll().execute(),
    ).toHaveLength(1)
  })

  it('and that of one alert work after older links were made invalid', async () => {
    await service.writing.db.updateTable('alert_subscribers').set({ version: 5 }).execute()
    await click(linkOf('leave', alerts[1] ?? 0))
    expect(await left()).toEqual(['/motions'])
    await click(linkOf('leave-all', subscriber.id))
    expect(await left()).toEqual([])
  })

  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  it.each([
    ['multipart', { body: form }],
    ['nothing', { body: null }],
    ['JSON', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['text', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['a cookie', { headers: { cookie: 'session=1' } }],
    ['the origin of a mail page', { headers: { origin: 'https://mail.example' } }],
  ] satisfies [string, RequestInit][])('takes a POST with %s, twice', async (_name, init) => {
    const link = linkOf('leave-all', subscriber.id)
    for (const _ of ['once', 'twice']) expect((await click(link, init)).status).toBe(200)
    expect(await left()).toEqual([])
  })

  it('takes no large body', async () => {
    const { status } = await click(linkOf('leave-all', subscriber.id), {
      body: 'x'.repeat(2 ** 21),
    })
    expect(status).toBe(413)
    expect(await left()).toHaveLength(2)
  })
})

/** A digest that waits since now, with news since the beginning of the year. */
async function addDigest(): Promise<void> {
  const { db } = service.writing
  await db.updateTable('alerts').set({ read_at: now, read_before: '2026-01-01' }).execute()
  await db.updateTable('alert_subscribers').set({ mailed_at: now }).execute()
  await addMail(db, {
    ...{ subscriber_id: subscriber.id, message_id: '<one@b.ca>', content: '{}', created_at: now },
  })
}

/** From when on the news are that the next digest has, of each alert. */
async function readAgainFrom(): Promise<string[]> {
  const { db } = service.writing
  expect(await db.selectFrom('alert_mails').selectAll().execute()).toEqual([])
  return (await db.selectFrom('alerts').select('read_at').execute()).map(({ read_at }) => read_at)
}

it('a digest that waits is written again without a stopped feed', async () => {
  await addDigest()
  await click(linkOf('leave', alerts[0] ?? 0))
  expect(await readAgainFrom()).toEqual(['2026-01-01'])
})

it('a digest that is given up is written again', async () => {
  await addDigest()
  for (const [days, waiting] of [
    [1, 1],
    [3, 0],
  ] as const) {
    const clock = { now: () => Date.parse(now) + days * dayMs, monotonic: () => 0 }
    await deliver(service.writing, mailer, clock)
    const mails = await service.writing.db.selectFrom('alert_mails').selectAll().execute()
    expect(mails).toHaveLength(waiting)
  }
  expect(await readAgainFrom()).toEqual(['2026-01-01', '2026-01-01'])
})

it('a form about something confirmed sends the link to "My alerts" instead', async () => {
  const form = { address: 'reader@example.ca', speed: 'now', decided: '1' }
  const path = `${service.url}/${town.slug}/follow/motions`
  await fetch(path, { method: 'POST', body: new URLSearchParams(form) })
  const mails = () => service.writing.db.selectFrom('alert_mails').select('content').execute()
  await expect.poll(mails).toHaveLength(1)
  const [{ content } = { content: '' }] = await mails()
  expect(JSON.parse(content).text).toContain('/alerts/m/')
})

it('a search without words is not sent', async () => {
  const path = `${service.url}/${town.slug}/follow/search`
  const body = new URLSearchParams({ address: 'other@example.ca', speed: 'now' })
  expect((await fetch(path, { method: 'POST', body })).status).toBe(400)
})
