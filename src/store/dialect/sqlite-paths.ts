import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'

/** `reeve-accounts.db` beside `reeve.db`: accounts, keys, sessions, usage and secrets. */
export function accountsPathOf(path: string): string {
  return pathBeside(realPathOf(path), 'accounts')
}

/** `reeve-<suffix>.db` beside `reeve.db`. */
export function pathBeside(path: string, suffix: string): string {
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-${suffix}${ext}`)
}

/**
 * The real path of a database, the same through every link, even if the file does not exist yet. Other path errors are
 * reported on opening.
 */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return path
    const folder = realPathOf(dirname(path))
    const target = linkTarget(path)
    return target === undefined ? join(folder, basename(path)) : realPathOf(resolve(folder, target))
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
