import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dumpOf } from '../../../test/support/database/dump.ts'
import {
  engineUnderTest,
  type FreshStore,
  freshTown,
} from '../../../test/support/database/fresh-store.ts'
import { rowsOf } from '../../../test/support/database/inspector.ts'
import { databaseProblems } from '../../../test/support/database/problems.ts'
import { sourceOf, town, townRecords } from '../../../test/support/towns/town.ts'
import { systemClock } from '../../core/clock.ts'
import { load } from './load.ts'
import {
  addMunicipality,
  changeMunicipality,
  findRemoval,
  findTarget,
  removeMunicipality,
} from './municipalities.ts'

let fresh: FreshStore
beforeEach(async () => {
  fresh = await freshTown()
})
afterEach(() => fresh.remove())

const importInto = async (slug: string) => {
  const target =
    (await findTarget(fresh.store, slug)) ??
    (await addMunicipality(fresh.store, { ...town, slug }, systemClock))
  const source = sourceOf(townRecords())
  return load(fresh.store, { target, source, prune: false, dryRun: false, clock: systemClock })
}
// References to records by a column with which no index begins.
const unindexed = {
  sqlite: `select m.name || '.' || r."from" as reference
    from sqlite_schema as m, pragma_foreign_key_list(m.name) as r
    where r."table" != 'municipalities' and not exists (
      select 1 from pragma_index_list(m.name) as i, pragma_index_info(i.name) as c
      where c.seqno = 0 and c.name = r."from")`,
  postgres: `select conrelid::regclass || '.' || attname as reference
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid != 'municipalities'::regclass and not exists (
      select 1 from pg_index where indrelid = conrelid and indkey[0] = attnum)`,
}
const municipality = async () =>
  (await rowsOf(fresh.databaseUrl, 'select * from municipalities'))[0] ?? {}

describe('a municipality', () => {
  it('gets another name and website, which clients see', async () => {
    const before = await municipality()
    const changes = { name: 'Town of Pemberley', url: 'https://pemberley.example' }
    await changeMunicipality(fresh.store, town.slug, changes, systemClock)
    const { updated_at, ...after } = await municipality()
    const data_version = Number(before.data_version) + 1
    expect(after).toEqual({ ...before, ...changes, data_version, updated_at: undefined })
    expect(String(updated_at) > String(before.updated_at)).toBe(true)
  })

  it('gets another time zone, in which its meetings keep their local times', async () => {
    const times = 'select id, starts_at, ends_at from meetings order by id'
    const before = await rowsOf<Record<string, string | null>>(fresh.databaseUrl, times)
    const timeZone = 'America/St_Johns'
    await changeMunicipality(fresh.store, town.slug, { timeZone }, systemClock)
    const after = await rowsOf<Record<string, string | null>>(fresh.databaseUrl, times)
    expect(before.some(({ starts_at }) => starts_at !== null)).toBe(true)
    for (const [index, row] of before.entries())
      for (const column of ['starts_at', 'ends_at']) {
        const [old, moved] = [row[column], after[index]?.[column]]
        expect(moved?.slice(0, 19)).toBe(old?.slice(0, 19))
        if (moved != null) expect(moved.slice(19)).toMatch(/^-0[23]:30$/)
      }
    // As an import into a municipality of that zone would have written them.
    const { kinds } = await importInto(town.slug)
    expect(kinds.meetings).toMatchObject({ changed: 0 })
    expect(await databaseProblems(fresh.databaseUrl)).toEqual([])
  })

  it.each([
    [{ timeZone: 'Nowhere/X' }, 'is not an IANA time zone'],
    [{ url: 'pemberley.example' }, 'is not an http(s) URL'],
    [{ name: ' ' }, 'must have a name'],
  ])('is not changed to %j', async (changes, reason) => {
    const before = await municipality()
    const changing = changeMunicipality(fresh.store, town.slug, changes, systemClock)
    await expect(changing).rejects.toThrow(reason)
    await expect(
      changeMunicipality(fresh.store, 'nowhere', { name: 'X' }, systemClock),
    ).rejects.toThrow('"nowhere" does not exist')
    expect(await municipality()).toEqual(before)
  })

  it('is removed with everything that was imported, and nothing of another one', async () => {
    const tables = ['municipalities', 'people', 'votes', 'search_documents', 'imports', 'facets']
    const counts = async () =>
      Promise.all(
        tables.map(
          async (table) => (await rowsOf(fresh.databaseUrl, `select 1 from ${table}`)).length,
        ),
      )
    const before = await counts()
    await importInto('copy')
    expect(await counts()).toEqual(before.map((count) => count * 2))
    const found = await findRemoval(fresh.store.db, town.slug)
    expect(found).toMatchObject({ name: town.name, meetings: 45 })
    await removeMunicipality(fresh.store, found?.id ?? 0)
    expect(await counts()).toEqual(before)
    expect(await databaseProblems(fresh.databaseUrl)).toEqual([])
    const [left] = await rowsOf<{ id: number }>(fresh.databaseUrl, 'select id from municipalities')
    await removeMunicipality(fresh.store, left?.id ?? 0)
    const kept = /^(schema|kysely|secrets|search_state|sqlite_sequence|search_index_)/
    const rows = Object.entries(await dumpOf(fresh.databaseUrl)).filter(
      ([name]) => !kept.test(name),
    )
    expect(rows.filter(([, { length }]) => length > 0)).toEqual([])
    expect(await databaseProblems(fresh.databaseUrl)).toEqual([])
  })

  it('is removed without reading a whole table for each row that others may refer to', async () => {
    expect(await rowsOf(fresh.databaseUrl, unindexed[engineUnderTest()])).toEqual([])
  })
})
