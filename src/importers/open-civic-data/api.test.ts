import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type JsonHandler, startJsonServer } from '../../../test/support/http/json-server.ts'
import { collectItems } from '../../../test/support/imports/collect-items.ts'
import { hurried } from '../../../test/support/legistar/live.ts'
import { checkRecord } from '../record-check.ts'
import type { ImportSource } from '../source.ts'
import { openApi } from './api.ts'
import { shownUrl } from './api-lists.ts'

const fixtures = resolve(import.meta.dirname, '../../../test/fixtures/ocd-api')
const recorded = (name: string) => JSON.parse(readFileSync(resolve(fixtures, name), 'utf8'))

const recordedEvent = (id: string) => recorded(`${id.replace('ocd-event/', 'event-')}.json`)

const cancelled = 'ocd-event/86094f46-cf45-46f8-89e2-0bf783e7aa12'
const zoning = 'ocd-event/a00434b1-d35f-40fa-af3b-e48873c3177d'
const finance = 'ocd-event/70df4182-7985-47a8-a33a-c2fbb729b9aa'

/** The recorded responses; `changes` replace some of them. */
function chicago(changes: Record<string, unknown> = {}): JsonHandler {
  return (path) => {
    const name = path.replace(/\?.*/, '').replace(/^\/|\/$/g, '')
    if (Object.hasOwn(changes, name)) return changes[name]
    if (name === 'events') return recorded('feed.json')
    const listed = [cancelled, zoning, finance].includes(name)
    return listed ? recordedEvent(name) : undefined
  }
}

const listResponse = (...ids: string[]) => ({
  results: ids.map((id) => ({ id })),
  meta: { page: 1, max_page: 1, total_count: ids.length },
})

async function readFrom(handler: JsonHandler, timeZone: string | null = 'America/Chicago') {
  const server = await startJsonServer(handler)
  const source = {
    name: 'open-civic-data',
    describe: '',
    open: async (location) => ({
      name: 'open-civic-data',
      licence: null,
      municipality: null,
      ...(await openApi(location, timeZone, {
        policy: { ...hurried, attempts: 2, timeoutMs: 2000 },
      })),
    }),
  } satisfies ImportSource
  return { ...server, ...(await collectItems(source, server.url)) }
}

const threeEvents = () => chicago({ events: listResponse(finance, zoning, cancelled) })
const rejectionOf = async (handler: JsonHandler) =>
  readFrom(handler).then(
    () => 'nothing',
    (error: Error) => error.message.replace(/^http:\/\/127\.0\.0\.1:\d+/, ''),
  )

describe('the API of ocd.datamade.us', () => {
  it('yields valid meetings and agenda items, oldest first', async () => {
    const { records, errors, of } = await readFrom(threeEvents())
    expect(errors).toEqual([])
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    expect(of('meeting').map(({ key }) => key)).toEqual([cancelled, zoning, finance])
    const counts = [cancelled, zoning, finance].map(
      (key) => of('agenda_item').filter((item) => item.meeting_key === key).length,
    )
    const expected = [cancelled, zoning, finance].map((id) => recordedEvent(id).agenda.length)
    expect(counts).toEqual(expected)
  })

  it('converts times in UTC to local time', async () => {
    const { of } = await readFrom(threeEvents())
    expect(of('meeting')[0]).toMatchObject({
      title: 'Joint Committee: Finance; Transportation and Public Way',
      date: '2017-10-16',
      start_time: '10:00',
      status: 'cancelled',
      location: 'Council Chambers , City Hall',
      organization_key: 'ocd-organization/bc24064d-2e11-40b2-bbce-197b8e3af634',
      source_url: 'http://webapi.legistar.com/v1/chicago/events/4954',
      has_agenda: false,
      documents: [{ title: 'Cancellation Notice' }],
    })
    const { of: elsewhere } = await readFrom(threeEvents(), null)
    expect(elsewhere('meeting')[0]).toMatchObject({ start_time: '15:00' })
  })

  it('does not count members of a body as attendance', async () => {
    const { of } = await readFrom(threeEvents())
    const participants = recordedEvent(zoning).participants
    expect(participants.length).toBeGreaterThan(5)
    expect(of('meeting')[1]?.attendance).toEqual([])
  })

  it('yields the position of items without a number, and warns about bills without an id', async () => {
    const { of, warnings } = await readFrom(threeEvents())
    const [first, second] = of('agenda_item')
    expect(first).toMatchObject({ position: 0, item_number: null, title: 'Attendance' })
    expect(second).toMatchObject({ position: 1, item_number: null, matter_key: null })
    expect(warnings.map(({ reason }) => reason)).toContain(
      'is about SO2017-6434, whose id is missing',
    )
    const bills = of('agenda_item').filter(({ matter_key: key }) => key?.startsWith('ocd-bill/'))
    expect(bills.length).toBeGreaterThan(10)
  })

  it('yields the division of its jurisdiction', async () => {
    const jurisdictions = listResponse(
      'ocd-jurisdiction/country:us/state:il/place:chicago/government',
    )
    const { opened } = await readFrom(chicago({ jurisdictions, events: listResponse() }))
    expect(opened.divisionId).toBe('ocd-division/country:us/state:il/place:chicago')
  })

  it('rejects a listed event that does not exist, with its URL', async () => {
    expect(await rejectionOf(chicago())).toBe(
      '/ocd-event/93d62d20-b1dc-4d71-9e96-60c99c837e90/ responded with 404',
    )
  })
})

describe('an invalid server', () => {
  it('is rejected without showing the URL, which may contain a key, if it is malformed', async () => {
    await expect(openApi('https://ann:hidden@', null)).rejects.toThrow(/^(?!.*hidden).*https:/)
  })

  it.each([
    [() => undefined, '/ has neither /jurisdictions nor /events: is it an Open Civic Data API?'],
    [() => ({ data: [] }), '/jurisdictions?page=1&per_page=100 is not a list: /results is missing'],
    [
      () => ({ results: [] }),
      '/jurisdictions?page=1&per_page=100 is not a list: it has neither "pagination" nor "meta"',
    ],
  ])('is rejected with the reason', async (handler, reason) => {
    expect(await rejectionOf(handler)).toBe(reason)
  })

  it.each(['', '?apikey=1', '?jurisdiction_id=ocd-jurisdiction/country:ca/a:1'])(
    'is rejected if it has several jurisdictions, with "%s"',
    async (query) => {
      const two = listResponse('ocd-jurisdiction/country:ca/a:1', 'ocd-jurisdiction/country:ca/a:2')
      const paged = listResponse('ocd-jurisdiction/country:ca/a:1')
      for (const jurisdictions of [two, { ...paged, meta: { max_page: 2, total_count: 2 } }]) {
        const { url } = await startJsonServer(chicago({ jurisdictions }))
        const opened = openApi(`${url}/${query}`, null)
        await expect(opened).rejects.toThrow('lists 2 jurisdictions')
      }
    },
  )

  it('is read if a query parameter of its URL leaves one jurisdiction', async () => {
    const one = 'ocd-jurisdiction/country:ca/a:2/government'
    const { url } = await startJsonServer((path) =>
      path.includes('jurisdiction_id=')
        ? listResponse(one)
        : listResponse(one, 'ocd-jurisdiction/x'),
    )
    const { divisionId } = await openApi(`${url}/?jurisdiction_id=${one}`, null)
    expect(divisionId).toBe('ocd-division/country:ca/a:2')
  })

  it('is rejected if an event belongs to another jurisdiction', async () => {
    const other = { ...recordedEvent(zoning), jurisdiction_id: 'x' }
    const changed = { ...other, jurisdiction: { id: 'ocd-jurisdiction/country:us/place:gary' } }
    const { errors } = await readFrom(
      chicago({ events: listResponse(zoning, cancelled), [zoning]: changed }),
    )
    expect(errors.map(({ reason }) => reason)).toEqual([
      'belongs to ocd-jurisdiction/country:us/place:gary, the rest to ocd-jurisdiction/country:us/state:il/place:chicago/government: import one jurisdiction at a time',
    ])
  })

  it('is rejected with the URL and the errors of each entity', async () => {
    const broken = { ...recordedEvent(zoning), agenda: 'none', name: 5 }
    const { errors, url } = await readFrom(
      chicago({ events: listResponse(zoning), [zoning]: broken }),
    )
    expect(errors).toEqual([
      {
        location: `${url}/${zoning}/`,
        subject: zoning,
        reason: 'name must be a string; found 5',
      },
      {
        location: `${url}/${zoning}/`,
        subject: zoning,
        reason: 'agenda must be an array or null; found "none"',
      },
    ])
  })

  it('is read again if a list changes between pages, and rejected if it keeps changing', async () => {
    const page = (id: string) => ({
      results: [{ id }],
      meta: { max_page: 2, total_count: 2 },
    })
    const second = (isAtRest: boolean) => page(isAtRest ? zoning : finance)
    const events = (rests: boolean) => (path: string, times: number) => {
      if (path.startsWith('/events?page=1')) return page(finance)
      return path.startsWith('/events?page=2') ? second(rests && times > 1) : chicago()(path, times)
    }
    const { of } = await readFrom(events(true))
    expect(of('meeting').map(({ key }) => key)).toEqual([zoning, finance])
    expect(await rejectionOf(events(false))).toBe(
      '/events changed during each of 3 reads; import again later',
    )
  })

  // Page after page for ever: without entries, the first one again, or more of them.
  const endless =
    (pages: (page: number) => { ids: string[]; last: number }): JsonHandler =>
    (path) => {
      const page = Number(/^\/events\?page=(\d+)/.exec(path)?.[1])
      if (Number.isNaN(page)) return undefined
      const { ids, last } = pages(page)
      return { results: ids.map((id) => ({ id })), meta: { max_page: last } }
    }

  it.each([
    [
      'has no entries on a page before the last',
      endless((page) => ({ ids: page === 1 ? [finance] : [], last: 1000 })),
      '/events has no entries on page 2 of 1000',
      2,
    ],
    [
      'repeats a page',
      endless(() => ({ ids: [finance], last: 1000 })),
      '/events changed during each of 3 reads; import again later',
      6,
    ],
    [
      'has one page more on each page',
      endless((page) => ({ ids: [`ocd-event/${page}`], last: page + 1 })),
      '/events changed during each of 3 reads; import again later',
      6,
    ],
    [
      'has too many pages',
      endless(() => ({ ids: [finance], last: 1_000_000_000 })),
      '/events has more than 10000 pages: check the URL, or ask the operator of the server',
      1,
    ],
  ])('is rejected after few requests if a list %s', async (_, handler, reason, pages) => {
    const requests = new Set<string>()
    let count = 0
    const counted: JsonHandler = (path, times) => {
      if (path.startsWith('/events?')) {
        requests.add(path)
        count += 1
      }
      return handler(path, times)
    }
    expect(await rejectionOf(counted)).toBe(reason)
    // The first page is also read to find out whether the list exists, and its flavour.
    expect(count).toBe(pages + 2)
  })
})

it('skips a seat in an unlisted organization, with a warning', async () => {
  const [ng, council, gone] = ['ocd-person/1', 'ocd-organization/1', 'ocd-organization/2']
  const seats = [council, gone].map((organization_id) => ({ organization_id, role: 'Member' }))
  const { of, warnings, errors } = await readFrom(
    chicago({
      events: listResponse(),
      people: listResponse(ng),
      [ng]: { id: ng, name: 'Vera Ng', memberships: seats },
      organizations: listResponse(council),
      [council]: { id: council, name: 'Council' },
    }),
  )
  expect(errors).toEqual([])
  expect(of('membership').map(({ organization_key: key }) => key)).toEqual([council])
  expect(
    warnings.map(({ location, reason }) => `${location.replace(/.*#/, '')} ${reason}`),
  ).toContain(`/memberships/1 is a seat in ${gone}, which this source does not list`)
})

it('reports missing lists as gaps, so that nothing is pruned', async () => {
  const { opened, warnings, url } = await readFrom(
    chicago({ events: listResponse(), organizations: listResponse(), people: listResponse() }),
  )
  const missing = ['bills', 'votes'].map((list) => ({
    location: `${url}/${list}`,
    subject: list,
    reason: 'does not exist',
  }))
  expect(opened.gaps?.()).toEqual(missing)
  expect(warnings).toEqual(missing)
  const lists = {
    events: listResponse(),
    organizations: listResponse(),
    people: listResponse(),
    bills: listResponse(),
  }
  const whole = await readFrom(chicago({ ...lists, votes: listResponse() }))
  expect(whole.opened.gaps?.()).toEqual([])
})

describe('a Reeve that imports while it is read', () => {
  it('is rejected, because its records may be of two states', async () => {
    const id = 'ocd-jurisdiction/country:ca/csd:9900001/government'
    const page = { page: 1, per_page: 100, max_page: 1, total_items: 1 }
    const none = { results: [], pagination: { ...page, total_items: 0 } }
    const { errors } = await readFrom((path, times) =>
      path.startsWith('/jurisdictions')
        ? { results: [{ id, updated_at: `2026-01-0${times}` }], pagination: page }
        : none,
    )
    expect(errors.map(({ reason }) => reason)).toEqual([
      'changed while it was read (updated_at 2026-01-01, then 2026-01-02); import again',
    ])
  })
})

it('a URL is shown without password and key', () => {
  const url = 'https://ann:pass@ocd.example/api/events?apikey=secret&page=3&per_page=100'
  expect(shownUrl(url)).toBe('https://ocd.example/api/events?page=3&per_page=100')
})
