import { join } from 'node:path'
import { expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { votesCsv } from './index.ts'
import type { Mapping } from './schema.ts'
import { toronto } from './toronto.ts'

const head =
  '_id,Term,FirstName,LastName,Committee,MTGNum,SessionDate,SessionType,SessionStart_EndTime,Present'
const voteHead =
  'Committee,Date/Time,Agenda Item #,Agenda Item Title,Motion Type,Vote Description,Result,First Name,Last Name,Vote'
const lines = [
  '1,2018-2022,Bo,van der Birch,City Council,3,2019-02-26,Morning,09:41AM - 12:30PM,Y',
  '2,2018-2022,Ida,Ash,City Council,3,2019-02-26,Morning,09:41AM - 12:30PM,N',
  '3,2018-2022,Bo,van der Birch,City Council,3,2019-02-26,Afternoon,14:10PM - 18:00PM,N',
  '4,2018-2022,Ida,Ash,City Council,3,2019-02-26,Afternoon,14:10PM - 18:00PM,N',
  ',,,,,,,,,',
  '5,2018-2022,Ida,Ash,Audit Committee ,1,2019-02-22,Morning,09:30AM - 10:00AM,Y',
]
const vote =
  'City Council,2019-02-26 10:15 AM,2019.CC3.1,Snow,Adopt Item,,"Carried, 1-0",Bo,van der Birch,Yes'

const read = async (files: Record<string, readonly string[]>) => {
  const entries = Object.entries(files).map(([name, of]) => [name, of.join('\n')])
  return collectItems(toronto, await writeFolder(Object.fromEntries(entries)))
}
const meetingsOf = ({ of }: Awaited<ReturnType<typeof read>>) =>
  of('meeting').map(({ key, title, attendance = [] }) => ({ key, title, attendance }))

it('adds who was at which session to the meeting of the votes of that day', async () => {
  const found = await read({ 'votes.csv': [voteHead, vote], 'attendance.csv': [head, ...lines] })
  expect(found.errors).toEqual([])
  const [council, audit] = meetingsOf(found)
  expect(council?.key).toBe('city council 2019-02-26')
  expect(council?.attendance).toEqual([
    {
      ...{ person_key: 'bo van der birch', name: 'Bo van der Birch', present: true },
      sessions: [
        { name: 'Morning', times: '09:41AM - 12:30PM', number: '3', present: true },
        { name: 'Afternoon', times: '14:10PM - 18:00PM', number: '3', present: false },
      ],
    },
    expect.objectContaining({ name: 'Ida Ash', present: false }),
  ])
  expect(audit).toMatchObject({ key: 'audit committee 2019-02-22', title: 'Audit Committee' })
  expect(audit?.attendance).toHaveLength(1)
  expect(found.of('person').map(({ name, family_name }) => [name, family_name])).toEqual([
    ['Bo van der Birch', 'van der Birch'],
    ['Ida Ash', 'Ash'],
  ])
})

it('adds it to the meeting that the list of meetings has on that day, if there is one', async () => {
  const undated = (id: string) =>
    `City Council,,${id}.1,Snow,Adopt Item,,"Carried, 1-0",Bo,van der Birch,Yes`
  const of = async (...ids: string[]) => {
    const found = await read({
      'votes.csv': [voteHead, ...ids.map(undated)],
      'meetings.csv': ['meetingReference,meetingDate', ...ids.map((id) => `${id},2019-02-26`)],
      'attendance.csv': [head, ...lines.slice(0, 4)],
    })
    expect(found.errors).toEqual([])
    return meetingsOf(found).map(({ key, attendance }) => [key, attendance.length])
  }
  expect(await of('2019.CC3')).toEqual([['2019.CC3', 2]])
  expect(await of('2019.CC3', '2019.CC4')).toEqual([
    ['2019.CC3', 0],
    ['2019.CC4', 0],
    ['city council 2019-02-26', 2],
  ])
})

it('reads a table of attendance alone', async () => {
  const found = await read({ 'attendance.csv': [head, ...lines] })
  expect(meetingsOf(found)).toHaveLength(2)
  expect(found.of('motion')).toEqual([])
})

it('says what a row lacks, and keeps the others', async () => {
  const wrong = [
    '6,2018-2022,Ida,Ash,Audit Committee,1,2019-03-22,Morning,09:30AM - 10:00AM,Perhaps',
    '7,2018-2022,Ida,,Audit Committee,1,2019-03-22,Morning,09:30AM - 10:00AM,Y',
    '8,2018-2022,Ida,Ash,Audit Committee,1,soon,Morning,09:30AM - 10:00AM,Y',
  ]
  const { errors, of } = await read({ 'a.csv': [head, ...lines, ...wrong] })
  expect(errors.map(({ location, reason }) => `${location} ${reason}`)).toEqual([
    expect.stringMatching(/^a.csv:8 "Perhaps" does not say whether somebody was there; add it to/),
    expect.stringMatching(
      /^a.csv:9 must have "Committee", "SessionDate", "LastName" and "Present"/,
    ),
    expect.stringMatching(/^a.csv:10 "soon" is not a date/),
  ])
  expect(of('meeting')).toHaveLength(2)
})

it('takes the columns and words of a mapping, without sessions', async () => {
  const mapping: Mapping = {
    source: 'lowmere',
    columns: { body: 'Body', date: 'Day', text: 'Motion', member: 'Member', vote: 'Vote' },
    attendance_list: {
      ...{ body: 'Body', date: 'Day', family_name: 'Who', present: 'There' },
      present_words: { Here: true, Gone: false },
    },
  }
  const folder = await writeFolder({
    'map.json': mapping,
    'roll.csv':
      'Body,Day,Who,There\nCouncil,2025-03-04,Anne Tremblay,Here\nCouncil,2025-03-04,Raj Singh,Gone',
  })
  const { of, errors } = await collectItems(votesCsv, join(folder, 'roll.csv'), {
    map: join(folder, 'map.json'),
  })
  expect(errors).toEqual([])
  expect(of('meeting')[0]?.attendance).toEqual([
    { person_key: 'anne tremblay', name: 'Anne Tremblay', present: true, sessions: [] },
    { person_key: 'raj singh', name: 'Raj Singh', present: false, sessions: [] },
  ])
})
