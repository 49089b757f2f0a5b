import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { type EngineName, type FreshStore, freshStore } from './fresh-store.ts'

/** A database and a home folder of one test, in the environment of commands that run in this process. */
export async function freshHome(engine?: EngineName): Promise<FreshStore> {
  const fresh = await freshStore(engine)
  const home = mkdtempSync(join(tmpdir(), 'reeve-home-'))
  vi.stubEnv('HOME', home)
  vi.stubEnv('DATABASE_URL', fresh.databaseUrl)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true })
    await fresh.remove()
  })
  return fresh
}
