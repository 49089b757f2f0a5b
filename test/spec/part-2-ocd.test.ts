import { v5 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jurisdictionIdOf, ocdId, uuidV5 } from '../../src/core/ocd-id.ts'
import type { ImportRecord } from '../../src/importers/records.ts'
import { townWithEdges } from '../support/edges.ts'
import { ocdLists } from '../support/endpoints.ts'
import { walkList, walkOcd } from '../support/pages.ts'
import { type Service, startService } from '../support/service.ts'
import { expectAll, expectFields, type FieldChecks } from '../support/shapes.ts'
import { sourceOf, town } from '../support/town.ts'

// The namespace, written as the UUID that it is.
const namespace = '6f1f5d0c-9c4e-5f6e-a2b0-8d1c3f7b7a54'
const jurisdiction = 'ocd-jurisdiction/country:ca/csd:9900001/government'
const uuid5 = '[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(townWithEdges()) })
})
afterAll(() => service.stop())

/** Every detail of an OCD list. */
async function details(list: string) {
  const found = []
  for (const { id } of await walkOcd(service, list)) {
    found.push((await service.ocd(`${list}/${id}`)).json)
  }
  return found
}

describe('2.10: OCD identifiers', () => {
  it('2.10: a division is ocd-division/country:ca/csd:<csd_code>', async () => {
    const [found] = await details('jurisdictions')
    expect(found.division_id).toBe('ocd-division/country:ca/csd:9900001')
    expect(found.division).toEqual({ id: found.division_id, name: town.name })
  })

  it('2.10: a jurisdiction is ocd-jurisdiction/country:ca/csd:<csd_code>/government', async () => {
    const [found] = await details('jurisdictions')
    expect(found.id).toBe(jurisdiction)
    expect(jurisdictionIdOf('ocd-division/country:us/state:ny/place:new_york')).toBe(
      'ocd-jurisdiction/country:us/state:ny/place:new_york/government',
    )
  })

  for (const [list, type] of [
    ['people', 'person'],
    ['organizations', 'organization'],
    ['events', 'event'],
    ['bills', 'bill'],
    ['votes', 'vote'],
  ] as const) {
    it(`2.10: ${list} have ids of the shape ocd-${type}/<uuid>, of version 5, each another`, async () => {
      const ids: string[] = (await walkOcd(service, list)).map((entity) => entity.id)
      const pattern = new RegExp(`^ocd-${type}/${uuid5}$`)
      expect(ids.filter((id) => !pattern.test(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThan(3)
    })

    it(`2.10: ids of ${list} are derived from the primary key with one fixed namespace, by RFC 9562`, async () => {
      const kind = { event: 'meeting', bill: 'matter', vote: 'motion' }[type as string] ?? type
      const keys = townWithEdges().filter((record: ImportRecord) => record.kind === kind)
      const wanted = keys.map(
        ({ key }) => `ocd-${type}/${v5(`${jurisdiction}:${type}:town:${key}`, namespace)}`,
      )
      const ids: string[] = (await walkOcd(service, list)).map((entity) => entity.id)
      expect([...ids].sort()).toEqual([...wanted].sort())
    })
  }

  it('2.10: the UUID is version 5 (SHA-1, name-based) for any name, as another implementation makes it', () => {
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
    const bytes = Buffer.from(dns.replaceAll('-', ''), 'hex')
    for (const name of ['', 'www.example.com', 'é', 'ᐊᓄᕌᖅ', '🏛', 'x'.repeat(5000)]) {
      expect(uuidV5(name, bytes)).toBe(v5(name, dns))
      expect(uuidV5(name)).toBe(v5(name, namespace))
    }
  })

  it('2.10: the same entity always yields the same OCD id, another one another', () => {
    const record = { jurisdictionId: jurisdiction, source: 'town', key: 'p-ng' }
    expect(ocdId('person', record)).toBe(ocdId('person', { ...record }))
    const others = [
      ocdId('organization', record),
      ocdId('person', { ...record, key: 'p-roy' }),
      ocdId('person', { ...record, source: 'village' }),
      ocdId('person', { ...record, jurisdictionId: 'ocd-jurisdiction/country:ca/government' }),
    ]
    expect(new Set([...others, ocdId('person', record)]).size).toBe(5)
  })

  it('2.10: the same entity yields the same OCD id from a database that was built anew', async () => {
    const again = await startService({ source: sourceOf(townWithEdges().reverse()) })
    try {
      for (const list of ocdLists) {
        const ids = async (of: Service) => (await walkOcd(of, list)).map(({ id }) => id).sort()
        expect(await ids(again)).toEqual(await ids(service))
      }
    } finally {
      await again.stop()
    }
  })

  it('2.10: the municipality is the one jurisdiction', async () => {
    const all = await walkOcd(service, 'jurisdictions')
    expect(all.map(({ id, name }) => [id, name])).toEqual([[jurisdiction, town.name]])
  })

  for (const [v1, ocd, same] of [
    ['people', 'people', ['name', 'name']],
    ['meetings', 'events', ['title', 'name']],
    ['matters', 'bills', ['title', 'title']],
  ] as const) {
    it(`2.10: each of v1 ${v1} is one of OCD ${ocd}, in the same order`, async () => {
      const native = (await walkList(service, v1)).map((item) => item[same[0]])
      const civic = (await walkOcd(service, ocd)).map((entity) => entity[same[1]])
      expect(civic).toEqual(native)
    })
  }

  it('2.10: each motion is a vote, in the same order', async () => {
    const native = (await walkList(service, 'motions')).map((item) => item.meeting_date ?? '')
    const civic = (await walkOcd(service, 'votes')).map((vote) => vote.start_date)
    expect(civic).toEqual(native)
  })

  it('2.10: the organizations seen via meetings are the organizations', async () => {
    const seen = new Set((await walkList(service, 'meetings')).map((item) => item.organization))
    seen.delete(null)
    const names = (await walkOcd(service, 'organizations')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...seen]))
    expect(names).toHaveLength(4)
  })
})

const stamps = { created_at: 'moment', updated_at: 'moment' } as const
const person: FieldChecks = {
  id: 'string',
  name: 'string',
  sort_name: 'string',
  image: 'string?',
  gender: 'string?',
  birth_date: 'string',
  death_date: 'string',
  ...stamps,
}
const link: FieldChecks = { url: 'string', note: 'string' }
const membership: FieldChecks = {
  person_id: 'string',
  person_name: 'string',
  organization_id: 'string',
  organization_name: 'string',
  role: 'string',
  label: 'string',
  start_date: 'string',
  end_date: 'string',
}

describe('2.11: OCD person record', () => {
  it('2.11: id, name, sort_name, image, gender, birth_date, death_date, created_at, updated_at', async () => {
    const people = await walkOcd(service, 'people')
    expectAll(people, person)
    const ng = people.find(({ name }) => name === 'Vera Ng')
    expect(ng).toMatchObject({
      sort_name: 'Ng, Vera',
      image: 'https://pemberley.example/ng.jpg',
      gender: 'female',
      birth_date: '1970-02-03',
      death_date: '',
    })
  })

  it('2.11: birth_date and death_date may be empty; image and gender may be null', async () => {
    const people = await walkOcd(service, 'people')
    const bare = people.find(({ name }) => name === 'Old Member')
    expect(bare).toMatchObject({ birth_date: '', death_date: '', image: null, gender: null })
  })

  it('2.11: sort_name is "Family, Given" where the source tells them apart, else the name', async () => {
    const names = Object.fromEntries(
      (await walkOcd(service, 'people')).map(({ name, sort_name: sort }) => [name, sort]),
    )
    expect(names['Stéphanie Roy']).toBe('Roy, Stéphanie')
    expect(names['Łukasz Żak']).toBe('Łukasz Żak')
  })

  it('2.11: created_at and updated_at are ISO 8601 timestamps', async () => {
    for (const { created_at: made, updated_at: moved } of await walkOcd(service, 'people')) {
      for (const moment of [made, moved]) expect(new Date(moment).toISOString()).toBe(moment)
    }
  })

  it('2.11 (interface 6): the detail adds the standard arrays', async () => {
    const all = await details('people')
    expectAll(all, {
      ...person,
      given_name: 'string',
      family_name: 'string',
      other_names: 'array',
      contact_details: 'array',
      memberships: 'array',
      links: 'array',
      sources: 'array',
    })
    const ng = all.find(({ name }) => name === 'Vera Ng')
    expectAll(ng.other_names, { name: 'string', note: 'string' })
    expectAll(ng.contact_details, {
      type: 'string',
      value: 'string',
      note: 'string',
      label: 'string',
    })
    expectAll(
      all.flatMap(({ memberships }) => memberships),
      membership,
    )
    expect(ng.sources).toEqual([{ url: 'https://pemberley.example/people/ng', note: '' }])
  })
})

describe('interface 6: the other OCD shapes', () => {
  it('interface 6: every field of a jurisdiction', async () => {
    const fields: FieldChecks = {
      id: 'string',
      name: 'string',
      url: 'string',
      classification: 'string',
      division_id: 'string',
      ...stamps,
    }
    expectAll(await walkOcd(service, 'jurisdictions'), fields)
    const [found] = await details('jurisdictions')
    expectFields(found, {
      ...fields,
      division: 'object',
      legislative_sessions: 'array',
      feature_flags: 'array',
      sources: 'array',
    })
    expectAll(found.legislative_sessions, {
      identifier: 'string',
      name: 'string',
      classification: 'string',
      start_date: 'date',
      end_date: 'date',
    })
    expect(found.classification).toBe('government')
  })

  it('interface 6: every field of an organization: council, committees and boards', async () => {
    const fields: FieldChecks = {
      id: 'string',
      name: 'string',
      classification: 'string',
      parent_id: 'string?',
      jurisdiction_id: 'string',
      image: 'string',
      founding_date: 'string',
      dissolution_date: 'string',
      ...stamps,
    }
    const list = await walkOcd(service, 'organizations')
    expectAll(list, fields)
    const all = await details('organizations')
    expectAll(all, {
      ...fields,
      memberships: 'array',
      children: 'array',
      links: 'array',
      sources: 'array',
    })
    const named = Object.fromEntries(all.map((entity) => [entity.name, entity]))
    expect(list.map(({ name, classification }) => [name, classification])).toEqual([
      ['Friends of the Lake', ''],
      ['Library Board', 'commission'],
      ['Parks Committee', 'committee'],
      ['Town Council', 'legislature'],
    ])
    expect(named['Parks Committee'].parent_id).toBe(named['Town Council'].id)
    expect(named['Town Council'].children).toEqual([
      { id: named['Parks Committee'].id, name: 'Parks Committee' },
    ])
    expectAll(named['Town Council'].memberships, membership)
    expect(named['Town Council'].links).toEqual([
      { url: 'https://pemberley.example/council', note: '' },
    ])
  })

  it('interface 6: every field of a bill, with identifier, actions, sponsorships and documents', async () => {
    const fields: FieldChecks = {
      id: 'string',
      identifier: 'string',
      title: 'string',
      legislative_session: 'object?',
      from_organization_id: 'string?',
      classification: 'array',
      subject: 'array',
      first_action_date: 'string',
      latest_action_date: 'string',
      extras: 'object',
      ...stamps,
    }
    expectAll(await walkOcd(service, 'bills'), fields)
    const all = await details('bills')
    expectAll(all, {
      ...fields,
      abstracts: 'array',
      actions: 'array',
      sponsorships: 'array',
      documents: 'array',
      sources: 'array',
    })
    const rezoning = all.find(({ identifier }) => identifier === 'RPT-2024-000')
    expectAll(rezoning.actions, {
      description: 'string',
      date: 'string',
      organization_id: 'string?',
      classification: 'array',
      order: 'integer',
      event_id: 'string?',
      vote_id: 'string?',
    })
    expectAll(rezoning.sponsorships, {
      name: 'string',
      entity_type: 'string',
      person_id: 'string?',
      primary: 'boolean',
      classification: 'string',
    })
    expectAll(rezoning.abstracts, { abstract: 'string', note: 'string', date: 'string' })
    expectAll(rezoning.documents, {
      note: 'string',
      date: 'string',
      classification: 'string',
      links: 'array',
    })
  })

  it('interface 6: actions of a bill stand oldest first, numbered from 0', async () => {
    for (const { actions } of await details('bills')) {
      const dates = actions.map(({ date }: { date: string }) => date)
      expect(dates).toEqual([...dates].sort())
      expect(actions.map(({ order }: { order: number }) => order)).toEqual([...dates.keys()])
    }
  })

  it('interface 6: sources are never empty where the source has a page, and are real addresses', async () => {
    for (const list of ocdLists) {
      for (const { id, sources } of await details(list)) {
        expectAll(sources, link)
        expect(sources[0].url, id).toMatch(/^https:\/\/pemberley\.example/)
      }
    }
  })
})
