import { systemClock } from '../core/clock.ts'
import { findDataRevision } from './data-revision.ts'
import { PostgresFailure } from './dialect/postgres-failure.ts'
import type { ReplicaState } from './dialect/postgres-replica.ts'
import type { ReadDatabase } from './open.ts'

/** How often the replica is compared with the primary, and so how old what is read from it is as a rule. */
const checkEveryMs = 1000
/** How old it can be at most: without a comparison for so long, the primary is read. */
const staleMaxMs = 5000

/** Told when the replica is read again, and when and why it is not. */
export type OnReplica = (state: State, reason?: string) => void

type State = 'current' | 'behind' | 'lost'

/**
 * Says whether a replica holds what the primary holds. Every second the replica is asked which imports it has, and after
 * it the primary: where they agree, nothing was missing at that moment. So what is read is no older than the last check
 * that succeeded, and no reader is led from a newer state back to an older one.
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
  /** Failures since the last check began: an answer from before them proves nothing. */
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

  /** How often readers went from the one database to the other. */
  get failoverCount(): number {
    void this.isCurrent
    return this.#failoverCount
  }

  /** A statement failed on the replica: it is not read until a check finds it well. */
  failed(reason: Error): void {
    this.#failures += 1
    this.#set('lost', reason.message)
  }

  /** Resolves after the first check; the others follow until `stop`. */
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
   * The stamp of the primary; `nothing` where it is gone, because nothing is published then; undefined where it cannot
   * say for any other reason, while imports may go on.
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
