import { readConfig } from '../config/config.ts'
import { batches } from '../core/batches.ts'
import { systemClock } from '../core/clock.ts'
import { type Exported, findExported, listSources } from '../exporters/bundle/head.ts'
import { readRecords } from '../exporters/bundle/readers.ts'
import { LoadRejected } from '../importers/load/diagnostic-list.ts'
import { load } from '../importers/load/load.ts'
import { findTarget } from '../importers/load/municipalities.ts'
import { Withholder } from '../importers/load/withhold.ts'
import type { OpenedSource, SourceItem } from '../importers/source.ts'
import { type RecordKind, recordKindNames } from '../record/kinds.ts'
import type { ReadDatabase, WriteStore } from '../store/open.ts'
import { importedTables, recordKinds } from '../store/record-kinds.ts'
import { findRecords } from '../store/record-named.ts'
import type { NewTakedown, Takedowns } from '../store/takedowns.ts'
import { CliError } from './cli-error.ts'
import { noMunicipality, whileNotImported, withReadStore, withWriteStore } from './stores.ts'

/** Of each command that changes the stored record. */
export const municipalityOption = ['-m, --municipality <slug>', 'the municipality'] as const

/** The stored records of a municipality as sources, one for each that they came from. */
export async function storedSources(db: ReadDatabase, slug: string): Promise<OpenedSource[]> {
  const municipality = await db
    .selectFrom('municipalities')
    .select(['id', 'as_of'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const sources: OpenedSource[] = []
  for (const name of await listSources(db, municipality.id)) {
    const exported = await findExported(db, slug, name)
    sources.push({
      name,
      url: exported.head.source.url ?? null,
      licence: exported.head.source.licence ?? null,
      municipality: null,
      expected: null,
      isPartial: true,
      asOf: () => municipality.as_of,
      items: storedItems(db, exported),
    })
  }
  return sources
}

async function* storedItems(
  db: ReadDatabase,
  { municipalityId, source }: Exported,
): AsyncGenerator<SourceItem> {
  for (const kind of recordKindNames) {
    const rows = await importedTables(db)
      .selectFrom(recordKinds[kind].table)
      .select('id')
      .where('municipality_id', '=', municipalityId)
      .where('source', '=', source)
      .orderBy('id')
      .execute()
    for (const some of batches(rows)) {
      const ids = some.map(({ id }) => id)
      for (const record of await readRecords(db, kind, ids))
        yield { type: 'record', record: withoutNull(record), location: `${kind} ${record.key}` }
    }
  }
}

/** As an export writes it: absent means unknown. */
function withoutNull(record: object): unknown {
  return JSON.parse(JSON.stringify(record, (_, value) => (value === null ? undefined : value)))
}

/** Does `work` while no import of the municipality runs. */
export function changing<T>(
  databaseUrl: string,
  municipality: string,
  work: (store: WriteStore) => Promise<T>,
): Promise<T> {
  return withWriteStore(databaseUrl, async (store) => {
    if ((await findTarget(store, municipality)) === undefined) throw noMunicipality(municipality)
    return whileNotImported(databaseUrl, municipality, () => work(store))
  })
}

/** What `list` finds of a municipality, which can have been removed since. Throws `CliError` if there never was one. */
export async function listRequests<T>(
  municipality: string,
  list: (db: ReadDatabase, municipality: string) => Promise<T[]>,
): Promise<T[]> {
  return withReadStore(readConfig().databaseUrl, async ({ db }) => {
    const rows = await list(db, municipality)
    if (rows.length > 0) return rows
    const named = db.selectFrom('municipalities').select('id').where('slug', '=', municipality)
    if ((await named.executeTakeFirst()) === undefined) throw noMunicipality(municipality)
    return rows
  })
}

/** Throws `CliError` if a text that visitors will read has words that were taken down; `id` is null for the new takedown. */
export function assertNoPassage(
  text: string,
  { key, active }: Takedowns<NewTakedown & { id: number | null }>,
): void {
  const found = active.find((one) =>
    new Withholder({ key, active: [one] }, '').ofAllRecords.has(text),
  )
  if (found === undefined) return
  const which = found.id === null ? 'this takedown' : `takedown ${found.id}`
  throw new CliError(
    `visitors would read the words of ${which}: write the reason or value without them`,
  )
}

export type Named = Awaited<ReturnType<typeof findRecords>>[number]

/** The one record of a name, see `findRecords`. Throws `CliError`. */
export async function namedRecord(
  store: WriteStore,
  municipality: string,
  name: string,
  kind?: RecordKind,
): Promise<Named> {
  const found = await findRecords(
    store.db,
    municipality,
    kind === undefined ? name : `${kind}/${name}`,
  )
  const [first, other] = found
  if (first === undefined)
    throw new CliError(
      `${municipality} has no ${kind ?? 'record'} "${name}": give the last part of its address`,
    )
  if (other !== undefined)
    throw new CliError(
      `"${name}" is the slug of several records: give one of ${found.map((one) => `${one.kind}/${one.slug}`).join(', ')}`,
    )
  return first
}

/**
 * Imports the stored record again, without what was taken down, and with what was corrected. If that fails, it undoes the
 * request, and throws `CliError` with what failed.
 */
export async function applyRequest(
  store: WriteStore,
  municipality: string,
  undo: (db: WriteStore['db']) => Promise<void>,
): Promise<void> {
  try {
    await importStored(store, municipality)
  } catch (error) {
    await store.transaction(undo)
    if (error instanceof LoadRejected) throw notApplied(error)
    throw error
  }
}

function notApplied({ errors: [first], total }: LoadRejected): CliError {
  const where = first === undefined ? '' : `: ${first.subject}: ${first.reason}`
  const more = total > 1 ? ` (and ${total - 1} more)` : ''
  return new CliError(
    `the stored record could not be written with this request${where}${more}; nothing was changed`,
    1,
  )
}

async function importStored(store: WriteStore, municipality: string): Promise<void> {
  const target = await findTarget(store, municipality)
  if (target === undefined) throw noMunicipality(municipality)
  const sources = (await storedSources(store.db, municipality)).length
  // Each source is a transaction: none is written if one of several fails.
  for (const dryRun of sources > 1 ? [true, false] : [false])
    for (const source of await storedSources(store.db, municipality))
      await load(store, {
        ...{ target, source, clock: systemClock },
        ...{ isStored: true, prune: true, dryRun },
      })
}
