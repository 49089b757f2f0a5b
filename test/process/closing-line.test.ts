import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const made: string[] = []

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Runs the test files with the project's configuration; returns the exit code and the last line. */
function runSuite(files: Record<string, string>, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-closing-'))
  made.push(folder)
  mkdirSync(join(folder, 'test'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, body] of Object.entries(files)) {
    const imports = `import { afterAll, beforeAll, describe, expect, it } from 'vitest'\n`
    writeFileSync(join(folder, 'test', name), imports + body)
  }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const config = join(root, 'vitest.config.ts')
  // Both outputs in one stream, as in a CI log, where the line must be last too.
  const command = `exec "$0" "$@" 2>&1`
  const args = [vitest, 'run', '--config', config, '--root', folder, ...options]
  const run = spawnSync('sh', ['-c', command, process.execPath, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  })
  return { status: run.status, output: run.stdout, last: run.stdout.split('\n').at(-2) }
}

const passing = `it('adds', () => { expect(1 + 1).toBe(2) })\n`
const failing = `it('subtracts', () => { expect(2 - 1).toBe(2) })\n`
const skipped = `it.skipIf(true)('divides', () => {})\n`

describe('the closing line', () => {
  it('counts the passed tests of all files and omits skipped when there is none', () => {
    const run = runSuite({ 'a.test.ts': passing + passing, 'b.test.ts': passing })
    expect(run).toMatchObject({ status: 0, last: '3 passed, 0 failed' })
  })

  it('is the last line also when tests fail and their errors are printed', () => {
    const run = runSuite({ 'a.test.ts': passing + failing })
    expect(run).toMatchObject({ status: 1, last: '1 passed, 1 failed' })
    expect(run.output).toContain('AssertionError')
  })

  it('names the skipped tests when there are any', () => {
    const run = runSuite({ 'a.test.ts': passing + skipped + skipped })
    expect(run).toMatchObject({ status: 0, last: '1 passed, 0 failed, 2 skipped' })
  })

  it('counts a file that throws on import as failed', () => {
    const run = runSuite({ 'a.test.ts': passing, 'b.test.ts': `throw new Error('no such table')` })
    expect(run).toMatchObject({ status: 1, last: '1 passed, 1 failed' })
  })

  it('counts each file that does not load, in addition to failed tests', () => {
    const broken = `throw new Error('no such table')`
    const run = runSuite({ 'a.test.ts': failing, 'b.test.ts': broken, 'c.test.ts': broken })
    expect(run).toMatchObject({ status: 1, last: '0 passed, 3 failed' })
  })

  it('counts a throwing beforeAll as failed and the tests that it prevented as skipped', () => {
    const hook = `beforeAll(() => { throw new Error('no server') })\n`
    const run = runSuite({ 'a.test.ts': `describe('suite', () => { ${hook}${passing} })` })
    expect(run).toMatchObject({ status: 1, last: '0 passed, 1 failed, 1 skipped' })
  })

  it('counts a throwing afterAll as failed, in addition to the tests that passed', () => {
    const run = runSuite({ 'a.test.ts': `afterAll(() => { throw new Error('left') })\n${passing}` })
    expect(run).toMatchObject({ status: 1, last: '1 passed, 1 failed' })
  })

  it('counts an error outside any test as failed', () => {
    const stray = `it('starts', async () => {
      setTimeout(() => { throw new Error('stray') }, 1)
      await new Promise((done) => setTimeout(done, 50))
    })`
    const run = runSuite({ 'a.test.ts': stray })
    expect(run).toMatchObject({ status: 1, last: '1 passed, 1 failed' })
  })

  it('counts a file without a test as failed', () => {
    expect(runSuite({ 'a.test.ts': '' })).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
  })

  it('counts a run without tests as failed, even with --passWithNoTests', () => {
    expect(runSuite({})).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
    const lenient = runSuite({}, '--passWithNoTests')
    expect(lenient).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
  })

  it('is alone on its line after output that ended without a line break', () => {
    const noise = `process.stdout.write('unfinished')\n`
    const run = runSuite({ 'a.test.ts': passing + noise }, '--disableConsoleIntercept')
    expect(run).toMatchObject({ status: 0, last: '1 passed, 0 failed' })
  })
})
