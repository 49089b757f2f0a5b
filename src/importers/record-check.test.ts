import { expect, it } from 'vitest'
import { checkRecord } from './record-check.ts'

const meeting = {
  kind: 'meeting',
  key: 'm1',
  title: 'City Council',
  date: '2026-04-22',
  status: 'completed',
  has_agenda: true,
  has_minutes: true,
  has_transcript: false,
}

it('a valid record has no issues', () => {
  expect(checkRecord('meeting', meeting)).toEqual([])
})

it.each([
  [{ date: '2026-02-30' }, '/date', 'must be a real date written YYYY-MM-DD; found "2026-02-30"'],
  [{ date: undefined }, '/date', 'is missing'],
  [{ title: 5 }, '/title', 'must be a string; found 5'],
  [{ key: '' }, '/key', 'must not be empty; found ""'],
  [
    { start_time: '25:00' },
    '/start_time',
    'must be a time HH:MM, without seconds, from 00:00 to 23:59 or null; found "25:00"',
  ],
  [
    { video_url: 'ftp://x' },
    '/video_url',
    'must be an http or https URL (no spaces, no password) or null; found "ftp://x"',
  ],
  [
    { minutes_url: 'https://ann:b@town.example/' },
    '/minutes_url',
    'must be an http or https URL (no spaces, no password) or null; found "https://ann:b@town.example/"',
  ],
  [
    { agenda_url: 'https://[' },
    '/agenda_url',
    'must be an http or https URL (no spaces, no password) or null; found "https://["',
  ],
  [
    { status: 'held' },
    '/status',
    'must be "scheduled" or "completed" or "cancelled" or "postponed"; found "held"',
  ],
  [{ chair: 'x' }, '/chair', 'is not a known field; did you mean "chair_key"?'],
  [{ Title: 'x' }, '/Title', 'is not a known field; did you mean "title"?'],
  [{ colour: 'x' }, '/colour', 'is not a known field'],
  [{ title: ' ' }, '/title', 'must not be blank; found " "'],
  [
    { attendance: [{ name: 'A', present: true, person: 'p' }] },
    '/attendance/0/person',
    'is not a known field; did you mean "person_key"?',
  ],
  [{ attendance: [{ name: 'A' }] }, '/attendance/0/present', 'is missing'],
  [{ documents: {} }, '/documents', 'must be an array; found {}'],
  [
    { video_duration_seconds: 1.5 },
    '/video_duration_seconds',
    'must be an integer or null; found 1.5',
  ],
  [
    { video_duration_seconds: -1 },
    '/video_duration_seconds',
    'must be 0 or more or null; found -1',
  ],
  [
    { type: 'x'.repeat(201) },
    '/type',
    `must have at most 200 characters or null; found "${'x'.repeat(56)}...`,
  ],
  [{ kind: 'motion' }, '/kind', 'must be "meeting"; found "motion"'],
])('explains what is wrong with %j', (changes, path, reason) => {
  const changed = JSON.parse(JSON.stringify({ ...meeting, ...changes }))
  expect(checkRecord('meeting', changed)).toEqual([{ path, reason }])
})

it('rejects contact details of a person that are not links and e-mail addresses', () => {
  const contact_details = [
    { type: 'email', value: '"><script>alert(1)</script>@town.example' },
    { type: 'email', value: "o'brien+minutes@town.example" },
    { type: 'url', value: 'https://ann:b@town.example/' },
    { type: 'voice', value: '604-555-0100' },
  ]
  expect(checkRecord('person', { kind: 'person', key: 'p', name: 'Ann', contact_details })).toEqual(
    [
      {
        path: '/contact_details/0/value',
        reason: `must be an e-mail address; found ${JSON.stringify(contact_details[0]?.value)}`,
      },
      {
        path: '/contact_details/2/value',
        reason:
          'must be an http or https URL (no spaces, no password); found "https://ann:b@town.example/"',
      },
    ],
  )
})

it.each([null, 5, 'x', [], undefined])('rejects %j as a record', (value) => {
  expect(checkRecord('motion', value)).toHaveLength(1)
})

it('reports all issues of a record together', () => {
  const issues = checkRecord('meeting', { ...meeting, title: 5, status: 'held', foo: 1 })
  expect(issues.map(({ path }) => path).sort()).toEqual(['/foo', '/status', '/title'])
})
