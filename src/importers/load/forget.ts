import { batches } from '../../core/batches.ts'
import { withheldMark, withheldSlug } from '../../core/passages.ts'
import { withheldBeside } from '../../record/field.ts'
import { type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { ChangeList } from '../source.ts'
import { partKinds } from './prune-changes.ts'
import { rowBatches } from './row-batches.ts'
import { RowPassages } from './row-passages.ts'
import { type Changes, type LoadScope, rowsWith } from './scope.ts'
import type { Finders, Withholder } from './withhold.ts'

/** Ids of rows by kind. */
class RowsOfKinds {
  readonly #ids = new Map<RecordKind, Set<number>>()

  add(kind: RecordKind, id: number): void {
    this.#ids.set(kind, (this.#ids.get(kind) ?? new Set()).add(id))
  }

  *batches(): Generator<[kind: RecordKind, ids: number[]]> {
    for (const [kind, ids] of this.#ids) for (const some of batches(ids)) yield [kind, some]
  }
}

/** Records beside which something was kept that is forgotten: that copies forget it too, they are said to lack something. */
class Forgotten {
  /** Those of this import, and those of earlier ones. */
  readonly #rows = [new RowsOfKinds(), new RowsOfKinds()] as const
  isEmpty = true

  add(kind: RecordKind, id: number): void {
    this.#rows[0].add(kind, id)
    this.isEmpty = false
  }

  addEarlier(kind: RecordKind, id: number): void {
    this.#rows[1].add(kind, id)
  }

  /** The records of this import get the next version, even if they are served as before. */
  async mark({ db, target }: LoadScope): Promise<void> {
    for (const rows of this.#rows)
      for (const [kind, ids] of rows.batches())
        await db
          // Every table of a kind has the column.
          .updateTable(recordKinds[kind].table as 'meetings')
          .set({ withheld: withheldBeside })
          .where('id', 'in', ids)
          .where('withheld', '=', 0)
          .execute()
    for (const [kind, ids] of this.#rows[0].batches())
      await db
        .updateTable('record_versions')
        .set({ hash: '', removed: 0 })
        .where('municipality_id', '=', target.id)
        .where('kind', '=', kind as 'meeting')
        .where('id', 'in', ids)
        .execute()
  }
}

interface Imported {
  withholder: Withholder
  applied: Changes
  pruned: Changes
}

/**
 * Forgets the history and former slugs of what was taken down here, and of what the origin of a copy says was. Returns
 * whether there was something, and whether the files of a copy have bytes of it.
 */
export async function forget(
  scope: LoadScope,
  list: ChangeList | undefined,
  { withholder, ...changes }: Imported,
): Promise<{ isMarked: boolean; isErasable: boolean }> {
  const isErasable = list !== undefined && (await forgetListed(list, scope, changes))
  const isMarked = await forgetWithheld(scope, withholder)
  return { isMarked: isMarked || isErasable, isErasable }
}

/**
 * Deletes what else is kept of records that were taken down, and of words: the identities of removed records, former
 * slugs, and history. Returns whether there was something.
 */
async function forgetWithheld(scope: LoadScope, withholder: Withholder): Promise<boolean> {
  if (withholder.isEmpty) return false
  const forgotten = new Forgotten()
  for (const one of await removedRecords(scope)) {
    const passages = withholder.of(one)
    const isNamed = passages.has(one.key) || passages.has(one.slug)
    if (isNamed || withholder.isRemoved(one.kind, one.key))
      await forgetRemoved(one, scope, forgotten)
  }
  const passages = await RowPassages.of(scope, withholder)
  await forgetFormerSlugs(scope, passages, forgotten)
  await maskHistory(scope, { withholder, passages }, forgotten)
  await forgotten.mark(scope)
  return !forgotten.isEmpty
}

/**
 * Forgets on a copy what its origin has forgotten. A copy does not know the words: it forgets the history and the former
 * slugs of each record of which something was taken down. Returns whether there was something, or rows with the words.
 */
async function forgetListed(
  list: ChangeList,
  scope: LoadScope,
  { applied, pruned }: Omit<Imported, 'withholder'>,
): Promise<boolean> {
  const forgotten = new Forgotten()
  const withheld = list.withheld()
  let isWritten = recordKindNames.some((kind) => rowsWith('removed', pruned.rows[kind]).length > 0)
  for (const [kind, keys] of withheld)
    for (const { id } of await rowsOf(kind, keys, scope)) {
      isWritten ||= applied.rows[kind].has(id)
      const count = (await deleteHistory(kind, id, scope)) + (await deleteSlugs(kind, id, scope))
      if (count > 0) forgotten.add(kind, id)
    }
  const gone = new Set([...withheld].flatMap(([kind, keys]) => keys.map((key) => `${kind} ${key}`)))
  // A whole list does not say why a record is gone.
  const isGone = ({ kind, key }: Removed) =>
    list.isWhole || partKinds.has(kind) || gone.has(`${kind} ${key}`)
  for (const one of (await removedRecords(scope)).filter(isGone))
    await forgetRemoved(one, scope, forgotten)
  await forgotten.mark(scope)
  if (forgotten.isEmpty && !isWritten) return false
  await forgetMessages(scope)
  return true
}

async function rowsOf(
  kind: RecordKind,
  keys: readonly string[],
  { db, dialect, target, source }: LoadScope,
) {
  return importedTables(db)
    .selectFrom(`${recordKinds[kind].table} as row`)
    .select('id')
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .where(({ ref }) => dialect.inArray(ref('row.key'), dialect.arrayParam(keys)))
    .execute()
}

interface Removed {
  kind: RecordKind
  id: number
  key: string
  slug: string
}

function removedRecords({ db, target, source }: LoadScope): Promise<Removed[]> {
  return db
    .selectFrom('removed_records')
    .select(['kind', 'id', 'key', 'slug'])
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .$narrowType<{ kind: RecordKind }>()
    .execute()
}

async function forgetRemoved(
  { kind, id, slug }: Removed,
  scope: LoadScope,
  forgotten: Forgotten,
): Promise<void> {
  const { db } = scope
  await db.deleteFrom('removed_records').where('kind', '=', kind).where('id', '=', id).execute()
  await deleteSlugs(kind, id, scope)
  await deleteHistory(kind, id, scope)
  await deleteMentions(kind, slug, scope, forgotten)
  await db
    .updateTable('record_versions')
    .set({ slug: withheldSlug })
    .where('kind', '=', kind as 'meeting')
    .where('id', '=', id)
    .execute()
  forgotten.add(kind, id)
}

/** Returns how many rows there were. */
async function deleteSlugs(kind: RecordKind, id: number, { db }: LoadScope): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('former_slugs')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the history of a record, and returns how many rows it had. */
async function deleteHistory(
  kind: RecordKind,
  id: number,
  { db, target }: LoadScope,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('record_changes')
    .where('municipality_id', '=', target.id)
    .where('kind', '=', kind as 'meeting')
    .where('record_id', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes what the history of others says of a record. */
async function deleteMentions(
  kind: RecordKind,
  slug: string,
  { db, target }: LoadScope,
  forgotten: Forgotten,
): Promise<void> {
  const rows = await db
    .deleteFrom('record_changes')
    .where('municipality_id', '=', target.id)
    .where('about_kind', '=', kind as 'meeting')
    .where('about_slug', '=', slug)
    .returning(['kind', 'record_id'])
    .execute()
  for (const row of rows) forgotten.add(row.kind, row.record_id)
}

async function forgetFormerSlugs(
  { db, target }: LoadScope,
  passages: RowPassages,
  forgotten: Forgotten,
): Promise<void> {
  const rows = await db
    .selectFrom('former_slugs')
    .select(['kind', 'id', 'slug'])
    .where('municipality_id', '=', target.id)
    .$narrowType<{ kind: RecordKind }>()
    .execute()
  for (const { kind, id, slug } of rows) {
    if (!passages.ofRow(kind, id).has(slug)) continue
    await db
      .deleteFrom('former_slugs')
      .where('municipality_id', '=', target.id)
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .execute()
    forgotten.add(kind, id)
  }
}

async function maskHistory(
  { db, target }: LoadScope,
  { withholder, passages }: { withholder: Withholder; passages: RowPassages },
  forgotten: Forgotten,
): Promise<void> {
  const list = (after: number, limit: number) =>
    db
      .selectFrom('record_changes')
      .select(['id', 'kind', 'record_id', 'old', 'new'])
      .select(['about_kind', 'about_slug', 'about_title'])
      .where('municipality_id', '=', target.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  for await (const rows of rowBatches(list))
    for (const { id, kind, record_id: record, about_kind: about, ...texts } of rows) {
      const finders = passages.ofChange({ kind, id: record }, { kind: about, ...texts })
      if (await maskChange(id, texts, { db, withholder, finders })) forgotten.add(kind, record)
      else if (JSON.stringify(texts).includes(withheldMark)) forgotten.addEarlier(kind, record)
    }
}

/** Returns whether the change said something that was taken down. */
async function maskChange(
  id: number,
  texts: Texts,
  { db, ...tools }: Pick<LoadScope, 'db'> & MaskTools,
): Promise<boolean> {
  const masked = maskedTexts(texts, tools)
  if (JSON.stringify(masked) === JSON.stringify(texts)) return false
  if (masked === undefined) await db.deleteFrom('record_changes').where('id', '=', id).execute()
  else await db.updateTable('record_changes').set(masked).where('id', '=', id).execute()
  return true
}

type Texts = Record<'old' | 'new' | 'about_slug' | 'about_title', string | null>

interface MaskTools {
  withholder: Withholder
  finders: Finders
}

/** Undefined for a change of a file that was taken down. */
function maskedTexts(texts: Texts, { withholder, finders }: MaskTools): Texts | undefined {
  if ([texts.old, texts.new].some((value) => value !== null && withholder.isFile(value)))
    return undefined
  const masked = Object.entries(texts).map(([name, text]) => [
    name,
    text === null ? null : finders.maskedText(text),
  ])
  return Object.fromEntries(masked)
}

/** Takes what was taken down out of the messages of imports. */
export async function maskMessages(
  { db, target }: LoadScope,
  withholder: Withholder,
): Promise<void> {
  if (withholder.isEmpty) return
  const runs = await db
    .selectFrom('imports')
    .select(['id', 'warnings', 'error'])
    .where('municipality_id', '=', target.id)
    .execute()
  const { ofAllRecords } = withholder
  for (const { id, warnings: stored, error: failure } of runs) {
    const warnings = ofAllRecords.maskedText(stored)
    const error = failure === null ? null : ofAllRecords.maskedText(failure)
    if (warnings !== stored || error !== failure)
      await db.updateTable('imports').set({ warnings, error }).where('id', '=', id).execute()
  }
}

/** Forgets what earlier imports of a copy said, which can name what was taken down. */
async function forgetMessages({ db, target }: LoadScope): Promise<void> {
  const runs = db.updateTable('imports').where('municipality_id', '=', target.id)
  await runs.set({ warnings: '[]' }).where('warnings', '!=', '[]').execute()
  await runs.set({ error: withheldMark }).where('error', 'is not', null).execute()
}
