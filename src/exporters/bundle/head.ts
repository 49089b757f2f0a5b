import { type BundleHead, bundleFormat, bundleVersion } from '../../importers/bundle/schema.ts'
import type { ReadDatabase } from '../../store/open.ts'
import {
  importedTables,
  keyColumn,
  recordKinds,
  referenceColumns,
} from '../../store/record-kinds.ts'
import { StoreError } from '../../store/store-error.ts'

/** What one bundle contains: the records of one source and municipality. */
export interface Exported {
  municipalityId: number
  source: string
  head: BundleHead
}

/** `source` is optional if the municipality has only one. Throws `StoreError`. */
export async function findExported(
  db: ReadDatabase,
  slug: string,
  source: string | undefined,
): Promise<Exported> {
  const municipality = await db
    .selectFrom('municipalities')
    .select(['id', 'slug', 'name', 'division_id', 'time_zone', 'url'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (municipality === undefined)
    throw new StoreError(
      `municipality "${slug}" does not exist; list them with: reeve municipalities list`,
    )
  const { id: municipalityId, ...described } = municipality
  const name = chooseSource(await listSources(db, municipalityId), slug, source)
  const head = {
    format: bundleFormat,
    version: bundleVersion,
    municipality: described,
    source: {
      name,
      ...(await findOrigin(db, municipalityId, name)),
      ...((await hasUnresolved(db, municipalityId, name)) ? { partial: true } : {}),
    },
  } as const
  return { municipalityId, source: name, head }
}

function chooseSource(names: readonly string[], slug: string, source: string | undefined): string {
  const [first, ...more] = names
  if (first === undefined) throw new StoreError(`"${slug}" has no records to export`)
  const sourceNames = names.map((name) => `"${name}"`).join(', ')
  if (source === undefined && more.length > 0) {
    throw new StoreError(
      `"${slug}" has records from ${names.length} sources, but a bundle holds one: choose it with --source; the sources are ${sourceNames}`,
    )
  }
  if (source !== undefined && !names.includes(source)) {
    throw new StoreError(
      `"${slug}" has no records from the source "${source}"; its sources are ${sourceNames}`,
    )
  }
  return source ?? first
}

/** Sources of the current records, sorted. */
export async function listSources(db: ReadDatabase, municipalityId: number): Promise<string[]> {
  const names = new Set<string>()
  for (const { table } of Object.values(recordKinds)) {
    const rows = await importedTables(db)
      .selectFrom(table)
      .select('source')
      .distinct()
      .where('municipality_id', '=', municipalityId)
      .execute()
    for (const { source } of rows) names.add(source)
  }
  return [...names].sort()
}

/** Whether a reference leads to a record that was removed, or that no import has brought. */
async function hasUnresolved(
  db: ReadDatabase,
  municipalityId: number,
  source: string,
): Promise<boolean> {
  for (const { kind, table, column, owner } of referenceColumns) {
    const row = await db
      // One table stands for all.
      .selectFrom(`${table} as part` as 'votes as part')
      .innerJoin(
        `${recordKinds[kind].table} as row` as 'motions as row',
        'row.id',
        `part.${owner}` as 'part.motion_id',
      )
      .select('row.id')
      .where(`part.${column}` as 'part.person_id', 'is', null)
      .where(`part.${keyColumn(column)}` as 'part.person_key', 'is not', null)
      .where('row.municipality_id', '=', municipalityId)
      .where('row.source', '=', source)
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}

/** URL and licence stated by the last import of the source. */
async function findOrigin(db: ReadDatabase, municipalityId: number, source: string) {
  const last = await db
    .selectFrom('imports')
    .select(['source_url', 'licence'])
    .where('municipality_id', '=', municipalityId)
    .where('source', '=', source)
    .where('result', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const url = last?.source_url ?? null
  return {
    url: url !== null && /^https?:\/\/\S+$/.test(url) ? url : null,
    licence: last?.licence || null,
  }
}
