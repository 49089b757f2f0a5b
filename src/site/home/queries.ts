import { listLastImports } from '../../store/import-runs.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'

/** More municipalities than this are listed by name alone. */
const countedMax = 12

/** Every municipality, sorted by name in a language; with the counts of its data if there are few. One to three statements. */
export async function listCovered(store: ReadStore, language: string) {
  return store.read(async (db) => {
    const municipalities = await db
      .selectFrom('municipalities')
      .select(['id', 'slug', 'name', 'time_zone as timeZone', 'division_id as divisionId'])
      .select(['person_count as people', 'motion_count as motions', 'bylaw_count as bylaws'])
      .orderBy('slug')
      .execute()
    const { compare } = new Intl.Collator(language)
    const councils = municipalities.toSorted((one, other) => compare(one.name, other.name))
    if (municipalities.length > countedMax) return { councils, counted: undefined }
    const years = await countMeetingsByYear(db)
    const imports = await listLastImports(db)
    const importedAt = new Map(imports.map((run) => [run.municipalityId, run.finishedAt]))
    const counted = municipalities.map((municipality) => ({
      ...municipality,
      years: years.filter(({ municipalityId }) => municipalityId === municipality.id),
      importedAt: importedAt.get(municipality.id) ?? null,
    }))
    return { councils, counted }
  })
}

export type Covered = Awaited<ReturnType<typeof listCovered>>
export type CoveredRow = NonNullable<Covered['counted']>[number]

async function countMeetingsByYear(db: ReadDatabase) {
  const rows = await db
    .selectFrom('meetings')
    .select(({ fn, lit }) => [
      'municipality_id as municipalityId',
      fn<string>('substr', ['date', lit(1), lit(4)]).as('year'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy(['municipality_id', 'year'])
    .orderBy('year')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
