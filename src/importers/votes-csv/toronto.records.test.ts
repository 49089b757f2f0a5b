import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Collected, collectItems } from '../../../test/support/imports/collect-items.ts'
import { groupBy } from '../../core/group-by.ts'
import type { RecordOf } from '../../record/kinds.ts'
import { checkRecord } from '../record-check.ts'
import { toronto } from './toronto.ts'

// The published tables of Toronto. What is expected is counted here from the rows, without the code of the source.

const folder = join(process.env.REEVE_TEST_RECORDS ?? '', 'open-data/toronto-on')
const counts = JSON.parse(readFileSync(join(folder, 'counts.json'), 'utf8')) as Record<
  string,
  { rows: number; votes: number; persons: number; items: number; committees: number }
>

type Row = Record<string, string>
type Motion = RecordOf<'motion'>

const unpacked = (name: string): Buffer =>
  spawnSync('xz', ['-dc', join(folder, `${name}.xz`)], { maxBuffer: 2 ** 28 }).stdout
const rowsOf = (table: Buffer): Row[] => parse(table, { columns: true, bom: true })
const fold = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** "BailÃ£o" is "Bailão". */
const mended = (name: string) => {
  const text = Buffer.from(name, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? name : text
}
const aliases: Row = { 'michelle holland': 'michelle berardinetti' }
const memberOf = (row: Row) => {
  const name = fold(mended(`${row['First Name']} ${row['Last Name']}`.replace(/ +/g, ' ').trim()))
  return aliases[name] ?? name
}
const voteFields = ['Committee', 'Agenda Item #', 'Motion Type', 'Vote Description', 'Result']
const voteOf = (row: Row) => JSON.stringify([...voteFields, 'Date/Time'].map((name) => row[name]))

const wordOf = ({ value, reason }: { value: string; reason?: string | null }) =>
  reason ?? ({ For: 'Yes', Against: 'No' }[value] || value)
const rollOf = (entries: Iterable<[string, string]>) =>
  [...entries]
    .map((pair) => pair.join(': '))
    .sort()
    .join(', ')
/** A vote by its item, its counts and how everybody voted, as the table and as the import have it. */
const tableVotes = (rows: Row[]) => {
  const ofVote = groupBy(rows, voteOf)
  return [...new Set(rows.map(voteOf))].map((vote) => {
    const ofMember = groupBy(ofVote(vote), memberOf)
    const members = [...new Set(ofVote(vote).map(memberOf))]
    const words = (name: string) => [...new Set(ofMember(name).map(({ Vote = '' }) => Vote))]
    const [{ 'Agenda Item #': item, Result: written = '' } = {}] = ofVote(vote)
    const [, tally] = /, (\d+-\d+)$/.exec(written) ?? []
    const result = written.startsWith('Carried') ? 'Carried' : 'Defeated'
    const roll = members.map((name): [string, string] => [name, words(name).join(' / ')])
    return `${item} ${result} ${tally} ${rollOf(roll)}`
  })
}
const importedVotes = (motions: Motion[]) =>
  motions.map(({ matter_key, result, tally, votes = [] }) => {
    const roll = votes.map((vote): [string, string] => [vote.person_key ?? '', wordOf(vote)])
    return `${matter_key} ${result} ${tally?.for}-${tally?.against} ${rollOf(roll)}`
  })

const terms = ['2006-2010', '2014-2018', '2018-2022', '2022-2026.to-2024-09']
describe.each(terms)('the term %s', (term) => {
  const name = `member-voting-record-${term}.csv`
  let rows: Row[]
  let read: Collected
  let where: string

  beforeAll(async () => {
    where = await mkdtemp(join(tmpdir(), 'reeve-toronto-'))
    const table = unpacked(name)
    await writeFile(join(where, name), table)
    rows = rowsOf(table)
    read = await collectItems(toronto, join(where, name))
  })
  afterAll(() => rm(where, { recursive: true, force: true }))

  it('has the votes, members, items and bodies that were counted', () => {
    expect(read.errors).toEqual([])
    const { votes, items, committees } = counts[name] ?? {}
    expect(rows).toHaveLength(counts[name]?.rows ?? 0)
    expect(read.of('motion')).toHaveLength(votes ?? 0)
    expect(new Set(read.of('motion').map(({ key }) => key)).size).toBe(votes)
    expect(read.of('matter')).toHaveLength(items ?? 0)
    expect(read.of('organization')).toHaveLength(committees ?? 0)
    expect(read.of('person')).toHaveLength(new Set(rows.map(memberOf)).size)
    for (const { record } of read.records) expect(checkRecord(record.kind, record)).toEqual([])
  })

  it('has every vote as the table has it', () => {
    expect(importedVotes(read.of('motion')).sort()).toEqual(tableVotes(rows).sort())
  })

  it('agrees for each pair of members as often as was published', () => {
    const published = agreementOf(term)
    if (published === undefined) return
    const pairs = agreement(read.of('motion'))
    // The table has 15 digits.
    for (const [pair, share] of published) expect(pairs.get(pair), pair).toBeCloseTo(share, 14)
    expect(published.size).toBeGreaterThan(400)
  })

  it('differs from the item pages, as another program read them, for known reasons alone', () => {
    const expected = pageDifferences[term]
    if (expected === undefined) return
    const pages = rowsOf(unpacked(`item-page-votes-${term}.csv`))
    const votesOf = groupBy(read.of('motion'), ({ matter_key }) => matter_key ?? '')
    const pagesOf = groupBy(pages, ({ item = '' }) => item)
    const found: Record<string, number> = {}
    for (const item of new Set(pages.map((row) => row.item ?? ''))) {
      if (votesOf(item).length === 0) continue
      for (const reason of compareItem(votesOf(item), pagesOf(item)))
        found[reason] = (found[reason] ?? 0) + 1
    }
    expect(found).toEqual(expected)
  })
})

const pairOf = (one: string, other: string) => [one, other].sort().join(' and ')
const personOf = (name: string) => aliases[fold(name)] ?? fold(name)

/** The published share of each pair; undefined if the term has no such table. */
function agreementOf(term: string): Map<string, number> | undefined {
  const file = join(folder, `agreement-${term}.csv`)
  if (!existsSync(file)) return undefined
  const [[, ...names] = [], ...lines] = parse(readFileSync(file)) as string[][]
  return new Map(
    lines.flatMap(([name = '', ...shares]) =>
      shares.flatMap((share, index): [string, number][] => {
        const other = names[index] ?? ''
        return share === '' || other === name
          ? []
          : [[pairOf(personOf(name), personOf(other)), Number(share)]]
      }),
    ),
  )
}

/** By the rule of that table: contested votes of City Council, without bills. */
function agreement(motions: Motion[]): Map<string, number> {
  const pairs = new Map<string, [same: number, both: number]>()
  const isCounted = ({ organization_key, matter_key, votes = [] }: Motion) =>
    organization_key === 'city council' &&
    matter_key?.includes('BL') === false &&
    votes.some(({ value }) => value === 'Against')
  for (const { votes = [] } of motions.filter(isCounted)) {
    const sides = votes.filter(({ value }) => value === 'For' || value === 'Against')
    for (const [index, one] of sides.entries()) countPairs(pairs, one, sides.slice(index + 1))
  }
  return new Map([...pairs].map(([pair, [same, both]]) => [pair, same / both]))
}

type Side = NonNullable<Motion['votes']>[number]

function countPairs(pairs: Map<string, [number, number]>, one: Side, others: Side[]): void {
  for (const other of others) {
    const pair = pairOf(one.person_key ?? '', other.person_key ?? '')
    const [same, both] = pairs.get(pair) ?? [0, 0]
    pairs.set(pair, [same + Number(one.value === other.value), both + 1])
  }
}

const pageDifferences: Record<string, Record<string, number>> = {
  '2014-2018': {
    equal: 3726,
    'the page has members who are not on Council': 51,
    'two votes share an entry of the table': 58,
    'the program read two votes as one': 16,
    'the table lacks the vote': 6,
  },
  '2018-2022': {
    equal: 1753,
    'the page has members who are not on Council': 154,
    'two votes share an entry of the table': 62,
    'the program read two votes as one': 3,
    'the table lacks the vote': 1,
  },
}

/** How each vote on the page of an item compares with those of the table. */
function compareItem(motions: Motion[], page: Row[]): string[] {
  const rolls = motions.map(({ votes = [] }) =>
    votes.map((vote) => `${vote.person_key}: ${wordOf(vote).toLowerCase()}`).sort(),
  )
  const left = rolls.map((roll) => roll.join())
  const pageVote = groupBy(page, ({ section, idx }) => `${section} ${idx}`)
  const ids = [...new Set(page.map(({ section, idx }) => `${section} ${idx}`))]
  const votes = ids.map((id) => [
    ...new Set(
      pageVote(id).flatMap(({ councillor = '', vote_type }) => {
        const name = fold(councillor.replace(/\s*\(.*?\)/g, '').trim())
        return name === '' ? [] : `${aliases[name] ?? name}: ${vote_type}`
      }),
    ),
  ])
  return votes.map((vote) => {
    const at = left.indexOf(vote.toSorted().join())
    if (at < 0) return reasonOf(vote, rolls)
    left.splice(at, 1)
    return 'equal'
  })
}

function reasonOf(vote: string[], rolls: string[][]): string {
  const isShared = rolls.some((roll) => roll.some((part) => part.includes(' / ')))
  if (isShared || rolls.some((roll) => roll.join() === vote.toSorted().join()))
    return 'two votes share an entry of the table'
  const names = vote.map((part) => part.split(': ')[0])
  if (new Set(names).size < names.length) return 'the program read two votes as one'
  const isPart = rolls.some((roll) => roll.length > 0 && roll.every((part) => vote.includes(part)))
  return isPart ? 'the page has members who are not on Council' : 'the table lacks the vote'
}

describe('the list of meetings', () => {
  it('dates the votes of own items of a body, and no other', async () => {
    const where = await mkdtemp(join(tmpdir(), 'reeve-toronto-'))
    onTestFinished(() => rm(where, { recursive: true, force: true }))
    const name = 'member-voting-record-2018-2022.csv'
    const list = unpacked('tmmis-meetings-2010-12_2024-09.csv')
    await writeFile(join(where, name), unpacked(name))
    await writeFile(join(where, 'meetings.csv'), list)
    const { of, errors } = await collectItems(toronto, where)
    expect(errors).toEqual([])
    const days = new Map(rowsOf(list).map((row) => [row.meetingReference, row]))
    const meetings = new Map(of('meeting').map(({ key, date }) => [key, date]))
    const undated = of('motion').filter(({ date }) => date === null)
    const found = undated.filter(({ meeting_key }) => meeting_key !== null)
    for (const { meeting_key } of found)
      expect(meetings.get(meeting_key ?? '')).toBe(days.get(meeting_key ?? '')?.meetingDate)
    const own = /\.(?:CC|MM|RM|BL|DM|IA|FM|OM)\d/
    const isOwn = ({ matter_key, organization_key }: Motion) =>
      own.test(matter_key ?? '') || organization_key !== 'city council'
    expect(found).toEqual(undated.filter(isOwn))
    expect([found.length, undated.length]).toEqual([896, 2047])
  })

  it('agrees with each date that the tables have', () => {
    const days = new Map(
      rowsOf(unpacked('tmmis-meetings-2010-12_2024-09.csv')).map((row) => [
        row.meetingReference,
        row,
      ]),
    )
    const rows = rowsOf(unpacked('member-voting-record-2022-2026.to-2024-09.csv'))
    const own = /^(\d{4})\.(?:CC|MM|RM|BL|DM|IA|FM|MPB)(\d+)\./
    const dated = rows.flatMap((row) => {
      const [, year, number] = own.exec(row['Agenda Item #'] ?? '') ?? []
      const day = days.get(`${year}.CC${number}`)
      return row.Committee === 'City Council' && year !== undefined ? [{ row, day }] : []
    })
    expect(dated.length).toBeGreaterThan(5000)
    for (const { row, day } of dated) {
      const date = row['Date/Time']?.slice(0, 10) ?? ''
      expect(date >= (day?.meetingDate ?? '') && date <= (day?.meetingEndDate ?? '')).toBe(true)
    }
  })
})
