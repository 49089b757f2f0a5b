import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentOf } from '../../../test/support/database/content.ts'
import { dumpOfRecord } from '../../../test/support/database/dump.ts'
import { foundBy } from '../../../test/support/database/search.ts'
import {
  changed,
  freshImports,
  type Imports,
  without,
} from '../../../test/support/imports/municipality.ts'
import { townRecords } from '../../../test/support/towns/town.ts'
import { type ImportRecord, pluralOf } from '../../record/kinds.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const countsOf = (records: readonly ImportRecord[], outcome: 'added' | 'same') => {
  const none = { added: 0, changed: 0, same: 0, removed: 0 }
  const kinds = Object.entries(pluralOf).map(([kind, plural]) => {
    const count = records.filter((record) => record.kind === kind).length
    return [plural, { ...none, [outcome]: count }]
  })
  return Object.fromEntries(kinds)
}

async function scores(): Promise<unknown[]> {
  const { store, target } = imports
  const results = await Promise.all(
    ['drainage', 'ditch', 'culvert', 'cafe', 'heron'].map((word) =>
      foundBy(store, { municipalityId: target.id, q: word }),
    ),
  )
  for (const rows of results) expect(rows.length).toBeGreaterThan(0)
  return results
}

/** Fisher–Yates with a seeded linear congruential generator, so that an order can be repeated. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const mixed = [...list]
  let state = seed
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    const other = state % (last + 1)
    ;[mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T]
  }
  return mixed
}

describe('a first import', () => {
  it('adds every record, counted by kind', async () => {
    const records = townRecords()
    const { kinds, warnings } = await imports.run(records)
    expect(kinds).toEqual(countsOf(records, 'added'))
    expect(kinds.meetings?.added).toBe(45)
    expect(warnings).toEqual([])
    expect(await imports.rows('votes')).toHaveLength(23 * 4)
    expect(await imports.rows('attendance')).toHaveLength(45 * 3)
    expect(await imports.rows('documents')).toHaveLength(45 + 45 + 1 + 1)
    expect(await imports.rows('document_sections')).toHaveLength(45 + 1)
  })

  it('increments the data version once', async () => {
    const before = (await imports.rows('municipalities'))[0]?.data_version
    await imports.run(townRecords())
    expect((await imports.rows('municipalities'))[0]?.data_version).toBe(Number(before) + 1)
  })

  it('of no records adds nothing and keeps the data version', async () => {
    const before = await dumpOfRecord(imports.databaseUrl)
    const { kinds } = await imports.run([])
    expect(kinds).toEqual(countsOf([], 'added'))
    expect(await dumpOfRecord(imports.databaseUrl)).toEqual(before)
  })
})

describe('the same import again', () => {
  it('changes no row, no date, no data version and no score', async () => {
    const records = townRecords()
    await imports.run(records)
    const before = await dumpOfRecord(imports.databaseUrl)
    const scoresBefore = await scores()
    const { kinds } = await imports.run(records, { prune: true })
    expect(kinds).toEqual(countsOf(records, 'same'))
    expect(await dumpOfRecord(imports.databaseUrl)).toEqual(before)
    expect(await scores()).toEqual(scoresBefore)
  })

  it('changes nothing if fields are in another order, or null and empty lists replace missing fields', async () => {
    const records = townRecords()
    await imports.run(records)
    const before = await dumpOfRecord(imports.databaseUrl)
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (typeof value !== 'object' || value === null) return value
      const entries = Object.entries(value).reverse()
      return Object.fromEntries(entries.map(([name, part]) => [name, reversed(part)]))
    }
    const rewritten = records.map((record) => {
      const nothing = record.kind === 'motion' ? { tally: null } : {}
      const empty = record.kind === 'matter' && !record.documents ? { documents: [] } : {}
      return reversed({ source_url: null, ...nothing, ...empty, ...record })
    })
    expect(JSON.stringify(rewritten)).not.toBe(JSON.stringify(records))
    const { kinds } = await imports.run(rewritten)
    expect(kinds).toEqual(countsOf(records, 'same'))
    expect(await dumpOfRecord(imports.databaseUrl)).toEqual(before)
  })
})

describe('the order of the records', () => {
  it('does not affect rows and OCD ids', async () => {
    // Records with equal names: the first one gets the slug without a number.
    const records = without(townRecords(), 'p-twin-2')
    await imports.run(records)
    const expected = await contentOf(imports.databaseUrl)
    expect(expected.votes).toHaveLength(23 * 4)
    const seed = randomInt(2 ** 30)
    for (const orderSeed of [seed, seed + 1, seed + 2]) {
      const other = await freshImports()
      await other.run(shuffled(records, orderSeed))
      expect(await contentOf(other.databaseUrl), `seed ${orderSeed}`).toEqual(expected)
      await other.remove()
    }
  })

  it('gives a rebuilt database the same ids, slugs and OCD ids if it is the same', async () => {
    const tables = ['organizations', 'people', 'bylaws', 'matters', 'meetings']
    const identities = (from: Imports) =>
      Promise.all(
        [...tables, 'agenda_items', 'motions'].map(async (table) =>
          (await from.rows(table)).map(({ id, key, slug, ocd_id }) => [id, key, slug, ocd_id]),
        ),
      )
    await imports.run(townRecords())
    const rebuilt = await freshImports()
    await rebuilt.run(townRecords())
    expect(await identities(rebuilt)).toEqual(await identities(imports))
    await rebuilt.remove()
  })
})

describe('slugs', () => {
  it('are numbered if two records have the same one, in the order of the source', async () => {
    await imports.run(townRecords())
    expect((await imports.row('people', 'p-twin-1')).slug).toBe('pat-twin')
    expect((await imports.row('people', 'p-twin-2')).slug).toBe('pat-twin-2')
  })

  it('do not change with a title, and are not assigned again to a new record', async () => {
    const records = townRecords()
    await imports.run(records)
    const before = (await imports.row('matters', 'x-0')).slug
    const renamed = changed(records, 'person', 'p-twin-1', { name: 'Sam Other' })
    const retitled = changed(renamed, 'matter', 'x-0', { identifier: 'RPT-9', title: 'Another' })
    const meeting = changed(retitled, 'meeting', 'g-0', { title: 'Moved', date: '2024-02-02' })
    await imports.run([...meeting, { kind: 'person', key: 'p-twin-3', name: 'Pat Twin' }])
    expect(await imports.row('people', 'p-twin-1')).toMatchObject({
      name: 'Sam Other',
      slug: 'pat-twin',
    })
    expect((await imports.row('people', 'p-twin-3')).slug).toBe('pat-twin-3')
    expect((await imports.row('matters', 'x-0')).slug).toBe(before)
    expect((await imports.row('meetings', 'g-0')).slug).toBe('2024-01-01-regular-council')
    expect((await imports.row('agenda_items', 'i-0-2')).slug).toBe(
      '2024-01-01-regular-council-item-1-1',
    )
  })

  it('are ASCII, and stay the same across databases if a name has no ASCII letters', async () => {
    await imports.run(townRecords())
    expect((await imports.row('people', 'p-lukasz')).slug).toBe('lukasz-zak')
    const slug = (await imports.row('people', 'p-inuk')).slug
    expect(slug).toMatch(/^person-[0-9a-f]{8}$/)
    const other = await freshImports()
    await other.run(changed(townRecords(), 'person', 'p-inuk', { party: 'Another' }))
    expect((await other.row('people', 'p-inuk')).slug).toBe(slug)
    await other.remove()
  })
})
