import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectItems } from '../../../test/support/imports/collect-items.ts'
import { expectError } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { readList } from '../../../test/support/service/read-lists.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { toronto } from '../../importers/votes-csv/toronto.ts'

let service: Service
let body: string
beforeAll(async () => {
  service = await startService()
  await importRecords(service, [
    {
      ...{ kind: 'motion', key: 'v-lost', organization_key: 'o-council', position: 0 },
      ...{ date: '2024-02-03', result: 'Defeated', tally: { for: 0, against: 1 } },
      votes: [{ person_key: 'p-ng', name: 'Vera Ng', value: 'Against' }],
    },
  ])
  body = (await service.v1('votes?format=csv&layout=toronto')).body
})
afterAll(() => service.stop())

const rowsOf = (table: string): Record<string, string>[] =>
  parse(table, { columns: true, record_delimiter: '\r\n' })

describe("the votes in the layout of Toronto's table", () => {
  it('have exactly its columns', () => {
    expect(body.slice(0, body.indexOf('\r\n'))).toBe(
      '_id,Term,First Name,Last Name,Committee,Date/Time,Agenda Item #,Agenda Item Title,Motion Type,Vote,Result,Vote Description',
    )
  })

  it('are those of the list, in its order', async () => {
    const votes = await readList(service, 'votes')
    const words: Record<string, string> = { For: 'Yes', Against: 'No' }
    const expected = votes.map((vote) => ({
      name: vote.person_name,
      Committee: vote.organization ?? '',
      'Date/Time': vote.meeting_date ?? '',
      Vote: words[vote.vote_value] ?? vote.vote_value,
    }))
    const rows = rowsOf(body).map((row) => ({
      name: `${row['First Name']} ${row['Last Name']}`.trim(),
      Committee: row.Committee,
      'Date/Time': row['Date/Time'],
      Vote: row.Vote,
    }))
    expect(rows).toEqual(expected)
    expect(new Set(rowsOf(body).map((row) => row._id)).size).toBe(votes.length)
  })

  it('are read by the import of that table, person for person', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reeve-layout-'))
    try {
      await writeFile(join(folder, 'votes.csv'), body)
      const read = await collectItems(toronto, join(folder, 'votes.csv'))
      expect(read.errors).toEqual([])
      const people = new Set(
        rowsOf(body).map((row) => `${row['First Name']} ${row['Last Name']}`.trim()),
      )
      expect(new Set(read.of('person').map(({ name }) => name))).toEqual(people)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('have the result as the City writes it', () => {
    const results = rowsOf(body).map(({ Result = '' }) => Result)
    expect(results).toContain('Lost, 0-1')
    expect(results.join()).toMatch(/Carried/)
    expect(results.join()).not.toMatch(/Defeated/)
  })

  it('are offered without a key too', async () => {
    const open = await service.call('/pemberley/votes.csv?layout=toronto')
    expect(open.body).toBe(body)
  })

  it.each([
    'votes?layout=toronto',
    'votes?format=ndjson&layout=toronto',
    'votes?format=csv&layout=ottawa',
  ])('%s is an error', async (path) => {
    expectError(await service.v1(path), 'VALIDATION_ERROR')
  })
})
