import { batches } from '../../core/batches.ts'
import { type Changes, noChanges, type RowIds } from './changes.ts'
import { derivePersonCounts } from './person-counts.ts'
import type { LoadScope } from './scope.ts'

const updateBatchLength = 5000

/** Sets derived values: dates of motions, first and last dates of matters, totals of people. */
export async function derive(scope: LoadScope): Promise<Changes> {
  const changes = noChanges()
  await deriveMotionDates(scope, changes.dirtyParents)
  await deriveMatterDates(scope, changes.dirtyParents)
  await derivePersonCounts(scope)
  return changes
}

async function deriveMotionDates({ db, dialect, target }: LoadScope, dirty: RowIds): Promise<void> {
  const rows = await db
    .selectFrom('motions')
    .leftJoin('meetings', (join) =>
      join.onRef('meetings.id', '=', 'motions.meeting_id').on('meetings.removed_at', 'is', null),
    )
    .select(({ fn, val }) => [
      'motions.id',
      'motions.meeting_id',
      'motions.matter_id',
      fn.coalesce('meetings.date', 'motions.stated_date', val('')).as('date'),
    ])
    .where('motions.municipality_id', '=', target.id)
    .where('motions.removed_at', 'is', null)
    .where(({ eb, fn, val }) =>
      eb('motions.date', '!=', fn.coalesce('meetings.date', 'motions.stated_date', val(''))),
    )
    .execute()
  for (const { id, meeting_id, matter_id } of rows) {
    dirty.motion.add(id)
    if (meeting_id !== null) dirty.meeting.add(meeting_id)
    if (matter_id !== null) dirty.matter.add(matter_id)
  }
  const dated = rows.map(({ id, date }) => ({ id, date }))
  for (const part of batches(dated, updateBatchLength)) await dialect.updateAll(db, 'motions', part)
}

interface Span {
  first: string
  last: string
}

async function deriveMatterDates(scope: LoadScope, dirty: RowIds): Promise<void> {
  const { db, dialect, target } = scope
  const spans = await seenSpans(scope)
  const matters = await db
    .selectFrom('matters')
    .select(['id', 'stated_first_seen', 'stated_last_seen', 'first_seen', 'last_seen'])
    .where('municipality_id', '=', target.id)
    .where('removed_at', 'is', null)
    .execute()
  const seen: { id: number; first_seen: string | null; last_seen: string }[] = []
  for (const matter of matters) {
    const span = spans.get(matter.id)
    const first = matter.stated_first_seen ?? span?.first ?? null
    const last = matter.stated_last_seen ?? span?.last ?? ''
    if (first === matter.first_seen && last === matter.last_seen) continue
    dirty.matter.add(matter.id)
    seen.push({ id: matter.id, first_seen: first, last_seen: last })
  }
  for (const part of batches(seen, updateBatchLength)) await dialect.updateAll(db, 'matters', part)
}

/** The first and last date on which each matter was on an agenda or was decided on. */
async function seenSpans({ db, target }: LoadScope): Promise<Map<number, Span>> {
  const onAgendas = await db
    .selectFrom('agenda_items')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .select(({ fn }) => [
      'agenda_items.matter_id',
      fn.min('meetings.date').as('first'),
      fn.max('meetings.date').as('last'),
    ])
    .where('agenda_items.municipality_id', '=', target.id)
    .where('agenda_items.removed_at', 'is', null)
    .where('meetings.removed_at', 'is', null)
    .groupBy('agenda_items.matter_id')
    .execute()
  const decided = await db
    .selectFrom('motions')
    .select(({ fn }) => ['matter_id', fn.min('date').as('first'), fn.max('date').as('last')])
    .where('municipality_id', '=', target.id)
    .where('removed_at', 'is', null)
    .where('date', '!=', '')
    .groupBy('matter_id')
    .execute()
  const spans = new Map<number, Span>()
  for (const { matter_id, first, last } of [...onAgendas, ...decided]) {
    if (matter_id === null) continue
    const existing = spans.get(matter_id) ?? { first, last }
    spans.set(matter_id, {
      first: earlier(first, existing.first),
      last: earlier(last, existing.last) === last ? existing.last : last,
    })
  }
  return spans
}

// ISO dates sort as text.
function earlier(a: string, b: string): string {
  return [a, b].sort()[0] ?? a
}
