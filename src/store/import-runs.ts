import type { ReadDatabase } from './open.ts'

/** The last run of each municipality that ended well; of one alone, where it is named. */
export async function listLastImports(db: ReadDatabase, municipalityId?: number) {
  const lasts = db
    .selectFrom('imports')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('result', '=', 'done')
    .$if(municipalityId !== undefined, (runs) =>
      runs.where('municipality_id', '=', municipalityId ?? null),
    )
    .groupBy('municipality_id')
  return db
    .selectFrom('imports')
    .innerJoin('municipalities', 'municipalities.id', 'imports.municipality_id')
    .select([
      'imports.municipality_id as municipalityId',
      'municipalities.slug as municipality',
      'imports.source',
      'imports.source_url as url',
      'imports.licence',
      'imports.finished_at as finishedAt',
    ])
    .where('imports.id', 'in', lasts)
    .orderBy('municipalities.slug')
    .execute()
}

/**
 * The last error of each importer that fails now: its last run did not end well. One that never ended well, a slip of the
 * pen perhaps, counts until another import of the municipality ends well.
 */
export async function listFailingImports(db: ReadDatabase, municipalityId?: number) {
  const lasts = db
    .selectFrom('imports')
    .select(({ fn }) => fn.max('id').as('id'))
    .$if(municipalityId !== undefined, (runs) =>
      runs.where('municipality_id', '=', municipalityId ?? null),
    )
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
