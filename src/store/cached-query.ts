import type { Compilable, CompiledQuery } from 'kysely'
import type { ArrayParam } from './dialect/dialect.ts'
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

/**
 * A query that is compiled once per engine, per set of defined values, and per `shape` (the values that are part of the
 * SQL text). `build` may test a value for undefined and pass it on, but must not inspect it: at that time it is a
 * placeholder.
 */
export function cachedQuery<V extends Values, S extends QueryShape, Row>(
  build: (db: ReadDatabase, values: V, shape: S) => Compilable<Row>,
): (db: ReadDatabase, values: V, ...shape: QueryShape extends S ? [] : [S]) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return async (db, values, ...[shape]) => {
    const executor = db.getExecutor()
    const engine = executor.adapter.constructor
    const texts = compiled.get(engine) ?? new Map<string, CompiledQuery<Row>>()
    compiled.set(engine, texts)
    const defined = Object.keys(values).filter((name) => values[name] !== undefined)
    const key = `${defined.join()} ${JSON.stringify(shape)}`
    const query =
      texts.get(key) ?? build(db, placeholders(defined) as unknown as V, shape as S).compile()
    texts.set(key, query)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    return (await executor.executeQuery<Row>({ ...query, parameters })).rows
  }
}

function placeholders(names: readonly string[]): Record<string, Placeholder> {
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
}
