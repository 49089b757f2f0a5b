import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis, type Result } from 'ioredis'
import { RedisError, redisErrorOf } from './redis-error.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    hit(...words: (string | number)[]): Result<[number, number, number, number], Context>
  }
}

const tickMs = 10
/** The response timeout: 50 to 60 ms. */
const timeoutTicks = 6
/** A later tick counts half, because on a busy machine Redis may be late too. */
const lateTickMs = 15
const startMs = 3000
const startTicks = startMs / tickMs
/** How long Redis may stay silent after a timeout before it counts as down. */
const graceMs = 250
/** Redis counts as down after this many consecutive timeouts. */
const timeoutsMax = 3
const heartbeatMs = 250
const retryMs = 200
const connectMs = 1000
/** Added to the window, so that rounding never expires a request that still counts. */
const extraKeptMs = 1000

/** The result of `slidingScript`. */
export interface LimitResult {
  admitted: boolean
  count: number
  resetMs: number
  retryMs: number
}

interface Waiting {
  readonly until: number
  resolve(result: LimitResult | undefined): void
}

/**
 * The connection of this process to Redis. After a timeout all waiting calls resolve with undefined, and Redis is not used
 * until it responds. If it stays silent or returns an error, it counts as down and is reconnected in the background.
 */
export class RedisLink {
  /** Commands fail at once while Redis is down. */
  readonly client: Redis
  readonly #timeoutTicks: number
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

  private constructor(url: URL, report: (line: string) => void, ticks: number) {
    this.#report = report
    this.#timeoutTicks = ticks
    this.client = new Redis(url.href, {
      lazyConnect: true,
      // `#reconnect` does this instead, so that no call waits for it.
      retryStrategy: null,
      enableOfflineQueue: false,
      // `#probe` checks more: it writes, which a replica or a full server rejects.
      enableReadyCheck: false,
      disableClientInfo: true,
      connectTimeout: startMs,
      disconnectTimeout: tickMs,
      scripts: { hit: { lua: slidingScript(), numberOfKeys: 2 } },
    })
    // Must not keep a failed start alive.
    this.client.on('connect', () => this.client.stream.unref())
    this.client.on('error', (error: Error) => {
      this.#error ??= error.message
    })
    this.client.on('end', () => this.#markDown(this.#error ?? 'the connection was closed'))
    this.#heartbeatTimer = setInterval(() => this.#heartbeat(), heartbeatMs).unref()
  }

  /**
   * Connects and checks that scripts can run. `report` is called when Redis goes down or returns. Throws `RedisError`.
   *
   * @param ticks The response timeout in ticks of 10 ms.
   */
  static async open(
    text: string,
    report: (line: string) => void,
    ticks: number = timeoutTicks,
  ): Promise<RedisLink> {
    const url = parsed(text)
    const link = new RedisLink(url, report, ticks)
    const error = await link.#connect(startMs, startTicks)
    if (error === undefined) return link
    await link.close()
    throw redisErrorOf(url, error)
  }

  /** Whether Redis responded to the last call. */
  get up(): boolean {
    return this.#up && this.#graceTimer === undefined
  }

  /** Counts one request; undefined after a timeout. */
  hit(name: string, limit: number, windowMs: number): Promise<LimitResult | undefined> {
    return this.#hit(name, limit, windowMs * 1000, this.#timeoutTicks)
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
      const waiting = { until: this.#ticks + ticks, resolve: resolve }
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
          // All waiting calls resolve together, in their order.
          this.#error ??= readable(error.message)
          if (this.#waiting.has(waiting)) this.#markDown(this.#error)
        },
      )
    })
  }

  // Measured in ticks of the event loop, so that a blocked loop does not count as a slow Redis.
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
    // The response may have arrived but not been read yet.
    setImmediate(() => {
      if (this.#waiting.has(oldest)) this.#onTimeout()
    })
  }

  #onTimeout(): void {
    this.#abandonWaiting()
    this.#timeouts += 1
    const markDown = () => this.#markDown('it does not respond in time')
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
    if (this.up) void this.#probe(this.#timeoutTicks)
  }

  // Runs the script with a window so short that it always writes.
  async #probe(ticks: number): Promise<boolean> {
    return (await this.#hit(this.#probeKey, 1, 1, ticks)) !== undefined
  }

  #abandonWaiting(): void {
    const all = [...this.#waiting]
    this.#waiting.clear()
    for (const { resolve } of all) resolve(undefined)
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
      `Redis is down: ${reason}. Requests are still served; each process counts limits alone until Redis is back`,
    )
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    do {
      await pause(retryMs, undefined, { ref: false })
      if (this.#closed) return
    } while ((await this.#connect(connectMs, this.#timeoutTicks)) !== undefined)
    this.#report('Redis is back; limits are shared again')
  }

  /** Resolves with an error message, or undefined if Redis is up. */
  async #connect(withinMs: number, ticks: number): Promise<string | undefined> {
    this.#error = undefined
    const timer = setTimeout(() => {
      this.#error ??= `no response within ${withinMs / 1000} s`
      this.client.disconnect()
    }, withinMs)
    try {
      await this.client.connect()
      // An invalid database number only emits an error, and another database is used.
      this.#up = this.#error === undefined && (await this.#probe(ticks)) && !this.#closed
    } catch (error) {
      this.#error ??= (error as Error).message
    } finally {
      clearTimeout(timer)
    }
    if (this.#up) return undefined
    this.client.disconnect()
    return this.#error ?? 'it does not respond in time'
  }
}

// The client's message about a closed connection only mentions its own options.
function readable(message: string): string {
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
  const isValid = hostname !== '' && /^(\/[0-9]*)?$/.test(pathname) && search === ''
  if (url !== undefined && isValid && isDecodable(url.username + url.password)) return url
  throw new RedisError(
    'REDIS_URL must be redis://<user>:<password>@<host>:<port>/<number>; only a database number may follow the host, and a % in the password must be written as %25',
  )
}

const serverClock = "redis.call('TIME')"

/**
 * The sliding window as a Lua script.
 *
 * KEYS: the list of admitted times and the clock skew of an API key. ARGV: the limit, the window in microseconds, and the
 * expiry of an idle key in milliseconds, which must be longer than the window. Returns whether the request is admitted (1
 * or 0), the current count, the microseconds until the count is 0, and those until the next request is admitted (0 for
 * now).
 *
 * Times are microseconds, oldest first. Expired ones are found by binary search, so that the cost does not depend on the
 * limit. Rejected requests are not stored.
 *
 * If the server's clock is set back, the key continues from its newest time, and the skew is the difference. So the limit
 * is never exceeded, and a client that waits one window still succeeds.
 *
 * @param clock A Lua expression for seconds and microseconds, for tests.
 */
export function slidingScript(clock = serverClock): string {
  return `
local time = ${clock}
local skew = tonumber(redis.call('GET', KEYS[2])) or 0
local limit, window, keep = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local now = time[1] * 1000000 + time[2] + skew
local newest = tonumber(redis.call('LINDEX', KEYS[1], -1))
local set_back = newest and newest > now
if set_back then
  skew = skew + newest - now
  now = newest
end

local function out(index)
  return tonumber(redis.call('LINDEX', KEYS[1], index)) <= now - window
end

local count = redis.call('LLEN', KEYS[1])
if count > 0 and out(0) then
  local low, high = 0, 1
  while high < count and out(high) do low, high = high, high * 2 end
  high = math.min(high, count)
  while high - low > 1 do
    local middle = math.floor((low + high) / 2)
    if out(middle) then low = middle else high = middle end
  end
  redis.call('LTRIM', KEYS[1], high, -1)
  count = count - high
end

local admitted = count < limit
if admitted then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  count, newest = count + 1, now
end
if admitted or set_back then
  redis.call('PEXPIRE', KEYS[1], keep)
  if skew > 0 then redis.call('SET', KEYS[2], string.format('%.0f', skew), 'PX', keep) end
end
local opens = 0
if count >= limit then
  opens = tonumber(redis.call('LINDEX', KEYS[1], count - limit)) + window - now
end
return {admitted and 1 or 0, count, newest + window - now, opens}
`
}
