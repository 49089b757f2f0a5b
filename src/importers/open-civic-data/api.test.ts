import { describe, expect, it } from 'vitest'
import { type JsonHandler, startJsonServer } from '../../../test/support/http/json-server.ts'
import {
  cancelled,
  eventResponse,
  finance,
  gone,
  listResponse,
  ocdApi,
  readOcdApi,
  zoning,
} from '../../../test/support/ocd/api-responses.ts'
import { openApi } from './api.ts'
import { shownUrl } from './api-lists.ts'

const readFrom = (handler: JsonHandler, timeZone: string | null = 'America/Vancouver') =>
  readOcdApi(handler, timeZone)

const threeEvents = () => ocdApi({ events: listResponse(finance, zoning, cancelled) })
const rejectionOf = async (handler: JsonHandler) =>
  readFrom(handler).then(
    () => 'nothing',
    (error: Error) => error.message.replace(/^http:\/\/127\.0\.0\.1:\d+/, ''),
  )

describe('an API', () => {
  it('yields meetings oldest first, in UTC if the time zone is unknown', async () => {
    const { of } = await readFrom(threeEvents(), null)
    expect(of('meeting').map(({ key }) => key)).toEqual([cancelled, zoning, finance])
    expect(of('meeting')[0]).toMatchObject({ start_time: '17:00' })
  })

  it('rejects a listed event that does not exist, with its URL', async () => {
    expect(await rejectionOf(ocdApi())).toBe(`/${gone}/ responded with 404`)
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
        const { url } = await startJsonServer(ocdApi({ jurisdictions }))
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
    const other = { ...eventResponse(zoning), jurisdiction_id: 'x' }
    const changed = { ...other, jurisdiction: { id: 'ocd-jurisdiction/country:us/place:gary' } }
    const { errors } = await readFrom(
      ocdApi({ events: listResponse(zoning, cancelled), [zoning]: changed }),
    )
    expect(errors.map(({ reason }) => reason)).toEqual([
      'belongs to ocd-jurisdiction/country:us/place:gary, the rest to ocd-jurisdiction/country:ca/csd:9900001/government: import one jurisdiction at a time',
    ])
  })

  it('is rejected with the URL and the errors of each entity', async () => {
    const broken = { ...eventResponse(zoning), agenda: 'none', name: 5 }
    const { errors, url } = await readFrom(
      ocdApi({ events: listResponse(zoning), [zoning]: broken }),
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
      return path.startsWith('/events?page=2') ? second(rests && times > 1) : ocdApi()(path, times)
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

it('has no gaps if it has every list', async () => {
  const lists = ['events', 'organizations', 'people', 'bills', 'votes']
  const { opened } = await readFrom(
    ocdApi(Object.fromEntries(lists.map((list) => [list, listResponse()]))),
  )
  expect(opened.gaps?.()).toEqual([])
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
