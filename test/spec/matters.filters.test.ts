import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { walkList } from '../support/service/walk-lists.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('4.4: matters', () => {
  it('interface 6: matters take status and category', async () => {
    const open = await splitList(service, 'matters', { status: 'Open' })
    expect(open.found).toHaveLength(10)
    expect(open.rest.some(({ status }) => status === 'Open')).toBe(false)
    const works = await splitList(service, 'matters', { category: 'works' })
    expect(works.found.every(({ category }) => category === 'Works')).toBe(true)
    expect(works.found).toHaveLength(12)
  })

  it('interface 6: matters take date_from and date_to, on last_seen, both included', async () => {
    const days = (await walkList(service, 'matters')).flatMap(({ last_seen: day }) => day ?? [])
    const day = days[Math.floor(days.length / 2)]
    const later = await splitList(service, 'matters', { date_from: day })
    expect(later.found.every(({ last_seen: seen }) => seen >= day)).toBe(true)
    const earlier = await splitList(service, 'matters', { date_to: day })
    expect(earlier.found.every(({ last_seen: seen }) => seen !== null && seen <= day)).toBe(true)
    const same = await splitList(service, 'matters', { date_from: day, date_to: day })
    expect(same.found.length).toBeGreaterThan(0)
    expect(later.found.length + earlier.found.length).toBe(days.length + same.found.length)
  })

  it('interface 6: a matter without a date is on neither side of any day', async () => {
    for (const query of [{ date_from: '0001-01-01' }, { date_to: '9999-12-31' }]) {
      const { rest } = await splitList(service, 'matters', query)
      expect(rest.map(({ last_seen: seen }) => seen)).toEqual([null, null])
    }
  })
})
