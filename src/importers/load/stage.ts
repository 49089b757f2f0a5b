import { sizedChunks } from '../../core/chunks.ts'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import { checkRecord } from '../record-check.ts'
import { type ImportRecord, pluralOf, type RecordKind, type RecordOf } from '../records.ts'
import type { OpenedSource } from '../source.ts'
import { keptId } from './ids.ts'
import { normalForm } from './normal-form.ts'
import { Problems } from './problems.ts'
import type { StagingDatabase, StagingTable } from './staging-table.ts'
import type { Staged } from './upsert.ts'

const batchLength = 500
// Records with all their parts; more at once are hardly faster.
const writtenAtOnce = 100
// Characters of a batch: a record may be a long text.
const batchSize = 2_000_000
const listedAtOnce = 10_000

export interface StageResult {
  counts: Map<RecordKind, number>
  notices: Problems
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
  const notices = new Problems()
  const counts = new Map<RecordKind, number>()
  const batch = new Batch((rows) => store.dialect.insertAll(store.db, 'staging', rows as never))
  let position = 0
  for await (const item of source.items) {
    if (item.type === 'problem') problems.add(item)
    if (item.type === 'notice') notices.add(item)
    if (item.type !== 'record') continue
    position += 1
    onRecord(position)
    const record = checked(item, problems)
    if (record === undefined) continue
    counts.set(record.kind, (counts.get(record.kind) ?? 0) + 1)
    await batch.add(stagingRow(position, record, item.where))
  }
  await batch.write()
  await store.dialect.indexStaging(store.db)
  await refuseRepeatedKeys(store.db, problems)
  return { counts, notices }
}

/** Rows on their way to the staging table, as many as are held at once. */
class Batch {
  readonly #insert: (rows: readonly StagingTable[]) => Promise<void>
  #rows: StagingTable[] = []
  #size = 0

  constructor(insert: (rows: readonly StagingTable[]) => Promise<void>) {
    this.#insert = insert
  }

  async add(row: StagingTable): Promise<void> {
    this.#rows.push(row)
    this.#size += row.size
    if (this.#rows.length >= batchLength || this.#size >= batchSize) await this.write()
  }

  async write(): Promise<void> {
    await this.#insert(this.#rows)
    this.#rows = []
    this.#size = 0
  }
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

function stagingRow(position: number, record: ImportRecord, where: string): StagingTable {
  const { kind, key, served_as: servedAs } = record
  const body = normalForm(record)
  const served = { served_id: keptId(servedAs?.id), served_slug: servedAs?.slug ?? null }
  const flags = { is_incomplete: record.incomplete === true ? 1 : 0, is_resumed: 0 } as const
  return { position, kind, key, place: where, size: body.length, body, ...served, ...flags }
}

async function refuseRepeatedKeys(db: StagingDatabase, problems: Problems): Promise<void> {
  const repeated = await db
    .selectFrom('staging as again')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('staging')
          .select(({ fn }) => ['kind', 'key', fn.min('position').as('position')])
          .groupBy(['kind', 'key'])
          .having(({ fn }) => fn.countAll(), '>', 1)
          .as('many'),
      (join) => join.onRef('many.kind', '=', 'again.kind').onRef('many.key', '=', 'again.key'),
    )
    .innerJoin('staging as first', 'first.position', 'many.position')
    .select(['again.place', 'again.kind', 'again.key', 'first.place as firstPlace'])
    .whereRef('again.position', '!=', 'many.position')
    .orderBy('again.position')
    .execute()
  for (const { place, kind, key, firstPlace } of repeated) {
    problems.add({
      where: place,
      subject: `${kind} ${key}`,
      reason: `the key is already used at ${firstPlace.replace(/#$/, '')}; a key must be unique for each ${kind}`,
    })
  }
}

/**
 * The staged records of one kind, in the order of the source, as many at once as are written at once: few where they are
 * long.
 */
export async function* stagedRecords<K extends RecordKind>(
  db: StagingDatabase,
  kind: K,
): AsyncGenerator<Staged<K>[]> {
  for await (const { first, last } of portionsOf(db, kind)) {
    const rows = await db
      .selectFrom('staging')
      .selectAll()
      .where('kind', '=', kind)
      .where('position', '>=', first)
      .where('position', '<=', last)
      .orderBy('position')
      .execute()
    yield rows.map((row) => ({
      record: JSON.parse(row.body) as RecordOf<K>,
      referrer: { where: row.place, subject: `${kind} ${row.key}` },
      body: row.body,
      servedAs: { id: row.served_id, slug: row.served_slug },
      isResumed: row.is_resumed === 1,
    }))
  }
}

/** From which position to which the records of a kind are read back at once, told without reading them. */
async function* portionsOf(
  db: StagingDatabase,
  kind: RecordKind,
): AsyncGenerator<{ first: number; last: number }> {
  let after = 0
  for (;;) {
    const listed = await db
      .selectFrom('staging')
      .select(['position', 'size'])
      .where('kind', '=', kind)
      .where('position', '>', after)
      .orderBy('position')
      .limit(listedAtOnce)
      .execute()
    const bounds = { size: batchSize, length: writtenAtOnce }
    for (const portion of sizedChunks(listed, ({ size }) => size, bounds)) {
      const first = portion[0]?.position ?? after
      after = portion.at(-1)?.position ?? after
      yield { first, last: after }
    }
    if (listed.length < listedAtOnce) return
  }
}

/** The highest id under which a record of this kind was served elsewhere; 0 where none says. */
export async function highestServedId(db: StagingDatabase, kind: RecordKind): Promise<number> {
  const row = await db
    .selectFrom('staging')
    .select(({ fn }) => fn.max('served_id').as('highest'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.highest ?? 0
}
