import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addVotes, fillDatabase, hashOf } from '../test/support/database/moving.ts'
import { type PostgresServer, startPostgres } from '../test/support/database/postgres-server.ts'
import { databaseProblems } from '../test/support/database/problems.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { Random } from './kit/random.ts'
import type { Failure, Order, Outcome, StressTest } from './kit/stress-test.ts'

const main = resolve(import.meta.dirname, '../dist/main.js')
const votes = 20_000
const killsOfOneCopy = 3
// A kill can come before the copy has begun, or after it has ended.
const attemptsOfOneKill = 5
const copiesMin = 10

interface Fixture {
  reeve: Reeve
  postgres: PostgresServer
  random: Random
  hash: string
  /** Duration of an uninterrupted copy, in milliseconds. */
  whole: number
  runs: number
  landed: number
  failures: Failure[]
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const reeve = newReeve()
  const postgres = await startPostgres()
  try {
    const file = `sqlite:${join(reeve.folder, 'source.db')}`
    await fillDatabase(file)
    await reeve.run(['keys', 'create', '--email', 'a@b.example'], { DATABASE_URL: file })
    await addVotes(file, votes)
    const { sha256: hash } = await hashOf(file)
    const random = new Random(seed)
    const fixture = { reeve, postgres, random, hash, whole: 0, runs: 0, landed: 0, failures: [] }
    const sources = { sqlite: file, postgres: await newTarget(fixture, 'postgres', 0) }
    const started = performance.now()
    await finish(fixture, sources.sqlite, sources.postgres)
    fixture.whole = performance.now() - started
    const attemptsMax = copiesMin + size * attemptsOfOneKill
    for (let copy = 1; fixture.landed < size && copy <= attemptsMax; copy += 1) {
      const [from, to] =
        copy % 2 === 1 ? (['sqlite', 'postgres'] as const) : (['postgres', 'sqlite'] as const)
      const kills = Math.min(size - fixture.landed, random.between(1, killsOfOneCopy))
      await killedCopy(fixture, sources[from], await newTarget(fixture, to, copy), kills)
      log(`  ${fixture.landed} copies were killed midway, in ${fixture.runs} runs`)
    }
    if (fixture.landed < size) fail(fixture, '', `only ${fixture.landed} kills came midway`)
    const { runs, landed, whole, failures } = fixture
    const metrics = { midway: landed, secondsOfACopy: (whole / 1000).toFixed(1) }
    return {
      requests: runs,
      statuses: {},
      errors: failures,
      failureCount: failures.length,
      metrics,
    }
  } finally {
    await reeve.remove()
    await postgres.remove()
  }
}

async function newTarget(
  { postgres, reeve }: Pick<Fixture, 'postgres' | 'reeve'>,
  engine: 'sqlite' | 'postgres',
  number: number,
): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(reeve.folder, `copy-${number}.db`)}`
  await postgres.run(`create database copy_${number}`)
  return postgres.url(`copy_${number}`)
}

/** Kills a copy this many times, then lets it finish. */
async function killedCopy(
  fixture: Fixture,
  from: string,
  to: string,
  kills: number,
): Promise<void> {
  for (let i = 0; i < kills; i += 1) {
    const ended = await killed(fixture, from, to, fixture.random.below(fixture.whole))
    if (ended) return expectWhole(fixture, from, to)
    const list = await fixture.reeve.run(['keys', 'list'], { DATABASE_URL: to })
    // Killed between the check of the copy and the end of the process: a copy without a mark must be complete.
    if (list.stdout !== '') return expectWhole(fixture, from, to)
    if (list.stderr.includes('is an unfinished copy')) fixture.landed += 1
    // The copy had not begun, so the next kill comes later.
    else fixture.whole *= 1.3
  }
  await finish(fixture, from, to)
  await expectWhole(fixture, from, to)
}

/** Starts a copy and kills it after a while; returns whether it had ended by then. */
async function killed(
  fixture: Fixture,
  from: string,
  to: string,
  afterMs: number,
): Promise<boolean> {
  fixture.runs += 1
  const started = performance.now()
  const { PATH } = process.env
  const child = spawn(process.execPath, [main, 'migrate-to'], {
    env: { PATH, DATABASE_URL: from, TARGET_DATABASE_URL: to },
    stdio: 'ignore',
  })
  const gone = once(child, 'close')
  await Promise.race([pause(afterMs), gone])
  child.kill('SIGKILL')
  const [status] = await gone
  if (status === null) return false
  // Faster than expected, so the next kill comes earlier.
  fixture.whole = performance.now() - started
  if (status !== 0) fail(fixture, to, `ended with ${status}`)
  return true
}

async function finish(fixture: Fixture, from: string, to: string): Promise<void> {
  fixture.runs += 1
  const settings = { DATABASE_URL: from, TARGET_DATABASE_URL: to }
  const ended = await fixture.reeve.run(['migrate-to', '--json'], settings)
  // Killed after its last change.
  if (ended.stderr.includes('already has municipalities or accounts')) return
  if (ended.status !== 0) return fail(fixture, to, `ended with ${ended.status}: ${ended.stderr}`)
  const { sha256 } = JSON.parse(ended.stdout)
  if (sha256 !== fixture.hash) fail(fixture, to, `says ${sha256}`)
}

/** The copy must have no mark, and the copied content. */
async function expectWhole(fixture: Fixture, from: string, to: string): Promise<void> {
  const { sha256 } = await hashOf(to)
  if (sha256 !== fixture.hash) fail(fixture, to, `holds ${sha256} instead of ${fixture.hash}`)
  const list = await fixture.reeve.run(['keys', 'list'], { DATABASE_URL: to })
  const expected = await fixture.reeve.run(['keys', 'list'], { DATABASE_URL: from })
  if (list.stdout !== expected.stdout || list.stdout === '') fail(fixture, to, list.stderr)
  const broken = await databaseProblems(to)
  for (const why of broken) fail(fixture, to, why)
}

function fail({ failures }: Fixture, to: string, why: string): void {
  const target = to.replace(/:\/\/[^@]*@/, '://')
  failures.push({ sent: { method: 'KILL', target }, expected: { status: [] }, why })
}

export const roundTrip: StressTest = {
  name: 'round-trip',
  about: 'copies between SQLite and PostgreSQL are killed at any time, and continued',
  counts: 'kills during a copy',
  sizes: { small: 3, large: 50 },
  run,
}
