import { dateInZone, dayMs, utcDate } from '../../core/calendar-date.ts'
import { pluralOf, recordKindNames } from '../../record/kinds.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { OpenedSource } from '../source.ts'
import { assertNoErrors, DiagnosticList } from './diagnostic-list.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'

// A council calls off one or two meetings, but not three at once.
const noneMin = 3
// Of fewer records, half can be a correction.
const fewMin = 5
const shareMin = 0.5

/** Whether a source that had `before` records cannot be right to have `now`. */
const isTooFew = (before: number, now: number) =>
  (now === 0 && before >= noneMin) || (before >= fewMin && now < before * shareMin)

export interface ReadBefore {
  source: Pick<OpenedSource, 'name' | 'url' | 'since' | 'listsFrom' | 'listsWhole' | 'changes'>
  /** The records of the last full read of the same URLs; undefined if there was none. */
  recordsBefore?: number | undefined
  /** Whether the operator has said that fewer records are right. */
  acceptFewer?: boolean | undefined
}

/**
 * Throws `LoadRejected` for a source that had records and now has none, or far fewer: a portal that is broken or has moved
 * responds like one where nothing happened.
 */
export async function rejectFewerRecords(
  scope: LoadScope,
  { source, recordsBefore, acceptFewer }: ReadBefore,
): Promise<void> {
  // The author of a bundle can see what it holds.
  if (acceptFewer === true || !scope.isThirdParty) return
  // A list of what changed says itself what is gone.
  if (source.changes?.isWhole === false) return
  const read = { ...source, recordsBefore }
  const found = (await nothing(scope, read)) ?? [
    await fewerRecords(scope, read),
    await fewerMeetings(scope, read),
    ...(await fewerOfKinds(scope, read)),
    await meetingsWithoutItems(scope, read),
  ]
  const errors = new DiagnosticList()
  for (const reason of found)
    if (reason !== undefined)
      errors.add({
        location: source.url ?? source.name,
        subject: 'source',
        reason: `${reason}: it may be broken, have moved, or reject this service; open it yourself, and if it is right, repeat the command with --accept-fewer`,
      })
  assertNoErrors(errors)
}

type Read = ReadBefore['source'] & Pick<ReadBefore, 'recordsBefore'>

/** Everything at once is missing, so that one reason says it. */
async function nothing(scope: LoadScope, { listsFrom }: Read): Promise<string[] | undefined> {
  if (stagedTotal(scope) > 0) return undefined
  const before =
    typeof listsFrom === 'string' ? await meetingsStored(scope, listsFrom) : await stored(scope)
  if (before > 0) return [`lists nothing, and had ${before} records before`]
  // A council may not have met for months.
  const yearAgo = utcDate(Date.parse(scope.now) - 365 * dayMs)
  const isLong = listsFrom === null || (listsFrom !== undefined && listsFrom <= yearAgo)
  return isLong ? [`lists nothing${listsFrom === null ? '' : ` since ${listsFrom}`}`] : undefined
}

const stagedTotal = ({ counts }: LoadScope) =>
  [...counts.values()].reduce((total, count) => total + count, 0)

async function stored(scope: LoadScope): Promise<number> {
  let total = 0
  for (const kind of recordKindNames) total += await storedOf(kind, scope)
  return total
}

async function storedOf(
  kind: (typeof recordKindNames)[number],
  { db, target, source }: LoadScope,
): Promise<number> {
  const { count } = await importedTables(db)
    .selectFrom(`${recordKinds[kind].table} as row`)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .where('is_incomplete', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function fewerRecords(
  scope: LoadScope,
  { recordsBefore }: Read,
): Promise<string | undefined> {
  const now = stagedTotal(scope)
  if (recordsBefore === undefined || !isTooFew(recordsBefore, now)) return undefined
  return `has ${now} records, and had ${recordsBefore} when it was last read`
}

/** Held meetings only, because those to come are often moved or called off. */
async function meetingsStored(
  { db, target, source, now }: LoadScope,
  from: string | null,
): Promise<number> {
  const { count } = await db
    .selectFrom('meetings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .where('status', '=', 'completed')
    .where('date', '<=', dateInZone(Date.parse(now), target.timeZone))
    .$if(from !== null, (query) => query.where('date', '>=', from ?? ''))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function fewerMeetings(scope: LoadScope, { listsFrom }: Read): Promise<string | undefined> {
  if (listsFrom === undefined) return undefined
  const [before, now] = [await meetingsStored(scope, listsFrom), scope.counts.get('meeting') ?? 0]
  if (!isTooFew(before, now)) return undefined
  const since = listsFrom === null ? '' : ` since ${listsFrom}`
  return `lists ${now} meetings${since}, and had ${before} that were held`
}

async function fewerOfKinds(scope: LoadScope, { listsWhole = [] }: Read): Promise<string[]> {
  const reasons: string[] = []
  for (const kind of listsWhole) {
    const { count } = await stagingOf(scope.db)
      .selectFrom('staging')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', kind)
      .where('is_incomplete', '=', 0)
      .executeTakeFirstOrThrow()
    const before = await storedOf(kind, scope)
    if (isTooFew(before, Number(count)))
      reasons.push(`lists ${count} ${pluralOf[kind].replace('_', ' ')}, and had ${before} before`)
  }
  return reasons
}

/** Of live sources, because the meetings and the items of a folder can be imported one after the other. */
async function meetingsWithoutItems(
  { db, target, source }: LoadScope,
  { since, listsFrom }: Read,
): Promise<string | undefined> {
  if (since === undefined && listsFrom === undefined) return undefined
  const staged = stagingOf(db)
    .selectFrom('staging')
    .select('staging.id')
    .where('staging.kind', '=', 'agenda_item')
    .whereRef('staging.required_key', '=', 'row.key' as 'staging.key')
  const { before, now } = await stagingOf(db)
    .selectFrom('staging as meeting')
    .innerJoin('meetings as row', 'row.key', 'meeting.key')
    .select(({ fn, exists }) => [
      fn.countAll<number>().as('before'),
      fn.countAll<number>().filterWhere(exists(staged)).as('now'),
    ])
    .where('meeting.kind', '=', 'meeting')
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
    .where(({ exists }) =>
      exists(
        db
          .selectFrom('agenda_items')
          .select('agenda_items.id')
          .whereRef('agenda_items.meeting_id', '=', 'row.id' as 'agenda_items.meeting_id'),
      ),
    )
    .executeTakeFirstOrThrow()
  if (!isTooFew(Number(before), Number(now))) return undefined
  return `has items on ${now} of ${before} meetings that had items before`
}
