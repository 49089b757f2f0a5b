import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { dayMs, utcDate } from '../../src/core/calendar-date.ts'
import { openWriteStore } from '../../src/store/open.ts'
import { itemMarkup, meetingPage } from '../support/escribe/pages.ts'
import { between, type PortalResponses, servePortal } from '../support/escribe/server.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { entry } from '../support/towns/escribe-portal.ts'

let reeve: Reeve
beforeEach(() => {
  reeve = newReeve()
})
afterEach(() => reeve.remove())

const ids = { ayton: '00000000-0000-0000-0000-00000000000a', beeton: entry().ID }
type Town = keyof typeof ids

// Over in every time zone, and in the range that a sync reads.
const lastMonth = utcDate(Date.now() - 30 * dayMs)
const held = lastMonth.replaceAll('-', '/')
const pageOf = {
  ayton: `/Meeting.aspx?Id=${ids.ayton}`,
  beeton: `/Meeting.aspx?Id=${ids.beeton}`,
}
const minutesAt = (id: string) => ({
  MeetingDocumentLink: [
    { Type: 'PostMinutes', Format: 'HTML', Url: `Meeting.aspx?Id=${id}`, LanguageId: 9 },
  ],
})
const withMinutes = entry({ StartDate: `${held} 09:00:00`, ...minutesAt(ids.beeton) })

/** A portal whose responses can be replaced. */
async function portalOf(town: Town) {
  const responses: PortalResponses = {
    calendar: between([entry({ ID: ids[town], MeetingName: 'Council' })]),
    page: () => meetingPage(itemMarkup({ title: 'Ditch' })),
  }
  const { url, requests } = await servePortal({
    calendar: (...days) => responses.calendar(...days),
    page: (path) => responses.page(path),
  })
  return { url, requests, responses }
}

async function add(town: Town, url: string): Promise<void> {
  const name = ['--name', town, '--timezone', 'America/Toronto']
  const division = `ocd-division/country:ca/csd:359999${town.length}`
  await reeve.call(['municipalities', 'add', town, ...name, '--division', division])
  const { status, stderr } = await reeve.call(['import', 'escribe', url, '--municipality', town])
  expect(status, stderr).toBe(0)
}

const listed = async () => {
  const { stdout } = await reeve.call(['sources', 'list', '--json'])
  return JSON.parse(stdout) as Record<string, string>[]
}

describe('reeve sync', () => {
  it('reads every URL that was imported, and a failure stops no other', async () => {
    const [first, second] = [await portalOf('ayton'), await portalOf('beeton')]
    await add('ayton', first.url)
    await add('beeton', second.url)
    expect(await listed()).toMatchObject([
      { municipality: 'ayton', importer: 'escribe', location: first.url, from: null },
      { municipality: 'beeton', location: second.url, result: 'done', error: null },
    ])
    // No portal any more, and another meeting of the second one.
    first.responses.calendar = () => ({ none: true })
    const more = [entry(), entry({ ID: ids.ayton, StartDate: `${held} 19:00:00` })]
    second.responses.calendar = between(more)
    const { status, stdout, stderr } = await reeve.call(['sync'])
    expect(stderr).toMatch(/^ayton: escribe http.*:\nreeve: .* did not respond with a list/m)
    expect(stderr).toMatch(/^reeve: 1 of 2 sources failed$/m)
    expect(stdout).toMatch(/^Imported into beeton: 1 added, 0 changed, /m)
    expect(status).toBe(1)
    const [failed] = await listed()
    expect(failed).toMatchObject({ result: 'failed', error: expect.stringContaining('list') })
    expect(failed).toMatchObject({ state: 'failing', since: failed?.checkedAt })
    expect((await reeve.call(['sync', 'beeton'])).status).toBe(0)
    // Only what may have changed, instead of all years.
    const calendars = second.requests.filter((path) => path.includes('GetCalendarMeetings'))
    const [, from = ''] = /"calendarStartDate":"([\d-]+)/.exec(calendars.at(-1) ?? '') ?? []
    expect(Date.parse(from)).toBeGreaterThan(Date.now() - 200 * dayMs)
  })

  it('pauses for a second between the requests to a source', async () => {
    const { url, responses } = await portalOf('beeton')
    await add('beeton', url)
    const times: number[] = []
    const listMeetings = responses.calendar
    responses.calendar = (...days) => {
      times.push(performance.now())
      return listMeetings(...days)
    }
    expect((await reeve.call(['sync'], { SYNC_PAUSE_SECONDS: '1' })).status).toBe(0)
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    expect(pauses.length).toBeGreaterThan(0)
    // A timer may be early by some milliseconds, and a response late.
    expect(Math.min(...pauses)).toBeGreaterThan(900)
  })

  it('reads the sources of one municipality in turn', async () => {
    for (const { url } of [await portalOf('ayton'), await portalOf('beeton')])
      await add('ayton', url)
    const { status, stderr } = await reeve.call(['sync', '--jobs', '2'])
    expect(status, stderr).toBe(0)
    expect(await listed()).toMatchObject([{ result: 'done' }, { result: 'done' }])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends at once at %s, which leaves nothing that runs, and is continued',
    async (signal) => {
      const portal = await portalOf('beeton')
      await add('beeton', portal.url)
      const linked = (id: string) => entry({ ...withMinutes, ID: id, ...minutesAt(id) })
      portal.responses.calendar = between([linked(ids.beeton), linked(ids.ayton)])
      const waiting = new Promise<ServerResponse>((resolve) => {
        portal.responses.page = (path) =>
          path.includes(ids.ayton) ? resolve : meetingPage(itemMarkup({ title: 'Ditch' }))
      })
      portal.requests.length = 0
      const { signal: send, ended } = reeve.start(['sync', '--quiet'])
      await waiting
      // Two pages are requested at once, in either order.
      await expect.poll(() => portal.requests).toContainEqual(pageOf.beeton)
      const folder = join(reeve.folder, 'data/reeve.db-sync')
      const kept = () =>
        readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.json'))
      await expect.poll(kept).toHaveLength(portal.requests.length - 1)
      expect(await listed()).toMatchObject([{ runningSince: expect.stringMatching(/^20/) }])
      expect((await reeve.call(['sources', 'list'])).stdout).toMatch(/\trunning\t20\d\d-/)
      send(signal)
      expect((await ended).status).toBe(null)
      expect(await listed()).toMatchObject([{ result: 'done', runningSince: null }])
      portal.responses.page = () => meetingPage(itemMarkup({ title: 'Ditch' }))
      portal.requests.length = 0
      const { status, stderr } = await reeve.call(['sync'])
      expect(status, stderr).toBe(0)
      expect(portal.requests).toEqual([pageOf.ayton])
      expect(existsSync(folder)).toBe(false)
    },
  )

  it('remembers that a source is not one of this version, so that it is not tried at once again', async () => {
    const { url } = await portalOf('beeton')
    await add('beeton', url)
    const store = openWriteStore(`sqlite:${join(reeve.folder, 'data/reeve.db')}`)
    await store.db.updateTable('sources').set({ importer: 'gone', checked_at: longAgo }).execute()
    await store.close()
    const { status, stderr } = await reeve.call(['sync'])
    const command = `reeve sources remove beeton ${url}`
    expect(stderr).toContain(`"gone" is not a source of this version; remove it: ${command}`)
    expect(status).toBe(1)
    const [source] = await listed()
    expect(source).toMatchObject({ result: 'failed', error: expect.stringContaining(command) })
    expect(Date.parse(source?.checkedAt ?? '')).toBeGreaterThan(Date.parse(longAgo))
    expect((await reeve.call(['sources', 'remove', 'beeton', url])).status).toBe(0)
  })

  it('remembers no dry run, no table with a map, and nothing that was removed', async () => {
    const { url, responses } = await portalOf('beeton')
    await add('beeton', url)
    const removed = await reeve.call(['sources', 'remove', 'beeton', url])
    expect(removed.stdout).toBe('Removed 1 source of beeton.\n')
    await reeve.call(['import', 'escribe', url, '--municipality', 'beeton', '--dry-run'])
    responses.page = () => 'Day,Motion,Result,Member,Vote\n2026-03-02,Dig,Carried,A Byatt,For\n'
    const columns = {
      date: 'Day',
      text: 'Motion',
      result: 'Result',
      member: 'Member',
      vote: 'Vote',
    }
    const map = join(reeve.folder, 'map.json')
    writeFileSync(map, JSON.stringify({ source: 'beeton', body: 'Council', columns }))
    const words = ['votes-csv', `${url}/votes.csv`, '--municipality', 'beeton', '--map', map]
    const table = await reeve.call(['import', ...words])
    expect(table.status, table.stderr).toBe(0)
    expect(await listed()).toEqual([])
    const unknown = await reeve.call(['sync', 'beeton'])
    expect(unknown.stderr).toBe(
      'reeve: "beeton" has no source; import its URL, and see: reeve sources list\n',
    )
    expect((await reeve.call(['sources', 'remove', 'beeton'])).status).toBe(2)
    expect((await reeve.call(['sync', '--every', '5m'])).stderr).toBe(
      'reeve: --every must be a duration from 10m to 31d, such as 6h, not "5m"\n',
    )
  })
})

const longAgo = '2026-02-01T00:00:00.000Z'

/** The result of the first source; undefined while it is due. */
const lastResult = async () => {
  const [source] = await listed()
  return source?.checkedAt === longAgo ? undefined : source?.result
}

/** As if a source had been read long ago. */
async function makeDue(location: string): Promise<void> {
  const store = openWriteStore(`sqlite:${join(reeve.folder, 'data/reeve.db')}`)
  await store.db
    .updateTable('sources')
    .set({ checked_at: longAgo })
    .where('location', '=', location)
    .execute()
  await store.close()
}

/** A table of votes in the columns of Toronto. */
function tableOf(rows: readonly string[]): string {
  const columns = ['First Name', 'Last Name', 'Committee', 'Date/Time', 'Agenda Item #']
  const rest = ['Agenda Item Title', 'Motion Type', 'Vote', 'Result', 'Vote Description']
  return `${[[...columns, ...rest].join(','), ...rows].join('\n')}\n`
}
const voteAt = (time: string, names: string, changes: { item?: string; vote?: string } = {}) => {
  const { item = 'CC1.1', vote = 'Yes' } = changes
  const [given, family] = names.split(' ')
  return `${given},${family},City Council,${time},2026.${item},Ditch,Adopt Item,${vote},"Carried, 2-0",Dig it`
}

/** What the record says, without ids and slugs. */
async function recordIn(folder: string) {
  const store = openWriteStore(`sqlite:${join(folder, 'data/reeve.db')}`)
  const { db } = store
  const people = await db.selectFrom('people').select('name').orderBy('name').execute()
  const motions = await db
    .selectFrom('motions')
    .select(['date', 'text', 'result', 'tally_for'])
    .select(({ selectFrom }) =>
      selectFrom('matters')
        .select('identifier')
        .whereRef('id', '=', 'motions.matter_id')
        .as('item'),
    )
    .orderBy('key')
    .execute()
  const votes = await db
    .selectFrom('votes')
    .innerJoin('motions', 'motions.id', 'votes.motion_id')
    .select(['motions.date', 'person_name', 'value'])
    .orderBy('motions.key')
    .orderBy('person_name')
    .execute()
  await store.close()
  return { people, motions, votes }
}

describe('reeve sync of a table', () => {
  const unchanged = [voteAt('2026-03-02 10:00', 'Ann Byatt'), voteAt('2026-03-02 10:00', 'Cy Dale')]
  const older = [
    ...unchanged,
    voteAt('2026-03-02 11:00', 'Ann Byatt', { item: 'CC1.2' }),
    voteAt('2026-03-02 12:00', 'An Byat', { item: 'CC1.3' }),
  ]
  // A time and a name are corrected, and a member is in two votes that the table does not tell apart.
  const newer = [
    ...unchanged,
    voteAt('2026-03-02 11:15', 'Ann Byatt', { item: 'CC1.2' }),
    voteAt('2026-03-02 11:15', 'Ann Byatt', { item: 'CC1.2', vote: 'No' }),
  ]

  it('ends with the record of the newer table, and prints what it leaves open', async () => {
    const tables = { 'a.csv': tableOf(older) } as Record<string, string>
    const { url } = await servePortal({ calendar: () => [], page: (path) => tables[path.slice(1)] })
    const words = ['import', 'toronto', `${url}/a.csv`, '--municipality', 'toronto']
    await reeve.create()
    expect((await reeve.call(words)).status).toBe(0)
    tables['a.csv'] = tableOf(newer)
    const { status, stderr } = await reeve.call(['sync'])
    expect(status, stderr).toBe(0)
    expect(stderr).toMatch(/^warning: .*with unlike votes/m)
    const fresh = newReeve()
    onTestFinished(() => fresh.remove())
    await fresh.create()
    expect((await fresh.call(words)).status).toBe(0)
    expect(await recordIn(reeve.folder)).toEqual(await recordIn(fresh.folder))
  })

  it('keeps what another table of the council has, and what a file has brought', async () => {
    const earlier = [voteAt('2022-03-02 10:00', 'Old Member', { item: 'CC9.1' })]
    const tables = { 'a.csv': tableOf(older), 'b.csv': tableOf(earlier) } as Record<string, string>
    const { url } = await servePortal({ calendar: () => [], page: (path) => tables[path.slice(1)] })
    await reeve.create()
    for (const name of ['a.csv', 'b.csv'])
      await reeve.call(['import', 'toronto', `${url}/${name}`, '--municipality', 'toronto'])
    tables['a.csv'] = tableOf(newer)
    expect((await reeve.call(['sync'])).status).toBe(0)
    const names = async () => (await recordIn(reeve.folder)).people.map(({ name }) => name)
    expect(await names()).toEqual(['Ann Byatt', 'Cy Dale', 'Old Member'])
    const file = join(reeve.folder, 'older.csv')
    writeFileSync(file, tableOf([voteAt('2018-03-02 10:00', 'First Member', { item: 'CC9.2' })]))
    await reeve.call(['import', 'toronto', file, '--municipality', 'toronto'])
    const { stderr } = await reeve.call(['sync'])
    expect(await names()).toContain('First Member')
    expect(stderr).toMatch(/^warning: toronto: source: no longer has .* of earlier imports/m)
  })
})

describe('a portal that is down while reeve serve --sync reads it', () => {
  it('is read when it is back; until then the record is as it was, and is served', async () => {
    const portal = await portalOf('beeton')
    await add('beeton', portal.url)
    const serving = await reeve.serve(['--sync', '6h'])
    const meetings = async () => {
      const response = await fetch(`http://127.0.0.1:${serving.port}/beeton/meetings`)
      expect(response.status).toBe(200)
      const links = (await response.text()).matchAll(/\/beeton\/meetings\/[\w-]+/g)
      return [...new Set([...links].map(([link]) => link))].sort()
    }
    const before = await meetings()
    const more = [
      withMinutes,
      entry({ ...minutesAt(ids.ayton), ID: ids.ayton, StartDate: `${held} 19:00:00` }),
    ]
    // Between two pages of one read, for an hour.
    portal.responses.calendar = between(more)
    portal.responses.page = (path) =>
      path.includes(ids.ayton)
        ? (response) => response.writeHead(503, { 'retry-after': '3600' }).end()
        : meetingPage(itemMarkup({ title: 'Ditch' }))
    // It is asked again and again, and nothing of the first page is on record.
    for (let round = 0; round < 2; round += 1) {
      await makeDue(portal.url)
      await expect.poll(lastResult).toBe('failed')
      expect(await meetings()).toEqual(before)
    }
    // Back, after one response that is cut.
    let isCut = true
    portal.responses.page = () => {
      if (!isCut) return meetingPage(itemMarkup({ title: 'Ditch' }))
      isCut = false
      return (response) => void response.destroy()
    }
    await makeDue(portal.url)
    await expect.poll(lastResult).toBe('done')
    expect(await meetings()).toHaveLength(before.length + 1)
    serving.signal('SIGTERM')
    expect((await serving.ended).status).toBe(0)
  })
})

describe('reeve serve --sync', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'reads what is due in another process, which ends with it at %s',
    async (signal) => {
      const [due, other] = [await portalOf('ayton'), await portalOf('beeton')]
      await add('ayton', due.url)
      await add('beeton', other.url)
      await makeDue(due.url)
      const before = other.requests.length
      // A portal that does not respond.
      due.responses.calendar = between([withMinutes])
      const request = new Promise<ServerResponse>((resolve) => {
        due.responses.page = () => resolve
      })
      const serving = await reeve.serve(['--sync', '6h'])
      const waiting = await request
      const health = await fetch(`http://127.0.0.1:${serving.port}/api/v1/health`)
      expect(health.status).toBe(200)
      const closed = once(waiting, 'close')
      serving.signal(signal)
      expect((await serving.ended).status).toBe(signal === 'SIGKILL' ? null : 0)
      await closed
      expect(other.requests.length).toBe(before)
    },
  )
})
