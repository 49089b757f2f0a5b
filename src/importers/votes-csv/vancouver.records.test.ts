import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { collectItems } from '../../../test/support/imports/collect-items.ts'
import { groupBy } from '../../core/group-by.ts'
import { vancouver } from './vancouver.ts'

const folder = join(process.env.REEVE_TEST_RECORDS ?? '', 'open-data/vancouver-bc')
const rowsOf = (name: string, delimiter = ',') =>
  parse(readFileSync(join(folder, name)), { columns: true, delimiter }) as Record<string, string>[]

const words: Record<string, string> = {
  For: 'In Favour',
  Against: 'In Opposition',
  Abstain: 'Abstain',
  Absent: 'Absent',
}

it('has every word of 30 votes of three meetings', async () => {
  const { of, errors, warnings } = await collectItems(
    vancouver,
    join(folder, 'council-voting-records.2021-09-21_22.csv'),
  )
  expect([errors, warnings]).toEqual([[], []])
  const expected = rowsOf('expected-counts.2021-09-21_22.csv')
  expect(of('motion')).toHaveLength(expected.length)
  for (const { vote_number, decision, ...counts } of expected) {
    const { result, votes = [] } = of('motion').find(({ key }) => key === vote_number) ?? {}
    expect(result, vote_number).toBe(decision === 'Lost' ? 'Defeated' : 'Carried')
    const found = groupBy(votes, ({ value, reason }) => reason ?? words[value] ?? value)
    for (const [word, count] of Object.entries(counts))
      expect(found(word).length, `${vote_number} ${word}`).toBe(Number(count))
  }
  expect(
    of('meeting')
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['18053', '18054', '18055'])
  expect(of('person')).toHaveLength(11)
})

it('keeps a vote of which the file has a few members, and counts no one as absent', async () => {
  const file = 'council-voting-records.first-90-rows.csv'
  const { of } = await collectItems(vancouver, join(folder, file))
  const rows = rowsOf(file, ';')
  const numbers = new Set(rows.map((row) => row['Vote Number']))
  expect([of('motion').length, of('meeting').length, of('person').length]).toEqual([27, 4, 11])
  for (const number of numbers) {
    const { votes = [] } = of('motion').find(({ key }) => key === number) ?? {}
    const written = rows.filter((row) => row['Vote Number'] === number).map((row) => row.Vote)
    expect(votes.map(({ value }) => words[value]).sort()).toEqual(written.sort())
  }
})
