import pg from 'pg'
import { StoreFailure } from '../store-error.ts'

// SQLSTATE classes that make a connection unusable: connection exceptions and termination by an administrator.
const lostClasses = /^(08|57P0)/

/** An error from PostgreSQL or its connection. The message never contains a URL or a password. */
export class PostgresFailure extends StoreFailure {
  override name = 'PostgresFailure'
  /** SQLSTATE or system error code, such as `ECONNREFUSED`; undefined for a client-side timeout. */
  readonly code: string | undefined
  /** Whether the connection is closed or in an unknown state. */
  readonly connectionLost: boolean

  constructor(cause: unknown) {
    super(cause instanceof Error ? messageOf(cause) : String(cause), { cause })
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : undefined
    this.connectionLost = !(cause instanceof pg.DatabaseError) || lostClasses.test(this.code ?? '')
  }
}

// Node reports failures of several IP addresses of one host as an AggregateError without a message.
function messageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : error.message
}
