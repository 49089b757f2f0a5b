import { CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import type { WriteStore } from '../../../src/store/open.ts'
import type { Tables } from '../../../src/store/tables.ts'

/** The query plan of a statement. */
export interface Plan {
  /** Every step that reads a table or an index, in order. */
  steps: string[]
  /** Reads by the key of an index: `SEARCH <table> USING INDEX <index> (<column>=?)`. */
  searches: string[]
  /** Scans of a whole table or index. */
  scans: string[]
  /** Sorts of all rows, because no index provides the order. */
  sorts: string[]
}

/** The query plan of a statement, for any values. `inOrder` makes the planner avoid sorting if it can. */
export function planOfStatement(
  store: WriteStore,
  text: string,
  { inOrder = false }: { inOrder?: boolean } = {},
): Promise<Plan> {
  if (store.dialect.name === 'sqlite') return planOfSqlite(store, text)
  return planOfPostgres(store, text, inOrder ? [genericPlan, noSorting] : [genericPlan])
}

// Parameters passed as JSON, rows read by an earlier step, and statements whose only tables are in subqueries.
const noTable = /^SCAN (json_each |agg$|page$|merged$|CONSTANT ROW$)/

// A temporary index over the whole table, built for one execution.
const unindexed = / AUTOMATIC /

async function planOfSqlite({ db }: WriteStore, text: string): Promise<Plan> {
  const values = Array.from(text.matchAll(/\?/g), () => '1')
  const query = CompiledQuery.raw(`explain query plan ${text}`, values)
  const { rows } = await db.executeQuery<{ detail: string }>(query)
  const steps = rows.map(({ detail }) => detail)
  return {
    steps,
    searches: steps.filter((step) => step.startsWith('SEARCH ') && !unindexed.test(step)),
    scans: steps.filter((step) =>
      step.startsWith('SCAN ') ? !noTable.test(step) : unindexed.test(step),
    ),
    sorts: steps.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY')),
  }
}

/** For PostgreSQL, which scans fixtures because they are small: as if each table had a million rows. */
const aMillionRows = `update pg_class set reltuples = 1e6, relpages = greatest(pg_relation_size(oid) / 8192, 1)
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`

/** One plan for all values. */
export const genericPlan = 'set local plan_cache_mode = force_generic_plan'

const references = `from pg_attribute join pg_class on pg_class.oid = attrelid
   where relnamespace = 'public'::regnamespace and relkind = 'r' and attname like '%\\_id'`

// Twenty rows for each reference, as in records, and unknown values otherwise.
const asIfLarge = [
  `do $$ declare one record; begin
     for one in select relname, attname ${references} loop
       execute format('alter table %I alter column %I set (n_distinct = -0.05)', one.relname, one.attname);
     end loop; end $$`,
  'analyze',
  `delete from pg_statistic where (starelid, staattnum) not in (select attrelid, attnum ${references})
   and starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  aMillionRows,
]

// PostgreSQL may sort a few rows although an index has their order. With this setting it sorts only if no index does.
const noSorting = 'set local enable_sort = off'

const assumed = new WeakMap<WriteStore, Promise<unknown>>()

/** Makes PostgreSQL believe in large tables, once: each test file has databases of its own. */
function assume(store: WriteStore, statements: readonly string[]): Promise<unknown> {
  const made =
    assumed.get(store) ??
    store.db.transaction().execute(async (db) => {
      for (const statement of statements) await run(db, statement)
    })
  assumed.set(store, made)
  return made
}

export const assumeAMillionRows = (store: WriteStore) => assume(store, [aMillionRows])

async function planOfPostgres(
  store: WriteStore,
  text: string,
  settings: readonly string[],
): Promise<Plan> {
  await assume(store, asIfLarge)
  const parameters = new Set(text.match(/\$\d+/g)).size
  const values = Array<null>(parameters).fill(null)
  return planFrom([...nodesOf(await explainOnPostgres(store, { text, values, settings }))])
}

interface Explained {
  text: string
  values: readonly unknown[]
  /** Statements that come first, and are undone. */
  settings: readonly string[]
  options?: string
}

/** The plan of a statement of PostgreSQL as it explains it. */
export async function explainOnPostgres(
  store: WriteStore,
  { text, values, settings, options = '' }: Explained,
): Promise<Node> {
  let root: Node | undefined
  const undone = new Error('undone')
  const explaining = store.db.transaction().execute(async (db) => {
    for (const statement of settings) await run(db, statement)
    await run(db, `prepare explained as ${text}`)
    const list = values.length === 0 ? '' : `(${values.map(literalOf).join()})`
    const { rows } = await run(db, `explain (${options}format json) execute explained${list}`)
    await run(db, 'deallocate explained')
    root = (rows[0] as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan
    throw undone
  })
  await explaining.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  if (root === undefined) throw new Error(`no plan of ${text}`)
  return root
}

function literalOf(value: unknown): string {
  if (value === null) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))
}

const run = (db: Kysely<Tables>, text: string) => db.executeQuery(CompiledQuery.raw(text))

export interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Sort Key'?: string[]
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

export function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const below of node.Plans ?? []) yield* nodesOf(below)
}

function planFrom(nodes: readonly Node[]): Plan {
  const plan: Plan = { steps: [], searches: [], scans: [], sorts: [] }
  for (const node of nodes) {
    const step = stepOf(node)
    if (step === undefined) continue
    plan.steps.push(step)
    if (step.startsWith('SEARCH ')) plan.searches.push(step)
    if (step.startsWith('SCAN ')) plan.scans.push(step)
    if (step.startsWith('SORT ')) plan.sorts.push(step)
  }
  return plan
}

function stepOf(node: Node): string | undefined {
  const type = node['Node Type']
  // An incremental sort goes through rows in order, and sorts only equal ones.
  if (type === 'Sort') return `SORT BY ${node['Sort Key']?.join(', ')}`
  if (type === 'Seq Scan') return `SCAN ${node['Relation Name']}`
  const index = node['Index Name']
  if (index === undefined) return undefined
  const table = node['Relation Name'] ?? ''
  const condition = node['Index Cond']?.replace(/ = \$\d+/g, '=?')
  const using = type === 'Index Only Scan' ? 'USING COVERING INDEX' : 'USING INDEX'
  // Without a condition, the whole index is read.
  if (condition === undefined) return `SCAN ${table} ${using} ${index}`
  return `SEARCH ${table} ${using} ${index} ${condition}`
}
