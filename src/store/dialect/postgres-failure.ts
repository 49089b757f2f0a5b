import pg from 'pg'
import { StoreFailure } from '../store-error.ts'

// Classes of SQLSTATE after which a connection is of no use: connection exceptions, and an operator who ended it.
const lostClasses = /^(08|57P0)/

/** Anything that PostgreSQL, or the way to it, refused or broke. The message never holds an address or a password. */
export class PostgresFailure extends StoreFailure {
  override name = 'PostgresFailure'
  /** SQLSTATE, or what the system calls the error, as in `ECONNREFUSED`; undefined for a timeout of the client. */
  readonly code: string | undefined
  /** Whether the connection is gone, or in a state that nobody knows. */
  readonly connectionLost: boolean

  constructor(cause: unknown) {
    super(cause instanceof Error ? messageOf(cause) : String(cause), { cause })
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : undefined
    this.connectionLost = !(cause instanceof pg.DatabaseError) || lostClasses.test(this.code ?? '')
  }
}

// Node joins the failures of several addresses of one host into an error without words.
function messageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : error.message
}
