import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind, RecordOf } from '../records.ts'
import type { LoadContext } from './context.ts'
import { tableOf } from './kind-tables.ts'
import type { Referrer } from './references.ts'

/** A staged record as the writers see it. */
export interface Staged<K extends RecordKind> {
  record: RecordOf<K>
  referrer: Referrer
  hash: string
}

/** How one kind of record becomes rows. */
export interface KindWriter<K extends RecordKind> {
  kind: K
  /** The slug that a new row asks for. */
  slug(staged: Staged<K>, context: LoadContext): string | Promise<string>
  /** The columns beside identity and dates; references resolved. */
  columns(staged: Staged<K>, context: LoadContext): Promise<Record<string, unknown>>
  /** Rows of other tables that belong to this one alone: replaced as a whole. */
  replaceParts?(id: number, staged: Staged<K>, context: LoadContext): Promise<void>
  /** Columns of this table that name the rows whose content this one is part of. */
  partOf: readonly { column: string; kind: RecordKind }[]
}

export type Outcome = 'added' | 'changed' | 'same'

interface Existing {
  id: number
  content_hash: string
  removed_at: string | null
  [parent: string]: unknown
}

/** Writes one record: a new row, a changed one, or nothing where its content is what the row already holds. */
export async function upsert<K extends RecordKind>(
  writer: KindWriter<K>,
  staged: Staged<K>,
  context: LoadContext,
): Promise<Outcome> {
  const existing = await findExisting(writer, staged.record.key, context)
  if (
    existing !== undefined &&
    existing.removed_at === null &&
    existing.content_hash === staged.hash
  ) {
    context.references.remember(writer.kind, staged.record.key, existing.id)
    return 'same'
  }
  const columns = await writer.columns(staged, context)
  const stamped = {
    ...columns,
    source_url: staged.record.source_url ?? null,
    content_hash: staged.hash,
    updated_at: context.now,
    removed_at: null,
  }
  const id =
    existing === undefined
      ? await insert(writer, staged, stamped, context)
      : await update(writer, existing.id, stamped, context)
  context.references.remember(writer.kind, staged.record.key, id)
  await writer.replaceParts?.(id, staged, context)
  context.touched[writer.kind].add(id)
  touchParents(writer, existing, context)
  touchParents(writer, columns, context)
  return existing === undefined || existing.removed_at !== null ? 'added' : 'changed'
}

/** Marks what a row is part of as touched; called with the row as it was and as it is. */
export function touchParents(
  writer: Pick<KindWriter<RecordKind>, 'partOf'>,
  row: Record<string, unknown> | undefined,
  context: LoadContext,
): void {
  for (const { column, kind } of writer.partOf) {
    const id = row?.[column]
    if (typeof id === 'number') context.touched[kind].add(id)
  }
}

async function findExisting<K extends RecordKind>(
  writer: KindWriter<K>,
  key: string,
  context: LoadContext,
): Promise<Existing | undefined> {
  const parents = writer.partOf.map(({ column }) => column)
  const row = await anyTable(context.db, writer.kind)
    .select(['id', 'content_hash', 'removed_at', ...(parents as never[])])
    .where('municipality_id', '=', context.target.id)
    .where('source', '=', context.source)
    .where('key', '=', key)
    .executeTakeFirst()
  return row as Existing | undefined
}

// The identity columns are the same in every imported table, so `people` stands for all of them here.
function anyTable(db: Kysely<Tables>, kind: RecordKind) {
  return db.selectFrom(tableOf[kind] as 'people')
}

async function insert<K extends RecordKind>(
  writer: KindWriter<K>,
  staged: Staged<K>,
  row: Record<string, unknown>,
  context: LoadContext,
): Promise<number> {
  const slug = await context.slugs.free(tableOf[writer.kind], await writer.slug(staged, context))
  const { id } = await context.db
    .insertInto(tableOf[writer.kind] as 'people')
    .values({
      ...row,
      municipality_id: context.target.id,
      source: context.source,
      key: staged.record.key,
      slug,
      created_at: context.now,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function update(
  writer: { kind: RecordKind },
  id: number,
  row: Record<string, unknown>,
  context: LoadContext,
): Promise<number> {
  await context.db
    .updateTable(tableOf[writer.kind] as 'people')
    .set(row as never)
    .where('id', '=', id)
    .execute()
  return id
}
