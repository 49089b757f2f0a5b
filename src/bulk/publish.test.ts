import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../../test/support/database/sqlite-database.ts'
import { changed } from '../../test/support/imports/municipality.ts'
import { item, matter, meeting, motion, person } from '../../test/support/imports/sidewalks.ts'
import { Copy } from '../../test/support/service/copy.ts'
import { importRecords } from '../../test/support/service/import-records.ts'
import { publishFiles } from '../../test/support/service/publish-files.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { sourceOf, town, townRecords } from '../../test/support/towns/town.ts'
import { systemClock } from '../core/clock.ts'
import { Cursors } from '../http/cursor.ts'
import { removeMunicipality } from '../importers/load/municipalities.ts'
import { publishedLists } from '../resources/modules.ts'
import { replaceFolder } from '../store/replaced-folder.ts'
import { readDataPackage } from './datapackage.ts'
import { publish } from './publish.ts'

let service: Service
let folder: string
let files: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reeve-publish-'))
  files = join(folder, 'pemberley')
  service = await startService({ settings: { publishDir: folder } })
  await publishTown()
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const jurisdictionId = 'ocd-jurisdiction/country:ca/csd:9900001/government'
const published = { slug: 'pemberley', jurisdictionId }
const publishTown = (municipality = 'pemberley') => publishFiles(service, municipality, folder)

const read = (name: string) => readFile(join(files, name))
const names = publishedLists.map(({ name }) => name)

const inTables = <T>(work: Parameters<typeof withDatabase<T>>[1]) =>
  withDatabase(`sqlite:${join(files, 'record.sqlite')}`, work)

describe('published lists', () => {
  it.each(names)(
    '%s has the bytes of the API as CSV and NDJSON, and the same rows as a table',
    async (name) => {
      const [csv, ndjson] = [await read(`${name}.csv`), gunzipSync(await read(`${name}.ndjson.gz`))]
      expect(csv.toString()).toBe((await service.v1(`${name}?format=csv`)).body)
      expect(ndjson.toString()).toBe((await service.v1(`${name}?format=ndjson`)).body)
      const rows = parse(csv, { columns: true }) as Record<string, string>[]
      expect(rows.length).toBeGreaterThan(0)
      const stored = inTables((db) => db.rows(`select * from "${name}" order by rowid`))
      const truths = { true: '1', false: '0' } as Record<string, string>
      const expected = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [
            column.replaceAll('.', '_'),
            truths[value] ?? value,
          ]),
        ),
      )
      const shown = stored.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [
            column,
            value === null ? '' : String(value),
          ]),
        ),
      )
      expect(shown).toEqual(expected)
    },
  )

  it('are described with rows, bytes, checksums, columns, source and licence', async () => {
    const described = JSON.parse((await read('datapackage.json')).toString())
    expect(described).toMatchObject({
      $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
      name: 'pemberley',
      id: jurisdictionId,
      homepage: `${service.url}/pemberley`,
      sources: [{ path: 'https://pemberley.example' }],
      licenses: [{ name: 'CC0', title: 'CC0' }],
    })
    const paths = described.resources.map(({ path }: { path: string }) => path)
    expect((await readdir(files)).sort()).toEqual(['datapackage.json', ...paths].sort())
    for (const { path, bytes, hash, rows } of described.resources) {
      const content = await read(path)
      expect(content.length, path).toBe(bytes)
      const sha256 = createHash('sha256').update(content).digest('hex')
      expect(hash, path).toBe(`sha256:${sha256}`)
      if (path.endsWith('.gz'))
        expect(gunzipSync(content).toString().split('\n').length - 1, path).toBe(rows)
    }
    const votes = described.resources.find(({ name }: { name: string }) => name === 'votes')
    expect(votes.schema.fields).toContainEqual(
      expect.objectContaining({ name: 'meeting_date', type: 'date' }),
    )
    expect(votes.schema.foreignKeys).toContainEqual({
      fields: ['person_slug'],
      reference: { resource: 'people', fields: ['slug'] },
    })
  })

  it('begin a copy that continues with the changes after them', async () => {
    const { sync_token: since } = JSON.parse((await read('datapackage.json')).toString())
    const lines = gunzipSync(await read('changes.ndjson.gz'))
      .toString()
      .split('\n')
      .filter(Boolean)
    const copy = new Copy(service)
    copy.take({
      data: lines.map((line) => JSON.parse(line)),
      pagination: { has_more: false, next_cursor: null },
      sync: { token: since },
    })
    const records = townRecords()
    await importRecords(service, changed(records, 'motion', 'v-4', { result: 'Defeated' }))
    expect(await copy.sync()).toHaveLength(3)
    const full = new Copy(service)
    await full.sync()
    expect(copy.records).toEqual(full.records)
    await importRecords(service, records)
    await publishTown()
  })

  it('refer to each other, and are found by their words', () => {
    inTables((db) => {
      expect(db.rows('pragma foreign_key_check')).toEqual([])
      expect(db.column('pragma integrity_check')).toEqual(['ok'])
      const [found] = db.rows(
        `select motions.slug from motions_fts join motions on motions.rowid = motions_fts.rowid
         where motions_fts match 'ditch' limit 1`,
      )
      expect(found?.slug).toMatch(/^motion-/)
      const [voter] = db.rows('select * from votes_by_person order by votes desc limit 1')
      expect(Number(voter?.votes)).toBeGreaterThan(1)
    })
  })
})

it('votes_by_person counts what people said, and only linked ones', async () => {
  const values = ['For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other']
  const motions = values.map((value, at) => {
    const votes = [
      { ...motion.votes[0], value },
      { name: 'A. Lee', value },
    ]
    return { ...motion, key: `v-${at}`, position: at + 1, votes }
  })
  const source = sourceOf([person, matter, meeting, item, ...motions])
  const small = await startService({ source })
  const to = await mkdtemp(join(tmpdir(), 'reeve-publish-'))
  await publish(small.writing, {
    ...{ municipality: 'pemberley', folder: to, siteUrl: small.url },
    cursors: new Cursors('secret'),
    ...{ clock: systemClock, lists: publishedLists },
  })
  const rows = withDatabase(`sqlite:${join(to, 'pemberley', 'record.sqlite')}`, (db) =>
    db.rows('select person_name, votes, rows, votes_for from votes_by_person'),
  )
  expect(rows).toEqual([{ person_name: 'Vera Ng', votes: 3, rows: 6, votes_for: 1 }])
  await small.stop()
  await rm(to, { recursive: true })
})

describe('a published folder', () => {
  it('is replaced at once, and nothing else remains', async () => {
    const before = await readDataPackage(folder, published)
    await writeFile(join(folder, 'pemberley.part'), 'left by a killed process')
    await publishTown()
    const after = await readDataPackage(folder, published)
    expect(after?.created).not.toBe(before?.created)
    expect((await lstat(files)).isSymbolicLink()).toBe(true)
    const left = await readdir(folder)
    expect(left.filter((name) => !/^pemberley(\.\d+)?$/.test(name))).toEqual([])
    expect(left).toHaveLength(2)
  })

  it('stays as it is if the next one fails', async () => {
    const before = await read('datapackage.json')
    const failing = replaceFolder(files, async (unfinished) => {
      await writeFile(join(unfinished, 'votes.csv'), 'half')
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('the disk is full')
    expect(await read('datapackage.json')).toEqual(before)
    expect(await readdir(folder)).toHaveLength(2)
  })

  it('is not filled by two processes at once', async () => {
    await replaceFolder(join(folder, 'other'), async () => {
      await expect(replaceFolder(join(folder, 'other'), async () => 1)).rejects.toThrow(
        /another process is writing/,
      )
    })
    await rm(join(folder, 'other'))
  })

  it('does not replace what something else has written, and needs a municipality', async () => {
    await mkdir(join(folder, 'taken', 'pemberley'), { recursive: true })
    const taken = replaceFolder(join(folder, 'taken', 'pemberley'), async () => 1)
    await expect(taken).rejects.toThrow(/was not written by reeve publish/)
    await rm(join(folder, 'taken'), { recursive: true })
    await expect(publishTown('nowhere')).rejects.toThrow('"nowhere" does not exist')
  })
})

describe('/bulk', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { headers: { 'accept-encoding': 'gzip, br', ...headers } })

  it('serves the files, whole and in parts, and not again while they are the same', async () => {
    const whole = await get('/bulk/pemberley/votes.csv')
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-encoding')).toBeNull()
    expect(whole.headers.get('access-control-allow-origin')).toBe('*')
    const content = await read('votes.csv')
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(content)
    const part = await get('/bulk/pemberley/votes.csv', { range: 'bytes=10-29' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-29/${content.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(10, 30))
    const condition = { 'if-none-match': whole.headers.get('etag') ?? '' }
    expect((await get('/bulk/pemberley/votes.csv', condition)).status).toBe(304)
    const beyond = { range: `bytes=${content.length + 1}-` }
    expect((await get('/bulk/pemberley/votes.csv', beyond)).status).toBe(416)
    const head = await fetch(`${service.url}/bulk/pemberley/votes.csv`, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(content.length))
  })

  it.each([
    ['datapackage.json', 'application/json; charset=utf-8'],
    ['votes.csv', 'text/csv; charset=utf-8; header=present'],
    ['votes.ndjson.gz', 'application/gzip'],
    ['record.sqlite', 'application/vnd.sqlite3'],
  ])('serves %s as %s', async (name, type) => {
    const response = await get(`/bulk/pemberley/${name}`)
    expect(response.headers.get('content-type')).toBe(type)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await read(name))
  })

  it.each([
    '/bulk/pemberley/absent.csv',
    '/bulk/pemberley/..%2F..%2Fetc%2Fpasswd',
    '/bulk/absent/votes.csv',
    '/bulk/..%2F/votes.csv',
    '/bulk/pemberley.part/votes.csv',
  ])('has nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('lists them with size, rows and date, in both languages', async () => {
    const browser = { accept: 'text/html' }
    const english = await (await get('/bulk/pemberley/', browser)).text()
    const votes = (await readDataPackage(folder, published))?.resources.find(
      ({ name }) => name === 'votes',
    )
    expect(english).toContain('<a href="/bulk/pemberley/votes.csv">votes.csv</a>')
    expect(english).toContain(`<td>${votes?.rows.toLocaleString('en-CA')}</td>`)
    expect(english).toContain(`<td>${Math.ceil((votes?.bytes ?? 0) / 1000)} kB</td>`)
    const french = await (await get('/fr/bulk/pemberley/', browser)).text()
    expect(french).toContain('Toutes les données en fichiers')
    expect(french).toContain(' ko</td>')
    const moved = await fetch(`${service.url}/fr/bulk/pemberley`, { redirect: 'manual' })
    expect(moved.headers.get('location')).toBe('/fr/bulk/pemberley/')
    const coverage = await (await get('/pemberley/coverage', browser)).text()
    expect(coverage).toContain('href="/bulk/pemberley/"')
  })

  it('says so before anything is published, and is absent without a folder', async () => {
    await rm(files)
    const none = await (await get('/bulk/pemberley/', { accept: 'text/html' })).text()
    expect(none).toContain('No files have been published yet.')
    await publishTown()
    const other = await startService()
    const coverage = await other.call('/pemberley/coverage', { headers: { accept: 'text/html' } })
    expect(coverage.body).not.toContain('/bulk/')
    for (const path of ['/bulk/pemberley/', '/bulk/pemberley/votes.csv'])
      expect((await other.call(path)).status, path).toBe(404)
    await other.stop()
  })

  it('has nothing of a council that was removed, also if another has its slug', async () => {
    const settings = { publishDir: folder }
    const divisionId = 'ocd-division/country:ca/csd:9900002'
    const other = await startService({ settings, municipality: { ...town, divisionId } })
    const removed = await startService({ settings })
    const [{ id = 0 } = {}] = await removed.writing.db
      .selectFrom('municipalities')
      .select('id')
      .execute()
    await removeMunicipality(removed.writing, id)
    for (const name of ['votes.csv', 'datapackage.json']) {
      expect((await get(`/bulk/pemberley/${name}`)).status).toBe(200)
      expect((await other.call(`/bulk/pemberley/${name}`)).status).toBe(404)
      expect((await removed.call(`/bulk/pemberley/${name}`)).status).toBe(404)
    }
    const page = await other.call('/bulk/pemberley/', { headers: { accept: 'text/html' } })
    expect(page.body).toContain('No files have been published yet.')
    await other.stop()
    await removed.stop()
  })

  it('is named where a table is rejected for too many requests', async () => {
    const limited = await startService({ settings: { openRateLimit: 1, publishDir: folder } })
    await limited.call('/pemberley/votes.csv')
    const rejected = await limited.call('/pemberley/votes.csv')
    expect(rejected.status).toBe(429)
    expect(rejected.json.error.message).toContain(`${limited.url}/bulk/pemberley/ has all lists`)
    await limited.stop()
  })
})
