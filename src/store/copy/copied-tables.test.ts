import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpOf } from '../../../test/support/database/dump.ts'
import { withDatabase } from '../../../test/support/database/sqlite-database.ts'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { townRecords } from '../../../test/support/towns/town.ts'
import { copiedTables } from './copied-tables.ts'
import { beginCopy, finishCopy } from './copy-database.ts'
import { logicalHash } from './logical-hash.ts'
import { tableShapes } from './table-rows.ts'

// Created by migrations or the copy itself, or derived from `search_documents`.
const derived = [
  /^kysely_migration(_lock)?$/,
  /^unfinished_copy$/,
  // Of a running server.
  /^pending_sources$/,
  /^search_(state|vocabulary|vectors)$/,
  /^search_(index|exact)(_data|_idx|_docsize|_config)?$/,
]

let imports: Imports
beforeAll(async () => {
  imports = await freshImports()
  await imports.run(townRecords())
})
afterAll(() => imports.remove())

const referencesOf = (table: string) =>
  withDatabase(imports.databaseUrl, (db) =>
    db.column(`select "table" from pragma_foreign_key_list('${table}')`),
  )

describe('the tables that are copied', () => {
  it('are all tables that are not created again', async () => {
    const columns = await imports.store.dialect.listColumns(imports.store.db)
    const stored = new Set(columns.map(({ table }) => table))
    const copied = [...stored].filter((name) => !derived.some((pattern) => pattern.test(name)))
    expect(copied.sort()).toEqual(Object.keys(copiedTables).sort())
  })

  it('have their columns and keys, and whether they assign ids', async () => {
    const shapes = await tableShapes(imports.store)
    const dump = await dumpOf(imports.databaseUrl)
    for (const { name, columns, key, hasIds } of shapes) {
      const first = dump[name]?.[0]
      const names = columns.map((column) => column.name)
      expect(names, name).toEqual(expect.arrayContaining([...key]))
      if (first !== undefined) expect(names).toEqual(Object.keys(first).sort())
      const id = columns.find((column) => column.name === 'id')
      expect(hasIds, name).toBe(key[0] === 'id' && id?.type === 'integer')
    }
  })

  it('are copied after the tables that they refer to', () => {
    const order = Object.keys(copiedTables)
    const wrong = order.flatMap((name, i) =>
      referencesOf(name)
        .filter((other) => other !== name && order.indexOf(other) > i)
        .map((other) => `${name} before ${other}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('the logical hash', () => {
  it('has the number of rows, and changes with any value, row or null', async () => {
    const { store } = imports
    const before = await logicalHash(store)
    expect(before.tables.meetings?.rows).toBe(45)
    expect(await logicalHash(store)).toEqual(before)
    const seen = new Set([before.sha256])
    const changes = [
      { text: '' },
      { text: 'null' },
      { text: null },
      { tally_for: 1 },
      { tally_for: 11 },
      { tally_for: null, tally_against: 1 },
    ]
    for (const change of changes) {
      await store.db.updateTable('motions').set(change).where('id', '=', 9).execute()
      const { sha256, tables } = await logicalHash(store)
      expect(tables.meetings).toEqual(before.tables.meetings)
      seen.add(sha256)
    }
    await store.db.deleteFrom('votes').where('id', '=', 1).execute()
    seen.add((await logicalHash(store)).sha256)
    expect(seen.size).toBe(changes.length + 2)
  })
})

describe('the mark of a copy in progress', () => {
  it('deletes the secrets, can be set again for the same source only, and is removed at the end', async () => {
    const { store } = imports
    await beginCopy(store, 'one')
    expect(await store.db.selectFrom('secrets').selectAll().execute()).toEqual([])
    await store.db.insertInto('secrets').values({ name: 'cursor', value: 'x' }).execute()
    await beginCopy(store, 'one')
    expect(await store.db.selectFrom('secrets').selectAll().execute()).toHaveLength(1)
    await expect(beginCopy(store, 'two')).rejects.toThrow('the source has changed since')
    await finishCopy(store)
    await beginCopy(store, 'two')
    await finishCopy(store)
  })
})
