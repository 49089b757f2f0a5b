import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapi } from '../support/openapi/check-response.ts'
import { ocdLists } from '../support/service/endpoints.ts'
import { expectDetail } from '../support/service/expect.ts'
import {
  readDetails,
  readList,
  readOcdDetails,
  readOcdList,
} from '../support/service/read-lists.ts'
import type { Json, Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

// Every response is compared with openapi.json, which lists each field: none may be missing, have another type, or be
// added. So it is enough to compare openapi.json with the contract here, and values with the record.

const { schemas } = openapi.components as { schemas: Record<string, Json> }
const contract = readFileSync('docs/reference/contract.md', 'utf8')

/** The schema of a section's table, and the one whose fields it also has. */
const sections: [section: string, schema: string, base?: string][] = [
  ['2.2', 'MeetingItem'],
  ['2.3', 'MeetingDetail', 'MeetingItem'],
  ['2.4', 'PersonItem'],
  ['2.5', 'PersonDetail', 'PersonItem'],
  ['2.6', 'SearchItem'],
  ['2.8', 'KeyCheck'],
  ['2.11', 'OcdPerson'],
]

/** The fields of a section with the words for their types. */
function fieldsIn(section: string): [name: string, type: string][] {
  const [, text = ''] = contract.split(`\n### ${section} `)
  const [table = ''] = text.split('\n#')
  const rows = [...table.matchAll(/^\| (\w+) \| ([^|]+) \|/gm)]
  return rows.slice(1).map(([, name = '', type = '']) => [name, type])
}

/** A schema without null and references, and that of the elements of a list. */
function resolved(schema: Json): Json {
  if (schema.$ref !== undefined) return resolved(schemas[schema.$ref.replace(/.*\//, '')])
  const [value] = schema.anyOf?.filter(({ type }: Json) => type !== 'null') ?? []
  return value === undefined ? schema : resolved(value)
}

function typesOf(schema: Json): string[] {
  return [resolved(schema).type].flat()
}

describe('the fields of openapi.json', () => {
  it.each(sections)('%s: are those of the contract, with its types: %s', (section, name, base) => {
    const schema = schemas[name]
    const fields = fieldsIn(section)
    expect(fields.length).toBeGreaterThan(1)
    for (const [field, type] of fields) {
      expect(schema.required, field).toContain(field)
      const property = schema.properties[field]
      expect([...typesOf(property), 'null'], field).toContain(type.split(/\W/, 1)[0])
      const inside = [...type.matchAll(/`(\w+)`/g)].map(([, inner]) => inner)
      const parent = resolved(property)
      const names = (parent.items === undefined ? parent : resolved(parent.items)).required
      if (inside.length > 0) expect(names, field).toEqual(expect.arrayContaining(inside))
    }
    const shared = base === undefined ? [] : Object.entries(schemas[base].properties)
    for (const [field, property] of shared) {
      const { description: _, examples: __, ...expected } = property as Json
      expect(schema.properties[field], field).toMatchObject(expected)
    }
  })

  it('2.5: voting_summary has integers only', () => {
    const { properties } = schemas.VotingSummary
    expect(Object.values(properties).flatMap((one) => typesOf(one))).toEqual(
      Array(4).fill('integer'),
    )
  })
})

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('meetings', () => {
  it('2.2: has_agenda, has_minutes and has_transcript are those of the record', async () => {
    const items = await readList(service, 'meetings')
    const at = (date: string) => items.find((item) => item.date === date)
    expect(at('2024-01-01')).toMatchObject({ has_minutes: true, has_transcript: true })
    expect(at('2024-01-06')).toMatchObject({ has_minutes: false, has_transcript: false })
    expect(at('2024-07-01')).toMatchObject({ has_agenda: false })
  })

  it('2.2: organization is the name of the body, or null if unknown', async () => {
    const names = new Set((await readList(service, 'meetings')).map((item) => item.organization))
    expect(names).toEqual(new Set(['Town Council', 'Parks Committee', null]))
  })

  it('2.3: every detail repeats its list item; all but two have a chair, with slug and name', async () => {
    const all = await readDetails(service, 'meetings')
    const items = await readList(service, 'meetings')
    expect(all).toEqual(items.map((item) => expect.objectContaining(item)))
    expect(all.filter(({ chair }) => chair === null)).toHaveLength(2)
    for (const part of ['agenda_items', 'motions', 'attendance', 'speaking_time', 'documents'])
      expect(all.flatMap((meeting) => meeting[part]).length, part).toBeGreaterThan(0)
  })

  it('2.3: start_time has the UTC offset of the municipality on that day, in winter and in summer', async () => {
    const winter = expectDetail(await service.v1('meetings/2024-01-01-regular-council'))
    const summer = expectDetail(await service.v1('meetings/2024-07-01-special-council'))
    expect(winter.start_time).toBe('2024-01-01T19:00:00-08:00')
    expect(summer.start_time).toBe('2024-07-01T09:30:00-07:00')
  })

  it('2.3: status is scheduled, completed or cancelled', async () => {
    const statuses = (await readDetails(service, 'meetings')).map((meeting) => meeting.status)
    expect(new Set(statuses)).toEqual(new Set(['scheduled', 'completed', 'cancelled']))
  })

  it('2.3: unknown values are null, not empty', async () => {
    const bare = expectDetail(await service.v1('meetings/2024-07-01-special-council-2'))
    expect(bare).toMatchObject({
      type: null,
      organization: null,
      organization_slug: null,
      summary: null,
      location: null,
      video_url: null,
      minutes_url: null,
      agenda_url: null,
      video_duration_seconds: null,
      chair: null,
      source_url: null,
      agenda_items: [],
      motions: [],
      attendance: [],
      speaking_time: [],
      documents: [],
    })
  })
})

describe('people', () => {
  it('2.4: is_current_councillor: an open membership, today, in the council of the municipality', async () => {
    const people = await readList(service, 'people')
    const current = people.filter((person) => person.is_current_councillor)
    expect(current.map((person) => person.slug).sort()).toEqual([
      'lukasz-zak',
      'stephanie-roy',
      'vera-ng',
    ])
  })

  it('2.4: party is null, or that of the source', async () => {
    const people = await readList(service, 'people')
    expect(people.filter((person) => person.party !== null)).toMatchObject([
      { slug: 'vera-ng', party: 'Lake Alliance', image_url: 'https://pemberley.example/ng.jpg' },
    ])
  })

  it('2.5: memberships have the body, the role and the dates', async () => {
    const all = (await readDetails(service, 'people')).flatMap((person) => person.memberships)
    expect(all).toContainEqual({
      organization_name: 'Town Council',
      organization_slug: 'town-council',
      role: 'Mayor',
      label: null,
      start_date: '2022-11-01',
      end_date: null,
      ended: false,
    })
  })

  it('2.5: the numbers of voting_summary add up', async () => {
    const all = (await readDetails(service, 'people')).map((person) => person.voting_summary)
    for (const votes of all)
      expect(votes.total_votes).toBe(votes.votes_for + votes.votes_against + votes.abstentions)
    expect(all.some((votes) => votes.total_votes > 0)).toBe(true)
  })

  it('2.5: voting_summary, attendance and speaking time are the sums over motions and meetings', async () => {
    const person = expectDetail(await service.v1('people/vera-ng'))
    const motions = await readDetails(service, 'motions')
    const cast = motions
      .flatMap((motion) => motion.votes)
      .filter((vote) => vote.person_slug === 'vera-ng')
      .map((vote) => vote.vote_value)
    expect(person.voting_summary).toMatchObject({
      votes_for: cast.filter((value) => value === 'For').length,
      votes_against: cast.filter((value) => value === 'Against').length,
      abstentions: cast.filter((value) => value === 'Abstain').length,
    })
    const roy = expectDetail(await service.v1('people/stephanie-roy'))
    expect(roy.attendance_summary).toEqual({ meetings: 45, present: 23, absent: 22 })
    const spoken = Array.from({ length: 15 }, (_, n) => 60 + 3 * n).reduce((a, b) => a + b)
    expect(person.speaking_time).toEqual({ seconds: spoken, meetings: 15 })
  })
})

describe('matters and by-laws', () => {
  it('2.7: a list shows at most 200 characters of a description', async () => {
    const items = await readList(service, 'matters')
    const lengths = items.map((item) => [...(item.description ?? '')].length)
    expect(Math.max(...lengths)).toBe(200)
  })

  it('2.7: the detail of a matter has its agenda items, newest first, and motions', async () => {
    const all = await readDetails(service, 'matters')
    for (const { agenda_items: timeline } of all) {
      const dates = timeline.map((item: { meeting_date: string }) => item.meeting_date)
      expect(dates).toEqual([...dates].sort().reverse())
    }
    expect(all.flatMap((matter) => matter.agenda_items)).toHaveLength(45)
    expect(all.flatMap((matter) => matter.motions)).not.toEqual([])
  })

  it('2.7: a detail has the full description and the by-law that resulted from it, or null', async () => {
    const matter = expectDetail(await service.v1('matters/rpt-2024-000'))
    expect(matter.description).toHaveLength('Rezoning of the lakeshore. '.length + 8 * 60)
    expect(matter.bylaw).not.toBeNull()
    expect(expectDetail(await service.v1('matters/rpt-2023-003')).bylaw).toBeNull()
  })

  it('2.7: a matter that was at no meeting has null dates, unless its source states them', async () => {
    const bare = expectDetail(await service.v1('matters/a-matter-that-no-meeting-saw'))
    expect(bare).toMatchObject({ first_seen: null, last_seen: null, identifier: null })
    const stated = (await readList(service, 'matters')).find((item) => /says when/.test(item.title))
    expect(stated).toMatchObject({ first_seen: '2023-05-01', last_seen: '2024-01-31' })
  })

  it('2.7: a by-law has the matters that led to it, its sponsors and documents', async () => {
    const { matters } = expectDetail(await service.v1('bylaws/by-law-900'))
    expect(matters).toHaveLength(3)
    const { sponsors, documents } = expectDetail(await service.v1('bylaws/by-law-901'))
    expect([sponsors.length, documents.length]).not.toContain(0)
  })

  it('2.7: unknown fields of a by-law are null', async () => {
    const items = await readList(service, 'bylaws')
    const bare = items.find((item) => item.title === 'A by-law of which nothing is known')
    expect(bare).toMatchObject({ bylaw_number: null, status: null, category: null, year: null })
  })
})

describe('motions', () => {
  it('2.7: have a result, and a text of at most 200 characters in a list', async () => {
    const items = await readList(service, 'motions')
    const lengths = items.map((item) => [...(item.text ?? '')].length)
    expect(Math.max(...lengths)).toBe(200)
    const results = new Set(items.map((item) => item.result))
    expect([...results]).toEqual(expect.arrayContaining(['Carried', 'Defeated', null]))
  })

  it('2.7: have votes of six values', async () => {
    const votes = (await readDetails(service, 'motions')).flatMap((motion) => motion.votes)
    const values = ['For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other']
    expect(new Set(votes.map((vote) => vote.vote_value))).toEqual(new Set(values))
  })

  it('2.7: text is the summary if there is one, otherwise the beginning; text_content is the full text', async () => {
    const all = await readDetails(service, 'motions')
    const summarised = all.find((motion) => motion.text === 'Dredge ditch 0.')
    expect(summarised.text_content).toMatch(/^THAT ditch 0 be dredged (with care ){40}\.$/)
    const cut = all.find((motion) => motion.text?.startsWith('THAT ditch 5 '))
    expect(cut.text).toMatch(/…$/)
    expect(cut.text_content.startsWith(cut.text.slice(0, -1))).toBe(true)
  })

  it('2.7: a tally is that of the source, otherwise counted from the votes, otherwise null', async () => {
    const at = async (slug: string) => expectDetail(await service.v1(`motions/${slug}`)).tally
    const none = { abstain: null, absent: null, weighted: null }
    expect(await at('motion-e-1')).toEqual({ for: 3, against: 4, ...none })
    expect(await at('motion-2024-0')).toEqual({
      ...{ for: 1, against: 1, abstain: 1, absent: 1 },
      weighted: null,
    })
    expect(await at('2024-01-06-committee-of-the-whole-motion-1')).toEqual({
      ...{ for: null, against: null },
      ...none,
    })
  })

  it('2.7: a mover who is named but not a known person has a name and no slug', async () => {
    const motion = expectDetail(await service.v1('motions/motion-e-1'))
    expect(motion).toMatchObject({
      mover_name: 'A Stranger',
      mover_slug: null,
      seconder_name: null,
      seconder_slug: null,
      meeting_slug: null,
      meeting_date: '2024-01-31',
      result: 'Lost',
      plain_english_summary: 'It is the only one.',
    })
  })
})

describe('Open Civic Data', () => {
  it('2.11: a person has the values of the record; unknown dates are empty, image and gender null', async () => {
    const people = await readOcdList(service, 'people')
    expect(people.find(({ name }) => name === 'Vera Ng')).toMatchObject({
      sort_name: 'Ng, Vera',
      image: 'https://pemberley.example/ng.jpg',
      gender: 'female',
      birth_date: '1970-02-03',
      death_date: '',
    })
    const bare = people.find(({ name }) => name === 'Old Member')
    expect(bare).toMatchObject({ birth_date: '', death_date: '', image: null, gender: null })
  })

  it('2.11: sort_name is "Family, Given" if the source separates them, otherwise the name', async () => {
    const names = Object.fromEntries(
      (await readOcdList(service, 'people')).map(({ name, sort_name: sort }) => [name, sort]),
    )
    expect(names['Stéphanie Roy']).toBe('Roy, Stéphanie')
    expect(names['Łukasz Żak']).toBe('Łukasz Żak')
  })

  it('2.11: created_at and updated_at are ISO 8601 timestamps', async () => {
    for (const { created_at: made, updated_at: moved } of await readOcdList(service, 'people')) {
      for (const time of [made, moved]) expect(new Date(time).toISOString()).toBe(time)
    }
  })

  it('a person has other names and ways of contact, and the page of the source', async () => {
    const ng = (await readOcdDetails(service, 'people')).find(({ name }) => name === 'Vera Ng')
    expect([ng.other_names.length, ng.contact_details.length]).not.toContain(0)
    expect(ng.sources).toEqual([{ url: 'https://pemberley.example/people/ng', note: '' }])
  })

  it('organizations are council, committees and boards', async () => {
    const list = await readOcdList(service, 'organizations')
    expect(list.map(({ name, classification }) => [name, classification])).toEqual([
      ['Friends of the Lake', ''],
      ['Library Board', 'commission'],
      ['Parks Committee', 'committee'],
      ['Town Council', 'legislature'],
    ])
    const all = await readOcdDetails(service, 'organizations')
    const named = Object.fromEntries(all.map((entity) => [entity.name, entity]))
    expect(named['Parks Committee'].parent_id).toBe(named['Town Council'].id)
    expect(named['Town Council'].children).toEqual([
      { id: named['Parks Committee'].id, name: 'Parks Committee' },
    ])
    expect(named['Town Council'].memberships).not.toEqual([])
    expect(named['Town Council'].links).toEqual([
      { url: 'https://pemberley.example/council', note: '' },
    ])
  })

  it('a bill has actions, sponsorships, abstracts and documents', async () => {
    const all = await readOcdDetails(service, 'bills')
    const { actions, sponsorships, abstracts, documents } = all.find(
      ({ identifier }) => identifier === 'RPT-2024-000',
    )
    for (const parts of [actions, sponsorships, abstracts, documents]) expect(parts).not.toEqual([])
  })

  it('actions of a bill are oldest first, numbered from 0', async () => {
    for (const { actions } of await readOcdDetails(service, 'bills')) {
      const dates = actions.map(({ date }: { date: string }) => date)
      expect(dates).toEqual([...dates].sort())
      expect(actions.map(({ order }: { order: number }) => order)).toEqual([...dates.keys()])
    }
  })

  it('sources are never empty if the source has a page', async () => {
    for (const list of ocdLists) {
      for (const { id, sources } of await readOcdDetails(service, list))
        expect(sources[0].url, id).toMatch(/^https:\/\/pemberley\.example/)
    }
  })
})
