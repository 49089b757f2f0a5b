import { describe, expect, it } from 'vitest'
import { overHttp } from './campaigns.ts'
import { readCorpus, replay } from './kit/corpus.ts'
import { endpoints, openGround } from './kit/ground.ts'
import { win } from './kit/win.ts'

describe('the campaigns', () => {
  it('cover every endpoint of the contract', () => {
    const count = (prefix: string) =>
      endpoints.filter(({ template }) => template.startsWith(prefix)).length
    expect([endpoints.length, count('/api/v1/'), count('/api/ocd/')]).toEqual([26, 13, 13])
  })

  it.each(overHttp)('are won: $name, $about', win)

  it('answer rightly whatever one of them once found answered wrongly', async () => {
    const ground = await openGround()
    const remembered = readCorpus()
    for (const one of remembered) await replay(ground, one)
    const { faults } = ground.ledger.outcome()
    await ground.close()
    expect(faults).toEqual([])
    expect(remembered.length).toBeGreaterThan(0)
  })
})
