import { type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { replacedKeyRange } from '../../store/takedowns.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'
import type { Withholder } from './withhold.ts'

/**
 * Replaces the stored keys that contain words that were taken down, and those that were replaced before a takedown was
 * lifted, so that the records keep their rows.
 */
export async function replaceKeys(scope: LoadScope, withholder: Withholder): Promise<void> {
  const { db, dialect } = scope
  for (const kind of recordKindNames) {
    const moved = [
      ...(await keysWithWords(kind, scope, withholder)),
      ...(await replacedKeys(kind, scope, withholder)),
    ]
    await dialect.updateAll(db, recordKinds[kind].table, moved)
  }
}

type StoredKey = {
  id: number
  key: string
}

async function keysWithWords(
  kind: RecordKind,
  scope: LoadScope,
  withholder: Withholder,
): Promise<StoredKey[]> {
  if (withholder.isEmpty) return []
  const rows = await selectKeys(kind, scope).execute()
  return rows.flatMap(({ id, key: stored }) => {
    const key = withholder.keyOf(kind, stored)
    return key === stored ? [] : [{ id, key }]
  })
}

/** The keys of the source in place of those that replaced them. */
async function replacedKeys(
  kind: RecordKind,
  scope: LoadScope,
  withholder: Withholder,
): Promise<StoredKey[]> {
  const [first, end] = replacedKeyRange
  const rows = await selectKeys(kind, scope)
    .where('key', '>=', first)
    .where('key', '<', end)
    .execute()
  if (rows.length === 0) return []
  const staged = await stagingOf(scope.db)
    .selectFrom('staging')
    .select('key')
    .where('kind', '=', kind)
    .execute()
  const keys = new Map(staged.map(({ key }) => [withholder.replacedKeyOf(kind, key), key]))
  return rows.flatMap(({ id, key: stored }) => {
    const key = keys.get(stored)
    return key === undefined || key === stored ? [] : [{ id, key }]
  })
}

function selectKeys(kind: RecordKind, { db, target, source }: LoadScope) {
  return importedTables(db)
    .selectFrom(recordKinds[kind].table)
    .select(['id', 'key'])
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
}
