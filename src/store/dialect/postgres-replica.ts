import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { queryPool } from './postgres-driver.ts'
import { PostgresFailure } from './postgres-failure.ts'

/** `failed` is called with every error of the replica. */
export interface ReplicaState {
  readonly isCurrent: boolean
  failed(reason: PostgresFailure): void
}

/**
 * Connects to the replica while it is current, otherwise to the primary. A statement that fails on the replica is
 * retried once on the primary; a transaction is not, because its statements must share one snapshot.
 */
export class ReplicaPool implements PostgresPool {
  readonly #primary: PostgresPool
  readonly #replica: PostgresPool
  readonly #state: ReplicaState

  constructor(primary: PostgresPool, replica: PostgresPool, state: ReplicaState) {
    this.#primary = primary
    this.#replica = replica
    this.#state = state
  }

  async connect(): Promise<PostgresPoolClient> {
    if (!this.#state.isCurrent) return this.#primary.connect()
    try {
      return new ReplicaClient(await this.#replica.connect(), this.#primary, this.#state)
    } catch (error) {
      this.#noteFailure(error)
      return this.#primary.connect()
    }
  }

  /** The primary's pool belongs to another handle. */
  end(): Promise<void> {
    return this.#replica.end()
  }

  #noteFailure(error: unknown): void {
    if (!(error instanceof PostgresFailure)) throw error
    this.#state.failed(error)
  }
}

const beginning = /^(start transaction|begin)/

class ReplicaClient implements PostgresPoolClient {
  readonly #replica: PostgresPoolClient
  readonly #primary: PostgresPool
  readonly #state: ReplicaState
  #inTransaction = false

  constructor(replica: PostgresPoolClient, primary: PostgresPool, state: ReplicaState) {
    this.#replica = replica
    this.#primary = primary
    this.#state = state
  }

  query = (async (text: string, parameters: readonly unknown[]) => {
    this.#inTransaction ||= beginning.test(text)
    try {
      return await this.#replica.query(text, parameters)
    } catch (error) {
      if (!(error instanceof PostgresFailure)) throw error
      this.#state.failed(error)
      if (this.#inTransaction) throw error
      return queryPool(this.#primary, text, parameters)
    }
  }) as PostgresPoolClient['query']

  release(): void {
    this.#replica.release()
  }
}
