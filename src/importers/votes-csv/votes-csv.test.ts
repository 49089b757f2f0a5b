import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startJsonServer } from '../../../test/support/http/json-server.ts'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
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

describe('a column of weights', () => {
  const weighted = { ...rows, columns: { ...rows.columns, weight: 'Weight' } }

  it('has the weight of the vote of each row', async () => {
    const { of } = await read(
      weighted,
      `${head},Weight`,
      '2025-03-04,Plough,Defeated,Anne Tremblay,Yes,12.5',
      '2025-03-04,Plough,Defeated,Raj Singh,No,30',
      '2025-03-04,Salt,Carried,Raj Singh,Yes,',
    )
    const votes = of('motion').map((motion) => motion.votes?.map(({ weight }) => weight ?? null))
    expect(votes).toEqual([[12.5, 30], [null]])
  })

  it('has numbers only', async () => {
    const found = await problem(weighted, `${head},Weight`, '2025-03-04,Plough,Lost,Raj Singh,No,x')
    expect(found).toBe('votes.csv:2 "weight" must be a number; found "x"')
  })
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
