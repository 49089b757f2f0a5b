import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import type { WriteStore } from '../store/open.ts'
import type { AnyPart, Layout } from './field.ts'
import { kinds } from './kinds.ts'

let store: WriteStore
let remove: () => Promise<void>
let found: Record<string, string>
beforeAll(async () => {
  ;({ store, remove } = await freshStore())
  const tables = await store.db.introspection.getTables()
  found = Object.fromEntries(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => [
        `${name}.${column.name}`,
        described(column.dataType, column.isNullable),
      ]),
    ),
  )
})
afterAll(() => remove())

function described(dataType: string, isNullable: boolean): string {
  const name = dataType.toLowerCase().replace('float8', 'double precision')
  const type = name.startsWith('int') ? 'integer' : name
  return isNullable ? `${type}, or null` : type
}

const types: Readonly<Record<string, string>> = {
  integer: 'integer',
  boolean: 'integer',
  number: 'double precision',
}

/** The columns that a migrated table must have for the fields of a record or a part. */
function columnsOf(table: string, layout: Layout): Record<string, string> {
  const values = layout.columns.map(({ column, schema, store }) => {
    const missing = store(undefined)
    const isNullable = Type.IsOptional(schema) && missing === null
    const [, stored = ''] = JSON.stringify(schema).match(/"type":"(\w+)"/) ?? []
    const type = types[stored] ?? 'text'
    return [`${table}.${column}`, isNullable ? `${type}, or null` : type]
  })
  const references = layout.references.flatMap(({ field, id }) => [
    [`${table}.${field}`, 'text, or null'],
    [`${table}.${id}`, 'integer, or null'],
  ])
  return Object.fromEntries([...values, ...references])
}

function partsOf({ parts }: Layout): AnyPart[] {
  return parts.flatMap(({ part }) => [part, ...partsOf(part.layout)])
}

describe('the migrated tables', () => {
  const all = Object.values(kinds)
  it.each(all)('have the columns of $kind, with their types', ({ table, layout }) => {
    const expected = columnsOf(table, layout)
    expect(pick(expected)).toEqual(expected)
  })

  it.each(all.flatMap(({ layout }) => partsOf(layout)))(
    'have the columns of $table, with their types',
    ({ table, layout }) => {
      const expected = columnsOf(table, layout)
      expect(pick(expected)).toEqual(expected)
    },
  )
})

const pick = (expected: object) =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]))
