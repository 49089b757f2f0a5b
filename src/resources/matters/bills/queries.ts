import { expressionBuilder } from 'kysely'
import { jsonRows } from '../../../store/json-rows.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import type { Tables } from '../../../store/tables.ts'
import { byIdsQuery } from '../../_shared/queries.ts'

const billColumns = [
  'id',
  'ocd_id',
  'identifier',
  'title',
  'status',
  'category',
  'classification',
  'first_seen',
  'last_seen',
  'created_at',
  'updated_at',
] as const

export type BillRow = Awaited<ReturnType<typeof listBillsByIds>>[number]

export function selectBills(db: ReadDatabase) {
  return db
    .selectFrom('matters')
    .select(billColumns)
    .select(jsonRows(db, introductions).as('introductions'))
    .select(datesOf(actionDates, 'action'))
    .select(datesOf(motionDates, 'motion'))
    .select(datesOf(sittingDates, 'sitting'))
}

export const listBillsByIds = byIdsQuery('matters.id', selectBills)

/** Where a matter began: the bodies that introduced it, first of all. */
const introductions = expressionBuilder<Tables, 'matters'>()
  .selectFrom('actions')
  .innerJoin('organizations', 'organizations.id', 'actions.organization_id')
  .select(['organizations.ocd_id as id', 'organizations.name'])
  .whereRef('actions.matter_id', '=', 'matters.id')
  // Not `like`: SQLite plans a statement again whenever a pattern is bound.
  .where(({ eb, fn, ref, val }) => {
    const kinds = ref('actions.classification')
    return eb(fn<string>('replace', [kinds, val('"introduction"'), val('')]), '!=', kinds)
  })
  .orderBy('actions.date')
  .orderBy('actions.position')
  .orderBy('actions.id')

const actionDates = expressionBuilder<Tables, 'matters'>()
  .selectFrom('actions')
  .select('actions.date as day')
  .whereRef('actions.matter_id', '=', 'matters.id')
  .where('actions.date', 'is not', null)

const motionDates = expressionBuilder<Tables, 'matters'>()
  .selectFrom('motions')
  .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
  .select('motions.date as day')
  .whereRef('motions.matter_id', '=', 'matters.id')
  .where('motions.date', '!=', '')
  .where(({ eb, or }) =>
    or([
      eb('meetings.id', 'is', null),
      eb('meetings.status', '=', 'completed'),
      eb('motions.result', 'is not', null),
    ]),
  )

const sittingDates = expressionBuilder<Tables, 'matters'>()
  .selectFrom('agenda_items')
  .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
  .select('meetings.date as day')
  .whereRef('agenda_items.matter_id', '=', 'matters.id')
  .where('meetings.status', '=', 'completed')

type Dates = typeof actionDates | typeof motionDates | typeof sittingDates

/** The first and the last of some dates of a matter, as `first_…` and `last_…`. */
function datesOf<Name extends string>(dates: Dates, name: Name) {
  const one = (order: 'asc' | 'desc') =>
    (dates as typeof actionDates).orderBy('day', order).limit(({ lit }) => lit(1))
  return () => [one('asc').as(`first_${name}` as const), one('desc').as(`last_${name}` as const)]
}
