import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../../test/support/project/random-seed.ts'
import { expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import {
  readList,
  readOcdDetails,
  readPages,
  withQuery,
} from '../../../test/support/service/read-lists.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { townWithEdges } from '../../../test/support/towns/town-with-edges.ts'
import { foldText } from '../../core/fold.ts'

const motion = (key: string, fields: object) => ({ kind: 'motion', key, position: 9, ...fields })
const dissent = { person_key: 'p-ng', name: 'V. Ng', value: 'Against', reason: 'Nay' }
const records = [
  ...townWithEdges(),
  motion('v-dissents', {
    identifier: 'Dissents',
    meeting_key: 'g-2',
    result: 'Carried as amended',
    tally: { for: null, against: null },
    votes: [dissent],
  }),
  motion('v-twins', {
    identifier: 'Twins',
    date: '2024-02-10',
    result: 'Defeated',
    votes: [
      { person_key: 'p-twin-2', name: 'Pat', value: 'For' },
      { person_key: 'p-twin-1', name: 'Pat', value: 'Against' },
      { name: 'Émile Étranger', value: 'Against' },
      { name: 'emilio', value: 'Against' },
    ],
  }),
  motion('v-undated', {
    identifier: 'Undated',
    matter_key: 'x-1',
    result: 'Under review',
    votes: [dissent],
  }),
]

let service: Service
/** Every vote as the motions show it, in the order of the list. */
let expected: Json[]
beforeAll(async () => {
  service = await startService({ source: () => Promise.resolve(sourceOf(records)) })
  expected = await votesOfMotions(service)
})
afterAll(() => service.stop())

const titleFields = [
  ...['title', 'title_from', 'title_tag', 'decision', 'outcome', 'veto', 'result_note'],
  ...['item_title', 'item_outcome', 'text_complete'],
]

/** What a vote repeats of its motion. */
const titleOf = (item: Json) => Object.fromEntries(titleFields.map((name) => [name, item[name]]))

async function votesOfMotions(from: Service): Promise<Json[]> {
  const votes: Json[] = []
  // Both APIs list motions in the order of their votes.
  const civic = await readOcdDetails(from, 'votes')
  for (const [index, item] of (await readList(from, 'motions')).entries()) {
    const detail = (await from.v1(`motions/${item.slug}`)).json.data
    const { organization } = civic[index]
    const cast = detail.votes.map(({ name_as_written: _, candidate: __, ...vote }: Json) => vote)
    for (const vote of cast.sort(byName))
      votes.push({
        ...vote,
        motion_slug: item.slug,
        ...titleOf(item),
        motion_title: item.title,
        motion_text: item.text,
        result: item.result,
        for: detail.tally.for,
        against: detail.tally.against,
        contested: item.contested,
        dissent: isDissent(vote.vote_value, item.result, detail.tally),
        meeting_slug: item.meeting_slug,
        meeting_date: item.meeting_date,
        organization: organization?.name ?? null,
        matter_slug: detail.matter_slug,
        url: item.url,
        updated_at: item.updated_at,
        vote_basis: item.vote_basis,
      })
  }
  return votes
}

function byName(one: Json, other: Json): number {
  const [left, right] = [one, other].map(({ person_name: name }) => Buffer.from(foldText(name)))
  return Buffer.compare(left as Buffer, right as Buffer)
}

function isDissent(value: string, result: string | null, tally: Json): boolean | null {
  if (value !== 'For' && value !== 'Against') return null
  if (tally.for !== null && tally.for < tally.against && result?.startsWith('Carried')) return null
  if (result === 'Defeated' && tally.for > 0 && tally.against === 0) return null
  if (result === 'Carried' || result === 'Carried as amended') return value === 'Against'
  return result === 'Defeated' ? value === 'For' : null
}

/** Without the slug of the body, which details of motions lack. */
const comparable = ({ organization_slug: _, ...vote }: Json) => vote

describe('votes', () => {
  it('are those of the motions, newest meeting first, and of one motion by name', async () => {
    const votes = await readList(service, 'votes')
    expect(votes.map(comparable)).toEqual(expected.map(comparable))
    const twins = votes.filter(({ motion_slug: slug }) => slug === 'motion-twins')
    expect(twins.map(({ person_name: name }) => name)).toEqual([
      'Émile Étranger',
      'emilio',
      'Pat Twin',
      'Pat Twin',
    ])
  })

  it('name the deciding body, or else the one that met, and the matter without an agenda item', async () => {
    const [named] = expectList(await service.v1('votes?motion=motion-dissents'))
    expect(named).toMatchObject({ organization: 'Parks Committee', dissent: true, contested: null })
    expect(named).toMatchObject({ organization_slug: 'parks-committee', reason: 'Nay' })
    const [undated] = expectList(await service.v1('votes?motion=motion-undated'))
    expect(undated).toMatchObject({ meeting_date: null, dissent: null, organization: null })
    expect(undated).toMatchObject({
      title: 'Report 1 on drainage and parks',
      item_title: 'Report 1 on drainage and parks',
    })
  })
})

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 })
const word = (...words: string[]) =>
  maybe(fc.constantFrom(...words, ...words.map((text) => text.toUpperCase()), 'no such thing'))
const flag = maybe(fc.boolean())
const filters = fc.record({
  person: word('vera-ng', 'stephanie-roy', 'pat-twin'),
  motion: word('motion-2024-0', 'motion-2024-10', 'motion-twins'),
  meeting: word('2024-01-01-regular-council', '2024-01-11-public-hearing'),
  organization: word('town-council', 'parks-committee'),
  matter: word('rpt-2024-000', 'rpt-2023-001'),
  value: word('For', 'Against', 'Absent'),
  result: word('Carried', 'Defeated', 'Received'),
  outcome: maybe(
    fc.constantFrom('carried', 'motion_lost,lost,defeated', 'received', 'other, unclear'),
  ),
  contested: flag,
  dissent: flag,
  date_from: word('2024-02-01', '2024-04-01'),
  date_to: word('2024-06-01', '2024-02-10'),
})
type Query = typeof filters extends fc.Arbitrary<infer Q> ? Q : never

const names = { 'town-council': 'Town Council', 'parks-committee': 'Parks Committee' }

function passes(vote: Json, query: Query): boolean {
  const same = (given: string | undefined, value: string | null) =>
    given === undefined || given.toLowerCase() === value?.toLowerCase()
  const isFlagged = (given: boolean | undefined, value: boolean | null) =>
    given === undefined || given === value
  const body = names[query.organization?.toLowerCase() as keyof typeof names] ?? query.organization
  const date = vote.meeting_date ?? ''
  return (
    same(query.person, vote.person_slug) &&
    same(query.motion, vote.motion_slug) &&
    same(query.meeting, vote.meeting_slug) &&
    same(body, vote.organization) &&
    same(query.matter, vote.matter_slug) &&
    same(query.value, vote.vote_value) &&
    same(query.result, vote.result) &&
    (query.outcome?.split(/, ?/).includes(vote.outcome?.verb) ?? true) &&
    isFlagged(query.contested, vote.contested) &&
    isFlagged(query.dissent, vote.dissent) &&
    (query.date_from === undefined || date >= query.date_from) &&
    (query.date_to === undefined || (date !== '' && date <= query.date_to))
  )
}

describe('filters of votes', () => {
  it('find the votes that match, each once and in order, for any size of a page', async () => {
    const dates = (query: Query) =>
      [query.date_from, query.date_to].every((date) => date !== 'no such thing')
    await fc.assert(
      fc.asyncProperty(
        filters.filter(dates),
        fc.integer({ min: 1, max: 30 }),
        async (query, size) => {
          const votes = (await readPages(service, withQuery('votes', query), size)).flat()
          const matches = expected.filter((vote) => passes(vote, query))
          expect(votes.map(comparable)).toEqual(matches.map(comparable))
        },
      ),
      { seed, numRuns: 150 },
    )
  })
})

describe('after an import', () => {
  let own: Service
  beforeAll(async () => {
    own = await startService({ source: () => Promise.resolve(sourceOf(records)) })
  })
  afterAll(() => own.stop())
  const edit = (key: string, change: object | null) =>
    importRecords(
      own,
      records.flatMap((record) => {
        if (record.key !== key) return [record]
        return change === null ? [] : [{ ...record, ...change }]
      }),
      { prune: true },
    )
  const same = async () => {
    const votes = await readList(own, 'votes')
    expect(votes.map(comparable)).toEqual((await votesOfMotions(own)).map(comparable))
    return votes
  }
  const count = async (query: string) => (await readList(own, `votes?${query}`)).length

  it.each([
    ['a meeting that moves', 'g-20', { date: '2024-01-02' }],
    ['a meeting of another body', 'g-2', { organization_key: 'o-library' }],
    ['a meeting that is removed', 'g-4', null],
    ['a body that is removed', 'o-parks', null],
    ['a motion that is removed', 'v-6', null],
    ['a motion with another result', 'v-twins', { result: 'Carried' }],
    ['a person with another name', 'p-ames', { name: 'Zoë Ames' }],
  ])('votes follow %s', async (_, key, change) => {
    await edit(key, change)
    await same()
  })

  it('a removed person is named as written, without a link, until they return', async () => {
    const before = await count('person=vera-ng')
    await edit('p-ng', null)
    expect(await same()).toContainEqual(
      expect.objectContaining({ person_slug: null, person_name: 'V. Ng' }),
    )
    expect(await count('person=vera-ng')).toBe(0)
    await edit('none', null)
    expect(await count('person=vera-ng')).toBe(before)
    await same()
  })

  it('a page begun before it goes on after its last vote', async () => {
    const first = await own.v1('votes?per_page=8')
    await edit('p-lukasz', { name: 'Aaron Żak' })
    const rest = await readList(own, `votes?cursor=${first.json.pagination.next_cursor}`)
    const isOther = ({ person_slug: slug }: Json) => slug !== 'lukasz-zak'
    const seen = [...expectList(first), ...rest].filter(isOther)
    const keyOf = ({ motion_slug, person_slug, person_name, vote_value }: Json) =>
      [motion_slug, person_slug, person_name, vote_value].join()
    const all = (await readList(own, 'votes')).filter(isOther)
    expect(seen.map(keyOf)).toEqual(all.map(keyOf))
    await edit('none', null)
  })
})
