import { batches } from '../../core/batches.ts'
import { withheldMark } from '../../core/passages.ts'
import { type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { replacedKeyRange } from '../../store/takedowns.ts'
import { forgetSlugs } from './former-slugs.ts'
import { rowBatches } from './row-batches.ts'
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

/**
 * Deletes what else is kept of records that were taken down, and of words: the identities of removed records, former
 * slugs, and the messages of imports.
 */
export async function forgetWithheld(scope: LoadScope, withholder: Withholder): Promise<void> {
  if (withholder.isEmpty) return
  await forgetRemoved(scope, withholder)
  await forgetFormerSlugs(scope, withholder)
  await maskMessages(scope, withholder)
  await maskHistory(scope, withholder)
}

async function forgetRemoved(
  { db, target, source }: LoadScope,
  withholder: Withholder,
): Promise<void> {
  const removed = await db
    .selectFrom('removed_records')
    .select(['kind', 'id', 'key', 'slug'])
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .$narrowType<{ kind: RecordKind }>()
    .execute()
  for (const { kind, id, key, slug } of removed) {
    const isNamed = withholder.hasPassage(key) || withholder.hasPassage(slug)
    if (!isNamed && !withholder.isRemoved(kind, key)) continue
    await db.deleteFrom('removed_records').where('kind', '=', kind).where('id', '=', id).execute()
    await forgetSlugs(kind, [id], { db })
    await forgetHistory({ kind, id, slug }, { db, target })
    await db
      .updateTable('record_versions')
      .set({ slug: withheldSlug })
      .where('kind', '=', kind as 'meeting')
      .where('id', '=', id)
      .execute()
  }
}

/** Deletes the history of a record, and what that of others says of it. */
async function forgetHistory(
  { kind, id, slug }: { kind: RecordKind; id: number; slug: string },
  { db, target }: Pick<LoadScope, 'db' | 'target'>,
): Promise<void> {
  await db
    .deleteFrom('record_changes')
    .where('municipality_id', '=', target.id)
    .where(({ and, eb, or }) =>
      or([
        and([eb('kind', '=', kind as 'meeting'), eb('record_id', '=', id)]),
        and([eb('about_kind', '=', kind as 'meeting'), eb('about_slug', '=', slug)]),
      ]),
    )
    .execute()
}

const withheldSlug = withheldMark.slice(1, -1)

async function forgetFormerSlugs({ db, target }: LoadScope, withholder: Withholder): Promise<void> {
  const rows = await db
    .selectFrom('former_slugs')
    .select('slug')
    .distinct()
    .where('municipality_id', '=', target.id)
    .execute()
  const named = rows.map(({ slug }) => slug).filter((slug) => withholder.hasPassage(slug))
  for (const some of batches(named))
    await db
      .deleteFrom('former_slugs')
      .where('municipality_id', '=', target.id)
      .where('slug', 'in', some)
      .execute()
}

async function maskMessages({ db, target }: LoadScope, withholder: Withholder): Promise<void> {
  const runs = await db
    .selectFrom('imports')
    .select(['id', 'warnings', 'error'])
    .where('municipality_id', '=', target.id)
    .execute()
  for (const { id, warnings: stored, error: failure } of runs) {
    const warnings = withholder.maskedText(stored)
    const error = failure === null ? null : withholder.maskedText(failure)
    if (warnings !== stored || error !== failure)
      await db.updateTable('imports').set({ warnings, error }).where('id', '=', id).execute()
  }
}

async function maskHistory({ db, target }: LoadScope, withholder: Withholder): Promise<void> {
  const list = (after: number, limit: number) =>
    db
      .selectFrom('record_changes')
      .select(['id', 'old', 'new', 'about_slug', 'about_title'])
      .where('municipality_id', '=', target.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  for await (const rows of rowBatches(list))
    for (const { id, ...row } of rows) {
      if ([row.old, row.new].some((value) => value !== null && withholder.isFile(value))) {
        await db.deleteFrom('record_changes').where('id', '=', id).execute()
        continue
      }
      const masked = Object.fromEntries(
        Object.entries(row).map(([name, text]) => [
          name,
          text === null ? null : withholder.maskedText(text),
        ]),
      )
      if (JSON.stringify(masked) !== JSON.stringify(row))
        await db.updateTable('record_changes').set(masked).where('id', '=', id).execute()
    }
}
