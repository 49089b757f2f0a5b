import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'
import { systemClock } from '../../core/clock.ts'
import { findSeats } from '../../importers/load/wards.ts'

// A township that joined a town, and a member who died during the term.
const bodies = {
  town: { kind: 'organization', key: 'o-town', name: 'Town Council', classification: 'council' },
  township: {
    kind: 'organization',
    key: 'o-township',
    name: 'Council of the Township of Fenwood',
    classification: 'council',
    founding_date: '1988-01-01',
    dissolution_date: '2020-12-31',
  },
  county: {
    kind: 'organization',
    key: 'o-county',
    name: 'Council of the New County',
    classification: 'council',
    founding_date: '2098-01-01',
  },
  roads: {
    kind: 'organization',
    key: 'o-roads',
    name: 'Roads Panel',
    name_fr: 'Comité de la voirie',
    classification: 'committee',
    other_names: [{ name: 'Highways Commission', note: 'until 2015' }],
  },
}
const people = {
  iva: { kind: 'person', key: 'p-iva', name: 'Iva Lund', other_names: [{ name: 'Iva Zielke' }] },
  gus: { kind: 'person', key: 'p-gus', name: 'Gus Tarn', death_date: '2023-09-05' },
  ola: { kind: 'person', key: 'p-ola', name: 'Ola Finch' },
  una: { kind: 'person', key: 'p-una', name: 'Una Pell', death_date: '2099-01-01' },
  sol: { kind: 'person', key: 'p-sol', name: 'Sol Later' },
  eli: { kind: 'person', key: 'p-eli', name: 'Eli Next' },
}
const seatOf = (person: keyof typeof people, organization: keyof typeof bodies, more = {}) => ({
  kind: 'membership',
  key: `m-${person}-${organization}`,
  person_key: people[person].key,
  organization_key: bodies[organization].key,
  ...more,
})
const records = [
  ...Object.values(bodies),
  ...Object.values(people),
  seatOf('iva', 'town', { role: 'Mayor', start_date: '2022-11-01' }),
  seatOf('gus', 'town', { role: 'Councillor', label: 'Ward 7', start_date: '2022-11-01' }),
  seatOf('gus', 'roads', { start_date: '2022-11-01', end_date: '2026-10-31' }),
  seatOf('ola', 'township', { role: 'Reeve' }),
  // Over before the township was, but not known since when.
  seatOf('una', 'township', { ended: true }),
  seatOf('sol', 'county', { role: 'Warden' }),
  seatOf('eli', 'town', { role: 'Councillor', label: 'Ward 9', start_date: '2098-01-01' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records), settings: { pageCache: 0 } })
})
afterAll(() => service.stop())

const person = async (slug: string) => expectDetail(await service.v1(`people/${slug}`))
const seatsOf = async (slug: string) =>
  (await person(slug)).memberships.map((seat: Json) => [
    seat.organization_slug,
    seat.end_date,
    seat.ended,
  ])
const namesIn = (items: Json[]) => items.map(({ name }) => name)
const page = async (path: string) =>
  textOf((await service.call(`/${town.slug}${path}`, { headers: { accept: 'text/html' } })).body)

describe('a seat', () => {
  it('ends with the life of its holder', async () => {
    expect(await person('gus-tarn')).toMatchObject({
      is_current_councillor: false,
      role: null,
      death_date: '2023-09-05',
    })
    // A stated end after the day of death is that of the term.
    expect(await seatsOf('gus-tarn')).toEqual([
      ['town-council', '2023-09-05', true],
      ['roads-panel', '2023-09-05', true],
    ])
    expect(namesIn(expectList(await service.v1('people?is_councillor=true')))).toEqual(['Iva Lund'])
    expect(expectList(await service.v1('people?organization=roads-panel'))).toEqual([])
    expect(await page('/search?q=ward+7')).not.toMatch(/Gus Tarn/)
    expect((await findSeats(service.writing.db, town.slug, systemClock))?.seats).toEqual([])
    expect(await page('/people/gus-tarn')).toMatch(/DiedSeptember 5, 2023/)
  })

  it('ends with its body', async () => {
    expect((await person('ola-finch')).is_current_councillor).toBe(false)
    expect(await seatsOf('ola-finch')).toEqual([
      ['council-of-the-township-of-fenwood', '2020-12-31', true],
    ])
  })

  it('that is over keeps its end unknown', async () => {
    expect(await seatsOf('una-pell')).toEqual([['council-of-the-township-of-fenwood', null, true]])
  })

  it('is not open before its body begins', async () => {
    expect((await person('sol-later')).is_current_councillor).toBe(false)
    expect(await page('/bodies/council-of-the-new-county')).not.toMatch(/Sol Later/)
  })

  it('has the same end in Open Civic Data', async () => {
    const list = (await service.ocd('people')).json.results as Json[]
    const gus = list.find(({ name }) => name === 'Gus Tarn')
    const { memberships } = (await service.ocd(`people/${gus?.id}`)).json
    expect(memberships.map((seat: Json) => seat.end_date)).toEqual(['2023-09-05', '2023-09-05'])
  })

  it('that has not begun makes no one a former member', async () => {
    const text = await page('/people')
    expect(text).toMatch(/1 member/)
    expect(text).toMatch(/Gus Tarn/)
    expect(text).not.toMatch(/Eli Next/)
  })

  it('opens again when the source no longer says that its holder died', async () => {
    const { death_date: _, ...alive } = people.gus
    await importRecords(service, [alive])
    expect(await seatsOf('gus-tarn')).toEqual([
      ['town-council', null, false],
      ['roads-panel', '2026-10-31', expect.any(Boolean)],
    ])
    expect((await person('gus-tarn')).ward).toBe('Ward 7')
    await importRecords(service, [people.gus])
    expect((await person('gus-tarn')).is_current_councillor).toBe(false)
  })
})

describe('a council that was dissolved', () => {
  it('leaves the role of those who sit on the only other one', async () => {
    expect((await person('iva-lund')).role).toBe('Mayor')
  })

  it('has its dates, no members, and its seats among the former ones', async () => {
    const slug = 'council-of-the-township-of-fenwood'
    expect(expectDetail(await service.v1(`organizations/${slug}`))).toMatchObject({
      is_active: false,
      founding_date: '1988-01-01',
      dissolution_date: '2020-12-31',
      members: [],
    })
    const text = await page(`/bodies/${slug}`)
    expect(text).toMatch(/First dayJanuary 1, 1988Last dayDecember 31, 2020/)
    expect(text).not.toMatch(/who sits on it today/)
    expect(text).toMatch(/Ola FinchReevenot recordedDecember 31, 2020/)
    expect(text).toMatch(/Una Pellnot recordednot recordednot recorded/)
  })

  it('is not among the first of the bodies', async () => {
    const text = await page('/bodies')
    const at = ['Town Council', 'Council of the Township', 'Roads Panel'].map((name) =>
      text.lastIndexOf(name),
    )
    expect(at).toEqual(at.toSorted((one, other) => one - other))
  })
})

describe('a former name', () => {
  it('finds a person', async () => {
    expect(namesIn(expectList(await service.v1('people?name=zielke')))).toEqual(['Iva Lund'])
    expect(await page('/search?q=iva+zielke')).toMatch(/Iva Lund/)
    expect(await page('/people/iva-lund')).toMatch(/Also recorded asIva Zielke/)
  })

  it('finds a body, and so does its name in French', async () => {
    expect(expectDetail(await service.v1('organizations/roads-panel')).other_names).toEqual([
      'Highways Commission',
    ])
    expect(await page('/search?q=highways+commission')).toMatch(/Roads Panel/)
    expect(await page('/search?q=voirie')).toMatch(/Roads Panel/)
    expect(await page('/bodies/roads-panel')).toMatch(/Also recorded asHighways Commission/)
    const list = (await service.ocd('organizations')).json.results as Json[]
    const roads = list.find(({ name }) => name === 'Roads Panel')
    const { other_names: names } = (await service.ocd(`organizations/${roads?.id}`)).json
    expect(names).toEqual([{ name: 'Highways Commission', note: 'until 2015' }])
  })
})
