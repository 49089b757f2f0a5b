import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('4.4: matters', () => {
  it('matters have the filters status and category', async () => {
    const open = await splitList(service, 'matters', { status: 'Open' })
    expect(open.matches).toHaveLength(10)
    expect(open.others.some(({ status }) => status === 'Open')).toBe(false)
    const works = await splitList(service, 'matters', { category: 'works' })
    expect(works.matches.every(({ category }) => category === 'Works')).toBe(true)
    expect(works.matches).toHaveLength(12)
  })

  it('matters have the filters date_from and date_to, on last_seen, both included', async () => {
    const days = (await readList(service, 'matters')).flatMap(({ last_seen: day }) => day ?? [])
    const day = days[Math.floor(days.length / 2)]
    const later = await splitList(service, 'matters', { date_from: day })
    expect(later.matches.every(({ last_seen: seen }) => seen >= day)).toBe(true)
    const earlier = await splitList(service, 'matters', { date_to: day })
    expect(earlier.matches.every(({ last_seen: seen }) => seen !== null && seen <= day)).toBe(true)
    const same = await splitList(service, 'matters', { date_from: day, date_to: day })
    expect(same.matches.length).toBeGreaterThan(0)
    expect(later.matches.length + earlier.matches.length).toBe(days.length + same.matches.length)
  })

  it('a matter without a date is excluded by either date filter', async () => {
    for (const query of [{ date_from: '0001-01-01' }, { date_to: '9999-12-31' }]) {
      const { others } = await splitList(service, 'matters', query)
      expect(others.map(({ last_seen: seen }) => seen)).toEqual([null, null])
    }
  })
})
