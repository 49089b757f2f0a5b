import { type RawBuilder, sql } from 'kysely'

/** Seats by their holders and days; copies have other ids of them, but in the order of each holder. */
export const seatOrder = (): RawBuilder<unknown> =>
  sql`people.name_folded, people.id, coalesce(memberships.start_date, ''), memberships.id`

/** The position of a motion in its meeting; without a meeting, copies have none. */
export const motionPosition = (): RawBuilder<number> =>
  sql`case when motions.meeting_id is null then 0 else motions.position end`

/** The motions of a meeting or a day; copies keep their ids. */
export const motionOrder = (): RawBuilder<unknown> => sql`${motionPosition()}, motions.id`
