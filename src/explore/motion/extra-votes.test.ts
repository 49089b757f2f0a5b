import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const vote = (name: string, value: string, reason: string | null = null) => ({
  name,
  value,
  reason,
})
const motion = (
  identifier: string,
  counts: [number, number],
  reason: string | null,
  more = {},
) => ({
  ...{ kind: 'motion', key: identifier, identifier, position: 1, date: '2025-06-03' },
  ...{ result: 'Carried', text: `THAT plan ${identifier} be adopted.` },
  tally: { for: counts[0], against: counts[1] },
  votes: [vote('Ora Kemp', 'For', reason), vote('Jan Voss', 'For'), vote('Lee Moss', 'Against')],
  ...more,
})

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    motion('chair', [3, 1], 'Tie-breaking vote'),
    motion('chairman', [3, 1], 'Voix prépondérante'),
    motion('weights', [61, 20], 'Weight 40'),
    motion('corporate', [61, 20], null, { summary: 'Weighted corporate vote on the budget' }),
    motion('short', [5, 1], null),
    motion('shorter', [7, 1], 'Casting vote'),
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const page = async (path: string) =>
  textOf((await service.call(path, { headers: { accept: 'text/html' } })).body)

describe('a motion of which everybody is named', () => {
  it.each(['chair', 'chairman', 'weights', 'corporate'])(
    '%s: lacks no names for a second or a weighted vote',
    async (identifier) => {
      for (const prefix of ['/pemberley', '/embed/pemberley'])
        expect(await page(`${prefix}/motions/motion-${identifier}`)).not.toMatch(/counts \d+ votes/)
    },
  )

  it('is a full vote, and no contradiction', async () => {
    const { recorded_vote_count, partial_vote_count } = await service.writing.db
      .selectFrom('municipalities')
      .select(['recorded_vote_count', 'partial_vote_count'])
      .executeTakeFirstOrThrow()
    expect([recorded_vote_count, partial_vote_count]).toEqual([4, 2])
    const notes = await page('/pemberley/coverage/notes')
    expect(notes).toMatch(/plan short/i)
    expect(notes).not.toMatch(/plan (?:chair|weights|corporate)/i)
  })
})

describe('a motion with more votes than that explains', () => {
  it.each(['short', 'shorter'])('%s: says how many are named', async (identifier) => {
    expect(await page(`/pemberley/motions/motion-${identifier}`)).toMatch(
      /counts [68] votes and names 3 of them/,
    )
  })
})
