import { describe, expect, it } from 'vitest'
import { bundleOf, problemsOf } from '../../../test/support/imports/bundle.ts'
import { collectItems } from '../../../test/support/imports/collect-items.ts'
import { bundle } from './index.ts'

describe('a bundle with odd content', () => {
  const warningsOf = async (files: Record<string, unknown>) =>
    (await collectItems(bundle, await bundleOf(files))).warnings.map(({ reason }) => reason)

  it.each([
    [
      'meetings.ndjson',
      { start_time: '19:00', end_time: '01:30' },
      'ends at 01:30, before it starts at 19:00: recorded as ending on the next day',
    ],
    [
      'memberships.ndjson',
      { start_date: '2024-11-20', end_date: '2020-11-18' },
      'end_date is 2020-11-18, before start_date, which is 2024-11-20: recorded as written',
    ],
    [
      'people.ndjson',
      { birth_date: '1980-01-01', death_date: '1979-01-01' },
      'death_date is 1979-01-01, before birth_date, which is 1980-01-01: recorded as written',
    ],
    [
      'meetings.ndjson',
      { date: '2199-01-01', status: 'completed' },
      'status is "completed", but 2199-01-01 is in the future: recorded as written',
    ],
    [
      'motions.ndjson',
      { candidates: [{ name: 'Vera Ng' }] },
      'has candidates, but motion_kind is not "election"',
    ],
    [
      'motions.ndjson',
      {
        ...{ motion_kind: 'election', candidates: [{ name: 'Vera Ng' }] },
        votes: [{ name: 'Pat Twin', value: 'Other', candidate: 'V. Ng' }],
      },
      'Pat Twin votes for "V. Ng", who is not among the candidates',
    ],
    [
      'matters.ndjson',
      { description: 'See <script>alert(1)</script>' },
      'contains HTML such as <script>; texts are plain text and are shown as written',
    ],
  ])('has a warning in %s for %j', async (name, fields, reason) => {
    expect(await warningsOf({ [name]: JSON.stringify({ key: 'a', ...fields }) })).toContain(reason)
  })

  it('has no warning for a comparison', async () => {
    const motion = { key: 'a', text: 'If a < b and c > d' }
    expect(await warningsOf({ 'motions.ndjson': JSON.stringify(motion) })).toEqual([])
  })

  it('takes today from the clock and the time zone of the municipality', async () => {
    const meeting = { key: 'a', date: '2026-05-12', status: 'completed' }
    const folder = await bundleOf({ 'meetings.ndjson': JSON.stringify(meeting) })
    const warned = async (now: string) => {
      const clock = { now: () => Date.parse(now), monotonic: () => 0 }
      const types: string[] = []
      for await (const { type } of (await bundle.open(folder, { clock })).items) types.push(type)
      return types.includes('warning')
    }
    expect(await warned('2026-05-12T03:59:00Z')).toBe(true)
    expect(await warned('2026-05-12T04:00:00Z')).toBe(false)
  })

  it('has no warning for a scheduled meeting, or for a seat of one day', async () => {
    const meeting = { key: 'a', date: '2199-01-01', status: 'scheduled' }
    const seat = { key: 'a', start_date: '2024-11-20', end_date: '2024-11-20' }
    const files = { 'meetings.ndjson': meeting, 'memberships.ndjson': seat }
    const lines = Object.entries(files).map(([name, line]) => [name, JSON.stringify(line)])
    expect(await warningsOf(Object.fromEntries(lines))).toEqual([])
  })

  it('is rejected for a person who votes twice', async () => {
    const votes = ['For', 'Against'].map((value) => ({ person_key: 'p-ng', name: 'V. Ng', value }))
    expect(await problemsOf({ 'motions.ndjson': JSON.stringify({ key: 'a', votes }) })).toEqual([
      'motions.ndjson:1 p-ng votes more than once; two people of one name are both in people.ndjson, and a casting vote is one vote with the reason "Casting vote", counted in the tally',
    ])
  })

  it('is read with votes of people of one name without keys, as many as there are', async () => {
    const people = ['t1', 't2'].map((key) => JSON.stringify({ key, name: 'Pat Twin' })).join('\n')
    const votes = ['For', 'Against', 'For'].map((value) => ({ name: 'Pat Twin', value }))
    const motion = (count: number) => JSON.stringify({ key: 'a', votes: votes.slice(0, count) })
    const files = { 'people.ndjson': people }
    expect(await problemsOf({ ...files, 'motions.ndjson': motion(2) })).toEqual([])
    expect(await problemsOf({ ...files, 'motions.ndjson': motion(3) })).toEqual([
      expect.stringMatching(/^motions.ndjson:1 Pat Twin votes more than once; /),
    ])
  })

  it('is read with a casting vote, which the tally counts', async () => {
    const votes = [
      { person_key: 'p-ng', name: 'V. Ng', value: 'For', reason: 'Casting vote' },
      { person_key: 'p-roy', name: 'S. Roy', value: 'Against' },
    ]
    const line = JSON.stringify({ key: 'a', votes, tally: { for: 2, against: 1 } })
    expect(await warningsOf({ 'motions.ndjson': line })).toEqual([])
    expect(await problemsOf({ 'motions.ndjson': line })).toEqual([])
  })

  it('is rejected once for a file with formatted JSON', async () => {
    const lines = JSON.stringify([{ key: 'a' }, { key: 'b' }], null, 2)
    expect(await problemsOf({ 'people.ndjson': lines })).toEqual([
      'people.ndjson:1 must have one whole record on each line, not JSON over several lines; `jq -c` writes it so',
    ])
  })
})
