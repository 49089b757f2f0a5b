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
      const { matches, others } = await splitList(service, 'motions', { result })
      expect(matches.length).toBeGreaterThan(0)
      expect(new Set(matches.map((motion) => motion.result))).toEqual(new Set([result]))
      expect(others.some((motion) => motion.result === result)).toBe(false)
    }
  })

  it('4.2, meeting: meeting slug', async () => {
    const { matches } = await splitList(service, 'motions', {
      meeting: '2024-01-01-regular-council',
    })
    expect(matches.map(({ slug }) => slug)).toEqual(['motion-2024-0'])
    expect((await splitList(service, 'motions', { meeting: '2024-01-01' })).matches).toEqual([])
  })

  it('4.2, mover: person slug of the mover', async () => {
    const { matches, others } = await splitList(service, 'motions', { mover: 'vera-ng' })
    expect(matches).toHaveLength(15)
    expect(matches.every(({ mover_slug: mover }) => mover === 'vera-ng')).toBe(true)
    expect(others.some(({ mover_slug: mover }) => mover === 'vera-ng')).toBe(false)
  })

  it('4.2: mover does not match the seconder', async () => {
    const { matches } = await splitList(service, 'motions', { mover: 'stephanie-roy' })
    expect(matches).toHaveLength(15)
    expect(matches.some((motion) => motion.seconder_slug === 'stephanie-roy')).toBe(false)
  })
})
