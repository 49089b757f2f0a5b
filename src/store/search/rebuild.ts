import { type Kysely, sql } from 'kysely'
import { groupBy } from '../../core/group-by.ts'
import type { SqlDialect } from '../dialect/dialect.ts'
import type { SearchKind, Tables } from '../tables.ts'
import { searchEngines } from './engines.ts'
import { indexRows } from './index-documents.ts'

/** Increase it with every change of what is indexed: the next command then rebuilds the index. */
const searchVersion = 10

const batchLength = 5000

// Of documents of one day, those that were indexed last come first.
const importOrder: readonly SearchKind[] = [
  'matter',
  'key_statement',
  'document_section',
  'agenda_item',
  'motion',
]

/** Whether the index was built by this version. */
export async function isSearchCurrent(db: Pick<Kysely<Tables>, 'selectFrom'>): Promise<boolean> {
  const rows = await db.selectFrom('search_state').select('version').execute()
  return rows.some(({ version }) => version === searchVersion)
}

/**
 * Rebuilds the index and returns the number of texts; call it in a transaction, until the end of which searches use the
 * old one.
 */
export async function rebuildSearch(db: Kysely<Tables>, dialect: SqlDialect): Promise<number> {
  await searchEngines[dialect.name].reset(db)
  await sql`delete from search_documents`.execute(db)
  await sql`delete from search_vocabulary`.execute(db)
  let id = 0
  const nextId = () => {
    id += 1
    return id
  }
  for (const kind of importOrder)
    for await (const rows of rowsOf(kind, db)) {
      const idsOf = groupBy(rows, (row) => row.municipality_id)
      for (const municipalityId of new Set(rows.map((row) => row.municipality_id))) {
        const ids = idsOf(municipalityId).map((row) => row.id)
        await indexRows(kind, ids, { db, dialect, municipalityId, nextId })
      }
    }
  await dialect.setLastId(db, 'search_documents', id)
  await sql`delete from search_state`.execute(db)
  await db.insertInto('search_state').values({ version: searchVersion }).execute()
  return id
}

/** A large record takes minutes. */
export async function reportRebuild(db: Kysely<Tables>): Promise<void> {
  const { texts } = await db
    .selectFrom('search_documents')
    .select(({ fn }) => fn.countAll<number>().as('texts'))
    .executeTakeFirstOrThrow()
  if (Number(texts) > 0)
    process.stderr.write(`reeve: this version indexes ${texts} texts again for search, once\n`)
}

interface OwnedRow {
  id: number
  municipality_id: number
}

/** The rows of a kind in batches, by id. */
async function* rowsOf(kind: SearchKind, db: Kysely<Tables>): AsyncGenerator<OwnedRow[]> {
  for (let last = 0; ; ) {
    const rows = await ownedRows(kind, db)
      .where('owned.id', '>', last)
      .orderBy('owned.id')
      .limit(batchLength)
      .execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.id ?? last
  }
}

function ownedRows(kind: SearchKind, db: Kysely<Tables>) {
  return db.selectFrom(ownersOf[kind].as('owned')).select(['owned.id', 'owned.municipality_id'])
}

/** The id and the municipality of every row of a kind. */
const ownersOf = {
  matter: sql<OwnedRow>`(select id, municipality_id from matters)`,
  agenda_item: sql<OwnedRow>`(select id, municipality_id from agenda_items)`,
  motion: sql<OwnedRow>`(select id, municipality_id from motions)`,
  key_statement: sql<OwnedRow>`(select k.id, m.municipality_id from key_statements as k join meetings as m on m.id = k.meeting_id)`,
  document_section: sql<OwnedRow>`(
    select s.id, coalesce(m.municipality_id, i.municipality_id, x.municipality_id, b.municipality_id) as municipality_id
    from document_sections as s join documents as d on d.id = s.document_id
    left join meetings as m on m.id = d.meeting_id left join agenda_items as i on i.id = d.agenda_item_id
    left join matters as x on x.id = d.matter_id left join bylaws as b on b.id = d.bylaw_id)`,
} satisfies Record<SearchKind, unknown>
