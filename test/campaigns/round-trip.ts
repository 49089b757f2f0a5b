import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseFaults } from '../support/database/dump.ts'
import { addVotes, fillDatabase, hashOf } from '../support/database/moving.ts'
import { type PostgresServer, startPostgres } from '../support/database/postgres-server.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import type { Campaign, Fault, Order, Outcome } from './kit/campaign.ts'
import { Random } from './kit/random.ts'

const main = resolve(import.meta.dirname, '../../dist/main.js')
const votes = 20_000
const killsOfOneCopy = 3
// A kill can come before the copy has begun, or after it has ended.
const attemptsOfOneKill = 5
const copiesMin = 10

interface Ground {
  reeve: Reeve
  postgres: PostgresServer
  random: Random
  hash: string
  /** How long a copy takes that nobody kills, in milliseconds. */
  whole: number
  runs: number
  landed: number
  faults: Fault[]
}

/** F15: copies to the other engine and back, killed again and again, each gone on with until it ends. */
async function run({ size, seed, log }: Order): Promise<Outcome> {
  const reeve = newReeve()
  const postgres = await startPostgres()
  try {
    const file = `sqlite:${join(reeve.folder, 'source.db')}`
    await fillDatabase(file)
    await reeve.run(['keys', 'create', '--email', 'a@b.example'], { DATABASE_URL: file })
    addVotes(file, votes)
    const { sha256: hash } = await hashOf(file)
    const random = new Random(seed)
    const ground = { reeve, postgres, random, hash, whole: 0, runs: 0, landed: 0, faults: [] }
    const sources = { sqlite: file, postgres: await newTarget(ground, 'postgres', 0) }
    const started = performance.now()
    await finish(ground, sources.sqlite, sources.postgres)
    ground.whole = performance.now() - started
    const attemptsMax = copiesMin + size * attemptsOfOneKill
    for (let copy = 1; ground.landed < size && copy <= attemptsMax; copy += 1) {
      const [from, to] =
        copy % 2 === 1 ? (['sqlite', 'postgres'] as const) : (['postgres', 'sqlite'] as const)
      const wanted = Math.min(size - ground.landed, random.between(1, killsOfOneCopy))
      await killedCopy(ground, sources[from], await newTarget(ground, to, copy), wanted)
      log(`  ${ground.landed} copies were killed midway, in ${ground.runs} runs`)
    }
    if (ground.landed < size) fault(ground, '', `only ${ground.landed} kills came midway`)
    const { runs, landed, whole, faults } = ground
    const figures = { midway: landed, secondsOfACopy: (whole / 1000).toFixed(1) }
    return { requests: runs, statuses: {}, faults, faultCount: faults.length, figures }
  } finally {
    await reeve.remove()
    await postgres.remove()
  }
}

async function newTarget(
  { postgres, reeve }: Pick<Ground, 'postgres' | 'reeve'>,
  engine: 'sqlite' | 'postgres',
  number: number,
): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(reeve.folder, `copy-${number}.db`)}`
  await postgres.run(`create database copy_${number}`)
  return postgres.url(`copy_${number}`)
}

/** Kills one copy so many times, then lets it end. */
async function killedCopy(ground: Ground, from: string, to: string, kills: number): Promise<void> {
  for (let i = 0; i < kills; i += 1) {
    const ended = await killed(ground, from, to, ground.random.below(ground.whole))
    if (ended) return expectWhole(ground, from, to)
    const list = await ground.reeve.run(['keys', 'list'], { DATABASE_URL: to })
    // Killed after it was checked and before it had ended; what is not marked must be whole.
    if (list.stdout !== '') return expectWhole(ground, from, to)
    if (list.stderr.includes('is a copy that is not finished')) ground.landed += 1
    // It had not even begun: the next kill comes later.
    else ground.whole *= 1.3
  }
  await finish(ground, from, to)
  await expectWhole(ground, from, to)
}

/** Starts a copy and kills it after a while; whether it had ended by then. */
async function killed(ground: Ground, from: string, to: string, afterMs: number): Promise<boolean> {
  ground.runs += 1
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
  // Faster than it was thought to be: the next kill comes earlier.
  ground.whole = performance.now() - started
  if (status !== 0) fault(ground, to, `ended with ${status}`)
  return true
}

async function finish(ground: Ground, from: string, to: string): Promise<void> {
  ground.runs += 1
  const settings = { DATABASE_URL: from, TARGET_DATABASE_URL: to }
  const ended = await ground.reeve.run(['migrate-to', '--json'], settings)
  // Killed between the last thing that it did and its end.
  if (ended.stderr.includes('already has municipalities or accounts')) return
  if (ended.status !== 0) return fault(ground, to, `ended with ${ended.status}: ${ended.stderr}`)
  const { sha256 } = JSON.parse(ended.stdout)
  if (sha256 !== ground.hash) fault(ground, to, `says ${sha256}`)
}

/** The copy is marked no longer, and holds what was copied. */
async function expectWhole(ground: Ground, from: string, to: string): Promise<void> {
  const { sha256 } = await hashOf(to)
  if (sha256 !== ground.hash) fault(ground, to, `holds ${sha256} instead of ${ground.hash}`)
  const list = await ground.reeve.run(['keys', 'list'], { DATABASE_URL: to })
  const expected = await ground.reeve.run(['keys', 'list'], { DATABASE_URL: from })
  if (list.stdout !== expected.stdout || list.stdout === '') fault(ground, to, list.stderr)
  const broken = await databaseFaults(to)
  for (const why of broken) fault(ground, to, why)
}

function fault({ faults }: Ground, to: string, why: string): void {
  const target = to.replace(/:\/\/[^@]*@/, '://')
  faults.push({ sent: { method: 'KILL', target }, expected: { status: [] }, why })
}

export const roundTrip: Campaign = {
  name: 'round-trip',
  about: 'copies between SQLite and PostgreSQL, killed at any moment and gone on with',
  counts: 'kills in the middle of a copy',
  sizes: { small: 3, large: 50 },
  run,
}
