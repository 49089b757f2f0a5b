import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { settings } from '../../src/config/settings.ts'
import { expectFailure, reeveForEachTest } from '../support/process/suite.ts'

const stage = reeveForEachTest()
const main = resolve(import.meta.dirname, '../../dist/main.js')

describe('settings', () => {
  const wrong: Record<keyof typeof settings, string[]> = {
    DATABASE_URL: [
      'mysql://u:hidden@h/d',
      'postgres://u:hidden@h:port/d',
      'postgres:',
      'sqlite:',
      'reeve.db',
    ],
    DATABASE_REPLICA_URL: ['mysql://u:hidden@h/d', 'sqlite:reeve.db', 'postgres://u:hidden@h:x/d'],
    TARGET_DATABASE_URL: ['mysql://u:hidden@h/d', 'reeve.db', 'postgres:'],
    REDIS_URL: ['http://u:hidden@h', 'redis://u:hidden@h:port', 'localhost:6379'],
    SMTP_URL: ['http://u:hidden@h', 'smtp://u:hidden@h:port', 'localhost:25'],
    MAIL_FROM: ['somebody', 'a@b, c@d', 'A <a@b.ca>'],
    OPERATOR_POSTAL: ['x'.repeat(301), '1 Main Street\nLowmere', ' 1 Main Street'],
    BOUNCE_DOMAIN: ['localhost', '@records.example.ca', '-a.ca', 'a..ca'],
    DKIM_DOMAIN: ['localhost', 'records.example.ca.', 'records_1.example', 'a@b.ca', '10.0.0.1'],
    DKIM_SELECTOR: ['a b', '.mail', 'mail..one', 'mail_1', 'x'.repeat(64)],
    DKIM_KEY: [' key.pem', 'key.pem ', 'key\n.pem'],
    LEGISTAR_TOKEN: ['hidden token', 'hidden\ttoken', 'hidden\n'],
    SOURCE_KEY: ['hidden key', 'hidden\tkey', 'hidden\n'],
    SYNC_JOBS: ['0', '17', 'two'],
    SYNC_SOURCE_MINUTES: ['0', '1441', '1.5', '30m'],
    SYNC_PAUSE_SECONDS: ['-1', '61', '0.5', '1s'],
    HOST: ['999.1.1.1', 'http://127.0.0.1', '127.0.0.1:80', '[::1]', 'my host', '8080'],
    PORT: ['80\n81', 'x', '65536', '-1', '8e3', '0x50', '80 81', ' 80', '1.0'],
    SITE_URL: [
      'http://[::1',
      'http://a:b',
      'http://a:99999',
      'localhost',
      'ftp://x',
      'http://x/y',
      'http://x?y',
    ],
    BASE_URL: ['https://x/', 'localhost', 'http://x#y'],
    KEYS_PER_ACCOUNT: ['0', '1001', 'ten', '1.5'],
    SIGNUPS: ['maybe', 'OPEN', 'open '],
    ALLOW_INSECURE_HTTP: ['yes', 'true', '2'],
    TRUST_PROXY: [
      'everyone',
      '10.0.0.0/0',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '1.2.3',
      '::1,',
      '10.0.0.1 10.0.0.2',
    ],
    OPERATOR_NAME: ['A\nB', ' A', 'x'.repeat(101)],
    OPERATOR_CONTACT: [
      'somebody',
      'a b@example.org',
      'a@localhost?subject=x',
      'javascript:alert(1)',
      'http://a:b',
      'https://user:word@example.org/',
    ],
    SOURCE_URL: [
      'github.com/example/reeve',
      'git@example.org:reeve.git',
      'https://a:99999',
      'https://user:word@example.org/reeve.git',
    ],
    SECURITY_CONTACT: ['someone@example.org', 'http://example.org', 'mailto:nobody'],
    RATE_LIMIT: ['1000001', '0', '-100', '1e2'],
    OPEN_RATE_LIMIT: ['1000001', '0', '600/60'],
    MCP: ['yes', 'OFF', '0'],
    PUBLISH_DIR: [' out', 'out ', 'out\nout'],
    SITE_FILE: [' site.yaml', 'site.yaml ', 'site\n.yaml'],
    PAGE_CACHE_MB: ['-1', '4097', '32MB', '1.5'],
    DRAIN_SECONDS: ['301', '-1', '1.5', '5s'],
    METRICS: ['yes', 'ON', '1'],
    LOG_LEVEL: ['loud', 'INFO', '30'],
  }

  it('are rejected in a line that names the setting', async () => {
    const names = Object.keys(wrong) as (keyof typeof settings)[]
    const cases = names.map((name) => ({ name, value: wrong[name][0] ?? '' }))
    expect(cases.map(({ name }) => name)).toEqual(Object.keys(settings))
    for (const values of Object.values(wrong)) expect(values.length).toBeGreaterThanOrEqual(3)
    for (const { name, value } of cases) {
      const ended = await stage.reeve.call(['serve'], { [name]: value })
      expectFailure(ended, `reeve: ${name} must be ${settings[name].takes}`)
      expect(ended.stderr).not.toContain('hidden')
    }
  })

  it.each(Object.entries(wrong))(
    'reject an invalid %s, from the environment or an option',
    (name, values) => {
      for (const value of values)
        expect(() => readConfig({ [name]: value }), value).toThrow(`${name} must be`)
    },
  )

  it('name the invalid entry of a list', () => {
    expect(() => readConfig({ TRUST_PROXY: '10.0.0.1, 10.0.0.0/33' })).toThrow(
      `TRUST_PROXY must be ${settings.TRUST_PROXY.takes}, not "10.0.0.0/33"`,
    )
  })

  it('of an e-mail that belong together are rejected with what is missing', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://127.0.0.1' })).toThrow('must be set together')
    const dkim = { DKIM_DOMAIN: 'a.ca', DKIM_SELECTOR: 'mail', DKIM_KEY: 'key.pem' }
    expect(readConfig(dkim).dkim).toEqual({ domain: 'a.ca', selector: 'mail', keyFile: 'key.pem' })
    const start = 'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY must be set together; '
    for (const name of ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY'] as const)
      expect(() => readConfig({ ...dkim, [name]: 'none' })).toThrow(`${start}missing: ${name}`)
    expect(() => readConfig({ DKIM_KEY: 'key.pem' })).toThrow(
      `${start}missing: DKIM_DOMAIN, DKIM_SELECTOR`,
    )
  })

  it('are rejected if the key that signs e-mails cannot be read', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.ca', PORT: '0' }
    const dkim = { DKIM_DOMAIN: 'b.ca', DKIM_SELECTOR: 'mail', DKIM_KEY: 'absent.pem' }
    const given = { ...mail, ...dkim, DATABASE_URL: 'sqlite:reeve.db' }
    for (const words of [['serve'], ['alerts', 'test', 'reader@example.ca']])
      expectFailure(
        await stage.reeve.run(words, given),
        'reeve: DKIM_KEY: cannot read absent.pem (ENOENT)',
      )
  })

  it('are rejected with the name of the file if it is not a database', async () => {
    writeFileSync(join(stage.reeve.folder, 'file'), 'text')
    writeFileSync(join(stage.reeve.folder, 'text.db'), 'this is a text, and no database at all')
    mkdirSync(join(stage.reeve.folder, 'folder'))
    for (const path of ['file/reeve.db', 'text.db', 'folder']) {
      const ended = await stage.reeve.call(['keys', 'list'], { DATABASE_URL: `sqlite:${path}` })
      expectFailure(ended, `cannot open the database ${path}: `)
    }
    expect(readFileSync(join(stage.reeve.folder, 'text.db'), 'utf8')).toMatch(/^this is a text/)
  })

  it('are rejected if HOST is not a local IP address', async () => {
    const given = { PORT: '0', DATABASE_URL: 'sqlite:reeve.db' }
    for (const HOST of ['203.0.113.1', 'no-such-host.invalid'])
      expectFailure(
        await stage.reeve.run(['serve'], { ...given, HOST }),
        'HOST must be an IP address of this machine',
      )
  })

  // Root may write everywhere, so the command runs as an unprivileged user.
  const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

  it.each([
    ['that cannot be written', 'locked/reeve.db'],
    ['in which no folder can be created', 'locked/data/reeve.db'],
    ['that cannot be written, although the file can', 'locked/there.db'],
  ])('are rejected in one line for a database in a folder %s', async (_what, path) => {
    const folder = join(stage.reeve.folder, 'locked')
    mkdirSync(folder)
    await stage.reeve.create(`sqlite:${join(folder, 'there.db')}`)
    chmodSync(join(folder, 'there.db'), 0o666)
    chmodSync(folder, 0o555)
    chmodSync(stage.reeve.folder, 0o755)
    const env = { PATH: process.env.PATH, DATABASE_URL: `sqlite:${path}`, PORT: '0' }
    const options = { cwd: stage.reeve.folder, encoding: 'utf8', env, ...unprivileged } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'serve'], options)
    chmodSync(folder, 0o755)
    expectFailure({ status, stdout, stderr }, `cannot open the database ${path}: `)
    expect(stderr).toContain('this user must be able to write /')
  })
})
