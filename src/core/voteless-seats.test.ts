import { describe, expect, it } from 'vitest'
import { votelessSeats } from './voteless-seats.ts'

const voteless = (...seats: [role: string | null, votes: number][]) =>
  [...votelessSeats({ seats, rolls: 1 }, ([role, votes]) => ({ role, votes }))].map(
    ([role]) => role,
  )

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

  it('is unknown where no vote has the names of all', () => {
    const seats = [
      { role: 'Alderman', votes: 1 },
      { role: 'Ombudsman', votes: 0 },
    ]
    expect(votelessSeats({ seats, rolls: 0 }, (seat) => seat)).toEqual(new Set())
  })

  it('before the record is one of a role that has none since', () => {
    const seats = [
      { role: 'Alderman', votes: 9 },
      { role: 'Ombudsman', votes: 0 },
      { role: 'Ombudsman', votes: 0, isEarly: true },
      { role: 'Bailiff', votes: 0, isEarly: true },
    ]
    expect([...votelessSeats({ seats, rolls: 3 }, (seat) => seat)]).toEqual(seats.slice(1, 3))
  })
})
