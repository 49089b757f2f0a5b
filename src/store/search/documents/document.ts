import type { Kysely } from 'kysely'
import { groupBy } from '../../../core/group-by.ts'
import type { SearchDocumentsTable, SearchKind, Tables } from '../../tables.ts'
import { dayOf } from '../days.ts'
import { mark } from '../match.ts'

/** A row of `search_documents`, but for its id and municipality. */
export type SearchDocument = Omit<SearchDocumentsTable, 'id' | 'municipality_id'>

export type Reading = Pick<Kysely<Tables>, 'selectFrom'>

/** Documents of the rows with these ids; removed rows have none. */
export type ReadDocuments = (ids: number[], db: Reading) => Promise<SearchDocument[]>

/** How much is recorded; see `SearchDocumentsTable.rank`. */
export type Standing = 'heading' | 'unrecorded' | 'recorded'

/** Position of a kind among documents with the same title and matter. */
const ranks = {
  matter: 5,
  motion: 4,
  agenda_item: 3,
  key_statement: 2,
  document_section: 2,
} satisfies Record<SearchKind, number>

interface Description {
  kind: SearchKind
  row: { id: number; slug: string }
  title: string
  body: string
  date: string | null
  /** The record that it is part of; the document itself if absent. */
  owner?: Owner
  /** Recorded if absent. */
  standing?: Standing
  /** What is searched like the title. */
  identifiers?: readonly (string | null)[]
  otherWords?: readonly string[]
  marks?: readonly string[]
  meetingId?: number | null
  matterId?: number | null
}

export function documentOf(about: Description): SearchDocument {
  const { kind, row, title, body, identifiers = [], otherWords = [], marks = [] } = about
  return {
    ...{ kind, entry_id: row.id, slug: row.slug, title, body },
    identifiers: identifiers.filter((text) => text !== null).join('\n'),
    other_words: [...new Set(otherWords)].join('\n'),
    marks: [...new Set(marks)].join(' '),
    meeting_id: about.meetingId ?? null,
    matter_id: about.matterId ?? null,
    day: dayOf(about.date ?? ''),
    group_key: groupKey(about.owner ?? [kind, row.id]),
    rank: rankOf(kind, about.standing),
  }
}

function rankOf(kind: SearchKind, standing: Standing = 'recorded'): number {
  if (standing === 'heading') return 0
  return standing === 'unrecorded' ? 1 : ranks[kind]
}

const owners = [
  ...(['matter', 'agenda_item', 'motion', 'key_statement', 'document_section'] as const),
  'bylaw' as const,
]

/** The record that a document is part of. */
export type Owner = readonly [kind: (typeof owners)[number], id: number]

const ownersMax = 8

const groupKey = ([kind, id]: Owner): number => id * ownersMax + owners.indexOf(kind)

export const paragraphs = (...texts: (string | null)[]): string =>
  texts.filter((text) => text !== null).join('\n\n')

/** Marks and names of people with a part in a document: the linked record, or the name as it is written. */
export function peopleOf(
  people: readonly { id: number | null; name: string | null; isAuthor: boolean }[],
) {
  const linked = people.flatMap(({ id, isAuthor }) =>
    id === null ? [] : [mark.person(id), ...(isAuthor ? [mark.author(id)] : [])],
  )
  return {
    marks: linked,
    names: people.flatMap(({ id, name }) => (id === null && name !== null ? [name] : [])),
  }
}

/** The titles of the documents of each row. */
export async function documentTitles(
  owner: 'agenda_item_id' | 'matter_id',
  ids: readonly number[],
  db: Reading,
): Promise<(id: number) => string[]> {
  const rows = await db
    .selectFrom('documents')
    .select([owner, 'title'])
    .where(owner, 'in', ids)
    .execute()
  const titles = groupBy(rows as { title: string; [owner: string]: unknown }[], (row) => row[owner])
  return (id) => titles(id).map(({ title }) => title)
}

export const organizationMarks = (ids: Iterable<number | null>): string[] =>
  [...ids].filter((id) => id !== null).map(mark.organization)
