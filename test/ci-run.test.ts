import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = resolve(import.meta.dirname, '../.ci/run')

describe('.ci/run', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'reeve-ci-'))
    const needed = ['chromium', 'curl', 'openssl', 'redis-server', 'g++', 'make', 'python3', 'wrk']
    for (const name of needed) place(name, 'exit 0')
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function place(name: string, body: string): void {
    const file = join(folder, name)
    writeFileSync(file, `#!/bin/sh\n${body}\n`)
    chmodSync(file, 0o755)
  }

  /** Runs the script with an npm that answers as told, from a folder that is not the project's. */
  function run(suite: string, lint = 'exit 0') {
    place('npm', `case "$*" in cit) ${suite} ;; 'run lint') ${lint} ;; *) exit 9 ;; esac`)
    const { status, stdout, stderr } = spawnSync('bash', [script], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin`, TMPDIR: folder },
    })
    return { status, stderr, last: stdout.split('\n').at(-2) }
  }

  it('passes when every test passed and lint found nothing, and repeats the closing line last', () => {
    const green = run(`echo '12 passed, 0 failed'; echo after`, 'echo lint; exit 0')
    expect(green).toEqual({ status: 0, stderr: '', last: '12 passed, 0 failed' })
  })

  it('fails when a test failed', () => {
    const red = run(`echo '11 passed, 1 failed'; exit 1`)
    expect(red).toMatchObject({ status: 1, last: '11 passed, 1 failed' })
  })

  it('fails when a test was skipped', () => {
    const skipping = run(`echo '11 passed, 0 failed, 1 skipped'`)
    expect(skipping).toMatchObject({ status: 1, last: '11 passed, 0 failed, 1 skipped' })
    expect(skipping.stderr).toContain('skipped')
  })

  it('fails when the suite succeeds without running a test', () => {
    expect(run(`echo '0 passed, 0 failed'`)).toMatchObject({ status: 1 })
  })

  it('fails with a closing line of its own when the suite never got to one', () => {
    expect(run(`echo 'npm error'; exit 1`)).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
    expect(run('exit 0')).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
  })

  it('fails when lint fails, and still closes with the line of the suite', () => {
    const untidy = run(`echo '12 passed, 0 failed'`, 'exit 1')
    expect(untidy).toMatchObject({ status: 1, last: '12 passed, 0 failed' })
    expect(untidy.stderr).toContain('npm run lint failed')
  })
})
