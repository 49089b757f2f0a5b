import { setTimeout as pause } from 'node:timers/promises'
import { cpuSecondsOf } from '../../test/campaigns/scale/cpu.ts'
import { residentMiB } from '../../test/support/process/memory.ts'
import { busySeconds, childSeconds, coreCount, tickSeconds } from './machine-time.ts'
import type { Subject } from './subject.ts'
import { drive, type Load } from './wrk.ts'

/** A server, and what it is asked for in its rounds. */
export interface Entry {
  subject: Subject
  paths: readonly string[]
  /** Starts what goes on beside a round; what it returns ends that. */
  meanwhile?: ((subject: Subject) => () => Promise<void>) | undefined
}

/** Medians of the rounds of one entry. */
export interface Measured {
  cpuMicroseconds: number
  /** Of the database server; 0 where there is none. */
  databaseMicroseconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  residentMiB: number
  /** Part of the time of all cores that went to neither server nor client. */
  noise: number
}

export interface Rounds extends Load {
  rounds: number
}

/**
 * Measures entries in rounds that take turns: A B C A B C …, after one round each that is not counted. While one
 * answers, the servers of the others are stopped. Throws where one of them had processor time all the same.
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
      const measured = await alone(entry.subject, others, () =>
        isWarmUp ? tryRound(entry, load) : oneRound(entry, load),
      )
      if (!isWarmUp) taken[index]?.push(measured)
    }
  }
  for (const { subject } of entries) subject.signal('SIGCONT')
  return taken.map(mediansOf)
}

/** Runs `work` while the other servers are stopped. */
async function alone<T>(
  subject: Subject,
  others: readonly Subject[],
  work: () => Promise<T>,
): Promise<T> {
  for (const other of others) other.signal('SIGSTOP')
  subject.signal('SIGCONT')
  await settled(subject)
  const before = others.map(({ pid }) => cpuSecondsOf(pid))
  const result = await work()
  const limits = before.map((seconds) => seconds + tickSeconds)
  const busy = others.find(({ pid }, index) => cpuSecondsOf(pid) > (limits[index] ?? 0))
  if (busy === undefined) return result
  throw new Error(`${busy.name} had processor time while ${subject.name} was measured`)
}

/** Waits until a server is done with what is not of this round: timers put off, requests that nobody waits for. */
async function settled({ name, pid }: Subject): Promise<void> {
  const until = performance.now() + secondsMax * 1000
  for (let before = Number.NaN, now = 0; now !== before; now = cpuSecondsOf(pid)) {
    if (performance.now() > until) throw new Error(`${name} is never idle`)
    before = now
    await pause(50)
  }
}

// What is being answered at the end has cost time and is not counted.
const requestsMin = 10
const secondsMax = 60

/** A round, and where hardly a request was answered in it, another that takes as long as it needs. */
async function oneRound(entry: Entry, load: Load): Promise<Measured> {
  const { requests, ...measured } = await tryRound(entry, load)
  if (requests >= requestsMin || load.seconds >= secondsMax) return measured
  await settled(entry.subject)
  const seconds = Math.ceil((load.seconds * 2 * requestsMin) / Math.max(1, requests))
  return oneRound(entry, { ...load, seconds: Math.min(seconds, secondsMax) })
}

async function tryRound(
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
  const driven = await drive(port, { paths, keys }, load)
  const after = usedBy()
  const seconds = (performance.now() - began) / 1000
  await end?.()
  const used = (name: keyof typeof before) => after[name] - before[name]
  const others = used('all') - used('server') - used('database') - used('client')
  return {
    requests: driven.requests,
    cpuMicroseconds: (used('server') * 1e6) / driven.requests,
    databaseMicroseconds: (used('database') * 1e6) / driven.requests,
    perSecond: driven.perSecond,
    p50Ms: driven.p50Ms,
    p99Ms: driven.p99Ms,
    residentMiB: residentMiB(pid),
    noise: Math.max(0, others / (coreCount() * seconds)),
  }
}

function mediansOf(measured: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => medianOf(measured.map((each) => each[name]))
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

/** The middle one; of an even number, the higher of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
