import fc from 'fast-check'
import { type Drawn, drawnRequest, everyParameter } from './kit/drawn-request.ts'
import { endpoints, type Fixture, foreign, openFixture } from './kit/fixture.ts'
import { parse } from './kit/ledger.ts'
import { decoded } from './kit/reading.ts'
import type { Issued } from './kit/request-verdict.ts'
import { unsafeMethods } from './kit/strange.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply, Sent } from './kit/wire.ts'

/** What the checks of a response compare it with. */
interface Scene {
  fixture: Fixture
  /** The response of each valid path, without the parts that differ each time. */
  rights: Map<string, string>
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  try {
    const before = await stateOf(fixture)
    const scene = { fixture, rights: await readRights(fixture) }
    // Without them there is nothing to compare with, and each further response could take as long to fail.
    if (fixture.ledger.hasFailed) return fixture.ledger.outcome({ paths: scene.rights.size })
    const issued = await issue(fixture)
    await fixture.ledger.forEach(everyParameter(fixture, issued), async (drawn) => {
      const problems = await problemsOf(scene, drawn)
      if (problems.length > 0) fixture.ledger.fail(drawn.sent, drawn.expected, problems.join('; '))
    })
    log(`  each parameter is sent with each kind of value, and ${size} requests are drawn`)
    if (!fixture.ledger.hasFailed) await draw(scene, issued, { size, seed })
    if (before !== (await stateOf(fixture)))
      fixture.ledger.fail(nothing, { status: [] }, 'towns or keys in the database changed')
    return fixture.ledger.outcome({ endpoints: endpoints.length, cursors: issued.length })
  } finally {
    await fixture.close()
  }
}

const shrinkingMsMax = 60_000

/** Draws requests until one has a problem, and records the smallest of its kind that was found in a minute. */
async function draw(
  scene: Scene,
  issued: readonly Issued[],
  { size, seed }: Pick<Order, 'size' | 'seed'>,
): Promise<void> {
  const { fixture } = scene
  let end = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(drawnRequest(fixture, issued), async (drawn) => {
    if (performance.now() > end) return
    const problems = await problemsOf(scene, drawn)
    if (problems.length === 0) return
    end = Math.min(end, performance.now() + shrinkingMsMax)
    throw new Error(problems.join('; '))
  })
  const details = await fc.check(property, { numRuns: size, seed })
  if (!details.failed) return
  const [drawn] = details.counterexample ?? []
  const why = `seed ${seed}, path ${details.counterexamplePath}: ${String(details.errorInstance)}`
  fixture.ledger.fail(drawn?.sent ?? nothing, drawn?.expected ?? { status: [] }, why)
}

const nothing: Sent = { method: 'GET', target: '' }

/** The rows that a side effect would change. */
async function stateOf({ service }: Fixture): Promise<string> {
  const { db } = service.writing
  const towns = await db.selectFrom('municipalities').selectAll().orderBy('id').execute()
  const rows = await db.selectFrom('api_keys').selectAll().orderBy('id').execute()
  // Without times of last use, which are written every few seconds.
  return JSON.stringify([towns, rows.map((row) => ({ ...row, last_used_at: null }))])
}

async function readRights(fixture: Fixture): Promise<Map<string, string>> {
  const { ledger, pathOf, queryOf, keyHeader } = fixture
  const wanted = endpoints.flatMap((endpoint) =>
    Array.from({ length: 21 }, (_, index) => ({ endpoint, path: pathOf(endpoint, index) })),
  )
  const rights = new Map<string, string>()
  await ledger.forEach(new Map(wanted.map((one) => [one.path, one])).values(), async (one) => {
    const query = queryOf(one.endpoint)
    const target = query === '' ? one.path : `${one.path}?${query}`
    const sent = { method: 'GET', target, headers: keyHeader(one.endpoint) }
    rights.set(one.path, substance(await ledger.probe(sent, { status: [200] })))
  })
  return rights
}

function substance(reply: Reply | undefined): string {
  const { meta, requestId, ...rest } = parse(reply?.body ?? '')
  return JSON.stringify(rest)
}

/** The cursor of the first page of every list that has a second one. */
async function issue({ ledger, get }: Fixture): Promise<Issued[]> {
  const issued: Issued[] = []
  for (const endpoint of endpoints.filter(({ query }) =>
    query.some((one) => one.name === 'cursor'),
  )) {
    const reply = await ledger.probe(get(endpoint, 'per_page=1'), { status: [200] })
    const { pagination } = parse(reply?.body ?? '') as {
      pagination?: { next_cursor: string | null }
    }
    const cursor = pagination?.next_cursor ?? null
    if (cursor !== null) issued.push({ endpoint, cursor })
  }
  if (issued.length < 8) throw new Error(`only ${issued.length} lists have a second page`)
  return issued
}

/** Everything that is wrong with the response to a request. */
async function problemsOf(scene: Scene, drawn: Drawn): Promise<string[]> {
  const { fixture } = scene
  const { sent, expected } = drawn
  const { reply, problems } = await fixture.ledger.examine(sent, expected)
  if (reply === undefined) return problems
  return [
    ...problems.map((problem) => `${reply.status} ${reply.body.slice(0, 200)}: ${problem}`),
    ...readerProblems(scene, drawn, reply),
    ...methodProblems(sent, reply),
    ...(sent.method === 'HEAD' ? await headProblems(fixture, drawn, reply) : []),
  ]
}

/** Nothing of another town, no key and no file is in a response, and a path has one meaning. */
function readerProblems(
  { fixture, rights }: Scene,
  { sent, right }: Drawn,
  reply: Reply,
): string[] {
  const [raw = '', query] = sent.target.split('?')
  const path = decoded(raw, 'path') ?? ''
  const shown = reply.body + JSON.stringify([...reply.headers])
  const problems: string[] = []
  for (const secret of [
    ...fixture.secrets,
    'root:',
    ...(path.includes(fixture.otherTown) ? [] : [foreign]),
  ])
    if (shown.includes(secret)) problems.push(`the response contains ${secret.slice(0, 12)}`)
  const same = rights.get(path)
  const isPlain = raw !== right && sent.method === 'GET' && reply.status === 200
  const isAll = query === undefined || /^q=ditch$/.test(query)
  if (isPlain && isAll && same !== undefined && same !== substance(reply))
    problems.push('two spellings of one path have different responses')
  return problems
}

const preflight: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'X-API-Key, Content-Type',
  'access-control-max-age': '86400',
}

/** A method that changes things is named with its path in the error; a preflight needs no key. */
function methodProblems(sent: Sent, reply: Reply): string[] {
  if (sent.method === 'OPTIONS' && reply.status === 204) return preflightProblems(reply)
  return unsafeMethods.includes(sent.method) && reply.status === 404
    ? rejectionProblems(sent, reply)
    : []
}

function rejectionProblems({ method, target }: Sent, { headers, body }: Reply): string[] {
  const problems: string[] = []
  const { error } = parse(body) as { error?: { message?: string } }
  const [path = ''] = target.split('?', 1)
  // A long path is shortened, and an odd one is shown otherwise.
  const isShown = /^[\w/.-]{1,150}$/.test(path)
  if (isShown && error?.message?.includes(`${method} ${path}`) !== true)
    problems.push(`the message does not name method and path: ${error?.message}`)
  const allow = headers.get('allow')
  if (allow !== 'GET, HEAD, OPTIONS') problems.push(`Allow is ${allow}`)
  return problems
}

function preflightProblems({ headers }: Reply): string[] {
  const wrong = Object.entries(preflight).filter(([name, value]) => headers.get(name) !== value)
  const problems = wrong.map(([name]) => `${name} is ${headers.get(name)}`)
  const isCredentialed = headers.has('access-control-allow-credentials')
  return isCredentialed ? [...problems, 'credentials are allowed'] : problems
}

// Headers that differ between any two responses, and those that HEAD may omit (RFC 9110 9.3.2).
const ownOfEach = [
  'date',
  'x-request-id',
  'ratelimit',
  'connection',
  'keep-alive',
  'transfer-encoding',
]

/** HEAD has the status and the headers of GET. */
async function headProblems(
  { ledger }: Fixture,
  { sent, expected: { early = false } }: Drawn,
  head: Reply,
): Promise<string[]> {
  const expected = { status: [head.status], early }
  const { reply: get, problems } = await ledger.examine({ ...sent, method: 'GET' }, expected)
  if (get === undefined) return problems
  // The request id changes the compressed length, and the message of a 404 names the method.
  const free =
    get.headers.has('content-encoding') || get.status === 404
      ? [...ownOfEach, 'content-length']
      : ownOfEach
  const lines = ({ headers }: Reply) =>
    [...headers].filter(([name]) => !free.includes(name)).map((line) => line.join(': '))
  const [given, wanted] = [lines(head), lines(get)]
  return [
    ...problems,
    ...wanted.filter((line) => !given.includes(line)).map((line) => `only GET has ${line}`),
    ...given.filter((line) => !wanted.includes(line)).map((line) => `only HEAD has ${line}`),
  ]
}

export const requests: StressTest = {
  name: 'requests',
  about:
    'every operation of openapi.json with any path, method, query and header gets its documented response',
  counts: 'random requests',
  sizes: { small: 1500, large: 40_000 },
  run,
}
