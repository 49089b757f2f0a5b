import { expressionBuilder } from 'kysely'
import { type CorrectableKind, correctable } from '../../record/correctable.ts'
import type { Correction } from '../../record/field.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'

/** What a page says of a record that was corrected. */
export interface CorrectedRecord {
  kind: CorrectableKind
  id: number
  slug: string
  /** The slug of a motion, whose title follows from what it does. */
  name: string
  /** Of an agenda item, which has no page of its own. */
  meeting_slug: string | null
  corrected: readonly Correction[]
}

const nameColumns: Record<CorrectableKind, string | null> = {
  ...{ organization: 'name', person: 'name', bylaw: 'title', matter: 'title' },
  ...{ meeting: 'title', agenda_item: 'title', motion: null },
}

const meetingSlug = expressionBuilder<
  { meetings: Tables['meetings']; row: Tables['motions'] },
  'row'
>()
  .selectFrom('meetings')
  .select('meetings.slug')
  .whereRef('meetings.id', '=', 'row.meeting_id')

const kinds = Object.keys(correctable) as CorrectableKind[]

/** The records of any kind with these slugs; one statement. */
export async function listCorrectedRecords(
  db: ReadDatabase,
  municipalityId: number,
  slugs: readonly string[],
): Promise<CorrectedRecord[]> {
  const { arrayParam, inArray } = dialectOf(db)
  const named = arrayParam([...new Set(slugs)])
  const [first, ...others] = kinds.map((kind, order) => {
    // The columns read here are the same in all tables, but for the name.
    const table = `${recordKinds[kind].table} as row` as 'people as row'
    const column = nameColumns[kind]
    return db
      .selectFrom(table)
      .select(['row.id', 'row.slug', 'row.corrected'])
      .select(({ lit, ref }) => [
        lit(order).as('kind_order'),
        (kind === 'agenda_item' ? meetingSlug : lit(null)).as('meeting_slug'),
        (column === null ? ref('row.slug') : ref(`row.${column}` as 'row.name')).as('name'),
      ])
      .where('row.municipality_id', '=', municipalityId)
      .where(({ ref }) => inArray(ref('row.slug'), named))
  })
  if (first === undefined) return []
  const rows = await others.reduce((all, one) => all.unionAll(one), first).execute()
  return rows.flatMap(({ corrected, kind_order: order, ...row }) => {
    const kind = kinds[order]
    return kind === undefined ? [] : [{ ...row, kind, corrected: JSON.parse(corrected) }]
  })
}
