import { partsMax } from '../../core/parts-max.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { losingSide } from '../parts/queries.ts'

type OfMeeting = { meetingId: number }

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
