import { unrankedScore } from './bounds.ts'
import { dateOf, idOfRecency } from './days.ts'
import type { RankedRecord } from './rank.ts'
import type { GroupedRow, SearchDatabase, SearchRow } from './search-query.ts'
import type { SearchTerm } from './search-term.ts'
import { withSnippets } from './snippet.ts'

const othersMax = 10

interface Found {
  shown: readonly RankedRecord[]
  /** Matches that are not ranked. */
  older: readonly number[]
  terms: readonly SearchTerm[]
}

/** The rows of the results, with the other documents of each record. */
export async function readRows(
  db: SearchDatabase,
  { shown, older, terms }: Found,
): Promise<SearchRow[]> {
  const found = [
    ...shown,
    ...older.map((recency) => ({ score: unrankedScore, documents: [recency], missing: [] })),
  ].map(({ score, documents, missing }) => {
    const [id = 0, ...others] = documents.slice(0, othersMax + 1).map(idOfRecency)
    return { score, missing, id, others }
  })
  if (found.length === 0) return []
  const shownIds = found.map(({ id }) => id)
  const rows = new Map(
    (await documentRows(db, shownIds, [...shownIds, ...found.flatMap(({ others }) => others)])).map(
      (row) => [row.id, row],
    ),
  )
  const present = found.flatMap(({ id, ...record }) => {
    const row = rows.get(id)
    return row === undefined ? [] : [{ ...row, ...record }]
  })
  return withSnippets(present, terms).map(({ id, day, missing, others, ...row }) => ({
    ...row,
    date: dateOf(day),
    missing_words: missing,
    others: others.flatMap((other) => groupedRow(rows.get(other)) ?? []),
  }))
}

function groupedRow(row: Omit<DocumentRow, 'body'> | undefined): GroupedRow | undefined {
  if (row === undefined) return undefined
  const { kind, slug, meeting_slug, day } = row
  return { kind, slug, meeting_slug, date: dateOf(day) }
}

type DocumentRow = Awaited<ReturnType<typeof documentRows>>[number]

/** Documents, with the bodies of those that are shown. */
function documentRows(db: SearchDatabase, shown: readonly number[], ids: readonly number[]) {
  return db
    .selectFrom('search_documents as d')
    .leftJoin('meetings', 'meetings.id', 'd.meeting_id')
    .leftJoin('matters', 'matters.id', 'd.matter_id')
    .leftJoin('document_sections', (join) =>
      join.onRef('document_sections.id', '=', 'd.entry_id').on('d.kind', '=', 'document_section'),
    )
    .leftJoin('documents', 'documents.id', 'document_sections.document_id')
    .leftJoin('motions', (join) =>
      join.onRef('motions.id', '=', 'd.entry_id').on('d.kind', '=', 'motion'),
    )
    .select(['d.id', 'd.kind', 'd.slug', 'd.title', 'd.day'])
    .select(({ eb, ref }) =>
      eb.case().when('d.id', 'in', shown).then(ref('d.body')).else('').end().as('body'),
    )
    .select(['meetings.slug as meeting_slug', 'meetings.date as meeting_date'])
    .select(['matters.slug as matter_slug', 'matters.title as matter_title'])
    .select('documents.title as document_title')
    .select(({ fn }) =>
      fn
        .coalesce('motions.updated_at', 'meetings.updated_at', 'matters.updated_at')
        .as('updated_at'),
    )
    .where('d.id', 'in', ids)
    .execute()
}
