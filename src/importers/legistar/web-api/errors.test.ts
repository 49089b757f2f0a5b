import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectItems } from '../../../../test/support/imports/collect-items.ts'
import { comparable } from '../../../../test/support/legistar/comparable.ts'
import {
  hurried,
  live,
  replaced,
  responsesOf,
  serveLegistar,
} from '../../../../test/support/legistar/live.ts'
import type { Row } from '../../../../test/support/legistar/odata.ts'
import type { Misbehaviour, RecordedRequest } from '../../../../test/support/legistar/server.ts'
import { largerTown } from '../../../../test/support/legistar/town.ts'
import type { FetchPolicy } from '../../kit/retries.ts'
import { readRetryAfter } from '../../kit/retries.ts'
import { legistarSource } from './web-api.ts'

// No machine is so busy that a response is late; one that hangs is late at once.
beforeEach(() => {
  const toFake = ['setTimeout', 'clearTimeout'] as const
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true, advanceTimeDelta: 1 })
})
afterEach(() => void vi.useRealTimers())
const afterHanging = (misbehaviour: Misbehaviour | undefined) => {
  if (misbehaviour === 'hang') vi.advanceTimersByTime(hurried.timeoutMs)
  return misbehaviour
}

const town = () => responsesOf(largerTown(8))

async function read(
  misbehaviour?: (request: RecordedRequest) => Misbehaviour | undefined,
  policy: Partial<FetchPolicy> = {},
) {
  const server = await serveLegistar(
    await town(),
    misbehaviour === undefined ? {} : { misbehaviour: (each) => afterHanging(misbehaviour(each)) },
  )
  const source = legistarSource({ ...hurried, ...policy })
  const { records, errors, warnings } = await collectItems(source, server.base)
  const location = warnings.map((warn) => warn.location.replace(server.base, ''))
  return { server, errors, location, records: comparable(records) }
}

/** Every third URL fails on the first request, and every sixth on the second too. */
function nowAndThen(
  misbehaviour: Misbehaviour,
): (request: RecordedRequest) => Misbehaviour | undefined {
  const seen = new Map<string, number>()
  return ({ path, query, before }) => {
    const line = `${path}?${query}`
    const number = seen.get(line) ?? seen.size
    seen.set(line, number)
    const failures = number % 6 === 0 ? 2 : number % 3 === 0 ? 1 : 0
    return before < failures ? misbehaviour : undefined
  }
}

describe('a server that fails now and then', () => {
  it.each<[string, Misbehaviour, Partial<FetchPolicy>]>([
    ['429 without Retry-After', { status: 429 }, {}],
    ['429 with Retry-After in seconds', { status: 429, headers: { 'retry-after': '0' } }, {}],
    [
      '503 with Retry-After as a date',
      { status: 503, headers: { 'retry-after': new Date(0).toUTCString() } },
      {},
    ],
    ['500', { status: 500 }, {}],
    ['502', { status: 502 }, {}],
    ['504', { status: 504 }, {}],
    ['no response', 'hang', { concurrency: 1 }],
    ['a reset connection', 'reset', {}],
    ['truncated JSON', 'cut off', {}],
  ])('gives the same records as a reliable one: %s', async (_, misbehaviour, policy) => {
    const whole = await read()
    const unreliable = await read(nowAndThen(misbehaviour), policy)
    expect(unreliable.errors).toEqual([])
    expect(unreliable.records).toEqual(whole.records)
    expect(unreliable.location).toEqual(whole.location)
    expect(unreliable.server.requests.length).toBeGreaterThan(whole.server.requests.length * 1.3)
  })

  it('is requested again when Retry-After says, not after our own pause', async () => {
    const inAnHour = { backOffMs: 3_600_000, backOffMaxMs: 3_600_000 }
    const misbehaviour: Misbehaviour = { status: 429, headers: { 'retry-after': '0' } }
    const { records } = await read(nowAndThen(misbehaviour), inAnHour)
    expect(records).toEqual((await read()).records)
  })

  it('is not requested again if Retry-After is longer than an import can take', async () => {
    const misbehaviour = ({ path }: RecordedRequest): Misbehaviour | undefined =>
      path === 'Matters' ? { status: 429, headers: { 'retry-after': '3600' } } : undefined
    await expect(read(misbehaviour)).rejects.toThrow(
      /^http\S+\/Matters\?\S+ asked to retry after 3600 s; nothing was imported/,
    )
  })

  it.each<[Misbehaviour, string]>([
    [{ status: 500 }, 'responded with 500'],
    ['reset', 'did not respond: (ECONNRESET|UND_ERR_SOCKET)'],
    ['hang', 'did not respond within 30 s'],
    ['cut off', 'did not respond with JSON \\(\\d+:\\d+ .*\\)'],
  ])('is reported with its URL if %j persists', async (misbehaviour, why) => {
    const endpoint = 'Matters/1003/Sponsors'
    const failing = await serveLegistar(await town(), {
      misbehaviour: ({ path }) => afterHanging(path === endpoint ? misbehaviour : undefined),
    })
    const source = legistarSource({ ...hurried, concurrency: 1 })
    await expect(collectItems(source, failing.base)).rejects.toThrow(
      new RegExp(`^${failing.base}/${endpoint} ${why} \\(4 attempts\\); nothing was imported$`),
    )
    expect(failing.requests.filter((line) => line === endpoint)).toHaveLength(4)
  })

  it.each<[string, Misbehaviour]>([
    ['sent more than 100000 bytes', { status: 200, body: 'x'.repeat(200_000) }],
    [
      'redirects to another server, http://127.0.0.1:1',
      { status: 302, headers: { location: 'http://127.0.0.1:1/v1/town/Matters?token=s3cret' } },
    ],
  ])('is not requested again if it %s', async (why, misbehaviour) => {
    const server = await serveLegistar(await town(), {
      token: 's3cret',
      misbehaviour: ({ path }) => (path === 'Persons' ? misbehaviour : undefined),
    })
    const source = legistarSource({ ...hurried, bytesMax: 100_000 })
    const outcome = await collectItems(source, server.base, { legistarToken: 's3cret' }).catch(
      (error: unknown) => (error as Error).message,
    )
    expect(outcome).toMatch(new RegExp(`/Persons\\?\\S+ ${why}; nothing was imported$`))
    expect(outcome).not.toContain('s3cret')
    expect(server.requests.filter((line) => line.startsWith('Persons'))).toHaveLength(1)
  })

  it('is requested again after a response that is not UTF-8', async () => {
    const body = Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])
    const { records, server } = await read(({ query, before }) =>
      query.get('$filter') === 'PersonId gt 0' && before === 0 ? { status: 200, body } : undefined,
    )
    const whole = await read()
    expect(records).toEqual(whole.records)
    expect(server.requests.length).toBe(whole.server.requests.length + 1)
  })

  it('may return 404 for votes, texts or roll calls, which only causes one warning for each kind', async () => {
    const gone = [
      ...['EventItems/100001/Votes', 'EventItems/100002/Votes', 'Matters/1003/Texts/1003'],
      'EventItems/200004/RollCalls',
    ]
    const whole = await read()
    const misbehaviour = ({ path }: RecordedRequest): Misbehaviour | undefined =>
      gone.includes(path) ? { status: 404 } : undefined
    const { records, server, errors } = await read(misbehaviour)
    expect(errors).toEqual([])
    expect([...records.keys()]).toEqual([...whole.records.keys()])
    const differing = [...records].filter(([key, record]) => !same(record, whole.records.get(key)))
    expect(differing.map(([key]) => key).sort()).toEqual([
      ...['matter 1003', 'meeting 2004', 'motion 100001', 'motion 100002'],
    ])
    const { warnings } = await collectItems(
      live,
      (await serveLegistar(await town(), { misbehaviour })).base,
    )
    expect(warnings.map(({ subject }) => subject).sort()).toEqual(['RollCalls', 'Texts', 'Votes'])
    expect(server.requests.filter((line) => gone.includes(line))).toHaveLength(gone.length)
  })
})

describe('a response that denies access to data', () => {
  const parts = ['Sponsors', 'Attachments', 'Histories'].map((part) => `Matters/1003/${part}`)
  const optional = [
    ...['EventItems/100003/Votes', 'EventItems/200003/RollCalls'],
    ...['Matters/1003/Versions', 'Matters/1003/Texts/1003'],
  ]
  const cases: [number, string][] = [
    ...[...parts, ...optional, 'Events/2003/EventItems', 'Matters'].map(
      (path): [number, string] => [403, path],
    ),
    ...[...parts, 'Events/2003/EventItems', 'Matters'].map((path): [number, string] => [404, path]),
  ]

  it.each(cases)('ends the import: %i at %s', async (status, endpoint) => {
    const server = await serveLegistar(await town(), {
      token: 's3cret',
      misbehaviour: ({ path }) => (path === endpoint ? { status } : undefined),
    })
    const reading = collectItems(live, server.base, { legistarToken: 's3cret' })
    const outcome = await reading.catch((error: unknown) => (error as Error).message)
    expect(outcome).toMatch(
      new RegExp(`^${server.base}/${endpoint}\\S* responded with ${status}; nothing was imported`),
    )
    expect(outcome).not.toContain('s3cret')
    expect(outcome).not.toContain('\n')
  })
})

describe('pages that shift while they are read', () => {
  /** A list of people whose first two are replaced by a new one with each page. */
  async function movingPeople() {
    const people: Row[] = Array.from({ length: 2500 }, (_, index) => ({
      PersonId: 10 + index * 2,
      PersonFullName: `Person ${index}`,
    }))
    const responses = replaced(await responsesOf({}), { Persons: people })
    const changed = new Set<unknown>()
    let next = 10
    const server = await serveLegistar(responses, {
      misbehaviour: ({ path, before }) => {
        if (path !== 'Persons' || before > 0) return undefined
        const [gone] = people.splice(0, 1)
        people.unshift({ PersonId: next + 1, PersonFullName: 'New' })
        people.splice(1, 1)
        changed
          .add(gone?.PersonId)
          .add(next + 1)
          .add(next + 2)
        next += 2
        return undefined
      },
    })
    return { server, changed, before: people.map(({ PersonId }) => PersonId) }
  }

  it('lose no person and repeat none', async () => {
    const { server, changed, before } = await movingPeople()
    const { of } = await collectItems(live, server.base)
    const keys = of('person').map(({ key }) => Number(key))
    expect(new Set(keys).size).toBe(keys.length)
    const stayed = before.filter((id) => !changed.has(id))
    expect(stayed.length).toBeGreaterThan(2480)
    expect(keys).toEqual(expect.arrayContaining(stayed))
  })

  it('would lose people if they were requested by offset', async () => {
    const { server, changed, before } = await movingPeople()
    const keys: unknown[] = []
    for (const skip of [0, 1000, 2000]) {
      const url = `${server.base}/Persons?$orderby=PersonId&$skip=${skip}`
      const rows = (await (await fetch(url)).json()) as Row[]
      keys.push(...rows.map(({ PersonId }) => PersonId))
    }
    const stayed = before.filter((id) => !changed.has(id))
    expect(stayed.every((id) => keys.includes(id))).toBe(false)
  })
})

describe('the fetch policy of the client', () => {
  it('limits concurrent requests, and sends a User-Agent', async () => {
    const names = new Set<string>()
    const misbehaviour = ({ userAgent }: RecordedRequest) => {
      names.add(userAgent)
      return undefined
    }
    const server = await serveLegistar(await town(), { misbehaviour, delayMs: 3 })
    await collectItems(live, server.base)
    expect(server.busiest()).toBe(hurried.concurrency)
    expect([...names]).toEqual(['reeve (imports council records)'])
  })

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 20_000],
    ['Thu, 01 Jan 1970 00:00:05 GMT', 0],
    ['soon', null],
    ['-1', null],
    [null, null],
  ])('reads Retry-After: %s', (header, milliseconds) => {
    expect(readRetryAfter(header, 10_000)).toBe(milliseconds)
  })
})

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
