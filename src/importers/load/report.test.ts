import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshImports, type Imports, without } from '../../../test/support/imports/municipality.ts'
import { townRecords } from '../../../test/support/towns/town.ts'
import { version } from '../../version.ts'
import { DiagnosticList, LoadRejected } from './diagnostic-list.ts'
import { publicLine } from './report.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const records = townRecords()
const first = {
  id: 1,
  municipality_id: 1,
  source: 'town',
  importer: null,
  version,
  fingerprint: null,
  report: null,
  result: 'done',
  error: null,
  source_url: 'https://pemberley.example',
  licence: 'CC0',
  started_at: '2026-01-01T00:01:00.000Z',
  finished_at: '2026-01-01T00:01:00.000Z',
  added: records.length,
  changed: 0,
  same: 0,
  removed: 0,
  unread_motions: 0,
  warnings: '[]',
  read_from: '',
  lists_unchanged: 1,
}

describe('an import that succeeded', () => {
  it('is recorded with its source, times and counts', async () => {
    await imports.run(records)
    expect(await imports.rows('imports')).toEqual([first])
  })

  it('is recorded even if nothing changed, without changing the data version or dates', async () => {
    await imports.run(records)
    const before = await imports.rows('municipalities')
    await imports.run(records)
    expect(await imports.rows('municipalities')).toEqual(before)
    expect(await imports.rows('imports')).toEqual([
      first,
      {
        ...first,
        id: 2,
        started_at: '2026-01-01T00:02:00.000Z',
        finished_at: '2026-01-01T00:02:00.000Z',
        added: 0,
        same: records.length,
      },
    ])
  })

  it('replaces the oldest run once there are 1,000, except the last one of a kind', async () => {
    await imports.run(records, { source: 'clerk' })
    await imports.run(records)
    const [clerk, town] = await imports.rows('imports')
    const { id: _, ...failed } = { ...town, result: 'failed' } as typeof first
    const runs = Array.from({ length: 1200 }, () => failed)
    await imports.store.transaction((db) => imports.store.dialect.insertAll(db, 'imports', runs))
    await imports.run(records)
    const stored = await imports.rows('imports')
    expect(stored).toHaveLength(1001)
    expect(stored[0]).toEqual(clerk)
    expect(stored.at(-1)).toMatchObject({ source: 'town', result: 'done' })
    expect(stored.filter(({ result }) => result === 'failed')).toHaveLength(999)
  })

  it('counts the removed records', async () => {
    await imports.run(records)
    await imports.run(without(records, 'b-7', 'b-8'), { prune: true })
    expect((await imports.rows('imports'))[1]).toMatchObject({
      added: 0,
      same: records.length - 2,
      removed: 2,
    })
  })
})

describe('no run is recorded', () => {
  it('for a dry run', async () => {
    await imports.run(records, { dryRun: true })
    expect(await imports.rows('imports')).toEqual([])
  })

  it('for a rejected import, which only the command records', async () => {
    await imports.rejected([{ kind: 'person', key: 'p' }])
    expect(await imports.rows('imports')).toEqual([])
  })
})

it.each([
  ['two\nlines\u001b[31m', 'two lines [31m'],
  [
    'https://clerk:hunter2@legistar.example/x responded with 500',
    'https://legistar.example/x responded with 500',
  ],
  [
    'GET https://a.example/Events?token=abc&$top=5&apikey=def failed',
    'GET https://a.example/Events?token=…&$top=5&apikey=… failed',
  ],
  [
    'https://a.example/votes.csv?sv=1&sig=abc ended',
    'https://a.example/votes.csv?sv=1&sig=… ended',
  ],
  ['/srv/reeve/data/heron-lake does not exist', '…/heron-lake does not exist'],
  ['cannot read "/srv/x/people.ndjson": EACCES', 'cannot read "…/people.ndjson": EACCES'],
  ['minutes/2026.json:4 must be 1/2', 'minutes/2026.json:4 must be 1/2'],
])('the recorded error %j has no secrets, paths or control characters', (message, line) => {
  expect(publicLine(new Error(message))).toBe(line)
})

it('the recorded error has the first error of a source, and a maximum length', () => {
  const errors = new DiagnosticList()
  errors.add({ location: 'motions.ndjson:2', subject: 'motion 7', reason: 'x'.repeat(600) })
  errors.add({ location: 'motions.ndjson:3', subject: 'motion 8', reason: 'y' })
  const line = publicLine(new LoadRejected(errors))
  expect(line).toMatch(
    /^2 errors in the source; nothing was imported; the first: motions\.ndjson:2: motion 7: x+…$/,
  )
  expect(line).toHaveLength(500)
})

it('the recorded error describes a thrown value that is not an Error', () => {
  expect(publicLine('gone')).toBe('gone')
})
