import { CompiledQuery, type QueryResult } from 'kysely'
import pg from 'pg'
import { openWriteStore, type WriteStore } from '../../src/store/open.ts'
import type { Statement } from './capture.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/** Costs of a statement's plan in PostgreSQL. */
export interface PlanCost {
  /** Tables with a full scan, except small ones. */
  scanned: string[]
  /** Maximum rows sorted by one step. */
  sorted: number
  /** Rows read, including those filtered out. */
  read: number
  /** Pages read (8 KB each). */
  pages: number
}

export const planModes = ['force_custom_plan', 'force_generic_plan'] as const
export type PlanMode = (typeof planModes)[number]

// Up to this number of pages (8 KB each), a full scan is faster than an index.
const smallPages = 64

/** Gets query plans from PostgreSQL: with the values (custom plan) and without (generic plan). */
export class Planner {
  /** A connection with the settings of a serving one. */
  readonly #store: WriteStore
  readonly #small: ReadonlySet<string>
  readonly #prepared = new Map<string, string>()

  private constructor(store: WriteStore, small: ReadonlySet<string>) {
    this.#store = store
    this.#small = small
  }

  static async open(databaseUrl: string): Promise<Planner> {
    const store = openWriteStore(databaseUrl)
    const { rows } = await store.db.executeQuery<{ relname: string }>(
      CompiledQuery.raw(
        `select relname from pg_class where relkind = 'r' and relpages < ${smallPages}`,
      ),
    )
    return new Planner(store, new Set(rows.map(({ relname }) => relname)))
  }

  async explainPlan({ text, values }: Statement, mode: PlanMode): Promise<PlanCost> {
    const name = await this.#prepare(text)
    await this.#run(`set plan_cache_mode = ${mode}`)
    const given = values.map((value) =>
      value === null
        ? 'null'
        : pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)),
    )
    const list = given.length === 0 ? '' : `(${given.join(', ')})`
    const { rows } = await this.#run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, timing off, format json) execute ${name}${list}`,
    )
    const [first] = rows
    if (first === undefined) throw new Error('EXPLAIN returned no rows')
    return this.#sum(first['QUERY PLAN'][0].Plan)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #prepare(text: string): Promise<string> {
    const existing = this.#prepared.get(text)
    if (existing !== undefined) return existing
    const name = `asked_${this.#prepared.size + 1}`
    await this.#run(`prepare ${name} as ${text}`)
    this.#prepared.set(text, name)
    return name
  }

  #run<R>(text: string): Promise<QueryResult<R>> {
    return this.#store.db.executeQuery<R>(CompiledQuery.raw(text))
  }

  #sum(plan: PlanNode): PlanCost {
    const gone = { scanned: [] as string[], sorted: 0, read: 0, pages: pagesOf(plan) }
    for (const node of stepsOf(plan)) {
      const type = node['Node Type']
      const table = node['Relation Name']
      if (type === 'Seq Scan' && table !== undefined && !this.#small.has(table))
        gone.scanned.push(table)
      if (table !== undefined)
        gone.read +=
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      if (/^(Incremental )?Sort$/.test(type))
        gone.sorted = Math.max(
          gone.sorted,
          ...(node.Plans ?? []).map((below) => below['Actual Rows']),
        )
    }
    return gone
  }
}

function stepsOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(stepsOf)]
}

function pagesOf(node: PlanNode): number {
  return (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
}
