import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { readList } from '../../../test/support/service/read-lists.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('bylaws', () => {
  it.each([
    ['2031-007', ['By-law 2031-007']],
    ['2031-7', ['By-law 2031-007']],
    ['by-law no. 2031 07', ['By-law 2031-007']],
    ['2031007', ['By-law 2031-007']],
    ['2031-0', ['By-law 2031-007', 'By-law 2031-070']],
    ['31-070', ['By-law 2031-070']],
    ['RÈGLEMENT', ['Règlement sur les parcs']],
    ['les parcs', ['Règlement sur les parcs']],
    ['règlement parc', ['Règlement sur les parcs']],
    ['parcs sur bylaw', ['Règlement sur les parcs']],
    ['arcs', []],
    ['2031/7/1', []],
    ['207', []],
    ['%', []],
  ])('are found by a part of their title or number: %s', async (q, titles) => {
    const numbered = ['2031-007', '2031-070'].map((number) => ({
      kind: 'bylaw',
      key: number,
      title: `By-law ${number}`,
      bylaw_number: number,
      year: 2031,
    }))
    const french = { kind: 'bylaw', key: 'fr', title: 'Règlement sur les parcs', year: 2031 }
    await importRecords(service, [...numbered, french])
    const found = await readList(service, `bylaws?year=2031&q=${encodeURIComponent(q)}`, 1)
    expect(found.map(({ title }) => title).sort()).toEqual(titles)
  })

  it('are listed by their own day, newest first, those of a year alone after its days', async () => {
    const dated = (key: string, days: object) => ({ kind: 'bylaw', key, title: key, ...days })
    await importRecords(service, [
      dated('kites-spring', { passed_date: '2041-03-02' }),
      dated('kites-year', { year: 2041 }),
      dated('kites-autumn', { passed_date: '2041-09-02', year: 2041 }),
      dated('kites-law', { enacted_date: '2041-05-02' }),
      dated('kites-never', {}),
    ])
    const all = await readList(service, 'bylaws?q=kites', 2)
    const keys = ['kites-autumn', 'kites-law', 'kites-spring', 'kites-year', 'kites-never']
    expect(all.map(({ title }) => title)).toEqual(keys)
    const years = all.map(({ year }) => year)
    expect(years).toEqual([2041, 2041, 2041, 2041, null])
    const ofYear = await readList(service, 'bylaws?q=kites&year=2041', 1)
    expect(ofYear.map(({ title }) => title)).toEqual(keys.slice(0, 4))
  })

  it('shows the matters that led to it, last seen first', async () => {
    const { matters } = (await service.v1('bylaws/by-law-900')).json.data
    expect(matters.map(({ slug }: { slug: string }) => slug)).toEqual([
      'rpt-2024-002',
      'rpt-2023-001',
      'rpt-2024-000',
    ])
  })

  it('shows when and by what it was passed, with the sponsors and documents of its matter', async () => {
    const moved = {
      kind: 'motion' as const,
      matter_key: 'x-swings',
      position: 0,
      bylaw_keys: ['b-swings'],
    }
    await importRecords(service, [
      { kind: 'bylaw', key: 'b-swings', title: 'Swings By-law', enacted_date: '2031-04-01' },
      {
        kind: 'matter',
        key: 'x-swings',
        title: 'Swings in parks',
        bylaw_key: 'b-swings',
        sponsorships: [{ name: 'The Mayor', primary: true, classification: 'primary' }],
        documents: [{ title: 'Report', url: 'https://town.example/swings.pdf', type: 'report' }],
      },
      { kind: 'matter', key: 'x-parks', title: 'Parks in general' },
      { kind: 'matter', key: 'x-slides', title: 'Slides' },
      {
        kind: 'meeting',
        key: 'g-swings',
        title: 'Special Council',
        date: '2031-03-02',
        status: 'completed',
        has_agenda: true,
        has_minutes: true,
        has_transcript: false,
      },
      {
        kind: 'agenda_item',
        key: 'i-swings',
        meeting_key: 'g-swings',
        position: 1,
        title: 'Three readings',
        matter_key: 'x-slides',
        bylaw_keys: ['b-swings', 'b-0'],
      },
      { ...moved, key: 'v-s1', identifier: '31-1', date: '2031-03-03', result: 'Defeated' },
      { ...moved, key: 'v-s2', identifier: '31-2', meeting_key: 'g-swings', result: 'Carried' },
      { ...moved, key: 'v-s3', identifier: '31-3', date: '2031-03-01', result: 'Carried' },
      {
        ...moved,
        key: 'v-s4',
        identifier: '31-4',
        date: '2031-03-05',
        matter_key: 'x-parks',
        result: 'Referred',
      },
    ])
    const { data } = (await service.v1('bylaws/swings-by-law')).json
    expect(data).toMatchObject({
      passed_date: '2031-03-02',
      enacted_date: '2031-04-01',
      motion_slug: 'motion-31-2',
      meeting_slug: '2031-03-02-special-council',
      sponsors: [
        {
          person_slug: null,
          person_name: 'The Mayor',
          primary: true,
          classification: 'primary',
        },
      ],
      documents: [
        { title: 'Report', url: 'https://town.example/swings.pdf', type: 'report', date: null },
      ],
    })
    expect(data.matters.map(({ slug }: { slug: string }) => slug)).toEqual([
      'parks-in-general',
      'swings-in-parks',
      'slides',
    ])
    const bylaw = { slug: 'swings-by-law', title: 'Swings By-law', bylaw_number: null }
    expect((await service.v1('motions/motion-31-1')).json.data.bylaws).toEqual([bylaw])
    const { agenda_items: items } = (await service.v1('meetings/2031-03-02-special-council')).json
      .data
    expect(items[0].bylaws).toEqual([bylaw, expect.objectContaining({ slug: 'by-law-900' })])
  })

  it('shows its own sponsors and documents rather than those of its matters', async () => {
    await importRecords(service, [
      {
        kind: 'bylaw',
        key: 'b-benches',
        title: 'Benches By-law',
        passed_date: '2031-05-05',
        sponsorships: [{ person_key: 'p-ng', name: 'V. Ng', primary: true }],
        documents: [{ title: 'As passed' }],
      },
      {
        kind: 'matter',
        key: 'x-benches',
        title: 'Benches',
        bylaw_key: 'b-benches',
        sponsorships: [{ name: 'The Mayor', primary: true }],
        documents: [{ title: 'Report' }],
      },
    ])
    const { data } = (await service.v1('bylaws/benches-by-law')).json
    expect(data).toMatchObject({
      passed_date: '2031-05-05',
      motion_slug: null,
      meeting_slug: null,
      sponsors: [{ person_slug: 'vera-ng', person_name: 'Vera Ng' }],
      documents: [{ title: 'As passed', url: null, type: null, date: null }],
    })
  })
})
