import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, settings } from '../src/config/config.ts'
import { expectRefusal, reeveForEachTest, runAll } from './support/process-suite.ts'

const stage = reeveForEachTest()

describe('settings', () => {
  const wrong: Record<keyof typeof settings, string[]> = {
    DATABASE_URL: [
      'mysql://u:hidden@h/d',
      'postgres://u:hidden@h:port/d',
      'postgres:',
      'sqlite:',
      'reeve.db',
    ],
    DATABASE_REPLICA_URL: ['mysql://u:hidden@h/d', 'sqlite:reeve.db'],
    TARGET_DATABASE_URL: ['mysql://u:hidden@h/d', 'reeve.db'],
    REDIS_URL: ['http://u:hidden@h', 'redis://u:hidden@h:port', 'localhost:6379'],
    LEGISTAR_TOKEN: ['hidden token', 'hidden\ttoken'],
    HOST: ['999.1.1.1'],
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
    SIGNUPS: ['maybe', 'OPEN'],
    ALLOW_INSECURE_HTTP: ['yes', 'true'],
    TRUST_PROXY: [
      'everyone',
      '10.0.0.0/0',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '1.2.3',
      '::1,',
      '10.0.0.1 10.0.0.2',
    ],
    SECURITY_CONTACT: ['someone@example.org', 'http://example.org', 'mailto:nobody'],
    RATE_LIMIT: ['1000001', '0', '-100', '1e2'],
    PAGE_CACHE_MB: ['-1', '4097', '32MB', '1.5'],
    DRAIN_SECONDS: ['301', '-1', '1.5', '5s'],
    METRICS: ['yes', 'ON'],
    LOG_LEVEL: ['loud', 'INFO'],
  }

  it('are refused one by one, in a line that names the setting', async () => {
    const cases = Object.entries(wrong).map(([name, [value = '']]) => ({ name, value }))
    expect(cases.map(({ name }) => name)).toEqual(Object.keys(settings))
    const ended = await runAll(
      stage.reeve,
      cases.map(({ name, value }) => ({ words: ['serve'], settings: { [name]: value } })),
    )
    for (const [index, { name }] of cases.entries()) {
      const why = name === 'HOST' ? 'cannot listen on 999.1.1.1' : `reeve: ${name} must be`
      expectRefusal(ended[index], why)
    }
    expect(ended.map(({ stderr }) => stderr).join()).not.toContain('hidden')
  })

  it.each(Object.entries(wrong).filter(([name]) => name !== 'HOST'))(
    'take no wrong %s, from the environment or an option',
    (name, values) => {
      for (const value of values)
        expect(() => readConfig({ [name]: value }), value).toThrow(`${name} must be`)
    },
  )

  it('of a database that cannot be are refused in a line that names the file', async () => {
    writeFileSync(join(stage.reeve.folder, 'file'), 'text')
    writeFileSync(join(stage.reeve.folder, 'text.db'), 'this is a text, and no database at all')
    mkdirSync(join(stage.reeve.folder, 'folder'))
    const paths = ['file/reeve.db', 'text.db', 'folder']
    const ended = await runAll(
      stage.reeve,
      paths.map((path) => ({
        words: ['keys', 'list'],
        settings: { DATABASE_URL: `sqlite:${path}` },
      })),
    )
    for (const [index, path] of paths.entries())
      expectRefusal(ended[index], `cannot open the database ${path}: `)
    expect(readFileSync(join(stage.reeve.folder, 'text.db'), 'utf8')).toMatch(/^this is a text/)
  })
})
