import Database from 'better-sqlite3'
import { StoreError } from '../store-error.ts'

/**
 * Takes the right to serve a database file, for as long as this process lives; returns how to give it back. Two servers
 * would each count a key's requests for themselves, and let through twice the limit. The lock is the operating system's,
 * on a file beside the database, so a killed server leaves nothing to clean up.
 */
export function lockServing(path: string): () => void {
  const lock = new Database(`${path}-serving`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new StoreError(
      `another reeve serves ${path} already, and two would let through twice the limit; stop it first`,
      { cause: error },
    )
  }
  return () => lock.close()
}
