import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Runs the test files with the project's configuration; returns the exit code and the last line. */
function runSuite(files: Record<string, string>, nodeOptions = '') {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-closing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'test'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, body] of Object.entries(files)) {
    const imports = `import { afterAll, beforeAll, describe, expect, it } from 'vitest'\n`
    writeFileSync(join(folder, 'test', name), imports + body)
  }
  // Both outputs in one stream, as in a CI log, where the line must be last too.
  const config = join(root, 'vitest.config.ts')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const words = [vitest, 'run', '--config', config, '--root', folder]
  const { status, stdout } = spawnSync(
    'sh',
    ['-c', 'exec "$0" "$@" 2>&1', process.execPath, ...words],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_OPTIONS: nodeOptions },
    },
  )
  return { status, last: stdout.split('\n').at(-2) }
}

const passing = `it('adds', () => { expect(1 + 1).toBe(2) })\n`
const failing = `it('subtracts', () => { expect(2 - 1).toBe(2) })\n`
const skipped = `it.skipIf(true)('divides', () => {})\n`
const stray = `it('starts', async () => {
  setTimeout(() => { throw new Error('stray') }, 1)
  await new Promise((done) => setTimeout(done, 50))
})`
const hook = `describe('suite', () => { beforeAll(() => { throw new Error('no server') })\n${passing} })`

it.each([
  ['passes and names what was skipped', { a: passing + skipped }, '1 passed, 0 failed, 1 skipped'],
  [
    'counts failed tests, and each file that does not load or has no test',
    { a: passing + failing, b: `throw new Error('no such table')`, c: '' },
    '1 passed, 3 failed',
  ],
  ['counts a throwing hook', { a: passing, b: hook }, '1 passed, 1 failed, 1 skipped'],
  ['counts an error outside any test', { a: stray }, '1 passed, 1 failed'],
  ['counts a run without tests as failed', {}, '0 passed, 1 failed'],
])('the closing line of a test run %s', (_, files: Record<string, string>, last) => {
  const named = Object.entries(files).map(([name, body]) => [`${name}.test.ts`, body])
  expect(runSuite(Object.fromEntries(named))).toEqual({
    status: last.includes(' 0 failed') ? 0 : 1,
    last,
  })
})

it('is red, and so is the exit code, if a hook exits with 0 as that of the embedded PostgreSQL does', () => {
  const hook = "process.on('beforeExit', () => process.exit(0))"
  const nodeOptions = `--import=data:text/javascript,${encodeURIComponent(hook)}`
  expect(runSuite({ 'a.test.ts': passing + failing }, nodeOptions)).toEqual({
    status: 1,
    last: '1 passed, 1 failed',
  })
})
