import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../support/service/import-records.ts'
import { readDetails } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
  const votes = [{ name: 'S. Roy', value: 'For' }]
  await importRecords(service, [{ kind: 'motion', key: 'v-one', position: 9, votes }])
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

  it.each([
    ['kind', 'procedural'],
    ['contested', true],
    ['contested', false],
  ])('%s: %s', async (name, value) => {
    const { matches, others } = await splitList(service, 'motions', { [name]: value })
    expect(new Set(matches.map((motion) => motion[name]))).toEqual(new Set([value]))
    expect(others.some((motion) => motion[name] === value)).toBe(false)
  })

  it('has_votes: votes by name, and voter: those of a person', async () => {
    const voters = new Map<string, string[]>()
    for (const { slug, votes } of await readDetails(service, 'motions'))
      voters.set(
        slug,
        votes.map((vote: { person_slug: string }) => vote.person_slug),
      )
    const found = async (query: Record<string, string>) =>
      (await splitList(service, 'motions', query)).matches.map(({ slug }) => slug).toSorted()
    const expected = (passes: (names: string[]) => boolean) =>
      [...voters].flatMap(([slug, names]) => (passes(names) ? [slug] : [])).toSorted()
    expect(await found({ has_votes: 'true' })).toEqual(expected((names) => names.length > 0))
    expect(await found({ has_votes: 'false' })).toEqual(expected((names) => names.length === 0))
    expect(await found({ voter: 'vera-ng' })).toEqual(
      expected((names) => names.includes('vera-ng')),
    )
  })

  it('4.2: mover does not match the seconder', async () => {
    const { matches } = await splitList(service, 'motions', { mover: 'stephanie-roy' })
    expect(matches).toHaveLength(15)
    expect(matches.some((motion) => motion.seconder_slug === 'stephanie-roy')).toBe(false)
  })
})
