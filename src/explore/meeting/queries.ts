import { partsMax } from '../../core/parts-max.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { losingSide } from '../parts/queries.ts'

type OfMeeting = { meetingId: number }

/** The statements of a meeting, in the order of the source; one statement. */
export const listStatements = cachedQuery(
  (db, { meetingId }: OfMeeting, { limit }: { limit: number }) =>
    db
      .selectFrom('key_statements')
      .leftJoin('people', 'people.id', 'key_statements.person_id')
      .select(['key_statements.slug', 'key_statements.text', 'key_statements.context'])
      .select(['key_statements.speaker', 'key_statements.start_seconds'])
      .select(['people.name', 'people.slug as person_slug'])
      .where('key_statements.meeting_id', '=', meetingId)
      .orderBy('key_statements.id')
      .limit(({ lit }) => lit(limit)),
)

/** Who lost the motions of a meeting that may have been contested, by the slug of the motion; one statement. */
export async function findLosers(db: ReadDatabase, meetingId: number) {
  const rows = await losersOf(db, { meetingId })
  return new Map(rows.map((row) => [row.slug, row]))
}

const losersOf = cachedQuery((db, { meetingId }: OfMeeting) =>
  db
    .selectFrom('motions')
    .select('motions.slug')
    .select(losingSide(db))
    .where('motions.meeting_id', '=', meetingId)
    .where('motions.has_votes', '=', 1)
    .where(({ eb, or }) =>
      or([eb('motions.contested', 'is', null), eb('motions.contested', '=', 1)]),
    )
    .limit(({ lit }) => lit(partsMax)),
)
