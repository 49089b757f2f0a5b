import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { StoreFailure } from '../store-error.ts'

// SQLite's messages omit the disk and what to do.
const hints: Record<string, string> = {
  SQLITE_FULL: 'free space on its disk, or on the disk of the temporary files, and try again',
  SQLITE_IOERR: 'its disk, or the disk of the temporary files, has failed',
}

const writeCodes = /^SQLITE_(FULL|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|DELETE|SHM[A-Z]+))$/

/** An error from SQLite or the disk. The message names the file. */
class SqliteFailure extends StoreFailure {
  override name = 'SqliteFailure'
  /** SQLite's extended result code, for example `SQLITE_IOERR_WRITE`. */
  readonly code: string

  constructor(cause: InstanceType<typeof Database.SqliteError>, path: string, file: string) {
    const [, kind = cause.code] = /^(SQLITE_[A-Z]+)/.exec(cause.code) ?? []
    const hint = hints[kind]
    super(`${cause.message} (${path})${hint === undefined ? '' : `: ${hint}`}`, { cause })
    this.code = cause.code
    if (writeCodes.test(cause.code)) this.failedWrite = failedWriteOf(cause.code, file)
  }
}

function failedWriteOf(code: string, file: string): string {
  // A connection that only reads writes this file too.
  const written = code.startsWith('SQLITE_IOERR_SHM') ? `${file}-shm` : file
  const state = code === 'SQLITE_FULL' ? 'is full' : 'is full or has failed'
  return `cannot write ${written}: the disk that holds ${dirname(file)} ${state}`
}

/** Wraps errors of SQLite; returns others unchanged. `file` is the one of the database's two files that failed. */
export function asSqliteFailure(error: unknown, path: string, file = path): unknown {
  return error instanceof Database.SqliteError ? new SqliteFailure(error, path, file) : error
}
