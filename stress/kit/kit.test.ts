import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Ledger } from './ledger.ts'
import { Random } from './random.ts'
import { decoded, isDate } from './reading.ts'
import { readResponses } from './stream.ts'
import { Wire } from './wire.ts'

// Tests that the checks of the stress tests find errors.

const uuid = '7c0f6f0e-3f5a-4f0e-9d4b-2f1f6f6f9a10'
const cleanups: (() => void)[] = []

afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

/** The errors that the ledger records for a server with this response. */
async function verdict(
  response: (reply: ServerResponse) => void,
  status = 400,
  waitMaxMs = 500,
): Promise<string[]> {
  const server = createServer((_request, reply) => response(reply))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const wire = new Wire((server.address() as AddressInfo).port, 1, waitMaxMs)
  cleanups.push(() => {
    wire.close()
    server.close()
  })
  const ledger = new Ledger(wire)
  const sent = { method: 'GET', target: '/api/ocd/pemberley/people' }
  await ledger.probe(sent, { status: [status], code: ['VALIDATION_ERROR'] })
  return ledger.outcome().errors.map(({ why }) => why)
}

const good: Record<string, string> = {
  'x-request-id': uuid,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}
const envelope = (code: string, status: number) =>
  JSON.stringify({ error: { code, message: 'm', status } })

const invalid = envelope('VALIDATION_ERROR', 400)

describe('the ledger', () => {
  it('accepts a correct response', async () => {
    expect(
      await verdict((reply) => reply.writeHead(400, good).end(envelope('VALIDATION_ERROR', 400))),
    ).toEqual([])
  })

  const wrong: [string, number, Record<string, string>, string, RegExp][] = [
    ['a 500', 500, good, envelope('INTERNAL_ERROR', 500), /500 is not a status/],
    ['another status', 404, good, envelope('VALIDATION_ERROR', 404), /expected 400/],
    ['another code', 400, good, envelope('NOT_FOUND', 400), /expected the code/],
    ['an error without envelope', 400, good, '{"message": "no"}', /without the envelope/],
    [
      'an error.status that lies',
      400,
      good,
      envelope('VALIDATION_ERROR', 404),
      /error.status is 404/,
    ],
    [
      'no request id',
      400,
      { ...good, 'x-request-id': '' },
      envelope('VALIDATION_ERROR', 400),
      /no X-Request-Id/,
    ],
    [
      'no CORS',
      400,
      { ...good, 'access-control-allow-origin': '' },
      envelope('VALIDATION_ERROR', 400),
      /without CORS/,
    ],
    ['a planted header', 400, { ...good, 'x-evil': '1' }, invalid, /an unknown header/],
    ['an echo', 400, { ...good, link: 'injected-by-the-client' }, invalid, /echoed in link/],
    ['a control character', 400, good, invalid.replace('"m"', '"\\u001b"'), /not safe to print/],
    [
      'an error that can be cached',
      400,
      { ...good, 'cache-control': 'public' },
      envelope('VALIDATION_ERROR', 400),
      /may be kept/,
    ],
  ]
  it.each(wrong)('rejects %s', async (_what, status, headers, body, problem) => {
    expect(await verdict((reply) => reply.writeHead(status, headers).end(body))).toEqual([
      expect.stringMatching(problem),
    ])
  })

  it('rejects a body that openapi.json does not describe', async () => {
    const problems = await verdict((reply) => reply.writeHead(200, good).end('{"results": 1}'), 200)
    expect(problems).toEqual([expect.stringMatching(/must be array/)])
  })

  it('rejects a closed connection', async () => {
    expect(await verdict((reply) => reply.destroy())).toEqual([
      expect.stringMatching(/no response/),
    ])
  })
})

it('gives up on a response that never ends', async () => {
  const problems = await verdict((reply) => reply.writeHead(400, good).write('{'))
  expect(problems).toEqual(['no response: it did not end in 500 ms'])
})

it.each([
  ['longer', 1, /Content-Length is \d+, but the body has \d+ bytes/],
  ['shorter', -1, /no response: (Parse Error|Content-Length is)/],
])('rejects a Content-Length that is %s than the body', async (_what, more, problem) => {
  const headers = { ...good, 'content-length': invalid.length + more }
  const problems = await verdict((reply) => reply.writeHead(400, headers).end(invalid), 400, 20_000)
  expect(problems).toEqual([expect.stringMatching(problem)])
})

describe('the parser of raw responses', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'
  const read = (text: string, methods: string[] = []) =>
    readResponses(Buffer.from(text, 'latin1'), methods)

  it('parses pipelined, chunked and HEAD responses', () => {
    const chunked = 'HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n'
    const { responses, problem } = read(`${head}ok${chunked}${head}`, ['GET', 'GET', 'HEAD'])
    expect(problem).toBeUndefined()
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [200, 'ok'],
      [404, 'ab'],
      [200, ''],
    ])
  })

  it.each([
    ['with an incomplete head', 'HTTP/1.1 200 OK\r\nContent', /does not end/],
    ['with an incomplete body', `${head}o`, /shorter/],
    ['with too many bytes', `${head}okay`, /does not end/],
    ['that are not HTTP', 'okay\r\n\r\n', /no status line/],
    ['with an invalid header line', 'HTTP/1.1 200 OK\r\nA b\r\n\r\n', /no header line/],
    ['with a repeated header', 'HTTP/1.1 204 No\r\nA: b\r\nA: c\r\n\r\n', /twice/],
    ['without a length', 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n', /without a length/],
  ])('rejects responses %s', (_what, text, problem) => {
    expect(read(text).problem).toMatch(problem)
  })
})

describe('parsing of values', () => {
  it.each([
    ['a%20b+c', 'a b c'],
    ['%C3%A9', 'é'],
    ['%00', undefined],
    ['%ED%A0%80', undefined],
    ['%C0%AF', undefined],
    ['%zz', undefined],
    ['%', undefined],
  ])('decodes %s as %s', (raw, text) => expect(decoded(raw, 'query')).toBe(text))

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2024-04-31', false],
    ['2024-00-10', false],
    ['2024-1-1', false],
  ])('decides whether %s is a date', (text, is) => expect(isDate(text)).toBe(is))
})

it('the same seed gives the same random numbers', () => {
  const draw = (seed: number) =>
    Array.from({ length: 20 }, (_, i) => i).map((_, i, list) => new Random(seed + i).pick(list))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})
