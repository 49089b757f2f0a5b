import { dayMs, utcDate } from '../core/calendar-date.ts'
import { undatedFilters } from '../resources/_shared/queries.ts'
import { countVotedMotions } from '../resources/votes/queries.ts'
import type { ReadDatabase } from '../store/open.ts'
import { listMotionsOfOthers } from './queries.ts'

/** With fewer dated motions, it is unknown who voted at the time. */
const datedMin = 20
/** Added to both ends of a period that has fewer. */
const nearDays = 90

interface Undated<Filters> {
  filters: Filters
  count: (filters: object) => Promise<number>
}

type Dates = { date_from?: string; date_to?: string; among?: string }

/** The motions without a date that match and could be of the period: not those that name somebody with no vote on the dated ones of that time. */
export async function countUndatedOf<Filters extends Dates>(
  db: ReadDatabase,
  municipalityId: number,
  { filters, count }: Undated<Filters>,
): Promise<number> {
  const undated = undatedFilters(filters)
  if (undated === undefined) return 0
  const all = await count(undated)
  if (all === 0) return 0
  const period = await datedPeriod(db, municipalityId, filters)
  if (period === undefined) return all
  const others = await listMotionsOfOthers(db, { municipalityId, ...period })
  const chosen = filters.among === undefined ? undefined : new Set(filters.among.split(','))
  const ids = others.map(({ id }) => String(id)).filter((id) => chosen?.has(id) ?? true)
  if (ids.length === 0) return all
  return all - (await count({ ...undated, among: ids.join() }))
}

/** The period, or the time around it, if it has enough dated motions with votes. */
async function datedPeriod(
  db: ReadDatabase,
  municipalityId: number,
  { date_from: from, date_to: to }: Dates,
): Promise<{ from: string; to: string } | undefined> {
  for (const days of [0, nearDays]) {
    const period = {
      from: shifted(from ?? '1000-01-01', -days),
      to: shifted(to ?? '9999-12-31', days),
    }
    const filters = { date_from: period.from, date_to: period.to }
    if ((await countVotedMotions(db, municipalityId, filters)) >= datedMin) return period
  }
  return undefined
}

const shifted = (date: string, days: number): string =>
  days === 0 || date < '1001' || date > '9998' ? date : utcDate(Date.parse(date) + days * dayMs)
