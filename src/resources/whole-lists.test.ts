import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoReader } from '../../test/support/database/no-reader.ts'
import { expectError } from '../../test/support/service/expect.ts'
import { importRecords } from '../../test/support/service/import-records.ts'
import { readList } from '../../test/support/service/read-lists.ts'
import { type Json, type Service, startService } from '../../test/support/service/service.ts'
import { sourceOf, town } from '../../test/support/towns/town.ts'
import { townWithEdges } from '../../test/support/towns/town-with-edges.ts'
import { Downloads } from '../http/list-download.ts'

/** By-laws of 16 megabytes, more than all buffers between service and client hold. */
const bylaws = Array.from({ length: 4000 }, (_, number) => ({
  kind: 'bylaw',
  key: `long-${number}`,
  title: `"Long", part ${number}\n=1+1 ${'x'.repeat(3900)}`,
  bylaw_number: String(number),
  year: 2000 + (number % 400),
}))
const records = [...townWithEdges(), ...bylaws]
const source = () => Promise.resolve(sourceOf(records))
// Tests that run in one process share the copies of a municipality.
const municipality = { ...town, name: 'Town of long lists' }

let service: Service
beforeAll(async () => {
  service = await startService({ municipality, source })
})
afterAll(() => service.stop())

const lists = [
  'meetings?organization=town-council&date_to=2024-03-01',
  'people',
  'organizations',
  'matters',
  'motions?voter=vera-ng&has_votes=false',
  'votes',
  'votes?person=vera-ng&date_from=2024-02-01',
  'agreement?organization=town-council',
  'people/vera-ng/agreement',
  'declarations',
  'closed-sessions',
  'notices?kind=public_meeting',
  'mayoral-decisions?kind=direction',
  'attendance?organization=town-council',
  'bylaws?year=2010',
  'bylaws?status=no-such-status',
]

const withFormat = (list: string, format: string) =>
  `${list}${list.includes('?') ? '&' : '?'}format=${format}`

/** The cells of an item, by the names of columns. */
function cellsOf(item: Json, columns: readonly string[]): Record<string, string> {
  const cell = (column: string) => {
    const value = column.split('.').reduce((part, name) => part?.[name], item)
    return value == null ? '' : String(value)
  }
  return Object.fromEntries(columns.map((column) => [column, cell(column)]))
}

describe('a whole list', () => {
  it.each(lists)('%s is the same as its pages', async (list) => {
    const items = await readList(service, list)
    const ndjson = await service.v1(withFormat(list, 'ndjson'))
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(ndjson.headers.get('reeve-rows')).toBe(String(items.length))
    const lines = ndjson.body.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => JSON.parse(line))).toEqual(items)
    const csv = await service.v1(withFormat(list, 'csv'))
    expect(csv.headers.get('reeve-rows')).toBe(String(items.length))
    const [columns = [], ...rows] = parse(csv.body, { record_delimiter: '\r\n' })
    const cells = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
    expect(cells).toEqual(items.map((item) => cellsOf(item, columns)))
  })

  it('of a search is all its results, in order', async () => {
    const pages = []
    for (let page = 1, more = true; more; page += 1) {
      const { json } = await service.v1(`search?q=report&per_page=20&page=${page}`)
      pages.push(...json.data)
      more = json.pagination.has_more
    }
    expect(pages.length).toBeGreaterThan(20)
    const ndjson = await service.v1('search?q=report&format=ndjson')
    const lines = ndjson.body.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(pages)
    const csv = await service.v1('search?q=report&format=csv')
    const rows = parse(csv.body, { columns: true, record_delimiter: '\r\n' })
    expect(rows.map(({ url }: Json) => url)).toEqual(pages.map(({ url }) => url ?? ''))
    expect(csv.headers.get('reeve-rows')).toBe(String(pages.length))
  })

  it('of a search with too many results is an error that says what to do', async () => {
    const matters = Array.from({ length: 2001 }, (_, number) => ({
      ...{ kind: 'matter', key: `ditch-${number}`, title: `Ditch ${number}` },
    }))
    const ditches = { ...town, name: 'Town of ditches' }
    const own = await startService({
      municipality: ditches,
      source: async () => sourceOf(matters),
    })
    try {
      const message = expectError(await own.v1('search?q=ditch&format=csv'), 'VALIDATION_ERROR')
      expect(message).toMatch(/^There are more than 2000 results; narrow the search/)
      const narrow = await own.v1('search?q=ditch+1999&format=csv&match=all')
      expect(narrow.headers.get('reeve-rows')).toBe('1')
      expectError(await own.v1('search?q=ditch&format=csv&page=2'), 'VALIDATION_ERROR')
    } finally {
      await own.stop()
    }
  })

  it('of municipalities needs no key', async () => {
    const { json } = await service.call('/api/v1/municipalities')
    const ndjson = await service.call('/api/v1/municipalities?format=ndjson')
    expect(JSON.parse(ndjson.body)).toEqual(json.data[0])
    const csv = await service.call('/api/v1/municipalities?format=csv')
    const [row = {}] = parse<Record<string, string>>(csv.body, {
      columns: true,
      record_delimiter: '\r\n',
    })
    expect(row['counts.votes']).toBe(String(json.data[0].counts.votes))
    expect(csv.headers.get('content-disposition')).toMatch(/"municipalities-\d{4}-\d\d-\d\d\.csv"/)
  })

  it('is named after the municipality, the list and the day', async () => {
    const { headers } = await service.v1('votes?format=csv')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="pemberley-votes-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  })

  it('has a row for each item, with date, title, result, slugs and page', async () => {
    const { body } = await service.v1('votes?format=csv&value=Against')
    const [columns] = parse(body, { record_delimiter: '\r\n' })
    expect(columns).toEqual(
      expect.arrayContaining([
        'meeting_date',
        'title',
        'result',
        'person_slug',
        'motion_slug',
        'url',
      ]),
    )
  })

  it('has the same headers without a body for HEAD', async () => {
    const [got, head] = [
      await service.v1('bylaws?format=csv'),
      await service.v1('bylaws?format=csv', { method: 'HEAD' }),
    ]
    for (const name of ['reeve-rows', 'content-type', 'content-disposition', 'etag'])
      expect(head.headers.get(name)).toBe(got.headers.get(name))
    expect(head.body).toBe('')
  })

  it('is not sent again while it is current', async () => {
    const first = await service.v1('people?format=csv')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await service.v1('people?format=csv', { headers })).status).toBe(304)
    const other = await service.v1('people?format=ndjson', { headers })
    expect(other.status).toBe(200)
  })

  it('is compressed for clients that accept it', async () => {
    const { headers, body } = await service.v1('bylaws?format=ndjson', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(body.trimEnd().split('\n')).toHaveLength(Number(headers.get('reeve-rows')))
  })
})

describe('a whole list that cannot be sent', () => {
  it.each([
    ['votes?format=xlsx', 'VALIDATION_ERROR'],
    ['votes?format=csv&per_page=50', 'VALIDATION_ERROR'],
    ['votes?format=ndjson&for=spreadsheet', 'VALIDATION_ERROR'],
    ['votes?for=spreadsheet', 'VALIDATION_ERROR'],
    ['votes?format=csv&date_from=yesterday', 'VALIDATION_ERROR'],
    ['people/no-such-person/agreement?format=csv', 'PERSON_NOT_FOUND'],
  ] as const)('%s is an error before it begins', async (path, code) => {
    expectError(await service.v1(path), code)
  })

  it('does not begin at a cursor', async () => {
    const { json } = await service.v1('votes?per_page=1')
    const { next_cursor: cursor } = json.pagination
    expectError(await service.v1(`votes?format=csv&cursor=${cursor}`), 'VALIDATION_ERROR')
  })
})

/** A response whose body is not read. */
function beginReading(
  own: Service,
  path: string,
  key = own.key,
  more: Record<string, string> = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = `${own.url}/api/v1/pemberley/${path}`
    const headers = { 'x-api-key': key, ...more }
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
}

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Its body; rejects if it was cut. */
async function readOn(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8')
  let body = ''
  for await (const text of response) body += text
  return body
}

const leftWith = (response: IncomingMessage) =>
  readOn(response).then(
    () => 'whole',
    () => 'cut',
  )

async function withDownloads(
  limits: ConstructorParameters<typeof Downloads>[0],
  work: (own: Service) => Promise<void>,
): Promise<void> {
  const settings = { trustProxy: ['127.0.0.1'] }
  const downloads = new Downloads(limits)
  const own = await startService({ municipality, source, downloads, settings })
  try {
    await work(own)
  } finally {
    await own.stop()
  }
}

/** Waits until the only slot is free. */
async function hasEnded(own: Service): Promise<void> {
  const next = beginReading(own, 'bylaws?format=csv', own.key, from('203.0.113.7'))
  await next.then(
    (response) => response.destroy(),
    () => undefined,
  )
}

describe('a download', () => {
  it('is of one state of the record, whatever is imported meanwhile', async () => {
    await withDownloads({}, async (own) => {
      const before = await readList(own, 'bylaws')
      const response = await beginReading(own, 'bylaws?format=ndjson')
      const changed = bylaws.slice(10).map((bylaw) => ({ ...bylaw, title: 'Changed', year: 1990 }))
      await importRecords(own, [...townWithEdges(), ...changed], { prune: true })
      const body = await readOn(response)
      const items = body.trimEnd().split('\n')
      expect(items.map((line) => JSON.parse(line))).toEqual(before)
    })
  })

  it('is cut when the client does not read, and leaves no reader', async () => {
    await withDownloads({ stallMs: 500, concurrency: 1 }, async (own) => {
      const response = await beginReading(own, 'bylaws?format=csv')
      await hasEnded(own)
      expect(await leftWith(response)).toBe('cut')
      await expectNoReader(own)
    })
  })

  it('is cut when it takes too long', async () => {
    await withDownloads({ totalMs: 500 }, async (own) => {
      const response = await beginReading(own, 'bylaws?format=csv')
      await pause(500)
      expect(await leftWith(response)).toBe('cut')
      await expectNoReader(own)
    })
  })

  it('leaves no reader when the client goes away', async () => {
    await withDownloads({}, async (own) => {
      const responses = [
        await beginReading(own, 'bylaws?format=csv'),
        await beginReading(own, 'bylaws?format=ndjson'),
      ]
      for (const response of responses) response.destroy()
      await expectNoReader(own)
      expect((await own.v1('people?format=csv')).status).toBe(200)
    })
  })

  it('is rejected while the client has two others, and waits for those of other clients', async () => {
    await withDownloads({ concurrency: 3 }, async (own) => {
      const first = await beginReading(own, 'bylaws?format=csv')
      const second = await beginReading(own, 'bylaws?format=csv')
      const third = await own.v1('bylaws?format=csv')
      expectError(third, 'RATE_LIMIT_EXCEEDED')
      expect(third.headers.get('retry-after')).toBe('60')
      const other = own.v1('bylaws?format=csv', {
        key: await own.newKey('other@pemberley.example'),
      })
      expect(await leftWith(first)).toBe('whole')
      expect((await other).status).toBe(200)
      expect(await leftWith(second)).toBe('whole')
      expect((await own.v1('bylaws?format=csv')).status).toBe(200)
    })
  })

  it('of one network leaves a slot to others, whatever its accounts', async () => {
    await withDownloads({ concurrency: 2 }, async (own) => {
      const first = await beginReading(own, 'bylaws?format=csv')
      const waiting = own.v1('bylaws?format=ndjson', {
        key: await own.newKey('second@pemberley.example'),
      })
      const other = await own.v1('bylaws?format=csv', { headers: from('203.0.113.7') })
      expect(other.status).toBe(200)
      expect(await leftWith(first)).toBe('whole')
      expect((await waiting).status).toBe(200)
    })
  })

  it('delays no small list, although others have all slots', async () => {
    await withDownloads({ concurrency: 2 }, async (own) => {
      const held = [
        await beginReading(own, 'bylaws?format=csv'),
        await beginReading(own, 'bylaws?format=csv', own.key, from('203.0.113.7')),
      ]
      const small = ['bylaws?year=2010', 'people', 'votes']
      for (const list of small) {
        const table = await own.v1(withFormat(list, 'csv'))
        expect(table.headers.get('reeve-rows')).toBe(String((await readList(own, list)).length))
      }
      for (const response of held) expect(await leftWith(response)).toBe('whole')
    })
  })
})
