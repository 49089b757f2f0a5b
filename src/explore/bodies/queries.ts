import { calledOffStatuses } from '../../core/called-off.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ArrayParam } from '../../store/dialect/dialect.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** How many meetings of each body are on record, and the days of its last and its next one. */
export async function listMeetingDays(
  db: ReadDatabase,
  { ids, today }: { ids: readonly number[]; today: string },
) {
  return meetingDaysOf(db, { ids: dialectOf(db).arrayParam(ids), today })
}

const meetingDaysOf = cachedQuery((db, { ids, today }: { ids: ArrayParam; today: string }) =>
  db
    .selectFrom('organizations')
    .select('organizations.id')
    .select(({ selectFrom }) => {
      const own = selectFrom('meetings').whereRef(
        'meetings.organization_id',
        '=',
        'organizations.id',
      )
      const held = own.where('meetings.status', 'not in', calledOffStatuses)
      return [
        own.select(({ fn }) => fn.countAll<number>().as('count')).as('meetings'),
        held
          .where('meetings.date', '<', today)
          .select(({ fn }) => fn.max('meetings.date').as('date'))
          .as('last'),
        held
          .where('meetings.date', '>=', today)
          .select(({ fn }) => fn.min('meetings.date').as('date'))
          .as('next'),
      ]
    })
    .where(({ ref }) => dialectOf(db).inArray(ref('organizations.id'), ids)),
)

export type MeetingDays = Awaited<ReturnType<typeof listMeetingDays>>[number]
