import Database from 'better-sqlite3'
import { StoreFailure } from '../store-error.ts'

// SQLite's messages omit the disk and what to do.
const hints: Record<string, string> = {
  SQLITE_FULL: 'free space on its disk, or on the disk of the temporary files, and try again',
  SQLITE_IOERR: 'its disk, or the disk of the temporary files, has failed',
}

/** An error from SQLite or the disk. The message names the file. */
class SqliteFailure extends StoreFailure {
  override name = 'SqliteFailure'
  /** SQLite's extended result code, for example `SQLITE_IOERR_WRITE`. */
  readonly code: string

  constructor(cause: InstanceType<typeof Database.SqliteError>, path: string) {
    const [, kind = cause.code] = /^(SQLITE_[A-Z]+)/.exec(cause.code) ?? []
    const hint = hints[kind]
    super(`${cause.message} (${path})${hint === undefined ? '' : `: ${hint}`}`, { cause })
    this.code = cause.code
  }
}

/** Wraps errors of SQLite; returns others unchanged. */
export function asSqliteFailure(error: unknown, path: string): unknown {
  return error instanceof Database.SqliteError ? new SqliteFailure(error, path) : error
}
