import { expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { pupaTown } from '../../../test/support/towns/pupa-town.ts'
import { openCivicData } from './index.ts'

async function read(changes: Record<string, unknown> = {}) {
  const folder = await writeFolder({ ...pupaTown, ...changes })
  return collectItems(openCivicData, folder)
}

it('yields the same records after the next scrape', async () => {
  const first = await read()
  const again = Object.entries(pupaTown).map(([path, file]): [string, unknown] => {
    const text = JSON.stringify(file).replace(/"([a-q])"/g, '"new-$1"')
    return [path.replace(/_(.)\.json$/, '_new-$1.json'), JSON.parse(text)]
  })
  const second = await collectItems(openCivicData, await writeFolder(Object.fromEntries(again)))
  const recordsOf = ({ records }: typeof first) => records.map(({ record }) => record)
  expect(recordsOf(second)).toEqual(recordsOf(first))
})

it('yields no ended membership before its end date, by the given clock', async () => {
  const clock = { now: () => Date.UTC(2014, 11, 31), monotonic: () => 0 }
  const { of } = await collectItems(openCivicData, await writeFolder(pupaTown), { clock })
  expect(of('membership').map(({ ended }) => ended)).not.toContain(true)
})

it('yields different keys for memberships with different end dates, in any order', async () => {
  const seat = (end_date: string) => ({
    ...pupaTown['membership_h.json'],
    start_date: '',
    end_date,
  })
  const keysIn = async (...ends: string[]) => {
    const seats = ends.map((end, n) => [`membership_z${n}.json`, seat(end)])
    const { of, errors } = await read(Object.fromEntries(seats))
    expect(errors).toEqual([])
    const undated = of('membership').filter(({ start_date }) => start_date === null)
    const chairs = undated.filter(({ role }) => role === 'Chair')
    return Object.fromEntries(chairs.map(({ key, ...it }) => [`${it.end_date} ${it.ended}`, key]))
  }
  const [alone] = Object.values(await keysIn('2018-10-31', '2018-10-31'))
  const many = await keysIn('2018-10-31', '2021-12-31', '2018-10-31', '2020', '')
  expect(Object.keys(many)).toHaveLength(4)
  expect(new Set([alone, ...Object.values(many)]).size).toBe(5)
  expect(await keysIn('', '2020', '2021-12-31', '2018-10-31')).toEqual(many)
})
