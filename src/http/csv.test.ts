import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { seed } from '../../test/support/project/random-seed.ts'
import { columnsOf, csvHeader, csvLines } from './csv.ts'
import { Nullable, Obj } from './schema-types.ts'

const Outcome = Obj('Outcome', 'An outcome.', { result: Type.String(), count: Type.Integer() })
const schema = Type.Object({
  title: Nullable(Type.String()),
  contested: Nullable(Type.Boolean()),
  outcome: Nullable(Outcome),
  names: Type.Array(Type.String()),
})
const columns = columnsOf(schema)
const plain = { forSpreadsheet: false }
const item = (fields: object) => ({
  title: null,
  contested: null,
  outcome: null,
  names: ['omitted'],
  ...fields,
})

describe('columns', () => {
  it('are the fields of a shape and of its objects, without lists', () => {
    expect(columns.map(({ name }) => name)).toEqual([
      'title',
      'contested',
      'outcome.result',
      'outcome.count',
    ])
  })
})

describe('lines', () => {
  it('end with CRLF, have words for yes and no, and nothing for unknown values', () => {
    const lines = csvLines(
      columns,
      [item({ contested: false }), item({ contested: true, outcome: { result: 'A', count: 0 } })],
      plain,
    )
    expect(lines).toBe(',false,,\r\n,true,A,0\r\n')
    expect(csvHeader(columns, plain)).toBe('title,contested,outcome.result,outcome.count\r\n')
  })

  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a"b', 'a,b', 'a\nb', 'a\rb', 'a\r\nb', ' a ', '=1+1', ']]>', '\u0000', '🏛️'),
  )

  it('keep any text', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1 }), (titles) => {
        const lines = csvLines(
          columns,
          titles.map((title) => item({ title })),
          plain,
        )
        // As programs read that end a line at any of them.
        const read = parse(lines, { record_delimiter: ['\r\n', '\n', '\r'] })
        expect(read.map(([title]) => title)).toEqual(titles)
      }),
      { seed },
    )
  })

  it('for a spreadsheet begin with a byte order mark and contain no formula', () => {
    const forSpreadsheet = { forSpreadsheet: true }
    expect(csvHeader(columns, forSpreadsheet)).toMatch(/^\uFEFFtitle,/)
    const titles = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', 'Plain']
    const lines = csvLines(
      columns,
      titles.map((title) => item({ title })),
      forSpreadsheet,
    )
    const read = parse(lines, { record_delimiter: '\r\n' }).map(([title]) => title)
    expect(read).toEqual(titles.map((title) => (title === 'Plain' ? title : `'${title}`)))
  })
})
