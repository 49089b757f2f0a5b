import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sink, startSink } from '../../test/support/mail/sink.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { town } from '../../test/support/towns/town.ts'
import { keyedHash } from '../core/passages.ts'
import { stopSubscriber } from '../store/alert-bounces.ts'
import { addAlert, confirmAlerts, findOrAddSubscriber, noteLeft } from '../store/alerts.ts'
import { findSecret } from '../store/secrets.ts'
import { openMailer } from './email.ts'

let sink: Sink
let service: Service
let networks = 0

beforeAll(async () => {
  sink = await startSink()
  const mailFrom = 'alerts@records.example'
  const mailer = openMailer({
    ...{ smtpUrl: sink.url, mailFrom, siteUrl: 'https://records.example' },
    ...{ operatorName: 'Town Records', bounceDomain: null, dkim: null },
  })
  const settings = { mailFrom, operatorName: 'Town Records', trustProxy: ['127.0.0.1'] }
  service = await startService({ mailer, settings })
})
afterAll(async () => {
  await service.stop()
  await sink.stop()
})
beforeEach(async () => {
  await service.writing.db.deleteFrom('alert_subscribers').execute()
  sink.mails.length = 0
})

const newNetwork = () => `10.${networks >> 8}.${networks++ & 255}.1`
const motions = `/${town.slug}/follow/motions`

const varying = ['date', 'x-request-id']

/** What a form responds to a browser in a network. */
async function send(path: string, form: Record<string, string>, network = newNetwork()) {
  const response = await fetch(service.url + path, {
    ...{ method: 'POST', body: new URLSearchParams(form) },
    headers: { accept: 'text/html', 'accept-encoding': 'identity', 'x-forwarded-for': network },
  })
  const headers = [...response.headers].filter(([name]) => !varying.includes(name))
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: await response.text(),
  }
}
const formOf = (address: string) => ({ address, speed: 'now', decided: '1' })
const enter = (address: string, network?: string) => send(motions, formOf(address), network)
const subscribers = () =>
  service.writing.db.selectFrom('alert_subscribers').select('address').execute()

type Kind = (typeof kinds)[number]
/** Equally long. */
const kinds = ['unknown', 'entered', 'confirm', 'stopped', 'wentout'] as const

/** Makes an e-mail address of a kind; nothing is stored of an unknown one. */
async function addressOf(kind: Kind, n: number): Promise<string> {
  const { db } = service.writing
  const address = `${kind}-${String(n).padStart(4, '0')}@example.ca`
  const now = new Date().toISOString()
  if (kind === 'wentout') await noteLeft(db, keyedHash(await findSecret(db, 'alert'), address), now)
  if (kind === 'unknown' || kind === 'wentout') return address
  const { id } = await findOrAddSubscriber(db, address, now)
  await addAlert(db, {
    ...{ subscriber_id: id, municipality: town.slug, language: 'en-CA', feed: '/motions' },
    ...{ title: 'Motions', speed: 'now', events: 'decided', created_at: now, read_at: now },
  })
  if (kind !== 'entered') await confirmAlerts(db, { subscriberId: id }, now)
  if (kind === 'stopped') await stopSubscriber(db, id, { now, by: 'rejected' })
  return address
}

describe('a form that asks for e-mails', () => {
  it.each([
    ['/', motions],
    ['/alerts', '/alerts'],
  ])('%s responds with the same bytes for any address', async (_name, path) => {
    const responses = new Set<string>()
    for (const kind of [...kinds, ...kinds]) {
      const address = await addressOf(kind, networks)
      const { body, ...response } = await send(path, formOf(address))
      expect(response.status).toBe(200)
      responses.add(JSON.stringify({ ...response, body: body.replaceAll(address, '') }))
    }
    expect(responses.size).toBe(1)
  })

  it.each([
    ['', 'what+is+the', 'Nearly every record has these words'],
    ['/fr', 'que+faire', 'Presque tous les documents contiennent ces mots'],
  ])('%s takes no search of common words alone', async (prefix, q, message) => {
    const path = `${prefix}/${town.slug}/follow/search?q=${q}`
    const shown = await service.call(path, { key: null, headers: { accept: 'text/html' } })
    expect(shown.body).toContain(message)
    expect(shown.body).not.toContain('name="address"')
    const { status, body } = await send(path, formOf('reader@example.ca'))
    expect([status, body]).toEqual([400, expect.stringContaining(message)])
    expect(await subscribers()).toEqual([])
  })

  it('lets one network send 30 e-mails an hour, and others go on', async () => {
    const network = newNetwork()
    const sent = await Promise.all(
      Array.from({ length: 100 }, (_, n) => enter(`storm-${n}@example.ca`, network)),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(70)
    expect((await send('/alerts', formOf('storm-1@example.ca'), network)).status).toBe(429)
    expect((await enter('other@example.ca')).status).toBe(200)
    // E-mails of the tests before may come meanwhile.
    const mailed = () =>
      sink.mails.flatMap(({ to }) => to).filter((to) => /^(storm|other)/.test(to))
    await expect.poll(mailed).toHaveLength(31)
    const stored = (await subscribers()).map(({ address }) => address)
    expect(stored.toSorted()).toEqual(mailed().toSorted())
  })
})
