import { describe, expect, it } from 'vitest'
import { votelessSeats } from './voteless-seats.ts'

const voteless = (...seats: [role: string | null, votes: number][]) =>
  [...votelessSeats(seats, ([role, votes]) => ({ role, votes }))].map(([role]) => role)

describe('a seat without a vote', () => {
  it('is that of a role of which no one ever voted', () => {
    expect(voteless(['Alderman', 9], ['Alderman', 4], ['Ombudsman', 0])).toEqual(['Ombudsman'])
    expect(voteless(['Alderman', 9], ['Provost', 2], ['Recorder', 0])).toEqual(['Recorder'])
  })

  it('is not that of a member who has not voted yet', () => {
    expect(voteless(['Alderman', 9], ['Alderman', 0])).toEqual([])
    expect(voteless([null, 3], [null, 0])).toEqual([])
  })

  it('is unknown where no vote is on record', () => {
    expect(voteless(['Alderman', 0], ['Ombudsman', 0])).toEqual([])
  })
})
