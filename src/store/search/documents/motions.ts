import { groupBy } from '../../../core/group-by.ts'
import { titleOfMotion } from '../../../core/motion-title.ts'
import {
  documentOf,
  type Owner,
  organizationMarks,
  paragraphs,
  peopleOf,
  type ReadDocuments,
  type Reading,
} from './document.ts'

export const motionDocuments: ReadDocuments = async (ids, db) => {
  const rows = await motionRows(ids, db)
  const participants = await participantsOf(ids, db)
  return rows.map((row) => {
    const people = peopleOf([
      { id: row.mover_id, name: row.mover_name, isAuthor: true },
      { id: row.seconder_id, name: row.seconder_name, isAuthor: true },
      ...participants(row.id),
    ])
    const title = titleOfMotion(row)
    const item = row.item_meeting_id === null ? null : row.title
    return documentOf({
      ...{ kind: 'motion', row, title, date: row.date },
      // A snippet is of the item's title only if nothing else matches.
      body: paragraphs(row.identifier, row.plain_english_summary, row.summary, row.text, item),
      owner: ownerOf(row),
      identifiers: [row.identifier, item],
      otherWords: people.names,
      marks: [
        ...organizationMarks([row.organization_id ?? row.meeting_organization_id]),
        ...people.marks,
      ],
      meetingId: row.meeting_id,
      matterId: row.matter_id ?? row.item_matter_id,
    })
  })
}

function motionRows(ids: number[], db: Reading) {
  return db
    .selectFrom('motions')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('agenda_items', 'agenda_items.id', 'motions.agenda_item_id')
    .leftJoin('meetings as item_meetings', 'item_meetings.id', 'agenda_items.meeting_id')
    .select(['motions.id', 'motions.slug', 'motions.identifier', 'motions.text', 'motions.summary'])
    .select(['motions.plain_english_summary', 'motions.date', 'motions.matter_id', 'motions.kind'])
    .select(['mover_id', 'mover_name', 'seconder_id', 'seconder_name', 'motions.agenda_item_id'])
    .select(['motions.organization_id', 'meetings.organization_id as meeting_organization_id'])
    .select(['meetings.id as meeting_id', 'agenda_items.title'])
    .select(['agenda_items.matter_id as item_matter_id', 'item_meetings.id as item_meeting_id'])
    .where('motions.id', 'in', ids)
    .execute()
}

/** Voters and candidates. */
async function participantsOf(ids: number[], db: Reading) {
  const voters = await db
    .selectFrom('votes')
    .select(['motion_id', 'person_id as id', 'person_name as name'])
    .where('motion_id', 'in', ids)
    .execute()
  const candidates = await db
    .selectFrom('candidates')
    .select(['motion_id', 'person_id as id', 'person_name as name'])
    .where('motion_id', 'in', ids)
    .execute()
  return groupBy(
    [...voters, ...candidates].map((row) => ({ ...row, isAuthor: false })),
    (row) => row.motion_id,
  )
}

type MotionRow = Awaited<ReturnType<typeof motionRows>>[number]

function ownerOf({ matter_id, item_matter_id, agenda_item_id, id }: MotionRow): Owner {
  const matter = matter_id ?? item_matter_id
  if (matter !== null) return ['matter', matter]
  return agenda_item_id === null ? ['motion', id] : ['agenda_item', agenda_item_id]
}
