import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pathBeside } from '../../src/store/dialect/sqlite-paths.ts'

const root = new URL('../../', import.meta.url)

it('git ignores every database file that a service creates in data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-ignored-'))
  copyFileSync(new URL('.gitignore', root), join(folder, '.gitignore'))
  spawnSync('git', ['init', '-q', folder])
  const database = join(folder, 'data', 'reeve.db')
  const databases = [
    database,
    ...['accounts', 'before-accounts-file'].map((name) => pathBeside(database, name)),
  ]
  const files = databases.flatMap((path) => [path, `${path}-wal`, `${path}-shm`])
  const { stdout } = spawnSync('git', ['-C', folder, 'check-ignore', ...files], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(stdout.trim().split('\n')).toEqual(files)
})
