import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ocdLists } from '../support/service/endpoints.ts'
import {
  expectAll,
  expectFields,
  type FieldChecks,
  ocdStamps,
} from '../support/service/expect-fields.ts'
import { readOcdDetails, readOcdList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

const person: FieldChecks = {
  id: 'string',
  name: 'string',
  sort_name: 'string',
  image: 'string?',
  gender: 'string?',
  birth_date: 'string',
  death_date: 'string',
  ...ocdStamps,
}
const link: FieldChecks = { url: 'string', note: 'string' }
const membership: FieldChecks = {
  id: 'string',
  person_id: 'string',
  person_name: 'string',
  organization_id: 'string',
  organization_name: 'string',
  role: 'string',
  label: 'string',
  start_date: 'string',
  end_date: 'string',
  post: 'object?',
}

describe('2.11: OCD person record', () => {
  it('2.11: id, name, sort_name, image, gender, birth_date, death_date, created_at, updated_at', async () => {
    const people = await readOcdList(service, 'people')
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
    const people = await readOcdList(service, 'people')
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

  it('2.11: the detail adds the standard arrays', async () => {
    const all = await readOcdDetails(service, 'people')
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

describe('the other OCD shapes', () => {
  it('every field of a jurisdiction', async () => {
    const fields: FieldChecks = {
      id: 'string',
      name: 'string',
      url: 'string',
      classification: 'string',
      division_id: 'string',
      ...ocdStamps,
    }
    expectAll(await readOcdList(service, 'jurisdictions'), fields)
    const [jurisdiction] = await readOcdDetails(service, 'jurisdictions')
    expectFields(jurisdiction, {
      ...fields,
      division: 'object',
      legislative_sessions: 'array',
      feature_flags: 'array',
      sources: 'array',
    })
    expectAll(jurisdiction.legislative_sessions, {
      identifier: 'string',
      name: 'string',
      classification: 'string',
      start_date: 'date',
      end_date: 'date',
    })
    expect(jurisdiction.classification).toBe('government')
  })

  it('every field of an organization: council, committees and boards', async () => {
    const fields: FieldChecks = {
      id: 'string',
      name: 'string',
      classification: 'string',
      parent_id: 'string?',
      jurisdiction_id: 'string',
      image: 'string',
      founding_date: 'string',
      dissolution_date: 'string',
      ...ocdStamps,
    }
    const list = await readOcdList(service, 'organizations')
    expectAll(list, fields)
    const all = await readOcdDetails(service, 'organizations')
    expectAll(all, {
      ...fields,
      memberships: 'array',
      posts: 'array',
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

  it('every field of a bill, with identifier, actions, sponsorships and documents', async () => {
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
      ...ocdStamps,
    }
    expectAll(await readOcdList(service, 'bills'), fields)
    const all = await readOcdDetails(service, 'bills')
    expectAll(all, {
      ...fields,
      abstracts: 'array',
      from_organization: 'object?',
      other_titles: 'array',
      other_identifiers: 'array',
      related_bills: 'array',
      actions: 'array',
      sponsorships: 'array',
      documents: 'array',
      versions: 'array',
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
      related_entities: 'array',
      extras: 'object',
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
      extras: 'object',
    })
  })

  it('actions of a bill are oldest first, numbered from 0', async () => {
    for (const { actions } of await readOcdDetails(service, 'bills')) {
      const dates = actions.map(({ date }: { date: string }) => date)
      expect(dates).toEqual([...dates].sort())
      expect(actions.map(({ order }: { order: number }) => order)).toEqual([...dates.keys()])
    }
  })

  it('sources are never empty if the source has a page, and are valid URLs', async () => {
    for (const list of ocdLists) {
      for (const { id, sources } of await readOcdDetails(service, list)) {
        expectAll(sources, link)
        expect(sources[0].url, id).toMatch(/^https:\/\/pemberley\.example/)
      }
    }
  })
})
