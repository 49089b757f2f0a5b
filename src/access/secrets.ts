import { randomBytes } from 'node:crypto'
import type { WriteStore } from '../store/open.ts'
import { replaceSecret } from './queries.ts'

/** Replaces the secrets of a database. Running processes keep the old ones. */
export async function rotateSecrets(store: WriteStore): Promise<void> {
  await store.transaction(async (db) => {
    for (const name of ['cursor', 'device'] as const)
      await replaceSecret(db, name, randomBytes(32).toString('hex'))
  })
}
