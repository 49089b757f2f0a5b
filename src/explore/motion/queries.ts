import { groupBy } from '../../core/group-by.ts'
import { partsMax } from '../../core/parts-max.ts'
import { type InMunicipality, idOfSlug } from '../../resources/_shared/queries.ts'
import type { MotionDetail } from '../../resources/motions/schema.ts'
import { councilCount } from '../../resources/people/queries.ts'
import { cachedRow } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { wasSeatOn } from '../../store/seats.ts'
import { membersOn } from '../parts/queries.ts'
import {
  lacksMovers,
  motionCounts,
  moverCount,
  outcomeColumns,
  toMotionCounts,
} from '../queries.ts'

/**
 * How many motions the council has on record, how many of them have votes by name, the wards of those who voted on one
 * of them, by slug of the person, the members of the body on that day, and the motion that decided its item last; one statement.
 */
export async function findBesideMotion(
  db: ReadDatabase,
  municipalityId: number,
  motion: Pick<MotionDetail, 'slug' | 'meeting_date' | 'item_outcome'>,
) {
  const row = await besideMotionOf(db, {
    ...{ municipalityId, slug: motion.slug, date: motion.meeting_date ?? '' },
    lastSlug: motion.item_outcome?.motion_slug ?? '',
  })
  return {
    counts: toMotionCounts(row),
    lacksMovers: lacksMovers(row),
    wards: wardsOf(parseRows(row.seats)),
    members: parseRows(row.members),
    last: parseRows(row.last)[0],
    texts: parseRows(row.texts),
  }
}

type OnDay = InMunicipality & { slug: string; date: string }

const besideMotionOf = cachedRow((db, { lastSlug, ...motion }: OnDay & { lastSlug: string }) => {
  const { municipalityId, slug } = motion
  const last = db
    .selectFrom('motions')
    .leftJoin('organizations as deciders', 'deciders.id', 'motions.decided_by_id')
    .select([...outcomeColumns, 'deciders.name as organization'])
    .where('motions.id', '=', idOfSlug('motions', municipalityId, lastSlug))
  return motionCounts(db, municipalityId)
    .select(jsonRows(db, councilSeats(db, motion)).as('seats'))
    .select(jsonRows(db, membersOn(db, motion), partsMax).as('members'))
    .select([moverCount('true').as('moved'), moverCount('false').as('unmoved')])
    .select(jsonRows(db, last).as('last'))
    .select(jsonRows(db, textsOf(db, municipalityId, slug), textsMax).as('texts'))
})

const textsMax = 20

/** The texts of the agenda item, then of the matter and the by-laws of a motion. */
function textsOf(db: ReadDatabase, municipalityId: number, slug: string) {
  const motion = db
    .selectFrom('motions')
    .where('motions.id', '=', idOfSlug('motions', municipalityId, slug))
  const ids = motion
    .innerJoin('documents as of_item', 'of_item.agenda_item_id', 'motions.agenda_item_id')
    .select('of_item.id')
    .unionAll(
      motion
        .innerJoin('documents as of_matter', 'of_matter.matter_id', 'motions.matter_id')
        .select('of_matter.id'),
    )
    .unionAll(
      motion
        .innerJoin('bylaw_references', 'bylaw_references.motion_id', 'motions.id')
        .innerJoin('documents as of_bylaw', 'of_bylaw.bylaw_id', 'bylaw_references.bylaw_id')
        .select('of_bylaw.id'),
    )
  return db
    .selectFrom('documents')
    .select(({ ref }) => ['title', ref('slug').$notNull().as('slug')])
    .where('id', 'in', ids)
    .where('slug', 'is not', null)
    .orderBy(({ fn, lit }) => fn.coalesce('bylaw_id', lit(0)))
    .orderBy(({ fn, lit }) => fn.coalesce('matter_id', lit(0)))
    .orderBy('id')
}

/** The labels of the seats that the voters held on the only council on the day of the motion. */
function councilSeats(db: ReadDatabase, { municipalityId, slug, date }: OnDay) {
  const votes = db
    .selectFrom('votes')
    .select('votes.person_id')
    .where('votes.motion_id', '=', idOfSlug('motions', municipalityId, slug))
    .orderBy('votes.id')
    .limit(({ lit }) => lit(partsMax))
  return db
    .selectFrom(votes.as('votes'))
    .innerJoin('people', 'people.id', 'votes.person_id')
    .innerJoin('memberships', 'memberships.person_id', 'people.id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['people.slug', 'memberships.label'])
    .distinct()
    .where('organizations.classification', '=', 'council')
    .where('memberships.label', 'is not', null)
    .where(wasSeatOn(date))
    .where(councilCount(municipalityId, date), '=', 1)
}

/** Of several seats, none is known to be the one that is meant. */
function wardsOf(seats: readonly { slug: string; label: string | null }[]): Map<string, string> {
  const seatsOf = groupBy(seats, ({ slug }) => slug)
  const wards = new Map<string, string>()
  for (const { slug, label } of seats)
    if (label !== null && seatsOf(slug).length === 1) wards.set(slug, label)
  return wards
}
