import type { Kysely } from 'kysely'
import { lawKindOfAll } from '../core/law-kind.ts'
import { among, isOneOf } from './among.ts'
import { cachedQuery } from './cached-query.ts'
import type { ArrayParam } from './dialect/dialect.ts'
import { jsonRows, parseRows } from './json-rows.ts'
import type { ReadDatabase } from './open.ts'
import { parseRegisters } from './registers.ts'
import type { Tables } from './tables.ts'

/** The columns of a municipality that requests need. */
export const municipalityColumns = [
  'id',
  'slug',
  'name',
  'division_id as divisionId',
  'jurisdiction_id as jurisdictionId',
  'time_zone as timeZone',
  'url',
  'as_of as asOf',
  'data_version as dataVersion',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** The last successful import of each municipality. */
export async function listLastImports(db: ReadDatabase) {
  return selectLastImports(db).execute()
}

/** The last successful import of a municipality, and the id of its latest run, whatever its result. */
export interface ImportState {
  last: Awaited<ReturnType<typeof listLastImports>>[number] | undefined
  latestRun: string
}

/** The names of bodies in French, by name. */
export type FrenchNames = ReadonlyMap<string, string>

/** Municipalities by slug, with their imports, names of bodies in French, what they call by-laws and their registers; one statement. */
export async function findWithImports(
  db: ReadDatabase,
  slugs: readonly string[],
  shape: { namesMax: number },
) {
  const { one: slug, many } = among(db, slugs)
  const rows = await withImports(db, { slug, slugs: many }, shape)
  return rows.map(({ last, latestRun, frenchNames, laws, registers, other, ...municipality }) => ({
    municipality,
    importState: { last: parseRows(last)[0], latestRun: String(latestRun) } as ImportState,
    isOnly: other === null,
    frenchNames: new Map(
      parseRows(frenchNames).map(({ name, name_fr }) => [name, name_fr]),
    ) as FrenchNames,
    lawKind: lawKindOfAll(parseRows(laws)),
    registers: parseRegisters(registers),
  }))
}

/** The newest by-laws show what a record calls them, in the first words of a text. */
const [lawsRead, lawNounMax] = [5, 40]

const withImports = cachedQuery(
  (
    db,
    { slug, slugs }: { slug?: string | undefined; slugs?: ArrayParam | undefined },
    shape: { namesMax: number },
  ) => {
    const lasts = selectImports(db)
      .whereRef('imports.municipality_id', '=', 'municipalities.id' as 'own.id')
      .where('imports.result', '=', 'done')
      .orderBy('imports.id', 'desc')
      .limit(({ lit }) => lit(1))
    const names = db
      .selectFrom('organizations')
      .select(['organizations.name', 'organizations.name_fr'])
      .whereRef('organizations.municipality_id', '=', 'municipalities.id' as 'organizations.id')
      .where('organizations.name_fr', 'is not', null)
      .limit(({ lit }) => lit(shape.namesMax))
    const laws = db
      .selectFrom('bylaws')
      .select(['bylaws.title', 'bylaws.category'])
      .select(({ fn, lit }) =>
        fn<string | null>('substr', ['bylaws.description', lit(1), lit(lawNounMax)]).as(
          'description',
        ),
      )
      .whereRef('bylaws.municipality_id', '=', 'municipalities.id' as 'bylaws.id')
      .orderBy('bylaws.sort_date', 'desc')
      .orderBy('bylaws.id', 'desc')
      .limit(({ lit }) => lit(lawsRead))
    const otherOn = (side: '<' | '>') =>
      db
        .selectFrom('municipalities as others')
        .select('others.id')
        .whereRef('others.id', side, 'municipalities.id' as 'others.id')
        .limit(({ lit }) => lit(1))
    return db
      .selectFrom('municipalities')
      .select(municipalityColumns)
      .select('registers')
      .select(({ selectFrom, fn }) => [
        jsonRows(db, lasts).as('last'),
        jsonRows(db, names).as('frenchNames'),
        jsonRows(db, laws).as('laws'),
        selectFrom('imports')
          .select(({ fn }) => fn.max('imports.id').as('id'))
          .whereRef('imports.municipality_id', '=', 'municipalities.id')
          .as('latestRun'),
        // By the index, before or after.
        fn.coalesce(otherOn('<'), otherOn('>')).as('other'),
      ])
      .where(
        ({ ref, lit }) =>
          isOneOf(db, ref('municipalities.slug'), { one: slug, many: slugs }) ?? lit(false),
      )
  },
)

function selectLastImports(db: ReadDatabase) {
  const lasts = db
    .selectFrom('imports')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('result', '=', 'done')
    .groupBy('municipality_id')
  return selectImports(db).where('imports.id', 'in', lasts).orderBy('own.slug')
}

function selectImports(db: ReadDatabase) {
  return fromImports(db).select([
    'imports.municipality_id as municipalityId',
    'imports.finished_at as finishedAt',
  ])
}

function fromImports(db: ReadDatabase) {
  return db
    .selectFrom('imports')
    .innerJoin('municipalities as own', 'own.id', 'imports.municipality_id')
    .select([
      'imports.id',
      'own.slug as municipality',
      'imports.importer',
      'imports.source',
      'imports.source_url as url',
      'imports.licence',
      'imports.unread_motions as unreadMotions',
    ])
}

/** The last successful import of each of some sources; one statement. */
export async function listSources(
  db: ReadDatabase,
  municipalityId: number,
  sources: readonly string[],
) {
  return selectSources(db, municipalityId, sources).execute()
}

export function selectSources(
  db: ReadDatabase,
  municipalityId: number,
  sources: readonly string[],
) {
  const lasts = db
    .selectFrom('imports as runs')
    .select(({ fn }) => fn.max('runs.id').as('id'))
    .where('runs.municipality_id', '=', municipalityId)
    // PostgreSQL has no empty list.
    .where('runs.source', 'in', ['', ...sources])
    .where('runs.result', '=', 'done')
    .groupBy('runs.source')
  return fromImports(db).where('imports.id', 'in', lasts).orderBy('imports.source')
}

/**
 * The last error of each importer whose last run failed. A run that could not open its source is none: its location may
 * be mistyped. An importer that never succeeded is reported until any import of the municipality succeeds.
 */
export async function listFailingImports(db: ReadDatabase, municipalityId?: number) {
  const lasts = db
    .selectFrom('imports')
    .select(({ fn }) => fn.max('id').as('id'))
    .$if(municipalityId !== undefined, (runs) =>
      runs.where('municipality_id', '=', municipalityId ?? null),
    )
    .where('result', '!=', 'unopened')
    .groupBy(['municipality_id', 'importer'])
  const good = db
    .selectFrom('imports as good')
    .select('good.id')
    .whereRef('good.municipality_id', '=', 'failed.municipality_id' as 'good.municipality_id')
    .where('good.result', '=', 'done')
  return db
    .selectFrom('imports as failed')
    .select([
      'failed.municipality_id as municipalityId',
      'failed.source',
      'failed.result',
      'failed.error',
      'failed.finished_at as finishedAt',
    ])
    .where('failed.id', 'in', lasts)
    .where('failed.result', '!=', 'done')
    .where(({ or, exists, not }) =>
      or([
        exists(good.whereRef('good.importer', '=', 'failed.importer' as 'good.importer')),
        not(exists(good.whereRef('good.id', '>', 'failed.id' as 'good.id'))),
      ]),
    )
    .orderBy('failed.id')
    .execute()
}

/** The version of Reeve that ran the last successful import of a municipality. */
export async function lastVersion(
  db: ReadDatabase,
  municipalityId: number,
): Promise<string | null | undefined> {
  const run = await db
    .selectFrom('imports')
    .select('version')
    .where('municipality_id', '=', municipalityId)
    .where('result', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.version
}

/** Another source that was imported into the municipality; undefined if there is none. */
export async function findOtherSource(
  db: ReadDatabase,
  { municipalityId, source }: { municipalityId: number; source: string },
): Promise<string | undefined> {
  const other = await db
    .selectFrom('imports')
    .select('source')
    .where('municipality_id', '=', municipalityId)
    .where('result', '=', 'done')
    .where('source', '!=', source)
    .limit(1)
    .executeTakeFirst()
  return other?.source
}

/** The URLs from which imports have brought records of a source that has the name of its importer; null for files. */
export async function listImportedUrls(
  db: ReadDatabase,
  { municipalityId, importer }: { municipalityId: number; importer: string },
): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('imports')
    .select('source_url as url')
    .distinct()
    .where('municipality_id', '=', municipalityId)
    .where('source', '=', importer)
    .where('result', '=', 'done')
    .execute()
  return rows.map(({ url }) => url)
}

export interface ReadSource {
  municipalityId: number
  /** Name of the importer on the command line. */
  importer: string
  source: string
}

/**
 * Start date (YYYY-MM-DD, UTC) of the last import after which nothing older was unread; undefined if there is none.
 * Times after `now` (ISO 8601) come from a wrong clock, and are ignored.
 */
export async function findReadUntil(
  db: ReadDatabase,
  { municipalityId, importer, source }: ReadSource,
  now: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('read_sources')
    .select('read_until as readUntil')
    .where('municipality_id', '=', municipalityId)
    .where('importer', '=', importer)
    .where('source', '=', source)
    .where('read_until', '<=', now)
    .executeTakeFirst()
  return row?.readUntil.slice(0, 10)
}

/** Where the last import of a list of changes ended. */
export async function findSyncPosition(
  db: ReadDatabase,
  { municipalityId, importer, source }: ReadSource,
) {
  const row = await db
    .selectFrom('read_sources')
    .select(['sync_token as token', 'read_until as readUntil'])
    .where('municipality_id', '=', municipalityId)
    .where('importer', '=', importer)
    .where('source', '=', source)
    .executeTakeFirst()
  if (row === undefined || row.token === null) return null
  return { token: row.token, day: row.readUntil.slice(0, 10) }
}

/**
 * Records that an import, begun at `startedAt` (ISO 8601), has read everything or everything since a date. If it leaves
 * a gap after the previous import, nothing is recorded: the gap is still to be read.
 */
export async function noteReadUntil(
  db: Kysely<Tables>,
  read: ReadSource,
  {
    startedAt,
    since,
    token = null,
  }: { startedAt: string; since: string | null; token?: string | null },
): Promise<void> {
  const before = since === null ? undefined : await findReadUntil(db, read, startedAt)
  if (since !== null && (before === undefined || since > before)) return
  const { municipalityId, importer, source } = read
  const position = { read_until: startedAt, sync_token: token }
  await db
    .insertInto('read_sources')
    .values({ municipality_id: municipalityId, importer, source, ...position })
    .onConflict((conflict) =>
      conflict.columns(['municipality_id', 'importer', 'source']).doUpdateSet(position),
    )
    .execute()
}

/** Runs of imports, newest first, of all municipalities or of the one with this slug. */
export async function listRuns(db: ReadDatabase, municipality?: string) {
  return selectRuns(db)
    .$if(municipality !== undefined, (runs) => runs.where('own.slug', '=', municipality ?? ''))
    .orderBy('imports.id', 'desc')
    .execute()
}

/** Runs of a municipality; one an hour is six weeks. */
export const runsMax = 1000

/** The version of the data of municipalities, by their slugs: an import or a takedown moves it. */
export async function readDataVersions(
  db: ReadDatabase,
  municipalities: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('municipalities')
    .select(['slug', 'data_version'])
    .where('slug', 'in', municipalities)
    .execute()
  return new Map(rows.map(({ slug, data_version }) => [slug, data_version]))
}

/** What alerts have to know of a municipality. */
export interface AlertCouncil {
  timeZone: string
  /** When its first import ended; null if there was none, or if it is forgotten. */
  firstImport: string | null
}

export async function findAlertCouncil(
  db: ReadDatabase,
  municipality: string,
): Promise<AlertCouncil | undefined> {
  const row = await db
    .selectFrom('municipalities')
    .leftJoin('imports', 'imports.municipality_id', 'municipalities.id')
    .where('municipalities.slug', '=', municipality)
    .groupBy(['municipalities.id', 'municipalities.time_zone'])
    .select('municipalities.time_zone as timeZone')
    .select(({ fn }) => [
      fn.count<number>('imports.id').as('runs'),
      fn.min('imports.finished_at').filterWhere('imports.result', '=', 'done').as('first'),
    ])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { timeZone, runs, first } = row
  return { timeZone, firstImport: Number(runs) < runsMax ? first : null }
}

/** One run with its warnings, as lines. */
export async function findRun(db: ReadDatabase, id: number) {
  const run = await selectRuns(db)
    .select('imports.warnings')
    .where('imports.id', '=', id)
    .executeTakeFirst()
  return run && { ...run, warnings: JSON.parse(run.warnings) as string[] }
}

function selectRuns(db: ReadDatabase) {
  return fromImports(db).select([
    'imports.started_at as started',
    'imports.finished_at as finished',
    'imports.result',
    'imports.added',
    'imports.changed',
    'imports.same',
    'imports.removed',
    'imports.error',
  ])
}

/** The records that the last successful import of a source from a URL had. */
export async function findRecordCount(
  db: ReadDatabase,
  {
    municipalityId,
    importer,
    source,
    url,
  }: { municipalityId: number; importer: string; source: string; url: string },
): Promise<number | undefined> {
  const run = await db
    .selectFrom('imports')
    .select(['added', 'changed', 'same'])
    .where('municipality_id', '=', municipalityId)
    .where('importer', '=', importer)
    .where('source', '=', source)
    .where('source_url', '=', url)
    .where('result', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run && run.added + run.changed + run.same
}
