import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { copyCheckout, freePort } from '../test/support/process/checkout.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

// Long enough for the build, the import and some seconds of service.
const lifeMsMax = 8000
const startMs = 120_000
const keyPattern = /rv_[0-9a-f]{64}/
const bannerPattern = /Docs +http\S+\n/

type Round = 'signal' | 'port taken' | 'not writable'

/** An `npm start` in its own process group, in which processes that outlive it are found. */
class Start {
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess
  #stdout = ''
  #stderr = ''

  constructor(folder: string, settings: Record<string, string>) {
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, NO_UPDATE_NOTIFIER: '1', ...settings }
    this.#child = spawn('npm', ['start'], { cwd: folder, env, detached: true })
    this.#child.stdout?.on('data', (text: Buffer) => {
      this.#stdout += text
    })
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#stderr += text
    })
    this.ended = once(this.#child, 'exit').then(([status]) => status as number | null)
  }

  get output(): string {
    return this.#stdout
  }

  /** The lines on standard error, without those of npm itself and the progress of the first start. */
  get errors(): string[] {
    return this.#stderr
      .split('\n')
      .filter(
        (line) =>
          line !== '' &&
          !/^(npm |Building Reeve|Opening the database|Importing the sample data|Imported )/.test(
            line,
          ),
      )
  }

  /** Only npm gets the signal, as with `kill $!` in a shell. */
  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Whether it printed the banner; false if it ended before. */
  async printedBanner(): Promise<boolean> {
    let over = false
    void this.ended.then(() => {
      over = true
    })
    const deadline = performance.now() + startMs
    while (!over && performance.now() < deadline) {
      if (bannerPattern.test(this.#stdout)) return true
      await pause(50)
    }
    return bannerPattern.test(this.#stdout)
  }

  /** Command lines of processes that outlived npm, which are killed. */
  orphans(): string[] {
    const group = this.#child.pid ?? 0
    const left = processesOf(group)
    for (const { pid } of left) process.kill(pid, 'SIGKILL')
    return left.map(({ command }) => command)
  }
}

function processesOf(group: number): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const [, state = 'Z', , pgrp = ''] =
        /\) (\S) (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      if (Number(pgrp) !== group || state === 'Z') return []
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return [{ pid: Number(pid), command }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

/** Keys that were shown since the database was last removed. */
interface Fixture {
  folder: string
  port: number
  shown: string[]
}

async function playRound(fixture: Fixture, round: Round, random: Random, results: Results) {
  const settings: Record<string, string> = { PORT: String(fixture.port) }
  if (round === 'not writable') settings.DATABASE_URL = 'sqlite:/dev/null/reeve.db'
  const other = round === 'port taken' ? createServer() : undefined
  if (other !== undefined) await once(other.listen(fixture.port, '127.0.0.1'), 'listening')
  const start = new Start(fixture.folder, settings)
  const lifeMs = Math.round(random.next() * lifeMsMax)
  const signal = random.next() < 0.75 ? 'SIGTERM' : 'SIGINT'
  const what = round === 'signal' ? `${signal} after ${lifeMs} ms` : round
  if (round === 'signal') {
    await pause(lifeMs)
    start.signal(signal)
  }
  const status = await start.ended
  const orphans = start.orphans()
  other?.close()
  results.note(status ?? 0)
  results.demand(orphans.length === 0, `${what}: ${orphans.join()} outlived npm`)
  noteKey(fixture, start, results, what)
  const { errors } = start
  results.demand(
    errors.length <= 1,
    `${what}: ${errors.length} lines of errors: ${errors.join('\n')}`,
  )
  if (round !== 'signal') results.demand(status !== 0, `${what}: ended with 0`)
  const expected = { signal: /^reeve: /, 'port taken': /in use/, 'not writable': /cannot open/ }
  for (const line of errors) results.demand(expected[round].test(line), `${what}: ${line}`)
  if (round !== 'signal') results.demand(errors.length === 1, `${what}: nothing was said`)
}

function noteKey(fixture: Fixture, start: Start, results: Results, what: string): void {
  const key = keyPattern.exec(start.output)?.[0]
  if (key !== undefined) fixture.shown.push(key)
  const wasShown = !bannerPattern.test(start.output) || fixture.shown.length > 0
  results.demand(wasShown, `${what}: a key exists that was never shown`)
}

/** The last start must serve, and accept the last key that was shown. */
async function serveAtLast(fixture: Fixture, results: Results): Promise<void> {
  const start = new Start(fixture.folder, { PORT: String(fixture.port) })
  const printedBanner = await start.printedBanner()
  results.demand(printedBanner, `it does not serve: ${start.errors.join('\n')}`)
  noteKey(fixture, start, results, 'at last')
  if (printedBanner) {
    const url = `http://127.0.0.1:${fixture.port}/api/v1/lowmere/meetings?per_page=1`
    const key = fixture.shown.at(-1) ?? ''
    const { status } = await fetch(url, { headers: { 'x-api-key': key } })
    results.demand(status === 200, `the key that was shown last returned ${status}`)
  }
  start.signal('SIGTERM')
  await start.ended
  results.demand(start.orphans().length === 0, 'at last: a process outlived npm')
}

/** The state of a fresh clone: no database, and no key. */
function forget(fixture: Fixture): void {
  for (const file of readdirSync(join(fixture.folder, 'data')))
    if (file.startsWith('reeve')) rmSync(join(fixture.folder, 'data', file))
  fixture.shown = []
}

function chooseRound(random: Random): Round {
  const dice = random.next()
  if (dice < 0.8) return 'signal'
  return dice < 0.9 ? 'port taken' : 'not writable'
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const results = new Results()
  const checkout = copyCheckout()
  const fixture: Fixture = { folder: checkout.folder, port: await freePort(), shown: [] }
  const played: Record<Round, number> = { signal: 0, 'port taken': 0, 'not writable': 0 }
  try {
    for (let i = 0; i < size; i += 1) {
      // Every other round is a first run, directly followed by the next one.
      if (i % 2 === 0) forget(fixture)
      const round = chooseRound(random)
      played[round] += 1
      await playRound(fixture, round, random, results)
      if (i % 2 === 1) await serveAtLast(fixture, results)
      if (i % 10 === 9) log(`  ${i + 1} starts`)
    }
    await serveAtLast(fixture, results)
    return results.outcome(played)
  } finally {
    checkout.remove()
  }
}

export const restarts: StressTest = {
  name: 'restarts',
  about:
    'npm start is stopped at random times and started again: it serves, or prints one clear line',
  counts: 'starts',
  sizes: { small: 4, large: 50 },
  run,
}
