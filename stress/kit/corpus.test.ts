import { expect, it } from 'vitest'
import { readCorpus, replay } from './corpus.ts'
import { openFixture } from './fixture.ts'

it('every request that was once handled wrongly gets the correct response', async () => {
  const fixture = await openFixture()
  const remembered = readCorpus()
  for (const one of remembered) await replay(fixture, one)
  const { errors: failures } = fixture.ledger.outcome()
  await fixture.close()
  expect(failures).toEqual([])
  expect(remembered.length).toBeGreaterThan(0)
})
