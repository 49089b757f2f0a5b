import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildProgram, run } from '../src/cli/program.ts'
import { readConfig, settings } from '../src/config/config.ts'
import { type Ended, newReeve, type Reeve } from './support/reeve-process.ts'

const program = await buildProgram()

let reeve: Reeve

beforeEach(() => {
  reeve = newReeve()
  // The test runner has a variable of this name for itself; commands run in this process must not see it.
  vi.stubEnv('BASE_URL', '')
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await reeve.remove()
})

const key = /^rv_[0-9a-f]{64}$/m
const health = (port: number) => fetch(`http://127.0.0.1:${port}/api/v1/health`)

/** Two at a time, as many as there are cores to run them on. */
async function runAll(
  commands: readonly { words: readonly string[]; settings?: Record<string, string> }[],
): Promise<Ended[]> {
  const ended: Ended[] = []
  const source = commands.entries()
  const lane = async () => {
    for (const [index, { words, settings: given }] of source)
      ended[index] = await reeve.run(words, given)
  }
  await Promise.all([lane(), lane()])
  return ended
}

/** The command refused with exit code 2 and one line on standard error that says why; there is no stack in it. */
function expectRefusal(ended: Ended | undefined, why: string | RegExp): void {
  const { status, stdout, stderr } = ended ?? { status: null, stdout: '', stderr: '' }
  expect(stderr).toMatch(/^reeve: .*\n$/)
  expect(stderr).toMatch(why)
  expect(stdout).toBe('')
  expect(status).toBe(2)
}

/** A server that has read half of a request: the half came in one piece with a request that it has answered. */
async function inMidRequest(of: Reeve) {
  const serving = await of.serve()
  const socket = connect(serving.port, '127.0.0.1')
  const head = 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n'
  socket.write(`${head}\r\n${head}`)
  await once(socket, 'data')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  const answered = once(socket, 'close').then(() => Buffer.concat(parts).toString())
  return { serving, socket, answered }
}

// Its time of grace passes while the other tests run.
const lingering = newReeve()
let lingered: Promise<Ended>

beforeAll(async () => {
  const { serving, socket } = await inMidRequest(lingering)
  socket.on('error', () => undefined)
  serving.signal('SIGTERM')
  lingered = serving.ended
})

afterAll(() => lingering.remove())

describe('reeve serve', () => {
  it('listens on the port that it was given, answers, and ends with 0 when it is told to', async () => {
    const serving = await reeve.serve(['--host', '127.0.0.1', '--port', '0'], { PORT: '1' })
    expect(await (await health(serving.port)).json()).toEqual({ status: 'ok' })
    serving.signal('SIGTERM')
    expect(await serving.ended).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(reeve.folder, 'data'))).toEqual(['reeve.db', 'reeve.db-serving'])
  })

  it('ends with 0 on SIGINT, although clients hold connections on which they ask nothing', async () => {
    const serving = await reeve.serve()
    const fresh = connect(serving.port, '127.0.0.1')
    const idle = connect(serving.port, '127.0.0.1')
    idle.write('GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    const closed = [once(fresh.resume(), 'close'), once(idle.resume(), 'close')]
    serving.signal('SIGINT')
    await Promise.all(closed)
    expect((await serving.ended).status).toBe(0)
  })

  it('answers the request that it is in the middle of, takes no other, and then ends', async () => {
    const { serving, socket, answered } = await inMidRequest(reeve)
    serving.signal('SIGTERM')
    await refusesConnections(serving.port)
    socket.write('X-Last: 1\r\n\r\n')
    const answer = await answered
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toMatch(/\{"status":"ok"\}$/)
    expect((await serving.ended).status).toBe(0)
  })

  it('ends at once when it is told a second time', async () => {
    const { serving, socket } = await inMidRequest(reeve)
    socket.on('error', () => undefined)
    serving.signal('SIGTERM')
    await refusesConnections(serving.port)
    serving.signal('SIGTERM')
    expect((await serving.ended).status).toBe(1)
  })

  async function refusesConnections(port: number): Promise<void> {
    for (;;) {
      const attempt = connect(port, '127.0.0.1')
      const refused = await Promise.race([
        once(attempt, 'connect').then(() => false),
        once(attempt, 'error').then(() => true),
      ]).catch(() => true)
      attempt.destroy()
      if (refused) return
    }
  }

  it('imports the demo and shows a key once: not on the second start', async () => {
    const first = await reeve.serve(['--demo'])
    const line = await first.printed(/curl .*\n/)
    const [, header, url = ''] = /-H '([^']+)' '([^']+)'/.exec(line) ?? []
    const made = header?.replace('X-API-Key: ', '') ?? ''
    expect(made).toMatch(key)
    expect(await first.printed(/Key .*\n/)).toContain(`${made} `)
    const answer = await fetch(url.replace('localhost', '127.0.0.1'), {
      headers: { 'x-api-key': made },
    })
    expect(answer.status).toBe(200)
    first.signal('SIGTERM')
    await first.ended
    const before = [await reeve.run(['keys', 'list']), await reeve.run(['municipalities', 'list'])]
    const second = await reeve.serve(['--demo'])
    second.signal('SIGTERM')
    expect((await second.ended).stdout).not.toMatch(/rv_|curl/)
    const after = [await reeve.run(['keys', 'list']), await reeve.run(['municipalities', 'list'])]
    expect(after).toEqual(before)
    expect(before.map(({ stdout }) => stdout.trim().split('\n').length)).toEqual([1, 1])
  })

  it('says that a port is taken, and leaves no journal behind', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const ended = await reeve.run(['serve', '--port', String(port)])
    other.close()
    expectRefusal(ended, `cannot listen on 127.0.0.1:${port}: listen EADDRINUSE`)
    expect(readdirSync(join(reeve.folder, 'data'))).toEqual(['reeve.db', 'reeve.db-serving'])
  })
})

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
    writeFileSync(join(reeve.folder, 'file'), 'text')
    writeFileSync(join(reeve.folder, 'text.db'), 'this is a text, and no database at all')
    mkdirSync(join(reeve.folder, 'folder'))
    const paths = ['file/reeve.db', 'text.db', 'folder']
    const ended = await runAll(
      paths.map((path) => ({
        words: ['keys', 'list'],
        settings: { DATABASE_URL: `sqlite:${path}` },
      })),
    )
    for (const [index, path] of paths.entries())
      expectRefusal(ended[index], `cannot open the database ${path}: `)
    expect(readFileSync(join(reeve.folder, 'text.db'), 'utf8')).toMatch(/^this is a text/)
  })
})

describe('commands', () => {
  it('are refused in one line when they are not known or not complete, and change nothing', async () => {
    const cases: [words: string[], why: string][] = [
      [['serv'], "unknown command 'serv' (Did you mean serve?)"],
      [['serve', '--nonsense'], "unknown option '--nonsense'"],
      [['serve', '--port', '99999'], 'PORT must be'],
      [['keys', 'create'], '--email'],
      [['municipalities', 'add', 'x', '--csd', '1'], '--csd 1 is not'],
      [['import', 'bundle', 'nowhere', '--municipality', 'x'], 'nowhere does not exist'],
    ]
    const ended = await runAll(cases.map(([words]) => ({ words })))
    for (const [index, [, why]] of cases.entries()) expectRefusal(ended[index], why)
    expect(readdirSync(reeve.folder)).toEqual([])
  })

  const incomplete: [words: string, why: string][] = [
    ['nonsense', "unknown command 'nonsense'"],
    ['--nonsense', "unknown option '--nonsense'"],
    ['serve extra', 'too many arguments'],
    ['serve --port', 'argument missing'],
    ['keys nonsense', "unknown command 'nonsense'"],
    ['keys create --email x@y.example --json extra', 'too many arguments'],
    ['keys revoke', "missing required argument 'id'"],
    ['municipalities add', "missing required argument 'slug'"],
    ['municipalities add x --csd 3506008', '--timezone is needed'],
    ['municipalities add x --timezone UTC', '--name (or --csd) is needed'],
    ['import bundle x', "required option '--municipality <slug>'"],
    ['import nonsense . --municipality x', '"nonsense" is not a source; known are bundle, escribe'],
    ['import escribe nowhere --municipality x', 'nowhere does not exist'],
    ['migrate extra', 'too many arguments'],
    ['openapi extra', 'too many arguments'],
  ]
  it.each(incomplete)('refuse %s', async (words, why) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const status = await run(words.split(' '))
    const lines = said.mock.calls.map(([line]) => String(line))
    said.mockRestore()
    expect(status).toBe(2)
    expect(lines).toEqual([expect.stringMatching(/^reeve: [^\n]*$/)])
    expect(lines[0]).toContain(why)
  })

  it('are refused before they touch what is there', async () => {
    const add = ['municipalities', 'add', 'ottawa', '--csd', '3506008', '--timezone']
    await reeve.run([...add, 'America/Toronto'])
    const before = readFileSync(join(reeve.folder, 'data/reeve.db'))
    const cases: [words: string[], why: string][] = [
      [[...add, 'America/Toronto'], 'is there already'],
      [['municipalities', 'add', 'Ottawa', ...add.slice(3), 'UTC'], 'is not a slug'],
      [[...add, 'Nowhere/X'], 'is not an IANA time zone'],
      [[...add, 'UTC', '--division', 'x'], 'is not an OCD division'],
      [['keys', 'create', '--email', 'nobody'], 'is not an e-mail address'],
      [
        ['keys', 'create', '--email', 'a@b.example', '--name', 'x'.repeat(65)],
        '1 to 64 characters',
      ],
    ]
    const ended = await runAll(cases.map(([words]) => ({ words })))
    for (const [index, [, why]] of cases.entries()) expectRefusal(ended[index], why)
    expect(readFileSync(join(reeve.folder, 'data/reeve.db')).equals(before)).toBe(true)
  })

  const names = program.commands.flatMap((command) => [
    command.name(),
    ...command.commands.map((sub) => `${command.name()} ${sub.name()}`),
  ])
  it.each(names)('tell how they are used: %s --help', async (name) => {
    const said: string[] = []
    const writing = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said.push(String(text))
      return true
    })
    const status = await run([...name.split(' '), '--help'])
    writing.mockRestore()
    expect(status).toBe(0)
    expect(said.join('')).toMatch(new RegExp(`^Usage: reeve ${name} `))
  })

  it('tell all together what there is', async () => {
    const ended = await reeve.run(['--help'])
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    for (const name of names.filter((words) => !words.includes(' ')))
      expect(ended.stdout).toContain(`\n  ${name} `)
    expect(readdirSync(reeve.folder)).toEqual([])
  })

  it('make, list and revoke keys', async () => {
    const made = await reeve.run([
      'keys',
      'create',
      '--email',
      'Ada@Town.example',
      '--name',
      'Reports',
    ])
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(made.stdout).toMatch(/^rv_[0-9a-f]{64}\n$/)
    const asJson = await reeve.run(['keys', 'create', '--email', 'ada@town.example', '--json'])
    const shown = JSON.parse(asJson.stdout)
    expect(Object.keys(shown)).toEqual(['id', 'key', 'prefix', 'created_at'])
    expect(shown.key).toMatch(key)
    expect(shown.prefix).toBe(shown.key.slice(0, 11))
    const revoked = await reeve.run(['keys', 'revoke', shown.id])
    expect(revoked).toEqual({ status: 0, stdout: `Revoked ${shown.id}.\n`, stderr: '' })
    const rows = (await reeve.run(['keys', 'list'])).stdout.trim().split('\n')
    const fields = rows.map((row) => row.split('\t'))
    expect(fields.map(([, prefix, email, name]) => [prefix, email, name])).toEqual([
      [`${made.stdout.slice(0, 11)}…`, 'ada@town.example', 'Reports'],
      [`${shown.prefix}…`, 'ada@town.example', '-'],
    ])
    expect(fields.map((row) => row[5]?.split(' ')[0])).toEqual(['active', 'revoked'])
    expect(fields.map((row) => row.slice(6))).toEqual([['-'], ['-']])
    const again = await reeve.run(['keys', 'revoke', shown.id])
    expect(again.status).toBe(1)
    expect(again.stderr).toMatch(/^reeve: no active key has the id .*\n$/)
  })

  it('hold an account to its number of keys', async () => {
    const few = { KEYS_PER_ACCOUNT: '1' }
    const create = ['keys', 'create', '--email', 'ada@town.example']
    expect((await reeve.run(create, few)).status).toBe(0)
    expectRefusal(await reeve.run(create, few), 'has 1 keys already; revoke one first')
  })

  it('add and list municipalities', async () => {
    expect((await reeve.run(['municipalities', 'list'])).stdout).toMatch(/^None yet\. /)
    const words = [
      'municipalities',
      'add',
      'x',
      '--name',
      'X',
      '--division',
      'ocd-division/country:ca',
      '--timezone',
      'UTC',
    ]
    expect(await reeve.run(words)).toEqual({ status: 0, stdout: 'Added x (X).\n', stderr: '' })
    const { stdout } = await reeve.run(['municipalities', 'list'])
    expect(stdout).toMatch(/^x\tX\tocd-division\/country:ca\tUTC\tchanged \S+\tnever imported\n$/)
  })

  it('print the committed OpenAPI document', async () => {
    const { status, stdout, stderr } = await reeve.run(['openapi'])
    const committed = readFileSync(resolve(import.meta.dirname, '../openapi.json'), 'utf8')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toBe(committed)
    expect(existsSync(join(reeve.folder, 'data'))).toBe(false)
  })

  it('migrate once', async () => {
    expect((await reeve.run(['migrate'])).stdout).toMatch(/^Migrated: 0001-initial/)
    const { mtimeMs } = statSync(join(reeve.folder, 'data/reeve.db'))
    expect((await reeve.run(['migrate'])).stdout).toBe('The schema is up to date.\n')
    expect(statSync(join(reeve.folder, 'data/reeve.db')).mtimeMs).toBe(mtimeMs)
  })
})

describe('a second server of one database', () => {
  it('is refused while the first serves, and served once it has ended', async () => {
    const serving = await reeve.serve()
    const second = await reeve.run(['serve'], { PORT: '0' })
    expectRefusal(second, 'another reeve serves')
    serving.signal('SIGTERM')
    expect(await serving.ended).toMatchObject({ status: 0 })
    const third = await reeve.serve()
    third.signal('SIGTERM')
    expect(await third.ended).toMatchObject({ status: 0 })
  })
})

it('reeve serve ends, after a time of grace, although a client never finishes its request', async () => {
  expect((await lingered).status).toBe(0)
})
