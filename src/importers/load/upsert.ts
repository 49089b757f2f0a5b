import { chunks } from '../../core/chunks.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Flag } from '../../store/tables.ts'
import type { RecordKind, RecordOf } from '../records.ts'
import type { LoadContext } from './context.ts'
import { contentHash } from './normal-form.ts'
import { type Reference, referencesOf } from './record-references.ts'
import type { Referrer } from './references.ts'
import { keepUnresolved } from './unresolved.ts'

/** A staged record as the writers see it. */
export interface Staged<K extends RecordKind> {
  record: RecordOf<K>
  referrer: Referrer
  /** The text of the record, of which its content hash is made. */
  body: string
  /** Under what it was served where it was exported. */
  servedAs: { id: number | null; slug: string | null }
  /** Whether an earlier import brought it, and this one brings what it refers to. */
  isResumed: boolean
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
  /** Adds the rows of other tables that belong to this one alone to those to be written. */
  addParts?(owner: Owner, staged: Staged<K>, context: LoadContext): Promise<void>
  /** Deletes those of the named rows: parts are replaced as a whole. */
  dropParts?(ids: readonly number[], context: LoadContext): Promise<void>
  /** Columns of this table that name the rows whose content this one is part of. */
  partOf: readonly { column: string; kind: RecordKind }[]
}

/** What became of a record; `unwritten` where the import is refused already and the rest is only checked. */
export interface Outcome<K extends RecordKind> {
  staged: Staged<K>
  id: number
  what: 'added' | 'changed' | 'same' | 'unwritten'
}

interface Existing extends Owner {
  key: string
  content_hash: string
  is_incomplete: Flag
  removed_at: string | null
  [parent: string]: unknown
}

/** A record, and the row that it has already. */
interface Pair<K extends RecordKind> {
  staged: Staged<K>
  existing: Existing | undefined
  hash: string
  missing: readonly Reference[]
}

const noRow = 0

/** Writes records of one kind: new rows, changed ones, or nothing where the content is what the row already holds. */
export async function upsert<K extends RecordKind>(
  writer: KindWriter<K>,
  batch: readonly Staged<K>[],
  context: LoadContext,
): Promise<Outcome<K>[]> {
  const rows = await findExisting(writer, batch, context)
  const references = batch.map(({ record }) => referencesOf(record))
  await context.references.look(references.flat())
  const pairs: Pair<K>[] = []
  for (const [index, staged] of batch.entries()) {
    const existing = rows.get(staged.record.key)
    const checked = await check(staged, references[index] ?? [], existing, context)
    pairs.push({ staged, existing, ...checked })
  }
  const isRefused = context.problems.total > 0
  const toWrite = isRefused ? [] : pairs.filter((pair) => !isSame(pair))
  const ids = await write(writer, toWrite, context)
  if (!isRefused) await keepUnresolved(pairs.filter(isWrittenOrUnresolved), context)
  return pairs.map((pair) => {
    const id = ids.get(pair) ?? pair.existing?.id ?? noRow
    // Also where it is refused, so that what refers to this record is not reported as well.
    context.references.remember(writer.kind, pair.staged.record.key, id)
    return { staged: pair.staged, id, what: whatBecame(pair, isRefused) }
  })
}

function whatBecame(pair: Pair<RecordKind>, isRefused: boolean): Outcome<RecordKind>['what'] {
  if (isSame(pair)) return 'same'
  if (isRefused) return 'unwritten'
  return pair.existing === undefined || pair.existing.removed_at !== null ? 'added' : 'changed'
}

function isSame({
  staged,
  existing,
  hash,
}: Pick<Pair<RecordKind>, 'staged' | 'existing' | 'hash'>) {
  if (existing?.removed_at !== null) return false
  if (isOutranked(staged, existing)) return true
  // A row of before the flag may be marked incomplete and have the hash of a complete record.
  return existing.content_hash === hash && !isCompletedBy(staged, existing)
}

/** A record that does not know its parts never overwrites one that does. */
function isOutranked({ record }: Staged<RecordKind>, existing: Existing | undefined): boolean {
  return record.incomplete === true && existing?.removed_at === null && !existing.is_incomplete
}

function isCompletedBy({ record }: Staged<RecordKind>, { is_incomplete: isIncomplete }: Existing) {
  return record.incomplete !== true && isIncomplete === 1
}

// What waits for a complete record is the complete record's own.
function isWrittenOrUnresolved(pair: Pair<RecordKind>): boolean {
  if (isOutranked(pair.staged, pair.existing)) return false
  return !isSame(pair) || pair.missing.length > 0
}

/** Reports references that lead nowhere; returns them and the hash of the content. */
async function check<K extends RecordKind>(
  staged: Staged<K>,
  referred: readonly Reference[],
  existing: Existing | undefined,
  { references, leftOut }: LoadContext,
): Promise<Pick<Pair<K>, 'hash' | 'missing'>> {
  const { referrer, body, isResumed } = staged
  if (leftOut !== null || isResumed) {
    // Of a slice, what a record refers to may come later: then it is another content.
    const missing = await references.missing(referred)
    if (!isResumed) references.report(missing, referrer, leftOut)
    return { hash: contentHash(body, missing), missing }
  }
  const hash = contentHash(body, [])
  if (isSame({ staged, existing, hash })) return { hash, missing: [] }
  const missing = await references.missing(referred)
  references.report(missing, referrer, null)
  return { hash, missing }
}

/** Returns the id of the row of each. */
async function write<K extends RecordKind>(
  writer: KindWriter<K>,
  pairs: readonly Pair<K>[],
  context: LoadContext,
): Promise<Map<Pair<K>, number>> {
  const owners = await ownersOf(writer, pairs, context)
  const changed: ({ id: number } & Record<string, unknown>)[] = []
  for (const [pair, owner] of owners) {
    const { staged, existing, hash } = pair
    const columns = await writer.columns(staged, context)
    touchParents(writer, existing, context)
    touchParents(writer, columns, context)
    context.written[writer.kind].add(owner.id)
    const row = { id: owner.id, ...columns, ...stampOf(staged, hash, context) }
    if (existing === undefined) {
      context.rows.add(recordKinds[writer.kind].table, {
        ...row,
        ...identityOf(staged, owner, context),
      })
      continue
    }
    changed.push(row)
    if (writer.kind === 'meeting' && existing.removed_at !== null) context.shifted.add(owner.id)
  }
  await context.dialect.updateAll(context.db, recordKinds[writer.kind].table, changed)
  for (const ids of chunks(changed.map(({ id }) => id))) await writer.dropParts?.(ids, context)
  for (const [{ staged }, owner] of owners) await writer.addParts?.(owner, staged, context)
  await context.rows.write(context)
  return new Map([...owners].map(([pair, { id }]) => [pair, id]))
}

/** The row of each record: the one that it has, or an id and a slug for a new one. */
async function ownersOf<K extends RecordKind>(
  writer: KindWriter<K>,
  pairs: readonly Pair<K>[],
  context: LoadContext,
): Promise<Map<Pair<K>, Owner>> {
  const table = recordKinds[writer.kind].table
  const added = pairs.filter(({ existing }) => existing === undefined)
  const wanted: string[] = []
  for (const { staged } of added)
    wanted.push(staged.servedAs.slug ?? (await writer.slug(staged, context)))
  const slugs = await context.slugs.free(table, wanted)
  const ids = await context.ids.choose(
    table,
    added.map(({ staged }) => staged.servedAs.id),
    context,
  )
  const fresh = new Map(
    added.map((pair, index) => [pair, { id: ids[index] ?? noRow, slug: slugs[index] ?? '' }]),
  )
  const owners = new Map<Pair<K>, Owner>()
  for (const pair of pairs) {
    const owner = pair.existing ?? fresh.get(pair)
    if (owner === undefined) continue
    owners.set(pair, owner)
    context.slugs.remember(table, owner.id, owner.slug)
  }
  return owners
}

function stampOf<K extends RecordKind>({ record }: Staged<K>, hash: string, { now }: LoadContext) {
  return {
    source_url: record.source_url ?? null,
    content_hash: hash,
    is_incomplete: record.incomplete === true ? 1 : 0,
    updated_at: now,
    removed_at: null,
  }
}

function identityOf<K extends RecordKind>(
  { record: { key } }: Staged<K>,
  { slug }: Owner,
  { target, source, now }: LoadContext,
) {
  return { municipality_id: target.id, source, key, slug, created_at: now }
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

/** The rows that records have already, by key. */
async function findExisting<K extends RecordKind>(
  writer: KindWriter<K>,
  batch: readonly Staged<K>[],
  { db, dialect, target, source }: LoadContext,
): Promise<Map<string, Existing>> {
  const parents = writer.partOf.map(({ column }) => column)
  const keys = batch.map(({ record }) => record.key)
  // The identity columns are the same in every imported table, so `people` stands for all of them here.
  const rows = await importedTables(db)
    .selectFrom(recordKinds[writer.kind].table)
    .select([
      'id',
      'key',
      'slug',
      'content_hash',
      'is_incomplete',
      'removed_at',
      ...(parents as never[]),
    ])
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .where(({ ref }) => dialect.isAmong(ref('key'), dialect.listOf(keys)))
    .execute()
  return new Map((rows as Existing[]).map((row) => [row.key, row]))
}
