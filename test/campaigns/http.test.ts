import { describe, expect, it } from 'vitest'
import { cursors } from './cursors.ts'
import { duplicates } from './duplicates.ts'
import { head } from './head.ts'
import { headers } from './headers.ts'
import { readCorpus, replay } from './kit/corpus.ts'
import { endpoints, openGround } from './kit/ground.ts'
import { win } from './kit/win.ts'
import { methodsCampaign } from './methods.ts'
import { numbers } from './numbers.ts'
import { paths } from './paths.ts'
import { searchSyntax } from './search-syntax.ts'
import { strings } from './strings.ts'

const overHttp = [
  numbers,
  strings,
  duplicates,
  cursors,
  searchSyntax,
  paths,
  methodsCampaign,
  head,
  headers,
]

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
