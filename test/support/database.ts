import Database from 'better-sqlite3'

type Row = Record<string, unknown>

/** Runs `work` on a connection of its own, beside whatever the product has open. */
export function withDatabase<T>(databaseUrl: string, work: (db: Database.Database) => T): T {
  const db = new Database(databaseUrl.replace(/^sqlite:/, ''))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** Every row of every table, the full-text index's own tables and the schema among them. */
export function dumpOf(databaseUrl: string): Record<string, Row[]> {
  return withDatabase(databaseUrl, (db) => {
    const names = db
      .prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'")
      .pluck()
      .all() as string[]
    const rows = [...names, 'sqlite_master'].map((name) => {
      return [name, db.prepare(`select * from "${name}"`).all() as Row[]] as const
    })
    return Object.fromEntries(rows)
  })
}

/** The same without the log of imports, which alone grows when nothing changes. */
export function dumpOfRecord(databaseUrl: string): Record<string, Row[]> {
  const { imports: _, sqlite_sequence: sequences = [], ...rest } = dumpOf(databaseUrl)
  return { ...rest, sqlite_sequence: sequences.filter(({ name }) => name !== 'imports') }
}

/** What is broken in a database: SQLite's own checks, rows left behind, search that is not what the rows say. */
export function databaseFaults(databaseUrl: string): string[] {
  return withDatabase(databaseUrl, (db) => [
    ...checkFile(db),
    ...checkIndexes(db),
    ...checkEntries(db),
    ...checkDerived(db),
  ])
}

function checkFile(db: Database.Database): string[] {
  const integrity = db.pragma('integrity_check', { simple: true })
  const orphans = db.pragma('foreign_key_check') as Row[]
  const owners = db
    .prepare(
      `select id from documents
       where (meeting_id is not null) + (agenda_item_id is not null) + (matter_id is not null) != 1`,
    )
    .all()
  return [
    ...(integrity === 'ok' ? [] : [`integrity: ${integrity}`]),
    ...orphans.map((row) => `orphan: ${JSON.stringify(row)}`),
    ...owners.map((row) => `document of not just one owner: ${JSON.stringify(row)}`),
  ]
}

function checkIndexes(db: Database.Database): string[] {
  const ids = db.prepare('select id from municipalities').pluck().all() as number[]
  return ids.flatMap((id) => {
    const faults: string[] = []
    const index = `search_index_${id}`
    try {
      // Rank 1 compares the index with the texts it stands on.
      db.prepare(`insert into ${index} (${index}, rank) values ('integrity-check', 1)`).run()
    } catch (error) {
      faults.push(`${index}: ${(error as Error).message}`)
    }
    const indexed = db.prepare(`select id from ${index}_docsize order by id`).pluck().all()
    const entries = db
      .prepare('select id from search_entries where municipality_id = ? order by id')
      .pluck()
      .all(id)
    if (JSON.stringify(indexed) !== JSON.stringify(entries)) faults.push(`${index}: other rows`)
    return faults
  })
}

// What search must hold, told from the rows alone: whatever is there, and whose owner is there.
const searchable = `
  select 'matter' as kind, id as entry_id, slug, municipality_id, null as meeting_id from matters where removed_at is null
  union all
  select 'agenda_item', i.id, i.slug, i.municipality_id, m.id from agenda_items i
    join meetings m on m.id = i.meeting_id where i.removed_at is null and m.removed_at is null
  union all
  select 'motion', v.id, v.slug, v.municipality_id, m.id from motions v
    left join meetings m on m.id = v.meeting_id and m.removed_at is null where v.removed_at is null
  union all
  select 'key_statement', s.id, s.slug, m.municipality_id, m.id from key_statements s
    join meetings m on m.id = s.meeting_id where m.removed_at is null
  union all
  select 'document_section', s.id, s.slug, m.municipality_id, m.id from document_sections s
    join documents d on d.id = s.document_id join meetings m on m.id = d.meeting_id where m.removed_at is null
  union all
  select 'document_section', s.id, s.slug, x.municipality_id, null from document_sections s
    join documents d on d.id = s.document_id join matters x on x.id = d.matter_id where x.removed_at is null
  union all
  select 'document_section', s.id, s.slug, m.municipality_id, m.id from document_sections s
    join documents d on d.id = s.document_id join agenda_items i on i.id = d.agenda_item_id
    join meetings m on m.id = i.meeting_id where i.removed_at is null and m.removed_at is null`

function checkEntries(db: Database.Database): string[] {
  const columns = 'kind, entry_id, slug, municipality_id, meeting_id'
  const entries = `select ${columns} from search_entries`
  const missing = db.prepare(`select ${columns} from (${searchable}) except ${entries}`).all()
  const stale = db.prepare(`${entries} except select ${columns} from (${searchable})`).all()
  return [
    ...missing.map((row) => `not in search: ${JSON.stringify(row)}`),
    ...stale.map((row) => `still in search: ${JSON.stringify(row)}`),
  ]
}

function checkDerived(db: Database.Database): string[] {
  const motions = db
    .prepare(
      `select v.slug, v.date, coalesce(m.date, v.stated_date, '') as expected from motions v
       left join meetings m on m.id = v.meeting_id and m.removed_at is null
       where v.removed_at is null and v.date != expected`,
    )
    .all()
  const matters = db
    .prepare(
      `with seen as (
         select i.matter_id, m.date from agenda_items i join meetings m on m.id = i.meeting_id
           where i.removed_at is null and m.removed_at is null
         union all
         select matter_id, date from motions where removed_at is null and date != ''
       )
       select x.slug, x.first_seen, x.last_seen,
         coalesce(x.stated_first_seen, (select min(date) from seen where matter_id = x.id)) as first,
         coalesce(x.stated_last_seen, (select max(date) from seen where matter_id = x.id), '') as last
       from matters x where x.removed_at is null and (x.first_seen is not first or x.last_seen is not last)`,
    )
    .all()
  return [...motions, ...matters].map((row) => `derived: ${JSON.stringify(row)}`)
}
