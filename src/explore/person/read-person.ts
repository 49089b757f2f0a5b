import { isShortened, partsMax } from '../../core/parts-max.ts'
import { findPerson, type PersonDetailRows } from '../../resources/people/queries.ts'
import type { PersonDetail } from '../../resources/people/schema.ts'
import { latestFirst, toPersonDetail } from '../../resources/people/v1.represent.ts'
import type { VoteFilters } from '../../resources/votes/queries.ts'
import { type ListPage, readListPage } from '../list-page.ts'
import { findTotals, noTotals, type Totals } from '../parts/totals.ts'
import { listVoteLines, type VoteLineRow } from '../parts/voted-motions.ts'
import { findActivity } from '../queries.ts'
import { Missing, type Visit } from '../visit.ts'
import { findKeyVotes, type KeyVotes } from './queries.ts'

export interface PersonOnPage extends Awaited<ReturnType<typeof findActivity>> {
  person: PersonDetail
  votedIn: PersonDetailRows['person']['voted_in']
  votes: ListPage<VoteLineRow>
  totals: Totals
  /** Only without a filter or a position in the list of votes. */
  keyVotes: KeyVotes | undefined
  isShortened: boolean
}

/** A person with what they did, in five statements. */
export async function readPerson(visit: Visit): Promise<PersonOnPage> {
  const { store, municipality, today, params } = visit
  return store.read(async (db) => {
    const scope = { municipalityId: municipality.id, today }
    const rows = await findPerson(db, scope, params.slug ?? '', partsMax)
    if (rows === undefined) throw new Missing('person')
    const personId = rows.person.id
    const activity = await findActivity(db, { personId, municipalityId: municipality.id })
    const totals = await findTotals(db, municipality.id, [personId])
    const isWhole = Object.keys(visit.query).length === 0
    const keyVotes = isWhole ? await findKeyVotes(db, personId) : undefined
    const filters = { ...(visit.query as VoteFilters), person: rows.person.slug }
    const votes = await readListPage(
      visit,
      (paging) => listVoteLines(db, municipality.id, filters, paging),
      (row) => [row.date, row.motion_id, row.name_folded, row.id],
    )
    const person = toPersonDetail(rows, today)
    return {
      ...activity,
      totals: totals.get(personId) ?? noTotals,
      keyVotes,
      person,
      votedIn: latestFirst(rows.person.voted_in),
      votes,
      isShortened: isShortened(rows),
    }
  })
}
