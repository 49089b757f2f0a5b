import { createHash } from 'node:crypto'
import { mkdir, rm, rmdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { RequestError } from '../importers/kit/retries.ts'
import { databaseAddress } from '../store/open.ts'
import { Interrupted } from './import-run.ts'

/**
 * The folder for the responses of a source, beside the database of SQLite, else in the user's home: one
 * that others may write to could bring a false record. Undefined if it cannot be created.
 */
async function resumeFolder(source: readonly string[]): Promise<string | undefined> {
  const folder = folderOf(source)
  return mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => folder,
    () => undefined,
  )
}

export function folderOf(source: readonly string[]): string {
  const { databaseUrl } = readConfig()
  const address = databaseAddress(databaseUrl)
  const parent = databaseUrl.startsWith('sqlite:')
    ? `${address}-sync`
    : join(homedir(), '.cache/reeve-sync')
  const name = createHash('sha256')
    .update([address, ...source].join('\n'))
    .digest('hex')
  return join(parent, name.slice(0, 32))
}

/**
 * Runs an import with a folder for its responses. It stays for the next run if this one was interrupted or lost its
 * server: what led to another failure may be in the responses.
 */
export async function withResumeFolder(
  source: readonly string[],
  run: (folder: string | undefined) => Promise<void>,
): Promise<void> {
  const folder = await resumeFolder(source)
  try {
    await run(folder)
  } catch (error) {
    if (folder !== undefined && !canContinue(error)) await removeFolder(folder)
    throw error
  }
  if (folder !== undefined) await removeFolder(folder)
}

const canContinue = (error: unknown) =>
  error instanceof Interrupted || (error instanceof RequestError && !error.isPermanent)

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  // It may hold the responses of other sources.
  await rmdir(dirname(folder)).catch(() => undefined)
}
