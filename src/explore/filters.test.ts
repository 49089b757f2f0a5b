import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service/service.ts'
import { type Form, formsOf, submitted } from '../../test/support/site/forms.ts'
import { hrefsOf } from '../../test/support/site/page-content.ts'
import { type OpenedPage, walk } from '../../test/support/site/walk.ts'
import { sourceOf } from '../../test/support/towns/town.ts'
import { ClosedSessionQuery } from '../resources/closed-sessions/schema.ts'
import { DeclarationQuery } from '../resources/declarations/schema.ts'
import { MayoralDecisionQuery } from '../resources/mayoral-decisions/schema.ts'
import { NoticeQuery } from '../resources/notices/schema.ts'
import * as schema from './schema.ts'

/** More records of each kind than a page lists. */
const count = 60

const day = (i: number) => new Date(Date.UTC(2020, 0, 1 + 8 * i)).toISOString().slice(0, 10)

function records(): object[] {
  return Array.from({ length: count }, (_, i) => [
    ...recordsOf(i),
    motion(i, `g-${i}`, `p-${i % 3}`),
  ])
    .flat()
    .concat({ kind: 'organization', key: 'o', name: 'Council', classification: 'council' })
    .concat(Array.from({ length: count }, (_, i) => motion(count + i, 'g-0', 'p-1')))
}

function recordsOf(i: number): object[] {
  const filters = { status: 'Adopted', category: 'Roads' }
  return [
    { kind: 'person', key: `p-${i}`, name: `Member ${i}` },
    {
      ...{ kind: 'membership', key: `m-${i}`, role: 'Councillor' },
      ...{ person_key: `p-${i}`, organization_key: 'o' },
    },
    {
      ...{ kind: 'meeting', key: `g-${i}`, title: 'Council', date: day(i), type: 'Regular' },
      ...{ organization_key: 'o', status: 'completed', has_minutes: true, has_transcript: true },
    },
    { kind: 'matter', key: `x-${i}`, title: `Ditch ${i}`, ...filters },
    { kind: 'bylaw', key: `b-${i}`, title: `Ditch By-law ${i}`, year: 2020, ...filters },
    {
      ...{ kind: 'agenda_item', key: `i-${i}`, meeting_key: `g-${i}`, position: 1 },
      ...{ title: `Ditch ${i}`, matter_key: `x-${i}` },
    },
    {
      ...{ kind: 'agenda_item', key: `n-${i}`, meeting_key: `g-${i}`, position: 2 },
      title: `Public meeting: zoning of ditch ${i}`,
    },
    {
      ...{ kind: 'agenda_item', key: `c-${i}`, meeting_key: `g-${i}`, position: 3 },
      title: `Lease of ditch ${i} (Municipal Act, 2001, s. 239 (2) (c))`,
    },
    {
      ...{ kind: 'declaration', key: `d-${i}`, person_key: 'p-0', name: 'Member 0' },
      ...{ organization_key: 'o', declared_on: day(i) },
    },
    {
      ...{ kind: 'mayoral_decision', key: `md-${i}`, number: `D-${i}`, date: day(i) },
      ...{ subject: `Ditch ${i}`, decision_kind: 'direction', bylaw_key: 'b-0' },
    },
  ]
}

/** Moved and supported by Member 0, and opposed by another. */
function motion(i: number, meeting: string, opponent: string): object {
  const votes = [
    { person_key: 'p-0', name: 'Member 0', value: 'For' },
    { person_key: opponent, name: opponent, value: 'Against' },
  ]
  return {
    ...{ kind: 'motion', key: `v-${i}`, meeting_key: meeting, matter_key: 'x-0', position: i },
    ...{ text: `THAT ditch ${i} be dredged.`, motion_kind: 'amendment', result: 'Carried' },
    ...{
      identifier: String(i),
      mover_key: 'p-0',
      votes: opponent === 'p-0' ? votes.slice(0, 1) : votes,
    },
  }
}

const dates = { date_from: '2020-01-01', date_to: '2021-12-31' }
const ofCouncil = { organization: 'council', ...dates }
const agreement = { organization: 'council', year_from: '2020', year_to: '2021' }
const ofMeeting = { ...ofCouncil, meeting: '2020-01-01-council', matter: 'ditch-0' }
const voted = { person: 'member-1', value: 'Against', dissent: 'true' }

interface List {
  path: string
  query: { properties: object }
  /** The parameters with which it has several pages. */
  long: Record<string, string>
  others?: Record<string, string>[]
}

const lists: readonly List[] = [
  {
    ...{ path: '/meetings', query: schema.MeetingsQuery },
    long: {
      ...{ ...ofCouncil, type: 'Regular', status: 'completed', has_minutes: 'true' },
      ...{ has_transcript: 'true', has_recorded_votes: 'true' },
    },
    others: [{ has_recorded_votes: 'false', has_minutes: 'false' }],
  },
  {
    ...{ path: '/motions', query: schema.MotionsQuery },
    long: {
      ...{
        ...ofMeeting,
        mover: 'member-0',
        voter: 'member-1',
        result: 'Carried',
        outcome: 'amendment_carried',
      },
      ...{ kind: 'amendment', contested: 'true', has_votes: 'true' },
    },
    others: [{ contested: 'false', has_votes: 'false' }],
  },
  {
    ...{ path: '/votes', query: schema.VotesQuery },
    long: {
      ...{ ...ofMeeting, ...voted, result: 'Carried', outcome: 'amendment_carried' },
      ...{ contested: 'true', view: 'grid' },
    },
    others: [
      { ...ofMeeting, ...voted },
      { motion: 'motion-0', contested: 'false' },
      { show: 'close' },
    ],
  },
  {
    ...{ path: '/declarations', query: schema.pageQuery(DeclarationQuery) },
    long: { ...ofCouncil, person: 'member-0' },
  },
  { ...{ path: '/closed-sessions', query: schema.pageQuery(ClosedSessionQuery) }, long: ofCouncil },
  {
    ...{ path: '/notices', query: schema.pageQuery(NoticeQuery) },
    long: { ...ofCouncil, kind: 'public_meeting' },
  },
  {
    ...{ path: '/mayoral-decisions', query: schema.pageQuery(MayoralDecisionQuery) },
    long: { ...dates, kind: 'direction', bylaw: 'ditch-by-law-0' },
  },
  {
    ...{ path: '/search', query: schema.SearchPageQuery },
    long: {
      ...ofCouncil,
      q: 'ditch',
      type: 'motions',
      person: 'member-0',
      match: 'any',
      sort: 'date',
    },
    others: [{ q: 'ditch' }],
  },
  {
    ...{ path: '/matters', query: schema.MattersQuery },
    long: { ...dates, status: 'Adopted', category: 'Roads' },
  },
  {
    ...{ path: '/bylaws', query: schema.BylawsQuery },
    long: { q: 'ditch', year: '2020', status: 'Adopted', category: 'Roads' },
  },
  {
    ...{ path: '/people', query: schema.PeopleQuery, long: { all: 'true', sort: 'name' } },
    others: [{ lat: '45.4', lng: '-75.7' }, { postal_code: 'K1A' }],
  },
  {
    ...{ path: '/people/member-1', query: schema.PersonQuery },
    long: { value: 'Against', dissent: 'true' },
  },
  { path: '/people/member-0/compare', query: schema.AgreementPageQuery, long: agreement },
  { path: '/people/member-0/compare/member-1', query: schema.AgreementPageQuery, long: agreement },
]

const base = '/pemberley'
const browser = { headers: { accept: 'text/html' } }
const urlOf = (path: string, query: Record<string, string>) =>
  `${base}${path}?${new URLSearchParams(query)}`
const start = lists.flatMap(({ path, long, others = [] }) =>
  [long, ...others].map((query) => urlOf(path, query)),
)

/** The path and the filters of a URL. */
function filtersIn(url: string, ...without: string[]) {
  const [path = '', query = ''] = url.split('?', 2)
  const given = [...new URLSearchParams(query)].filter(([, value]) => value !== '')
  return { path, filters: given.filter(([name]) => !without.includes(name)).toSorted() }
}

/** Some records of each kind stand for the others, whose pages differ in numbers only. */
const isOther = (path: string) =>
  /^[^?]*\/((motions|matters|bylaws|people)\/[^/?]*[2-9]\b|meetings\/(?!2020-01))/.test(path)

let service: Service
let pages: Map<string, OpenedPage>
beforeAll(async () => {
  service = await startService({ source: sourceOf(records()) })
  pages = await walk(service, [base, `/fr${start[0]}`, ...start], (body) =>
    [...hrefsOf(body), ...formsOf(body).map((form) => submitted(form))].flatMap((href) => {
      const [path = ''] = href.split('#', 1)
      return /^\/pemberley([/?]|$)/.test(path) && !isOther(path) ? path : []
    }),
  )
})
afterAll(() => service.stop())

/** The form with the filters of a page. */
const filterFormOf = (url: string, { body }: OpenedPage): Form | undefined =>
  formsOf(body).find(({ action }) => action === filtersIn(url).path)

describe('the filters of a page', () => {
  it.each(lists)('are all tried: $path', ({ query, long, others = [] }) => {
    const tried = new Set([long, ...others].flatMap((given) => Object.keys(given)))
    const expected = Object.keys(query.properties).filter(
      (name) => !['cursor', 'page', 'member'].includes(name),
    )
    expect([...tried].toSorted()).toEqual(expected.toSorted())
  })

  it('lead to pages that exist, whatever link or form is followed', () => {
    const failed = [...pages].filter(([, { status }]) => status !== 200).map(([path]) => path)
    expect(failed).toEqual([])
    expect(pages.size).toBeGreaterThan(6 * count)
  })

  it('are kept by the links to the next and the first page', () => {
    const positions = ['cursor', 'page']
    const returning = new Set<string>()
    for (const [url, { body }] of pages) {
      const [, links = ''] =
        /<nav [^>]*aria-label="(?:Pages of|Pages de)[^>]*>(.*?)<\/nav>/s.exec(body) ?? []
      for (const href of hrefsOf(links)) {
        expect(filtersIn(href, ...positions), url).toEqual(filtersIn(url, ...positions))
        if (!/[?&](cursor|page)=/.test(href)) returning.add(href)
      }
    }
    const paged = lists.filter(({ path }) => !path.endsWith('/compare'))
    const firstPages = paged.map(({ path, long }) => filtersIn(urlOf(path, long)))
    const returned = new Set([...returning].map((href) => JSON.stringify(filtersIn(href))))
    expect(firstPages.filter((page) => !returned.has(JSON.stringify(page)))).toEqual([])
  })

  it('are kept by the form, except what it changes', async () => {
    const notSent = ['cursor', 'page', 'match']
    const filled = [...pages].flatMap(([url, page]) => {
      const form = filterFormOf(url, page)
      return form === undefined ? [] : [{ url, form }]
    })
    for (const { url, form } of filled)
      expect(filtersIn(submitted(form)), url).toEqual(filtersIn(url, ...notSent))
    const changed = filled.flatMap(({ url, form }) =>
      form.fields.flatMap(({ name, other }) =>
        other === undefined ? [] : [{ url, name, target: submitted(form, { [name]: other }) }],
      ),
    )
    for (const { url, name, target } of changed)
      expect(filtersIn(target, name), url).toEqual(filtersIn(url, ...notSent, name))
    const tried = changed.filter(({ url }) => start.includes(url))
    expect(tried.length).toBeGreaterThan(50)
    for (const { target } of tried)
      expect((await service.call(target, browser)).status, target).toBe(200)
    const paths = lists.map(({ path }) => base + path)
    const withForm = paths.filter((path) => !/people(\/[^/]*)?$/.test(path))
    expect(filled.map(({ url }) => filtersIn(url).path)).toEqual(
      expect.arrayContaining([...withForm, `/fr${withForm[0]}`]),
    )
  })
})
