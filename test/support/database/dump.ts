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
  const { imports: _, read_sources: __, sources: ___, ...others } = dump
  const { sqlite_sequence: sequences = [], ...rest } = others
  return { ...rest, sqlite_sequence: sequences.filter(({ name }) => name !== 'imports') }
}
