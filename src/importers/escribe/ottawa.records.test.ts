import { beforeAll, describe, expect, it } from 'vitest'
import { type Collected, collectItems } from '../../../test/support/imports/collect-items.ts'
import { itemsOf, rawMeetings, rawMinutes } from '../../../test/support/ottawa/raw.ts'
import { ottawaFolder } from '../../../test/support/ottawa/service.ts'
import { checkRecord } from '../record-check.ts'
import { escribe } from './index.ts'

// The expected counts come from the raw files, without the code of the source.

const rawItems = rawMinutes.flatMap(itemsOf)

// The values of `field` at any depth.
const references = (record: unknown, field: string, kind: string): string[] =>
  [...JSON.stringify(record).matchAll(new RegExp(`"${field}":"([^"]+)"`, 'g'))].map(
    ([, key]) => `${kind} ${key}`,
  )

let ottawa: Collected
beforeAll(async () => {
  ottawa = await collectItems(escribe, ottawaFolder)
})

describe('the Ottawa record', () => {
  it('has no errors, and a source name that is unique to its portal', () => {
    expect(ottawa.errors).toEqual([])
    expect(ottawa.opened).toMatchObject({
      name: 'escribe:pub-ottawa.escribemeetings.com',
      url: 'https://pub-ottawa.escribemeetings.com',
      licence: 'MIT, Copyright (c) 2026 Sonal Ranjit',
      municipality: null,
    })
    expect(ottawa.opened.expected).toBe(ottawa.items.length)
  })

  it('has only valid records, each with its file and line', () => {
    for (const { record, location } of ottawa.records) {
      expect(checkRecord(record.kind, record), location).toEqual([])
      expect(location).toMatch(/^(calendar\/|meetings\/|current_councillors)[^:]*\.json:\d+$/)
    }
  })

  it('has no declaration of interest, as every meeting says that there is none', () => {
    const said = rawItems.filter(({ item: { title } }) =>
      /^Declarations? of Interest/.test(title ?? ''),
    )
    expect(said).toHaveLength(33)
    expect(ottawa.of('declaration')).toEqual([])
    expect(ottawa.warnings.filter(({ reason }) => /stays a text/.test(reason))).toEqual([])
  })

  it('uses every key of a kind once', () => {
    const keys = ottawa.records.map(({ record }) => `${record.kind} ${record.key}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('refers only to its own records', () => {
    const keys = new Set(ottawa.records.map(({ record }) => `${record.kind} ${record.key}`))
    const referred = ottawa.records.flatMap(({ record }) => [
      ...references(record, 'person_key', 'person'),
      ...references(record, 'chair_key', 'person'),
      ...references(record, 'mover_key', 'person'),
      ...references(record, 'seconder_key', 'person'),
      ...references(record, 'organization_key', 'organization'),
      ...references(record, 'meeting_key', 'meeting'),
      ...references(record, 'agenda_item_key', 'agenda_item'),
      ...references(record, 'parent_key', 'agenda_item'),
      ...references(record, 'matter_key', 'matter'),
      ...('bylaw_keys' in record ? (record.bylaw_keys ?? []) : []).map((key) => `bylaw ${key}`),
    ])
    expect(referred.length).toBeGreaterThan(3000)
    expect(referred.filter((reference) => !keys.has(reference))).toEqual([])
  })

  it('is the same when read twice', async () => {
    expect((await collectItems(escribe, ottawaFolder)).items).toEqual(ottawa.items)
  })

  it('has no markup, odd spaces or trailing blanks in its texts', () => {
    const text = JSON.stringify(ottawa.records.map(({ record }) => record))
    expect(text).not.toMatch(/[\u00a0\u202f\u200b]|&nbsp;|&amp;|<br/)
    for (const item of ottawa.of('agenda_item')) expect(item.title).toBe(item.title.trim())
  })
})

describe('meetings', () => {
  it('are the 70 of the calendars, each once although several files list it', () => {
    expect(rawMeetings.length).toBe(70)
    expect(
      ottawa
        .of('meeting')
        .map(({ key }) => key)
        .sort(),
    ).toEqual(rawMeetings.map(({ ID }) => ID).sort())
  })

  it('are held by 29 bodies: one council, committees and boards', () => {
    const types = new Set(rawMeetings.map((entry) => entry.MeetingType))
    const bodies = ottawa.of('organization')
    expect(bodies.map(({ name }) => name).sort()).toEqual([...types].sort())
    expect(bodies).toHaveLength(29)
    const named = (classification: string) =>
      bodies.filter((body) => body.classification === classification).map(({ name }) => name)
    expect(named('council')).toEqual(['City Council'])
    expect(named('board')).toEqual([
      'Board of Health',
      'Ottawa Investment Board',
      'Ottawa Police Service Board',
      'Ottawa Public Library Board',
    ])
    expect(named('committee')).toHaveLength(24)
  })

  it('are cancelled if a notice announces it and there are no minutes: 5 of 70', () => {
    const announced = rawMeetings.filter((entry) =>
      entry.MeetingDocumentLink.some((link) => /cancel|annulation/i.test(link.Title)),
    )
    const cancelled = ottawa.of('meeting').filter(({ status }) => status === 'cancelled')
    expect(cancelled).toHaveLength(5)
    expect(cancelled.map(({ key }) => key).sort()).toEqual(announced.map(({ ID }) => ID).sort())
    expect(ottawa.of('meeting').filter(({ status }) => status === 'completed')).toHaveLength(65)
  })

  it('have 26 videos, 66 agendas, 39 minutes, and no transcript', () => {
    const symlinkReason = (type: string) =>
      rawMeetings.filter((entry) => entry.MeetingDocumentLink.some((link) => link.Type === type))
        .length
    const meetings = ottawa.of('meeting')
    expect(meetings.filter(({ video_url }) => video_url != null)).toHaveLength(26)
    expect(symlinkReason('Video')).toBe(26)
    expect(meetings.filter(({ has_agenda }) => has_agenda)).toHaveLength(66)
    expect(meetings.filter(({ agenda_url }) => agenda_url != null)).toHaveLength(
      symlinkReason('Agenda'),
    )
    const ids = new Set(rawMinutes.map((file) => /Id=([0-9a-f-]+)/.exec(file.source_url)?.[1]))
    const published = rawMeetings.filter(
      (entry) =>
        ids.has(entry.ID) || entry.MeetingDocumentLink.some(({ Type }) => Type === 'PostMinutes'),
    )
    expect(published).toHaveLength(39)
    expect(meetings.filter(({ has_minutes }) => has_minutes)).toHaveLength(39)
    expect(meetings.filter(({ minutes_url }) => minutes_url != null)).toHaveLength(39)
    expect(meetings.some(({ has_transcript }) => has_transcript)).toBe(false)
  })

  it('have every document except the video, with its language if the portal gives it', () => {
    const links = rawMeetings.flatMap((entry) => entry.MeetingDocumentLink)
    const files = ottawa.of('meeting').flatMap(({ documents }) => documents ?? [])
    const symlinkReason = files.filter(({ title }) => title !== 'Minutes')
    expect(symlinkReason).toHaveLength(links.filter(({ Type }) => Type !== 'Video').length)
    const counts = (type: string, language: string | null) =>
      symlinkReason.filter((file) => file.type === type && (file.language ?? null) === language)
        .length
    expect(counts('agenda', 'en')).toBe(66 + 26)
    expect(counts('agenda', 'fr')).toBe(66)
    expect(counts('agenda_cover', 'en')).toBe(38)
    expect(counts('minutes', 'en')).toBe(34 + 11)
    expect(counts('minutes', 'fr')).toBe(34 + 10)
    expect(counts('notice', null)).toBe(10)
  })

  it('have the text of the minutes once, as sections in the order of the agenda', () => {
    const sections = ottawa
      .of('meeting')
      .flatMap(({ documents }) => (documents ?? []).flatMap((file) => file.sections ?? []))
    expect(sections).toHaveLength(rawItems.filter(({ item }) => item.minutes.trim() !== '').length)
    expect(sections).toHaveLength(268)
    const council = ottawa
      .of('meeting')
      .find(({ title, date }) => title === 'City Council' && date === '2026-04-22')
    const held = (council?.documents ?? []).filter((file) => file.sections !== undefined)
    expect(held.map(({ url, language }) => ({ url, language }))).toEqual([
      { url: council?.minutes_url, language: 'en' },
    ])
    expect(held[0]?.sections?.[0]?.title).toBe('1 Call to order and moment of reflection')
  })

  it('have 356 attendances, 343 of them present', () => {
    const rows = ottawa.of('meeting').flatMap(({ attendance }) => attendance ?? [])
    expect(rows).toHaveLength(356)
    expect(rows.filter(({ present }) => present)).toHaveLength(343)
    expect(rawMinutes.flatMap((file) => file.present_attendees)).toHaveLength(343)
    expect(rawMinutes.flatMap((file) => file.absent_attendees)).toHaveLength(13)
  })

  it('have the local times of the calendar', () => {
    const meeting = ottawa.of('meeting').find(({ date }) => date === '2026-03-27')
    expect(meeting).toMatchObject({
      start_time: '10:00',
      end_time: '11:00',
      location: 'Electronic Participation',
    })
  })
})

describe('the agenda', () => {
  it('has 762 items on three levels: 393, 340 and 29', () => {
    const items = ottawa.of('agenda_item')
    const parents = new Map(items.map((item) => [item.key, item.parent_key ?? null]))
    const depthOf = (key: string | null): number =>
      key === null ? 0 : 1 + depthOf(parents.get(key) ?? null)
    for (const [level, count] of [393, 340, 29].entries()) {
      expect(rawItems.filter((rawItem) => rawItem.level === level + 1)).toHaveLength(count)
      expect(items.filter(({ key }) => depthOf(key) === level + 1)).toHaveLength(count)
    }
    expect(items).toHaveLength(762)
  })

  it('numbers the positions of each meeting from 1 without a gap, in the order of the file', () => {
    for (const file of rawMinutes) {
      const id = /Id=([0-9a-f-]+)/.exec(file.source_url)?.[1]
      const items = ottawa.of('agenda_item').filter(({ meeting_key }) => meeting_key === id)
      expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
      const raw = itemsOf(file)
      const numbers = raw.map(({ item }) => item.agenda_item_number.replace(/\.$/, ''))
      expect(items.map(({ item_number }) => item_number)).toEqual(numbers)
    }
  })

  it('has 691 attachments, each with a URL', () => {
    const files = ottawa.of('agenda_item').flatMap(({ documents }) => documents ?? [])
    expect(files).toHaveLength(691)
    expect(rawItems.flatMap(({ item }) => item.attachments)).toHaveLength(691)
    expect(files.every(({ url }) => url?.startsWith('https://pub-ottawa.'))).toBe(true)
  })
})
