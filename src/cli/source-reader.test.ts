import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshHome } from '../../test/support/database/fresh-home.ts'
import type { FreshStore } from '../../test/support/database/fresh-store.ts'
import { itemMarkup, meetingPage } from '../../test/support/escribe/pages.ts'
import { between, live as escribe, servePortal } from '../../test/support/escribe/server.ts'
import { live as legistar, serveLegistar } from '../../test/support/legistar/live.ts'
import { rowsTown } from '../../test/support/legistar/rows-town.ts'
import type { Misbehaviour } from '../../test/support/legistar/server.ts'
import { entry } from '../../test/support/towns/escribe-portal.ts'
import { dayMs, utcDate } from '../core/calendar-date.ts'
import { systemClock } from '../core/clock.ts'
import { addMunicipality } from '../importers/load/municipalities.ts'
import type { ImportSource } from '../importers/source.ts'
import { sourceStateOf } from '../store/source-state.ts'
import { listSources, type RememberedSource } from '../store/sources.ts'
import { importInto } from './import-run.ts'
import { SourceReader } from './source-reader.ts'
import { sourcesCommand } from './sources.ts'
import { statusCommand } from './status.ts'
import { syncOnce } from './sync.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface Portal {
  slug: string
  importer: ImportSource
  location: string
}

/** The councils of one vendor on one host; `councils` are those of its requests, in order. */
async function serveHost(slugs: readonly string[]) {
  const councils: string[] = []
  const host = { failure: undefined as Misbehaviour | undefined }
  const { base } = await serveLegistar(rowsTown(), {
    misbehaviour: ({ council }) => {
      councils.push(council)
      return host.failure
    },
  })
  const portals = slugs.map((slug) => ({
    ...{ slug, importer: legistar, location: base.replace(/town$/, slug) },
  }))
  return Object.assign(host, { portals, councils, name: new URL(base).host })
}

const day = utcDate(Date.now() - 20 * dayMs).replaceAll('-', '/')

/** A portal on a host of its own, with one meeting. */
async function serveOwn(slug: string) {
  const portal = { page: meetingPage(itemMarkup({ title: 'Culverts' })) as Page }
  const { ID } = entry()
  const document = { Type: 'PostMinutes', Format: 'HTML', Url: `Meeting.aspx?Id=${ID}` }
  const meeting = entry({
    StartDate: `${day} 10:00:00`,
    MeetingDocumentLink: [{ ...document, LanguageId: 9 }],
  })
  const { url, requests } = await servePortal({
    calendar: between([meeting]),
    page: () => portal.page,
  })
  return Object.assign(portal, { slug, importer: escribe, location: url, requests })
}
type Page = string | ((response: ServerResponse) => void)

let added = 0

/** Imports each portal once; each was read a minute later than the one before it. */
async function remember(fresh: FreshStore, portals: readonly Portal[]): Promise<void> {
  for (const [index, { slug, importer, location }] of portals.entries()) {
    added += 1
    const divisionId = `ocd-division/country:ca/csd:${3_590_000 + added}`
    const town = { slug, name: slug, timeZone: 'America/Toronto', url: null, divisionId }
    await addMunicipality(fresh.store, town, systemClock)
    await importInto(fresh.databaseUrl, {
      ...{ importer: importer.name, municipality: slug, locations: [location] },
      open: (options) => importer.open(location, options),
      ...{ prune: false, dryRun: false, quiet: true, clock: systemClock },
    })
    const checkedAt = new Date(Date.now() - 7 * hourMs + index * minuteMs).toISOString()
    await fresh.store.db
      .updateTable('sources')
      .set({ checked_at: checkedAt })
      .where('location', '=', location)
      .execute()
  }
}

/** A database, a clock that can be moved, and what is printed. */
async function prepare() {
  const fresh = await freshHome()
  vi.stubEnv('SYNC_PAUSE_SECONDS', '0')
  const printed: string[] = []
  const print = vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(line))
  onTestFinished(() => print.mockRestore())
  const time = { offsetMs: 0 }
  const clock = {
    now: () => Date.now() + time.offsetMs,
    monotonic: systemClock.monotonic,
  }
  const ends: (() => void)[] = []
  const run = {
    ...{ slugs: [] as string[], jobs: 3, minutes: 30, acceptFewer: false, quiet: true, clock },
    startTimer: (end: () => void) => {
      ends.push(end)
      return () => undefined
    },
  }
  // The meetings of these councils are long ago.
  const stateOf = (row: RememberedSource) =>
    sourceStateOf({ ...row, newestRecord: null }, clock.now()).state
  const states = async () => {
    const rows = await listSources(fresh.store.db)
    return Object.fromEntries(rows.map((row) => [row.municipality, stateOf(row)]))
  }
  const down = () => fresh.store.db.selectFrom('down_families').selectAll().execute()
  return { fresh, run, ends, time, clock, printed, states, down }
}

/** The lines of `reeve sources list`. */
async function listed(): Promise<string[]> {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  await sourcesCommand().parseAsync(['list'], { from: 'user' })
  return print.mock.calls.flatMap(([text]) => String(text).split('\n'))
}

/** Each name once for all that follow each other. */
const runsOf = (names: readonly string[]) =>
  names.filter((name, index) => name !== names[index - 1])

const lasting = (seconds: number): Misbehaviour => ({
  status: 503,
  headers: { 'retry-after': String(seconds) },
})

it('reads the source first that was read longest ago', async () => {
  const { fresh, run } = await prepare()
  const { portals, councils } = await serveHost(['cairo', 'ayton', 'dover', 'beeton'])
  await remember(fresh, portals)
  councils.length = 0
  await syncOnce({ ...run, jobs: 1 })
  expect(runsOf(councils)).toEqual(['cairo', 'ayton', 'dover', 'beeton'])
})

describe('twelve portals, one slow and two of one host that fails', () => {
  it('are read side by side, one of each host at a time, and a host is down once', async () => {
    const { fresh, run, ends, printed, states, down } = await prepare()
    const slow = await serveOwn('slow')
    const shared = await serveHost(['amber', 'birch', 'cedar', 'doyle', 'elgin'])
    const dead = await serveHost(['dead1', 'dead2'])
    const single = [await serveHost(['fergus']), await serveHost(['guelph'])]
    const own = [await serveOwn('hanover'), await serveOwn('ipperwash')]
    const hosts = [shared, dead, ...single]
    const portals = [slow, ...hosts.flatMap((host) => host.portals), ...own]
    expect(portals).toHaveLength(12)
    await remember(fresh, portals)
    for (const { councils } of hosts) councils.length = 0
    slow.page = () => undefined
    dead.failure = lasting(3600)
    const started = Date.now()
    const result = syncOnce(run).catch((error: Error) => error.message)
    const since = new Date(started).toISOString()
    const readSince = async () =>
      (await listSources(fresh.store.db)).filter(({ checkedAt }) => checkedAt >= since)
    await expect.poll(readSince).toHaveLength(9 + 2)
    await expect.poll(states).toMatchObject({ slow: 'running', dead2: 'down', ipperwash: 'ok' })
    for (const end of ends) end()
    expect(await result).toBe('2 of 12 sources failed, 1 of 12 sources interrupted')
    expect(runsOf(shared.councils)).toEqual(['amber', 'birch', 'cedar', 'doyle', 'elgin'])
    expect(runsOf(dead.councils)).toEqual(['dead1', 'dead2'])
    expect(await states()).toMatchObject({ elgin: 'ok', dead1: 'down', slow: 'failing' })
    expect(await down()).toMatchObject([{ family: dead.name, failures: 1 }])
    expect(printed.filter((line) => line.startsWith(`${dead.name} `))).toEqual([
      expect.stringMatching(/ is down: its 2 sources are not read before 20\d\d-/),
    ])
    const lines = await listed()
    expect(lines).toHaveLength(10 + 1)
    expect(lines.filter((line) => line.includes(dead.name))).toEqual([
      expect.stringMatching(
        /^\(2 sources\)\t-\t127\.\S+\t.*\tdown\t20\S+\t.*retry after 3600 s.*after 20/,
      ),
    ])
    const status = statusCommand().parseAsync(['--json'], { from: 'user' })
    await expect(status).rejects.toThrow(`${dead.name} is down since 20`)
  })
})

describe('a host that is down', () => {
  const slugs = ['amber', 'birch', 'cedar', 'doyle', 'elgin']

  it('is tried with one source, later each time, also by another process, until it responds', async () => {
    const { fresh, run, time, clock, printed, states, down } = await prepare()
    const host = await serveHost(slugs)
    await remember(fresh, host.portals)
    /** A sync in a process of its own; returns the councils whose sources it tried. */
    const sync = async () => {
      host.councils.length = 0
      printed.length = 0
      const error = await syncOnce(run).catch((failure: Error) => failure.message)
      const [row] = await down()
      const waitMinutes = row && Math.round((Date.parse(row.retry_at) - clock.now()) / minuteMs)
      return { tried: runsOf(host.councils), error, failures: row?.failures, waitMinutes }
    }
    // Three in a row, of five.
    host.failure = lasting(601)
    expect(await sync()).toEqual({
      ...{ tried: ['amber', 'birch', 'cedar'], failures: 1, waitMinutes: 10 },
      error: '3 of 5 sources failed, 2 of 5 sources wait for hosts that are down',
    })
    const [{ since = '' } = {}] = await down()
    expect(Object.values(await states())).toEqual(Array(5).fill('down'))
    expect(await sync()).toMatchObject({
      ...{ tried: [], failures: 1, waitMinutes: 10 },
      error: '5 of 5 sources wait for hosts that are down',
    })
    expect(printed).toEqual([expect.stringContaining(`${host.name} is down: its 5 sources`)])
    time.offsetMs += 11 * minuteMs
    expect(await sync()).toMatchObject({ tried: ['doyle'], failures: 2, waitMinutes: 20 })
    time.offsetMs += 21 * minuteMs
    expect(await sync()).toMatchObject({ tried: ['elgin'], failures: 3, waitMinutes: 40 })
    // As long as it says, if that is longer.
    host.failure = lasting(2 * 3600)
    time.offsetMs += 41 * minuteMs
    expect(await sync()).toMatchObject({ tried: ['amber'], failures: 4, waitMinutes: 120 })
    host.failure = lasting(601)
    for (const waitMinutes of [160, 320, 360, 360]) {
      time.offsetMs += 7 * hourMs
      expect(await sync()).toMatchObject({ waitMinutes })
    }
    expect(await down()).toMatchObject([{ since }])
    // An operator who names a source does not wait.
    host.councils.length = 0
    await syncOnce({ ...run, slugs: ['cedar'] }).catch(() => undefined)
    expect(runsOf(host.councils)).toEqual(['cedar'])
    host.failure = undefined
    time.offsetMs += 7 * hourMs
    const { tried, ...rest } = await sync()
    expect(tried.toSorted()).toEqual(slugs)
    expect(rest).toEqual({ error: undefined, failures: undefined, waitMinutes: undefined })
    expect(printed).toEqual([`${host.name} responds again`])
  })

  it('is not what a portal is that sends something else, or the only one of its host', async () => {
    const { fresh, run, down } = await prepare()
    const [host, single] = [await serveHost(slugs), await serveHost(['single'])]
    await remember(fresh, [...host.portals, ...single.portals])
    host.failure = { status: 404, body: 'moved' }
    single.failure = lasting(601)
    const error = await syncOnce(run).catch((failure: Error) => failure.message)
    expect(error).toBe('6 of 6 sources failed')
    expect(await down()).toEqual([])
  })

  it('leaves the sources of others on time while one is slow, and each is read once an interval', async () => {
    const { fresh, run, ends, time, states } = await prepare()
    const [host, slow] = [await serveHost(slugs), await serveOwn('slow')]
    await remember(fresh, [slow, ...host.portals])
    host.councils.length = 0
    slow.page = () => undefined
    const reader = new SourceReader({ ...run, jobs: 2 })
    let isOver = false
    const reading = (async () => {
      while (!isOver) await reader.readDue(6 * hourMs, pause(100))
    })()
    const read = async () => ({
      runs: runsOf(host.councils).length,
      ok: Object.values(await states()).filter((state) => state === 'ok').length,
    })
    for (const round of [1, 2]) {
      await expect.poll(read).toEqual({ runs: 5 * round, ok: 5 })
      expect((await states()).slow).toBe('running')
      time.offsetMs += round === 1 ? 7 * hourMs : 0
    }
    isOver = true
    await reading
    for (const interrupt of ends) interrupt()
    await expect.poll(async () => (await states()).slow).toBe('failing')
    // Once when it was imported, and once by this sync.
    expect(slow.requests.filter((path) => path.startsWith('/Meeting.aspx'))).toHaveLength(2)
  })
})
