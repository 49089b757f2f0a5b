import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind, RecordOf } from '../records.ts'
import type { LoadContext } from './context.ts'
import { tableOf } from './kind-tables.ts'
import { contentHash } from './normal-form.ts'
import { referencesOf } from './record-references.ts'
import type { Referrer } from './references.ts'
import { freeId } from './served-ids.ts'

/** A staged record as the writers see it. */
export interface Staged<K extends RecordKind> {
  record: RecordOf<K>
  referrer: Referrer
  /** The text of the record, of which its content hash is made. */
  body: string
  /** Under what it was served where it was exported. */
  servedAs: { id: number | null; slug: string | null }
}

/** A row as its parts know it. */
export interface Owner {
  id: number
  slug: string
}

/** How one kind of record becomes rows. */
export interface KindWriter<K extends RecordKind> {
  kind: K
  /** The slug that a new row asks for. */
  slug(staged: Staged<K>, context: LoadContext): string | Promise<string>
  /** The columns beside identity and dates; references resolved. */
  columns(staged: Staged<K>, context: LoadContext): Promise<Record<string, unknown>>
  /** Writes the rows of other tables that belong to this one alone. */
  addParts?(owner: Owner, staged: Staged<K>, context: LoadContext): Promise<void>
  /** Deletes them: parts are replaced as a whole. */
  dropParts?(id: number, context: LoadContext): Promise<void>
  /** Columns of this table that name the rows whose content this one is part of. */
  partOf: readonly { column: string; kind: RecordKind }[]
}

/** What became of a record; `unwritten` where the import is refused already and the rest is only checked. */
export interface Outcome {
  id: number
  what: 'added' | 'changed' | 'same' | 'unwritten'
}

interface Existing extends Owner {
  content_hash: string
  removed_at: string | null
  [parent: string]: unknown
}

const noRow = 0

/** Writes one record: a new row, a changed one, or nothing where its content is what the row already holds. */
export async function upsert<K extends RecordKind>(
  writer: KindWriter<K>,
  staged: Staged<K>,
  context: LoadContext,
): Promise<Outcome> {
  const { key } = staged.record
  const { references, leftOut } = context
  const existing = await findExisting(writer, key, context)
  // Of a slice, what a record refers to may come later: then it is another content.
  const missing = leftOut === null ? null : await references.missing(referencesOf(staged.record))
  const hash = contentHash(staged.body, missing ?? [])
  if (missing !== null) references.report(missing, staged.referrer, leftOut)
  if (existing?.removed_at === null && existing.content_hash === hash) {
    references.remember(writer.kind, key, existing.id)
    return { id: existing.id, what: 'same' }
  }
  if (missing === null)
    references.report(await references.missing(referencesOf(staged.record)), staged.referrer, null)
  if (context.problems.total > 0) {
    // Remembered, so that what refers to this record is not reported as well.
    context.references.remember(writer.kind, key, existing?.id ?? noRow)
    return { id: existing?.id ?? noRow, what: 'unwritten' }
  }
  const owner = await write(writer, staged, { existing, hash }, context)
  context.references.remember(writer.kind, key, owner.id)
  await writer.addParts?.(owner, staged, context)
  return {
    id: owner.id,
    what: existing === undefined || existing.removed_at !== null ? 'added' : 'changed',
  }
}

async function write<K extends RecordKind>(
  writer: KindWriter<K>,
  staged: Staged<K>,
  { existing, hash }: { existing: Existing | undefined; hash: string },
  context: LoadContext,
): Promise<Owner> {
  const columns = await writer.columns(staged, context)
  const stamped = {
    ...columns,
    source_url: staged.record.source_url ?? null,
    content_hash: hash,
    updated_at: context.now,
    removed_at: null,
  }
  const owner = existing ?? (await insert(writer, staged, stamped, context))
  if (existing !== undefined) {
    await update(writer, existing.id, stamped, context)
    await writer.dropParts?.(existing.id, context)
    if (writer.kind === 'meeting' && existing.removed_at !== null) context.shifted.add(existing.id)
  }
  context.written[writer.kind].add(owner.id)
  touchParents(writer, existing, context)
  touchParents(writer, columns, context)
  return owner
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
    .select(['id', 'slug', 'content_hash', 'removed_at', ...(parents as never[])])
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
): Promise<Owner> {
  const table = tableOf[writer.kind]
  const { servedAs } = staged
  const slug = await context.slugs.free(
    table,
    servedAs.slug ?? (await writer.slug(staged, context)),
  )
  const { id } = await context.db
    .insertInto(table as 'people')
    .values({
      ...row,
      ...(await freeId(table, servedAs.id, context)),
      municipality_id: context.target.id,
      source: context.source,
      key: staged.record.key,
      slug,
      created_at: context.now,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, slug }
}

async function update(
  writer: { kind: RecordKind },
  id: number,
  row: Record<string, unknown>,
  context: LoadContext,
): Promise<void> {
  await context.db
    .updateTable(tableOf[writer.kind] as 'people')
    .set(row as never)
    .where('id', '=', id)
    .execute()
}
