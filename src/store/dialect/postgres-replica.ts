import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { queryPool } from './postgres-driver.ts'
import { PostgresFailure } from './postgres-failure.ts'

/** Whether the replica may be read now; told where it failed. */
export interface ReplicaState {
  readonly isCurrent: boolean
  failed(reason: PostgresFailure): void
}

/**
 * Connections to a replica while it is current, and to the primary while it is not. A statement that fails on the
 * replica is asked of the primary once; a transaction fails as a whole, for its statements must see one state.
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

  /** The primary's connections belong to the handle that they are borrowed from. */
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
