import { findPerson } from '../../resources/people/queries.ts'
import type { PersonDetail } from '../../resources/people/schema.ts'
import { toPersonDetail } from '../../resources/people/v1.represent.ts'
import { findActivity } from '../queries.ts'
import { Missing, type Visit } from '../visit.ts'

export interface PersonOnPage extends Awaited<ReturnType<typeof findActivity>> {
  person: PersonDetail
}

/** A person with what they did, in two statements. */
export async function readPerson(visit: Visit): Promise<PersonOnPage> {
  const { store, municipality, today, params } = visit
  return store.read(async (db) => {
    const scope = { municipalityId: municipality.id, today }
    const rows = await findPerson(db, scope, params.slug ?? '')
    if (rows === undefined) throw new Missing('person')
    const personId = rows.person.id
    const activity = await findActivity(db, { personId, municipalityId: municipality.id })
    return { ...activity, person: toPersonDetail(rows) }
  })
}
