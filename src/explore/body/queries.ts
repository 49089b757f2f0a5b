import { cachedRow } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { seatOrder } from '../../store/record-order.ts'
import { isFormerSeat } from '../../store/seats.ts'
import { meetingsAround, votersIn } from '../queries.ts'

const [latestMax, formerMax, childrenMax, rollCallsMax, calledMax] = [8, 200, 50, 12, 60]

type BodyDay = { bodyId: number; today: string }

/** What a page says of a body besides the fields of the API; one statement. */
export async function findSurroundings(db: ReadDatabase, day: BodyDay) {
  const row = await surroundingsOf(db, day)
  return {
    next: parseRows(row.next),
    latest: parseRows(row.latest),
    hasVotes: parseRows(row.voted).length > 0,
    former: parseRows(row.former),
    called: parseRows(row.called),
    voters: parseRows(row.voters),
    parent: parseRows(row.parents)[0],
    children: parseRows(row.children),
  }
}

export type Surroundings = Awaited<ReturnType<typeof findSurroundings>>

const surroundingsOf = cachedRow((db, { bodyId, today }: BodyDay) => {
  const { next, latest } = meetingsAround(
    db,
    (meetings) => meetings.where('meetings.organization_id', '=', bodyId),
    { today, latestMax },
  )
  const related = db
    .selectFrom('organizations')
    .select(['organizations.slug', 'organizations.name'])
  return db.selectNoFrom([
    jsonRows(db, next).as('next'),
    jsonRows(db, latest).as('latest'),
    jsonRows(db, oneVotedMotion(db, bodyId)).as('voted'),
    jsonRows(db, formerMembers(db, { bodyId, today })).as('former'),
    jsonRows(db, inRollCalls(db, bodyId)).as('called'),
    jsonRows(db, votersIn(db, [bodyId])).as('voters'),
    jsonRows(
      db,
      related
        .innerJoin('organizations as own', 'own.parent_id', 'organizations.id')
        .where('own.id', '=', bodyId),
    ).as('parents'),
    jsonRows(
      db,
      related
        .where('organizations.parent_id', '=', bodyId)
        .orderBy('organizations.name_folded')
        .orderBy('organizations.id')
        .limit(({ lit }) => lit(childrenMax)),
    ).as('children'),
  ])
})

function oneVotedMotion(db: ReadDatabase, bodyId: number) {
  return db
    .selectFrom('motions')
    .select('id')
    .where('decided_by_id', '=', bodyId)
    .where('has_votes', '=', 1)
    .limit(({ lit }) => lit(1))
}

/** Who the roll calls of the latest meetings with one name, and at how many of these they were present. */
function inRollCalls(db: ReadDatabase, bodyId: number) {
  const latest = db
    .selectFrom('meetings')
    .select('meetings.id')
    .where('meetings.organization_id', '=', bodyId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attendance')
          .select('attendance.id')
          .whereRef('attendance.meeting_id', '=', 'meetings.id'),
      ),
    )
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .limit(({ lit }) => lit(rollCallsMax))
  return db
    .selectFrom(latest.as('latest'))
    .innerJoin('attendance', 'attendance.meeting_id', 'latest.id')
    .innerJoin('people', 'people.id', 'attendance.person_id')
    .select(['people.slug', 'people.name'])
    .select(({ fn }) => [
      fn.sum<number>('attendance.present').as('present'),
      fn.countAll<number>().as('meetings'),
    ])
    .groupBy(['people.id', 'people.slug', 'people.name'])
    .orderBy('meetings', 'desc')
    .orderBy('people.id')
    .limit(({ lit }) => lit(calledMax))
}

/** Seats that have ended, by name. */
function formerMembers(db: ReadDatabase, { bodyId, today }: BodyDay) {
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.slug', 'people.name', 'memberships.role', 'memberships.label'])
    .select(['memberships.start_date', 'memberships.end_date'])
    .where('memberships.organization_id', '=', bodyId)
    .where(isFormerSeat(today))
    .orderBy(seatOrder())
    .limit(({ lit }) => lit(formerMax))
}
