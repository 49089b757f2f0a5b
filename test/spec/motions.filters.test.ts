import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('4.2: motions', () => {
  it('4.2, result: vote result, for example Carried or Defeated', async () => {
    for (const result of ['Carried', 'Defeated', 'Received', 'Lost']) {
      const { found, rest } = await splitList(service, 'motions', { result })
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found.map((motion) => motion.result))).toEqual(new Set([result]))
      expect(rest.some((motion) => motion.result === result)).toBe(false)
    }
  })

  it('4.2, meeting: meeting slug', async () => {
    const { found } = await splitList(service, 'motions', { meeting: '2024-01-01-regular-council' })
    expect(found.map(({ slug }) => slug)).toEqual(['motion-2024-0'])
    expect((await splitList(service, 'motions', { meeting: '2024-01-01' })).found).toEqual([])
  })

  it('4.2, mover: person slug of the mover', async () => {
    const { found, rest } = await splitList(service, 'motions', { mover: 'vera-ng' })
    expect(found).toHaveLength(15)
    expect(found.every(({ mover_slug: mover }) => mover === 'vera-ng')).toBe(true)
    expect(rest.some(({ mover_slug: mover }) => mover === 'vera-ng')).toBe(false)
  })

  it('4.2: a mover is not a seconder', async () => {
    const { found } = await splitList(service, 'motions', { mover: 'stephanie-roy' })
    expect(found).toHaveLength(15)
    expect(found.some((motion) => motion.seconder_slug === 'stephanie-roy')).toBe(false)
  })
})
