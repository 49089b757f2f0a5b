import { dirname } from 'node:path'
import { StoreFailure } from '../store-error.ts'

// In the order of SQLite's primary result codes, from 0.
const primaryCodes = [
  ...['OK', 'ERROR', 'INTERNAL', 'PERM', 'ABORT', 'BUSY', 'LOCKED', 'NOMEM', 'READONLY'],
  ...['INTERRUPT', 'IOERR', 'CORRUPT', 'NOTFOUND', 'FULL', 'CANTOPEN', 'PROTOCOL', 'EMPTY'],
  ...['SCHEMA', 'TOOBIG', 'CONSTRAINT', 'MISMATCH', 'MISUSE', 'NOLFS', 'AUTH', 'FORMAT'],
  ...['RANGE', 'NOTADB'],
]

// The extended codes of failed writes.
const failedWriteCodes: Record<number, string> = {
  778: 'SQLITE_IOERR_WRITE',
  1034: 'SQLITE_IOERR_FSYNC',
  1290: 'SQLITE_IOERR_DIR_FSYNC',
  1546: 'SQLITE_IOERR_TRUNCATE',
  2570: 'SQLITE_IOERR_DELETE',
  4618: 'SQLITE_IOERR_SHMOPEN',
  4874: 'SQLITE_IOERR_SHMSIZE',
  5130: 'SQLITE_IOERR_SHMLOCK',
  5386: 'SQLITE_IOERR_SHMMAP',
}

// SQLite's messages omit the disk and what to do.
const hints: Record<string, string> = {
  SQLITE_FULL: 'free space on its disk, or on the disk of the temporary files, and try again',
  SQLITE_IOERR: 'its disk, or the disk of the temporary files, has failed',
}

/** An error from SQLite or the disk. The message names the file. */
class SqliteFailure extends StoreFailure {
  override name = 'SqliteFailure'
  /** As of `resultCodeOf`. */
  readonly code: string

  constructor(cause: Error, code: string, path: string, file: string) {
    const [, kind = code] = /^(SQLITE_[A-Z]+)/.exec(code) ?? []
    const hint = hints[kind]
    super(`${cause.message} (${path})${hint === undefined ? '' : `: ${hint}`}`, { cause })
    this.code = code
    const isWrite = code === 'SQLITE_FULL' || Object.values(failedWriteCodes).includes(code)
    if (isWrite) this.failedWrite = failedWriteOf(code, file)
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
  const code = resultCodeOf(error)
  if (code === undefined || error instanceof StoreFailure) return error
  return new SqliteFailure(error as Error, code, path, file)
}

/** SQLite's result code of an error, extended for failed writes, for example `SQLITE_BUSY` or `SQLITE_IOERR_WRITE`. */
export function resultCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (code === 'ERR_SQLITE_ERROR' && errcode !== undefined)
    return failedWriteCodes[errcode] ?? `SQLITE_${primaryCodes[errcode & 0xff] ?? errcode}`
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined
}

/** Whether another connection holds the lock, also if it has written since this one began to read. */
export const isBusy = (error: unknown) => resultCodeOf(error) === 'SQLITE_BUSY'
