import { listLastImports } from '../../store/import-runs.ts'
import { countedColumns } from '../../store/margins.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'

/** More municipalities than this are listed by name alone. */
const countedMax = 12

/** Every municipality, sorted by name in a language; with the counts of its data if there are few. One to four statements. */
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
    const decided = await listLastDecisions(db)
    const importedAt = new Map(imports.map((run) => [run.municipalityId, run.finishedAt]))
    const counted = municipalities.map((municipality) => ({
      ...municipality,
      years: years.filter(({ municipalityId }) => municipalityId === municipality.id),
      decided: decided.find(({ municipalityId }) => municipalityId === municipality.id),
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

const votedColumns = [
  ...(['kind', 'title', 'title_from', 'question', 'result', 'result_note'] as const),
  ...countedColumns,
  'motions.vetoes',
] as const

/** What each council decided last: of its newest day with a decision, a contested one if there is any. */
async function listLastDecisions(db: ReadDatabase) {
  return db
    .selectFrom('motions')
    .select(['municipality_id as municipalityId', 'slug', 'date', ...votedColumns])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('municipalities').select((eb) =>
        eb
          .selectFrom('motions as own')
          .select('own.id')
          .whereRef('own.municipality_id', '=', 'municipalities.id')
          .where('own.decided_by_id', 'in', (decider) =>
            decider
              .selectFrom('organizations')
              .select('organizations.id')
              .whereRef('organizations.municipality_id', '=', 'municipalities.id')
              .where('organizations.classification', '=', 'council'),
          )
          .where('own.result_folded', 'is not', null)
          .where('own.title', 'is not', null)
          .where(({ eb, or }) =>
            or([eb('own.kind', 'is', null), eb('own.kind', '!=', 'procedural')]),
          )
          .where('own.date', '>', '')
          .orderBy('own.date', 'desc')
          .orderBy('own.contested', 'desc')
          .orderBy('own.id', 'desc')
          .limit(eb.lit(1))
          .$asScalar()
          .as('id'),
      ),
    )
    .execute()
}
