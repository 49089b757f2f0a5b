import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../src/cli/program.ts'
import { expectFailure, keyLine, reeveForEachTest } from '../support/process/suite.ts'

const program = await buildProgram()

const stage = reeveForEachTest()

describe('commands', () => {
  const incomplete: [words: string, why: string][] = [
    ['serv', "unknown command 'serv' (Did you mean serve?)"],
    ['nonsense', "unknown command 'nonsense'"],
    ['--nonsense', "unknown option '--nonsense'"],
    ['serve extra', 'too many arguments'],
    ['serve --port', 'argument missing'],
    ['serve --port 99999', 'PORT must be'],
    ['keys create', '--email'],
    ['keys nonsense', "unknown command 'nonsense'"],
    ['keys create --email x@y.example --json extra', 'too many arguments'],
    ['keys revoke', "missing required argument 'id'"],
    ['municipalities add', "missing required argument 'slug'"],
    ['municipalities add x --csd 1', '--csd 1 is not'],
    ['municipalities add x --csd 3506008', '--timezone is required'],
    ['municipalities add x --timezone UTC', '--name (or --csd) is required'],
    ['import bundle x', "required option '--municipality <slug>'"],
    [
      'import nonsense . --municipality x',
      '"nonsense" is not a source; use one of: bundle, civicweb, declarations-csv, escribe',
    ],
    ['migrate extra', 'too many arguments'],
    ['openapi extra', 'too many arguments'],
  ]
  it.each(incomplete)(
    'are rejected in one line if incomplete or invalid: %s',
    async (words, why) => {
      expectFailure(await stage.reeve.call(words.split(' ')), why)
      expect(readdirSync(stage.reeve.folder)).toEqual([])
    },
  )

  it('are rejected before they change the database', async () => {
    const add = ['municipalities', 'add', 'ottawa', '--csd', '3506008', '--timezone']
    await stage.reeve.call([...add, 'America/Toronto'])
    const before = readFileSync(join(stage.reeve.folder, 'data/reeve.db'))
    const cases: [words: string[], why: string][] = [
      [[...add, 'America/Toronto'], 'already exists'],
      [['municipalities', 'add', 'Ottawa', ...add.slice(3), 'UTC'], 'is not a slug'],
      [[...add, 'Nowhere/X'], 'is not an IANA time zone'],
      [[...add, 'UTC', '--division', 'x'], 'is not an OCD division'],
      [['keys', 'create', '--email', 'nobody'], 'is not an e-mail address'],
      [['keys', 'create', '--email', '"><b>@example.ca'], 'is not an e-mail address'],
      [
        ['keys', 'create', '--email', 'a@b.example', '--name', 'x'.repeat(65)],
        '1 to 64 visible characters',
      ],
    ]
    for (const [words, why] of cases) expectFailure(await stage.reeve.call(words), why)
    expect(readFileSync(join(stage.reeve.folder, 'data/reeve.db')).equals(before)).toBe(true)
  })

  const names = program.commands.flatMap((command) => [
    command.name(),
    ...command.commands.map((sub) => `${command.name()} ${sub.name()}`),
  ])
  it.each(names)('print their usage: %s --help', async (name) => {
    const { status, stdout } = await stage.reeve.call([...name.split(' '), '--help'])
    expect(status).toBe(0)
    expect(stdout).toMatch(new RegExp(`^Usage: reeve ${name} `))
  })

  it('are listed by --help', async () => {
    const ended = await stage.reeve.call(['--help'])
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    for (const name of names.filter((words) => !words.includes(' ')))
      expect(ended.stdout).toContain(`\n  ${name} `)
    expect(readdirSync(stage.reeve.folder)).toEqual([])
  })

  it.each([
    ['backup', 'copy.db'],
    ['keys', 'create', '--email', 'ada@town.example'],
    ['keys', 'list'],
    ['accounts', 'list'],
    ['accounts', 'disable', 'ada@town.example'],
    ['municipalities', 'list'],
    ['export', 'out', '--municipality', 'x'],
    ['publish', 'out', '--municipality', 'x'],
    ['import', 'bundle', 'nowhere', '--municipality', 'x'],
    ['migrate-to', 'sqlite:other.db'],
  ])('do not create a database that DATABASE_URL names by mistake: %s %s', async (...words) => {
    const file = join(stage.reeve.folder, 'data/reeve.db')
    const error = {
      status: 1,
      stdout: '',
      stderr: `reeve: there is no Reeve database at ${file}: check DATABASE_URL, or create the database with reeve migrate\n`,
    }
    const given = words.filter((word): word is string => typeof word === 'string')
    expect(await stage.reeve.call(given)).toEqual(error)
    expect(readdirSync(stage.reeve.folder)).toEqual([])
    // An empty file is not a database either.
    mkdirSync(join(stage.reeve.folder, 'data'))
    writeFileSync(file, '')
    expect(await stage.reeve.call(given)).toEqual(error)
    expect(readdirSync(join(stage.reeve.folder, 'data'))).toEqual(['reeve.db'])
  })

  it('create the database that is named by the error of the others: migrate', async () => {
    const file = join(stage.reeve.folder, 'data/reeve.db')
    const created = { status: 0, stdout: `Created the database at ${file}.\n`, stderr: '' }
    expect(await stage.reeve.call(['migrate'])).toEqual(created)
    expect(await stage.reeve.call(['migrate'])).toMatchObject({
      stdout: 'The schema is up to date.\n',
    })
    expect((await stage.reeve.call(['municipalities', 'list'])).status).toBe(0)
  })

  it('create, list and revoke keys', async () => {
    await stage.reeve.create()
    const made = await stage.reeve.call([
      'keys',
      'create',
      '--email',
      'Ada@Town.example',
      '--name',
      'Reports',
    ])
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(made.stdout).toMatch(/^rv_[0-9a-f]{64}\n$/)
    const asJson = await stage.reeve.call([
      'keys',
      'create',
      '--email',
      'ada@town.example',
      '--json',
    ])
    const shown = JSON.parse(asJson.stdout)
    expect(Object.keys(shown)).toEqual(['id', 'key', 'prefix', 'created_at'])
    expect(shown.key).toMatch(keyLine)
    expect(shown.prefix).toBe(shown.key.slice(0, 11))
    const revoked = await stage.reeve.call(['keys', 'revoke', shown.id])
    expect(revoked).toEqual({ status: 0, stdout: `Revoked ${shown.id}.\n`, stderr: '' })
    const rows = (await stage.reeve.call(['keys', 'list'])).stdout.trim().split('\n')
    const fields = rows.map((row) => row.split('\t'))
    expect(fields.map(([, prefix, email, name]) => [prefix, email, name])).toEqual([
      [`${made.stdout.slice(0, 11)}…`, 'ada@town.example', 'Reports'],
      [`${shown.prefix}…`, 'ada@town.example', '-'],
    ])
    expect(fields.map((row) => row[5]?.split(' ')[0])).toEqual(['active', 'revoked'])
    expect(fields.map((row) => row.slice(6))).toEqual([['-'], ['-']])
    const again = await stage.reeve.call(['keys', 'revoke', shown.id])
    expect(again.status).toBe(1)
    expect(again.stderr).toMatch(/^reeve: no active key has the id .*\n$/)
  })

  it('limit the active keys of an account', async () => {
    const few = { KEYS_PER_ACCOUNT: '1' }
    await stage.reeve.create()
    const create = ['keys', 'create', '--email', 'ada@town.example']
    expect((await stage.reeve.call(create, few)).status).toBe(0)
    expectFailure(await stage.reeve.call(create, few), 'already has 1 keys; revoke one first')
  })

  it('add and list municipalities', async () => {
    await stage.reeve.create()
    expect((await stage.reeve.call(['municipalities', 'list'])).stdout).toMatch(
      /^No municipalities\. /,
    )
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
    expect(await stage.reeve.call(words)).toEqual({
      status: 0,
      stdout: 'Added x (X).\n',
      stderr: '',
    })
    const { stdout } = await stage.reeve.call(['municipalities', 'list'])
    expect(stdout).toMatch(
      /^x\tX\tocd-division\/country:ca\tUTC\tchanged \S+\tnever imported\t\t\n$/,
    )
  })

  it('print the committed OpenAPI document', async () => {
    const { status, stdout, stderr } = await stage.reeve.call(['openapi'])
    const committed = readFileSync(resolve(import.meta.dirname, '../../openapi.json'), 'utf8')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toBe(committed)
    expect(existsSync(join(stage.reeve.folder, 'data'))).toBe(false)
  })

  it('do not write to a database whose schema is up to date', async () => {
    await stage.reeve.create()
    const { mtimeMs } = statSync(join(stage.reeve.folder, 'data/reeve.db'))
    expect((await stage.reeve.call(['migrate'])).stdout).toBe('The schema is up to date.\n')
    expect(statSync(join(stage.reeve.folder, 'data/reeve.db')).mtimeMs).toBe(mtimeMs)
  })
})
