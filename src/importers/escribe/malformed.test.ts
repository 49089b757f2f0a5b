import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFolder } from '../../../test/support/imports/collect-items.ts'
import {
  calendarPath,
  entry,
  meetingId,
  minutes,
  minutesPath,
  portal,
  readPortal,
  withEntry,
  withItem,
  withMotion,
} from '../../../test/support/towns/escribe-portal.ts'
import { SourceError } from '../source.ts'
import { escribe } from './index.ts'

async function problemsOf(files: Record<string, unknown>) {
  const { errors, records } = await readPortal(files)
  expect(records).toEqual([])
  return errors.map(({ location, subject, reason }) => `${location} | ${subject} | ${reason}`)
}
describe('a location that is not a portal folder is rejected with one line', () => {
  it.each([
    ['a missing folder', '/nowhere/at/all', 'does not exist'],
    ['a file', 'package.json', 'is not a folder'],
    [
      'a folder without calendars',
      'src/core',
      'does not contain calendar/*.calendar_meetings.json',
    ],
  ])('%s', async (_, location, message) => {
    const opening = escribe.open(location)
    await expect(opening).rejects.toThrow(SourceError)
    await expect(escribe.open(location)).rejects.toThrow(message)
  })

  it.each([
    ['a file', 'meetings', 'cannot be read: ENOTDIR'],
    ['a link to itself', 'meetings', 'is a symbolic link, which is not followed'],
    ['a link that leads nowhere', 'meetings', 'is a symbolic link, which is not followed'],
    ['a link that leads nowhere', 'calendar', 'is a symbolic link, which is not followed'],
  ])('one in which %s replaces %s', async (what, name, reason) => {
    const folder = await writeFolder(name === 'meetings' ? withEntry({}) : {})
    const path = join(folder, name)
    if (what === 'a file') await writeFile(path, '')
    else await symlink(what === 'a link to itself' ? path : join(folder, 'away'), path)
    const opening = escribe.open(folder)
    await expect(opening).rejects.toThrow(SourceError)
    await expect(opening).rejects.toThrow(`${path} ${reason}`)
  })

  it('but one without minutes is accepted', async () => {
    expect((await readPortal(withEntry({}))).errors).toEqual([])
  })
})

describe('a broken file is rejected with its location', () => {
  it('with line and column if it is not JSON', async () => {
    expect(
      await problemsOf({ ...withEntry({}), [minutesPath]: '{\n  "a": 1,\n  oops\n}' }),
    ).toEqual([
      `${minutesPath}:3:3 | file | is not valid JSON: expected a name in double quotes, found "o"`,
    ])
  })

  it('also if it is empty, not UTF-8 or not a regular file', async () => {
    const [broken] = await problemsOf({ [calendarPath]: Buffer.from([0x7b, 0xff, 0x7d]) })
    expect(broken).toBe(`${calendarPath} | file | is not valid UTF-8`)
    expect(await problemsOf({ [calendarPath]: '' })).toEqual([
      `${calendarPath}:1:1 | file | is not valid JSON: expected a value, found the file ends`,
    ])
    const [folder] = await problemsOf({ ...withEntry({}), [`${minutesPath}/inside`]: 'x' })
    expect(folder).toBe(`${minutesPath} | file | is not a regular file`)
  })

  it.each([
    ['an array', [], ':1 | calendar | must be an object; found []'],
    ['no list of meetings', { d: {} }, ':2 | calendar | d must be an array; found {}'],
    ['null', 'null', ':1 | calendar | must be an object; found null'],
  ])('with the valid type if a calendar is %s', async (_, content, error) => {
    expect(await problemsOf({ [calendarPath]: content })).toEqual([`${calendarPath}${error}`])
  })

  it('also if it is nested 200,000 levels deep', async () => {
    const [error] = await problemsOf({ [calendarPath]: '['.repeat(200_000) })
    expect(error).toContain('is nested deeper than 200 levels')
  })

  it('together with all other errors of the run', async () => {
    const entries = Array.from({ length: 150 }, (_, index) =>
      entry({ ID: `m${index}`, StartDate: 5 }),
    )
    expect(await problemsOf({ [calendarPath]: { d: entries } })).toHaveLength(150)
  })
})

describe('an invalid value is rejected with file, line, record and the valid form', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'a number for a text',
      withEntry({ Location: 7 }),
      '9 | calendar entry 11111111-2222-3333-4444-555555555555 | Location must be a string or null; found 7',
    ],
    [
      'a missing start',
      withEntry({ StartDate: undefined }),
      '3 | calendar entry 11111111-2222-3333-4444-555555555555 | StartDate is missing',
    ],
    [
      'an entry that is not an object',
      { [calendarPath]: { d: [5] } },
      '3 | calendar entry without ID | must be an object; found 5',
    ],
  ])('%s in the calendar', async (_, files, error) => {
    expect(await problemsOf(files)).toEqual([`${calendarPath}:${error}`])
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'an item that is a string',
      { ...withEntry({}), [minutesPath]: minutes(['x' as never]) },
      /:\d+ \| agenda item at position 1 \| must be an object/,
    ],
    [
      'a motion number that is a number',
      withMotion({ motion_number: 4 }),
      /:\d+ \| agenda item at position 1 \| motions\.0\.motion_number must be a string or null; found 4/,
    ],
    [
      'votes that are not an array',
      withMotion({ motion_votes: { for: { councillors: 'all' } } }),
      /motions\.0\.motion_votes\.for\.councillors must be an array or null; found "all"/,
    ],
    [
      'an attendee who is a number',
      { ...withEntry({}), [minutesPath]: minutes([], { present_attendees: [3] }) },
      /present_attendees\.0 must be a string; found 3/,
    ],
    [
      'minutes of a meeting in no calendar',
      { ...withEntry({ ID: 'other' }), [minutesPath]: minutes() },
      /no calendar file lists this meeting/,
    ],
    [
      'two minutes of one meeting',
      {
        ...withEntry({}),
        [minutesPath]: minutes(),
        [`meetings/z_${meetingId}_postminutes.json`]: minutes(),
      },
      /is also in meetings\/2026-01-20/,
    ],
    [
      'two portals',
      {
        ...withEntry({}),
        [minutesPath]: minutes([], { base_url: 'https://pub-other.example.ca' }),
      },
      /import one portal at a time/,
    ],
    ['no portal', withEntry({ Url: '' }), /no file contains the portal's URL/],
    [
      'a roster row without name',
      { ...withEntry({}), 'current_councillors.json': [{ first_name: 'A' }] },
      /current_councillors\.json:2 \| roster row 1 \| full_name is missing/,
    ],
    [
      'a member who is listed twice',
      {
        ...withEntry({}),
        'current_councillors.json': [{ full_name: 'A B' }, { full_name: 'a  b' }],
      },
      /member a b \| is also in current_councillors\.json:2/,
    ],
  ])('%s', async (_, files, error) => {
    const errors = await problemsOf(files)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(error)
  })
})

describe('an odd value is cut, skipped or omitted with a warning', () => {
  const other = '66666666-2222-3333-4444-555555555555'
  const calendarOf = (changes: object) => ({
    [calendarPath]: { d: [entry(changes), entry({ ID: other })] },
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'an impossible date',
      calendarOf({ StartDate: '2026/02/30 10:00:00' }),
      /:7 \| calendar entry 1.* \| StartDate must be a real date and time written YYYY\/MM\/DD HH:MM:SS; found "2026\/02\/30 10:00:00"; the meeting is omitted$/,
    ],
    [
      'an impossible time',
      calendarOf({ EndDate: '2026/01/20 25:00:00' }),
      /:8 \| calendar entry 1.* \| EndDate must be a real date .*; skipped$/,
    ],
    [
      'a blank name, and then the minutes are omitted too',
      { ...calendarOf({ MeetingName: ' ' }), [minutesPath]: minutes() },
      /:5 \| calendar entry 1.* \| MeetingName must not be blank; the meeting is omitted$/,
    ],
    [
      'a link without URL',
      withEntry({ MeetingDocumentLink: [{ Title: 'A', Type: 'Agenda', Url: '' }] }),
      /:3 \| meeting 1.* \| the link of a document must be an http or https URL; found ""; omitted$/,
    ],
    [
      'a link that runs a script',
      withEntry({ MeetingDocumentLink: [{ Title: 'A', Url: 'javascript:alert(1)' }] }),
      /the link of a document must be .*; omitted$/,
    ],
    [
      'an attachment without URL',
      withItem({ attachments: [{ link: 'file:///etc', attachment_title: 'x' }] }),
      /agenda item at position 1 \| an attachment's link must be .*; omitted$/,
    ],
    [
      'an item without title and number',
      withItem({ title: '', agenda_item_number: null }),
      /agenda item at position 1 \| has neither a title nor a number; named "Agenda item"$/,
    ],
    [
      'a negative count',
      withMotion({
        motion_votes: {
          for: { councillors: [], count: -1 },
          against: { councillors: [], count: 0 },
        },
      }),
      /motion .* \| tally\/for must be 0 or more; found -1; skipped$/,
    ],
    [
      'an impossible date of the minutes',
      { ...withEntry({}), [minutesPath]: minutes([], { meeting_date: '2026-02-30' }) },
      /:4 \| minutes \| meeting_date must be a real date written YYYY-MM-DD; found "2026-02-30"; skipped$/,
    ],
    [
      'an impossible start of the minutes',
      { ...withEntry({}), [minutesPath]: minutes([], { meeting_start_time: '25:00' }) },
      /:5 \| minutes \| meeting_start_time must be a time .*; found "25:00"; skipped$/,
    ],
    [
      'minutes of no meeting',
      {
        ...withEntry({}),
        'meetings/x_postminutes.json': minutes([], { source_url: `${portal}/` }),
      },
      /source_url must carry the meeting as Id=<uuid>; the minutes are omitted$/,
    ],
  ])('%s', async (_, files, warning) => {
    const { errors, warnings, records } = await readPortal(files)
    expect(errors).toEqual([])
    expect(records.length).toBeGreaterThan(0)
    const found = warnings.map(
      ({ location, subject, reason }) => `${location} | ${subject} | ${reason}`,
    )
    expect(found[0]).toMatch(warning)
  })
})
