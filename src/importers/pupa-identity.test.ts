import { describe, expect, it, onTestFinished } from 'vitest'
import { collectItems, writeFolder } from '../../test/support/imports/collect-items.ts'
import { freshImports } from '../../test/support/imports/municipality.ts'
import { pupaTown } from '../../test/support/towns/pupa-town.ts'
import { listKnownKeys } from './load/prune.ts'
import { openCivicData } from './open-civic-data/index.ts'

const council = '~{"classification": "legislature"}'
const ann = { _id: 'ann', name: 'Ann Amato', birth_date: '', family_name: 'Amato' }
const seat = { _id: 'seat', person_id: 'ann', organization_id: council, role: 'Councillor' }

describe('a person of pupa', () => {
  async function imported() {
    const imports = await freshImports()
    onTestFinished(imports.remove)
    const run = async (changes: Record<string, unknown>) => {
      const folder = await writeFolder({ ...pupaTown, 'membership_x.json': seat, ...changes })
      const { records } = await collectItems(openCivicData, folder, {
        storedKeys: async (source, kind, keys) =>
          listKnownKeys(kind, keys, { ...imports.store, target: imports.target, source }),
      })
      const options = { source: 'open-civic-data', isPartial: true, prune: true }
      await imports.run(
        records.map(({ record }) => record),
        options,
      )
      const people = await imports.rows('people')
      return people
        .filter(({ name }) => /Amato|Beach/.test(String(name)))
        .map(({ slug, name, birth_date }) => [slug, name, birth_date].join())
    }
    return { run, seats: async () => (await imports.rows('memberships')).length }
  }

  it.each([
    ['a birth date', { birth_date: '1970-01-02' }, 'ann-amato,Ann Amato,1970-01-02'],
    [
      'a new name',
      { name: 'Ann Beach', other_names: [{ name: 'Ann Amato' }] },
      'ann-amato,Ann Beach,',
    ],
    [
      'both',
      { name: 'Ann Beach', other_names: [{ name: 'Ann Amato' }], birth_date: '1970-01-02' },
      'ann-amato,Ann Beach,1970-01-02',
    ],
  ])('stays one person, with one page and seat, with %s', async (_, changes, expected) => {
    const { run, seats } = await imported()
    expect(await run({ 'person_x.json': ann })).toEqual(['ann-amato,Ann Amato,'])
    const count = await seats()
    const changed = { 'person_x.json': { ...ann, ...changes } }
    expect(await run(changed)).toEqual([expected])
    expect(await run(changed)).toEqual([expected])
    expect(await seats()).toBe(count)
  })

  it('is another person if two files could be the one who is stored', async () => {
    const { run } = await imported()
    await run({ 'person_x.json': ann })
    const files = ['1970-01-02', '1980-01-02'].map((birth_date, index) => [
      `person_x${index}.json`,
      { ...ann, _id: index === 0 ? 'ann' : 'other', birth_date },
    ])
    expect(await run(Object.fromEntries(files))).toHaveLength(2)
  })
})
