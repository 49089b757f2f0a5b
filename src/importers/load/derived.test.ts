import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  changed,
  freshImports,
  type Imports,
  without,
} from '../../../test/support/imports/municipality.ts'
import type { ImportRecord, RecordOf } from '../../record/kinds.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const meeting = (key: string, date: string, rest: Partial<RecordOf<'meeting'>> = {}) => ({
  kind: 'meeting' as const,
  key,
  title: 'Council',
  date,
  status: 'completed' as const,
  has_agenda: false,
  has_minutes: false,
  has_transcript: false,
  ...rest,
})
const matter = (rest: Partial<RecordOf<'matter'>> = {}) => ({
  kind: 'matter' as const,
  key: 'x',
  title: 'X',
  ...rest,
})
const item = (key: string, meeting_key: string) => ({
  kind: 'agenda_item' as const,
  key,
  meeting_key,
  matter_key: 'x',
  position: 1,
  title: 'T',
})
const motion = (key: string, rest: Partial<RecordOf<'motion'>> = {}) => ({
  kind: 'motion' as const,
  key,
  position: 1,
  ...rest,
})
const seen = async () => {
  const { first_seen, last_seen } = await imports.row('matters', 'x')
  return [first_seen, last_seen]
}
const step = (position: number, date: string | null, description: string) => ({
  ...{ kind: 'action' as const, key: `s${position}`, matter_key: 'x', position },
  ...{ date, description, classification: [] },
})
const lapsedOn = async () => (await imports.row('matters', 'x')).lapsed_on
const dateOf = async (key: string) => (await imports.row('motions', key)).date

describe('the date of a motion', () => {
  it('is that of its meeting, else its own, else unknown', async () => {
    await imports.run([
      meeting('g', '2024-03-01'),
      motion('at', { meeting_key: 'g', date: '2020-01-01' }),
      motion('stated', { date: '2020-01-01' }),
      motion('unknown'),
    ])
    const dates = await Promise.all(['at', 'stated', 'unknown'].map(dateOf))
    expect(dates).toEqual(['2024-03-01', '2020-01-01', ''])
  })

  it('follows its meeting, and is its own again when the meeting is removed', async () => {
    const records = [
      meeting('g', '2024-03-01'),
      meeting('other', '2024-03-02'),
      motion('v', { meeting_key: 'g', date: '2020-01-01' }),
    ]
    await imports.run(records)
    const moved = changed(records, 'meeting', 'g', { date: '2024-03-08' })
    await imports.run(moved)
    expect(await dateOf('v')).toBe('2024-03-08')
    await imports.run(without(moved, 'g'), { prune: true })
    expect(await dateOf('v')).toBe('2020-01-01')
    await imports.run(moved, { prune: true })
    expect(await dateOf('v')).toBe('2024-03-08')
  })
})

describe('the day up to which a record speaks', () => {
  const asOf = async () => (await imports.rows('municipalities'))[0]?.as_of

  it('is that of the newest change or, without one, of the newest event that is over', async () => {
    await imports.run([meeting('a', '2024-03-01'), meeting('b', '2099-01-01')])
    expect(await asOf()).toBe('2024-03-01')
    const source_updated_at = '2024-06-02T03:00:00.000Z'
    await imports.run([{ ...meeting('a', '2024-03-01'), source_updated_at }])
    // Still the first of June in Vancouver.
    expect(await asOf()).toBe('2024-06-01')
    await imports.run([meeting('c', '2024-04-01')])
    expect(await asOf()).toBe('2024-06-01')
  })

  it('is never in the future', async () => {
    await imports.run([meeting('a', '2024-03-01')], { asOf: '2099-12-31' })
    // Still the last day of 2025 in Vancouver.
    expect(await asOf()).toBe('2025-12-31')
  })

  it('moves back with prune, unless another source is newer', async () => {
    const dated = (day: string) => [{ ...meeting('a', '2024-03-01'), source_updated_at: day }]
    await imports.run(dated('2024-06-02T20:00:00Z'))
    await imports.run(dated('2024-05-02T20:00:00Z'), { prune: true })
    expect(await asOf()).toBe('2024-05-02')
    await imports.run([meeting('b', '2024-07-01')], { source: 'elsewhere' })
    await imports.run(dated('2024-05-02T20:00:00Z'), { prune: true })
    expect(await asOf()).toBe('2024-07-01')
  })
})

describe('a matter', () => {
  it('lapses and does not any more, as its status and its steps say', async () => {
    const records = [matter(), step(0, '2024-01-05', 'Read'), step(1, '2024-12-31', 'Lapsed')]
    await imports.run(records)
    expect([await lapsedOn(), ...(await seen())]).toEqual([
      '2024-12-31',
      '2024-01-05',
      '2024-01-05',
    ])
    await imports.run([...records, step(2, '2025-02-01', 'Read again')])
    expect([await lapsedOn(), ...(await seen())]).toEqual([null, '2024-01-05', '2025-02-01'])
    await imports.run(changed(records, 'matter', 'x', { status: 'Session ended' }), { prune: true })
    expect(await lapsedOn()).toBe('2024-12-31')
    await imports.run(changed(records, 'matter', 'x', { status: 'Withdrawn' }), { prune: true })
    expect(await lapsedOn()).toBeNull()
  })

  it.each(['That it be approved.', 'That it be approved as amended.'])(
    'does not lapse once council has decided %j, but may where a committee has',
    async (text) => {
      const bodies = (['council', 'committee'] as const).map((classification) => ({
        ...{ kind: 'organization' as const, key: classification, name: classification },
        classification,
      }))
      const decided = (organization_key: string) =>
        motion('v', {
          matter_key: 'x',
          organization_key,
          result: 'Carried',
          text,
          motion_kind: 'motion',
        })
      const expired = matter({ status: 'Expired' })
      await imports.run([expired, ...bodies, decided('council')])
      expect(await lapsedOn()).toBeNull()
      await imports.run([expired, ...bodies, decided('committee')])
      expect(await lapsedOn()).toBe('')
    },
  )

  it('is seen from its first to its last agenda or decision', async () => {
    await imports.run([
      matter(),
      meeting('a', '2024-03-01'),
      meeting('b', '2024-05-01'),
      item('i', 'a'),
      item('j', 'b'),
      motion('v', { matter_key: 'x', date: '2024-06-01' }),
      motion('w', { matter_key: 'x', date: '2023-06-01' }),
      motion('undated', { matter_key: 'x' }),
    ])
    expect(await seen()).toEqual(['2023-06-01', '2024-06-01'])
  })

  it('is not seen at meetings that are to come or were called off', async () => {
    const planned = { matter_key: 'x', meeting_key: 'b' }
    await imports.run([
      matter({ first_seen: '2024-04-01' }),
      meeting('a', '2024-03-01'),
      meeting('b', '2024-05-01', { status: 'scheduled' }),
      meeting('c', '2024-02-01', { status: 'postponed' }),
      ...[item('i', 'a'), item('j', 'b'), item('k', 'c'), motion('v', planned)],
    ])
    expect(await seen()).toEqual(['2024-03-01', '2024-03-01'])
  })

  it('is seen at the dates of its source if they are further apart', async () => {
    const records = [
      matter({ first_seen: '1999-01-01' }),
      meeting('a', '2024-03-01'),
      item('i', 'a'),
    ]
    await imports.run(records)
    expect(await seen()).toEqual(['1999-01-01', '2024-03-01'])
    await imports.run(changed(records, 'matter', 'x', { last_seen: '2024-04-01' }))
    expect(await seen()).toEqual(['1999-01-01', '2024-04-01'])
    await imports.run(changed(records, 'matter', 'x', { last_seen: '2000-01-01' }))
    expect(await seen()).toEqual(['1999-01-01', '2024-03-01'])
    await imports.run(changed(records, 'matter', 'x', { first_seen: null }))
    expect(await seen()).toEqual(['2024-03-01', '2024-03-01'])
  })

  it('follows a meeting to another date, and does not count a removed one', async () => {
    const records: ImportRecord[] = [
      matter(),
      meeting('a', '2024-03-01'),
      meeting('b', '2024-05-01'),
      item('i', 'a'),
      item('j', 'b'),
      motion('v', { matter_key: 'x', meeting_key: 'b' }),
    ]
    await imports.run(records)
    const moved = changed(records, 'meeting', 'b', { date: '2024-02-01' })
    await imports.run(moved)
    expect(await seen()).toEqual(['2024-02-01', '2024-03-01'])
    expect(await dateOf('v')).toBe('2024-02-01')
    expect((await imports.moved()).sort()).toEqual(['matters x', 'meetings b', 'motions v'])
    await imports.run(without(moved, 'a'), { prune: true })
    expect(await seen()).toEqual(['2024-02-01', '2024-02-01'])
    const elsewhere = [meeting('c', '2024-06-01'), { ...item('k', 'c'), matter_key: null }]
    await imports.run([matter(), ...elsewhere, motion('w')], { prune: true })
    expect(await seen()).toEqual([null, ''])
  })

  it('without an agenda or decision has no date', async () => {
    await imports.run([matter()])
    expect(await seen()).toEqual([null, ''])
  })
})

describe('the totals of a person', () => {
  const ada = { kind: 'person' as const, key: 'ada', name: 'Ada' }
  const vote = (value: 'For' | 'Against' | 'Abstain' | 'Absent') => ({
    votes: [
      { name: 'Ada', person_key: 'ada', value },
      { name: 'Bo', value: 'For' as const },
    ],
  })
  const sat = (present: boolean, seconds: number[] = []) => ({
    attendance: [{ name: 'Ada', person_key: 'ada', present }],
    speaking_time: seconds.map((duration) => ({
      name: 'Ada',
      person_key: 'ada',
      seconds: duration,
    })),
  })
  const sums = async () => {
    const row = await imports.row('people', 'ada')
    return {
      votes: [row.votes_for, row.votes_against, row.abstentions],
      meetings: [row.meetings_present, row.meetings_absent],
      speaking: [row.speaking_seconds, row.speaking_meetings],
    }
  }
  const records: ImportRecord[] = [
    ada,
    meeting('a', '2024-03-01', sat(true, [60, 30])),
    meeting('b', '2024-03-02', sat(true, [5])),
    meeting('c', '2024-03-03', sat(false)),
    motion('v', vote('For')),
    motion('w', { meeting_key: 'a', ...vote('For') }),
    motion('x', vote('Against')),
    motion('y', vote('Abstain')),
    motion('z', vote('Absent')),
  ]

  it('count every vote, meeting and second of speaking time', async () => {
    await imports.run([ada])
    expect(await sums()).toEqual({ votes: [0, 0, 0], meetings: [0, 0], speaking: [0, 0] })
    await imports.run(records)
    expect(await sums()).toEqual({ votes: [2, 1, 1], meetings: [2, 1], speaking: [95, 2] })
  })

  it('do not count removed records, and count restored ones', async () => {
    await imports.run(records)
    const fewer = without(without(changed(records, 'motion', 'x', vote('Abstain')), 'a'), 'y')
    const left = changed(fewer, 'motion', 'w', { meeting_key: null })
    await imports.run(left, { prune: true })
    expect(await sums()).toEqual({ votes: [2, 0, 1], meetings: [1, 1], speaking: [5, 1] })
    await imports.run(records, { prune: true })
    expect(await sums()).toEqual({ votes: [2, 1, 1], meetings: [2, 1], speaking: [95, 2] })
  })

  it('follow a vote to another person', async () => {
    await imports.run([...records, { kind: 'person', key: 'bo', name: 'Bo' }])
    const other = { votes: [{ name: 'Bo', person_key: 'bo', value: 'For' as const }] }
    await imports.run(changed(records, 'motion', 'v', other))
    expect((await sums()).votes).toEqual([1, 1, 1])
    expect((await imports.row('people', 'bo')).votes_for).toBe(1)
  })

  it("move the person's updated_at", async () => {
    await imports.run(records)
    await imports.run(changed(records, 'motion', 'v', vote('Against')))
    expect(await imports.moved()).toEqual(['people ada', 'motions v'])
    await imports.run(changed(records, 'motion', 'v', { text: 'That it be done.' }))
    // The others of its former title are numbered in their order.
    expect(await imports.moved()).toEqual([
      ...['people ada', 'motions v', 'motions x', 'motions y', 'motions z'],
    ])
  })

  it('stop at the largest 32-bit integer', async () => {
    const long = Array.from({ length: 3 }, () => 1_000_000_000)
    await imports.run([ada, meeting('a', '2024-03-01', sat(true, long))])
    expect((await sums()).speaking).toEqual([2 ** 31 - 1, 1])
  })
})

describe('a tally', () => {
  const votes = (['For', 'For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other'] as const).map(
    (value, index) => ({ name: `N${index}`, value }),
  )
  const tally = async () => {
    const row = await imports.row('motions', 'v')
    return [row.tally_for, row.tally_against, row.tally_abstain, row.tally_absent]
  }
  const unknown = [null, null, null, null]

  it.each<[string, Partial<RecordOf<'motion'>>, (number | null)[]]>([
    ['is counted from the votes if none is given', { votes }, [2, 1, 1, 1]],
    [
      'is as given, even if the votes differ, and counts what is not given',
      { votes, tally: { for: 9, against: 0 } },
      [9, 0, 1, 1],
    ],
    ['is unknown without votes', {}, unknown],
    ['is unknown with an empty list of votes', { votes: [], tally: null }, unknown],
    [
      'given as unknown stays unknown, even with named dissents',
      { votes: [{ name: 'N', value: 'Against' }], tally: { for: null, against: null } },
      unknown,
    ],
    ['given empty stays unknown', { votes, tally: {} }, unknown],
    [
      'of nothing for is 0, not unknown',
      { votes: [{ name: 'N', value: 'Against' }] },
      [0, 1, 0, 0],
    ],
  ])('%s', async (_, rest, expected) => {
    await imports.run([motion('v', rest)])
    expect(await tally()).toEqual(expected)
  })
})
