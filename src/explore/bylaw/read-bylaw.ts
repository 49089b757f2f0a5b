import { isShortened, partsMax } from '../../core/parts-max.ts'
import { findBylaw } from '../../resources/bylaws/queries.ts'
import type { BylawDetail } from '../../resources/bylaws/schema.ts'
import { toBylawDetail } from '../../resources/bylaws/v1.represent.ts'
import { Missing, type Visit } from '../visit.ts'
import { findMentions, type Mentions } from './queries.ts'

export interface BylawOnPage extends Mentions {
  bylaw: BylawDetail
  isShortened: boolean
}

/** A by-law with the motions and meetings that name it, in two statements. */
export async function readBylaw({ store, municipality, params }: Visit): Promise<BylawOnPage> {
  return store.read(async (db) => {
    const rows = await findBylaw(db, municipality.id, params.slug ?? '', partsMax)
    if (rows === undefined) throw new Missing('bylaw')
    const mentions = await findMentions(db, rows.bylaw, municipality.id)
    return { ...mentions, bylaw: toBylawDetail(rows), isShortened: isShortened(rows) }
  })
}
