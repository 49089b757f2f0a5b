import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOf, statementsOf } from '../../../test/support/database/plans.ts'
import { expectDetail, expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('people', () => {
  it('finds part of a name among the people of one municipality', async () => {
    const [text = ''] = await statementsOf(service, () => service.v1('people?name=ng'))
    const plan = await planOf(service, text)
    expect(plan.steps[0]).toMatch(/^SEARCH people USING INDEX \w+ \(+municipality_id=\?\)/)
  })

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
    const seat = { start_date: '2030-03-10', end_date: '2030-03-12' }
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
      expect(await at('2030-03-10T07:59:59Z')).toBe(false)
      expect(await at('2030-03-10T08:00:00Z')).toBe(true)
      expect(await at('2030-03-13T06:59:59Z')).toBe(true)
      expect(await at('2030-03-13T07:00:00Z')).toBe(false)
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
