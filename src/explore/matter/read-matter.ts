import { isInForceOn } from '../../core/bylaw-status.ts'
import { groupBy } from '../../core/group-by.ts'
import { isShortened, partsMax } from '../../core/parts-max.ts'
import { findMatter, type MatterDetailRows } from '../../resources/matters/queries.ts'
import type { MatterDetail } from '../../resources/matters/schema.ts'
import { toMatterDetail } from '../../resources/matters/v1.represent.ts'
import type { LawDay } from '../parts/fate.tsx'
import { listChanges, type ShownChange } from '../parts/history/queries.ts'
import { findProceedings, type Proceedings } from '../parts/proceedings.ts'
import { Missing, type Visit } from '../visit.ts'

export interface MatterOnPage {
  matter: MatterDetail
  ocdId: string
  sourceUrl: string | null
  /** The day of its by-law, if it led to one and that is known. */
  becameLaw: LawDay | undefined
  /** The steps that the source records, the oldest first. */
  steps: MatterDetailRows['actions']
  proceedings: Proceedings
  documents: ReturnType<typeof documentsOf>
  changes: readonly ShownChange[]
  isShortened: boolean
}

/** A matter with the meetings that dealt with it, in three statements. */
export async function readMatter({ store, municipality, params }: Visit): Promise<MatterOnPage> {
  return store.read(async (db) => {
    const name = { column: 'slug', value: params.slug ?? '' } as const
    const rows = await findMatter(db, municipality.id, name, partsMax)
    if (rows === undefined) throw new Missing('matter')
    const { ocd_id: ocdId } = rows.matter
    const { id, source_url } = rows.matter
    const matter = { matterIds: [id], municipalityId: municipality.id, source_url }
    const proceedings = await findProceedings(db, matter)
    return {
      matter: toMatterDetail(rows),
      ...{ ocdId, sourceUrl: source_url, proceedings, steps: rows.actions },
      becameLaw: lawDayOf(rows),
      documents: documentsOf(rows.documents),
      changes: await listChanges(db, { kind: 'matter', id }),
      isShortened: isShortened(rows),
    }
  })
}

function lawDayOf({ matter: { bylaw }, actions }: MatterDetailRows): LawDay | undefined {
  const day = bylaw?.enacted_date ?? null
  return day === null
    ? undefined
    : { day, isInForce: isInForceOn(day, bylaw?.status ?? null, actions) }
}

/** A file that hangs on several agendas is one document, with links to its copies: each agenda has a URL of its own. */
function documentsOf(rows: MatterDetailRows['documents']) {
  const copiesOf = groupBy(rows, ({ title }) => title)
  return rows.flatMap((row) => {
    const copies = copiesOf(row.title).map((copy) => ({ ...copy, date: copy.meeting_date ?? '' }))
    const dates = new Set(copies.map(({ date }) => date))
    // Files of one agenda are different ones, even if they have one title.
    if (dates.size < copies.length || dates.has('')) return [{ ...row, also: [] }]
    const [newest, ...also] = copies.toSorted((one, other) => (one.date < other.date ? 1 : -1))
    return newest?.date === row.meeting_date ? [{ ...row, also }] : []
  })
}
