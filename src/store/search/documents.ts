import type { Kysely } from 'kysely'
import { foldText } from '../../core/fold.ts'
import { groupBy } from '../../core/group-by.ts'
import { titleOfMotion } from '../../core/headings/motion-title.ts'
import { regionCode } from '../../core/provinces.ts'
import { shorten } from '../../core/shorten.ts'
import type { SearchDocumentsTable, SearchKind, Tables } from '../tables.ts'
import { dayOf } from './days.ts'
import { mark } from './engine.ts'
import { isProcedural } from './procedural.ts'
import { headingRank, ranks } from './rank.ts'

/** A row of `search_documents`, but for its id. */
export type SearchDocument = Omit<SearchDocumentsTable, 'id'>

type Reading = Pick<Kysely<Tables>, 'selectFrom'>

type ReadDocuments = (ids: number[], db: Reading) => Promise<SearchDocument[]>

async function matterDocuments(ids: number[], db: Reading): Promise<SearchDocument[]> {
  const rows = await db
    .selectFrom('matters')
    .select(['id', 'municipality_id', 'slug', 'identifier', 'title', 'description'])
    .select(['plain_english_summary', 'last_seen', 'other_identifiers'])
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

async function agendaItemDocuments(ids: number[], db: Reading): Promise<SearchDocument[]> {
  const rows = await agendaItems('id', ids, db)
  const titles = await documentTitles('agenda_item_id', ids, db)
  return rows.map((row) =>
    documentOf({
      ...{ kind: 'agenda_item', row, title: row.title, date: row.date },
      body: paragraphs(row.description, row.recommendation),
      owner: ownerOfItem(row),
      identifiers: [lettered(row.item_number)],
      otherWords: titles(row.id),
      standing: standingOf(row),
      marks: organizationMarks([row.organization_id]),
      meetingId: row.meeting_id,
      matterId: row.matter_id,
    }),
  )
}

type AgendaItemRow = Awaited<ReturnType<typeof agendaItems>>[number]

/** Agenda items by their ids or those of their meetings. */
function agendaItems(by: 'id' | 'meeting_id', ids: readonly number[], db: Reading) {
  return db
    .selectFrom('agenda_items as item')
    .innerJoin('meetings', 'meetings.id', 'item.meeting_id')
    .select(['item.id', 'item.municipality_id', 'item.slug', 'item.item_number', 'item.title'])
    .select([
      'item.description',
      'item.recommendation',
      'item.matter_id',
      'meetings.id as meeting_id',
      'meetings.date',
    ])
    .select('meetings.organization_id')
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('motions')
          .select('motions.id')
          .whereRef('motions.agenda_item_id', '=', 'item.id'),
      ).as('has_motions'),
      exists(
        selectFrom('documents')
          .select('documents.id')
          .whereRef('documents.agenda_item_id', '=', 'item.id'),
      ).as('has_documents'),
      exists(
        selectFrom('agenda_items as child')
          .select('child.id')
          .whereRef('child.parent_id', '=', 'item.id'),
      ).as('has_children'),
    ])
    .where(`item.${by}`, 'in', ids)
    .execute()
}

/** An item number with letters, as CC-12; others, as 4.1, name no item by themselves. */
const lettered = (number: string | null) =>
  number !== null && /\p{L}{2}.*\d/u.test(number) ? number : null

/** What an item, its matter and its motions share. */
const ownerOfItem = (item: Pick<AgendaItemRow, 'id' | 'matter_id'>): Owner =>
  item.matter_id === null ? ['agenda_item', item.id] : ['matter', item.matter_id]

/** A heading contains other items or has the title of one; nothing may be recorded on an item itself. */
function standingOf(item: AgendaItemRow): Standing {
  if (item.matter_id !== null || item.has_motions) return 'recorded'
  if (item.has_children || isProcedural(item.title)) return 'heading'
  return item.has_documents ? 'recorded' : 'unrecorded'
}

async function motionDocuments(ids: number[], db: Reading): Promise<SearchDocument[]> {
  const rows = await motionRows(ids, db)
  const participants = await participantsOf(ids, db)
  return rows.map((row) => {
    const people = peopleOf([
      { id: row.mover_id, name: row.mover_name, isAuthor: true },
      { id: row.seconder_id, name: row.seconder_name, isAuthor: true },
      ...participants(row.id),
    ])
    const item = row.item_meeting_id === null ? null : row.item_title
    return documentOf({
      ...{ kind: 'motion', row, title: searchedTitle(row), date: row.date },
      // A snippet is of the item's title only if nothing else matches.
      body: paragraphs(row.identifier, row.plain_english_summary, row.summary, row.text, item),
      owner: ownerOfMotion(row),
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

// In characters: of a longer title, or a summary, each word would count as what the motion is about.
const titleLength = 140

const searchedTitle = (row: Awaited<ReturnType<typeof motionRows>>[number]): string =>
  shorten((row.title_from === 'summary' ? row.clause : null) ?? titleOfMotion(row), titleLength)

function motionRows(ids: number[], db: Reading) {
  return db
    .selectFrom('motions')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('agenda_items', 'agenda_items.id', 'motions.agenda_item_id')
    .leftJoin('meetings as item_meetings', 'item_meetings.id', 'agenda_items.meeting_id')
    .select(['motions.id', 'motions.municipality_id', 'motions.slug', 'motions.identifier'])
    .select(['motions.text', 'motions.summary', 'motions.plain_english_summary', 'motions.date'])
    .select(['motions.matter_id', 'motions.kind', 'motions.result', 'motions.agenda_item_id'])
    .select(['mover_id', 'mover_name', 'seconder_id', 'seconder_name', 'motions.organization_id'])
    .select(['meetings.organization_id as meeting_organization_id', 'meetings.id as meeting_id'])
    .select([
      'motions.title',
      'motions.title_from',
      'motions.clause',
      'agenda_items.title as item_title',
    ])
    .select('agenda_items.matter_id as item_matter_id')
    .select('item_meetings.id as item_meeting_id')
    .where('motions.id', 'in', ids)
    .execute()
}

/** Voters and candidates. */
async function participantsOf(ids: number[], db: Reading) {
  const inMotions = (table: 'votes' | 'candidates') =>
    db
      .selectFrom(table as 'votes')
      .select(['motion_id', 'person_id as id', 'person_name as name'])
      .where('motion_id', 'in', ids)
      .execute()
  const rows = [...(await inMotions('votes')), ...(await inMotions('candidates'))]
  return groupBy(
    rows.map((row) => ({ ...row, isAuthor: false })),
    (row) => row.motion_id,
  )
}

type MotionRow = Awaited<ReturnType<typeof motionRows>>[number]

function ownerOfMotion({ matter_id, item_matter_id, agenda_item_id, id }: MotionRow): Owner {
  const matter = matter_id ?? item_matter_id
  if (matter !== null) return ['matter', matter]
  return agenda_item_id === null ? ['motion', id] : ['agenda_item', agenda_item_id]
}

async function keyStatementDocuments(ids: number[], db: Reading): Promise<SearchDocument[]> {
  const rows = await db
    .selectFrom('key_statements')
    .innerJoin('meetings', 'meetings.id', 'key_statements.meeting_id')
    .select(['key_statements.id', 'municipality_id', 'key_statements.slug', 'meeting_id'])
    .select(['speaker', 'person_id', 'text', 'context', 'meetings.title as meeting_title'])
    .select(['meetings.date', 'meetings.organization_id'])
    .where('key_statements.id', 'in', ids)
    .execute()
  return rows.map((row) =>
    documentOf({
      ...{ kind: 'key_statement', row, title: row.speaker ?? row.meeting_title, date: row.date },
      body: paragraphs(row.text, row.context),
      marks: [
        ...organizationMarks([row.organization_id]),
        ...peopleOf([{ id: row.person_id, name: null, isAuthor: true }]).marks,
      ],
      meetingId: row.meeting_id,
    }),
  )
}

async function sectionDocuments(ids: number[], db: Reading): Promise<SearchDocument[]> {
  const rows = await sectionRows(ids, db)
  const itemOf = await minutedItems(rows, db)
  return rows.map((row) => {
    const item = itemOf(row)
    const title = row.title ?? row.document_title
    const isHeading = item === undefined ? isProcedural(title) : standingOf(item) === 'heading'
    return documentOf({
      ...{ kind: 'document_section', row, title, body: row.text, date: row.date },
      owner: ownerOfSection(row, item),
      standing: isHeading ? 'heading' : 'recorded',
      identifiers: [row.bylaw_number],
      marks: organizationMarks([row.organization_id]),
      meetingId: row.meeting_id,
      matterId: row.matter_id ?? item?.matter_id ?? null,
    })
  })
}

function sectionRows(ids: number[], db: Reading) {
  return db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .leftJoin('bylaws', 'bylaws.id', 'documents.bylaw_id')
    .leftJoin('matters', 'matters.id', 'documents.matter_id')
    .leftJoin('agenda_items', 'agenda_items.id', 'documents.agenda_item_id')
    .leftJoin('meetings', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(ref('meetings.id'), '=', fn.coalesce('documents.meeting_id', 'agenda_items.meeting_id')),
      ),
    )
    .select(['document_sections.id', 'document_sections.slug', 'document_sections.title'])
    .select(['document_sections.text', 'documents.title as document_title'])
    .select(['meetings.id as meeting_id', 'meetings.organization_id', 'bylaws.bylaw_number'])
    .select(['documents.bylaw_id', 'documents.agenda_item_id as owner_item_id'])
    .select(({ fn }) => [
      fn.coalesce('documents.matter_id', 'agenda_items.matter_id').as('matter_id'),
      fn
        .coalesce('meetings.date', 'documents.date', 'matters.last_seen', 'bylaws.passed_date')
        .as('date'),
      fn
        .coalesce(
          'meetings.municipality_id',
          'matters.municipality_id',
          'bylaws.municipality_id',
          'agenda_items.municipality_id',
        )
        .$notNull()
        .as('municipality_id'),
    ])
    .where('document_sections.id', 'in', ids)
    .execute()
}

type SectionRow = Awaited<ReturnType<typeof sectionRows>>[number]

/** A section is part of the record that its document belongs to; one of minutes, of the item that it is about. */
function ownerOfSection(row: SectionRow, item: AgendaItemRow | undefined): Owner | undefined {
  if (item !== undefined) return ownerOfItem(item)
  if (row.matter_id !== null) return ['matter', row.matter_id]
  if (row.owner_item_id !== null) return ['agenda_item', row.owner_item_id]
  return row.bylaw_id === null ? undefined : ['bylaw', row.bylaw_id]
}

/** The agenda item of a section of minutes, whose title is the number and the title of the item. */
async function minutedItems(sections: readonly SectionRow[], db: Reading) {
  const meetings = [...new Set(sections.map((section) => section.meeting_id))].filter(
    (id) => id !== null,
  )
  const rows = meetings.length === 0 ? [] : await agendaItems('meeting_id', meetings, db)
  const items = new Map(
    rows.map((item) => [headingOf(item.meeting_id, `${item.item_number} ${item.title}`), item]),
  )
  return ({ meeting_id, title }: SectionRow) =>
    meeting_id === null || title === null ? undefined : items.get(headingOf(meeting_id, title))
}

const headingOf = (meetingId: number, title: string): string => `${meetingId} ${foldText(title)}`

const readers: Record<SearchKind, ReadDocuments> = {
  matter: matterDocuments,
  agenda_item: agendaItemDocuments,
  motion: motionDocuments,
  key_statement: keyStatementDocuments,
  document_section: sectionDocuments,
}

/** Reads the documents of rows of a kind, with the marks of their regions. */
export async function documentsOf(
  kind: SearchKind,
  ids: number[],
  db: Reading,
): Promise<SearchDocument[]> {
  const documents = await readers[kind](ids, db)
  const councils = [...new Set(documents.map(({ municipality_id: id }) => id))]
  if (councils.length === 0) return []
  const rows = await db
    .selectFrom('municipalities')
    .select(['id', 'division_id'])
    .where('id', 'in', councils)
    .execute()
  const regions = new Map(rows.map((row) => [row.id, regionCode(row.division_id)]))
  return documents.map((document) => {
    const region = regions.get(document.municipality_id) ?? null
    if (region === null) return document
    return { ...document, marks: [mark.region(region), document.marks].join(' ').trim() }
  })
}

/** How much is recorded; see `SearchDocumentsTable.rank`. */
type Standing = 'heading' | 'unrecorded' | 'recorded'

interface Description {
  kind: SearchKind
  row: { id: number; municipality_id: number; slug: string }
  title: string
  body: string
  date: string | null
  /** The record that it is part of; the document itself if absent. */
  owner?: Owner | undefined
  /** Recorded if absent. */
  standing?: Standing
  /** What is searched like the title. */
  identifiers?: readonly (string | null)[]
  otherWords?: readonly string[]
  marks?: readonly string[]
  meetingId?: number | null
  matterId?: number | null
}

function documentOf(about: Description): SearchDocument {
  const { kind, row, title, body, identifiers = [], otherWords = [], marks = [] } = about
  const { standing = 'recorded', owner = [kind, row.id] } = about
  return {
    ...{ municipality_id: row.municipality_id, kind, entry_id: row.id, slug: row.slug },
    ...{ title, body },
    identifiers: identifiers.filter((text) => text !== null).join('\n'),
    // Rows come in another order from each database, and in one that moves with each change.
    other_words: [...new Set(otherWords)].sort().join('\n'),
    marks: [...new Set(marks)].sort().join(' '),
    meeting_id: about.meetingId ?? null,
    matter_id: about.matterId ?? null,
    day: dayOf(about.date ?? ''),
    group_key: groupKey(owner),
    rank: standing === 'recorded' ? ranks[kind] : standing === 'unrecorded' ? 1 : headingRank,
  }
}

const owners = [
  ...(['matter', 'agenda_item', 'motion', 'key_statement', 'document_section'] as const),
  'bylaw' as const,
]

/** The record that a document is part of. */
type Owner = readonly [kind: (typeof owners)[number], id: number]

const ownersMax = 8

const groupKey = ([kind, id]: Owner): number => id * ownersMax + owners.indexOf(kind)

const paragraphs = (...texts: (string | null)[]): string =>
  texts.filter((text) => text !== null).join('\n\n')

/** Marks and names of people with a part in a document: the linked record, or the name as it is written. */
function peopleOf(
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
async function documentTitles(
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

const organizationMarks = (ids: Iterable<number | null>): string[] =>
  [...ids].filter((id) => id !== null).map(mark.organization)
