import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importInto } from '../../src/cli/import-run.ts'
import { LoadRejected } from '../../src/importers/load/diagnostic-list.ts'
import type { ImportSource, OpenOptions } from '../../src/importers/source.ts'
import { votesCsv } from '../../src/importers/votes-csv/index.ts'
import { listFailingImports } from '../../src/store/import-runs.ts'
import { listSources } from '../../src/store/sources.ts'
import {
  agendaPage,
  live as civicweb,
  document,
  itemMarkup as itemOfCivicweb,
  meeting,
  servePortal as serveCivicweb,
} from '../support/civicweb/portal.ts'
import { type FreshStore, freshStore } from '../support/database/fresh-store.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { itemMarkup, meetingPage } from '../support/escribe/pages.ts'
import { live as escribe, servePortal as serveEscribe } from '../support/escribe/server.ts'
import { startJsonServer } from '../support/http/json-server.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { live as legistar, responsesOf, serveLegistar } from '../support/legistar/live.ts'
import type { LegistarResponses } from '../support/legistar/server.ts'
import { townMeeting, townPerson } from '../support/legistar/town.ts'
import { bareTown } from '../support/towns/bare-town.ts'
import { entry } from '../support/towns/escribe-portal.ts'

const count = 20
const clock = { now: () => Date.UTC(2026, 3, 10, 12), monotonic: () => performance.now() }
const day = (n: number) => new Date(Date.UTC(2026, 0, 5 + 4 * n)).toISOString().slice(0, 10)
const days = Array.from({ length: count }, (_, n) => ({ n, date: day(n) }))

/** What a source responds with: as many meetings, with or without items on their pages. */
interface Mode {
  meetings: number
  hasItems: boolean
}
const whole: Mode = { meetings: count, hasItems: true }

interface Served {
  source: ImportSource
  importer: string
  location: string
  options?: OpenOptions
}

const sources: Record<string, (mode: Mode) => Promise<Served>> = {
  async escribe(mode) {
    const id = (n: number) => `00000000-0000-0000-0000-0000000000${10 + n}`
    const { url } = await serveEscribe({
      calendar: (from, to) =>
        days.slice(0, mode.meetings).flatMap(({ n, date }) => {
          const links = [
            { Type: 'PostMinutes', Format: 'HTML', Url: `Meeting.aspx?Id=${id(n)}`, LanguageId: 9 },
          ]
          const StartDate = `${date.replaceAll('-', '/')} 19:00:00`
          const found = entry({ ID: id(n), StartDate, MeetingDocumentLink: links })
          return date >= from && date <= to ? [found] : []
        }),
      page: () => meetingPage(mode.hasItems ? itemMarkup({ title: 'Ditch' }) : ''),
    })
    return { source: escribe, importer: 'escribe', location: url }
  },
  async civicweb(mode) {
    const { url } = await serveCivicweb({
      meetings: [],
      other: (path) => {
        const [, from = '', to = ''] = /meetings\?from=([\d-]+)&to=([\d-]+)$/.exec(path) ?? []
        if (from !== '')
          return days.slice(0, mode.meetings).flatMap(({ n, date }) => {
            const listed = { Id: n + 1, MeetingDate: date, MeetingDateTime: `${date} 18:30` }
            return date >= from && date <= to ? [meeting(listed)] : []
          })
        if (!path.includes('/meetingDocuments')) return undefined
        const items = mode.hasItems ? itemOfCivicweb('AgendaItem1', '1.', 'Ditch') : ''
        return (response: ServerResponse) =>
          response.end(JSON.stringify([document({ Html: agendaPage(items) })]))
      },
    })
    return { source: civicweb, importer: 'civicweb', location: url }
  },
  async legistar(mode) {
    const files = (shown: number, hasItems: boolean) =>
      responsesOf({
        'people/7.json': townPerson,
        ...Object.fromEntries(
          days.slice(0, shown).map(({ n, date }) => [
            `events/2026/${n}.json`,
            {
              ...townMeeting,
              ID: 900 + n,
              Date: `${date}T19:00:00-05:00`,
              Items: hasItems
                ? [{ ID: 9000 + n, Title: 'Ditch', AgendaSequence: 1, MinutesSequence: 1 }]
                : [],
            },
          ]),
        ),
      })
    let current: LegistarResponses = await files(mode.meetings, mode.hasItems)
    let key = JSON.stringify(mode)
    const served = await serveLegistar({
      list: (name) => current.list(name),
      part: (path) => current.part(path),
    })
    return {
      source: {
        ...legistar,
        open: async (location, options) => {
          const now = JSON.stringify(mode)
          if (now !== key) current = await files(mode.meetings, mode.hasItems)
          key = now
          return legistar.open(location, options)
        },
      },
      importer: 'legistar',
      location: served.base,
    }
  },
  async 'votes-csv'(mode) {
    const { url } = await startJsonServer(() => (response: ServerResponse) => {
      const rows = days
        .slice(0, mode.meetings)
        .map(({ n, date }) => `${date},Dig ditch ${n},Carried,Wren Alder,For`)
      response.end(['Day,Motion,Result,Member,Vote', ...rows, ''].join('\n'))
    })
    const columns = {
      ...{ date: 'Day', text: 'Motion', result: 'Result' },
      ...{ member: 'Member', vote: 'Vote' },
    }
    const folder = await writeFolder({
      'map.json': { source: 'votes', body: 'Council', columns },
    })
    const options = { map: join(folder, 'map.json') }
    return { source: votesCsv, importer: 'votes-csv', location: `${url}/votes.csv`, options }
  },
}

const serveEmpty = () => serveLegistar({ list: () => [], part: () => [] })

let fresh: FreshStore
beforeEach(async () => {
  fresh = await freshStore()
  await bareTown(fresh.store, 'town')
})
afterEach(() => fresh.remove())

const read = ({ source, importer, location, options }: Served, changes: object = {}) =>
  importInto(fresh.databaseUrl, {
    importer,
    open: (given) => source.open(location, { clock, ...options, ...given }),
    locations: [location],
    isRemembered: options === undefined,
    municipality: 'town',
    prune: false,
    dryRun: false,
    quiet: true,
    clock,
    ...changes,
  })
const stored = async () => {
  const rows = (text: string) => rowsOf<{ key: string }>(fresh.databaseUrl, text)
  return [
    ...(await rows('select key from meetings order by key')),
    ...(await rows('select key from agenda_items order by key')),
    ...(await rows('select key from motions order by key')),
  ]
}
const lastRun = async () =>
  (await rowsOf(fresh.databaseUrl, 'select result, error from imports order by id')).at(-1)

describe.each(Object.entries(sources))('a source of %s that had records', (name, serve) => {
  const losses: [what: string, mode: Mode][] = [
    ['nothing', { meetings: 0, hasItems: true }],
    ['a tenth', { meetings: 2, hasItems: true }],
    ...(name === 'votes-csv'
      ? []
      : [['pages without items', { meetings: count, hasItems: false }] as [string, Mode]]),
  ]

  it.each(losses)('and responds with %s is rejected, and its record stays', async (_, loss) => {
    const mode = { ...whole }
    const served = await serve(mode)
    await read(served)
    const before = await stored()
    expect(before.length).toBeGreaterThanOrEqual(count)
    Object.assign(mode, loss)
    const error = await read(served).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(/nothing was imported/)
    expect(await stored()).toEqual(before)
    expect(await lastRun()).toMatchObject({ result: 'refused' })
    const [remembered] = await listSources(fresh.store.db)
    if (served.options === undefined) expect(remembered).toMatchObject({ result: 'failed' })
    if (!(error instanceof LoadRejected)) return
    expect(error.errors.map(({ reason }) => reason).join()).toContain('--accept-fewer')
    await read(served, { acceptFewer: true })
    expect(await lastRun()).toMatchObject({ result: 'done' })
  })

  it('and has a few less of them is read', async () => {
    const mode = { ...whole }
    const served = await serve(mode)
    await read(served)
    mode.meetings = count - 4
    await read(served)
    expect(await lastRun()).toMatchObject({ result: 'done' })
  })
})

const broken: [what: string, text: string][] = [
  ['another header', 'Datum,Motion,Result,Member,Vote\n2026-01-05,Dig,Carried,Wren Alder,For\n'],
  ['two columns of one name', 'Day,Day,Motion,Result,Member,Vote\n'],
  ['no bytes', ''],
  ['a page', '<!doctype html><title>Sign in</title>'],
]

it.each(broken)(
  'a table that responds with %s is a failed import of its council',
  async (_, text) => {
    const first = await sources['votes-csv']?.({ ...whole })
    if (first === undefined) throw new Error('no table')
    await read(first)
    const { url } = await startJsonServer(() => (response: ServerResponse) => response.end(text))
    const served = { ...first, location: `${url}/votes.csv` }
    await expect(read(served)).rejects.toThrow(/nothing was imported$/i)
    expect(await lastRun()).toMatchObject({ result: 'refused' })
    expect(await listFailingImports(fresh.store.db)).toHaveLength(1)
    await expect(read({ ...first, location: '/nowhere/votes.csv' })).rejects.toThrow(/not exist/)
    expect(await lastRun()).toMatchObject({ result: 'unopened' })
  },
)

it.each(['escribe', 'legistar'])(
  'a source of %s that lists nothing at all is rejected at its first import too',
  async (name) => {
    const served = await sources[name]?.({ meetings: 0, hasItems: true })
    if (served === undefined) throw new Error('no portal')
    const empty = name === 'legistar' ? { ...served, location: (await serveEmpty()).base } : served
    await expect(read(empty)).rejects.toThrow(LoadRejected)
    expect(await lastRun()).toMatchObject({
      result: 'refused',
      error: expect.stringContaining('lists nothing: it may be'),
    })
    await read(empty, { acceptFewer: true })
    expect(await lastRun()).toMatchObject({ result: 'done' })
  },
)

it('a council that has not met for months is read, although its portal lists nothing since', async () => {
  const mode = { ...whole }
  const served = await sources.escribe?.(mode)
  if (served === undefined) throw new Error('no portal')
  await read(served)
  mode.meetings = 0
  const later = { now: () => Date.UTC(2027, 3, 10), monotonic: () => performance.now() }
  await read(served, {
    open: (given: OpenOptions) => served.source.open(served.location, { clock: later, ...given }),
    since: '2027-04-01',
    clock: later,
  })
  expect(await lastRun()).toMatchObject({ result: 'done' })
})
