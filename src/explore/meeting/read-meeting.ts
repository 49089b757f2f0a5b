import { isShortened, partsMax } from '../../core/parts-max.ts'
import { findMeeting, type MeetingDetailRows } from '../../resources/meetings/queries.ts'
import { listChanges, type ShownChange } from '../parts/history/queries.ts'
import { findNeighbours } from '../queries.ts'
import { Missing, type Visit } from '../visit.ts'
import { findLosers } from './queries.ts'

export type AgendaItem = MeetingDetailRows['agendaItems'][number]
export type MeetingMotion = MeetingDetailRows['motions'][number]
export interface MeetingOnPage extends MeetingDetailRows {
  neighbours: Partial<Awaited<ReturnType<typeof findNeighbours>>>
  /** Of the contested and the lost motions, by slug. */
  losers: Awaited<ReturnType<typeof findLosers>>
  changes: readonly ShownChange[]
  isShortened: boolean
}

/** A meeting with its parts, and the meetings of the body before and after it; four statements. */
export async function readMeeting({ store, municipality, params }: Visit): Promise<MeetingOnPage> {
  return store.read(async (db) => {
    const name = { column: 'slug', value: params.slug ?? '' } as const
    const found = await findMeeting(db, municipality.id, name, partsMax)
    if (found === undefined) throw new Missing('meeting')
    const { id, date, organization_id: organizationId } = found.meeting
    const neighbours =
      organizationId === null ? {} : await findNeighbours(db, { id, date, organizationId })
    const losers = await findLosers(db, id)
    const changes = await listChanges(db, { kind: 'meeting', id })
    return { ...found, neighbours, losers, changes, isShortened: isShortened(found) }
  })
}
