import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis, type Result } from 'ioredis'
import { RedisRefused, refusalOf } from './redis-refused.ts'
import { slidingScript } from './sliding-script.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    slide(...words: (string | number)[]): Result<[number, number, number, number], Context>
  }
}

const tickMs = 10
/** An answer that takes longer is not waited for: 50 to 60 ms. */
const patienceTicks = 6
/** A turn that came so late counts by half: the machine is busy, and Redis may well be as late. */
const lateTickMs = 15
const startMs = 3000
const startTicks = startMs / tickMs
/** How long Redis may be silent then, while each process decides for itself, before it counts as lost. */
const silenceMs = 250
/** So many silences with no answer in time between them are no hiccup. */
const silencesMax = 3
const heartbeatMs = 250
const retryMs = 200
const connectMs = 1000
/** Beyond the window, so that rounding never takes a grant away that still counts. */
const keptBeyondMs = 1000

/** What the script says of one request; see `slidingScript`. */
export interface Slide {
  admitted: boolean
  count: number
  resetMs: number
  opensMs: number
}

interface Waiting {
  readonly until: number
  settle(slide: Slide | undefined): void
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
  readonly #heart: NodeJS.Timeout
  #watch: NodeJS.Timeout | undefined
  #ticks = 0
  #tickedAt = 0
  #up = false
  #silence: NodeJS.Timeout | undefined
  #silences = 0
  #closed = false
  #fault: string | undefined

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
      scripts: { slide: { lua: slidingScript(), numberOfKeys: 2 } },
    })
    // A command that fails before it serves must end.
    this.client.on('connect', () => this.client.stream.unref())
    this.client.on('error', (error: Error) => {
      this.#fault ??= error.message
    })
    this.client.on('end', () => this.#lose(this.#fault ?? 'the connection was closed'))
    this.#heart = setInterval(() => this.#beat(), heartbeatMs).unref()
  }

  /** Connects, and sees that Redis can do what is needed. Throws `RedisRefused`. `report` hears of loss and return. */
  static async open(text: string, report: (line: string) => void): Promise<RedisLink> {
    const url = parsed(text)
    const link = new RedisLink(url, report)
    const fault = await link.#connect(startMs, startTicks)
    if (fault === undefined) return link
    await link.close()
    throw refusalOf(url, fault)
  }

  /** Whether Redis answers, as far as is known. */
  get up(): boolean {
    return this.#up && this.#silence === undefined
  }

  /** Counts one request under a name; undefined where Redis did not answer in time. */
  slide(name: string, limit: number, windowMs: number): Promise<Slide | undefined> {
    return this.#slide(name, limit, windowMs * 1000, patienceTicks)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#up = false
    this.#hear()
    clearInterval(this.#heart)
    this.#giveUp()
    const { status } = this.client
    if (status === 'end' || status === 'wait') return
    const ended = new Promise((resolve) => this.client.once('end', resolve))
    this.client.disconnect()
    await ended
  }

  #slide(name: string, limit: number, windowUs: number, ticks: number): Promise<Slide | undefined> {
    return new Promise((resolve) => {
      const waiting = { until: this.#ticks + ticks, settle: resolve }
      this.#waiting.add(waiting)
      this.#watch ??= setInterval(() => this.#tick(performance.now()), tickMs)
      const kept = Math.ceil(windowUs / 1000) + keptBeyondMs
      this.client.slide(name, `${name}:skew`, limit, windowUs, kept).then(
        ([admitted, count, resetUs, opensUs]) => {
          this.#hear()
          if (this.#waiting.delete(waiting)) this.#silences = 0
          const [resetMs, opensMs] = [resetUs / 1000, opensUs / 1000]
          resolve({ admitted: admitted === 1, count, resetMs, opensMs })
        },
        (error: Error) => {
          // In its place among those who wait, so that they are answered in the order in which they asked.
          this.#fault ??= plain(error.message)
          if (this.#waiting.has(waiting)) this.#lose(this.#fault)
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
      if (this.#waiting.has(oldest)) this.#doubt()
    })
  }

  #doubt(): void {
    this.#giveUp()
    this.#silences += 1
    const lose = () => this.#lose('it does not answer in time')
    const unlessHeard = () => {
      if (this.#silence !== undefined) lose()
    }
    if (this.#silences >= silencesMax) lose()
    else this.#silence ??= setTimeout(() => setImmediate(unlessHeard), silenceMs).unref()
  }

  #hear(): void {
    clearTimeout(this.#silence)
    this.#silence = undefined
  }

  #beat(): void {
    if (this.up) void this.#probe(patienceTicks)
  }

  // The script itself, on a window so short that it writes each time.
  async #probe(ticks: number): Promise<boolean> {
    return (await this.#slide(this.#probeKey, 1, 1, ticks)) !== undefined
  }

  #giveUp(): void {
    const all = [...this.#waiting]
    this.#waiting.clear()
    for (const { settle } of all) settle(undefined)
  }

  #lose(reason: string): void {
    const wasUp = this.#up
    this.#up = false
    this.#silences = 0
    this.#hear()
    this.#giveUp()
    this.client.disconnect()
    if (!wasUp || this.#closed) return
    this.#report(
      `Redis is lost: ${reason}. Each process counts for itself until it is back; requests are served`,
    )
    void this.#comeBack()
  }

  async #comeBack(): Promise<void> {
    do {
      await pause(retryMs, undefined, { ref: false })
      if (this.#closed) return
    } while ((await this.#connect(connectMs, patienceTicks)) !== undefined)
    this.#report('Redis is back; limits are counted there again')
  }

  /** Resolves with what is wrong, or with nothing once Redis is up. */
  async #connect(withinMs: number, ticks: number): Promise<string | undefined> {
    this.#fault = undefined
    const late = setTimeout(() => {
      this.#fault ??= `no answer within ${withinMs / 1000} s`
      this.client.disconnect()
    }, withinMs)
    try {
      await this.client.connect()
      // A database number that is not there is an error event only, and another database is used.
      this.#up = this.#fault === undefined && (await this.#probe(ticks)) && !this.#closed
    } catch (error) {
      this.#fault ??= (error as Error).message
    } finally {
      clearTimeout(late)
    }
    if (this.#up) return undefined
    this.client.disconnect()
    return this.#fault ?? 'it does not answer in time'
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
  throw new RedisRefused(
    'REDIS_URL must be redis://<user>:<password>@<host>:<port>/<number>; a number is all that may follow the host, and a % in a password is written %25',
  )
}
