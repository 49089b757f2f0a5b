import { isShortened, partsMax } from '../../core/parts-max.ts'
import { findOrganization } from '../../resources/organizations/queries.ts'
import type { OrganizationDetail } from '../../resources/organizations/schema.ts'
import { toOrganizationDetail } from '../../resources/organizations/v1.represent.ts'
import { type MeetingNotes, readMeetingNotes } from '../parts/queries.ts'
import { Missing, type Visit } from '../visit.ts'
import { findSurroundings, type Surroundings } from './queries.ts'

export interface BodyOnPage extends Surroundings {
  body: OrganizationDetail
  notes: Map<number, MeetingNotes>
  isShortened: boolean
}

/** A body with its seats and meetings, in three statements. */
export async function readBody(visit: Visit): Promise<BodyOnPage> {
  const { store, municipality, today, params } = visit
  return store.read(async (db) => {
    const scope = { municipalityId: municipality.id, today }
    const rows = await findOrganization(db, scope, params.slug ?? '', partsMax)
    if (rows === undefined) throw new Missing('body')
    const found = await findSurroundings(db, { bodyId: rows.organization.id, today })
    const notes = await readMeetingNotes(db, [...found.next, ...found.latest])
    const body = toOrganizationDetail(rows, today)
    // Who sits again is among the members.
    const seated = new Set(body.members.map(({ person_slug: slug }) => slug))
    return {
      ...found,
      former: found.former.filter(({ slug }) => !seated.has(slug)),
      body,
      isShortened: isShortened(rows),
      notes,
    }
  })
}
