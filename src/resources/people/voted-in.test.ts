import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'

// A table of votes: no roster, so no one has a seat.
const council = { kind: 'organization', key: 'c', name: 'Town Council', classification: 'council' }
const harbour = { kind: 'organization', key: 'h', name: 'Harbour Board', classification: 'board' }
const names = { isa: 'Isa Vantongeren', lev: 'Lev Okpara', mio: 'Mio Dunne', ros: 'Ros Quill' }
type Name = keyof typeof names
const motion = (
  key: string,
  {
    body = 'c',
    date,
    votes,
  }: { body?: string; date?: string; votes: Partial<Record<Name, string>> },
) => ({
  ...{ kind: 'motion', key, organization_key: body, position: 1, text: `That ${key} be paved.` },
  ...(date === undefined ? {} : { date }),
  result: 'Carried',
  votes: Object.entries(votes).map(([who, value]) => ({
    ...{ person_key: who, name: names[who as Name], value },
  })),
})
const months = ['2031-03', '2031-04', '2031-05', '2031-06']
const records = [
  ...[council, harbour],
  ...Object.entries(names).map(([key, name]) => ({ kind: 'person', key, name })),
  ...months.map((month) =>
    motion(`Lane ${month}`, {
      ...{ date: `${month}-09`, votes: { isa: 'For', lev: month > '2031-04' ? 'Against' : 'For' } },
    }),
  ),
  motion('Pier', { body: 'h', date: '2031-07-02', votes: { isa: 'For', mio: 'Abstain' } }),
  motion('Quay', { votes: { lev: 'For' } }),
  // Who is only absent did not vote.
  motion('Dock', { date: '2032-01-05', votes: { isa: 'Absent', lev: 'Recused', ros: 'Absent' } }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records), settings: { pageCache: 0 } })
})
afterAll(() => service.stop())

const votedIn = async (slug: string) => expectDetail(await service.v1(`people/${slug}`)).voted_in
const open = async (path: string, prefix = '') =>
  (await service.call(`${prefix}/${town.slug}${path}`, { headers: { accept: 'text/html' } })).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const inCouncil = { organization: 'Town Council', organization_slug: 'town-council' }

describe('somebody without a seat on record who voted', () => {
  it('has where, from when to when and how often, the latest body first', async () => {
    expect(await votedIn('isa-vantongeren')).toEqual([
      {
        ...{ organization: 'Harbour Board', organization_slug: 'harbour-board' },
        ...{ first: '2031-07-02', last: '2031-07-02', votes: 1, undated: 0 },
      },
      { ...inCouncil, first: '2031-03-09', last: '2031-06-09', votes: 4, undated: 0 },
    ])
    expect(await votedIn('lev-okpara')).toEqual([
      { ...inCouncil, first: '2031-03-09', last: '2031-06-09', votes: 5, undated: 1 },
    ])
    expect(await votedIn('ros-quill')).toEqual([])
  })

  it('has it in lists too, and is not a councillor', async () => {
    const list = expectList(await service.v1('people'))
    const isa = list.find(({ slug }) => slug === 'isa-vantongeren')
    expect(isa?.voted_in).toEqual(await votedIn('isa-vantongeren'))
    expect(isa?.is_current_councillor).toBe(false)
    expect(expectList(await service.v1('people?is_councillor=true'))).toEqual([])
  })

  it('is listed with the council and with the body, and not called a member of today', async () => {
    const html = await open('/people')
    expect(main(html)).toContain('does not say who sits on this council today')
    expect(main(html)).toContain('Isa VantongerenMarch 2031 to June 2031')
    expect(main(html)).toContain('(and 1 vote without a date)5')
    expect(main(html)).not.toMatch(/Mio Dunne|Ros Quill|Former members/)
    expect(html).not.toContain('noindex')
    expect(main(await open('/people', '/fr'))).toContain('de mars 2031 à juin 2031')
    expect(main(await open('/bodies/harbour-board'))).toMatch(/People who voted in it.*Mio Dunne/)
    const overview = await open('')
    expect(overview).toMatch(/<option value="lev-okpara">Lev Okpara<\/option>/)
    expect(main(overview)).not.toContain('Find your councillor')
  })

  it('has the page of everybody else: totals, months, and the way to a comparison', async () => {
    const html = await open('/people/lev-okpara')
    expect(main(html)).toContain('Voted in Town Council, March 2031 to June 2031')
    expect(main(html)).toContain('Known from votes alone')
    expect(termsOf(html)['Votes cast']).toBe('5')
    expect(termsOf(html)['On the losing side']).toBe('2 of 5')
    expect(main(html)).toContain('Votes for and against by month')
    expect(html).not.toContain('noindex')
    const compare = `/${town.slug}/people/lev-okpara/compare`
    const pair = '/people/isa-vantongeren/compare/lev-okpara'
    expect(hrefsOf(html)).toContain(compare)
    expect(hrefsOf(await open('/people/lev-okpara/compare'))).toContain(`/${town.slug}${pair}`)
    const compared = await open(pair)
    expect(termsOf(compared)['Voted alike']).toBe('2')
  })

  it('who was only absent is outside of search engines, without totals', async () => {
    const html = await open('/people/ros-quill')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(main(html)).toContain('has no seat on the council or a committee')
  })

  it('is a member like others once a source has the seat', async () => {
    const before = expectDetail(await service.v1('people/lev-okpara')).updated_at
    const seat = {
      ...{ kind: 'membership', key: 's', person_key: 'lev', organization_key: 'c' },
      role: 'Councillor',
    }
    await importRecords(service, [seat])
    const lev = expectDetail(await service.v1('people/lev-okpara'))
    expect(lev).toMatchObject({ voted_in: [], is_current_councillor: true })
    expect(lev.updated_at > before).toBe(true)
    const text = main(await open('/people'))
    expect(text).toContain('1 member')
    expect(text).toMatch(/People who voted in the council.*Isa Vantongeren/)
    // A seat on a board says nothing of the votes in the council.
    await importRecords(service, [{ ...seat, key: 'b', person_key: 'isa', organization_key: 'h' }])
    expect((await votedIn('isa-vantongeren')).map((span: Json) => span.organization_slug)).toEqual([
      'town-council',
    ])
  })
})
