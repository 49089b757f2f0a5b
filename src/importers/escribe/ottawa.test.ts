import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Collected, collectItems } from '../../../test/support/import-items.ts'
import { checkRecord } from '../record-check.ts'
import { escribe } from './index.ts'

// The figures are counted here a second time, by a walk that shares nothing with the source.

const folder = 'data/ottawa-2026'

interface RawMotion {
  motion_text: string
  motion_number: string
  motion_result: string
  motion_moved_by: string
  motion_seconded_by: string
  motion_votes: Partial<Record<'for' | 'against', { councillors: string[]; count: number }>>
  dissent_voters: string[]
}
interface RawItem {
  agenda_item_number: string
  title: string
  description: string
  minutes: string
  attachments: { link: string; attachment_title: string }[]
  motions: RawMotion[]
  sub_agendas_items?: RawItem[]
}
interface RawMinutes {
  source_url: string
  present_attendees: string[]
  absent_attendees: string[]
  agenda_items: { agenda_items: RawItem[] }
}
interface RawMeeting {
  ID: string
  HasAgenda: boolean
  MeetingType: string
  MeetingDocumentLink: { Type: string; Title: string }[]
}

const readJson = (path: string) => JSON.parse(readFileSync(`${folder}/${path}`, 'utf8'))
const minutes: RawMinutes[] = readdirSync(`${folder}/meetings`)
  .sort()
  .map((name) => readJson(`meetings/${name}`))
const calendar = new Map<string, RawMeeting>()
for (const name of readdirSync(`${folder}/calendar`).sort()) {
  for (const entry of readJson(`calendar/${name}`).d as RawMeeting[]) calendar.set(entry.ID, entry)
}
const withDepth = (items: RawItem[], depth: number): { item: RawItem; depth: number }[] =>
  items.flatMap((item) => [{ item, depth }, ...withDepth(item.sub_agendas_items ?? [], depth + 1)])
const rawItems = minutes.flatMap((file) => withDepth(file.agenda_items.agenda_items, 1))
const rawMotions = rawItems.flatMap(({ item }) => item.motions)
const rawText = minutes.map((file) => JSON.stringify(file)).join('\n')

// Every value that stands under `field`, at any depth.
const references = (record: unknown, field: string, kind: string): string[] =>
  [...JSON.stringify(record).matchAll(new RegExp(`"${field}":"([^"]+)"`, 'g'))].map(
    ([, key]) => `${kind} ${key}`,
  )

let ottawa: Collected
beforeAll(async () => {
  ottawa = await collectItems(escribe, folder)
})

describe('the Ottawa record', () => {
  it('is read without a problem, under a name that only this portal has', () => {
    expect(ottawa.problems).toEqual([])
    expect(ottawa.opened).toMatchObject({
      name: 'escribe:pub-ottawa.escribemeetings.com',
      url: 'https://pub-ottawa.escribemeetings.com',
      licence: 'MIT',
      municipality: null,
    })
    expect(ottawa.opened.expected).toBe(ottawa.items.length)
  })

  it('yields only records that keep the contract, each with its file and line', () => {
    for (const { record, where } of ottawa.records) {
      expect(checkRecord(record.kind, record), where).toEqual([])
      expect(where).toMatch(/^(calendar\/|meetings\/|current_councillors)[^:]*\.json:\d+$/)
    }
  })

  it('uses every key of a kind once', () => {
    const keys = ottawa.records.map(({ record }) => `${record.kind} ${record.key}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('refers only to records that it yields', () => {
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
    ])
    expect(referred.length).toBeGreaterThan(3000)
    expect(referred.filter((reference) => !keys.has(reference))).toEqual([])
  })

  it('reads the same twice', async () => {
    expect((await collectItems(escribe, folder)).items).toEqual(ottawa.items)
  })

  it('leaves no markup, no odd space and no blank end in what people read', () => {
    const text = JSON.stringify(ottawa.records.map(({ record }) => record))
    expect(text).not.toMatch(/[\u00a0\u202f\u200b]|&nbsp;|&amp;|<br/)
    for (const item of ottawa.of('agenda_item')) expect(item.title).toBe(item.title.trim())
  })
})

describe('meetings', () => {
  it('are the 70 of the calendar, each once though several files list it', () => {
    expect(calendar.size).toBe(70)
    expect(
      ottawa
        .of('meeting')
        .map(({ key }) => key)
        .sort(),
    ).toEqual([...calendar.keys()].sort())
  })

  it('are held by 29 bodies: one council, committees and boards', () => {
    const types = new Set([...calendar.values()].map((entry) => entry.MeetingType))
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

  it('are cancelled where a notice says so and there are no minutes: 5 of 70', () => {
    const announced = [...calendar.values()].filter((entry) =>
      entry.MeetingDocumentLink.some((link) => /cancel|annulation/i.test(link.Title)),
    )
    const cancelled = ottawa.of('meeting').filter(({ status }) => status === 'cancelled')
    expect(cancelled).toHaveLength(5)
    expect(cancelled.map(({ key }) => key).sort()).toEqual(announced.map(({ ID }) => ID).sort())
    expect(ottawa.of('meeting').filter(({ status }) => status === 'completed')).toHaveLength(65)
  })

  it('have 26 videos, 66 agendas, 39 minutes, and no transcript', () => {
    const linked = (type: string) =>
      [...calendar.values()].filter((entry) =>
        entry.MeetingDocumentLink.some((link) => link.Type === type),
      ).length
    const meetings = ottawa.of('meeting')
    expect(meetings.filter(({ video_url }) => video_url != null)).toHaveLength(26)
    expect(linked('Video')).toBe(26)
    expect(meetings.filter(({ has_agenda }) => has_agenda)).toHaveLength(66)
    expect(meetings.filter(({ agenda_url }) => agenda_url != null)).toHaveLength(linked('Agenda'))
    const ids = new Set(minutes.map((file) => /Id=([0-9a-f-]+)/.exec(file.source_url)?.[1]))
    const published = [...calendar.values()].filter(
      (entry) =>
        ids.has(entry.ID) || entry.MeetingDocumentLink.some(({ Type }) => Type === 'PostMinutes'),
    )
    expect(published).toHaveLength(39)
    expect(meetings.filter(({ has_minutes }) => has_minutes)).toHaveLength(39)
    expect(meetings.filter(({ minutes_url }) => minutes_url != null)).toHaveLength(39)
    expect(meetings.some(({ has_transcript }) => has_transcript)).toBe(false)
  })

  it('keep every document but the video, in its language where the portal tells it', () => {
    const links = [...calendar.values()].flatMap((entry) => entry.MeetingDocumentLink)
    const files = ottawa.of('meeting').flatMap(({ documents }) => documents ?? [])
    const linked = files.filter(({ title }) => title !== 'Minutes')
    expect(linked).toHaveLength(links.filter(({ Type }) => Type !== 'Video').length)
    const counts = (type: string, language: string | null) =>
      linked.filter((file) => file.type === type && (file.language ?? null) === language).length
    expect(counts('agenda', 'en')).toBe(66 + 26)
    expect(counts('agenda', 'fr')).toBe(66)
    expect(counts('agenda_cover', 'en')).toBe(38)
    expect(counts('minutes', 'en')).toBe(34 + 11)
    expect(counts('minutes', 'fr')).toBe(34 + 10)
    expect(counts('notice', null)).toBe(10)
  })

  it('carry the text of the minutes once, as sections in the order of the agenda', () => {
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

  it('list 356 attendances, 343 of them present', () => {
    const rows = ottawa.of('meeting').flatMap(({ attendance }) => attendance ?? [])
    expect(rows).toHaveLength(356)
    expect(rows.filter(({ present }) => present)).toHaveLength(343)
    expect(minutes.flatMap((file) => file.present_attendees)).toHaveLength(343)
    expect(minutes.flatMap((file) => file.absent_attendees)).toHaveLength(13)
  })

  it('keep the local times of the calendar', () => {
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
      expect(rawItems.filter(({ depth }) => depth === level + 1)).toHaveLength(count)
      expect(items.filter(({ key }) => depthOf(key) === level + 1)).toHaveLength(count)
    }
    expect(items).toHaveLength(762)
  })

  it('numbers the positions of each meeting from 1 without a gap, in the order of the file', () => {
    for (const file of minutes) {
      const id = /Id=([0-9a-f-]+)/.exec(file.source_url)?.[1]
      const items = ottawa.of('agenda_item').filter(({ meeting_key }) => meeting_key === id)
      expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
      const raw = withDepth(file.agenda_items.agenda_items, 1)
      const numbers = raw.map(({ item }) => item.agenda_item_number.replace(/\.$/, ''))
      expect(items.map(({ item_number }) => item_number)).toEqual(numbers)
    }
  })

  it('has 691 attachments, each with an address', () => {
    const files = ottawa.of('agenda_item').flatMap(({ documents }) => documents ?? [])
    expect(files).toHaveLength(691)
    expect(rawItems.flatMap(({ item }) => item.attachments)).toHaveLength(691)
    expect(files.every(({ url }) => url?.startsWith('https://pub-ottawa.'))).toBe(true)
  })
})

describe('motions', () => {
  it('are 348: 318 with text, 314 with a result, 100 with a mover, 66 with a seconder, 90 numbered', () => {
    const motions = ottawa.of('motion')
    const raw = (field: 'motion_text' | 'motion_result' | 'motion_moved_by') =>
      rawMotions.filter((motion) => motion[field] !== '').length
    expect([rawMotions.length, motions.length]).toEqual([348, 348])
    expect([raw('motion_text'), motions.filter(({ text }) => text != null).length]).toEqual([
      318, 318,
    ])
    expect([raw('motion_result'), motions.filter(({ result }) => result != null).length]).toEqual([
      314, 314,
    ])
    expect([
      raw('motion_moved_by'),
      motions.filter((each) => each.mover_name != null).length,
    ]).toEqual([100, 100])
    expect(motions.filter(({ seconder_name }) => seconder_name != null)).toHaveLength(66)
    expect(motions.filter(({ identifier }) => identifier != null)).toHaveLength(90)
  })

  it('say Carried, Defeated or Withdrawn where the portal does, and its own words elsewhere', () => {
    const counts: Record<string, number> = {}
    for (const { result } of ottawa.of('motion')) {
      counts[result ?? ''] = (counts[result ?? ''] ?? 0) + 1
    }
    expect(counts).toEqual({
      '': 34,
      Carried: 235,
      'Carried as amended': 18,
      Defeated: 9,
      Received: 50,
      Withdrawn: 2,
    })
  })

  it('keep the 15 roll calls of 236 votes, each equal to its printed counts', () => {
    const rawCalls = rawMotions.filter((motion) => motion.motion_votes.for !== undefined)
    expect(rawCalls).toHaveLength(15)
    const calls = ottawa.of('motion').filter((motion) => motion.tally?.for != null)
    expect(calls).toHaveLength(15)
    expect(calls.flatMap(({ votes }) => votes ?? [])).toHaveLength(236)
    for (const { tally, votes } of calls) {
      const count = (value: string) => votes?.filter((vote) => vote.value === value).length
      expect([count('For'), count('Against')]).toEqual([tally?.for, tally?.against])
    }
  })

  it('take named dissents as votes against, and count nothing from them', () => {
    const dissents = ottawa
      .of('motion')
      .filter(({ votes }) => votes?.some(({ reason }) => reason === 'Dissent'))
    const whole = rawMotions.filter(
      ({ dissent_voters }) => dissent_voters.length > 0 && !dissent_voters.includes('3'),
    )
    expect(dissents.map(({ votes }) => votes?.map(({ name }) => name))).toEqual(
      whole.map(({ dissent_voters }) => dissent_voters),
    )
    expect(dissents.flatMap(({ votes }) => votes ?? [])).toHaveLength(9)
    for (const { tally, votes } of dissents) {
      expect(votes?.every(({ value }) => value === 'Against')).toBe(true)
      expect(tally).toEqual({ for: null, against: null, abstain: null, absent: null })
    }
  })
})

describe('matters', () => {
  const numbers = new Set(rawText.match(/ACS\d{4}-[A-Z]+-[A-Z]+-\d+/g))

  it('are the 128 City reports that an item carries; 5 more of the 133 are only mentioned', () => {
    expect(numbers.size).toBe(133)
    const carried = new Set(
      rawItems.flatMap(
        ({ item }) => item.description.match(/ACS\d{4}-[A-Z]+-[A-Z]+-\d+/)?.[0] ?? [],
      ),
    )
    const matters = ottawa.of('matter').map(({ key }) => key)
    expect(matters.filter((key) => key.startsWith('ACS')).sort()).toEqual([...carried].sort())
    expect(carried.size).toBe(128)
    const mentioned = [...numbers].filter((number) => !carried.has(number)).sort()
    expect(mentioned).toEqual([
      'ACS2025-SI-HSI-0010',
      'ACS2026-CSS-GEN-003',
      'ACS2026-EPS-OFS-0001',
      'ACS2026-PDB-PS-0039',
      'ACS2026-PDB-PSX-00110',
    ])
  })

  it('are also the 11 reports that the library board numbers in its own way', () => {
    const board = rawItems.flatMap(
      ({ item }) => /^File Number: (OPLB\S+)/.exec(item.description)?.[1] ?? [],
    )
    const matters = ottawa.of('matter').map(({ key }) => key)
    expect(matters.filter((key) => key.startsWith('OPLB'))).toEqual(board)
    expect(board).toHaveLength(11)
    expect(matters).toHaveLength(139)
  })

  it('are titled as the earliest item that carries the number', () => {
    const matter = ottawa.of('matter').find(({ key }) => key === 'ACS2026-PMFS-PWD-0001')
    expect(matter?.title).toBe('Bytown 200 Celebrations – Tree Planting Feasibility')
    const carriers = ottawa.of('agenda_item').filter(({ matter_key }) => matter_key === matter?.key)
    expect(carriers).toHaveLength(2)
  })
})

describe('by-laws', () => {
  it('are the 99 that three motions list and the 3 that confirm a meeting, all passed', () => {
    const lists = rawMotions.filter(({ motion_text }) =>
      motion_text.includes('Three Readings, be read'),
    )
    const listed = lists.flatMap(
      ({ motion_text }) => motion_text.match(/\d{4}-\d{3}(?=[\s\u00a0]+A [Bb]y-?law)/g) ?? [],
    )
    const bylaws = ottawa.of('bylaw')
    expect(bylaws.flatMap(({ bylaw_number }) => bylaw_number ?? [])).toEqual(
      expect.arrayContaining(listed),
    )
    expect(listed).toHaveLength(99)
    expect(bylaws).toHaveLength(102)
    expect(bylaws.every(({ status }) => status === 'Passed')).toBe(true)
    const confirming = bylaws.filter(({ bylaw_number }) => bylaw_number === null)
    expect(confirming.map(({ description }) => description)).toEqual([
      'To confirm the proceedings of the Council meeting of April 22, 2026.',
      'To confirm the proceedings of the Council meeting of May 13, 2026.',
      'To confirm the proceedings of the Council meeting of May 27, 2026.',
    ])
  })

  it('end where the next one begins, and make nothing of the older by-laws that their titles name', () => {
    const bylaws = ottawa.of('bylaw')
    const titles = bylaws
      .filter(({ bylaw_number }) => bylaw_number !== null)
      .map(({ title }) => title)
    expect(titles.every((title) => /^A [Bb]y-?law /.test(title))).toBe(true)
    expect(titles.every((title) => title.match(/A [Bb]y-?law of/g)?.length === 1)).toBe(true)
    expect(bylaws.some(({ bylaw_number }) => bylaw_number === '2021-183')).toBe(false)
    expect(bylaws.find(({ key }) => key === '2026-199')).toMatchObject({ year: 2026 })
    expect(bylaws.find(({ key }) => key === '2026-199')?.title).toMatch(/by-law 2025-145\.$/)
  })
})
