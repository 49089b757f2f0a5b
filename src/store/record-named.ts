import { type RecordKind, recordKindNames } from '../record/kinds.ts'
import type { ReadDatabase } from './open.ts'
import { importedTables, recordKinds } from './record-kinds.ts'

/** The records with a slug, of any kind or in `<kind>/<slug>`, or with an Open Civic Data id. */
export async function findRecords(db: ReadDatabase, municipality: string, name: string) {
  const [first = '', ...rest] = name.split('/')
  const isKind = recordKindNames.some((kind) => kind === first)
  const [kinds, slug] = isKind ? [[first as RecordKind], rest.join('/')] : [recordKindNames, name]
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const rows = await importedTables(db)
        .selectFrom(`${recordKinds[kind].table} as row`)
        .innerJoin(
          'municipalities' as 'people',
          'municipalities.id' as 'people.id',
          'row.municipality_id',
        )
        .select(['row.id', 'row.source', 'row.key', 'row.slug'])
        .where('municipalities.slug' as 'people.slug', '=', municipality)
        .where('row.slug', '=', slug)
        .execute()
      return rows.map((row) => ({ kind, ...row }))
    }),
  )
  return found.flat()
}
