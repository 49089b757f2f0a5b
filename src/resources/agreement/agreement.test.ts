import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseProblems } from '../../../test/support/database/problems.ts'
import { seed } from '../../../test/support/project/random-seed.ts'
import { expectError, expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import {
  linksOf,
  readList,
  readPages,
  withQuery,
} from '../../../test/support/service/read-lists.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf, townRecords } from '../../../test/support/towns/town.ts'
import { foldText } from '../../core/fold.ts'
import { groupBy } from '../../core/group-by.ts'

const voters = ['p-ng', 'p-roy', 'p-lukasz', 'p-inuk', 'p-past', 'p-twin-1', 'p-twin-2']

/** Motions with votes of any of the people, some of them without a date or a body. */
const motions = fc.array(
  fc.record({
    organization_key: fc.constantFrom('o-council', 'o-parks', null),
    date: fc.constantFrom('2024-02-01', '2024-02-02', '2024-03-01', '2025-01-09', null),
    sides: fc.array(fc.constantFrom('For', 'For', 'Against', 'Abstain', 'Absent', null), {
      minLength: voters.length,
      maxLength: voters.length,
    }),
  }),
  { minLength: 60, maxLength: 60 },
)

const records = fc.sample(motions, { seed, numRuns: 1 }).flatMap((drawn) =>
  drawn.map(({ sides, ...motion }, index) => ({
    ...motion,
    kind: 'motion',
    key: `random-${index}`,
    position: index,
    identifier: `Random ${index}`,
    result: 'Carried',
    votes: [
      ...voters.flatMap((key, at) =>
        sides[at] === null ? [] : [{ person_key: key, name: key, value: sides[at] }],
      ),
      // Equal names need not be one person, so only people on record are counted.
      { name: 'A Visitor', value: 'For' },
    ],
  })),
)

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf([...townRecords(), ...records] as never) })
})
afterAll(() => service.stop())

interface Query {
  organization?: string | undefined
  year_from?: string | undefined
  year_to?: string | undefined
}

/** Votes for and against; two unlike votes of one person on one motion are none, and two alike are one. */
function sidesOf(votes: readonly Json[]): Json[] {
  const isSide = ({ person_slug: slug, vote_value: value }: Json) =>
    slug !== null && /^(For|Against)$/.test(value)
  const keyOf = ({ motion_slug, person_slug }: Json) => `${motion_slug} ${person_slug}`
  const sides = votes.filter(isSide)
  const valuesOf = groupBy(sides, keyOf)
  return [...new Map(sides.map((vote) => [keyOf(vote), vote])).values()].filter(
    (vote) => new Set(valuesOf(keyOf(vote)).map(({ vote_value: value }) => value)).size === 1,
  )
}

/** Every pair in both orders, counted from the list of votes. */
async function recount({ organization, year_from: from, year_to: to }: Query): Promise<Json[]> {
  const dates = { date_from: from && `${from}-01-01`, date_to: to && `${to}-12-31` }
  const sides = sidesOf(await readList(service, withQuery('votes', { organization, ...dates })))
  const pairs = new Map<string, Json>()
  const both = sides.flatMap((vote) =>
    sides
      .filter(({ motion_slug: slug }) => slug === vote.motion_slug)
      .filter(({ person_slug: slug }) => slug !== vote.person_slug)
      .map((other) => [vote, other]),
  )
  for (const [vote, other] of both) {
    const { person_slug, person_name, vote_value: value, contested } = vote
    const key = `${person_slug} ${other.person_slug}`
    const names = { other_slug: other.person_slug, other_name: other.person_name }
    const counts = { motions: 0, same: 0, contested_motions: 0, contested_same: 0 }
    const pair = pairs.get(key) ?? { person_slug, person_name, ...names, ...counts }
    pairs.set(key, pair)
    const [alike, disputed] = [Number(value === other.vote_value), Number(contested === true)]
    pair.motions += 1
    pair.same += alike
    pair.contested_motions += disputed
    pair.contested_same += alike * disputed
  }
  return [...pairs.values()]
}

const folded = (name: string) => Buffer.from(foldText(name))
const byName = (one: string, other: string) => Buffer.compare(folded(one), folded(other))
const bySlugs = (one: Json, other: Json) =>
  [one.person_slug, one.other_slug].join() < [other.person_slug, other.other_slug].join() ? -1 : 1

const slugs = ['vera-ng', 'stephanie-roy', 'pat-twin', 'old-member']

/** Asserts that both lists are what the votes say, in pages of any size. */
async function expectAgreement(query: Query, size: number): Promise<void> {
  const expected = await recount(query)
  const pairs = (await readPages(service, withQuery('agreement', { ...query }), size)).flat()
  const ordered = expected.filter(({ person_name: name, person_slug, other_name, other_slug }) => {
    const order = byName(name, other_name)
    return order < 0 || (order === 0 && person_slug < other_slug)
  })
  expect(pairs.toSorted(bySlugs)).toEqual(ordered.toSorted(bySlugs))
  const namesOf = ({ person_name, other_name }: Json) => [person_name, other_name]
  const inOrder = (one: Json, other: Json) =>
    byName(one.person_name, other.person_name) || byName(one.other_name, other.other_name)
  if (!pairs.some(({ person_name: name }) => name === 'Pat Twin'))
    expect(pairs.map(namesOf)).toEqual(pairs.toSorted(inOrder).map(namesOf))
  for (const slug of slugs) {
    const path = withQuery(`people/${slug}/agreement`, { ...query })
    const others = (await readPages(service, path, size)).flat()
    const own = expected
      .filter(({ person_slug }) => person_slug === slug)
      .map(({ person_slug: _, person_name: __, other_slug, other_name, ...counts }) => ({
        person_slug: other_slug,
        person_name: other_name,
        ...counts,
      }))
    expect(others.toSorted(bySlugs)).toEqual(own.toSorted(bySlugs))
    const names = others.map(({ person_name: name }) => name)
    expect(names).toEqual(names.toSorted(byName))
  }
}

const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const queries = fc.record({
  organization: maybe('town-council', 'PARKS-committee', 'no-such-body'),
  year_from: maybe('1000', '2024', '2025', '2026'),
  year_to: maybe('2023', '2024', '2025', '9999'),
})

describe('agreement', () => {
  it('has each pair of people who voted', async () => {
    const others = await readList(service, 'people/vera-ng/agreement')
    expect(others).toHaveLength(voters.length - 1)
    const pairs = await readList(service, 'agreement')
    expect(pairs.length).toBeGreaterThanOrEqual((voters.length * (voters.length - 1)) / 2)
  })

  it('is what the votes say, with any filters and pages', async () => {
    await expectAgreement({}, 100)
    await fc.assert(fc.asyncProperty(queries, fc.integer({ min: 1, max: 9 }), expectAgreement), {
      seed,
      numRuns: 30,
    })
  })

  it('is what the votes say after votes are corrected and people removed or renamed', async () => {
    const [first, second, ...others] = records
    const unlike = ['For', 'Against'].map((value) => ({ person_key: 'p-ng', name: 'Ng', value }))
    const alike = ['For', 'For'].map((value) => ({ person_key: 'p-past', name: 'Old', value }))
    const twice = [...unlike, ...alike, { person_key: 'p-roy', name: 'Roy', value: 'For' }]
    const all = townRecords().map((record) =>
      record.key === 'p-roy' ? { ...record, name: 'Zoë Roy' } : record,
    )
    const kept = all.filter(({ key }) => key !== 'p-lukasz')
    const corrected: object[] = [
      { ...first, votes: twice },
      { ...second, date: '2024-02-15' },
    ]
    corrected.push(...others.slice(9))
    await importRecords(service, [...kept, ...corrected])
    expect(await databaseProblems(service.databaseUrl)).toEqual([])
    await importRecords(service, [...kept, ...corrected], { prune: true })
    expect(await databaseProblems(service.databaseUrl)).toEqual([])
    await expectAgreement({}, 7)
    await expectAgreement({ year_from: '2025', organization: 'town-council' }, 3)
  })

  it('of a person not on record is an error, and of one without votes is empty', async () => {
    expectError(await service.v1('people/no-such-person/agreement'), 'PERSON_NOT_FOUND')
    const [clerk] = (await readList(service, 'people')).filter(({ name }) => /^Ames/.test(name))
    expect(expectList(await service.v1(`people/${clerk.slug}/agreement`))).toEqual([])
  })

  it('has cursors of one person, and links to the next page', async () => {
    const first = await service.v1('people/vera-ng/agreement?per_page=2')
    const cursor = first.json.pagination.next_cursor
    expect(linksOf(first).next).toBe(
      `https://api.example/api/v1/pemberley/people/vera-ng/agreement?per_page=2&cursor=${cursor}`,
    )
    const elsewhere = `people/old-member/agreement?per_page=2&cursor=${cursor}`
    expectError(await service.v1(elsewhere), 'VALIDATION_ERROR')
  })

  it.each(['202', '20245', '2024-01-01', 'x', '', '-2024'])(
    'takes no year but of four digits, such as %j',
    async (year) => {
      for (const path of ['agreement', 'people/vera-ng/agreement'])
        for (const name of ['year_from', 'year_to'])
          expectError(await service.v1(`${path}?${name}=${year}`), 'VALIDATION_ERROR')
    },
  )
})
