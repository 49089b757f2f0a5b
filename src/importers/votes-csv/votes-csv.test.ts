import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startJsonServer } from '../../../test/support/http/json-server.ts'
import {
  type Collected,
  collectItems,
  writeFolder,
} from '../../../test/support/imports/collect-items.ts'
import { votesCsv } from './index.ts'
import type { Mapping } from './schema.ts'

const rows: Mapping = {
  source: 'lowmere',
  body: 'Town Council',
  columns: { date: 'Day', text: 'Motion', result: 'Result', member: 'Member', vote: 'Vote' },
}
const head = 'Day,Motion,Result,Member,Vote'

const read = async (mapping: unknown, ...lines: string[]) => {
  const folder = await writeFolder({
    'map.json': mapping,
    'votes.csv': `${lines.join('\r\n')}\r\n`,
  })
  return collectItems(votesCsv, join(folder, 'votes.csv'), { map: join(folder, 'map.json') })
}
const problem = (mapping: unknown, ...lines: string[]) =>
  read(mapping, ...lines).then(
    ({ errors }) => errors.map(({ location, reason }) => `${location} ${reason}`).join('\n'),
    (error: Error) => error.message,
  )
/** Each motion with its counts and the votes of its members. */
const motions = ({ of }: Collected) =>
  of('motion').map(({ date, text, result, tally, votes = [] }) => [
    `${date ?? '-'} ${text}: ${result}`,
    tally === null || tally === undefined ? null : `${tally.for}-${tally.against}`,
    ...votes.map(({ name, value, reason }) => [name, value, reason ?? []].flat().join(' ')),
  ])

it('reads a table with a row for each member, in any order', async () => {
  const { records, errors, ...found } = await read(
    rows,
    head,
    '2025-03-04,Plough sidewalks,"Lost, 1-1",Councillor Anne Tremblay,Yes',
    '2025-04-01,Adopt the budget,Carried,Raj Singh,Absent(Interest Declared)',
    '2025-03-04,Plough sidewalks,"Lost, 1-1",Mayor Raj  Singh,No',
    ',,,,',
    '2025-04-01,Adopt the budget,Carried,Anne Tremblay,Yes',
  )
  expect(errors).toEqual([])
  expect(motions({ records, errors, ...found })).toEqual([
    ['2025-03-04 Plough sidewalks: Defeated', '1-1', 'Anne Tremblay For', 'Raj Singh Against'],
    [
      ...['2025-04-01 Adopt the budget: Carried', null],
      ...['Raj Singh Other Absent(Interest Declared)', 'Anne Tremblay For'],
    ],
  ])
  const meetings = found.of('meeting').map(({ key, title, date }) => `${key}: ${title} ${date}`)
  expect(meetings).toEqual([
    'town council 2025-03-04: Town Council 2025-03-04',
    'town council 2025-04-01: Town Council 2025-04-01',
  ])
  expect(found.of('person').map(({ name }) => name)).toEqual(['Anne Tremblay', 'Raj Singh'])
})

it('repairs a cell that is UTF-8 read as another encoding, and no other', async () => {
  const found = await read(
    rows,
    head,
    '2025-03-04,The Cityâ€™s cafÃ© – 2nd,Carried,Ana BailÃ£o,Yes',
    '2025-03-05,The CityÂ\u0092s plan,Carried,Ana Bailão,No',
    '2025-03-06,Ã is a letter,Carried,Ana Bailão,No',
  )
  expect(found.of('person').map(({ name }) => name)).toEqual(['Ana Bailão'])
  expect(found.of('motion').map(({ text }) => text)).toEqual([
    // The dash of the first cell is not a byte of another encoding.
    'The Cityâ€™s cafÃ© – 2nd',
    'The City’s plan',
    'Ã is a letter',
  ])
})

it('does not depend on the order and the number of rows', async () => {
  const lines = [
    '2025-03-04,Plough,Carried,Anne Tremblay,Yes',
    '2025-03-04,Plough,Carried,Raj Singh,No',
    '2025-03-04,Salt,Carried,Raj Singh,No',
  ]
  const keys = async (...of: string[]) =>
    (await read(rows, head, ...of))
      .of('motion')
      .map(({ key }) => key)
      .sort()
  const once = await keys(...lines)
  expect(once).toHaveLength(2)
  expect(await keys(...lines.toReversed(), ...lines, '2025-04-01,Sand,Lost,Raj Singh,No')).toEqual(
    expect.arrayContaining(once),
  )
})

it('keeps votes apart that differ in their result or their minute alone', async () => {
  const mapping = { ...rows, columns: { ...rows.columns, date: 'Day' } }
  const found = await read(
    mapping,
    head,
    ',Pass the bills,"Carried, 2-0",Anne Tremblay,Yes',
    ',Pass the bills,"Carried, 1-1",Anne Tremblay,No',
    '2025-03-04 15:17 PM,Amend,"Carried, 2-0",Anne Tremblay,Yes',
    '2025-03-04 15:18 PM,Amend,"Lost, 0-2",Anne Tremblay,No',
    '2025-03-04 09:05 AM,Amend,"Lost, 0-2",Anne Tremblay,No',
  )
  expect(motions(found)).toEqual([
    ['- Pass the bills: Carried', '2-0', 'Anne Tremblay For'],
    ['- Pass the bills: Carried', '1-1', 'Anne Tremblay Against'],
    ['2025-03-04 Amend: Defeated', '0-2', 'Anne Tremblay Against'],
    ['2025-03-04 Amend: Carried', '2-0', 'Anne Tremblay For'],
    ['2025-03-04 Amend: Defeated', '0-2', 'Anne Tremblay Against'],
  ])
  expect(new Set(found.of('motion').map(({ key }) => key)).size).toBe(5)
  expect(found.of('meeting')).toHaveLength(1)
})

it('counts a repeated row once, and says where a member voted in two ways', async () => {
  const found = await read(
    rows,
    head,
    ',Pass the bills,"Carried, 2-0",Anne Tremblay,Yes',
    ',Pass the bills,"Carried, 2-0",Anne Tremblay,Yes',
    ',Pass the bills,"Carried, 2-0",Raj Singh,Yes',
    ',Pass the bills,"Carried, 2-0",Raj Singh,Absent',
  )
  const votes = ['Anne Tremblay For', 'Raj Singh Other Yes / Absent']
  expect(motions(found)).toEqual([['- Pass the bills: Carried', '2-0', ...votes]])
  expect(found.warnings).toEqual([
    {
      location: 'votes.csv:2',
      subject: 'votes',
      reason:
        'have rows that say the same again, read as one: 1; first: "Pass the bills", votes.csv:3',
    },
    {
      location: expect.stringContaining('votes.csv:2'),
      subject: 'votes',
      reason:
        'name a member twice with unlike votes, so that two votes may share one entry: 1; first: "Pass the bills"',
    },
  ])
})

it('reads a table with a column for each member', async () => {
  const mapping = {
    ...rows,
    columns: { date: 'Day', text: 'Motion', result: 'Result', mover: 'Mover' },
    member_columns: ['Anne Tremblay', 'Raj Singh'],
  }
  const found = await read(
    mapping,
    'Day,Motion,Result,Mover,Anne Tremblay,Raj Singh,Note',
    '2025-03-04,Plough sidewalks,Lost,Raj Singh,Y,N,after debate',
    '2025-03-04,Salt sidewalks,Carried,Ida Pell,Y,,',
  )
  expect(motions(found)).toEqual([
    [
      ...['2025-03-04 Plough sidewalks: Defeated', null],
      ...['Anne Tremblay For', 'Raj Singh Against'],
    ],
    // Without a word, it is not recorded how somebody voted.
    ['2025-03-04 Salt sidewalks: Carried', null, 'Anne Tremblay For'],
  ])
  const movers = found.of('motion').map(({ mover_key, mover_name }) => [mover_key, mover_name])
  expect(movers).toEqual([
    ['raj singh', 'Raj Singh'],
    [null, 'Ida Pell'],
  ])
})

it('reads a table with lists of names, whose result stands against its names', async () => {
  const mapping = {
    ...rows,
    columns: { date: 'Day', text: 'Motion', result: 'Result' },
    member_lists: { Yeas: 'Yea', Nays: 'Nay' },
    list_separator: ';',
    people: { 'The Speaker, Councillor Pell': 'Ida Pell' },
  }
  const found = await read(
    mapping,
    'Day,Motion,Result,Yeas,Nays',
    '2025-03-04,Amend the by-law,LOST,"His Worship Mayor Singh; The Speaker, Councillor Pell",Councillor Hall',
  )
  expect(motions(found)).toEqual([
    [
      ...['2025-03-04 Amend the by-law: Defeated', null],
      ...['Singh For', 'Ida Pell For', 'Hall Against'],
    ],
  ])
  expect(found.of('person').find(({ name }) => name === 'Ida Pell')?.other_names).toEqual([
    { name: 'The Speaker, Councillor Pell' },
  ])
})

it('reads columns as Socrata names them, with ids of meetings and local times', async () => {
  const mapping: Mapping = {
    source: 'edmonton',
    columns: {
      meeting_id: 'meeting_id',
      body: 'meeting_type',
      date: 'meeting_datetime',
      item_number: 'agenda_item_number',
      item_title: 'agenda_item_title',
      mover: 'moved_by',
      seconder: 'seconded_by',
      result: 'motion_result',
      member: 'council_member',
      vote: 'vote',
    },
  }
  const head = Object.values(mapping.columns).join()
  const at = '2101,City Council,2025-03-04T09:30:00.000,6.1,Transit plan,A. Knack,K. Tang,Carried'
  const found = await read(mapping, head, `${at},A. Knack,Yes`, `${at},K. Tang,Absent`)
  expect(found.errors).toEqual([])
  expect(found.of('meeting')).toMatchObject([{ key: '2101', date: '2025-03-04' }])
  const item = { meeting_key: '2101', item_number: '6.1', title: 'Transit plan' }
  expect(found.of('agenda_item')).toMatchObject([item])
  expect(motions(found)).toEqual([
    ['2025-03-04 null: Carried', null, 'A. Knack For', 'K. Tang Absent'],
  ])
})

it('dates votes by a list of meetings', async () => {
  const mapping = {
    ...rows,
    columns: { ...rows.columns, meeting_id: 'Meeting' },
    meeting_list: { meeting_id: 'Id', date: 'First day' },
  }
  const folder = await writeFolder({
    'map.json': mapping,
    'tables/meetings.csv': 'Id,First day\nC7,2025-03-04\n',
    'tables/votes.csv': `Meeting,${head}\nC7,,Plough,Carried,Raj Singh,Yes\nC8,,Salt,Lost,Raj Singh,No\n`,
  })
  const map = join(folder, 'map.json')
  const { of, errors } = await collectItems(votesCsv, join(folder, 'tables'), { map })
  expect(errors).toEqual([])
  expect(of('meeting').map(({ key, date }) => `${key} ${date}`)).toEqual(['C7 2025-03-04'])
  expect(of('motion').map(({ meeting_key, date }) => [meeting_key, date])).toEqual([
    ['C7', null],
    [null, null],
  ])
})

describe('what cannot be read', () => {
  const vote = '2025-03-04,Plough,Carried,Raj Singh,Yes'
  it.each<[string, unknown, string[], RegExp]>([
    [
      'a column that the table lacks',
      { ...rows, columns: { ...rows.columns, vote: ['Ballot', 'Voice'], text: 'Text' } },
      [head, vote],
      /votes.csv has no columns "Text", "Ballot" or "Voice"; it has "Day", "Motion", "Result", "Member", "Vote"; correct the mapping/,
    ],
    [
      'a mapping with an unknown field',
      { ...rows, columns: { ...rows.columns, membre: 'Member' } },
      [head, vote],
      /map.json:\d+ columns.membre is not a known field$/,
    ],
    ['a mapping that is not JSON', '{', [head, vote], /map.json:\d+:\d+ /],
    [
      'a mapping without a body',
      { ...rows, body: null },
      [head, vote],
      /must say which body votes/,
    ],
    [
      'a mapping that names members twice',
      { ...rows, member_columns: ['Raj Singh'] },
      [head, vote],
      /must say in one way who voted/,
    ],
    [
      'a mapping without the column of votes',
      { ...rows, columns: { ...rows.columns, vote: null } },
      [head, vote],
      /must set "columns.vote"/,
    ],
    ['an empty table', rows, [''], /votes.csv is empty; nothing was imported$/],
    [
      'a row that lacks a cell',
      rows,
      [head, vote, '2025-03-04,Salt'],
      /^votes.csv is not a CSV table: Invalid Record Length: .* line 3/,
    ],
    [
      'a date in another order',
      rows,
      [head, '03/04/2025,Plough,Carried,Raj Singh,Yes'],
      /^votes.csv:2 "03\/04\/2025" is not a date in the order ymd; set "date_order" of the mapping to mdy or dmy$/,
    ],
    [
      'a date in words, which no order can mend',
      rows,
      [head, '4 March 2025,Plough,Carried,Raj Singh,Yes'],
      /^votes.csv:2 "4 March 2025" is not a date that can be read in any "date_order"; write .* 2026-03-09/,
    ],
    [
      'a column that the table has twice',
      rows,
      [`${head},Result`, `${vote},Lost`],
      /^votes.csv has the column "Result" more than once: columns 3 and 6; give each a name/,
    ],
    [
      'a list of names that the table has twice',
      { ...rows, columns: { date: 'Day', text: 'Motion' }, member_lists: { Yeas: 'Yes' } },
      ['Day,Motion,Yeas,Yeas', '2025-03-04,Plough,Raj Singh,Ida Pell'],
      /the column "Yeas" more than once: columns 3 and 4/,
    ],
    [
      'two columns that differ in case alone',
      rows,
      [`${head},VOTE`, `${vote},No`],
      /^votes.csv has several columns that the mapping may mean, "Vote" and "VOTE": columns 5 and 6; give each/,
    ],
    [
      'two columns of which the mapping means one',
      { ...rows, columns: { ...rows.columns, result: ['Result', 'Outcome'] } },
      [`Outcome,${head}`, `Lost,${vote}`],
      /several columns that the mapping may mean, "Outcome" and "Result": columns 1 and 4/,
    ],
    [
      'two columns of one member',
      { ...rows, columns: { date: 'Day', text: 'Motion' }, member_columns: ['Raj Singh'] },
      ['Day,Motion,raj  singh,Raj Singh', '2025-03-04,Plough,Yes,No'],
      /may mean, "Raj Singh" and "raj {2}singh": columns 3 and 4/,
    ],
    [
      'dates of two orders, which no order can mend',
      rows,
      [head, vote, '03/04/2025,Salt,Carried,Raj Singh,Yes'],
      /^votes.csv:3 "03\/04\/2025" is not a date in the order ymd, as "2025-03-04" is; write all dates in one order/,
    ],
    [
      'a count that is not a number',
      { ...rows, columns: { ...rows.columns, for: 'Result' } },
      [head, vote],
      /^votes.csv:2 "for" must be a whole number; found "Carried"$/,
    ],
  ])('%s', async (_, mapping, lines, message) => {
    expect(await problem(mapping, ...lines)).toMatch(message)
  })

  it('a table in another encoding', async () => {
    const latin = Buffer.from(`${head}\n2025-03-04,Café,Carried,Raj Singh,Yes\n`, 'latin1')
    const folder = await writeFolder({ 'map.json': rows, 'votes.csv': latin })
    const map = join(folder, 'map.json')
    await expect(collectItems(votesCsv, join(folder, 'votes.csv'), { map })).rejects.toThrow(
      /votes.csv is not valid UTF-8; save the table as "CSV UTF-8"; nothing was imported$/,
    )
  })

  it('no mapping, no file, no table', async () => {
    const folder = await writeFolder({ 'map.json': rows })
    const map = join(folder, 'map.json')
    await expect(votesCsv.open(folder)).rejects.toThrow(/add --map <file[.]json>/)
    await expect(votesCsv.open(folder, { map })).rejects.toThrow(/contains no CSV file$/)
    await expect(votesCsv.open(join(folder, 'x.csv'), { map })).rejects.toThrow(/does not exist/)
  })
})

describe('an address', () => {
  const open = async (content: string, status = 200) => {
    const { url } = await startJsonServer(
      () => (response: ServerResponse) => response.writeHead(status).end(content),
    )
    const folder = await writeFolder({ 'map.json': rows })
    return {
      url,
      collected: collectItems(votesCsv, `${url}/v.csv`, { map: join(folder, 'map.json') }),
    }
  }

  it('is read like a file', async () => {
    const { url, collected } = await open(`${head}\n2025-03-04,Plough,Carried,Raj Singh,Yes\n`)
    const { opened, of } = await collected
    expect([opened.url, of('motion').length]).toEqual([`${url}/v.csv`, 1])
  })

  it('is requested again after a connection that was closed', async () => {
    const table = `${head}\n2025-03-04,Plough,Carried,Raj Singh,Yes\n`
    const { url, requests } = await startJsonServer((_, times) => (response: ServerResponse) => {
      if (times === 1) response.write('Day,', () => response.destroy())
      else response.end(table)
    })
    const map = join(await writeFolder({ 'map.json': rows }), 'map.json')
    const { of } = await collectItems(votesCsv, `${url}/v.csv`, { map })
    expect(of('motion')).toHaveLength(1)
    expect(requests).toHaveLength(2)
  })

  it('of a page or of nothing is rejected', async () => {
    const page = (await open('<!doctype html><p>Open data')).collected
    await expect(page).rejects.toThrow('responded with a web page; use the address of the CSV file')
    const nothing = (await open('', 404)).collected
    await expect(nothing).rejects.toThrow(/v.csv responded with 404; nothing was imported$/)
  })
})

it('rejects a number of votes that begins again at each meeting', async () => {
  const columns = { ...rows.columns, vote_id: 'No' }
  expect(
    await problem(
      { ...rows, columns },
      `No,${head}`,
      '1,2025-03-04,Plough sidewalks,Carried,Anne Tremblay,Yes',
      '1,2025-04-01,Adopt the budget,Carried,Anne Tremblay,Yes',
    ),
  ).toMatch(/^votes.csv:3 is also that of a vote of another meeting, at votes.csv:2; leave vote_id/)
})

it('has no person for a list of names that says None', async () => {
  const lists = {
    source: 'lowmere',
    body: 'Town Council',
    member_lists: { Yeas: 'Yes', Nays: 'No' },
  }
  const columns = { date: 'Day', text: 'Motion', result: 'Result' }
  const found = await read(
    { ...lists, columns },
    'Day,Motion,Result,Yeas,Nays',
    '2025-03-04,Plough sidewalks,Carried,"Anne Tremblay, Raj Singh",None',
  )
  expect(found.of('person').map(({ name }) => name)).toEqual(['Anne Tremblay', 'Raj Singh'])
})

it('reads the words of French minutes without an entry in the mapping', async () => {
  const vote = (member: string, word: string) =>
    `2025-03-04,Adopter le budget,Adoptée,${member},${word}`
  const found = await read(
    rows,
    head,
    vote('Anne Tremblay', 'En faveur'),
    vote('Ida Pelletier', 'Opposée'),
    vote('Raj Singh', 'S’est abstenu'),
    vote('Zoé Hall', 'En congé'),
    vote('Luc Roy', 'Récusé'),
    vote('Guy Lapointe', 'N’a pas voté'),
  )
  expect(motions(found)).toEqual([
    [
      ...['2025-03-04 Adopter le budget: Carried', null, 'Anne Tremblay For'],
      ...['Ida Pelletier Against', 'Raj Singh Abstain', 'Zoé Hall Absent En congé'],
      ...['Luc Roy Recused', 'Guy Lapointe Other N’a pas voté'],
    ],
  ])
  expect(found.warnings).toEqual([])
})

it('ignores two columns of one name that the mapping does not use', async () => {
  const found = await read(rows, `${head},Note,Note`, '2025-03-04,Plough,Carried,Raj Singh,Yes,a,b')
  expect(found.of('motion')).toHaveLength(1)
})

it('says where rows of one vote are unlike', async () => {
  const columns = { ...rows.columns, mover: 'Mover', for: 'For' }
  const found = await read(
    { ...rows, columns },
    `${head},Mover,For`,
    '2025-03-04,Plough,Carried,Raj Singh,Yes,Raj Singh,4',
    '2025-03-04,Plough,Carried,Ida Pell,Yes,Ida Pell,4',
    '2025-03-04,Plough,Carried,Guy Roy,Yes,Raj Singh,5',
  )
  expect(found.warnings.map(({ location, reason }) => `${location} ${reason}`)).toEqual([
    'votes.csv:2 have rows with unlike "mover"; those of the first row stand: 1; first: "Plough", votes.csv:3',
    'votes.csv:2 have rows with unlike "for"; those of the first row stand: 1; first: "Plough", votes.csv:4',
  ])
})
