import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
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
  const fresh = await freshStore()
  onTestFinished(fresh.remove)
  vi.stubEnv('DATABASE_URL', fresh.databaseUrl)
  onTestFinished(() => void vi.unstubAllEnvs())
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
    const fresh = await freshStore()
    onTestFinished(fresh.remove)
    const home = mkdtempSync(join(tmpdir(), 'reeve-sync-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    vi.stubEnv('HOME', home)
    vi.stubEnv('DATABASE_URL', fresh.databaseUrl)
    onTestFinished(() => void vi.unstubAllEnvs())
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
    await expect.poll(isStored, { timeout: 60_000 }).toBe(true)
    const pagesAsked = () => slow.requests.filter((path) => path.startsWith('/Meeting.aspx'))
    await expect.poll(pagesAsked, { timeout: 60_000 }).toHaveLength(3)
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
