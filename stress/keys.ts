import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { createKeyForEmail } from '../src/access/keys.ts'
import { systemClock } from '../src/core/clock.ts'
import { migrate, openWriteStore } from '../src/store/open.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { endpoints, type Fixture, openFixture } from './kit/fixture.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Sent } from './kit/wire.ts'

const keysOfAnAccount = 50
// One in a billion good generators exceeds this (chi-squared, 15 degrees of freedom).
const chiSquaredMax = 70

async function run({ size, log }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  try {
    const chiSquared = await quality(fixture, size)
    log(`  ${size} keys are made`)
    await malformed(fixture)
    const rounds = Math.max(2, Math.ceil(size / 5000))
    const hammered = await revocations(fixture, rounds)
    return fixture.ledger.outcome({ keys: size, chiSquared, revocations: rounds, hammered })
  } finally {
    await fixture.close()
  }
}

const nothing: Expectation = { status: [] }
const blame = (fixture: Fixture, why: string) =>
  fixture.ledger.fail({ method: 'KEY', target: '' }, nothing, why)

/** Creates keys as `reeve keys create` does, and checks each key and its row. */
async function quality(fixture: Fixture, size: number): Promise<number> {
  const store = openWriteStore('sqlite::memory:')
  await migrate(store)
  const seen = new Set<string>()
  for (let i = 0; i < size; i += 1) {
    const email = `a${Math.floor(i / keysOfAnAccount)}@town.example`
    const account = { email, name: null, keysMax: keysOfAnAccount }
    const { key, prefix } = await createKeyForEmail(store, account, systemClock)
    if (!/^rv_[0-9a-f]{64}$/.test(key)) blame(fixture, `shape: ${key}`)
    if (key.slice(59) !== checksum(key.slice(0, 59))) blame(fixture, `checksum: ${key}`)
    if (prefix !== key.slice(0, 11)) blame(fixture, `prefix: ${prefix}`)
    seen.add(key)
  }
  if (seen.size !== size) blame(fixture, `${size - seen.size} keys were made twice`)
  const rows = await store.db.selectFrom('api_keys').selectAll().execute()
  await store.close()
  const hashes = new Set(rows.map(({ hash }) => hash))
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
  const unknown = [...seen].filter((key) => !hashes.has(hashOf(key))).length
  if (unknown > 0) blame(fixture, `${unknown} keys are not kept as their SHA-256`)
  const kept = JSON.stringify(rows)
  if ([...seen].some((key) => kept.includes(key.slice(11))))
    blame(fixture, 'a key is kept in the clear')
  return evenness(fixture, [...seen])
}

/** Chi-squared of the frequencies of the digits. */
function evenness(fixture: Fixture, all: readonly string[]): number {
  const digits = new Map<string, number>()
  for (const key of all)
    for (const digit of key.slice(3, 59)) digits.set(digit, (digits.get(digit) ?? 0) + 1)
  const expected = (all.length * 56) / 16
  const chiSquared = [...digits.values()].reduce(
    (sum, n) => sum + (n - expected) ** 2 / expected,
    0,
  )
  if (digits.size !== 16 || chiSquared > chiSquaredMax) blame(fixture, `chi-squared ${chiSquared}`)
  return Math.round(chiSquared)
}

/** CRC-32, which gzip appends to its output in little-endian order. */
function checksum(text: string): string {
  return gzipSync(text).subarray(-8, -4).reverse().toString('hex')
}

/** Malformed and missing keys must be rejected without a query. */
async function malformed(fixture: Fixture): Promise<void> {
  const { key } = fixture.service
  const shapes = [
    ...[key.slice(0, -1), `${key}0`, key.slice(1), `x${key}`, key.slice(3), `rv-${key.slice(3)}`],
    ...[
      key.toUpperCase(),
      `RV_${key.slice(3)}`,
      `rv_${key.slice(3).toUpperCase()}`,
      `sk_${key.slice(3)}`,
    ],
    ...[
      `${key.slice(0, -1)}g`,
      `${key.slice(0, 30)} ${key.slice(31)}`,
      `"${key}"`,
      `Bearer ${key}`,
    ],
    ...[
      `${key},${key}`,
      `${key};`,
      'rv_',
      'null',
      'undefined',
      '*',
      "' OR '1'='1",
      '0',
      'x'.repeat(5000),
    ],
  ]
  const good = { 'x-api-key': key }
  const wrong = { 'x-api-key': 'wrong' }
  const rejected = { status: [401], code: ['INVALID_API_KEY'] }
  const missing = { status: [401], code: ['MISSING_API_KEY'] }
  const encoded = encodeURIComponent
  for (const { template } of endpoints.filter(({ keyed, names }) => keyed && !names)) {
    const path = `${template.replace('{municipality}', 'pemberley')}?q=ditch`
    const send = (
      query: string,
      headers: Record<string, string | string[]>,
      expected: Expectation,
    ) => quietly(fixture, { method: 'GET', target: path + query, headers }, expected)
    for (const shape of shapes) {
      await send('', { 'x-api-key': shape }, rejected)
      await send(`&apikey=${encoded(shape)}`, {}, rejected)
      await send(`&apikey=${key}`, { 'x-api-key': shape }, rejected)
    }
    await send('', {}, missing)
    await send('', { 'x-api-key': '' }, missing)
    await send('&apikey=', {}, missing)
    await send('&apikey', { 'x-api-key': '' }, missing)
    await send(`&ApiKey=${key}`, {}, missing)
    await send('', { authorization: `Bearer ${key}`, cookie: `apikey=${key}` }, missing)
    await send('', { 'x-api-key': [key, key] }, rejected)
    await send(`&apikey=${key}&apikey=${key}`, {}, rejected)
    await send('&apikey=%FF', {}, rejected)
    await send(`&apikey=${key}`, wrong, rejected)
    const right = { status: [200] }
    await send(`&apikey=${key}`, {}, right)
    await send(`&%61pikey=${key}`, {}, right)
    await send(`&apikey=${key}`, { 'x-api-key': '' }, right)
    await send('&apikey=wrong', good, right)
    await send('', { 'x-api-key': `  ${key}  ` }, right)
  }
}

async function quietly(
  { ledger, service }: Fixture,
  sent: Sent,
  expected: Expectation,
): Promise<void> {
  service.statements.length = 0
  await ledger.probe(sent, expected)
  if (expected.status[0] === 401 && service.statements.length > 0)
    ledger.fail(sent, expected, `the database was asked: ${service.statements.join('; ')}`)
}

/** Sends requests with a key while another process revokes it; once that has exited, all must be rejected. */
async function revocations(fixture: Fixture, rounds: number): Promise<number> {
  const reeve = newReeve()
  let hammered = 0
  try {
    const words = [
      'municipalities',
      'add',
      'x',
      '--csd',
      '3506008',
      '--timezone',
      'America/Toronto',
    ]
    await reeve.run(words)
    const serving = await reeve.serve([], { RATE_LIMIT: '1000000', LOG_LEVEL: 'silent' })
    for (let round = 0; round < rounds; round += 1)
      hammered += await revokeOne(fixture, reeve, `http://127.0.0.1:${serving.port}/api/v1/x/test`)
  } finally {
    await reeve.remove()
  }
  return hammered
}

async function revokeOne(fixture: Fixture, reeve: Reeve, url: string): Promise<number> {
  const made = await reeve.run(['keys', 'create', '--email', 'a@b.example', '--json'])
  const { id, key } = JSON.parse(made.stdout) as { id: string; key: string }
  const send = async () => (await fetch(url, { headers: { 'x-api-key': key } })).status
  if ((await send()) !== 200) blame(fixture, 'a new key is not known to a running server')
  let over = false
  const revoked = reeve.run(['keys', 'revoke', id]).then((ended) => {
    over = true
    return ended
  })
  const statuses: number[] = []
  while (!over) statuses.push(await send())
  if ((await revoked).status !== 0) blame(fixture, 'the key could not be revoked')
  const after = await Promise.all(Array.from({ length: 20 }, send))
  if (after.some((status) => status !== 401)) blame(fixture, `after it: ${after.join()}`)
  const round = statuses.indexOf(401)
  if (round !== -1 && statuses.slice(round).some((status) => status !== 401))
    blame(fixture, 'a revoked key was let in again')
  return statuses.length + after.length
}

export const keys: StressTest = {
  name: 'keys',
  about: 'keys are random, malformed keys are rejected, and revocations take effect at once',
  counts: 'keys',
  sizes: { small: 2000, large: 100_000 },
  run,
}
