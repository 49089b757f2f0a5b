import type { ExpressionBuilder } from 'kysely'
import { batches } from '../../core/batches.ts'
import { earliestDay } from '../../core/calendar-date.ts'
import { foldText } from '../../core/fold.ts'
import type { RecordKind } from '../../record/kinds.ts'
import {
  columnsOfMotions,
  type MembershipsTable,
  type MotionsTable,
  type OrganizationsTable,
  type PeopleTable,
} from '../../store/record-tables.ts'
import { registerTables } from '../../store/registers.ts'
import type { Tables } from '../../store/tables.ts'
import { deriveAgreement } from './agreement.ts'
import { deriveBylawDays } from './bylaw-days.ts'
import { deriveBylaws } from './bylaws.ts'
import { deriveClosedSessions } from './closed-sessions.ts'
import { countRecords, derivePersonCounts, listLanguages } from './counts.ts'
import { deriveDeclaredInterests } from './declared-interests.ts'
import { deriveFacet, facets } from './facets.ts'
import { deriveHeadings } from './headings.ts'
import { daysFollowFrom, deriveMatters } from './matters.ts'
import { deriveMayoralDecisions } from './mayoral-decisions.ts'
import { deriveNotices } from './notices.ts'
import { countRegisters, registersFollowFrom } from './registers.ts'
import { yearOf } from './roll-calls.ts'
import { rowBatches } from './row-batches.ts'
import { type Changes, type LoadScope, type RowIds, rowsWith } from './scope.ts'
import { deriveVetoes } from './vetoes.ts'
import { deriveVotingSpans } from './voting-spans.ts'

interface Derivation {
  /** The kinds of records that it follows from. */
  from: readonly RecordKind[]
  run(scope: LoadScope, dirty: RowIds, years: Set<number> | undefined): Promise<void>
}

/** In this order, because some follow from others. */
const derivations: readonly Derivation[] = [
  { from: ['motion', 'meeting', 'organization'], run: deriveMotions },
  {
    from: ['motion', 'agenda_item', 'matter', 'bylaw', 'meeting', 'organization', 'person'],
    run: deriveHeadings,
  },
  { from: registerTables['mayoral-decisions'].from, run: deriveMayoralDecisions },
  {
    from: [...registerTables['mayoral-decisions'].from, 'organization', 'action'],
    run: deriveVetoes,
  },
  { from: ['motion', 'meeting', 'organization', 'person'], run: deriveVotes },
  { from: registerTables.declarations.from, run: deriveDeclaredInterests },
  { from: registerTables['closed-sessions'].from, run: deriveClosedSessions },
  { from: registerTables.notices.from, run: deriveNotices },
  { from: registersFollowFrom, run: countRegisters },
  { from: ['meeting', 'motion'], run: deriveMeetings },
  { from: ['membership', 'person', 'organization'], run: deriveSeatEnds },
  {
    from: ['bylaw', 'matter', 'meeting', 'motion', 'action', 'mayoral_decision'],
    run: deriveBylaws,
  },
  { from: daysFollowFrom, run: deriveMatters },
  { from: daysFollowFrom, run: deriveBylawDays },
  { from: ['person', 'meeting', 'motion'], run: derivePersonCounts },
  {
    from: ['person', 'meeting', 'motion', 'organization', 'membership'],
    run: deriveVotingSpans,
  },
  {
    from: ['motion', 'meeting', 'organization', 'person'],
    run: (scope, _, years) => deriveAgreement(scope, { years }),
  },
  { from: ['meeting', 'motion', 'matter', 'bylaw', 'person'], run: countRecords },
  { from: ['meeting', 'agenda_item', 'matter', 'bylaw'], run: listLanguages },
  ...facets.map((facet) => ({
    from: facet.from,
    run: (scope: LoadScope) => deriveFacet(scope, facet),
  })),
]

/**
 * Sets what follows from the changed rows: dates, the ends of seats, the deciding bodies of motions, columns of votes, and
 * totals. Adds the rows whose `updated_at` moves with them.
 */
export async function derive(changes: Changes, scope: LoadScope): Promise<void> {
  const years = await yearsWithChangedVotes(changes, scope)
  for (const { from, run } of derivations) {
    const hasMoved = from.some((kind) => changes.rows[kind].size > 0)
    if (hasMoved || !scope.isDerived) await run(scope, changes.parents, years)
  }
}

/** Those of the changed motions; undefined if any may have. `deriveMotions` adds those of moved motions. */
async function yearsWithChangedVotes(
  { rows: { motion: motions, person, organization } }: Changes,
  { db, isDerived }: LoadScope,
): Promise<Set<number> | undefined> {
  const isRemoved = rowsWith('removed', motions).length > 0
  if (!isDerived || isRemoved || person.size > 0 || organization.size > 0) return undefined
  const years = new Set<number>()
  for (const ids of batches(motions.keys())) {
    const dates = db.selectFrom('motions').select('date').distinct().where('id', 'in', ids)
    for (const { date } of await dates.execute()) years.add(yearOf(date))
  }
  return years
}

/** Sets the date of each motion and the organization that decided it. */
async function deriveMotions(
  { db, dialect, target }: LoadScope,
  dirty: RowIds,
  years: Set<number> | undefined,
): Promise<void> {
  const changed = db
    .selectFrom('motions')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('organizations as own', 'own.id', 'motions.organization_id')
    .leftJoin('organizations as host', 'host.id', 'meetings.organization_id')
    .select(({ fn, val }) => [
      'motions.id',
      'motions.meeting_id',
      'motions.matter_id',
      'motions.date as former_date',
      fn.coalesce('meetings.date', 'motions.stated_date', val('')).as('date'),
      fn.coalesce('own.id', 'host.id').as('decided_by_id'),
    ])
    .where('motions.municipality_id', '=', target.id)
    .where(({ eb, fn, or, val }) =>
      or([
        eb('motions.date', '!=', fn.coalesce('meetings.date', 'motions.stated_date', val(''))),
        eb('motions.decided_by_id', 'is distinct from', fn.coalesce('own.id', 'host.id')),
      ]),
    )
    .orderBy('motions.id')
  const list = (after: number, limit: number) =>
    changed.where('motions.id', '>', after).limit(limit).execute()
  for await (const rows of rowBatches(list)) {
    for (const row of rows) noteMotion(row, dirty)
    for (const { date, former_date } of rows) years?.add(yearOf(date)).add(yearOf(former_date))
    const derived = rows.map(({ id, date, decided_by_id }) => ({ id, date, decided_by_id }))
    await dialect.updateAll(db, 'motions', derived)
  }
}

type MovedMotion = Pick<MotionsTable, 'meeting_id' | 'matter_id' | 'date'> & {
  id: number
  former_date: string
}

function noteMotion(
  { id, meeting_id, matter_id, date, former_date }: MovedMotion,
  dirty: RowIds,
): void {
  dirty.motion.add(id)
  if (date === former_date) return
  if (meeting_id !== null) dirty.meeting.add(meeting_id)
  if (matter_id !== null) dirty.matter.add(matter_id)
}

/** Sets whether a motion of each meeting has votes of people. */
async function deriveMeetings({ db, dialect, target }: LoadScope): Promise<void> {
  const voted = (eb: ExpressionBuilder<Tables, 'meetings'>) =>
    eb.fn.coalesce(
      eb
        .selectFrom('motions')
        .select((of) => of.fn.max('has_votes').as('has_votes'))
        .whereRef('motions.meeting_id', '=', 'meetings.id'),
      eb.lit(0),
    )
  const changed = db
    .selectFrom('meetings')
    .select((eb) => ['id', voted(eb).as('has_recorded_votes')])
    .where('municipality_id', '=', target.id)
    .where((eb) => eb('has_recorded_votes', '!=', voted(eb)))
    .orderBy('id')
  const list = (after: number, limit: number) =>
    changed.where('id', '>', after).limit(limit).execute()
  for await (const rows of rowBatches(list)) await dialect.updateAll(db, 'meetings', rows)
}

/** A seat ends with the life of its holder and with its body; since when is unknown if the source says only that it is over. */
async function deriveSeatEnds({ db, dialect, target }: LoadScope, dirty: RowIds): Promise<void> {
  const seats = db
    .selectFrom('memberships')
    .leftJoin('people', 'people.id', 'memberships.person_id')
    .leftJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['memberships.id', 'memberships.person_id', 'memberships.organization_id'])
    .select(['memberships.stated_end_date', 'memberships.end_date', 'memberships.ended'])
    .select(['people.death_date', 'organizations.dissolution_date'])
    .where('memberships.municipality_id', '=', target.id)
    .where(({ eb, or, ref }) =>
      or([
        eb('people.death_date', 'is not', null),
        eb('organizations.dissolution_date', 'is not', null),
        eb('memberships.end_date', 'is distinct from', ref('memberships.stated_end_date')),
      ]),
    )
    .orderBy('memberships.id')
  const list = (after: number, limit: number) =>
    seats.where('memberships.id', '>', after).limit(limit).execute()
  for await (const rows of rowBatches(list)) {
    const ends = rows.flatMap((seat) => {
      const end = endOf(seat)
      return end === seat.end_date ? [] : [{ ...seat, end }]
    })
    for (const { person_id, organization_id } of ends) {
      if (person_id !== null) dirty.person.add(person_id)
      if (organization_id !== null) dirty.organization.add(organization_id)
    }
    await dialect.updateAll(
      db,
      'memberships',
      ends.map(({ id, end }) => ({ id, end_date: end })),
    )
  }
}

function endOf(
  seat: Pick<MembershipsTable, 'stated_end_date' | 'ended'> &
    Pick<PeopleTable, 'death_date'> &
    Pick<OrganizationsTable, 'dissolution_date'>,
): string | null {
  if (seat.ended === 1 && seat.stated_end_date === null) return null
  return earliestDay(seat.stated_end_date, seat.death_date, seat.dissolution_date)
}

type VotesScope = Pick<LoadScope, 'db' | 'dialect' | 'target'>

/** Sets what votes repeat from their motions and people; writes only changed rows. */
export async function deriveVotes(scope: VotesScope): Promise<void> {
  await copyFromMotions(scope)
  await copyNames(scope)
  await restoreNames(scope)
}

/** The votes of the municipality, each with its motion. */
function votesOf({ db, target }: VotesScope) {
  return db
    .selectFrom('motions')
    .innerJoin('votes', 'votes.motion_id', 'motions.id')
    .where('motions.municipality_id', '=', target.id)
}

async function copyFromMotions(scope: VotesScope): Promise<void> {
  const stale = votesOf(scope)
    .select('votes.id')
    .select(columnsOfMotions.map((column) => `motions.${column}` as const))
    .where(({ or, eb, ref }) =>
      or(
        columnsOfMotions.map((column) =>
          eb(`votes.${column}`, 'is distinct from', ref(`motions.${column}`)),
        ),
      ),
    )
  await scope.db
    .updateTable('votes')
    .from(stale.as('stale'))
    .set(({ ref }) =>
      Object.fromEntries(columnsOfMotions.map((column) => [column, ref(`stale.${column}`)])),
    )
    .whereRef('votes.id', '=', 'stale.id')
    .execute()
}

async function copyNames(scope: VotesScope): Promise<void> {
  const renamed = votesOf(scope)
    .innerJoin('people', 'people.id', 'votes.person_id')
    .select(['votes.id', 'people.name_folded'])
    .whereRef('people.name_folded', '!=', 'votes.name_folded')
  await scope.db
    .updateTable('votes')
    .from(renamed.as('renamed'))
    .set(({ ref }) => ({ name_folded: ref('renamed.name_folded') }))
    .whereRef('votes.id', '=', 'renamed.id')
    .execute()
}

/** Votes of people who were removed have the name as written. */
async function restoreNames(scope: VotesScope): Promise<void> {
  const { db, dialect } = scope
  const rows = await votesOf(scope)
    .select(['votes.id', 'votes.person_name', 'votes.name_folded'])
    .where('votes.person_id', 'is', null)
    .where('votes.person_key', 'is not', null)
    .execute()
  const written = rows
    .filter(({ person_name, name_folded }) => foldText(person_name) !== name_folded)
    .map(({ id, person_name }) => ({ id, name_folded: foldText(person_name) }))
  await dialect.updateAll(db, 'votes', written)
}
