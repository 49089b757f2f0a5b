import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changed, without } from '../../test/support/imports/municipality.ts'
import { startSink } from '../../test/support/mail/sink.ts'
import { testConfig } from '../../test/support/service/app.ts'
import { importRecords, otherTown } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { sourceOf, town } from '../../test/support/towns/town.ts'
import { dayMs } from '../core/calendar-date.ts'
import { feedReader } from '../explore/feeds/read-feed.ts'
import { Cursors } from '../http/cursor.ts'
import { addMunicipality } from '../importers/load/municipalities.ts'
import type { ImportRecord } from '../record/kinds.ts'
import { forgetWordsInAlerts } from '../store/alert-takedown.ts'
import { type AlertFeed, addMail, findByAddress } from '../store/alerts.ts'
import { openReadStore, type ReadStore } from '../store/open.ts'
import { findSecret } from '../store/secrets.ts'
import { deliver } from './deliver.ts'
import { AlertDesk } from './desk.ts'
import { type Email, openMailer } from './email.ts'
import { type AlertEvent, alertEvents } from './events.ts'
import { writeDigests } from './run.ts'
import type { AlertSpeed } from './speed.ts'
import { linkToken } from './token.ts'

const council = { kind: 'organization', key: 'c', name: 'Council', classification: 'council' }
const meeting = {
  ...{ kind: 'meeting', key: 'm', title: 'Regular Council', date: '2026-06-23' },
  ...{ start_time: '18:00', location: 'Town Hall', organization_key: 'c', status: 'scheduled' },
}
const withAgenda = { ...meeting, has_agenda: true, agenda_url: 'https://pemberley.example/a' }
const weirs = { kind: 'matter', key: 'w', identifier: 'R-1', title: 'Weirs on the brook' }
const item = {
  ...{ kind: 'agenda_item', key: 'i', meeting_key: 'm', position: 1, matter_key: 'w' },
  ...{ item_number: '4.1', title: 'Weirs on the brook' },
}
const other = {
  ...item,
  key: 'o',
  position: 2,
  item_number: '4.2',
  title: 'Lamps',
  matter_key: null,
}
const motion = {
  ...{ kind: 'motion', key: 'v', meeting_key: 'm', position: 1, agenda_item_key: 'i' },
  ...{ matter_key: 'w', text: 'That the weirs on the brook be repaired.' },
}
const records = (...all: unknown[]) => [council, weirs, ...all] as ImportRecord[]
const announced = records(meeting)
const published = records(withAgenda, item, other)
const hourMs = dayMs / 24

let service: Service
let store: ReadStore
let key: string
let now: number
let count = 0
const clock = { now: () => now, monotonic: () => 0 }

beforeEach(async () => {
  now = Date.parse('2026-06-17T16:00:00Z')
  service = await startService({ clock, source: sourceOf(announced) })
  store = openReadStore(service.databaseUrl)
  key = await findSecret(store.db, 'alert')
})
afterEach(async () => {
  await store.close()
  await service.stop()
})

const sender = { name: 'Town Records', postal: null, contact: null }

function readFeed(feed: AlertFeed) {
  const tools = { config: testConfig(service.url), store, accounts: store, clock }
  return feedReader({ ...tools, cursors: new Cursors('x') })(feed)
}

/** Somebody who follows a feed from now on. */
async function follow(
  feed: string,
  {
    events = alertEvents,
    language = 'en-CA',
    municipality = town.slug,
    speed = 'now',
  }: Partial<Record<'language' | 'municipality', string>> & {
    events?: readonly AlertEvent[]
    speed?: AlertSpeed
  } = {},
): Promise<string> {
  count += 1
  const address = `reader-${count}@example.ca`
  const { writing, url: siteUrl } = service
  const desk = new AlertDesk({
    writing,
    clock,
    key,
    siteUrl,
    sender,
    onMail: () => undefined,
    eventsOf: () => events,
  })
  const followed = { municipality, language, feed }
  const { entries = [], title = '' } = (await readFeed(followed)) ?? {}
  await desk.join({
    ...{ address, title, entries, events, speed },
    feed: followed,
  })
  const subscriber = await findByAddress(writing.db, address)
  if (subscriber === undefined) throw new Error('not added')
  const token = linkToken(key, 'confirm', subscriber)
  const shown = (await desk.toConfirm(token))?.map(({ id }) => String(id)) ?? []
  expect(await desk.confirm(token, shown)).toBe(true)
  await writing.db.deleteFrom('alert_mails').execute()
  return address
}

/** What is sent an hour later, by address. */
async function send(): Promise<Map<string, Email>> {
  now += hourMs + 1
  await writeDigests({
    ...{ writing: service.writing, clock, key, siteUrl: service.url, sender },
    readFeed,
  })
  const rows = await service.writing.db
    .selectFrom('alert_mails')
    .innerJoin('alert_subscribers', 'alert_subscribers.id', 'alert_mails.subscriber_id')
    .select(['address', 'content'])
    .execute()
  await service.writing.db.deleteFrom('alert_mails').execute()
  return new Map(rows.map(({ address, content }) => [address, JSON.parse(content) as Email]))
}

const importAll = (all: ImportRecord[]) => importRecords(service, all, { clock })

describe('a weekly alert while others read the same feed', () => {
  const later = changed(published, 'meeting', 'm', { date: '2026-07-21' })
  const at = (start_time: string) => changed(later, 'meeting', 'm', { start_time })
  let weekly: string
  let often: string

  beforeEach(async () => {
    weekly = await follow('/search?q=lamps', { speed: 'weekly' })
    often = await follow('/search?q=lamps')
    await importAll(later)
    expect(await monday('2026-06-22')).toContain('On an agenda')
  })

  /** The subject and the text for the weekly reader, who gets nothing until then. */
  async function monday(day: string): Promise<string | undefined> {
    now = Date.parse(`${day}T18:00:00Z`)
    const email = (await send()).get(weekly)
    return email && `${email.subject}\n${email.text}`
  }

  const sentAfter = async (all: ImportRecord[]) => {
    await importAll(all)
    const sent = await send()
    expect([...sent.keys()]).toEqual([often])
    return sent.get(often)?.text
  }

  it('does not say again that an item is gone that came back and went meanwhile', async () => {
    expect(await sentAfter(without(later, 'o'))).toContain('It is not there any more')
    expect(await monday('2026-06-29')).toContain('It is not there any more')
    expect(await sentAfter(later)).toContain('On an agenda')
    expect(await sentAfter(without(later, 'o'))).toContain('It is not there any more')
    expect(await monday('2026-07-06')).toBeUndefined()
    expect(await sentAfter(later)).toContain('On an agenda')
    expect(await monday('2026-07-13')).toContain('On an agenda')
  })

  it('says that an item is gone that came back and went again', async () => {
    for (const all of [without(later, 'o'), later, without(later, 'o')]) await sentAfter(all)
    expect(await monday('2026-06-29')).toContain('It is not there any more')
  })

  it('says nothing of what is as it was', async () => {
    for (const all of [without(later, 'o'), later, at('19:00'), later]) await sentAfter(all)
    expect(await monday('2026-06-29')).toBeUndefined()
  })

  it('keeps none of the words of before after a takedown', async () => {
    await sentAfter(at('19:00'))
    const rows = () => service.writing.db.selectFrom('alert_entries').selectAll().execute()
    expect(JSON.stringify(await rows())).toContain('6:00 p.m.')
    await forgetWordsInAlerts(service.writing.db, town.slug, [])
    expect(JSON.stringify(await rows())).not.toMatch(/Town Hall|p\.m\.|Lamps/)
    expect(await monday('2026-06-29')).toContain('7:00 p.m.')
  })

  it('says what the reader knew before', async () => {
    await sentAfter(at('19:00'))
    await sentAfter(at('20:00'))
    expect(await monday('2026-06-29')).toMatch(/8:00 p\.m\..*\nBefore: .*6:00 p\.m\./)
    await sentAfter(without(later, 'o'))
    await sentAfter(at('19:00'))
    const email = await monday('2026-07-06')
    expect(email).toContain('1 changed')
    expect(email).toMatch(/7:00 p\.m\..*\nBefore: .*8:00 p\.m\./)
  })
})

describe('an alert about what is on an agenda', () => {
  it.each([
    ['/search?q=weirs', '“weirs”'],
    ['/matters/r-1', 'Weirs on the brook'],
    ['/bodies/council', 'Council'],
    ['/meetings', 'Meetings'],
  ])('of %s comes with the agenda, once, and again if the meeting is moved', async (feed, name) => {
    const address = await follow(feed)
    expect(await send()).toEqual(new Map())
    await importAll(published)
    const email = (await send()).get(address)
    expect(email?.subject).toBe(`Town of Pemberley: ${name} – 1 on Tuesday’s agenda`)
    expect(email?.text).toContain('On an agenda')
    expect(email?.text).toContain('Tuesday, June 23, 2026, 6:00 p.m. · Town Hall')
    expect(email?.text).toContain('Agenda of the council – https://pemberley.example/a')
    expect(email?.text).not.toContain('Lamps')
    await importAll(changed(published, 'meeting', 'm', { summary: 'Brooks and lamps.' }))
    expect(await send()).toEqual(new Map())
    await importAll(changed(published, 'meeting', 'm', { start_time: '19:00' }))
    const moved = (await send()).get(address)
    expect(moved?.subject).toBe(`Town of Pemberley: ${name} – 1 changed`)
    expect(moved?.text).toContain('7:00 p.m. · Town Hall')
    expect(moved?.text).toContain('Before: Tuesday, June 23, 2026, 6:00 p.m. · Town Hall')
  })

  it('says that the meeting is cancelled, or that an item is not there any more', async () => {
    const [weir, lamps] = [await follow('/search?q=weirs'), await follow('/search?q=lamps')]
    await importAll(published)
    expect([...(await send()).keys()]).toEqual([weir, lamps])
    await importAll(without(published, 'o'))
    const gone = await send()
    expect([...gone.keys()]).toEqual([lamps])
    expect(gone.get(lamps)?.subject).toBe('Town of Pemberley: “lamps” – 1 changed')
    expect(gone.get(lamps)?.text).toMatch(/Lamps\nIt is not there any more.*\nTuesday/)
    await importAll(changed(without(published, 'o'), 'meeting', 'm', { status: 'cancelled' }))
    const cancelled = await send()
    expect([...cancelled.keys()]).toEqual([weir])
    expect(cancelled.get(weir)?.text).toContain('Cancelled · Tuesday, June 23, 2026')
  })

  it('is not sent once the meeting has begun, and what is decided is', async () => {
    const address = await follow('/search?q=weirs')
    now = Date.parse('2026-06-24T01:00:00Z')
    await importAll(published)
    expect((await send()).get(address)?.text ?? '').not.toContain('On an agenda')
    const over = { ...withAgenda, minutes_url: 'https://pemberley.example/minutes' }
    const voted = records(over, item, other, { ...motion, result: 'Carried' })
    await importAll(voted)
    const email = (await send()).get(address)
    expect(email?.subject).toBe('Town of Pemberley: “weirs” – 1 decided')
    expect(email?.text).toContain('Decided\n')
    expect(email?.text).toContain('Published by the council – https://pemberley.example/minutes')
    await importAll(changed(voted, 'motion', 'v', { result: 'Defeated' }))
    expect((await send()).get(address)?.text).toContain('Defeated')
  })

  it('is not sent if the e-mail has waited until the meeting', async () => {
    await follow('/search?q=weirs')
    await importAll(published)
    now += hourMs + 1
    const { writing, url: siteUrl } = service
    expect(await writeDigests({ writing, clock, key, siteUrl, sender, readFeed })).toBe(1)
    now = Date.parse('2026-06-24T04:00:00Z')
    const sink = await startSink()
    const mailer = openMailer({
      ...{ smtpUrl: sink.url, mailFrom: 'alerts@records.example', siteUrl },
      ...{ operatorName: null, bounceDomain: null, dkim: null },
    })
    expect(await deliver(writing, mailer, clock)).toEqual({ sent: 0, waiting: 0, failed: 0 })
    mailer.close()
    await sink.stop()
    expect(sink.mails).toEqual([])
    expect(await send()).toEqual(new Map())
  })

  it('is sent to who chose that alone', async () => {
    const decided = await follow('/search?q=weirs', { events: ['decided'] })
    const agenda = await follow('/search?q=weirs', { events: ['agenda'] })
    await importAll(published)
    expect([...(await send()).keys()]).toEqual([agenda])
    now = Date.parse('2026-06-24T01:00:00Z')
    await importAll(records(withAgenda, item, other, { ...motion, result: 'Carried' }))
    expect([...(await send()).keys()]).toEqual([decided])
  })

  it('says how to take part, and until when', async () => {
    const { writing } = service
    const url = 'https://pemberley.example/speak'
    const row = { municipality: town.slug, body_source: '', body_key: '', url }
    const rule = 'noon, 5 days before'
    await writing.db
      .insertInto('take_part')
      .values({ ...row, rule })
      .execute()
    const address = await follow('/search?q=weirs')
    await importAll(published)
    const email = (await send()).get(address)
    expect(email?.text).toContain(`Register to speak by noon on Thursday, June 18, 2026 – ${url}`)
    expect(email?.html).toContain(`href="${url}"`)
  })

  it('that was sent is not sent again by a takedown while another e-mail waits', async () => {
    const address = await follow('/search?q=weirs')
    const other = await follow('/search?q=lamps')
    await importAll(published)
    expect([...(await send()).keys()]).toEqual([address, other])
    const { db } = service.writing
    const { id } = (await findByAddress(db, address)) ?? { id: 0 }
    now += 1000
    const created_at = new Date(now).toISOString()
    const link = { subscriber_id: id, message_id: '<link@pemberley.example>', content: '{}' }
    await addMail(db, { ...link, created_at })
    now += hourMs
    await forgetWordsInAlerts(db, town.slug, [])
    expect(await send()).toEqual(new Map())
  })

  it('that waits is written again after a takedown, and a new one waits for it', async () => {
    const address = await follow('/search?q=weirs')
    await importAll(published)
    const run = () =>
      writeDigests({
        ...{ writing: service.writing, clock, key, siteUrl: service.url, sender },
        readFeed,
      })
    now += hourMs + 1
    expect(await run()).toBe(1)
    await importAll(changed(published, 'meeting', 'm', { start_time: '19:00' }))
    now += hourMs + 1
    expect(await run()).toBe(0)
    await forgetWordsInAlerts(service.writing.db, town.slug, [])
    expect((await send()).get(address)?.text).toContain('7:00 p.m. · Town Hall')
  })

  it('says that an item is missing from a feed that is full of older entries', async () => {
    const older = Array.from({ length: 120 }, (_, n) => ({
      ...{ ...motion, key: `older-${n}`, position: n, meeting_key: null, date: '2026-01-13' },
      ...{ agenda_item_key: null, matter_key: null },
      ...{ text: `That part ${n} of the weirs be repaired.`, result: 'Carried' },
    }))
    const address = await follow('/search?q=weirs')
    await importAll([...published, ...records(...older).slice(2)])
    expect((await send()).get(address)?.subject).toContain('1 on Tuesday’s agenda')
    await importAll([...without(published, 'i'), ...records(...older).slice(2)])
    expect((await send()).get(address)?.text).toContain('It is not there any more')
  })

  it('is not told again as a text once the meeting has begun, and a further item is', async () => {
    const address = await follow('/search?q=weirs')
    await importAll(published)
    expect((await send()).get(address)?.text).toContain('On an agenda')
    now = Date.parse('2026-06-24T01:00:00Z')
    expect(await send()).toEqual(new Map())
    const further = { ...other, key: 'f', position: 3, title: 'More weirs' }
    await importAll([...published, further as ImportRecord])
    expect((await send()).get(address)?.subject).toContain('1 new')
  })

  it('comes once though the clock of the machine was wrong', async () => {
    const address = await follow('/search?q=weirs')
    now += dayMs
    await importAll(published)
    expect([...(await send()).keys()]).toEqual([address])
    now -= dayMs
    await importAll(changed(published, 'meeting', 'm', { start_time: '19:00' }))
    expect((await send()).get(address)?.text).toContain('7:00 p.m. · Town Hall')
    const late = await follow('/search?q=lamps')
    now -= 3 * hourMs
    await importAll(changed(published, 'meeting', 'm', { start_time: '20:00' }))
    expect([...(await send()).keys()]).toEqual([address, late])
    now += dayMs
    expect(await send()).toEqual(new Map())
  })

  it('of a council without a record is not sent by its first import, and by the next one is', async () => {
    await addMunicipality(service.writing, otherTown, clock)
    const [municipality, feed] = [otherTown.slug, '/search?q=weirs']
    const address = await follow(feed, { municipality })
    const ticking = { now: () => (now += 1), monotonic: () => 0 }
    const importOther = (all: ImportRecord[]) =>
      importRecords(service, all, { slug: municipality, clock: ticking })
    await importOther(published)
    expect(await send()).toEqual(new Map())
    await importOther(changed(published, 'meeting', 'm', { start_time: '19:00' }))
    expect((await send()).get(address)?.subject).toContain('1 changed')
  })

  it('is not written with words that the record had before', async () => {
    const address = await follow('/search?q=weirs')
    await importAll(published)
    now += hourMs + 1
    const { writing, url: siteUrl } = service
    const readBefore = async (feed: AlertFeed) => {
      const found = await readFeed(feed)
      await importAll(changed(published, 'meeting', 'm', { location: 'Library' }))
      return found
    }
    const options = { writing, clock, key, siteUrl, sender }
    expect(await writeDigests({ ...options, readFeed: readBefore })).toBe(0)
    expect((await send()).get(address)?.text).toContain('6:00 p.m. · Library')
  })

  it('in French is in French', async () => {
    const address = await follow('/search?q=weirs', { language: 'fr-CA' })
    await importAll(published)
    const email = (await send()).get(address)
    expect(email?.subject).toBe(
      'Ville de Pemberley\u00a0: «\u00a0weirs\u00a0» – 1 à l’ordre du jour de mardi',
    )
    expect(email?.text).toContain('mardi 23 juin 2026, 18\u00a0h · Town Hall')
  })
})

describe('an alert of a page that is gone', () => {
  const feed = '/matters/r-1'
  const others = Array.from({ length: 3 }, (_, n) => ({
    ...{ kind: 'matter', key: `other-${n}`, identifier: `R-1${n}`, title: 'Lamps' },
  }))
  const announced = records(meeting, ...others)
  const withoutMatter = () =>
    importRecords(service, without(announced, 'w'), { clock, prune: true })
  beforeEach(() => importAll(announced))

  it('says so after a week, once, and goes on when the page is back', async () => {
    const address = await follow(feed)
    await withoutMatter()
    expect(await send()).toEqual(new Map())
    now += 6 * dayMs
    expect(await send()).toEqual(new Map())
    now += dayMs
    const email = (await send()).get(address)
    expect(email?.subject).toMatch(/^Not here any more: .*Weirs on the brook/)
    expect(email?.text).toContain('so there is no more to send')
    expect(email?.text).toContain('/alerts/u/')
    now += 30 * dayMs
    expect(await send()).toEqual(new Map())
    await importAll(records(meeting, ...others, item, { ...motion, result: 'Carried' }))
    expect((await send()).get(address)?.text).toContain('Carried')
  })

  it('says nothing of one that was missing for a while', async () => {
    await follow(feed)
    await withoutMatter()
    await send()
    now += 6 * dayMs
    await importAll(announced)
    await send()
    await withoutMatter()
    now += 2 * dayMs
    expect(await send()).toEqual(new Map())
  })

  it('says so beside the news of others, and of a council', async () => {
    const address = await follow('/search?q=weirs', { municipality: 'nowhere' })
    await send()
    const { db } = service.writing
    const own = await findByAddress(db, address)
    now += 7 * dayMs
    const other = await follow('/search?q=weirs')
    const also = await findByAddress(db, other)
    await db
      .updateTable('alerts')
      .set({ subscriber_id: own?.id ?? 0 })
      .where('subscriber_id', '=', also?.id ?? 0)
      .execute()
    await importAll(changed(published, 'meeting', 'm', { date: '2026-07-21' }))
    const email = (await send()).get(address)
    expect(email?.subject).toContain('1 on the agenda of July 21')
    expect(email?.text).toMatch(/On an agenda.*so there is no more to send/s)
  })
})
