import { systemClock } from '../core/clock.ts'
import { findDataRevision } from './data-revision.ts'
import { PostgresFailure } from './dialect/postgres-failure.ts'
import type { ReplicaState } from './dialect/postgres-replica.ts'
import type { ReadDatabase } from './open.ts'

/** Typical age of data read from the replica. */
const checkEveryMs = 1000
/** Maximum age: if no comparison has succeeded for this long, the primary is read. */
const staleMaxMs = 5000

export type OnReplica = (state: State, reason?: string) => void

type State = 'current' | 'behind' | 'lost'

/**
 * Compares a replica with its primary every second. The replica is queried first: if both have the same imports, it was
 * current at that time. So reads are never older than the last successful check, and never go back to an older state.
 */
export class ReplicaWatch implements ReplicaState {
  readonly #primary: ReadDatabase
  readonly #replica: ReadDatabase
  readonly #onReplica: OnReplica
  #state: State = 'behind'
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #comparedAt = 0
  #wasCurrent = false
  #failoverCount = 0
  /** Failures since the current check began, which make its result invalid. */
  #failures = 0

  constructor(primary: ReadDatabase, replica: ReadDatabase, onReplica: OnReplica) {
    this.#primary = primary
    this.#replica = replica
    this.#onReplica = onReplica
  }

  get isCurrent(): boolean {
    const isCurrent =
      this.#state === 'current' && systemClock.monotonic() - this.#comparedAt < staleMaxMs
    if (isCurrent !== this.#wasCurrent) this.#failoverCount += 1
    this.#wasCurrent = isCurrent
    return isCurrent
  }

  get failoverCount(): number {
    void this.isCurrent
    return this.#failoverCount
  }

  /** The replica is not read again until a check succeeds. */
  failed(reason: Error): void {
    this.#failures += 1
    this.#set('lost', reason.message)
  }

  /** Resolves after the first check; further checks run until `stop`. */
  async start(): Promise<void> {
    await this.#check()
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.start(), checkEveryMs).unref()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #check(): Promise<void> {
    const failures = this.#failures
    const startedAt = systemClock.monotonic()
    try {
      const held = await findDataRevision(this.#replica)
      const published = await this.#published()
      if (failures !== this.#failures) return
      this.#comparedAt = published === 'nothing' ? systemClock.monotonic() : startedAt
      const isCurrent = published === 'nothing' ? this.#state === 'current' : held === published
      this.#set(isCurrent ? 'current' : 'behind')
    } catch (error) {
      this.#set('lost', (error as Error).message)
    }
  }

  /**
   * The revision of the primary; `nothing` if it is unreachable, because then nothing is published; undefined if the
   * query fails otherwise, while imports may go on.
   */
  async #published(): Promise<string | 'nothing' | undefined> {
    try {
      return await findDataRevision(this.#primary)
    } catch (error) {
      return error instanceof PostgresFailure && error.connectionLost ? 'nothing' : undefined
    }
  }

  #set(state: State, reason?: string): void {
    if (this.#state === state || this.#stopped) return
    this.#state = state
    this.#onReplica(state, reason)
  }
}
