import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockWriting } from './dialect/sqlite-lock.ts'

/** A file or folder that gets its real name when it is complete. */
export interface TemporaryPath {
  path: string
  remove(): Promise<void>
}

type Lock = Awaited<ReturnType<typeof lockWriting>>

/** Reserves a path beside `target`, and removes what killed processes have left in the folder. */
export async function newTemporaryPath(target: string): Promise<TemporaryPath> {
  const folder = dirname(target)
  accessSync(folder, constants.W_OK)
  await removeAbandoned(folder)
  for (;;) {
    const path = `${target}.${process.pid}-${randomBytes(4).toString('hex')}.part`
    const lock = await lockWriting(path)
    if (existsSync(lock.file)) return { path, remove: () => removeLocked(path, lock) }
    // Another process took the file for abandoned before it was locked here.
    await lock.release()
  }
}

const pattern = /^(.+[.]\d+-[0-9a-f]{8}[.]part)(?:-writing)?(?:-journal|-wal|-shm)?$/

/** Removes the temporary files and folders that no process is writing. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = readdirSync(folder).flatMap((name) => pattern.exec(name)?.[1] ?? [])
  for (const path of [...new Set(names)].map((name) => join(folder, name))) {
    // Another process is writing it, or it belongs to another user. Process ids tell nothing between containers.
    const lock = await lockWriting(path).catch(() => undefined)
    if (lock !== undefined) await removeLocked(path, lock).catch(() => undefined)
  }
}

async function removeLocked(path: string, lock: Lock): Promise<void> {
  try {
    for (const suffix of ['', '-journal', '-wal', '-shm'])
      rmSync(path + suffix, { recursive: true, force: true })
  } finally {
    // Not after the release, when another process may have locked it.
    rmSync(lock.file, { force: true })
    await lock.release()
  }
}
