import { LRUCache } from 'lru-cache'
import { listVotedMotions } from '../explore/parts/voted-motions.ts'
import { paths } from '../explore/paths.ts'
import { aboutMax, countVotesOf, motionsAbout, type VoteCounts } from '../explore/vote-counts.ts'
import { undatedFilters } from '../resources/_shared/queries.ts'
import { voteValues } from '../resources/_shared/schema.ts'
import { listAgreement } from '../resources/agreement/queries.ts'
import { toAgreementItem } from '../resources/agreement/v1.represent.ts'
import { countVotedMotions, type VoteFilters } from '../resources/votes/queries.ts'
import type { ReadDatabase } from '../store/open.ts'
import { findBodyName, findPersonName, ToolError } from './names.ts'
import type { Named } from './queries.ts'
import { type CallTools, type Council, daysIn, findCouncil, periodOf, urlWith } from './results.ts'
import type { InputOf } from './schema.ts'

/** The filters of the page that has the same words. */
export async function amongOf(
  { store, client }: CallTools,
  { municipalityId }: Council,
  { about, from, to }: Pick<InputOf<'count_votes'>, 'about' | 'from' | 'to'>,
): Promise<{ among?: string }> {
  if (about === undefined) return {}
  const among = await motionsAbout(store, { municipalityId, about, from, to, client })
  if (among === undefined)
    throw new ToolError(`More than ${aboutMax} motions have the words of about; use more words.`)
  return { among }
}

/** `count_votes`. */
export async function countVotes(tools: CallTools, input: InputOf<'count_votes'>) {
  const council = await findCouncil(tools, input.council)
  const { store } = tools
  const { from, to, contested, about, value } = input
  const covered = await periodOf(tools, council, input)
  const person = await given(input.person, (name) => findPersonName(store.db, council, name))
  const body = await given(input.body, (name) => findBodyName(store.db, council, name))
  const shown = {
    person: person?.slug,
    organization: body?.slug,
    ...{ date_from: from, date_to: to, contested, about, value },
  }
  const { about: _, ...filters } = shown
  const among = await amongOf(tools, council, input)
  const found = await store.readLong(tools.client, async (db) => {
    const chosen = definedOf<VoteFilters>({ ...filters, ...among })
    const undated = undatedFilters(chosen)
    return {
      counts: await countVotesOf(db, council.municipalityId, chosen),
      values: await valuesOf(db, council),
      undated:
        undated === undefined ? 0 : await countVotedMotions(db, council.municipalityId, undated),
    }
  })
  return {
    quoted: ['person.name', 'body.name'],
    council: council.slug,
    ...{ person, body, contested, about, value },
    ...countsOf(found, { value, isOfPerson: person !== undefined }),
    ...(found.undated > 0 && { undated_motions_left_out: found.undated }),
    ...daysIn(covered, found.counts.of === 0 && found.counts.unrecorded === 0),
    as_of: council.municipality.asOf,
    url: urlWith(council.pages + paths.votes({ base: '' }), { ...shown, view: 'counts' }),
    source_url: council.sourceUrl,
  }
}

export const given = async <T>(
  name: string | undefined,
  find: (name: string) => Promise<T>,
): Promise<T | undefined> => (name === undefined ? undefined : find(name))

export const definedOf = <T extends object>(values: object): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

const valuesRead = new LRUCache<string, ReadonlySet<string>>({ max: 500 })

/** The values that the votes of a council have, until the next import. */
async function valuesOf(
  db: ReadDatabase,
  { municipalityId, municipality }: Council,
): Promise<ReadonlySet<string>> {
  const key = `${municipalityId} ${municipality.createdAt} ${municipality.dataVersion}`
  const read = valuesRead.get(key)
  if (read !== undefined) return read
  const values = new Set<string>()
  for (const value of voteValues) {
    const rows = await listVotedMotions(db, municipalityId, { value }, { limit: 1 })
    if (rows.length > 0) values.add(value)
  }
  valuesRead.set(key, values)
  return values
}

/** Values that the source never records are named, instead of a 0 for each. */
function countsOf(
  { counts, values: recorded }: { counts: VoteCounts; values: ReadonlySet<string> },
  { value, isOfPerson }: { value: string | undefined; isOfPerson: boolean },
) {
  const { votes, cast, losing, motions, named, of, unrecorded, uncounted } = counts
  const chosen = value === undefined ? voteValues : [value]
  const kept = chosen.filter((each) => recorded.has(each))
  const missing = chosen.filter((each) => !recorded.has(each))
  const isNone = named === 0 || kept.length === 0
  return {
    recorded: isNone ? 'none' : Number(unrecorded) > 0 ? 'some' : 'all',
    ...(!isNone && {
      votes: Object.fromEntries(kept.map((each) => [each.toLowerCase(), votes.get(each) ?? 0])),
      ...(cast !== null && { cast }),
      motions,
      ...(losing.of > 0 && { on_losing_side: losing }),
    }),
    of: named,
    ...(isOfPerson && { motions_with_recorded_votes: of }),
    ...(uncounted.motions > 0 && { without_a_roll_call: uncounted }),
    motions_without_recorded_vote: unrecorded,
    ...(missing.length > 0 && { values_not_recorded_here: missing }),
  }
}

/** `compare_members`. */
export async function compareMembers(tools: CallTools, input: InputOf<'compare_members'>) {
  const council = await findCouncil(tools, input.council)
  const { store } = tools
  const { year_from, year_to } = input
  if (year_from !== undefined && year_to !== undefined && year_from > year_to)
    throw new ToolError(`year_from (${year_from}) must not be after year_to (${year_to}).`)
  const people = await Promise.all(
    input.people.map((name) => findPersonName(store.db, council, name)),
  )
  if (new Set(people.map(({ slug }) => slug)).size < people.length)
    throw new ToolError('people must be two to five different people.')
  const body = await given(input.body, (name) => findBodyName(store.db, council, name))
  const filters = definedOf<Parameters<typeof listAgreement>[2]>({
    ...{ organization: body?.slug, year_from, year_to },
  })
  const pairs = people.flatMap((one, at) =>
    people.slice(at + 1).map((other) => [one, other] as const),
  )
  const covered = await periodOf(tools, council, {
    from: year_from === undefined ? undefined : `${year_from}-01-01`,
    to: year_to === undefined ? undefined : `${year_to}-12-31`,
  })
  const compared = []
  for (const [one, other] of pairs) compared.push(await pairOf(one, other))
  return {
    quoted: ['pairs.people', 'body.name'],
    council: council.slug,
    body,
    pairs: compared,
    ...daysIn(
      covered,
      compared.every(({ of }) => of === 0),
    ),
    as_of: council.municipality.asOf,
    source_url: council.sourceUrl,
  }

  async function pairOf(one: Named, other: Named) {
    const [row] = await listAgreement(
      store.db,
      { municipalityId: council.municipalityId, person: one.slug, other: other.slug },
      filters,
      { limit: 1 },
    )
    const path = paths.compare({ base: '' }, one.slug, other.slug)
    const pair = {
      people: [one.name, other.name],
      url: urlWith(council.pages + path, filters as Record<string, unknown>),
    }
    if (row === undefined) return { ...pair, recorded: 'none', of: 0 }
    const { motions, same, contested_motions, contested_same } = toAgreementItem(row)
    return { ...pair, same, of: motions, contested_same, contested_of: contested_motions }
  }
}
