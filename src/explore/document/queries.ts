import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { selectItems } from '../parts/queries.ts'
import { lineColumns } from '../queries.ts'

interface Beside {
  municipalityId: number
  /** Slug of an agenda item. */
  item: string
  /** Slugs of motions. */
  motions: readonly string[]
}

/** Where the agenda item is on its agenda, and what the motions do, newest first; one statement. */
export async function findBesideDocument(db: ReadDatabase, beside: Beside) {
  const { municipalityId, item, motions } = beside
  const { arrayParam, inArray } = dialectOf(db)
  const items = selectItems(db)
    .where('agenda_items.municipality_id', '=', municipalityId)
    .where('agenda_items.slug', '=', item)
  const lines = db
    .selectFrom('motions')
    .select(lineColumns)
    .where('motions.municipality_id', '=', municipalityId)
    .where(({ ref }) => inArray(ref('motions.slug'), arrayParam(motions)))
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
  const row = await db
    .selectNoFrom([jsonRows(db, items).as('items'), jsonRows(db, lines).as('motions')])
    .executeTakeFirstOrThrow()
  const [found] = parseRows(row.items)
  return {
    item: found && { ...found, index: Number(found.index) },
    motions: parseRows(row.motions),
  }
}
