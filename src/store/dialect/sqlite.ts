import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { StoreBusy } from '../store-error.ts'
import { assignments } from './assignments.ts'
import type { SearchRow, SearchTerm, SqlDialect } from './dialect.ts'

// A part of what is inserted at once is no longer than this, but for a row that is.
const insertedLengthMax = 4_000_000

// Title words weigh twice as much as words of the body.
const titleWeight = 2
const bodyWeight = 1
const snippetTokens = 32

// Each municipality has an index of its own: ranking stays inside it, and one town's import never moves another's scores.
const indexOf = (municipalityId: number) => sql.table(`search_index_${municipalityId}`)

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',

  contains: (column, part) =>
    sql`${column} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`.$castTo<boolean>() as never,

  isAmong: (column, values) =>
    sql`${column} in (select value from json_each(${JSON.stringify(values)}))`.$castTo<boolean>() as never,

  // A transaction that writes began with the right to, which only one has at a time.
  async takeTurn() {},

  // A transaction of a handle that writes, a reading one too, began with the right to, which only one has at a time.
  async holdStill() {},

  async lastIdOf(db, table) {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence
      where name = ${table}`.execute(db)
    return rows[0]?.seq ?? 0
  },

  async setLastId(db, table, id) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    if (id > 0)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(db)
  },

  async createStaging(db) {
    await sql`create temp table staging (
      position integer primary key, kind text not null, key text not null, place text not null, body text not null,
      served_id integer, served_slug text
    )`.execute(db)
  },

  async indexStaging(db) {
    await sql`create index temp.staging_identity on staging (kind, key)`.execute(db)
  },

  async dropStaging(db) {
    await sql`drop table if exists temp.staging`.execute(db)
  },

  // One statement, so that it costs one parse, and outside of a transaction one write to the disk.
  async insertAll(db, table, rows) {
    const [first] = rows
    if (first === undefined) return
    const columns = Object.keys(first)
    const names = sql.join(columns.map((name) => sql.id(name)))
    const values = sql.join(columns.map((_, index) => sql`value ->> ${sql.lit(index)}`))
    for (const lines of jsonLines(columns, rows)) {
      await sql`insert into ${sql.table(table)} (${names})
        select ${values} from json_each(${lines}) order by key`.execute(db)
    }
  },

  async updateAll(db, table, rows) {
    const [first] = rows
    if (first === undefined) return
    await sql`update ${sql.table(table)} as old
      set ${assignments(first, (name) => sql`new.value ->> ${sql.lit(name)}`)}
      from json_each(${JSON.stringify(rows)}) as new where old.id = new.value ->> 'id'`.execute(db)
  },

  // The planner's own guesses are asserted by the tests of the query plans.
  async settle() {},

  async createSearchIndex(db, municipalityId) {
    const name = `search_index_${municipalityId}`
    const entries = `search_entries_${municipalityId}`
    await sql`create view if not exists ${sql.table(entries)} as
      select id, title, body from search_entries where municipality_id = ${sql.lit(municipalityId)}`.execute(
      db,
    )
    await sql`create virtual table if not exists ${sql.table(name)} using fts5(
      title, body, content=${sql.lit(entries)}, content_rowid='id', tokenize="unicode61 remove_diacritics 2"
    )`.execute(db)
  },

  async addToSearchIndex(db, municipalityId, texts) {
    const rows = texts.map(({ id, title, body }) => ({ rowid: id, title, body }))
    await sqliteDialect.insertAll(db, `search_index_${municipalityId}`, rows)
  },

  // An external-content index must be told the old text to forget it.
  async removeFromSearchIndex(db, municipalityId, texts) {
    const index = indexOf(municipalityId)
    const command = sql.ref(`search_index_${municipalityId}`)
    for (const { id, title, body } of texts) {
      await sql`insert into ${index} (${command}, rowid, title, body) values ('delete', ${id}, ${title}, ${body})`.execute(
        db,
      )
    }
  },

  async search(db, { municipalityId, terms, kinds, limit, offset }) {
    const index = indexOf(municipalityId)
    const name = sql.ref(`search_index_${municipalityId}`)
    const result = await sql<SearchRow>`
      select e.kind, e.slug, e.title, found.snippet, found.score, m.slug as meeting_slug, m.date as meeting_date
      from (
        select i.rowid as id,
          -bm25(${name}, ${sql.lit(titleWeight)}, ${sql.lit(bodyWeight)}) as score,
          snippet(${name}, -1, '', '', '…', ${sql.lit(snippetTokens)}) as snippet
        from ${index} as i
        join search_entries as k on k.id = i.rowid
        where ${name} match ${matchText(terms)} and k.kind in (${sql.join(kinds)})
        order by score desc, id desc
        limit ${limit} offset ${offset}
      ) as found
      join search_entries as e on e.id = found.id
      left join meetings as m on m.id = e.meeting_id and m.removed_at is null
      order by found.score desc, found.id desc`.execute(db as Kysely<unknown>)
    return result.rows
  },

  isQueryError: (error) =>
    error instanceof StoreBusy ||
    (error instanceof Error &&
      'code' in error &&
      typeof error.code === 'string' &&
      error.code.startsWith('SQLITE_')),
}

// Every word is quoted, so that nothing a user types is FTS5 syntax.
function matchText(terms: readonly SearchTerm[]): string {
  return terms
    .map((words) => `"${words.map((word) => word.replaceAll('"', '')).join(' ')}"`)
    .join(' AND ')
}

/** Rows as JSON arrays of their columns, in JSON arrays of as many as go in at once. */
function* jsonLines(
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): Generator<string> {
  let lines: string[] = []
  let length = 0
  for (const row of rows) {
    const line = JSON.stringify(columns.map((name) => row[name] ?? null))
    if (length > 0 && length + line.length > insertedLengthMax) {
      yield `[${lines.join()}]`
      lines = []
      length = 0
    }
    lines.push(line)
    length += line.length
  }
  yield `[${lines.join()}]`
}
