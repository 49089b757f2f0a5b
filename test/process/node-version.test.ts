import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { reeveForEachTest } from '../support/process/suite.ts'

const stage = reeveForEachTest()
const root = resolve(import.meta.dirname, '../..')

/** Runs `reeve --version` in `folder` as if on this version of Node. */
function startOn(version: string, folder: string) {
  const versions = `{ ...process.versions, node: '${version}' }`
  const pretend = `Object.defineProperty(process, 'versions', { value: ${versions} })`
  const words = ['--import', `data:text/javascript,${pretend}`, 'dist/main.js', '--version']
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
}

it('an older Node prints what to do before it loads anything else', () => {
  const { folder } = stage.reeve
  for (const file of ['package.json', 'dist/main.js']) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  for (const version of ['20.20.2', '22.23.3']) {
    const { status, stdout, stderr } = startOn(version, folder)
    expect(stderr).toMatch(
      new RegExp(
        `^reeve: Node\\.js ${version} is too old: .* npx --no-install reeve, .*24\\.21\\.0 or newer.*\n$`,
      ),
    )
    expect([status, stdout]).toEqual([1, ''])
  }
  expect(startOn('24.21.0', root)).toMatchObject({ status: 0, stderr: '' })
})
