import { isDeepStrictEqual } from 'node:util'
import { batches } from '../../../src/core/batches.ts'
import { openReadStore } from '../../../src/store/open.ts'
import { documentsOf } from '../../../src/store/search/documents/documents.ts'
import { mark } from '../../../src/store/search/match.ts'
import { vectorRow } from '../../../src/store/search/postgres-vector.ts'
import { documentTerms } from '../../../src/store/search/terms.ts'
import { type SearchDocumentRow, searchKinds } from '../../../src/store/tables.ts'
import { miscountedDays, miscountedPairs } from './agreement-sql.ts'
import { type Inspector, inspect, type Row } from './inspector.ts'

type Dump = Record<string, Row[]>

/**
 * Every row of every table, including the schema and the full-text index; without PostgreSQL's sequences, which a
 * rollback does not reset.
 */
export function dumpOf(databaseUrl: string): Promise<Dump> {
  return inspect(databaseUrl, async (db) => {
    const dump: Dump = {}
    const schemas = db.engine === 'sqlite' ? await schemasOf(db) : []
    for (const { name } of schemas)
      dump[`schema ${name}`] = await db.rows(`select * from "${name}".sqlite_master`)
    for (const { name } of await db.rows<{ name: string }>(tablesOf[db.engine]))
      dump[name] = inOrder(await db.rows(`select * from "${name}"`))
    for (const [index, text] of schemaOf[db.engine].entries())
      dump[`schema ${index}`] = await db.rows(text)
    return dump
  })
}

const schemasOf = (db: Inspector) =>
  db.rows<{ name: string }>("select name from pragma_database_list where name != 'temp'")

// Some tables have no id or only one column.
function inOrder(rows: readonly Row[]): Row[] {
  const texts = new Map(rows.map((row) => [row, JSON.stringify(row)]))
  return rows.toSorted((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1))
}

const tablesOf = {
  sqlite: `select distinct name from pragma_table_list
    where schema in ('main', 'access') and type in ('table', 'shadow') and name not like 'sqlite_schema'`,
  postgres: "select tablename as name from pg_tables where schemaname = 'public' order by 1",
}
const schemaOf = {
  sqlite: [],
  postgres: [
    `select table_name, column_name, data_type, column_default, is_nullable, collation_name
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
    "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
    `select conname, pg_get_constraintdef(oid) as is from pg_constraint
     where connamespace = 'public'::regnamespace order by conrelid::regclass::text, 1`,
  ],
}

/** The dump without the tables and columns that change even if an import changes nothing. */
export async function dumpOfRecord(databaseUrl: string): Promise<Dump> {
  const dump = await dumpOf(databaseUrl)
  const { imports: _, read_sources: __, sqlite_sequence: sequences = [], ...rest } = dump
  return { ...rest, sqlite_sequence: sequences.filter(({ name }) => name !== 'imports') }
}

/**
 * What is inconsistent in a database: SQLite's own checks, orphaned rows, and a search index that differs from the
 * rows.
 */
export async function databaseProblems(databaseUrl: string): Promise<string[]> {
  const problems = await inspect(databaseUrl, async (db) => [
    ...(db.engine === 'sqlite' ? await checkFile(db) : []),
    ...(await checkOwners(db)),
    ...(db.engine === 'sqlite' ? await checkIndexes(db) : await checkVectors(db)),
    ...(await checkDocuments(db)),
    ...(await checkDerived(db)),
  ])
  return [...problems, ...(await checkTexts(databaseUrl))]
}

const describeRow = (what: string, rows: readonly Row[]) =>
  rows.map((row) => `${what}: ${JSON.stringify(row)}`)

// PostgreSQL checks its files and foreign keys itself.
async function checkFile(db: Inspector): Promise<string[]> {
  const integrity = await db.rows<{ integrity_check: string }>('pragma integrity_check')
  const broken = integrity.filter(({ integrity_check }) => integrity_check !== 'ok')
  return [
    ...describeRow('integrity', broken),
    ...describeRow('orphan', await db.rows('pragma foreign_key_check')),
  ]
}

async function checkOwners(db: Inspector): Promise<string[]> {
  const owners = {
    documents: ['meeting_id', 'agenda_item_id', 'matter_id', 'bylaw_id'],
    sponsorships: ['matter_id', 'bylaw_id'],
    bylaw_references: ['agenda_item_id', 'motion_id'],
  }
  const found: string[] = []
  for (const [table, columns] of Object.entries(owners)) {
    const counts = columns.map((column) => `case when ${column} is null then 0 else 1 end`)
    const rows = await db.rows(`select id from ${table} where ${counts.join(' + ')} != 1`)
    found.push(...describeRow(`row of ${table} of not just one owner`, rows))
  }
  return found
}

async function checkIndexes(db: Inspector): Promise<string[]> {
  const errors: string[] = []
  for (const index of ['search_index', 'search_exact'])
    await db
      .run(`insert into ${index} (${index}) values ('integrity-check')`)
      .catch((error: Error) => errors.push(`${index}: ${error.message}`))
  const documents = await db.rows<SearchDocumentRow>('select * from search_documents')
  return [
    ...errors,
    ...differences('search_index', new Map(documents.flatMap(indexed)), await termsIn(db)),
    ...differences('search_exact', new Map(documents.map(writtenIn)), await exactTermsIn(db)),
  ]
}

/** What SQLite's index must contain: the terms of each column of a document in order. */
function indexed(document: SearchDocumentRow): [recency: string, terms: string][] {
  const { title, body, others } = documentTerms(document)
  const own = [mark.municipality(document.municipality_id), mark.kind(document.kind)]
  const columns = {
    marks: [...own, ...document.marks.split(' ').filter(Boolean)],
    ...{ title, body, others: [...others] },
  }
  return Object.entries(columns).flatMap(([column, terms]) =>
    terms.length === 0 ? [] : [[`${recencyOf(document)} ${column}`, terms.join(' ')]],
  )
}

function writtenIn(document: SearchDocumentRow): [recency: string, terms: string] {
  const { exact } = documentTerms(document)
  const terms = [mark.municipality(document.municipality_id), ...exact]
  return [recencyOf(document), terms.sort().join(' ')]
}

const daysEnd = 2n ** 17n
const idsEnd = 2n ** 31n
const recencyOf = ({ id, municipality_id, day }: SearchDocumentRow): string =>
  String((BigInt(municipality_id) * daysEnd + BigInt(day)) * idsEnd + BigInt(id))

// Row ids of SQLite's index can be too great for a number, so they are read as text.
async function termsIn(db: Inspector): Promise<Map<string, string>> {
  await db.run(
    'create virtual table temp.index_terms using fts5vocab(main, search_index, instance)',
  )
  const rows = await db.rows<{ recency: string; terms: string }>(
    `select cast(doc as text) || ' ' || col as recency, group_concat(term, ' ' order by offset) as terms
     from index_terms group by doc, col`,
  )
  return new Map(rows.map(({ recency, terms }) => [recency, terms]))
}

async function exactTermsIn(db: Inspector): Promise<Map<string, string>> {
  await db.run(
    'create virtual table temp.exact_terms using fts5vocab(main, search_exact, instance)',
  )
  const rows = await db.rows<{ recency: string; terms: string }>(
    `select cast(doc as text) as recency, json_group_array(term) as terms
     from exact_terms group by doc`,
  )
  return new Map(rows.map(({ recency, terms }) => [recency, JSON.parse(terms).sort().join(' ')]))
}

function differences(
  what: string,
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): string[] {
  const recencies = new Set([...expected.keys(), ...found.keys()])
  return [...recencies]
    .filter((recency) => expected.get(recency) !== found.get(recency))
    .map((recency) => `${what}: ${recency} has ${found.get(recency)}, not ${expected.get(recency)}`)
}

async function checkVectors(db: Inspector): Promise<string[]> {
  const documents = await db.rows<SearchDocumentRow>('select * from search_documents')
  const expected = documents.map((row) => {
    const document = { ...row, group_key: Number(row.group_key) }
    return vectorRow({ document, terms: documentTerms(document) })
  })
  const other = await db.rows(
    `select id from json_to_recordset(?::json) as expected
         (id int, municipality_id int, bucket int, recency bigint, group_key bigint, rank int, words text)
       full join search_vectors as found using (id)
     where found.words is distinct from expected.words::tsvector
       or (found.municipality_id, found.bucket, found.recency, found.group_key, found.rank) is distinct from
         (expected.municipality_id, expected.bucket, expected.recency, expected.group_key, expected.rank)`,
    JSON.stringify(expected),
  )
  return describeRow('other words', other)
}

// The search documents that the rows require: those of records that are not removed, and whose parents are not.
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
  select 'document_section', s.id, s.slug, b.municipality_id, null from document_sections s
    join documents d on d.id = s.document_id join bylaws b on b.id = d.bylaw_id where b.removed_at is null
  union all
  select 'document_section', s.id, s.slug, m.municipality_id, m.id from document_sections s
    join documents d on d.id = s.document_id join agenda_items i on i.id = d.agenda_item_id
    join meetings m on m.id = i.meeting_id where i.removed_at is null and m.removed_at is null`

async function checkDocuments(db: Inspector): Promise<string[]> {
  const columns = 'kind, entry_id, slug, municipality_id, meeting_id'
  const stored = `select ${columns} from search_documents`
  const expected = `select ${columns} from (${searchable}) as expected`
  return [
    ...describeRow('not in search', await db.rows(`${expected} except ${stored}`)),
    ...describeRow('still in search', await db.rows(`${stored} except ${expected}`)),
  ]
}

const carried =
  "('carried', 'carried as amended', 'adopted', 'approved', 'passed', 'received and carried')"
const batchLength = 500

/** The search documents that differ from what an import would now make of their rows. */
async function checkTexts(databaseUrl: string): Promise<string[]> {
  const store = openReadStore(databaseUrl)
  const wrong: string[] = []
  try {
    for (const kind of searchKinds) {
      const rows = await store.db
        .selectFrom('search_documents')
        .selectAll()
        .where('kind', '=', kind)
        .execute()
      for (const some of batches(rows, batchLength)) {
        const ids = some.map((row) => row.entry_id)
        const current = await documentsOf[kind](ids, store.db)
        const expected = new Map(current.map((document) => [document.entry_id, document]))
        for (const { id: _, municipality_id: __, ...row } of some)
          if (!isDeepStrictEqual(inSets(row), inSets(expected.get(row.entry_id))))
            wrong.push(`outdated in search: ${kind} ${row.slug}`)
      }
    }
  } finally {
    await store.close()
  }
  return wrong
}

// Rows that refer to a document have no order.
const inSets = (row?: Pick<SearchDocumentRow, 'marks' | 'other_words'>) =>
  row && {
    ...row,
    marks: row.marks.split(' ').sort(),
    other_words: row.other_words.split('\n').sort(),
  }

async function checkDerived(db: Inspector): Promise<string[]> {
  const motions = await db.rows(
    `select * from (
       select v.slug, v.date, coalesce(m.date, v.stated_date, '') as expected, v.decided_by_id,
         coalesce(o.id, h.id) as decider from motions v
       left join meetings m on m.id = v.meeting_id and m.removed_at is null
       left join organizations o on o.id = v.organization_id and o.removed_at is null
       left join organizations h on h.id = m.organization_id and h.removed_at is null
       where v.removed_at is null
     ) as told where date != expected or decided_by_id is distinct from decider`,
  )
  const votes = await db.rows(
    `select b.*, v.slug from votes b join motions v on v.id = b.motion_id
       left join people p on p.id = b.person_id and p.removed_at is null
     where v.removed_at is null and (b.date != v.date or b.name_folded != p.name_folded
       or b.municipality_id is distinct from v.municipality_id or b.meeting_id is distinct from v.meeting_id
       or b.matter_id is distinct from v.matter_id or b.decided_by_id is distinct from v.decided_by_id
       or b.result_folded is distinct from v.result_folded or b.contested is distinct from v.contested
       or b.dissent is distinct from case when b.value in ('For', 'Against') then
         case when v.result_folded in ${carried} then case when b.value = 'Against' then 1 else 0 end
           when v.result_folded = 'defeated' then case when b.value = 'For' then 1 else 0 end end end)`,
  )
  const voted = `exists (select 1 from votes b where b.motion_id = v.id)`
  const recorded = await db.rows(
    `select slug, has_votes as flag from motions v
       where removed_at is null and has_votes != case when ${voted} then 1 else 0 end
     union all
     select slug, has_recorded_votes from meetings m where removed_at is null and has_recorded_votes != case when
       exists (select 1 from motions v where v.meeting_id = m.id and v.removed_at is null and ${voted})
       then 1 else 0 end`,
  )
  const matters = await db.rows(
    `with seen as (
       select i.matter_id, m.date from agenda_items i join meetings m on m.id = i.meeting_id
         where i.removed_at is null and m.removed_at is null
       union all
       select matter_id, date from motions where removed_at is null and date != ''
       union all
       select matter_id, date from actions where removed_at is null and date != ''
     )
     select * from (
       select x.slug, x.first_seen, x.last_seen,
         coalesce(x.stated_first_seen, (select min(date) from seen where matter_id = x.id)) as first,
         coalesce(x.stated_last_seen, (select max(date) from seen where matter_id = x.id), '') as last
       from matters x where x.removed_at is null
     ) as told where first_seen is distinct from first or last_seen is distinct from last`,
  )
  const bylaws = await db.rows(
    `select * from (
       select b.slug, b.passed_date, coalesce(b.stated_passed_date, (
         select max(v.date) from bylaw_references r join motions v on v.id = r.motion_id
         where r.bylaw_id = b.id and v.removed_at is null and v.date != ''
           and v.result_folded in ${carried}
       )) as expected from bylaws b where b.removed_at is null
     ) as told where passed_date is distinct from expected`,
  )
  return describeRow('derived', [
    ...motions,
    ...votes,
    ...recorded,
    ...matters,
    ...bylaws,
    ...(await db.rows(miscounted)),
    ...(await db.rows(miscountedTowns)),
    ...(await db.rows(miscountedDays)),
    ...(await db.rows(miscountedPairs)),
  ])
}

// Counts each person separately, unlike the import.
const miscounted = `
  select * from (
    select p.slug, p.votes_for, p.votes_against, p.abstentions, p.meetings_present, p.meetings_absent,
      p.speaking_seconds, p.speaking_meetings,
      ${votesOf('For')} as for_them, ${votesOf('Against')} as against_them, ${votesOf('Abstain')} as neither,
      ${ofMeetings('attendance', 'sum(present)')} as was_there,
      ${ofMeetings('attendance', 'sum(1 - present)')} as was_not,
      ${ofMeetings('speaking_time', 'sum(seconds)')} as spoke,
      ${ofMeetings('speaking_time', 'count(distinct m.id)')} as spoke_at
    from people p where p.removed_at is null
  ) as told
  where votes_for != for_them or votes_against != against_them or abstentions != neither
    or meetings_present != was_there or meetings_absent != was_not
    or speaking_seconds != case when spoke > 2147483647 then 2147483647 else spoke end
    or speaking_meetings != spoke_at`

function votesOf(value: string): string {
  return `(select count(*) from votes b join motions v on v.id = b.motion_id
    where b.person_id = p.id and v.removed_at is null and b.value = '${value}')`
}

function ofMeetings(table: string, sum: string): string {
  return `(select coalesce(${sum}, 0) from ${table} t join meetings m on m.id = t.meeting_id
    where t.person_id = p.id and m.removed_at is null)`
}

const miscountedTowns = `
  select * from (
    select t.slug, meeting_count, motion_count, matter_count, bylaw_count, person_count, vote_count,
      first_meeting, last_meeting, ${['meetings', 'motions', 'matters', 'bylaws', 'people'].map(liveIn)},
      (select count(*) from votes b join motions v on v.id = b.motion_id
        where v.municipality_id = t.id and v.removed_at is null) as votes,
      (select min(date) from meetings m where m.municipality_id = t.id and m.removed_at is null) as first_of_all,
      (select max(date) from meetings m where m.municipality_id = t.id and m.removed_at is null) as last_of_all,
      (select coalesce(sum(count), 0) from facets f where f.municipality_id = t.id and name = 'result') as with_results,
      (select count(*) from motions v where v.municipality_id = t.id and v.removed_at is null
        and v.result is not null) as results
    from municipalities t
  ) as told
  where meeting_count != meetings or motion_count != motions or matter_count != matters or bylaw_count != bylaws
    or person_count != people or vote_count != votes or with_results != results
    or first_meeting is distinct from first_of_all or last_meeting is distinct from last_of_all`

function liveIn(table: string): string {
  return `(select count(*) from ${table} r where r.municipality_id = t.id and r.removed_at is null) as ${table}`
}
