import { earliestDay, latestDay } from '../../core/calendar-date.ts'
import { groupBy } from '../../core/group-by.ts'
import { approvals } from '../../core/headings/question.ts'
import { type EndStep, isLapse, lapsedOn } from '../../core/lapsed.ts'
import type { RecordKind } from '../../record/kinds.ts'
import type { MattersTable } from '../../store/record-tables.ts'
import { type IdRange, idBatches, idRange } from './row-batches.ts'
import type { LoadScope, RowIds } from './scope.ts'

interface Span {
  first: string
  last: string
}

/** The kinds of records that say when a matter or a by-law was dealt with. */
export const daysFollowFrom: readonly RecordKind[] = [
  'matter',
  'agenda_item',
  'meeting',
  'motion',
  'action',
  'bylaw',
]

/** Sets the first and last day of each matter, and whether it lapsed; no one dealt with it on the day of its lapse. */
export async function deriveMatters(scope: LoadScope, dirty: RowIds): Promise<void> {
  const { db, dialect } = scope
  for await (const ids of idBatches(scope, 'matters')) {
    const matters = await listMatters(scope, ids)
    const range = idRange(matters)
    const stepsOf = groupBy(await listSteps(scope, range), ({ matter_id: id }) => id)
    const spansOf = await seenSpans(scope, range)
    const changed = matters.flatMap((matter) => {
      const steps = stepsOf(matter.id)
      const row = {
        id: matter.id,
        ...seenDays(matter, steps, spansOf(matter.id)),
        lapsed_on: lapsedOn({ status: matter.status, steps, isPassed: isPassed(matter) }),
      }
      const isSame =
        row.first_seen === matter.first_seen &&
        row.last_seen === matter.last_seen &&
        row.lapsed_on === matter.lapsed_on
      return isSame ? [] : [row]
    })
    for (const { id } of changed) dirty.matter.add(id)
    await dialect.updateAll(db, 'matters', changed)
  }
}

function listMatters({ db, dialect }: LoadScope, ids: readonly number[]) {
  return db
    .selectFrom('matters')
    .leftJoin('bylaws', 'bylaws.id', 'matters.bylaw_id')
    .select(['matters.id', 'matters.status', 'matters.first_seen', 'matters.last_seen'])
    .select(['matters.stated_first_seen', 'matters.stated_last_seen', 'matters.lapsed_on'])
    .select(['bylaws.passed_date', 'bylaws.enacted_date'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('motions')
          .innerJoin('organizations', 'organizations.id', 'motions.decided_by_id')
          .select('motions.id')
          .whereRef('motions.matter_id', '=', 'matters.id')
          .where('motions.kind', '=', 'motion')
          .where('motions.question', 'in', approvals)
          .where('motions.outcome', '=', 'carried')
          .where('organizations.classification', '=', 'council'),
      ).as('is_approved'),
    )
    .where(({ ref }) => dialect.inArray(ref('matters.id'), dialect.arrayParam(ids)))
    .orderBy('matters.id')
    .execute()
}

const isPassed = (matter: Awaited<ReturnType<typeof listMatters>>[number]) =>
  matter.passed_date !== null || matter.enacted_date !== null || Boolean(matter.is_approved)

type SeenDays = Pick<MattersTable, 'first_seen' | 'last_seen'>

/** A stated day is none of its own if it is only that of the lapse. */
function seenDays(
  matter: Pick<MattersTable, 'stated_first_seen' | 'stated_last_seen'>,
  steps: readonly StepRow[],
  spans: readonly Span[],
): SeenDays {
  const acted = steps.filter((step) => !isLapse(step))
  const lapses = steps.filter(isLapse).flatMap(({ first, date }) => [first, date])
  const own = (stated: string | null) =>
    stated !== null && lapses.includes(stated) ? null : stated
  const firsts = [...spans, ...acted].map(({ first }) => first)
  const lasts = [...spans.map(({ last }) => last), ...acted.map(({ date }) => date)]
  return {
    first_seen: earliestDay(own(matter.stated_first_seen), ...firsts),
    last_seen: latestDay(own(matter.stated_last_seen), ...lasts),
  }
}

type SpanScope = Pick<LoadScope, 'db' | 'target'>

interface StepRow extends EndStep {
  matter_id: number | null
  first: string | null
}

/** The steps of each matter that happened, those of the same words as one. */
async function listSteps(scope: SpanScope, matters: IdRange): Promise<StepRow[]> {
  const rows = await happened('actions', scope, matters)
    .select(['row.description', 'row.classification'])
    .select(({ fn, val }) => [
      fn.min(fn<string | null>('nullif', ['row.date', val('')])).as('first'),
      fn.max('row.date').as('date'),
      fn.max('row.text').as('text'),
      fn.max('row.position').as('position'),
      fn.count('row.result').as('results'),
      fn.count('row.motion_id').as('motions'),
    ])
    .groupBy(['row.matter_id', 'row.description', 'row.classification'])
    .execute()
  return rows.map(({ classification, results, motions, ...row }) => ({
    ...row,
    classification: JSON.parse(classification) as string[],
    isVoted: Number(results) + Number(motions) > 0,
  }))
}

/** The days on which held meetings dealt with each matter, and on which it was decided on. */
async function seenSpans(scope: SpanScope, matters: IdRange): Promise<(id: number) => Span[]> {
  const onAgendas = await scope.db
    .selectFrom('agenda_items')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .select(({ fn }) => [
      'agenda_items.matter_id',
      fn.min('meetings.date').as('first'),
      fn.max('meetings.date').as('last'),
    ])
    .where('agenda_items.municipality_id', '=', scope.target.id)
    .where('agenda_items.matter_id', '>=', matters.first)
    .where('agenda_items.matter_id', '<=', matters.last)
    .where('meetings.status', '=', 'completed')
    .groupBy('agenda_items.matter_id')
    .execute()
  const decided = await happened('motions', scope, matters)
    .select(({ fn }) => [fn.min('row.date').as('first'), fn.max('row.date').as('last')])
    .where('row.date', '!=', '')
    .groupBy('row.matter_id')
    .execute()
  return groupBy([...onAgendas, ...decided], ({ matter_id: id }) => id)
}

/** The rows of matters, without what is only planned for a meeting. */
function happened(
  table: 'motions' | 'actions',
  { db, target }: SpanScope,
  { first, last }: IdRange,
) {
  // The columns read here are the same in both tables.
  return db
    .selectFrom(`${table} as row` as 'actions as row')
    .leftJoin('meetings', 'meetings.id', 'row.meeting_id')
    .select('row.matter_id')
    .where('row.municipality_id', '=', target.id)
    .where(({ eb, or }) =>
      or([
        eb('meetings.id', 'is', null),
        eb('meetings.status', '=', 'completed'),
        eb('row.result', 'is not', null),
      ]),
    )
    .where('row.matter_id', '>=', first)
    .where('row.matter_id', '<=', last)
}
