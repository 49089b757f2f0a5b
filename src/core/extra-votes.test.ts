import { describe, expect, it } from 'vitest'
import { extraVotesOf } from './extra-votes.ts'

describe('votes beyond one for each name', () => {
  it.each([
    'Casting vote',
    'casting',
    'Second vote of the Chair',
    'Tie-breaking vote',
    'Broke the tie',
    'Double vote',
    'Voix prépondérante',
    'Vote prépondérant du maire',
    'Two votes',
  ])('are those of a chair: %s', (reason) => {
    expect(extraVotesOf({ texts: [], reasons: [reason, null] })).toBe(1)
  })

  it.each(['Weighted: 12', 'Weight 5', '17 votes', '(8)', 'Vote pondéré (4)'])(
    'are unknown of weights: %s',
    (reason) => {
      expect(extraVotesOf({ texts: [], reasons: [reason] })).toBeNull()
    },
  )

  it.each(['On a weighted vote', 'Weighted Corporate Vote: all', 'Vote pondéré'])(
    'are unknown where the text says so: %s',
    (text) => {
      expect(extraVotesOf({ texts: [null, text], reasons: [] })).toBeNull()
    },
  )

  it.each(['Remote', 'Conflict', 'Seconder', 'By proxy', 'Left at 9:04 p.m.', 'Councillor 2'])(
    'are none: %s',
    (reason) => {
      expect(extraVotesOf({ texts: ['Limit the weight of trucks'], reasons: [reason] })).toBe(0)
    },
  )
})
