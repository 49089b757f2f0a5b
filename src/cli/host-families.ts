import type { Clock } from '../core/clock.ts'
import { RequestError } from '../importers/kit/retries.ts'
import { LoadRejected } from '../importers/load/diagnostic-list.ts'
import { publicLine } from '../importers/load/report.ts'
import { SourceError } from '../importers/source.ts'
import type { RememberedSource } from '../store/sources.ts'
import { Interrupted } from './import-run.ts'

/** Fewer sources in a row can fail by accident, unless they are all. */
const failuresMax = 3
const minuteMs = 60_000
const [retryMs, retryMaxMs] = [10 * minuteMs, 360 * minuteMs]
/** A longer Retry-After may be a mistake. */
const retryAfterMaxMs = 1440 * minuteMs

/** Hosts that cannot be read; times in milliseconds. */
interface Down {
  since: number
  /** One after the other. */
  failures: number
  /** Before this, none of their sources is read. */
  retryAt: number
}

/** What the result of a source means for its hosts; `down` again after each further failure. */
export type FamilyChange = ({ type: 'down'; error: string; isNew: boolean } & Down) | { type: 'up' }

interface Member {
  /** Of the import that reads the source. */
  key: string
  families: readonly string[]
  group: readonly Pick<RememberedSource, 'family' | 'downSince' | 'retryAt' | 'downFailures'>[]
}

/** Which families of hosts are down, from the results of their sources. */
export class HostFamilies {
  readonly #clock: Clock
  readonly #sizes = new Map<string, number>()
  /** The sources that failed in a row. */
  readonly #failed = new Map<string, Set<string>>()
  #down: ReadonlyMap<string, Down> = new Map()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Another one after each change. */
  get state(): unknown {
    return this.#down
  }

  sizeOf(family: string): number {
    return this.#sizes.get(family) ?? 1
  }

  /** Takes over what is stored of the hosts of all sources. */
  load(members: readonly Member[]): void {
    this.#sizes.clear()
    const down = new Map<string, Down>()
    for (const { families, group } of members) {
      for (const family of families) this.#sizes.set(family, (this.#sizes.get(family) ?? 0) + 1)
      for (const { family, downSince, retryAt, downFailures } of group)
        if (family !== null && downSince !== null && retryAt !== null)
          down.set(family, {
            since: Date.parse(downSince),
            failures: downFailures ?? 1,
            retryAt: Date.parse(retryAt),
          })
    }
    this.#down = down
  }

  /** When a source of these hosts is tried again; undefined if one can be read now. */
  retryAt(family: string): number | undefined {
    const { retryAt = 0 } = this.#down.get(family) ?? {}
    return retryAt > this.#clock.now() ? retryAt : undefined
  }

  /** What the result of a source changes for its hosts; `error` if it failed. */
  note(family: string, key: string, error?: unknown): FamilyChange | undefined {
    if (isOfHost(error)) return this.#noteFailure(family, key, error)
    if (!isResponse(error)) return undefined
    this.#failed.delete(family)
    return this.#down.has(family) ? { type: 'up' } : undefined
  }

  apply(family: string, change: FamilyChange): void {
    const down = new Map(this.#down)
    if (change.type === 'up') down.delete(family)
    else down.set(family, change)
    this.#down = down
  }

  #noteFailure(family: string, key: string, error: RequestError): FamilyChange | undefined {
    const size = this.sizeOf(family)
    const failed = (this.#failed.get(family) ?? new Set()).add(key)
    this.#failed.set(family, failed)
    const before = this.#down.get(family)
    // A single source says itself that it fails.
    if (size < 2 || (before === undefined && failed.size < Math.min(failuresMax, size)))
      return undefined
    const now = this.#clock.now()
    const { since = now, failures = 0 } = before ?? {}
    const waitMs = Math.max(
      Math.min(retryMaxMs, retryMs * 2 ** failures),
      Math.min(retryAfterMaxMs, error.retryAfterMs ?? 0),
    )
    return {
      ...{ type: 'down', error: publicLine(error), isNew: before === undefined },
      ...{ since, failures: failures + 1, retryAt: now + waitMs },
    }
  }
}

/** Whether an error says that a server cannot be reached, fails or admits no more requests. */
function isOfHost(error: unknown): error is RequestError {
  if (!(error instanceof RequestError)) return false
  const { status, isPermanent } = error
  return status === null ? !isPermanent : status === 429 || status >= 500
}

/** Whether a source was read, or rejected for what it sent. */
const isResponse = (error: unknown) =>
  error === undefined ||
  error instanceof LoadRejected ||
  (error instanceof SourceError && !(error instanceof Interrupted))
