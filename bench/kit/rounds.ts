import { setTimeout as pause } from 'node:timers/promises'
import { cpuSecondsOf } from '../../stress/scale/cpu.ts'
import { residentMiB } from '../../test/support/process/memory.ts'
import { busySeconds, childSeconds, coreCount, tickSeconds } from './machine-time.ts'
import type { Subject } from './subject.ts'
import { type Load, runWrk } from './wrk.ts'

/** A server, and the paths that are requested from it. */
export interface Entry {
  subject: Subject
  paths: readonly string[]
  /** Starts background work for a round; the returned function ends it. */
  meanwhile?: ((subject: Subject) => () => Promise<unknown>) | undefined
}

/** Medians of the rounds of one entry. */
export interface Measured {
  cpuMicroseconds: number
  /** CPU time of the database server; 0 on SQLite. */
  databaseMicroseconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  residentMiB: number
  /** Share of CPU time that neither server, database nor client used. */
  noise: number
}

export interface Rounds extends Load {
  rounds: number
}

/**
 * Measures entries in alternating rounds (A B C A B C …) after one warm-up round each. Meanwhile the servers of the
 * others are stopped; throws if one of them used CPU time anyway.
 */
export async function measure(
  entries: readonly Entry[],
  { rounds, ...load }: Rounds,
): Promise<Measured[]> {
  const taken: Measured[][] = entries.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, entry] of entries.entries()) {
      const others = entries.map(({ subject }) => subject).filter((s) => s !== entry.subject)
      const isWarmUp = round === 0
      const measured = await withOthersStopped(entry.subject, others, () =>
        isWarmUp ? runRound(entry, load) : measureRound(entry, load),
      )
      if (!isWarmUp) taken[index]?.push(measured)
    }
  }
  for (const { subject } of entries) subject.signal('SIGCONT')
  return taken.map(mediansOf)
}

async function withOthersStopped<T>(
  subject: Subject,
  others: readonly Subject[],
  work: () => Promise<T>,
): Promise<T> {
  for (const other of others) other.signal('SIGSTOP')
  subject.signal('SIGCONT')
  await waitUntilIdle(subject)
  const before = others.map(({ pid }) => cpuSecondsOf(pid))
  const result = await work()
  const limits = before.map((seconds) => seconds + tickSeconds)
  const busy = others.find(({ pid }, index) => cpuSecondsOf(pid) > (limits[index] ?? 0))
  if (busy === undefined) return result
  throw new Error(`${busy.name} used CPU time while ${subject.name} was measured`)
}

/** Waits until a server is idle: delayed timers and abandoned requests are done. */
async function waitUntilIdle({ name, pid }: Subject): Promise<void> {
  const until = performance.now() + secondsMax * 1000
  for (let before = Number.NaN, now = 0; now !== before; now = cpuSecondsOf(pid)) {
    if (performance.now() > until) throw new Error(`${name} is never idle`)
    before = now
    await pause(50)
  }
}

// Requests in flight at the end cost CPU time and are not counted.
const requestsMin = 10
const secondsMax = 60

/** A round; if it had too few responses, a longer one. */
async function measureRound(entry: Entry, load: Load): Promise<Measured> {
  const { requests, ...measured } = await runRound(entry, load)
  if (requests >= requestsMin || load.seconds >= secondsMax) return measured
  await waitUntilIdle(entry.subject)
  const seconds = Math.ceil((load.seconds * 2 * requestsMin) / Math.max(1, requests))
  return measureRound(entry, { ...load, seconds: Math.min(seconds, secondsMax) })
}

async function runRound(
  { subject, paths, meanwhile }: Entry,
  load: Load,
): Promise<Measured & { requests: number }> {
  const { pid, databasePid, port, keys } = subject
  const usedBy = () => ({
    server: cpuSecondsOf(pid),
    database: databasePid === undefined ? 0 : cpuSecondsOf(databasePid),
    client: childSeconds(),
    all: busySeconds(),
  })
  const before = usedBy()
  const began = performance.now()
  const end = meanwhile?.(subject)
  const wrk = await runWrk(port, { paths, keys }, load)
  const after = usedBy()
  const seconds = (performance.now() - began) / 1000
  await end?.()
  const used = (name: keyof typeof before) => after[name] - before[name]
  const others = used('all') - used('server') - used('database') - used('client')
  return {
    requests: wrk.requests,
    cpuMicroseconds: (used('server') * 1e6) / wrk.requests,
    databaseMicroseconds: (used('database') * 1e6) / wrk.requests,
    perSecond: wrk.perSecond,
    p50Ms: wrk.p50Ms,
    p99Ms: wrk.p99Ms,
    residentMiB: residentMiB(pid),
    noise: Math.max(0, others / (coreCount() * seconds)),
  }
}

function mediansOf(measured: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => medianOf(measured.map((round) => round[name]))
  return {
    cpuMicroseconds: of('cpuMicroseconds'),
    databaseMicroseconds: of('databaseMicroseconds'),
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    residentMiB: of('residentMiB'),
    noise: of('noise'),
  }
}

/** Of an even number of values, the higher of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
