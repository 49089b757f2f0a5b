import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import type { Tables } from '../../store/tables.ts'
import { checkRecord } from '../record-check.ts'
import { type ImportRecord, pluralOf, type RecordKind, type RecordOf } from '../records.ts'
import type { Finding, OpenedSource } from '../source.ts'
import type { Problems } from './problems.ts'
import type { Staged } from './upsert.ts'

/** The table in which a source is laid out before anything is written for good. */
interface StagingTable {
  position: number
  kind: string
  key: string
  place: string
  body: string
}

// Part of every content hash: raised when the way from record to rows changes, so that the next import rewrites them.
const mappingVersion = 1
const batchLength = 500

export type StagingDatabase = Kysely<Tables & { staging: StagingTable }>

export interface StageResult {
  counts: Map<RecordKind, number>
  notices: Finding[]
}

/** Reads a whole source into the staging table; what is wrong with it goes to `problems`, with its place. */
export async function stageSource(
  store: { db: StagingDatabase; dialect: SqlDialect },
  source: OpenedSource,
  problems: Problems,
  onRecord: (count: number) => void,
): Promise<StageResult> {
  await store.dialect.dropStaging(store.db)
  await store.dialect.createStaging(store.db)
  const notices: Finding[] = []
  const counts = new Map<RecordKind, number>()
  let position = 0
  for await (const item of source.items) {
    if (item.type === 'problem') problems.add(item)
    if (item.type === 'notice') {
      notices.push({ where: item.where, subject: item.subject, reason: item.reason })
    }
    if (item.type !== 'record') continue
    position += 1
    onRecord(position)
    const record = checked(item, problems)
    if (record === undefined) continue
    counts.set(record.kind, (counts.get(record.kind) ?? 0) + 1)
    await stageRecord(store.db, { position, record, where: item.where }, problems)
  }
  return { counts, notices }
}

function checked(
  item: { record: unknown; where: string },
  problems: Problems,
): ImportRecord | undefined {
  const { kind, key } = (item.record ?? {}) as { kind?: unknown; key?: unknown }
  const subject = `${typeof kind === 'string' ? kind : 'record'} ${typeof key === 'string' ? key : 'without a key'}`
  if (typeof kind !== 'string' || !Object.hasOwn(pluralOf, kind)) {
    const reason = `"kind" must be one of ${Object.keys(pluralOf).join(', ')}`
    problems.add({ where: item.where, subject, reason })
    return undefined
  }
  const faults = checkRecord(kind as RecordKind, item.record)
  for (const fault of faults) {
    problems.add({ where: item.where, subject, reason: `${fault.path}: ${fault.reason}` })
  }
  return faults.length === 0 ? (item.record as ImportRecord) : undefined
}

async function stageRecord(
  db: StagingDatabase,
  { position, record, where }: { position: number; record: ImportRecord; where: string },
  problems: Problems,
): Promise<void> {
  const staged = await db
    .insertInto('staging')
    .values({
      position,
      kind: record.kind,
      key: record.key,
      place: where,
      body: JSON.stringify(canonical(record)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (staged.numInsertedOrUpdatedRows !== 0n) return
  const first = await db
    .selectFrom('staging')
    .select('place')
    .where('kind', '=', record.kind)
    .where('key', '=', record.key)
    .executeTakeFirst()
  problems.add({
    where,
    subject: `${record.kind} ${record.key}`,
    reason: `the key stands already at ${first?.place}; a key names one ${record.kind} only`,
  })
}

/** The same content is the same text: fields in one order, and nothing where there is null or an empty list. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).filter(([, content]) => !isNothing(content))
  const sorted = said.sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(sorted.map(([field, content]) => [field, canonical(content)]))
}

function isNothing(content: unknown): boolean {
  return (
    content === null || content === undefined || (Array.isArray(content) && content.length === 0)
  )
}

/** The staged records of one kind, in the order of the source. */
export async function* stagedRecords<K extends RecordKind>(
  db: StagingDatabase,
  kind: K,
): AsyncGenerator<Staged<K>> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('staging')
      .selectAll()
      .where('kind', '=', kind)
      .where('position', '>', after)
      .orderBy('position')
      .limit(batchLength)
      .execute()
    for (const row of rows) {
      yield {
        record: JSON.parse(row.body) as RecordOf<K>,
        referrer: { where: row.place, subject: `${kind} ${row.key}` },
        hash: createHash('sha256').update(`${mappingVersion} ${row.body}`).digest('hex'),
      }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.position
  }
}
