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
    motion('members', { votes: votes(), tally: { for: 65, against: 80 } }),
    motion('odd', { votes: votes(), tally: { weighted: { for: 64, against: 80 } } }),
    motion('zero', {
      votes: votes((weight) => (weight === 15 ? 0 : weight)),
      tally: { for: 3, against: 2 },
    }),
    motion('areas', {
      vote_basis: 'stakeholder',
      result: 'Carried',
      tally: { for: 4, against: 1 },
    }),
    motion('apart', { vote_basis: 'unweighted', result: 'Carried', votes: votes() }),
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

describe('what is lost by weight', () => {
  const both = 'by weighted vote, 65 to 80 (3 members for, 2 against)'

  it.each([
    '/embed/pemberley/motions/motion-sums',
    '/pemberley/motions',
    '/pemberley/votes',
    '/pemberley/people/ora-kemp',
    '/pemberley/search?q=paved',
    '/feeds/pemberley/motions.atom',
  ])('says both at %s', async (path) => {
    expect(await page(path)).toContain(both)
  })

  it('says both in the description of its page, which is that of its picture', async () => {
    const { body } = await service.call('/pemberley/motions/motion-sums')
    const [, description] = /<meta name="description" content="([^"]*)"/.exec(body) ?? []
    expect(description).toContain(both)
  })

  it('has both in tables', async () => {
    const { body } = await service.call('/pemberley/motions.csv')
    const [head = '', ...rows] = body.trim().split('\r\n')
    const at = (name: string) => head.split(',').indexOf(name)
    const row = rows.find((line) => line.includes('motion-sums'))?.split(',') ?? []
    const names = ['tally.for', 'tally.against', 'tally.weighted.for', 'tally.weighted.against']
    expect(names.map((name) => row.at(at(name) - head.split(',').length))).toEqual([
      ...['3', '2', '65', '80'],
    ])
    const grid = (await service.v1('votes?format=csv&layout=toronto')).body
    expect(grid).toContain('"Lost, 65-80 (weighted)"')
  })

  it('counts people as outvoted, alike and contested', async () => {
    const { data } = (await service.v1('votes?motion=motion-sums')).json
    const lost = data.filter(({ dissent }: { dissent: boolean }) => dissent)
    expect(lost.map(({ vote_value }: { vote_value: string }) => vote_value)).toEqual([
      ...['For', 'For', 'For'],
    ])
    expect(data[0]).toMatchObject({ for: 3, against: 2, contested: true })
  })
})

describe('counts that are the sums of the weights', () => {
  it('are read as these', async () => {
    const { tally } = expectDetail(await service.v1('motions/motion-members'))
    expect(tally).toMatchObject({ for: 3, against: 2, weighted: { for: 65, against: 80 } })
  })
})

describe('weights that do not add up', () => {
  it('are noted, and no others', async () => {
    const { body } = await service.call('/pemberley/coverage/notes.csv')
    const noted = body.split('\r\n').filter((line) => line.includes('differ'))
    expect(noted.map((line) => line.split(',').slice(0, 3).join(' ')).toSorted()).toEqual([
      'weights_differ 2025-03-25 motion-odd',
      'weights_differ 2025-03-25 motion-zero',
    ])
    expect(await page('/pemberley/coverage/notes')).toContain(
      'Printed: 64 to 80. By name: 65 to 80.',
    )
  })

  it('leave the printed result', async () => {
    expect(await page('/pemberley/motions/motion-odd')).toContain('by weighted vote, 64 to 80')
  })
})

describe('a vote without weights', () => {
  it('of those whose areas take part says so', async () => {
    const path = '/pemberley/motions/motion-areas'
    expect(await page(path)).toContain('by stakeholder vote, 4 to 1.')
    expect(await page(`/fr${path}`)).toContain('par vote des parties prenantes, 4 pour, 1 contre.')
  })

  it('that the source calls unweighted is decided by members', async () => {
    const { tally } = expectDetail(await service.v1('motions/motion-apart'))
    expect(tally).toMatchObject({ for: 3, against: 2, weighted: null })
    expect(await page('/pemberley/motions/motion-apart')).not.toContain('weighted vote')
  })
})
