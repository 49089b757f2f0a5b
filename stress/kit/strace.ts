import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AlternatingImport } from './alternating-import.ts'

/** The calls by which SQLite changes files. */
export const databaseCalls = ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'unlink'] as const

/** What strace does to one of these calls, or from it on. */
export interface Injection {
  /** In the syntax of strace: `signal=SIGKILL`, `error=ENOSPC`. */
  what: string
  /** The number of the call, from 1. */
  at: number
  /** Whether it also applies to all later calls. */
  onwards?: boolean
}

export interface Watched {
  status: number | null
  stderr: string
  /** Number of calls that changed the files of the database. */
  count: number
}

/** Imports the other state under strace, which fails or kills the calls that change the database. */
export async function importUnderStrace(
  { reeve, databaseUrl, words }: AlternatingImport,
  injection: Injection | null,
): Promise<Watched> {
  const file = databaseUrl.replace(/^sqlite:/, '')
  const trace = join(reeve.folder, 'trace.txt')
  const calls = databaseCalls.join()
  const paths = [file, `${file}-wal`, `${file}-shm`].flatMap((path) => ['-P', path])
  const tamper =
    injection === null
      ? []
      : [
          '-e',
          `inject=${calls}:${injection.what}:when=${injection.at}${injection.onwards ? '+' : ''}`,
        ]
  const options = ['-f', '-qq', '-o', trace, ...paths, '-e', `trace=${calls}`, ...tamper]
  const env = { PATH: process.env.PATH, HOME: reeve.folder, DATABASE_URL: databaseUrl }
  const child = spawn('strace', [...options, process.execPath, ...words()], {
    cwd: reeve.folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [status] = await once(child, 'close')
  const lines = readFileSync(trace, 'utf8').split('\n')
  // strace splits a call into two lines if another thread interrupts it.
  const count = lines.filter((line) => /^\d+ +[a-z0-9]+\(/.test(line)).length
  return { status: status as number | null, stderr, count }
}
