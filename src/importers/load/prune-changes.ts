import { type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { findOtherSource } from '../../store/import-runs.ts'
import type { ChangeList } from '../source.ts'
import { assertNoErrors, DiagnosticList } from './diagnostic-list.ts'
import { type Gone, prune } from './prune.ts'
import { type Changes, type LoadScope, mergeChanges } from './scope.ts'
import { stagingOf } from './staging-table.ts'

/**
 * For a copy of another Reeve, throws `LoadRejected` if the municipality has records of another source: they could have the slugs by which the list
 * refers to its own.
 */
export async function rejectOtherSources({
  db,
  target,
  source,
  followsSlugs,
}: LoadScope): Promise<void> {
  if (!followsSlugs) return
  const other = await findOtherSource(db, { municipalityId: target.id, source })
  if (other === undefined) return
  const errors = new DiagnosticList()
  const reason = `a copy of another Reeve needs a municipality of its own, and this one has records of ${JSON.stringify(other)}: choose another slug, with --slug or --municipality`
  errors.add({ location: source, subject: 'municipality', reason })
  assertNoErrors(errors)
}

/** The kinds that come only with a record of another kind, as parts of it. */
const owners: Partial<Record<RecordKind, readonly [owner: RecordKind, key: string]>> = {
  membership: ['person', 'person_key'],
  agenda_item: ['meeting', 'meeting_key'],
  action: ['matter', 'matter_key'],
}

export const partKinds: ReadonlySet<string> = new Set(Object.keys(owners))

/** Removes what a list of changes says is gone, and the parts that its records no longer have. */
export async function pruneChanges(list: ChangeList, scope: LoadScope): Promise<Changes> {
  const changes: Changes[] = []
  // In reverse, so that parts are removed before their parents.
  for (const kind of recordKindNames.toReversed())
    changes.push(
      await prune(kind, scope, (gone) =>
        list.isWhole ? gone : onlyListed(gone, kind, list, scope),
      ),
    )
  return mergeChanges(changes)
}

function onlyListed(
  gone: Gone,
  kind: RecordKind,
  list: ChangeList,
  { db, dialect }: LoadScope,
): Gone {
  const removedOf = (one: RecordKind) => dialect.arrayParam(list.removed().get(one) ?? [])
  const [owner, column] = owners[kind] ?? [kind, 'key']
  return gone.where(({ or, exists, ref }) => {
    const key = ref(`row.${column}` as 'row.id')
    const isRemoved = dialect.inArray(key, removedOf(owner))
    if (owner === kind) return isRemoved
    const isListed = stagingOf(db)
      .selectFrom('staging')
      .select('staging.key')
      .where('staging.kind', '=', owner)
      .whereRef('staging.key', '=', `row.${column}` as 'staging.key')
    return or([isRemoved, exists(isListed)])
  })
}
