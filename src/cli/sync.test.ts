import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshHome } from '../../test/support/database/fresh-home.ts'
import { itemMarkup, meetingPage } from '../../test/support/escribe/pages.ts'
import { between, live, servePortal } from '../../test/support/escribe/server.ts'
import { startJsonServer } from '../../test/support/http/json-server.ts'
import { entry } from '../../test/support/towns/escribe-portal.ts'
import { dayMs, utcDate } from '../core/calendar-date.ts'
import { systemClock } from '../core/clock.ts'
import { addMunicipality } from '../importers/load/municipalities.ts'
import { toronto } from '../importers/votes-csv/toronto.ts'
import { listSources } from '../store/sources.ts'
import { importInto } from './import-run.ts'
import { syncCommand, syncOnce } from './sync.ts'

const head =
  'First Name,Last Name,Committee,Date/Time,Agenda Item #,Agenda Item Title,Motion Type,Vote,Result,Vote Description'
const row = (name: string, day: string, item: string) =>
  `${name},City Council,${day} 10:00,${item},Ditch,Adopt Item,Yes,"Carried, 1-0",Dig it`

it('reeve sync keeps what a table has brought whose address differs in its query alone', async () => {
  const fresh = await freshHome()
  const { url } = await startJsonServer(
    (path: string) => (response: ServerResponse) =>
      response.end(
        `${head}\n${path.includes('?') ? row('Old,Member', '2022-03-02', '2022.CC9.1') : row('Ann,Byatt', '2026-03-02', '2026.CC1.1')}\n`,
      ),
  )
  for (const location of [`${url}/votes.csv`, `${url}/votes.csv?term=2`])
    await importInto(fresh.databaseUrl, {
      ...{ importer: 'toronto', municipality: 'toronto', locations: [location] },
      open: (options) => toronto.open(location, options),
      ...{ prune: false, dryRun: false, quiet: true, clock: systemClock },
    })
  const people = async () =>
    (await fresh.store.db.selectFrom('people').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
  expect(await people()).toEqual(['Ann Byatt', 'Old Member'])
  await syncCommand().parseAsync(['--quiet'], { from: 'user' })
  expect(await people()).toEqual(['Ann Byatt', 'Old Member'])
  const imports = fresh.store.db.selectFrom('imports').select('source_url as shown').distinct()
  expect((await imports.orderBy('shown').execute()).map(({ shown }) => shown)).toEqual([
    `${url}/votes.csv`,
    `${url}/votes.csv?`,
  ])
})

describe('a table that is read again', () => {
  /** A table whose server says its version, in a header. */
  async function serveTable(header: 'etag' | 'last-modified' | 'x-version') {
    const table = { version: 'Mon, 02 Mar 2026 10:00:00 GMT', rows: '', sent: [] as number[] }
    const server = createServer(({ headers }, response) => {
      response.setHeader(header, table.version)
      const condition = headers[header === 'etag' ? 'if-none-match' : 'if-modified-since']
      response.statusCode = condition === table.version ? 304 : 200
      table.sent.push(response.statusCode)
      response.end(response.statusCode === 304 ? undefined : `${head}\n${table.rows}\n`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return Object.assign(table, { port: (server.address() as AddressInfo).port })
  }

  async function rememberedTable(header: Parameters<typeof serveTable>[0]) {
    const fresh = await freshHome('sqlite')
    const table = await serveTable(header)
    table.rows = row('Ida,Moor', '2026-03-02', '2026.CC1.1')
    const location = `http://127.0.0.1:${table.port}/term.csv`
    await importInto(fresh.databaseUrl, {
      ...{ importer: 'toronto', municipality: 'toronto', locations: [location] },
      open: (options) => toronto.open(location, options),
      ...{ prune: false, dryRun: false, quiet: true, clock: systemClock },
    })
    const sync = async () => {
      table.sent.length = 0
      await syncCommand().parseAsync(['--quiet'], { from: 'user' })
      const rows = await fresh.store.db.selectFrom('votes').select('person_name').execute()
      return { sent: [...table.sent], voters: rows.map(({ person_name: name }) => name) }
    }
    const runs = async () =>
      (await fresh.store.db.selectFrom('imports').select('result').execute()).map(
        ({ result }) => result,
      )
    return { table, sync, runs }
  }

  it.each(['etag', 'last-modified'] as const)(
    'is not sent again if its %s is the same, and a 304 stands for the kept one',
    async (header) => {
      const { table, sync, runs } = await rememberedTable(header)
      expect(await sync()).toEqual({ sent: [200], voters: ['Ida Moor'] })
      expect(await sync()).toEqual({ sent: [304], voters: ['Ida Moor'] })
      table.rows = row('Jo,Fenn', '2026-03-02', '2026.CC1.1')
      table.version = 'Tue, 03 Mar 2026 10:00:00 GMT'
      expect(await sync()).toEqual({ sent: [200], voters: ['Jo Fenn'] })
      expect(await sync()).toEqual({ sent: [304], voters: ['Jo Fenn'] })
      expect(await runs()).toEqual(Array(5).fill('done'))
    },
  )

  it('is sent again if its server says no version', async () => {
    const { sync } = await rememberedTable('x-version')
    expect((await sync()).sent).toEqual([200])
    expect((await sync()).sent).toEqual([200])
  })
})

describe('a portal that does not finish its pages', () => {
  const day = utcDate(Date.now() - 20 * dayMs).replaceAll('-', '/')
  const idOf = (town: number, index: number) => `${town}000000${index}-0000-4000-8000-000000000000`
  const entries = (town: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      entry({
        ID: idOf(town, index),
        StartDate: `${day} ${10 + index}:00:00`,
        MeetingDocumentLink: [
          {
            ...{ Type: 'PostMinutes', Format: 'HTML', LanguageId: 9 },
            Url: `Meeting.aspx?Id=${idOf(town, index)}`,
          },
        ],
      }),
    )
  const townOf = (slug: string) => ({
    ...{ slug, name: slug, timeZone: 'America/Toronto', url: null },
    divisionId: `ocd-division/country:ca/csd:359900${slug.length}`,
  })
  const page = meetingPage(itemMarkup({ title: 'Culverts' }))

  it('keeps no other from being read, is interrupted, and continued', async () => {
    const fresh = await freshHome()
    let isSlow = false
    const slow = await servePortal({
      calendar: between(entries(1, 3)),
      // The first page comes, the others begin and never end.
      page: (path) =>
        isSlow && !path.includes(idOf(1, 2)) ? (response) => void response.write(' ') : page,
    })
    const quick = await servePortal({ calendar: between(entries(2, 1)), page: () => page })
    const towns = { elora: slow, fergus: quick }
    for (const [slug, { url }] of Object.entries(towns)) {
      await addMunicipality(fresh.store, townOf(slug), systemClock)
      await importInto(fresh.databaseUrl, {
        ...{ importer: 'escribe', municipality: slug, locations: [url] },
        open: (options) => live.open(url, options),
        ...{ prune: false, dryRun: false, quiet: true, clock: systemClock },
      })
    }
    const ends: (() => void)[] = []
    const run = {
      ...{ slugs: [], jobs: 2, minutes: 30, acceptFewer: false, quiet: true, clock: systemClock },
      startTimer: (end: () => void) => {
        ends.push(end)
        return () => undefined
      },
    }
    const listed = async () => {
      const rows = await listSources(fresh.store.db)
      return rows.map(({ result, runningSince, error }) => [result, runningSince, error] as const)
    }
    const before = (await listSources(fresh.store.db))[1]?.checkedAt
    isSlow = true
    slow.requests.length = 0
    const synced = syncOnce(run).catch((error: Error) => error.message)
    const isStored = async () => (await listSources(fresh.store.db))[1]?.checkedAt !== before
    await expect.poll(isStored).toBe(true)
    const pagesAsked = () => slow.requests.filter((path) => path.startsWith('/Meeting.aspx'))
    await expect.poll(pagesAsked).toHaveLength(3)
    expect((await listed())[0]).toEqual(['done', expect.stringMatching(/^20/), null])
    for (const end of ends) end()
    expect(await synced).toBe('1 of 2 sources interrupted')
    const [interrupted, done] = await listed()
    expect(interrupted).toEqual(['interrupted', null, expect.stringContaining('continues')])
    expect(done).toEqual(['done', null, null])
    isSlow = false
    slow.requests.length = 0
    await syncOnce(run)
    expect((await listed())[0]).toEqual(['done', null, null])
    expect(pagesAsked().sort()).toEqual([0, 1].map((index) => `/Meeting.aspx?Id=${idOf(1, index)}`))
  })
})
