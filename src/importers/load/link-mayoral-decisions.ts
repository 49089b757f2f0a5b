import { bylawNumbersIn, numberGroups } from '../../core/bylaw-number.ts'
import { foldText } from '../../core/fold.ts'
import { groupBy } from '../../core/group-by.ts'
import { isOverride } from '../../core/mayoral-decisions.ts'
import { warnOfEntries } from './registers.ts'
import type { LoadScope } from './scope.ts'

type Row = Awaited<ReturnType<typeof listDecisions>>[number]
type Motion = Awaited<ReturnType<typeof listMotions>>[number]

export interface LinkedDecision extends Row {
  bylawId: number | null
  /** The motion to override the veto. */
  motion: Motion | null
}

/** The decisions of the mayor, with the by-law and the motion that they name where the record has exactly one. */
export async function linkDecisions(scope: LoadScope): Promise<LinkedDecision[]> {
  const rows = await listDecisions(scope)
  if (rows.length === 0) return []
  const bylawsOf = groupBy(await listBylaws(scope), ({ number_groups: groups }) => groups)
  const motions = await listMotions(scope, rows)
  const linked = rows.map((row) => {
    const named = bylawsOf(groupsOf(row.bylaw_number ?? ''))
    const isByNumber = row.bylaw_key === null && row.bylaw_number !== null
    const bylawId = row.bylaw_id ?? (isByNumber ? (only(named)?.id ?? null) : null)
    return { ...row, bylawId, motion: motionOf(row, motions) }
  })
  const numbered = groupBy(rows, ({ number_key: key }) => key)
  const isTwice = ({ number_key: key }: Row) => key !== null && numbered(key).length > 1
  await warnOfEntries(scope, 'mayoral_decision', linked, (row) => reasonsOf(row, isTwice(row)))
  return linked
}

function listDecisions({ db, target }: LoadScope) {
  return db
    .selectFrom('mayoral_decisions')
    .selectAll()
    .where('municipality_id', '=', target.id)
    .orderBy('id')
    .execute()
}

function listBylaws({ db, target }: LoadScope) {
  return db
    .selectFrom('bylaws')
    .select(['id', 'number_groups'])
    .where('municipality_id', '=', target.id)
    .where('number_folded', '!=', '')
    .execute()
}

/** The motions that decisions name, and those that are to override something. */
function listMotions({ db, target, dialect }: LoadScope, rows: readonly Row[]) {
  const ids = rows.flatMap(({ override_motion_id: id }) => id ?? [])
  const numbers = rows.flatMap(({ override_motion_number: number }) => number ?? [])
  return db
    .selectFrom('motions')
    .select(['id', 'identifier', 'date', 'text', 'title', 'question', 'result', 'outcome'])
    .where('municipality_id', '=', target.id)
    .where(({ eb, or, ref }) =>
      or([
        eb('question', '=', 'override'),
        dialect.inArray(ref('id'), dialect.arrayParam(ids)),
        dialect.inArray(ref('identifier').$notNull(), dialect.arrayParam(numbers)),
      ]),
    )
    .orderBy('id')
    .execute()
}

const only = <T>(found: readonly T[]): T | null => (found.length === 1 ? (found[0] ?? null) : null)

const groupsOf = (number: string) => numberGroups(foldText(number))

/** That of the key or the number; or else the one that is to override the veto of the by-law, by its text. */
function motionOf(row: Row, motions: readonly Motion[]): Motion | null {
  const { kind, override_motion_id: id, override_motion_number: number } = row
  if (id !== null) return motions.find((motion) => motion.id === id) ?? null
  if (row.override_motion_key !== null || kind !== 'veto') return null
  const later = motions.filter(({ date }) => date === '' || date >= row.date)
  if (number !== null) return only(later.filter(({ identifier }) => identifier === number))
  const bylaw = groupsOf(row.bylaw_number ?? '')
  const isOnVeto = (motion: Motion) =>
    isOverride(motion) && bylawNumbersIn(motion.text ?? '').some((one) => groupsOf(one) === bylaw)
  return row.bylaw_number === null ? null : only(later.filter(isOnVeto))
}

/** Why what a decision names is not linked. */
function reasonsOf({ bylawId, motion, ...row }: LinkedDecision, isTwice: boolean): string[] {
  const { bylaw_key, bylaw_number, override_motion_key: key, override_motion_number: number } = row
  const reasons: string[] = []
  if (isTwice)
    reasons.push(`has the number "${row.number}", as another decision does; both are kept`)
  if (bylawId === null && bylaw_key === null && bylaw_number !== null)
    reasons.push(`names by-law "${bylaw_number}", which the record does not have once`)
  if (motion === null && key === null && number !== null)
    reasons.push(
      `names motion "${number}", which the record does not have once on or after its day`,
    )
  return reasons
}
