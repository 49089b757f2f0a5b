import { emptyDatabase } from '../support/database/fresh-store.ts'
import { childrenOf, freshChildren } from '../support/process/children.ts'
import { withRedis } from '../support/process/redis.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { fillTown } from '../support/towns/town-in-folder.ts'
import { Books } from './kit/books.ts'
import type { Campaign, Order, Outcome } from './kit/campaign.ts'
import { keyCheck } from './kit/fleet.ts'
import { type Sent, Wire } from './kit/wire.ts'

const workers = 4
const limit = 100
const limited = 150
const perSecond = 400
const tickMs = 10

// Mostly what costs little: it is how connections are let go that is tried here, not how fast answers are.
const targets = [
  '/api/v1/health',
  '/api/ocd/pemberley/',
  '/api/v1/health',
  '/api/ocd/pemberley/bills',
]
const open = targets.map((target): Sent => ({ method: 'GET', target }))

/** A client with connections that it keeps, which sends at one pace whatever comes back. */
class Load {
  readonly #wire: Wire
  readonly #books: Books
  readonly #timer: NodeJS.Timeout
  readonly #pending = new Set<Promise<void>>()
  #sent = 0

  constructor(port: number, books: Books) {
    this.#wire = new Wire(port)
    this.#books = books
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  /** One request; undefined, and a fault, where no answer came. */
  async ask(sent: Sent): Promise<number | undefined> {
    try {
      const { status } = await this.#wire.send(sent)
      this.#books.note(status)
      return status
    } catch (error) {
      this.#books.fault(`${sent.target}: no answer: ${(error as Error).message}`)
      return undefined
    }
  }

  /** Sends no more; resolves when all is answered. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#pending)
    this.#wire.close()
  }

  #tick(): void {
    for (let i = 0; i < (perSecond * tickMs) / 1000; i += 1) {
      this.#sent += 1
      const asked = this.#one(open[this.#sent % open.length] as Sent).finally(() =>
        this.#pending.delete(asked),
      )
      this.#pending.add(asked)
    }
  }

  async #one(sent: Sent): Promise<void> {
    const status = await this.ask(sent)
    if (status !== undefined) this.#books.demand(status === 200, `${sent.target}: ${status}`)
  }
}

/** F11: all workers are replaced, one after another, and nobody who asks meanwhile notices. */
async function run({ size, log }: Order): Promise<Outcome> {
  const { databaseUrl, remove } = await emptyDatabase()
  const reeve = newReeve()
  try {
    return await withRedis((redis) =>
      restartAll(reeve, { DATABASE_URL: databaseUrl, REDIS_URL: redis.url }, size, log),
    )
  } finally {
    await reeve.remove()
    await remove()
  }
}

async function restartAll(
  reeve: Reeve,
  places: { DATABASE_URL: string; REDIS_URL: string },
  rounds: number,
  log: Order['log'],
): Promise<Outcome> {
  const books = new Books()
  const keys = await fillTown(places.DATABASE_URL, rounds)
  const settings = { ...places, LOG_LEVEL: 'warn' }
  const serving = await reeve.serve(['--workers', String(workers)], settings)
  const load = new Load(serving.port, books)
  const seconds: number[] = []
  const passed: number[] = []
  for (const [round, key] of keys.entries()) {
    const started = performance.now()
    const former = childrenOf(serving.pid)
    serving.signal('SIGUSR2')
    const through = askWhile(load, keyCheck(key))
    await freshChildren(serving.pid, workers, former)
    passed.push(await through)
    seconds.push((performance.now() - started) / 1000)
    log(`  round ${round + 1}: ${seconds.at(-1)?.toFixed(1)} s`)
  }
  await load.stop()
  serving.signal('SIGTERM')
  const { status, stdout, stderr } = await serving.ended
  books.demand(status === 0, `it ended with ${status}`)
  // The greeting comes first.
  const said = (stdout + stderr).split('\n').slice(3, -1)
  const others = said.filter((line) => !/"Redis is (lost|back)/.test(line))
  books.demand(others.length === 0, `it said: ${others.slice(0, 3).join(' ')}`)
  const isLost = others.length < said.length
  // On a machine that is starved Redis can be late; then each process counts for itself, as it should.
  for (const count of passed)
    books.demand(
      isLost ? count >= limit : count === limit,
      `${count} of ${limited} got through, but ${limit} must`,
    )
  const longestRound = Math.max(...seconds).toFixed(1)
  return books.outcome({ rounds, workers, longestRound, redisLost: isLost ? 'yes' : 'no' })
}

/** Uses a key beyond its limit while workers come and go; returns how many requests got through. */
async function askWhile(load: Load, sent: Sent): Promise<number> {
  let passed = 0
  for (let i = 0; i < limited; i += 1) if ((await load.ask(sent)) === 200) passed += 1
  return passed
}

export const rollingRestart: Campaign = {
  name: 'rolling-restart',
  about: 'four workers replaced one after another under load: no request fails, the limit holds',
  counts: 'rounds',
  sizes: { small: 1, large: 20 },
  run,
}
