import { type Compilable, CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ArrayParam } from './dialect/dialect.ts'
import { dialectOf } from './dialect/engines.ts'
import type { ReadDatabase } from './open.ts'

type Values = Readonly<Record<string, string | number | boolean | null | undefined | ArrayParam>>
type QueryShape = Readonly<Record<string, string | number>>

/** Stands for a parameter while a statement is compiled. */
class Placeholder {
  readonly valueIn: (values: Values) => unknown

  constructor(valueIn: (values: Values) => unknown) {
    this.valueIn = valueIn
  }
}

/** A value as a column has it; of a placeholder, the value of each call. */
export function converted<T, U>(value: T, convert: (value: T) => U): U {
  if (!(value instanceof Placeholder)) return convert(value)
  return new Placeholder((values) => convert(value.valueIn(values) as T)) as U
}

/** Statements of all queries. Clients combine filters, so a bound is needed. */
const statements = new LRUCache<string, CompiledQuery>({ max: 1000 })

let queryCount = 0

/**
 * A query that is compiled once per engine, per set of defined values, and per `shape` (the values that are part of the
 * SQL text), unless others are used more. `build` may test a value for undefined, convert it with `converted` and pass it
 * on, but must not inspect it: at that time it is a placeholder.
 */
export function cachedQuery<V extends Values, S extends QueryShape, Row>(
  build: (db: ReadDatabase, values: V, shape: S) => Compilable<Row>,
): (db: ReadDatabase, values: V, ...shape: QueryShape extends S ? [] : [S]) => Promise<Row[]> {
  queryCount += 1
  const id = queryCount
  return async (db, values, ...[shape]) => {
    const defined = Object.keys(values)
      .filter((name) => values[name] !== undefined)
      .sort()
    const key = `${id} ${dialectOf(db).name} ${defined.join()} ${JSON.stringify(shape)}`
    const query =
      statements.get(key) ??
      keep(key, build(db, placeholders(defined) as unknown as V, shape as S).compile())
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.valueIn(values) : parameter,
    )
    return (await db.getExecutor().executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** The same for a statement of exactly one row. */
export function cachedRow<V extends Values, S extends QueryShape, Row>(
  build: (db: ReadDatabase, values: V, shape: S) => Compilable<Row>,
): (db: ReadDatabase, values: V, ...shape: QueryShape extends S ? [] : [S]) => Promise<Row> {
  const rows = cachedQuery(build)
  return async (db, values, ...shape) => {
    const [row] = await rows(db, values, ...shape)
    if (row === undefined) throw new Error('a statement of one row has none')
    return row
  }
}

/** Without its syntax tree, which takes several times the memory of its text. */
function keep(key: string, { sql, parameters }: CompiledQuery): CompiledQuery {
  const query = CompiledQuery.raw(sql, [...parameters])
  statements.set(key, query)
  return query
}

function placeholders(names: readonly string[]): Record<string, Placeholder> {
  return Object.fromEntries(names.map((name) => [name, new Placeholder((values) => values[name])]))
}
