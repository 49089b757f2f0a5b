import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** More than a municipality has. */
const listedMax = 5000

/** The number of records that have pages; one statement. */
export async function countPages(db: ReadDatabase, municipalityId: number) {
  const counts = await db
    .selectFrom('municipalities')
    .select(['meeting_count', 'motion_count', 'matter_count', 'bylaw_count', 'document_count'])
    .where('id', '=', municipalityId)
    .executeTakeFirstOrThrow()
  return {
    meetings: Number(counts.meeting_count),
    motions: Number(counts.motion_count),
    matters: Number(counts.matter_count),
    bylaws: Number(counts.bylaw_count),
    documents: Number(counts.document_count),
  }
}

type PageCounts = Awaited<ReturnType<typeof countPages>>

/** The records of one file; bodies and people are in the first. One statement. */
export async function listRecords(
  db: ReadDatabase,
  municipalityId: number,
  { isFirst, ...windows }: Record<keyof PageCounts, Window> & { isFirst: boolean },
) {
  const listed = (list: Exclude<keyof PageCounts, 'documents'>) =>
    recordsOf(db, list, municipalityId, windows[list])
  const others = { offset: 0, limit: isFirst ? listedMax : 0 }
  const row = await db
    .selectNoFrom([
      jsonRows(db, listed('meetings')).as('meetings'),
      jsonRows(db, listed('motions')).as('motions'),
      jsonRows(db, listed('matters')).as('matters'),
      jsonRows(db, listed('bylaws')).as('bylaws'),
      jsonRows(db, textsOf(db, municipalityId, windows.documents)).as('documents'),
      jsonRows(db, recordsOf(db, 'organizations', municipalityId, others)).as('bodies'),
      jsonRows(db, seated(db, municipalityId, others)).as('people'),
    ])
    .executeTakeFirstOrThrow()
  return {
    meetings: parseRows(row.meetings),
    motions: parseRows(row.motions),
    matters: parseRows(row.matters),
    bylaws: parseRows(row.bylaws),
    documents: parseRows(row.documents),
    bodies: parseRows(row.bodies),
    people: parseRows(row.people),
  }
}

type Window = { offset: number; limit: number }

function recordsOf(
  db: ReadDatabase,
  table: Exclude<keyof PageCounts, 'documents'> | 'organizations' | 'people',
  municipalityId: number,
  { offset, limit }: Window,
) {
  return (
    db
      // The columns read here are the same in all tables.
      .selectFrom(table as 'people')
      .select(['slug', 'updated_at'])
      .where('municipality_id', '=', municipalityId)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
  )
}

/** Documents with a text; they change with the record that they belong to. */
function textsOf(db: ReadDatabase, municipalityId: number, { offset, limit }: Window) {
  return db
    .selectFrom('documents')
    .select(({ lit, ref }) => [ref('slug').$notNull().as('slug'), lit(null).as('updated_at')])
    .where('municipality_id', '=', municipalityId)
    .where('slug', 'is not', null)
    .orderBy('slug')
    .limit(limit)
    .offset(offset)
}

/** People with a seat or a vote; pages of others stay out of search engines. */
function seated(db: ReadDatabase, municipalityId: number, window: Window) {
  return recordsOf(db, 'people', municipalityId, window).where(({ exists, or, selectFrom }) =>
    or([
      exists(
        selectFrom('memberships')
          .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
          .select('memberships.id')
          .whereRef('memberships.person_id', '=', 'people.id'),
      ),
      exists(
        selectFrom('voting_spans')
          .select('voting_spans.person_id')
          .whereRef('voting_spans.person_id', '=', 'people.id'),
      ),
    ]),
  )
}
