import type { Compilable, CompiledQuery } from 'kysely'
import type { ArrayParam } from './dialect/dialect.ts'
import type { ReadDatabase } from './open.ts'

type Values = Readonly<Record<string, string | number | null | undefined | ArrayParam>>
type Shape = Readonly<Record<string, string | number>>

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query whose text is made once on each engine for each set of values that are given, and for each `shape`, which holds
 * what must stand in the text itself. `build` may ask of a value whether it is undefined and hand it to the query, but
 * not look into it: it stands for whatever the value will be.
 */
export function cachedQuery<V extends Values, S extends Shape, Row>(
  build: (db: ReadDatabase, values: V, shape: S) => Compilable<Row>,
): (db: ReadDatabase, values: V, ...shape: Shape extends S ? [] : [S]) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return async (db, values, ...[shape]) => {
    const executor = db.getExecutor()
    const engine = executor.adapter.constructor
    const texts = compiled.get(engine) ?? new Map<string, CompiledQuery<Row>>()
    compiled.set(engine, texts)
    const given = Object.keys(values).filter((name) => values[name] !== undefined)
    const key = `${given.join()} ${JSON.stringify(shape)}`
    const query =
      texts.get(key) ?? build(db, placeholders(given) as unknown as V, shape as S).compile()
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
