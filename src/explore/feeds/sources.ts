import { dialectOf } from '../../store/dialect/engines.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type Entry, urlOf } from './feed.ts'

/** Entries, those about motions with what the council published of them; one statement. */
export async function withSources(visit: Visit, entries: readonly Entry[]): Promise<Entry[]> {
  const start = urlOf(visit, paths.motion(visit.municipality, ''))
  const slugOf = ({ url }: Entry) => (url.startsWith(start) ? url.slice(start.length) : null)
  const slugs = entries.flatMap((entry) => slugOf(entry) ?? [])
  if (slugs.length === 0) return [...entries]
  const sources = await readSources(visit.store.db, visit.municipality.id, slugs)
  return entries.map((entry) => {
    const source = sources.get(slugOf(entry) ?? '')
    return source === undefined ? entry : { ...entry, source }
  })
}

/** The page of each motion at its source, or else the minutes or the page of its meeting, by slug. */
async function readSources(
  db: ReadDatabase,
  municipalityId: number,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { arrayParam, inArray } = dialectOf(db)
  const rows = await db
    .selectFrom('motions')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .select('motions.slug')
    .select(({ fn, ref }) =>
      fn
        .coalesce(
          ref('motions.source_url'),
          ref('meetings.minutes_url'),
          ref('meetings.source_url'),
        )
        .as('source'),
    )
    .where('motions.municipality_id', '=', municipalityId)
    .where(({ ref }) => inArray(ref('motions.slug'), arrayParam(slugs)))
    .execute()
  return new Map(rows.map(({ slug, source }) => [slug, source]))
}
