import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The measured version and commit; the commit is `unknown` outside of a Git checkout. */
export function readRelease(): { version: string; commit: string } {
  const text = readFileSync(resolve(root, 'package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return { version, commit: readCommit() }
}

function readCommit(): string {
  const args = ['-c', 'safe.directory=*', 'rev-parse', '--short', 'HEAD']
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}
