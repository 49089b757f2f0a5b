import type { Kysely } from 'kysely'
import { foldText } from '../../core/fold.ts'
import { distanceOf } from '../../core/similar-words.ts'
import { type ImportRecord, kinds, type RecordKind, recordKindNames } from '../../record/kinds.ts'
import {
  importedTables,
  keyColumn,
  type ReferenceColumn,
  recordKinds,
  referenceColumns,
} from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'
import type { Diagnostic } from '../source.ts'
import { assertNoErrors, DiagnosticList, listedMax } from './diagnostic-list.ts'
import type { LoadScope } from './scope.ts'
import { batchSize, type StagingTables, stagingOf } from './staging-table.ts'

/** A reference by key, and its field. */
export interface Reference {
  field: string
  kind: RecordKind
  key: string
}

/** The field that refers to the record's own kind. Its target may come later in the source, so it is linked at the end. */
export const parentField = 'parent_key'

/** The kind that each other field refers to, or each key of a list. */
const kindOfField: Record<string, RecordKind> = {
  ...Object.fromEntries(
    referenceColumns
      .map(({ column, target }) => [keyColumn(column), target])
      .filter(([field]) => field !== parentField),
  ),
  bylaw_keys: 'bylaw',
}

/** Every reference of a record and of its parts, but that to a parent. */
export function referencesOf(record: ImportRecord): Reference[] {
  const found: Reference[] = []
  for (const [field, content] of Object.entries(record)) collect(field, content, found)
  return found
}

function collect(field: string, content: unknown, found: Reference[]): void {
  if (typeof content === 'string') {
    const kind = kindOfField[field]
    if (kind !== undefined) found.push({ field, kind, key: content })
  } else if (Array.isArray(content)) {
    for (const part of content) collect(field, part, found)
  } else if (typeof content === 'object' && content !== null) {
    for (const name in content) collect(name, content[name as keyof object], found)
  }
}

/** Whether a record is invalid without a reference. */
export function isRequired({ kind, table, column }: ReferenceColumn): boolean {
  const required: readonly string[] = kinds[kind].schema.required
  return table === recordKinds[kind].table && required.includes(keyColumn(column))
}

const cachedMax = 20_000

export interface Row {
  id: number
  slug: string
  /** Of a person. */
  name_folded?: string | undefined
  /** Of a meeting. */
  date?: string | undefined
  organization_id?: number | null | undefined
}

// Columns that rows of other kinds repeat.
const repeated: Partial<Record<RecordKind, readonly (keyof Row)[]>> = {
  person: ['name_folded'],
  meeting: ['date', 'organization_id'],
}

export interface Rows {
  find(kind: RecordKind, key: string | null | undefined): Row | null
  /** Null without a key, or if the reference is unresolved. */
  idOf(kind: RecordKind, key: string | null | undefined): number | null
}

/** Finds rows of one source by key, with one statement for each kind in a batch. */
export class RowLookup implements Rows {
  readonly #rows = new Map<RecordKind, Map<string, Row>>()
  #size = 0
  readonly #scope: LoadScope

  constructor(scope: LoadScope) {
    this.#scope = scope
  }

  /** Loads the rows that a batch refers to; `find` returns only loaded rows. */
  async load(references: readonly Reference[]): Promise<void> {
    if (this.#size > cachedMax) {
      this.#rows.clear()
      this.#size = 0
    }
    const keys = new Map<RecordKind, Set<string>>()
    for (const { kind, key } of references) {
      if (this.find(kind, key) !== null) continue
      const missing = keys.get(kind) ?? new Set()
      keys.set(kind, missing.add(key))
    }
    for (const [kind, missing] of keys) await this.#query(kind, [...missing])
  }

  remember(kind: RecordKind, key: string, row: Row): void {
    const rows = this.#rows.get(kind) ?? new Map<string, Row>()
    const columns = ['id', 'slug', ...(repeated[kind] ?? [])] as (keyof Row)[]
    const kept = Object.fromEntries(columns.map((column) => [column, row[column]]))
    this.#rows.set(kind, rows.set(key, kept as unknown as Row))
    this.#size += 1
  }

  find(kind: RecordKind, key: string | null | undefined): Row | null {
    if (key === null || key === undefined) return null
    return this.#rows.get(kind)?.get(key) ?? null
  }

  idOf(kind: RecordKind, key: string | null | undefined): number | null {
    return this.find(kind, key)?.id ?? null
  }

  async #query(kind: RecordKind, keys: readonly string[]): Promise<void> {
    const { db, dialect, target, source } = this.#scope
    const rows = await importedTables(db)
      .selectFrom(`${recordKinds[kind].table} as row`)
      .select(['id', 'key', 'slug'])
      .select((repeated[kind] ?? []).map((column) => db.dynamic.ref<keyof Row>(column)))
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where(({ ref }) => dialect.inArray(ref('row.key'), dialect.arrayParam(keys)))
      .execute()
    for (const row of rows) this.remember(kind, row.key, row)
  }
}

// Of a kind with more keys, only the first are compared.
const comparedKeysMax = 10_000

/** A reference to a record that does not exist, with the record that has it. */
export interface Orphan {
  id: number
  location: string
  key: string
  /** Characters of the record. */
  size: number
  field: string
  target_kind: RecordKind
  target_key: string
}

/** Throws `LoadRejected` if a staged record of a subset requires a record that does not exist. */
export async function rejectOrphans(scope: LoadScope): Promise<void> {
  const errors = new DiagnosticList()
  for (const kind of recordKindNames) {
    const orphans = await listOrphans(kind, scope)
    for (const { target_kind } of orphans) errors.count(target_kind, 1)
    errors.addListed(await describeReferences(kind, orphans, scope, { suggest: true }))
  }
  assertNoErrors(errors)
}

/** Throws `LoadRejected` if a changed record of a complete source refers to a record that does not exist. */
export async function rejectUnresolved(scope: LoadScope): Promise<void> {
  if (scope.isPartial) return
  const errors = new DiagnosticList()
  for (const columns of columnsByKind)
    await addUnresolved(columns, errors, scope, { suggest: true })
  assertNoErrors(errors)
}

/** The references out of a subset. */
export async function listUnresolved(scope: LoadScope): Promise<DiagnosticList> {
  const unresolved = new DiagnosticList()
  if (scope.isPartial)
    for (const columns of columnsByKind)
      await addUnresolved(columns, unresolved, scope, { suggest: false })
  return unresolved
}

const columnsByKind = recordKindNames.map((kind) =>
  referenceColumns.filter((reference) => reference.kind === kind),
)

/** The staged records of a kind without the target of a required reference. */
export async function listOrphans(kind: RecordKind, scope: LoadScope): Promise<Orphan[]> {
  const { db, target: municipality, source, prune } = scope
  const orphans: Orphan[] = []
  const required = referenceColumns.filter((one) => one.kind === kind && isRequired(one))
  for (const [n, { column, target }] of required.entries()) {
    const key = n === 0 ? 'required_key' : 'other_required_key'
    const stored = importedTables(db)
      .selectFrom(`${recordKinds[target].table} as row`)
      .select('row.id')
      .where('row.municipality_id', '=', municipality.id)
      .where('row.source', '=', source)
      .whereRef('row.key', '=', `s.${key}` as 'row.key')
    const rows = await stagingOf(db)
      .selectFrom('staging as s')
      .select(['s.id', 's.key', 's.location', 's.size'])
      .select(`s.${key} as target_key`)
      .where('s.kind', '=', kind)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('staging as found')
              .select('found.id')
              .where('found.kind', '=', target)
              .whereRef('found.key', '=', `s.${key}`),
          ),
        ),
      )
      // With --prune, what the source does not have is about to be removed.
      .$if(!prune, (query) => query.where(({ not, exists }) => not(exists(stored))))
      .orderBy('s.id')
      .execute()
    const field = keyColumn(column)
    for (const { target_key, ...row } of rows)
      orphans.push({ ...row, field, target_kind: target, target_key: target_key ?? '' })
  }
  return orphans
}

/** Counts the references by target kind, and lists the first. */
async function addUnresolved(
  columns: readonly ReferenceColumn[],
  list: DiagnosticList,
  scope: LoadScope,
  options: { suggest: boolean },
): Promise<void> {
  const found: Orphan[] = []
  for (const reference of columns) {
    const { kind, column, target } = reference
    const rows = unresolvedIn(reference, scope)
    const { count } = await rows
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) === 0) continue
    list.count(target, Number(count))
    const first = await rows
      .select(['s.id', 's.location', 's.key', 's.size'])
      .select(`part.${keyColumn(column)} as target_key` as 'part.person_key as target_key')
      .orderBy('s.id')
      .orderBy('part.id')
      .limit(listedMax)
      .execute()
    const field = column === 'bylaw_id' && kind !== 'matter' ? 'bylaw_keys' : keyColumn(column)
    for (const row of first)
      found.push({ ...row, target_key: row.target_key ?? '', field, target_kind: target })
  }
  const [first] = columns
  if (first !== undefined && found.length > 0)
    list.addListed(await describeReferences(first.kind, found, scope, options))
}

/** The rows of a table whose reference is unresolved, each with its staged record. */
function unresolvedIn({ kind, table, column, owner }: ReferenceColumn, scope: LoadScope) {
  const { db, target, source, isPartial, now } = scope
  // One table stands for all. SQLite would join from the staged records, of which there are more.
  return (stagingOf(db) as unknown as Kysely<StagingTables & Tables>)
    .selectFrom(`${table} as part` as 'votes as part')
    .crossJoin(`${recordKinds[kind].table} as row` as 'motions as row')
    .crossJoin('staging as s')
    .where(`part.${column}` as 'part.person_id', 'is', null)
    .where(`part.${keyColumn(column)}` as 'part.person_key', 'is not', null)
    .whereRef('row.id', '=', `part.${owner}` as 'part.motion_id')
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
    .$if(!isPartial, (query) => query.where('row.updated_at', '=', now))
    .where('s.kind', '=', kind)
    .whereRef('s.key', '=', 'row.key')
    .whereRef('s.is_incomplete', '=', 'row.is_incomplete')
}

/** Says where each reference of one kind of record is, and the key that is most similar. */
async function describeReferences(
  kind: RecordKind,
  found: readonly Orphan[],
  scope: LoadScope,
  { suggest }: { suggest: boolean },
): Promise<Diagnostic[]> {
  const references = found.toSorted((one, other) => one.id - other.id).slice(0, listedMax)
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
  references: readonly Orphan[],
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

const lettersMin = 3

interface KeyParts {
  whole: string
  letters: string
  numbers: string
  words: readonly string[]
}

/** The key that is most similar; undefined if no key is similar, or several are as similar. */
export function nearestKey(written: string, keys: readonly string[]): string | undefined {
  const query = partsOf(written)
  const similar = [...new Set(keys)]
    .filter((key) => key !== written)
    .map((key) => ({ key, distance: distanceBetween(query, partsOf(key)) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance)
  const [nearest, next] = similar
  return nearest?.distance === next?.distance ? undefined : nearest?.key
}

function partsOf(key: string): KeyParts {
  const words = foldText(key).match(/\p{L}+|\p{N}+/gu) ?? []
  const isNumber = (word: string) => /^\p{N}/u.test(word)
  const plain = words.map((word) => (isNumber(word) ? word.replace(/^0+(?=.)/, '') : word))
  const numbers = plain.filter(isNumber).join(' ')
  const letters = plain.filter((word) => !isNumber(word)).join('')
  return { whole: plain.join(''), letters, numbers, words: plain }
}

// Keys with other numbers are those of other records, however similar.
function distanceBetween(one: KeyParts, other: KeyParts): number {
  if (one.numbers !== other.numbers) return Number.POSITIVE_INFINITY
  if (one.whole === other.whole) return 0
  const length = Math.max(one.letters.length, other.letters.length)
  const least = Math.min(one.letters.length, other.letters.length)
  if (least < lettersMin) return Number.POSITIVE_INFINITY
  if (isPart(one.words, other.words) || isPart(other.words, one.words)) return 1
  const longest = Math.ceil(length / 3)
  if (length - least > longest) return Number.POSITIVE_INFINITY
  const distance = distanceOf(one.letters, other.letters)
  return distance > longest ? Number.POSITIVE_INFINITY : 1 + distance
}

function isPart(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((word) => whole.includes(word))
}
