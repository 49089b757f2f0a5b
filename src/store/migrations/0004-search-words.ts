import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Search index: recency of documents and, on PostgreSQL, their words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) await createWords(db)
  else await createPlaces(db)
}

/** One full-text index for all municipalities; on SQLite, each has its own. */
async function createWords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_words')
    .addColumn('id', 'integer', (c) =>
      c.primaryKey().references('search_entries.id').onDelete('cascade'),
    )
    .addColumn('municipality_id', 'integer', (c) => c.notNull())
    .addColumn('bucket', 'integer', (c) => c.notNull())
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('words', sql`tsvector`, (c) => c.notNull())
    .execute()
  await sql`create index search_words_buckets on search_words (municipality_id, bucket)`.execute(db)
  // Without the pending list, an import takes five times as long. Searches read that list too, so it is short, and
  // every import empties it.
  await sql`create index search_words_words on search_words using gin (words)
    with (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
}

async function createPlaces(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_places (
    place integer primary key,
    id integer not null unique references search_entries (id) on delete cascade
  )`.execute(db)
  await sql`insert into search_places (place, id)
    select id + 2147483648 * case when julianday(date) is null then 0
      else max(cast(julianday(date) - julianday('1800-01-01') as integer), 1) end, id
    from (
      select e.id, coalesce(m.date, v.date, x.last_seen, o.last_seen) as date
      from search_entries as e
      left join meetings as m on m.id = e.meeting_id
      left join motions as v on v.id = e.entry_id and e.kind = 'motion'
      left join matters as x on x.id = e.entry_id and e.kind = 'matter'
      left join document_sections as s on s.id = e.entry_id and e.kind = 'document_section'
      left join documents as d on d.id = s.document_id
      left join matters as o on o.id = d.matter_id
    ) as dated`.execute(db)
  const { rows } = await sql<{ id: number }>`select id from municipalities`.execute(db)
  for (const { id } of rows) await rebuildIndex(db, id)
}

async function rebuildIndex(db: Kysely<unknown>, municipalityId: number): Promise<void> {
  const name = `search_index_${municipalityId}`
  const texts = `search_texts_${municipalityId}`
  await sql`drop table if exists ${sql.table(name)}`.execute(db)
  await sql`drop view if exists ${sql.table(`search_entries_${municipalityId}`)}`.execute(db)
  await sql`create view ${sql.table(texts)} as
    select p.place, ${sql.lit('\u{E000}')} || replace(e.kind, '_', '') as kind, e.title, e.body
    from search_places as p cross join search_entries as e on e.id = p.id
    where e.municipality_id = ${sql.lit(municipalityId)}`.execute(db)
  await sql`create virtual table ${sql.table(name)} using fts5(
    kind, title, body, content=${sql.lit(texts)}, content_rowid='place', tokenize="unicode61 remove_diacritics 2"
  )`.execute(db)
  await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(db)
}
