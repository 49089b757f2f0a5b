import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { WriteScope } from '../../../src/store/dialect/dialect.ts'
import { lockSpace, writeLocks } from '../../../src/store/dialect/postgres-lock.ts'
import { accountsPathOf } from '../../../src/store/dialect/sqlite-file.ts'

const root = resolve(import.meta.dirname, '../../..')
const program = `
  import { DatabaseSync } from 'node:sqlite'
  const db = new DatabaseSync(process.argv[1])
  db.exec('begin immediate')
  process.stdout.write('held')
  let statements = ''
  process.stdin.setEncoding('utf8').on('data', (text) => { statements += text })
  process.stdin.on('end', () => {
    db.exec(statements + ';commit')
    process.exit()
  })`

interface HeldLock {
  release(statements?: string): Promise<void>
}

/**
 * Holds the write lock of accounts and keys, or of the record, until `release`, which runs `statements` before that.
 */
export function holdWriteLock(
  databaseUrl: string,
  scope: WriteScope = 'access',
): Promise<HeldLock> {
  if (!databaseUrl.startsWith('sqlite:')) return holdLock(databaseUrl, scope)
  const path = databaseUrl.replace(/^sqlite:/, '')
  return holdFile(scope === 'access' ? accountsPathOf(path) : path)
}

async function holdLock(databaseUrl: string, scope: WriteScope): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1, $2)', [lockSpace, writeLocks[scope]])
  return {
    release: async (statements = '') => {
      await client.query(`${statements};commit`)
      await client.end()
    },
  }
}

// Another process, because SQLite's locks are held by processes.
async function holdFile(path: string): Promise<HeldLock> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const held = await Promise.race([once(child.stdout, 'data'), ended])
  if (String(held[0]) !== 'held') throw new Error('the write lock could not be taken')
  return {
    release: async (statements = '') => {
      child.stdin.end(statements)
      await ended
    },
  }
}

/** Counts the iterations of the event loop while `work` runs: few if something blocks it, however slow the machine is. */
export async function loopIterationsDuring(work: () => Promise<unknown>): Promise<number> {
  let iterations = 0
  let isOver = false
  const over = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    await pause(1)
    iterations += 1
  }
  await over
  return iterations
}
