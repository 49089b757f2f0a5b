import { groupBy } from '../../../core/group-by.ts'
import {
  documentOf,
  documentTitles,
  organizationMarks,
  paragraphs,
  peopleOf,
  type ReadDocuments,
  type Reading,
} from './document.ts'

export const matterDocuments: ReadDocuments = async (ids, db) => {
  const rows = await db
    .selectFrom('matters')
    .select(['id', 'slug', 'identifier', 'title', 'description', 'plain_english_summary'])
    .select(['last_seen', 'other_identifiers'])
    .where('id', 'in', ids)
    .execute()
  const sponsors = await sponsorsOf(ids, db)
  const titles = await documentTitles('matter_id', ids, db)
  const organizations = await organizationsOf(ids, db)
  return rows.map((row) => {
    const numbers = numbersOf(row)
    const people = peopleOf(sponsors(row.id))
    const bodies = organizations(row.id).map(({ organization_id: id }) => id)
    return documentOf({
      ...{ kind: 'matter', row, title: row.title, date: row.last_seen, matterId: row.id },
      body: paragraphs(numbers.join(', '), row.plain_english_summary, row.description),
      owner: ['matter', row.id],
      identifiers: numbers,
      otherWords: [...people.names, ...titles(row.id)],
      marks: [...organizationMarks(bodies), ...people.marks],
    })
  })
}

/** The numbers of a matter, its own first. */
function numbersOf(row: { identifier: string | null; other_identifiers: string }): string[] {
  const others = JSON.parse(row.other_identifiers) as { identifier: string }[]
  return [row.identifier, ...others.map(({ identifier }) => identifier)].filter(
    (number) => number !== null,
  )
}

async function sponsorsOf(ids: number[], db: Reading) {
  const rows = await db
    .selectFrom('sponsorships')
    .select(['matter_id', 'person_id as id', 'name'])
    .where('matter_id', 'in', ids)
    .execute()
  return groupBy(
    rows.map((row) => ({ ...row, isAuthor: true })),
    (row) => row.matter_id,
  )
}

/** The bodies of the meetings that had the matter on their agenda. */
async function organizationsOf(ids: number[], db: Reading) {
  const rows = await db
    .selectFrom('agenda_items')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .select(['matter_id', 'organization_id'])
    .distinct()
    .where('matter_id', 'in', ids)
    .execute()
  return groupBy(rows, (row) => row.matter_id)
}
