import { type Compilable, CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ArrayParam } from './dialect/dialect.ts'
import { dialectOf } from './dialect/engines.ts'
import type { ReadDatabase } from './open.ts'

type Values = Readonly<Record<string, string | number | null | undefined | ArrayParam>>
type QueryShape = Readonly<Record<string, string | number>>

/** Stands for a parameter while a statement is compiled. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Statements of all queries. Clients combine filters, so a bound is needed. */
const statements = new LRUCache<string, CompiledQuery>({ max: 1000 })

let queryCount = 0

/**
 * A query that is compiled once per engine, per set of defined values, and per `shape` (the values that are part of the
 * SQL text), unless others are used more. `build` may test a value for undefined and pass it on, but must not inspect it:
 * at that time it is a placeholder.
 */
export function cachedQuery<V extends Values, S extends QueryShape, Row>(
  build: (db: ReadDatabase, values: V, shape: S) => Compilable<Row>,
): (db: ReadDatabase, values: V, ...shape: QueryShape extends S ? [] : [S]) => Promise<Row[]> {
  queryCount += 1
  const id = queryCount
  return async (db, values, ...[shape]) => {
    const defined = Object.keys(values).filter((name) => values[name] !== undefined)
    const key = `${id} ${dialectOf(db).name} ${defined.join()} ${JSON.stringify(shape)}`
    const query =
      statements.get(key) ??
      keep(key, build(db, placeholders(defined) as unknown as V, shape as S).compile())
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    return (await db.getExecutor().executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** Without its syntax tree, which takes several times the memory of its text. */
function keep(key: string, { sql, parameters }: CompiledQuery): CompiledQuery {
  const query = CompiledQuery.raw(sql, [...parameters])
  statements.set(key, query)
  return query
}

function placeholders(names: readonly string[]): Record<string, Placeholder> {
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
}
