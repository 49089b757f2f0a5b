import { countShared, type SharedFilters } from '../explore/parts/pair/queries.ts'
import { paths } from '../explore/paths.ts'
import { amongOf, definedOf, given } from './counts.ts'
import { findBodyName, findMatterSlug, findPersonName, ToolError } from './names.ts'
import type { Named } from './queries.ts'
import { type CallTools, daysIn, findCouncil, periodOf, urlWith } from './results.ts'
import type { InputOf } from './schema.ts'

/** `compare_members`. */
export async function compareMembers(tools: CallTools, input: InputOf<'compare_members'>) {
  const council = await findCouncil(tools, input.council)
  const { store, client } = tools
  const { from, to, about } = input
  const covered = await periodOf(tools, council, input)
  const people = await Promise.all(
    input.people.map((name) => findPersonName(store.db, council, name)),
  )
  if (new Set(people.map(({ slug }) => slug)).size < people.length)
    throw new ToolError('people must be two to five different people.')
  const body = await given(input.body, (name) => findBodyName(store.db, council, name))
  const matter = await given(input.matter, (name) => findMatterSlug(store.db, council, name))
  const shown = { organization: body?.slug, date_from: from, date_to: to, about, matter }
  const { about: _, ...others } = shown
  const among = await amongOf(tools, council, input)
  const filters = definedOf<SharedFilters>({ ...others, ...among })
  const pairs = people.flatMap((one, at) =>
    people.slice(at + 1).map((other) => [one, other] as const),
  )
  const compared = await store.readLong(client, async (db) => {
    const found = []
    for (const [one, other] of pairs) {
      const pair = { municipalityId: council.municipalityId, slugs: [one.slug, other.slug] }
      found.push(pairOf(one, other, await countShared(db, pair, filters)))
    }
    return found
  })
  return {
    quoted: ['pairs.people', 'body.name'],
    council: council.slug,
    ...{ body, about, matter },
    pairs: compared,
    ...daysIn(
      covered,
      compared.every(({ of }) => of === 0),
    ),
    as_of: council.municipality.asOf,
    source_url: council.sourceUrl,
  }

  function pairOf(one: Named, other: Named, counts: Awaited<ReturnType<typeof countShared>>) {
    const path = paths.compare({ base: '' }, one.slug, other.slug)
    const pair = { people: [one.name, other.name], url: urlWith(council.pages + path, shown) }
    const { motions: of, same, contested_motions, contested_same } = counts
    if (of === 0) return { ...pair, recorded: 'none', of }
    return {
      ...pair,
      ...{ different: of - same, same, of },
      contested_different: contested_motions - contested_same,
      ...{ contested_same, contested_of: contested_motions },
    }
  }
}
