import { filterChoices } from '../../test/support/database/plans.ts'
import { categories, motionKinds, results, statuses, types } from './filter-values.ts'
import type { TownShape } from './shape.ts'

/** The kind of request: `list` is read in the order of an index. */
export type Group = 'list' | 'name' | 'ocd' | 'detail' | 'search' | 'site'

export interface ListRequest {
  group: Group
  path: string
}

type Values = Record<string, string>

/** For each list: filters with frequent, rare and missing values. */
function filtersOf({ counts }: TownShape): Record<string, Values[]> {
  const dates = { date_from: '2022-06-01', date_to: '2025-06-30' }
  const few = { date_from: '2022-01-01', date_to: '2022-01-31' }
  const none = { date_from: '2031-01-01', date_to: '2031-12-31' }
  const first = (values: readonly string[]) => values[0] ?? ''
  const last = (values: readonly string[]) => values.at(-1) ?? ''
  const lastBody = `organizations-${Math.min(counts.organizations, 40) - 1}`
  return {
    meetings: [
      { type: first(types), has_transcript: 'false', organization: 'organizations-0', ...dates },
      { type: last(types), has_transcript: 'true', organization: lastBody, ...few },
      { type: 'Picnic', has_transcript: 'true', organization: 'nobody', ...none },
      { status: 'cancelled', has_minutes: 'false' },
      { status: 'completed', has_minutes: 'true', has_recorded_votes: 'true' },
    ],
    people: [
      { is_councillor: 'false' },
      { is_councillor: 'true', organization: 'organizations-0' },
      { organization: lastBody },
    ],
    matters: [
      { status: first(statuses), category: first(categories), ...dates },
      { status: last(statuses), category: last(categories), ...few },
      { status: 'Eaten', category: 'Picnics', ...none },
    ],
    motions: [
      { result: first(results), mover: 'people-0', meeting: 'meetings-0' },
      { result: last(results), mover: `people-${counts.people - 1}`, meeting: 'meetings-1' },
      { result: 'Eaten', mover: 'nobody', meeting: 'nowhere' },
      { kind: first(motionKinds), contested: 'false', result: first(results) },
      { kind: last(motionKinds), contested: 'true', mover: 'people-0' },
      { voter: 'people-0', result: first(results), organization: 'organizations-0' },
      { voter: `people-${counts.people - 1}`, matter: 'matters-0' },
      { has_votes: 'true', organization: lastBody, ...dates },
      {
        organization: 'organizations-0',
        result: 'Eaten',
        kind: first(motionKinds),
        has_votes: 'true',
      },
    ],
    votes: [
      { person: 'people-0', value: 'For', organization: 'organizations-0' },
      { person: `people-${counts.people - 1}`, dissent: 'true', result: last(results) },
      { motion: 'motions-0', value: 'Against', contested: 'true' },
      { meeting: 'meetings-0', result: first(results), dissent: 'false' },
      { matter: 'matters-0', ...dates },
      { organization: lastBody, contested: 'false', ...none },
      { organization: 'organizations-0', contested: 'true', result: 'Eaten', dissent: 'true' },
      { value: 'For', dissent: 'true', contested: 'true', result: last(results), ...dates },
    ],
    bylaws: [
      { status: first(statuses), category: first(categories), year: '2020' },
      { status: last(statuses), category: last(categories), year: '1990' },
      { status: 'Eaten', category: 'Picnics', year: '1492' },
    ],
  }
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** The first page of every v1 list, with every combination of filters. */
export function listRequests(town: TownShape): ListRequest[] {
  const lists = Object.entries(filtersOf(town)).flatMap(([list, sets]) =>
    unique(sets.flatMap((values) => filterChoices(values))).map((query): ListRequest => {
      return { group: 'list', path: `/api/v1/${town.slug}/${list}?${query}` }
    }),
  )
  const names = ['name=ash', 'name=zzz', 'name=ash&is_councillor=true'].map(
    (query): ListRequest => {
      return { group: 'name', path: `/api/v1/${town.slug}/people?${query}` }
    },
  )
  return [...lists, ...names]
}

const ocdLists = {
  events: 'meetings',
  people: 'people',
  bills: 'matters',
  votes: 'motions',
  organizations: 'organizations',
} as const

/** The first page, a middle page and one past the end of every Open Civic Data list. */
export function ocdRequests({ slug, counts }: TownShape): ListRequest[] {
  return Object.entries(ocdLists).flatMap(([list, kind]) => {
    const middle = Math.max(1, Math.floor(counts[kind] / 40))
    return ['', `?page=${middle}`, '?page=100000'].map((query): ListRequest => {
      return { group: 'ocd', path: `/api/ocd/${slug}/${list}${query}` }
    })
  })
}

/** Details of both APIs: the first ones of each kind. `idsOf` finds ids of Open Civic Data. */
export async function detailRequests(
  { slug }: TownShape,
  idsOf: (list: string) => Promise<string[]>,
): Promise<ListRequest[]> {
  const asks = ['meetings', 'people', 'matters', 'motions', 'bylaws'].flatMap((kind) =>
    ['0', '10', '100000000'].map((index): ListRequest => {
      return { group: 'detail', path: `/api/v1/${slug}/${kind}/${kind}-${index}` }
    }),
  )
  for (const list of Object.keys(ocdLists)) {
    const [id = ''] = await idsOf(list)
    asks.push({ group: 'detail', path: `/api/ocd/${slug}/${list}/${id}` })
  }
  return [...asks, { group: 'detail', path: `/api/ocd/${slug}/jurisdictions` }]
}

/** Words by frequency: in nearly every text, in one of dozens, in one of thousands. */
export const queryWords = {
  common: 'council',
  some: 'wildfire',
  rare: 'Juniperworthside',
  two: 'council zoning',
  phrase: '"public meeting"',
}

export function searchRequests({ slug }: TownShape): ListRequest[] {
  const queries = [
    ...Object.values(queryWords),
    'wildfire flood harbour',
    'notawordofanytext',
  ].flatMap((q) => [
    { q },
    { q, type: 'motions' },
    { q, type: 'motions,matters' },
    { q, page: '3' },
  ])
  return queries.map((query): ListRequest => {
    return { group: 'search', path: `/api/v1/${slug}/search?${new URLSearchParams(query)}` }
  })
}

export function siteRequests({ slug }: TownShape): ListRequest[] {
  return ['/', `/${slug}/coverage`].map((path) => ({ group: 'site', path }))
}
