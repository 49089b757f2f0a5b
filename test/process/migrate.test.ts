import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dumpOf } from '../support/database/dump.ts'
import { emptyDatabase } from '../support/database/fresh-store.ts'
import { rowsOf, runOn } from '../support/database/inspector.ts'
import { databaseProblems } from '../support/database/problems.ts'
import { newReeve } from '../support/process/reeve.ts'

it('commands create no tables in a database that DATABASE_URL names by mistake', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  const reeve = newReeve()
  onTestFinished(async () => {
    await reeve.remove()
    await remove()
  })
  const ended = await reeve.call(['municipalities', 'list'], { DATABASE_URL: databaseUrl })
  expect(ended).toMatchObject({ status: 1, stdout: '' })
  expect(ended.stderr).toMatch(
    /^reeve: there is no Reeve database at .*: check DATABASE_URL, .*\n$/,
  )
  expect(ended.stderr).toContain(databaseUrl.replace(/^sqlite:|:[^:@/]*(?=@)/g, ''))
  // A command that creates one creates all of it.
  const add = ['add', 'ottawa', '--csd', '3506008', '--timezone', 'America/Toronto']
  const settings = { DATABASE_URL: databaseUrl }
  expect(await reeve.call(['municipalities', ...add], settings)).toMatchObject({ status: 0 })
  expect(await reeve.call(['municipalities', 'list'], settings)).toMatchObject({ status: 0 })
})

it('processes that start together on an empty database create its tables once', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  const reeve = newReeve()
  onTestFinished(async () => {
    await reeve.remove()
    await remove()
  })
  const slugs = ['ada', 'bo', 'cy']
  const ends = await Promise.all(
    slugs.map((slug) => {
      const add = ['add', slug, '--csd', '3506008', '--timezone', 'America/Toronto']
      return reeve.run(['municipalities', ...add], { DATABASE_URL: databaseUrl })
    }),
  )
  expect(ends.map(({ status }) => status)).toEqual([0, 0, 0])
  const found = await rowsOf(databaseUrl, 'select slug from municipalities order by slug')
  expect(found).toEqual(slugs.map((slug) => ({ slug })))
  expect(await rowsOf(databaseUrl, 'select name from secrets order by name')).toEqual([
    { name: 'alert' },
    { name: 'cursor' },
    { name: 'device' },
    { name: 'takedown' },
  ])
  expect(await databaseProblems(databaseUrl)).toEqual([])
})

describe('a database from before the first release', () => {
  const message =
    'reeve: the database was made by Reeve before its first release, and this version cannot read it: name a new database in DATABASE_URL and import every council again; docs/how-to/manage-accounts.md, under "Keep accounts from before the first release", says how to keep the accounts and keys of SQLite, and those of PostgreSQL must be created again\n'

  it.each(['0001-initial', '0001-record', '0002-record'])(
    'is rejected, and not changed: %s',
    async (first) => {
      const { databaseUrl, remove } = await emptyDatabase()
      const reeve = newReeve()
      onTestFinished(async () => {
        await reeve.remove()
        await remove()
      })
      await runOn(databaseUrl, `${ledgerWith(first)}; create table municipalities (id integer)`)
      const before = await dumpOf(databaseUrl)
      for (const words of [['migrate'], ['serve'], ['municipalities', 'list']])
        expect(await reeve.call(words, { DATABASE_URL: databaseUrl, PORT: '0' })).toEqual({
          status: 2,
          stdout: '',
          stderr: message,
        })
      expect(await dumpOf(databaseUrl)).toEqual(before)
    },
  )

  // On SQLite alone accounts have a file of their own.
  it('is rejected if only its accounts are left, which the section that the message names keeps', async () => {
    const { databaseUrl, remove } = await emptyDatabase('sqlite')
    const reeve = newReeve()
    onTestFinished(async () => {
      await reeve.remove()
      await remove()
    })
    const settings = { DATABASE_URL: databaseUrl }
    await reeve.create(databaseUrl)
    await reeve.call(['keys', 'create', '--email', 'ada@town.example'], settings)
    const record = databaseUrl.replace('sqlite:', '')
    const accounts = databaseUrl.replace('.db', '-accounts.db')
    for (const suffix of ['', '-wal', '-shm']) rmSync(record + suffix, { force: true })
    await runOn(
      accounts,
      `drop table takedown_slugs; drop table takedowns; drop table corrections;
      drop table alert_mails; drop table alert_entries; drop table alerts;
      drop table alert_subscribers; drop table left_addresses; drop table take_part;
      delete from secrets where name in ('takedown', 'alert');
      drop table kysely_migration; ${ledgerWith('0012-accounts-file')};
      insert into kysely_migration values ('0013-recovery-codes', '2026-01-02')`,
    )
    const add = ['add', 'ottawa', '--csd', '3506008', '--timezone', 'America/Toronto']
    const start = () => reeve.call(['municipalities', ...add], settings)
    expect(await start()).toMatchObject({ status: 2, stderr: message })
    const [, page = '', heading = ''] = /(docs\/\S+), under "(.*?)"/.exec(message) ?? []
    const section = sectionOf(page, heading)
    const [, statement = ''] = /sqlite3 reeve-accounts[.]db "(.*?)"/.exec(section) ?? []
    await runOn(accounts, statement)
    expect(await start()).toMatchObject({ status: 0 })
    const { stdout } = await reeve.call(['keys', 'list', '--json'], settings)
    expect(JSON.parse(stdout)).toMatchObject([{ email: 'ada@town.example', revoked_at: null }])
  })
})

const sectionOf = (page: string, heading: string) =>
  readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8').split(`## ${heading}\n`)[1] ?? ''
const ledgerWith = (name: string) =>
  `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  insert into kysely_migration values ('${name}', '2026-01-01')`
