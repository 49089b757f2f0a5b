import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/import-items.ts'
import { checkRecord } from '../record-check.ts'
import { SourceError } from '../source.ts'
import { escribe } from './index.ts'

const id = '11111111-2222-3333-4444-555555555555'
const portal = 'https://pub-town.escribemeetings.com'
const calendarPath =
  'calendar/2026-01-01_to_2026-01-31_20260131T120000_000001.calendar_meetings.json'
const minutesPath = `meetings/2026-01-20_council_${id}_postminutes.json`

const entry = (changes: object = {}) => ({
  ID: id,
  MeetingName: 'Council',
  MeetingType: 'Council',
  StartDate: '2026/01/20 19:00:00',
  EndDate: '2026/01/20 21:00:00',
  Location: 'Town Hall',
  Url: `${portal}/Meeting?Id=${id}`,
  HasAgenda: true,
  MeetingPassed: true,
  MeetingDocumentLink: [],
  ...changes,
})
const item = (changes: object = {}) => ({
  agenda_item_number: '1.',
  title: 'Call to order',
  description: '',
  minutes: '',
  attachments: [],
  motions: [],
  ...changes,
})
const minutes = (items: unknown[] = [item()], changes: object = {}) => ({
  source_url: `${portal}/Meeting.aspx?Id=${id}&Agenda=PostMinutes&lang=English`,
  base_url: portal,
  meeting_date: '2026-01-20',
  meeting_start_time: '19:00',
  present_attendees: [],
  absent_attendees: [],
  agenda_items: { agenda_items: items },
  ...changes,
})
const motion = (changes: object = {}) => ({ motion_text: 'That it be done.', ...changes })

async function read(files: Record<string, unknown>) {
  return collectItems(escribe, await writeFolder(files))
}
async function problemsOf(files: Record<string, unknown>) {
  const { problems, records } = await read(files)
  expect(records).toEqual([])
  return problems.map(({ where, subject, reason }) => `${where} | ${subject} | ${reason}`)
}
const withEntry = (changes: object) => ({ [calendarPath]: { d: [entry(changes)] } })
const withItem = (changes: object) => ({
  ...withEntry({}),
  [minutesPath]: minutes([item(changes)]),
})
const withMotion = (changes: object) => withItem({ motions: [motion(changes)] })

describe('a location that is no portal folder is refused in one line', () => {
  it.each([
    ['a missing folder', '/nowhere/at/all', 'does not exist'],
    ['a file', 'package.json', 'is not a folder'],
    ['a folder without calendars', 'src/core', 'holds no calendar/*.calendar_meetings.json'],
  ])('%s', async (_, location, message) => {
    const opening = escribe.open(location)
    await expect(opening).rejects.toThrow(SourceError)
    await expect(escribe.open(location)).rejects.toThrow(message)
  })

  it.each([
    ['a file', 'meetings', 'ENOTDIR'],
    ['a link to itself', 'meetings', 'ELOOP'],
    ['a link that leads nowhere', 'meetings', 'ENOENT'],
    ['a link that leads nowhere', 'calendar', 'ENOENT'],
  ])('one in which %s stands for %s', async (what, name, code) => {
    const folder = await writeFolder(name === 'meetings' ? withEntry({}) : {})
    const path = join(folder, name)
    if (what === 'a file') await writeFile(path, '')
    else await symlink(what === 'a link to itself' ? path : join(folder, 'away'), path)
    const opening = escribe.open(folder)
    await expect(opening).rejects.toThrow(SourceError)
    await expect(opening).rejects.toThrow(`${path} cannot be read: ${code}`)
  })

  it('but not one that has no minutes at all', async () => {
    expect((await read(withEntry({}))).problems).toEqual([])
  })
})

describe('a broken file is refused with its place', () => {
  it('names file, line and column where a file is not JSON', async () => {
    expect(
      await problemsOf({ ...withEntry({}), [minutesPath]: '{\n  "a": 1,\n  oops\n}' }),
    ).toEqual([
      `${minutesPath}:3:3 | file | is not valid JSON: expected a name in double quotes, found "o"`,
    ])
  })

  it('names a file that is not UTF-8, empty, or no file at all', async () => {
    const [broken] = await problemsOf({ [calendarPath]: Buffer.from([0x7b, 0xff, 0x7d]) })
    expect(broken).toBe(`${calendarPath} | file | is not valid UTF-8`)
    expect(await problemsOf({ [calendarPath]: '' })).toEqual([
      `${calendarPath}:1:1 | file | is not valid JSON: expected a value, found the file ends`,
    ])
    const [folder] = await problemsOf({ ...withEntry({}), [`${minutesPath}/inside`]: 'x' })
    expect(folder).toBe(`${minutesPath} | file | is no regular file`)
  })

  it.each([
    ['a list', [], ':1 | calendar | must be an object; found []'],
    ['no list of meetings', { d: {} }, ':2 | calendar | d must be a list; found {}'],
    ['null', 'null', ':1 | calendar | must be an object; found null'],
  ])('says what a calendar must be instead of %s', async (_, content, problem) => {
    expect(await problemsOf({ [calendarPath]: content })).toEqual([`${calendarPath}${problem}`])
  })

  it('survives nesting that no real file has', async () => {
    const [problem] = await problemsOf({ [calendarPath]: '['.repeat(200_000) })
    expect(problem).toContain('is nested deeper than 200 levels')
  })

  it('reports every problem of a run, up to 100', async () => {
    const entries = Array.from({ length: 150 }, (_, index) =>
      entry({ ID: `m${index}`, StartDate: 5 }),
    )
    expect(await problemsOf({ [calendarPath]: { d: entries } })).toHaveLength(100)
  })
})

describe('a wrong value is refused with file, line, record and what would be right', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'a number for a text',
      withEntry({ Location: 7 }),
      '9 | calendar entry 11111111-2222-3333-4444-555555555555 | Location must be a text or null; found 7',
    ],
    [
      'a missing start',
      withEntry({ StartDate: undefined }),
      '3 | calendar entry 11111111-2222-3333-4444-555555555555 | StartDate is missing',
    ],
    [
      'an impossible date',
      withEntry({ StartDate: '2026/02/30 10:00:00' }),
      '7 | calendar entry 11111111-2222-3333-4444-555555555555 | StartDate must be a real date and time written YYYY/MM/DD HH:MM:SS; found "2026/02/30 10:00:00"',
    ],
    [
      'an impossible time',
      withEntry({ EndDate: '2026/01/20 25:00:00' }),
      '8 | calendar entry 11111111-2222-3333-4444-555555555555 | EndDate must be a real date and time written YYYY/MM/DD HH:MM:SS; found "2026/01/20 25:00:00"',
    ],
    [
      'a blank name',
      withEntry({ MeetingName: ' ' }),
      '5 | calendar entry 11111111-2222-3333-4444-555555555555 | MeetingName must not be blank; found " "',
    ],
    [
      'an entry that is no object',
      { [calendarPath]: { d: [5] } },
      '3 | calendar entry without ID | must be an object; found 5',
    ],
  ])('%s in the calendar', async (_, files, problem) => {
    expect(await problemsOf(files)).toEqual([`${calendarPath}:${problem}`])
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a link without address',
      withEntry({ MeetingDocumentLink: [{ Title: 'A', Type: 'Agenda', Url: '' }] }),
      /:3 \| meeting 1.* \| a document link must have a Title and a Url/,
    ],
    [
      'a link that runs a script',
      withEntry({ MeetingDocumentLink: [{ Title: 'A', Url: 'javascript:alert(1)' }] }),
      /a document link must have/,
    ],
    [
      'an attachment without address',
      withItem({ attachments: [{ link: 'file:///etc', attachment_title: 'x' }] }),
      /agenda item at position 1 \| an attachment's link must be/,
    ],
    [
      'an item without title and number',
      withItem({ title: '', agenda_item_number: null }),
      /agenda item at position 1 \| must have a title or a number/,
    ],
    [
      'an item that is a text',
      { ...withEntry({}), [minutesPath]: minutes(['x' as never]) },
      /:\d+ \| agenda item at position 1 \| must be an object/,
    ],
    [
      'a motion number that is a number',
      withMotion({ motion_number: 4 }),
      /:\d+ \| agenda item at position 1 \| motions\.0\.motion_number must be a text or null; found 4/,
    ],
    [
      'votes that are no list',
      withMotion({ motion_votes: { for: { councillors: 'all' } } }),
      /motions\.0\.motion_votes\.for\.councillors must be a list or null; found "all"/,
    ],
    [
      'a negative count',
      withMotion({ motion_votes: { for: { councillors: [], count: -1 } } }),
      /must be 0 or more/,
    ],
    [
      'an attendee who is a number',
      { ...withEntry({}), [minutesPath]: minutes([], { present_attendees: [3] }) },
      /present_attendees\.0 must be a text; found 3/,
    ],
    [
      'an impossible date of the minutes',
      { ...withEntry({}), [minutesPath]: minutes([], { meeting_date: '2026-02-30' }) },
      /:4 \| minutes \| meeting_date must be a real date written YYYY-MM-DD; found "2026-02-30"/,
    ],
    [
      'an impossible start of the minutes',
      { ...withEntry({}), [minutesPath]: minutes([], { meeting_start_time: '25:00' }) },
      /:5 \| minutes \| meeting_start_time must be a time from 00:00 to 23:59; found "25:00"/,
    ],
    [
      'minutes of a meeting in no calendar',
      { ...withEntry({ ID: 'other' }), [minutesPath]: minutes() },
      /no calendar file lists this meeting/,
    ],
    [
      'minutes of no meeting',
      {
        ...withEntry({}),
        'meetings/x_postminutes.json': minutes([], { source_url: `${portal}/` }),
      },
      /source_url must carry the meeting/,
    ],
    [
      'two minutes of one meeting',
      {
        ...withEntry({}),
        [minutesPath]: minutes(),
        [`meetings/z_${id}_postminutes.json`]: minutes(),
      },
      /stands also in meetings\/2026-01-20/,
    ],
    [
      'two portals',
      {
        ...withEntry({}),
        [minutesPath]: minutes([], { base_url: 'https://pub-other.example.ca' }),
      },
      /import one portal at a time/,
    ],
    ['no portal', withEntry({ Url: '' }), /no file names the portal's address/],
    [
      'a roster row without name',
      { ...withEntry({}), 'current_councillors.json': [{ first_name: 'A' }] },
      /current_councillors\.json:2 \| roster row 1 \| full_name is missing/,
    ],
    [
      'a member who stands twice',
      {
        ...withEntry({}),
        'current_councillors.json': [{ full_name: 'A B' }, { full_name: 'a  b' }],
      },
      /member a b \| stands also in current_councillors\.json:2/,
    ],
  ])('%s', async (_, files, problem) => {
    const problems = await problemsOf(files)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
  })
})

describe('a small portal', () => {
  it('takes each meeting from the calendar that was written last, whatever the names sort like', async () => {
    const later = 'calendar/2025-12-01_to_2026-01-31_20260201T000000_000001.calendar_meetings.json'
    const { of } = await read({
      [later]: { d: [entry({ Location: 'New Hall' })] },
      [calendarPath]: { d: [entry({ Location: 'Old Hall' })] },
    })
    expect(of('meeting').map(({ location }) => location)).toEqual(['New Hall'])
  })

  it('is scheduled while it has not passed and has no minutes', async () => {
    const { of } = await read(withEntry({ MeetingPassed: false }))
    expect(of('meeting')[0]?.status).toBe('scheduled')
  })

  it('leaves null what the files leave out', async () => {
    const { of, records, notices } = await read({
      [calendarPath]: {
        d: [{ ID: id, MeetingName: 'Council', StartDate: '2026/01/20 19:00', Url: portal }],
      },
    })
    expect(of('meeting')[0]).toMatchObject({
      end_time: null,
      type: null,
      location: null,
      has_agenda: false,
    })
    expect(of('organization')[0]).toMatchObject({ name: 'Council', classification: 'council' })
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    expect(notices).toEqual([])
  })

  it('says when printed counts and named votes differ, and keeps the printed ones', async () => {
    const votes = {
      for: { councillors: ['Ann Lee', 'Bo Park'], count: 2 },
      against: { councillors: [], count: 0 },
    }
    const items = [
      item({ motions: [motion({ motion_votes: votes, motion_result: 'Carried (3 to 0)' })] }),
    ]
    const { of, notices } = await read({
      ...withEntry({}),
      [minutesPath]: minutes(items, { present_attendees: ['Ann Lee', 'Bo Park'] }),
    })
    expect(of('motion')[0]?.tally).toEqual({ for: 3, against: 0, abstain: null, absent: null })
    expect(notices).toEqual([
      {
        where: expect.stringMatching(/_postminutes\.json:\d+$/),
        subject: 'motion 1 of Council 2026-01-20, item 1',
        reason: 'prints 3 to 0, but names 2 for and 0 against',
      },
    ])
  })

  it('keeps a name that nobody bears as written, with a notice', async () => {
    const items = [
      item({ motions: [motion({ motion_moved_by: 'Q. Nobody', dissent_voters: ['Zed'] })] }),
    ]
    const { of, notices } = await read({ ...withEntry({}), [minutesPath]: minutes(items) })
    expect(of('motion')[0]).toMatchObject({
      mover_name: 'Q. Nobody',
      mover_key: null,
      votes: [{ name: 'Zed', person_key: null, value: 'Against', reason: 'Dissent' }],
    })
    expect(notices.map(({ reason }) => reason)).toEqual([
      'voter "Zed" is nobody at this meeting or on the roster',
      'mover "Q. Nobody" is nobody at this meeting or on the roster',
    ])
  })

  it('lists a person once who stands in the attendance twice', async () => {
    const { of, notices } = await read({
      ...withEntry({}),
      [minutesPath]: minutes([], {
        present_attendees: ['Ann Lee', 'Chair: Ann Lee', 'Bo Park'],
        absent_attendees: ['Bo Park'],
      }),
    })
    const [meeting] = of('meeting')
    expect(meeting?.attendance).toEqual([
      { person_key: 'ann lee', name: 'Ann Lee', role: 'Chair', present: true },
      { person_key: 'bo park', name: 'Bo Park', role: null, present: true },
    ])
    expect(meeting?.chair_key).toBe('ann lee')
    expect(notices.map(({ reason }) => reason)).toEqual([
      '"Bo Park" is listed both as present and as absent: taken as present',
    ])
  })
})

describe('whatever a field holds', () => {
  const council = [
    item({
      minutes: 'Done.',
      description: 'File No. ACS2026-OCC-GEN-0001',
      attachments: [{ link: `${portal}/a.pdf`, attachment_title: 'A' }],
      motions: [
        motion({
          motion_number: '1',
          motion_moved_by: 'A. Lee',
          motion_result: 'Carried (1 to 0)',
          motion_votes: {
            for: { councillors: ['Ann Lee'], count: 1 },
            against: { councillors: [], count: 0 },
          },
          dissent_voters: ['Park'],
        }),
      ],
      sub_agendas_items: [item({ title: 'Three Readings', motions: [motion()] })],
    }),
  ]
  const files = {
    [calendarPath]: {
      d: [
        entry({ MeetingDocumentLink: [{ Title: 'A', Type: 'Agenda', Url: 'a', LanguageId: 9 }] }),
      ],
    },
    [minutesPath]: minutes(council, { present_attendees: ['Chair: Ann Lee', 'Bo Park'] }),
    'current_councillors.json': [
      { full_name: 'Ann Lee', last_name: 'Lee', email: 'a.lee@x.ca', active: true },
    ],
  }
  const junk = fc.oneof(
    fc.constantFrom(
      null,
      '',
      ' ',
      '\u00a0',
      '<br/>',
      '&#0;',
      '(',
      '[a-z]+)+$',
      'Id=',
      '../..',
      'http://',
      '\ud800',
      true,
      0,
      -1,
      1e300,
      {},
      [],
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.jsonValue({ maxDepth: 2 }),
  )

  it('is a record, a notice or a problem with its place, and never a crash', async () => {
    const folder = await writeFolder(files)
    const paths = Object.keys(files)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.nat(), junk, async (path, pick, value) => {
        const content = JSON.stringify(files[path as keyof typeof files])
        await writeFile(join(folder, path), replaceNth(content, pick, value))
        const { items } = await collectItems(escribe, folder)
        for (const found of items) {
          expect(found.where).toMatch(/^[^:]+(:\d+(:\d+)?)?$/)
          if (found.type !== 'record') expect(found.subject && found.reason).toBeTruthy()
        }
        await writeFile(join(folder, path), content)
      }),
      { numRuns: 400 },
    )
    await rm(folder, { recursive: true })
  })
})

// Puts `value` in the place of the nth value, counted over the whole text.
function replaceNth(content: string, pick: number, value: unknown): string {
  let count = 0
  JSON.parse(content, (_, each) => {
    count += 1
    return each
  })
  let index = -1
  const changed = JSON.parse(content, (_, each) => {
    index += 1
    return index === pick % count ? value : each
  })
  return JSON.stringify(changed ?? null)
}
