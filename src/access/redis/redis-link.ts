import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis, type Result } from 'ioredis'
import { RedisError, redisErrorOf } from './redis-error.ts'
import { slidingScript } from './sliding-script.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    hit(...words: (string | number)[]): Result<[number, number, number, number], Context>
  }
}

const tickMs = 10
/** An answer that takes longer is not waited for: 50 to 60 ms. */
const timeoutTicks = 6
/** A turn that came so late counts by half: the machine is busy, and Redis may well be as late. */
const lateTickMs = 15
const startMs = 3000
const startTicks = startMs / tickMs
/** How long Redis may be silent then, while each process decides for itself, before it counts as lost. */
const graceMs = 250
/** So many silences with no answer in time between them are no hiccup. */
const timeoutsMax = 3
const heartbeatMs = 250
const retryMs = 200
const connectMs = 1000
/** Beyond the window, so that rounding never takes a grant away that still counts. */
const extraKeptMs = 1000

/** What the script says of one request; see `slidingScript`. */
export interface LimitResult {
  admitted: boolean
  count: number
  resetMs: number
  retryMs: number
}

interface Waiting {
  readonly until: number
  settle(result: LimitResult | undefined): void
}

/**
 * The one connection of this process to Redis. As soon as an answer is late, whoever was waiting is told so, and Redis is
 * not asked again before that answer has come. Where it does not come soon, or is an error, Redis is lost: it is looked
 * for in the background, and not asked until it was found.
 */
export class RedisLink {
  /** For commands that nobody waits for in vain: while Redis is lost they fail at once. */
  readonly client: Redis
  readonly #report: (line: string) => void
  readonly #waiting = new Set<Waiting>()
  readonly #probeKey = `reeve:probe:${randomUUID()}`
  readonly #heartbeatTimer: NodeJS.Timeout
  #watch: NodeJS.Timeout | undefined
  #ticks = 0
  #tickedAt = 0
  #up = false
  #graceTimer: NodeJS.Timeout | undefined
  #timeouts = 0
  #closed = false
  #error: string | undefined

  private constructor(url: URL, report: (line: string) => void) {
    this.#report = report
    this.client = new Redis(url.href, {
      lazyConnect: true,
      // When to connect again is decided here: no call may wait for it.
      retryStrategy: null,
      enableOfflineQueue: false,
      // The probe is the check: it writes, which a replica or a full server refuses.
      enableReadyCheck: false,
      disableClientInfo: true,
      connectTimeout: startMs,
      disconnectTimeout: tickMs,
      scripts: { hit: { lua: slidingScript(), numberOfKeys: 2 } },
    })
    // A command that fails before it serves must end.
    this.client.on('connect', () => this.client.stream.unref())
    this.client.on('error', (error: Error) => {
      this.#error ??= error.message
    })
    this.client.on('end', () => this.#markDown(this.#error ?? 'the connection was closed'))
    this.#heartbeatTimer = setInterval(() => this.#heartbeat(), heartbeatMs).unref()
  }

  /** Connects, and sees that Redis can do what is needed. Throws `RedisError`. `report` hears of loss and return. */
  static async open(text: string, report: (line: string) => void): Promise<RedisLink> {
    const url = parsed(text)
    const link = new RedisLink(url, report)
    const error = await link.#connect(startMs, startTicks)
    if (error === undefined) return link
    await link.close()
    throw redisErrorOf(url, error)
  }

  /** Whether Redis answers, as far as is known. */
  get up(): boolean {
    return this.#up && this.#graceTimer === undefined
  }

  /** Counts one request under a name; undefined where Redis did not answer in time. */
  hit(name: string, limit: number, windowMs: number): Promise<LimitResult | undefined> {
    return this.#hit(name, limit, windowMs * 1000, timeoutTicks)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#up = false
    this.#clearGrace()
    clearInterval(this.#heartbeatTimer)
    this.#abandonWaiting()
    const { status } = this.client
    if (status === 'end' || status === 'wait') return
    const ended = new Promise((resolve) => this.client.once('end', resolve))
    this.client.disconnect()
    await ended
  }

  #hit(
    name: string,
    limit: number,
    windowUs: number,
    ticks: number,
  ): Promise<LimitResult | undefined> {
    return new Promise((resolve) => {
      const waiting = { until: this.#ticks + ticks, settle: resolve }
      this.#waiting.add(waiting)
      this.#watch ??= setInterval(() => this.#tick(performance.now()), tickMs)
      const kept = Math.ceil(windowUs / 1000) + extraKeptMs
      this.client.hit(name, `${name}:skew`, limit, windowUs, kept).then(
        ([admitted, count, resetUs, opensUs]) => {
          this.#clearGrace()
          if (this.#waiting.delete(waiting)) this.#timeouts = 0
          const [resetMs, retryMs] = [resetUs / 1000, opensUs / 1000]
          resolve({ admitted: admitted === 1, count, resetMs, retryMs })
        },
        (error: Error) => {
          // In its place among those who wait, so that they are answered in the order in which they asked.
          this.#error ??= plain(error.message)
          if (this.#waiting.has(waiting)) this.#markDown(this.#error)
        },
      )
    })
  }

  // Counted in turns of this process's own loop: what held it up is not Redis being slow.
  #tick(now: number): void {
    this.#ticks += now - this.#tickedAt < lateTickMs ? 1 : 0.5
    this.#tickedAt = now
    const [oldest] = this.#waiting
    if (oldest === undefined) {
      clearInterval(this.#watch)
      this.#watch = undefined
      return
    }
    if (this.#ticks < oldest.until) return
    // The answer may have come and not been read yet.
    setImmediate(() => {
      if (this.#waiting.has(oldest)) this.#onTimeout()
    })
  }

  #onTimeout(): void {
    this.#abandonWaiting()
    this.#timeouts += 1
    const markDown = () => this.#markDown('it does not answer in time')
    const markDownIfSilent = () => {
      if (this.#graceTimer !== undefined) markDown()
    }
    if (this.#timeouts >= timeoutsMax) markDown()
    else this.#graceTimer ??= setTimeout(() => setImmediate(markDownIfSilent), graceMs).unref()
  }

  #clearGrace(): void {
    clearTimeout(this.#graceTimer)
    this.#graceTimer = undefined
  }

  #heartbeat(): void {
    if (this.up) void this.#probe(timeoutTicks)
  }

  // The script itself, on a window so short that it writes each time.
  async #probe(ticks: number): Promise<boolean> {
    return (await this.#hit(this.#probeKey, 1, 1, ticks)) !== undefined
  }

  #abandonWaiting(): void {
    const all = [...this.#waiting]
    this.#waiting.clear()
    for (const { settle } of all) settle(undefined)
  }

  #markDown(reason: string): void {
    const wasUp = this.#up
    this.#up = false
    this.#timeouts = 0
    this.#clearGrace()
    this.#abandonWaiting()
    this.client.disconnect()
    if (!wasUp || this.#closed) return
    this.#report(
      `Redis is lost: ${reason}. Each process counts for itself until it is back; requests are served`,
    )
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    do {
      await pause(retryMs, undefined, { ref: false })
      if (this.#closed) return
    } while ((await this.#connect(connectMs, timeoutTicks)) !== undefined)
    this.#report('Redis is back; limits are counted there again')
  }

  /** Resolves with what is wrong, or with nothing once Redis is up. */
  async #connect(withinMs: number, ticks: number): Promise<string | undefined> {
    this.#error = undefined
    const late = setTimeout(() => {
      this.#error ??= `no answer within ${withinMs / 1000} s`
      this.client.disconnect()
    }, withinMs)
    try {
      await this.client.connect()
      // A database number that is not there is an error event only, and another database is used.
      this.#up = this.#error === undefined && (await this.#probe(ticks)) && !this.#closed
    } catch (error) {
      this.#error ??= (error as Error).message
    } finally {
      clearTimeout(late)
    }
    if (this.#up) return undefined
    this.client.disconnect()
    return this.#error ?? 'it does not answer in time'
  }
}

// What the client says of a connection that has just gone is about its own options.
function plain(message: string): string {
  return message.startsWith("Stream isn't writeable") ? 'the connection was closed' : message
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function parsed(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const { hostname = '', pathname = '', search } = url ?? {}
  const isPlain = hostname !== '' && /^(\/[0-9]*)?$/.test(pathname) && search === ''
  if (url !== undefined && isPlain && isDecodable(url.username + url.password)) return url
  throw new RedisError(
    'REDIS_URL must be redis://<user>:<password>@<host>:<port>/<number>; a number is all that may follow the host, and a % in a password is written %25',
  )
}
