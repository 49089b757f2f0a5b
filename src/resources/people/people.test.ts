import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Each name with ways to type it. */
const typed: Record<string, string[]> = {
  "Rory O'Dell": ["o'dell", 'O’Dell', 'oʼdell', 'o´dell'],
  'Maeve O’Shea': ["o'shea", 'O’Shea', 'o‘shea'],
  'Łucja Mazur': ['lucja', 'ŁUCJA', 'łucja mazur'],
  'Bjørn Sørli': ['bjorn', 'sorli', 'Bjørn'],
  'Đorđe Ilić': ['dorde', 'ilic'],
  'Anne‑Lise Petit': ['anne-lise', 'anne‐lise', 'anne lise'],
  'ʔiis Joe': ['iis', 'ʔiis joe'],
  'Ian Petit-Roy': ['petit‑roy', 'petit roy'],
}

describe('a name', () => {
  let named: Service
  beforeAll(async () => {
    const people = Object.keys(typed).map((name, at) => ({ kind: 'person', key: `p-${at}`, name }))
    const text = 'Thanks to Łucja Mazur and Maeve O’Shea for Smørbrød Park.'
    named = await startService({
      source: sourceOf([...people, { kind: 'motion', key: 'v', position: 1, text }]),
    })
  })
  afterAll(() => named.stop())

  it.each(Object.entries(typed))('is found however it is typed: %s', async (name, queries) => {
    const { slug } = expectList(await named.v1('people')).find((person) => person.name === name)
    for (const query of queries) {
      const found = expectList(await named.v1(`people?name=${encodeURIComponent(query)}`))
      expect(
        found.map((person) => person.name),
        query,
      ).toEqual([name])
      const path = `/pemberley/search?q=${encodeURIComponent(query)}`
      const { body } = await named.call(path, { headers: { accept: 'text/html' } })
      expect(body, query).toContain(`href="/pemberley/people/${slug}"`)
    }
  })

  it('is in the order of its letters', async () => {
    const names = expectList(await named.v1('people')).map(({ name }) => name)
    expect(names).toEqual([
      ...['Anne‑Lise Petit', 'Bjørn Sørli', 'Đorđe Ilić', 'Ian Petit-Roy', 'ʔiis Joe'],
      ...['Łucja Mazur', 'Maeve O’Shea', "Rory O'Dell"],
    ])
  })

  it('is found in a text however it is typed, and suggested', async () => {
    for (const q of ['lucja', 'łucja', "o'shea", 'O‘Shea', 'smorbrod', 'smørbrød'])
      expect(expectList(await named.v1(`search?q=${encodeURIComponent(q)}`)), q).toHaveLength(1)
    const { meta } = (await named.v1('search?q=smorbroed')).json
    expect(meta.suggestions).toEqual(['smorbrod'])
  })
})

describe('people', () => {
  it('returns memberships newest first, those without dates last', async () => {
    await importRecords(service, [
      {
        kind: 'membership',
        key: 'm-roy-library',
        person_key: 'p-roy',
        organization_key: 'o-library',
        start_date: '2020-01-01',
      },
    ])
    const person = expectDetail(await service.v1('people/stephanie-roy'))
    const bodies = person.memberships.map((seat: Record<string, unknown>) => seat.organization_name)
    expect(bodies).toEqual(['Library Board', 'Town Council', 'Parks Committee'])
  })

  it('considers a membership current on its first and last day, in the time zone of the municipality', async () => {
    let now = 0
    const clock = { now: () => now, monotonic: () => now }
    // Daylight time begins on the first of these days, in a year for which zone data no longer change.
    const seat = { start_date: '2024-03-10', end_date: '2024-03-12' }
    const isolated = await startService({
      clock,
      source: sourceOf([
        { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
        { kind: 'person', key: 'p', name: 'Three Days' },
        { kind: 'membership', key: 'm', person_key: 'p', organization_key: 'o', ...seat },
      ]),
    })
    try {
      const at = async (time: string) => {
        now = Date.parse(time)
        return expectList(await isolated.v1('people'))[0].is_current_councillor
      }
      expect(await at('2024-03-10T07:59:59Z')).toBe(false)
      expect(await at('2024-03-10T08:00:00Z')).toBe(true)
      expect(await at('2024-03-13T06:59:59Z')).toBe(true)
      expect(await at('2024-03-13T07:00:00Z')).toBe(false)
    } finally {
      await isolated.stop()
    }
  })

  it('shows the role and the ward of an open seat on the council, and of no other seat', async () => {
    const own = await startService({ settings: { pageCache: 0 } })
    const seatOf = async (slug: string) => {
      const { role, ward } = expectDetail(await own.v1(`people/${slug}`))
      const { data } = (await own.v1('people')).json
      expect(data.find((person: Json) => person.slug === slug)).toMatchObject({ role, ward })
      return [role, ward]
    }
    const seat = { kind: 'membership', person_key: 'p-roy', organization_key: 'o-council' } as const
    try {
      const [ames] = expectList(await own.v1('people?name=ames'))
      expect(await seatOf('vera-ng')).toEqual(['Mayor', null])
      expect(await seatOf('stephanie-roy')).toEqual(['Councillor', 'Ward 1'])
      expect(await seatOf('old-member')).toEqual([null, null])
      expect(await seatOf(ames.slug)).toEqual([null, null])
      // Two open seats: what they say differently is not known to be one or the other.
      await importRecords(own, [{ ...seat, key: 'm-deputy', role: 'Deputy Mayor' }])
      expect(await seatOf('stephanie-roy')).toEqual([null, 'Ward 1'])
      const { memberships } = expectDetail(await own.v1('people/stephanie-roy'))
      expect(memberships.map((one: Json) => [one.role, one.label, one.ended])).toEqual(
        expect.arrayContaining([
          ['Deputy Mayor', null, false],
          ['Councillor', 'Ward 1', false],
        ]),
      )
      await importRecords(own, [
        {
          kind: 'organization',
          key: 'o-county',
          name: 'County Council',
          classification: 'council',
        },
      ])
      expect(await seatOf('vera-ng')).toEqual([null, null])
      expect(expectDetail(await own.v1('people/vera-ng')).is_current_councillor).toBe(true)
    } finally {
      await own.stop()
    }
  })

  it('shows the first e-mail address, telephone number and website', async () => {
    expect(expectDetail(await service.v1('people/vera-ng'))).toMatchObject({
      email: 'ng@pemberley.example',
      phone: null,
      website: null,
    })
    await importRecords(service, [
      {
        kind: 'person',
        key: 'p-reachable',
        name: 'Reachable Person',
        contact_details: [
          { type: 'fax', value: '555-0100' },
          { type: 'voice', value: '555-0101', note: 'Office' },
          { type: 'voice', value: '555-0102' },
          { type: 'url', value: 'https://reachable.example' },
        ],
      },
    ])
    expect(expectDetail(await service.v1('people/reachable-person'))).toMatchObject({
      email: null,
      phone: '555-0101',
      website: 'https://reachable.example',
    })
  })
})
