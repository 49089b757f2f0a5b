import { LRUCache } from 'lru-cache'
import { listVotedMotions } from '../explore/parts/voted-motions.ts'
import { paths } from '../explore/paths.ts'
import { aboutMax, countVotesOf, motionsAbout, type VoteCounts } from '../explore/vote-counts.ts'
import { voteValues } from '../resources/_shared/schema.ts'
import { listMotions } from '../resources/motions/queries.ts'
import { toMotionItem } from '../resources/motions/v1.represent.ts'
import { countVotedMotions, type VoteFilters } from '../resources/votes/queries.ts'
import type { ReadDatabase } from '../store/open.ts'
import { findBodyName, findMatterSlug, findPersonName, ToolError, verbsOf } from './names.ts'
import {
  type CallTools,
  type Council,
  daysIn,
  findCouncil,
  periodOf,
  textOf,
  urlWith,
} from './results.ts'
import type { InputOf } from './schema.ts'
import { countUndatedOf } from './undated.ts'

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
  const outcome = verbsOf(input.outcome)
  const covered = await periodOf(tools, council, input)
  const person = await given(input.person, (name) => findPersonName(store.db, council, name))
  const body = await given(input.body, (name) => findBodyName(store.db, council, name))
  const matter = await given(input.matter, (name) => findMatterSlug(store.db, council, name))
  const shown = {
    person: person?.slug,
    organization: body?.slug,
    ...{ date_from: from, date_to: to, contested, about, matter, outcome, value },
  }
  const { about: _, ...filters } = shown
  const among = await amongOf(tools, council, input)
  const found = await store.readLong(tools.client, async (db) => {
    const chosen = definedOf<VoteFilters>({ ...filters, ...among })
    const { municipalityId } = council
    const counts = await countVotesOf(db, municipalityId, chosen)
    return {
      counts,
      values: await valuesOf(db, council),
      undated: await countUndatedOf(db, municipalityId, {
        filters: chosen,
        count: (filters) => countVotedMotions(db, municipalityId, filters),
      }),
      unnamed: await unnamedIn(db, council, { filters: chosen, counts }),
    }
  })
  return {
    quoted: ['person.name', 'body.name', 'motions_without_the_person.motions.title'],
    council: council.slug,
    ...{ person, body, contested, about, matter, outcome, value },
    ...countsOf(found, { value, isOfPerson: person !== undefined }),
    ...(found.unnamed !== undefined && { motions_without_the_person: found.unnamed }),
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

/** More motions are not looked through for a person, or named. */
const [unnamedAmongMax, unnamedShownMax] = [200, 5]

/** The motions with recorded votes that do not name the person; undefined if all do. */
async function unnamedIn(
  db: ReadDatabase,
  { municipalityId, slug: council }: Council,
  { filters, counts: { named, of } }: { filters: VoteFilters; counts: VoteCounts },
) {
  const { person, value, dissent, ...scope } = filters
  if (person === undefined || named === of) return undefined
  const count = of - named
  if (of > unnamedAmongMax || count > unnamedShownMax) return { count }
  const range = { limit: unnamedAmongMax }
  const all = await listVotedMotions(db, municipalityId, scope, range)
  const own = await listVotedMotions(db, municipalityId, { ...scope, person }, range)
  const ids = new Set(own.map(({ id }) => id))
  const among = all.flatMap(({ id }) => (ids.has(id) ? [] : id)).join()
  const rows = await listMotions(db, municipalityId, { among }, { limit: unnamedShownMax })
  const motions = rows.map(toMotionItem).map(({ slug, title, meeting_date: date }) => ({
    ...{ id: `${council}/motions/${slug}`, title: textOf(title, 200), date },
  }))
  return { count, motions }
}

/** Values that the source never records are named, instead of a 0 for each. */
function countsOf(
  { counts, values: recorded }: { counts: VoteCounts; values: ReadonlySet<string> },
  { value, isOfPerson }: { value: string | undefined; isOfPerson: boolean },
) {
  const { votes, days, cast, losing, motions, named, of, unrecorded, uncounted } = counts
  const chosen = value === undefined ? voteValues : [value]
  const kept = chosen.filter((each) => recorded.has(each))
  const missing = chosen.filter((each) => !recorded.has(each))
  const isNone = named === 0 || kept.length === 0
  const countsBy = (read: (value: string) => number) =>
    Object.fromEntries(kept.map((each) => [each.toLowerCase(), read(each)]))
  const inVotes = (each: string) => votes.get(each) ?? 0
  const inOthers = (each: string) => uncounted.votes.get(each) ?? 0
  return {
    recorded: isNone ? 'none' : Number(unrecorded) > 0 ? 'some' : 'all',
    ...(!isNone && {
      ...(uncounted.motions > 0 && {
        in_roll_calls: {
          motions: named - uncounted.motions,
          votes: countsBy((each) => inVotes(each) - inOthers(each)),
        },
        without_a_roll_call: { motions: uncounted.motions, votes: countsBy(inOthers) },
      }),
      votes: countsBy(inVotes),
      ...(cast !== null && { cast }),
      motions,
      ...(losing.of > 0 && { on_losing_side: losing }),
      days: Object.fromEntries(
        kept.flatMap((each) => {
          const found = days.get(each)
          return found === undefined ? [] : [[each.toLowerCase(), found]]
        }),
      ),
    }),
    of: named,
    ...(isOfPerson && { motions_with_recorded_votes: of }),
    motions_without_recorded_vote: unrecorded,
    ...(missing.length > 0 && { values_not_recorded_here: missing }),
  }
}
