import { type RecordKind, recordKindNames } from '../record/kinds.ts'
import type { ReadDatabase } from './open.ts'
import { importedTables, recordKinds } from './record-kinds.ts'

/** Of the kinds that have an Open Civic Data id. */
const ocdKinds = new Set<RecordKind>(['organization', 'person', 'matter', 'meeting', 'motion'])

/** The records with a slug, of any kind or in `<kind>/<slug>`, or with an Open Civic Data id. */
export async function findRecords(db: ReadDatabase, municipality: string, name: string) {
  const [first = '', ...rest] = name.split('/')
  const kind = recordKindNames.find((one) => one === first)
  const value = kind === undefined ? name : rest.join('/')
  const isOcdId = value.startsWith('ocd-')
  const kinds = recordKindNames.filter(
    (one) => (kind === undefined || kind === one) && (!isOcdId || ocdKinds.has(one)),
  )
  const { id: municipalityId } = await db
    .selectFrom('municipalities')
    .select('id')
    .where('slug', '=', municipality)
    .executeTakeFirstOrThrow()
  const found = await Promise.all(
    kinds.map(async (of) => {
      const rows = await importedTables(db)
        .selectFrom(recordKinds[of].table)
        .select(['id', 'source', 'key', 'slug'])
        .where('municipality_id', '=', municipalityId)
        .where(isOcdId ? ('ocd_id' as 'slug') : 'slug', '=', value)
        .execute()
      return rows.map((row) => ({ kind: of, ...row }))
    }),
  )
  return found.flat()
}
