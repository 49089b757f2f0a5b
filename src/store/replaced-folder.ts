import { mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { lockWriting } from './dialect/sqlite-lock.ts'
import { StoreError } from './store-error.ts'

/**
 * Fills a folder that replaces `target` at once: `target` is a symbolic link, because no system replaces a folder that is
 * not empty. Removes the former folder, and what killed processes have left. Throws `StoreBusy` if another process fills
 * it, and `StoreError` if `target` is something else.
 */
export async function replaceFolder<T>(
  target: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(dirname(target), { recursive: true })
  const lock = await lockWriting(target)
  try {
    const current = await linkedFolder(target)
    await removeOthers(target, current)
    const unfinished = `${target}.part`
    await mkdir(unfinished)
    try {
      const filled = await fill(unfinished)
      const finished = `${target}.${Date.now()}`
      await rename(unfinished, finished)
      await symlink(basename(finished), `${target}.link`)
      await rename(`${target}.link`, target)
      return filled
    } finally {
      await removeOthers(target, await linkedFolder(target))
    }
  } finally {
    // Not after the release, when another process may have locked it.
    await rm(lock.file, { force: true })
    await lock.release()
  }
}

/** The name of the folder that the link leads to; undefined before the first. */
async function linkedFolder(target: string): Promise<string | undefined> {
  return readlink(target).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return undefined
    throw new StoreError(
      `${target} exists and was not written by reeve publish: name another folder`,
    )
  })
}

async function removeOthers(target: string, current: string | undefined): Promise<void> {
  const prefix = `${basename(target)}.`
  for (const name of await readdir(dirname(target))) {
    const isOwn = name.startsWith(prefix) && /^(part|link|\d{13})$/.test(name.slice(prefix.length))
    if (isOwn && name !== current)
      await rm(join(dirname(target), name), { recursive: true, force: true })
  }
}
