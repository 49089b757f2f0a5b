import { isShortened, partsMax } from '../../core/parts-max.ts'
import { findMatter } from '../../resources/matters/queries.ts'
import type { MatterDetail } from '../../resources/matters/schema.ts'
import { toMatterDetail } from '../../resources/matters/v1.represent.ts'
import { Missing, type Visit } from '../visit.ts'
import { findProceedings, type Proceedings } from './queries.ts'

/** Steps on a page. */
export const stepsMax = 100

export interface MatterOnPage {
  matter: MatterDetail
  ocdId: string
  sourceUrl: string | null
  proceedings: Proceedings
  isShortened: boolean
}

/** A matter with the meetings that dealt with it, in two statements. */
export async function readMatter({ store, municipality, params }: Visit): Promise<MatterOnPage> {
  return store.read(async (db) => {
    const name = { column: 'slug', value: params.slug ?? '' } as const
    const rows = await findMatter(db, municipality.id, name, partsMax)
    if (rows === undefined) throw new Missing('matter')
    const { ocd_id: ocdId, source_url: sourceUrl } = rows.matter
    const proceedings = await findProceedings(db, rows.matter, stepsMax)
    const matter = toMatterDetail(rows)
    return { matter, ocdId, sourceUrl, proceedings, isShortened: isShortened(rows) }
  })
}
