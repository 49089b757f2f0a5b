import type { ExpressionBuilder } from 'kysely'
import { latestDay } from '../../core/calendar-date.ts'
import type { BylawsTable } from '../../store/record-tables.ts'
import type { Tables } from '../../store/tables.ts'
import { rowBatches } from './row-batches.ts'
import type { LoadScope, RowIds } from './scope.ts'

/** Sets the day by which each by-law is listed, and its year unless that is stated. */
export async function deriveBylawDays(scope: LoadScope, dirty: RowIds): Promise<void> {
  const { db, dialect, target } = scope
  const bylaws = db
    .selectFrom('bylaws')
    .select(['id', 'stated_year', 'year', 'passed_date', 'enacted_date', 'sort_date'])
    .select((eb) => [
      lastOfMatters(eb).as('of_matters'),
      lastDecision(eb).as('of_motions'),
      lastItem(eb).as('of_items'),
    ])
    .where('municipality_id', '=', target.id)
    .orderBy('id')
  const list = (after: number, limit: number) =>
    bylaws.where('id', '>', after).limit(limit).execute()
  for await (const rows of rowBatches(list)) {
    const changed = rows.flatMap((row) => {
      const dealtWith = latestDay(row.of_matters, row.of_motions, row.of_items)
      const days = daysOf(row, dealtWith)
      if (days.year !== row.year) dirty.bylaw.add(row.id)
      const isSame = days.year === row.year && days.sort_date === row.sort_date
      return isSame ? [] : [{ id: row.id, ...days }]
    })
    await dialect.updateAll(db, 'bylaws', changed)
  }
}

type Stated = Pick<BylawsTable, 'stated_year' | 'passed_date' | 'enacted_date'>

function daysOf({ stated_year: stated, passed_date, enacted_date }: Stated, dealtWith: string) {
  const day = passed_date ?? enacted_date ?? dealtWith
  return {
    year: stated === 0 ? Number(day.slice(0, 4)) : stated,
    sort_date: day === '' && stated !== 0 ? String(stated) : day,
  }
}

type OfBylaw = ExpressionBuilder<Tables, 'bylaws'>

const lastOfMatters = (eb: OfBylaw) =>
  eb
    .selectFrom('matters')
    .select(({ fn }) => fn.max<string | null>('last_seen').as('date'))
    .whereRef('matters.bylaw_id', '=', 'bylaws.id')

/** Of the motions that name it and are not only planned. */
const lastDecision = (eb: OfBylaw) =>
  eb
    .selectFrom('bylaw_references')
    .innerJoin('motions', 'motions.id', 'bylaw_references.motion_id')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .select(({ fn }) => fn.max<string | null>('motions.date').as('date'))
    .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id')
    .where(({ eb: of, or }) =>
      or([
        of('meetings.id', 'is', null),
        of('meetings.status', '=', 'completed'),
        of('motions.result', 'is not', null),
      ]),
    )

/** Of the agendas of held meetings that name it. */
const lastItem = (eb: OfBylaw) =>
  eb
    .selectFrom('bylaw_references')
    .innerJoin('agenda_items', 'agenda_items.id', 'bylaw_references.agenda_item_id')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .select(({ fn }) => fn.max<string | null>('meetings.date').as('date'))
    .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id')
    .where('meetings.status', '=', 'completed')
