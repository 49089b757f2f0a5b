import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../../../test/support/service/expect.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const members = [
  ['Ora Kemp', 'For', 30],
  ['Jan Voss', 'For', 20],
  ['Lee Moss', 'For', 15],
  ['Ada Pell', 'Against', 50],
  ['Bo Park', 'Against', 30],
] as const
const votes = (weigh: (weight: number) => number | null = (weight) => weight) =>
  members.map(([name, value, weight]) => ({
    person_key: name,
    name,
    value,
    weight: weigh(weight),
  }))
const motion = (identifier: string, more: object) => ({
  ...{ kind: 'motion', key: identifier, identifier, position: 1, date: '2025-03-25' },
  ...{ organization_key: 'o', result: 'Defeated', text: `THAT road ${identifier} be paved.` },
  ...more,
})

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    { kind: 'organization', key: 'o', name: 'County Council', classification: 'council' },
    ...members.map(([name]) => ({ kind: 'person', key: name, name })),
    motion('sums', { votes: votes() }),
    motion('printed', {
      votes: votes(() => null),
      vote_basis: 'weighted',
      tally: { for: 3, against: 2, weighted: { for: 65, against: 80 } },
    }),
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const page = async (path: string) =>
  textOf((await service.call(path, { headers: { accept: 'text/html' } })).body)

describe('a motion that lost by weight, with more members for it', () => {
  it.each(['sums', 'printed'])('%s: says both on its page', async (identifier) => {
    const path = `/pemberley/motions/motion-${identifier}`
    const english = await page(path)
    expect(english).toContain('by weighted vote, 65 to 80 (3 members for, 2 against).')
    expect(english).not.toContain('contradicts itself')
    expect(english).not.toContain('does not say which majority')
    expect(await page(`/fr${path}`)).toContain(
      'par vote pondéré, 65 pour, 80 contre (3 membres pour, 2 contre).',
    )
  })

  it('has sums of weights beside the counts of members', async () => {
    const { tally, vote_basis, votes } = expectDetail(await service.v1('motions/motion-sums'))
    expect(tally).toMatchObject({ for: 3, against: 2, weighted: { for: 65, against: 80 } })
    expect([vote_basis, votes[0].weight]).toEqual([null, 30])
  })
})
