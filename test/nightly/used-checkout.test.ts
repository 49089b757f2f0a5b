import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { settings } from '../../src/config/settings.ts'
import { copyCheckout } from '../support/process/checkout.ts'

const root = resolve(import.meta.dirname, '../..')

// Settings that a shell may have, each of which would change a response or make a command fail.
const hostile: Record<keyof typeof settings, string> & Record<string, string> = {
  DATABASE_URL: 'sqlite:./data/reeve.db',
  DATABASE_REPLICA_URL: 'postgres://nobody@127.0.0.1:1/none',
  TARGET_DATABASE_URL: 'sqlite:./data/reeve.db',
  REDIS_URL: 'redis://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shell@example.org',
  OPERATOR_POSTAL: '1 Shell Road',
  BOUNCE_DOMAIN: 'shell.example',
  DKIM_DOMAIN: 'shell.example',
  DKIM_SELECTOR: 'shell',
  DKIM_KEY: '/absent/key.pem',
  LEGISTAR_TOKEN: 'token-of-the-shell',
  SOURCE_KEY: 'key-of-the-shell',
  SYNC_JOBS: '16',
  SYNC_SOURCE_MINUTES: '1',
  SYNC_PAUSE_SECONDS: '60',
  HOST: '203.0.113.1',
  PORT: '1',
  SITE_URL: 'http://shell.example',
  BASE_URL: 'http://shell.example',
  KEYS_PER_ACCOUNT: '1',
  SIGNUPS: 'closed',
  ALLOW_INSECURE_HTTP: '1',
  TRUST_PROXY: '127.0.0.1',
  OPERATOR_NAME: 'The Shell',
  OPERATOR_CONTACT: 'shell@example.org',
  SOURCE_URL: 'https://shell.example/reeve',
  SECURITY_CONTACT: 'mailto:shell@example.org',
  RATE_LIMIT: '1',
  OPEN_RATE_LIMIT: '1',
  PUBLISH_DIR: '/absent/published',
  SITE_FILE: '/absent/site.yaml',
  PAGE_CACHE_MB: '0',
  DRAIN_SECONDS: '300',
  METRICS: 'on',
  MCP: 'off',
  LOG_LEVEL: 'fatal',
  NODE_ENV: 'production',
}

describe('the test suite in a used checkout, with every setting in the environment', () => {
  let folder: string
  let remove: () => void
  const database = 'not a database'

  beforeAll(() => {
    const checkout = copyCheckout()
    folder = checkout.folder
    remove = checkout.remove
    cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
    // The runnable pages list the files of the project with git.
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    // Here node_modules is a symbolic link, which the pattern of .gitignore does not match.
    appendFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
    mkdirSync(join(folder, 'data'), { recursive: true })
    writeFileSync(join(folder, 'data/reeve.db'), database)
  })
  afterAll(() => remove())

  function runSuite(...words: string[]) {
    const { PATH, HOME } = process.env
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
    const { stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH, HOME, ...hostile },
    })
    return { last: stdout.trimEnd().split('\n').at(-1), said: stdout + stderr }
  }

  it('passes, and leaves the database in the folder alone', () => {
    const before = readdirSync(join(folder, 'data')).sort()
    const suites = ['process/commands', 'process/settings', 'runnable-docs', 'openapi.test']
    const names = ['README.md works', 'rejected', 'OpenAPI']
    const { last, said } = runSuite(...suites, '-t', names.join('|'))
    expect(last, said).toMatch(/^[1-9]\d+ passed, 0 failed, \d+ skipped$/)
    expect(readFileSync(join(folder, 'data/reeve.db'), 'utf8')).toBe(database)
    expect(readdirSync(join(folder, 'data')).sort()).toEqual(before)
  })
})

describe('npm ci', () => {
  it('installs what the build and the tests need, with NODE_ENV=production too', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reeve-install-'))
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(root, file), join(folder, file))
    const { PATH, HOME } = process.env
    const words = ['ci', '--dry-run', '--offline']
    const env = { PATH, HOME, NODE_ENV: 'production' }
    const { stdout } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8', env })
    rmSync(folder, { recursive: true, force: true })
    for (const name of ['rolldown', 'vitest'])
      expect(stdout).toMatch(new RegExp(`^add ${name} `, 'm'))
  })
})
