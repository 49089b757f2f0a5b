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
  const ids = found.map(({ id }) => id)
  const rows = new Map((await documentRows(db, ids)).map((row) => [row.id, row]))
  const others = await otherRows(
    db,
    found.flatMap((record) => record.others),
  )
  const present = found.flatMap(({ id, ...record }) => {
    const row = rows.get(id)
    return row === undefined ? [] : [{ ...row, ...record }]
  })
  return withSnippets(present, terms).map(({ id, day, missing, ...row }) => ({
    ...row,
    date: dateOf(day),
    missing_words: missing,
    others: row.others.map((other) => others.get(other)).filter((other) => other !== undefined),
  }))
}

function documentRows(db: SearchDatabase, ids: readonly number[]) {
  return db
    .selectFrom('search_documents as d')
    .leftJoin('meetings', 'meetings.id', 'd.meeting_id')
    .leftJoin('matters', 'matters.id', 'd.matter_id')
    .leftJoin('document_sections', (join) =>
      join.onRef('document_sections.id', '=', 'd.entry_id').on('d.kind', '=', 'document_section'),
    )
    .leftJoin('documents', 'documents.id', 'document_sections.document_id')
    .select(['d.id', 'd.kind', 'd.slug', 'd.title', 'd.body', 'd.day'])
    .select(['meetings.slug as meeting_slug', 'meetings.date as meeting_date'])
    .select(['matters.slug as matter_slug', 'matters.title as matter_title'])
    .select('documents.title as document_title')
    .where('d.id', 'in', ids)
    .execute()
}

async function otherRows(db: SearchDatabase, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, GroupedRow>()
  const rows = await db
    .selectFrom('search_documents as d')
    .leftJoin('meetings', 'meetings.id', 'd.meeting_id')
    .select(['d.id', 'd.kind', 'd.slug', 'd.day', 'meetings.slug as meeting_slug'])
    .where('d.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, day, ...row }): [number, GroupedRow] => [id, { ...row, date: dateOf(day) }]),
  )
}
