import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = resolve(import.meta.dirname, '../../.ci/run')

describe('.ci/run', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'reeve-ci-'))
    const needed = ['chromium', 'curl', 'openssl', 'redis-server', 'python3', 'wrk']
    for (const name of needed) writeCommand(name, 'exit 0')
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function writeCommand(name: string, body: string): void {
    const file = join(folder, name)
    writeFileSync(file, `#!/bin/sh\n${body}\n`)
    chmodSync(file, 0o755)
  }

  /** Runs the script outside the project, with an npm that returns the given results. */
  function run(tests: string, lint = 'exit 0') {
    return runWith(`ci) ;; 'run test:all') ${tests} ;; 'run lint') ${lint} ;;`)
  }

  function runWith(commands: string, ...words: string[]) {
    writeCommand('npm', `case "$*" in ${commands} *) exit 9 ;; esac`)
    return runScript(script, words)
  }

  function runScript(file: string, words: readonly string[] = [], settings = {}) {
    const { status, stdout, stderr } = spawnSync('bash', [file, ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin`, TMPDIR: folder, ...settings },
    })
    return { status, stdout, stderr, last: stdout.split('\n').at(-2) }
  }

  it('passes if every test passed and lint found nothing, and ends with the sum', () => {
    const green = run(`echo '12 passed, 0 failed'; echo after`, 'echo lint; exit 0')
    expect(green).toMatchObject({ status: 0, stderr: '', last: '12 passed, 0 failed' })
  })

  it('fails if a test failed', () => {
    const red = run(`echo '11 passed, 1 failed'; exit 1`)
    expect(red).toMatchObject({ status: 1, last: '11 passed, 1 failed' })
    expect(run(`echo '11 passed, 1 failed'`).status).toBe(1)
    expect(run(`echo '11 passed, 0 failed'; exit 1`).status).toBe(1)
  })

  it('fails if a test was skipped', () => {
    const skipping = run(`echo '11 passed, 0 failed, 1 skipped'`)
    expect(skipping).toMatchObject({ status: 1, last: '11 passed, 0 failed, 1 skipped' })
    expect(skipping.stderr).toContain('skipped')
  })

  it('fails if no test ran', () => {
    expect(run(`echo '0 passed, 0 failed'`)).toMatchObject({ status: 1 })
  })

  it('fails, and counts one failed, if there is no closing line', () => {
    expect(run(`echo 'npm error'; exit 1`)).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
    expect(run('exit 0')).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
  })

  it('fails if lint fails, and still ends with the sum', () => {
    const untidy = run(`echo '12 passed, 0 failed'`, 'exit 1')
    expect(untidy).toMatchObject({ status: 1, last: '12 passed, 0 failed' })
    expect(untidy.stderr).toContain('npm run lint failed')
  })

  it('shows what lint found, and tests nothing if the installation fails', () => {
    const tests = `'run test:all') echo '2 passed, 0 failed' ;;`
    const finding = runWith(`ci) ;; 'run lint') echo found >&2; exit 1 ;; ${tests}`)
    expect(finding.stdout).toContain('found\n')
    expect(runWith(`ci) exit 1 ;; 'run lint') ;; ${tests}`)).toMatchObject({
      status: 1,
      last: '0 passed, 1 failed',
    })
  })

  it('runs only the nightly tests with `nightly`, and fails if one was skipped', () => {
    const nightly = (line: string) =>
      runWith(`ci) ;; 'run test:nightly') echo '${line}' ;;`, 'nightly')
    expect(nightly('9 passed, 0 failed')).toMatchObject({ status: 0, last: '9 passed, 0 failed' })
    expect(nightly('8 passed, 0 failed, 1 skipped')).toMatchObject({ status: 1 })
    expect(runWith('ci) exit 1 ;;', 'nightly')).toMatchObject({
      status: 1,
      last: '0 passed, 1 failed',
    })
  })

  it('tests over the records in ../shared/data, if there are any and no others are named', () => {
    const file = join(folder, 'clone/.ci/run')
    cpSync(dirname(script), dirname(file), { recursive: true })
    writeCommand('npm', `echo "records: $REEVE_TEST_RECORDS"; echo '1 passed, 0 failed'`)
    const recordsOf = (settings = {}) => /records: (.*)/.exec(runScript(file, [], settings).stdout)
    expect(recordsOf()?.[1]).toBe('')
    mkdirSync(join(folder, 'shared/data'), { recursive: true })
    expect(recordsOf()?.[1]).toBe(join(folder, 'shared/data'))
    expect(recordsOf({ REEVE_TEST_RECORDS: '/others' })?.[1]).toBe('/others')
  })
})
