import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import type { Diagnostic } from '../source.ts'
import { nearestKey } from './nearest-key.ts'
import type { LoadScope } from './scope.ts'
import { batchSize, stagingOf } from './staging-table.ts'

// Of a kind with more keys, only the first are compared.
const comparedKeysMax = 10_000

/** An unresolved reference, with its record. */
export interface FoundReference {
  id: number
  location: string
  key: string
  /** Characters of the record. */
  size: number
  field: string
  target_kind: RecordKind
  target_key: string
}

/** Says where each reference of one kind of record is, and the key that is most similar. */
export async function describeReferences(
  kind: RecordKind,
  references: readonly FoundReference[],
  scope: LoadScope,
  { suggest }: { suggest: boolean },
): Promise<Diagnostic[]> {
  const pointers = await pointersOf(references, scope)
  const keysOf = new Map<RecordKind, string[]>()
  const diagnostics: Diagnostic[] = []
  for (const { id, location, key, field, target_kind, target_key } of references) {
    const keys = suggest ? (keysOf.get(target_kind) ?? (await listKeys(target_kind, scope))) : []
    keysOf.set(target_kind, keys)
    const similar = nearestKey(target_key, keys)
    const question = similar === undefined ? '' : `; did you mean "${similar}"?`
    diagnostics.push({
      location,
      subject: `${kind} ${key}`,
      reason: `${nextPath(pointers.get(id), field, target_key)}: refers to ${target_kind} "${target_key}", ${nowhere(scope)}${question}`,
    })
  }
  return diagnostics
}

function nowhere({ isPartial, prune }: LoadScope): string {
  return isPartial && prune
    ? 'which is not in this source, so --prune removes it'
    : 'which is not in this source or an earlier import of it'
}

interface Pointer {
  /** A JSON pointer. */
  path: string
  field: string
  text: string
}

/** The texts of the records, by id; long records are skipped, to limit memory. */
async function pointersOf(
  references: readonly FoundReference[],
  { db, dialect }: LoadScope,
): Promise<Map<number, Pointer[]>> {
  const sizes = new Map(references.map(({ id, size }) => [id, size]))
  let total = 0
  const ids = [...sizes].flatMap(([id, size]) => {
    const fits = total + size <= batchSize
    if (fits) total += size
    return fits ? [id] : []
  })
  const rows = await stagingOf(db)
    .selectFrom('staging')
    .select(['id', 'body'])
    .where(({ ref }) => dialect.inArray(ref('id'), dialect.arrayParam(ids)))
    .execute()
  return new Map(rows.map(({ id, body }) => [id, [...pointersIn('', '', JSON.parse(body))]]))
}

/** The path of the next field with this key; only the field if the record is long. */
function nextPath(pointers: Pointer[] | undefined, field: string, key: string): string {
  const index =
    pointers?.findIndex((pointer) => pointer.field === field && pointer.text === key) ?? -1
  const [pointer] = index === -1 ? [] : (pointers?.splice(index, 1) ?? [])
  return pointer?.path ?? `/${field}`
}

/** Every text of a record; those of a list have its field. */
function* pointersIn(path: string, field: string, value: unknown): Generator<Pointer> {
  if (typeof value === 'string') yield { path, field, text: value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    yield* pointersIn(`${path}/${name}`, Array.isArray(value) ? field : name, part)
}

/** The keys that a reference to this kind can have. */
async function listKeys(kind: RecordKind, scope: LoadScope): Promise<string[]> {
  const { db, target, source, isPartial, prune } = scope
  const staged = await stagingOf(db)
    .selectFrom('staging')
    .select('key')
    .where('kind', '=', kind)
    .orderBy('key')
    .limit(comparedKeysMax)
    .execute()
  if (isPartial && prune) return staged.map(({ key }) => key)
  const stored = await importedTables(db)
    .selectFrom(recordKinds[kind].table)
    .select('key')
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .orderBy('key')
    .limit(comparedKeysMax)
    .execute()
  return [...staged, ...stored].map(({ key }) => key)
}
