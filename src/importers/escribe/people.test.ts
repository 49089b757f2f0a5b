import { describe, expect, it } from 'vitest'
import { createPeople, identifyAttendees, identifyWritten, toRosterMembers } from './people.ts'

describe('identifyWritten', () => {
  const row = (full_name: string, email = '') => {
    const [first_name = '', last_name = ''] = full_name.split(' ')
    return { row: { full_name, first_name, last_name, email }, location: 'roster:1' }
  }
  const start = (...rows: ReturnType<typeof row>[]) => createPeople(toRosterMembers(rows))
  const attendeesOf = (people: ReturnType<typeof start>, names: string[]) =>
    identifyAttendees(people, names).map(({ key }, index) => ({ key, name: names[index] ?? '' }))

  it('does not choose between two people with the same initial', () => {
    const people = start(row('Anna Smith'), row('Adam Smith'))
    expect(identifyWritten(people, 'A. Smith', [])).toEqual({
      key: null,
      reason: 'could be any of 2 people',
    })
  })

  it('prefers a person who attended', () => {
    const people = start(row('Anna Smith'), row('Adam Smith'))
    const attendees = attendeesOf(people, ['Adam Smith', 'Rita Novak'])
    expect(identifyWritten(people, 'A. Smith', attendees)).toEqual({ key: 'adam smith' })
    expect(identifyWritten(people, 'Smith', attendees)).toEqual({ key: 'adam smith' })
  })

  it('does not match a name that is on no list', () => {
    const people = start(row('Anna Smith'))
    expect(identifyWritten(people, 'Z. Jones', [])).toMatchObject({ key: null })
    expect(identifyWritten(people, 'Zoe Jones', [])).toMatchObject({ key: null })
  })

  it('matches a nickname to a member if the e-mail address confirms it, and only then', () => {
    expect(
      identifyAttendees(start(row('Matthew Luloff', 'matt.luloff@ottawa.ca')), ['Matt Luloff']),
    ).toEqual([{ key: 'matthew luloff' }])
    expect(
      identifyAttendees(start(row('Matthew Luloff', 'ward1@ottawa.ca')), ['Matt Luloff']),
    ).toEqual([{ key: null, reason: 'may or may not be Matthew Luloff of the roster' }])
  })

  it('matches initial forms within the attendance', () => {
    const people = start(row('Anna Smith'))
    expect(identifyAttendees(people, ['A. Smith', 'R. Novak', 'Rita Novak', 'Doe'])).toEqual([
      { key: 'anna smith' },
      { key: 'rita novak' },
      { key: 'rita novak' },
      { key: null, reason: 'is not a full name, and no roster has it' },
    ])
  })

  it('does not match an attendee who could not be identified', () => {
    const people = start(row('Clarke Kelly'))
    const attendees = attendeesOf(people, ['Claire Kelly'])
    expect(attendees).toEqual([{ key: null, name: 'Claire Kelly' }])
    expect(identifyWritten(people, 'C. Kelly', attendees)).toMatchObject({ key: null })
  })

  it('does not match a short name beside the full name of another who could be meant', () => {
    const people = start(row('Sven Holt'), row('Dora Holt'))
    const names = ['Sven Holt', 'Holt']
    expect(identifyAttendees(people, names)).toEqual([
      { key: 'sven holt' },
      { key: null, reason: 'could be any of 2 people' },
    ])
    const attendees = attendeesOf(people, names)
    expect(identifyWritten(people, 'Holt', attendees)).toMatchObject({ key: null })
    expect(identifyWritten(people, 'S. Holt', attendees)).toEqual({ key: 'sven holt' })
  })

  it('makes no new person of a member after an unknown office', () => {
    expect(identifyAttendees(start(row('Dora Holt')), ['Portreeve Dora Holt'])).toEqual([
      { key: null, reason: 'may or may not be Dora Holt of the roster' },
    ])
  })

  it('reads a name without what follows it only where the roster or another meeting has it alone', () => {
    const people = createPeople(toRosterMembers([row('Dora Holt')]), ['Rita Novak'])
    const names = [
      'Dora Holt MBE',
      'Dora Holt, Jr.',
      'Rita Novak, Deputy Clerk',
      'Abe Moss, Deputy Clerk',
    ]
    expect(identifyAttendees(people, names).map(({ key }) => key)).toEqual([
      ...['dora holt', 'dora holt', 'rita novak', null],
    ])
    expect(identifyWritten(people, 'Dora Holt MBE', [])).toEqual({ key: 'dora holt' })
  })

  it('keeps a father and a son apart', () => {
    const people = start(row('Sven Holt'), row('Sven Holt Jr.'))
    const keys = identifyAttendees(people, ['Sven Holt', 'Sven Holt, Jr.']).map(({ key }) => key)
    expect(keys).toEqual(['sven holt', 'sven holt jr.'])
    const unlisted = createPeople([], ['Abe Moss', 'Abe Moss Jr.'])
    const found = identifyAttendees(unlisted, ['Abe Moss', 'Abe Moss Jr.']).map(({ key }) => key)
    expect(found).toEqual(['abe moss', 'abe moss jr.'])
  })

  it('makes no person of a group', () => {
    const names = ['All Members of Council', 'Everyone else', '3 residents']
    const keys = identifyAttendees(start(row('Dora Holt')), names).map(({ key }) => key)
    expect(keys).toEqual([null, null, null])
  })
})
