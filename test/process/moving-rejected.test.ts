import { copyFileSync, linkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsPathOf } from '../../src/store/dialect/sqlite-file.ts'
import { migrate } from '../../src/store/open.ts'
import { dumpOf } from '../support/database/dump.ts'
import { addVotes, fillDatabase, withStore } from '../support/database/moving.ts'
import { type PostgresServer, startPostgres } from '../support/database/postgres-server.ts'
import { withDatabase } from '../support/database/sqlite-database.ts'
import { type Ended, newReeve, type Reeve } from '../support/process/reeve.ts'

let reeve: Reeve
let postgres: PostgresServer
let source: string
beforeAll(async () => {
  reeve = newReeve()
  postgres = await startPostgres()
  source = file('source')
  await fillDatabase(source)
})
afterAll(async () => {
  await reeve.remove()
  await postgres.remove()
})

const file = (name: string) => `sqlite:${join(reeve.folder, `${name}.db`)}`
const pathOf = (databaseUrl: string) => databaseUrl.replace('sqlite:', '')
const accountsOf = (databaseUrl: string) => accountsPathOf(pathOf(databaseUrl))
const move = (from: string, to: string) =>
  reeve.call(['migrate-to'], { DATABASE_URL: from, TARGET_DATABASE_URL: to })

/** A copy of the source, changed by `spoil`. */
function copyOfSource(name: string, spoil: string): string {
  withDatabase(source, (db) => db.exec('pragma wal_checkpoint(truncate)'))
  for (const fileOf of [pathOf, accountsOf]) copyFileSync(fileOf(source), fileOf(file(name)))
  withDatabase(file(name), (db) => {
    db.exec('pragma foreign_keys = off')
    db.exec(spoil)
  })
  return file(name)
}

function expectFailure(ended: Ended, why: string): void {
  expect(ended.stderr).toMatch(/^reeve: [^\n]+\n$/)
  expect(ended.stderr).toContain(why)
  expect(ended).toMatchObject({ status: 2, stdout: '' })
}

async function expectUnchanged(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const before = await dumpOf(databaseUrl)
  await work()
  expect(await dumpOf(databaseUrl)).toEqual(before)
}

describe('a target is rejected', () => {
  it('if it is the source, by any name', async () => {
    const path = pathOf(source)
    symlinkSync(path, `${path}-symbolic`)
    linkSync(path, `${path}-hard`)
    for (const to of [
      source,
      'sqlite:./source.db',
      `sqlite:${path}-symbolic`,
      `sqlite:${path}-hard`,
    ])
      expectFailure(await move(source, to), 'is the source database')
    await postgres.run('create database same')
    const url = postgres.url('same')
    await reeve.create(url)
    expectFailure(await move(url, url), 'is the source database')
    expectFailure(
      await move(url, url.replace('127.0.0.1', 'localhost')),
      'or it is the source database',
    )
  })

  it('if it has a municipality, an account or tables of another application, and is not changed', async () => {
    const filled = copyOfSource('filled', 'delete from accounts')
    await expectUnchanged(filled, async () =>
      expectFailure(await move(source, filled), 'already has municipalities or accounts'),
    )
    const account = ['keys', 'create', '--email', 'a@b.example']
    await reeve.create(file('account'))
    await reeve.call(account, { DATABASE_URL: file('account') })
    await expectUnchanged(file('account'), async () =>
      expectFailure(await move(source, file('account')), 'already has municipalities or accounts'),
    )
    withDatabase(file('other'), (db) => db.exec('create table notes (id integer)'))
    await expectUnchanged(file('other'), async () =>
      expectFailure(await move(source, file('other')), 'tables of another application'),
    )
    await postgres.run('create database other')
    await postgres.run('create table notes (id integer)', 'other')
    expectFailure(await move(source, postgres.url('other')), 'tables of another application')
  })

  it('if it is served or cannot be reached, without showing its password', async () => {
    const serving = await reeve.serve([], { DATABASE_URL: file('served') })
    expectFailure(
      await move(source, file('served')),
      'a Reeve process is serving the target database',
    )
    serving.signal('SIGTERM')
    await serving.ended
    const wrong = postgres.url('nowhere').replace(/:[^:@]+@/, ':hidden@')
    const ended = await move(source, wrong)
    expectFailure(ended, 'cannot open the target database: ')
    expect(ended.stderr).not.toContain('hidden')
    expectFailure(await move(source, `${source}/below.db`), 'cannot open the database ')
    expectFailure(await reeve.call(['migrate-to'], { DATABASE_URL: source }), 'TARGET_DATABASE_URL')
  })
})

describe('a source', () => {
  it('is rejected if it is missing, served or an unfinished copy', async () => {
    expect(await move(file('missing'), file('new'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('there is no Reeve database at '),
    })
    const serving = await reeve.serve([], { DATABASE_URL: source })
    expectFailure(await move(source, file('new')), 'a Reeve process is serving the source database')
    serving.signal('SIGTERM')
    await serving.ended
    const part = copyOfSource('part', "insert into unfinished_copy values ('x')")
    expectFailure(await move(part, file('new')), 'is an unfinished copy')
  })

  it.each([
    ['nul', "update people set name = 'a' || char(0) || 'b' where id = 2", 'name contains U+0000'],
    [
      'bytes',
      "update people set name = cast(x'61F09F98' as text) where id = 2",
      'name is not valid UTF-8',
    ],
    [
      'surrogate',
      "update people set name = cast(x'EDA080' as text) where id = 2",
      'name is not valid UTF-8',
    ],
    ['blob', "update people set name = x'6162' where id = 2", 'name is not text'],
    [
      'word',
      "update people set municipality_id = 'one' where id = 2",
      'municipality_id is not a 32-bit integer',
    ],
    [
      'large',
      'update people set municipality_id = 2147483648 where id = 2',
      'municipality_id is not a 32-bit integer',
    ],
    [
      'broken',
      'update people set municipality_id = 1.5 where id = 2',
      'municipality_id is not a 32-bit integer',
    ],
  ])('is rejected if it has values that PostgreSQL cannot store: %s', async (name, spoil, why) => {
    const spoiled = copyOfSource(`spoiled-${name}`, spoil)
    await postgres.run(`create database spoiled_${name}`)
    const to = postgres.url(`spoiled_${name}`)
    expectFailure(await move(spoiled, to), `people, id 2: the column ${why}`)
    const left = await withStore(to, ({ db }) =>
      db.selectFrom('unfinished_copy').selectAll().execute(),
    )
    expect(left).toEqual([])
  })

  it('is not rejected for a replacement character, or for the limits of integers', async () => {
    const odd = copyOfSource(
      'odd',
      `update people set name = 'a\uFFFDb', other_names = '\\N \t\\.\n' where id = 2;
       update motions set tally_for = 2147483647, tally_against = -2147483648 where id = 3`,
    )
    await postgres.run('create database odd')
    expect(await move(odd, postgres.url('odd'))).toMatchObject({ status: 0 })
  })
})

describe('an unfinished copy', () => {
  it('is rejected by every other command, and cannot be continued from another source', async () => {
    const unfinished = file('unfinished')
    await withStore(unfinished, async (store) => {
      await migrate(store)
      await store.db.insertInto('unfinished_copy').values({ source_hash: 'x' }).execute()
    })
    const commands = [
      'serve',
      'serve --demo',
      'migrate',
      'keys list',
      'keys create --email a@b.example',
      'accounts list',
      'municipalities list',
      `backup ${reeve.folder}/copy.db`,
      `import bundle ${reeve.folder} --municipality lowmere`,
    ]
    await expectUnchanged(unfinished, async () => {
      for (const words of commands) {
        const ended = await reeve.call(words.split(' '), { DATABASE_URL: unfinished })
        const stderr = ended.stderr.replace(/^Opening the database at .*\n/, '')
        expectFailure(
          { ...ended, stderr },
          'is an unfinished copy: run the same reeve migrate-to again',
        )
      }
      expectFailure(await move(source, unfinished), 'the source has changed since')
    })
  })

  it('stays unfinished if the copied rows differ', async () => {
    const to = file('meddled')
    await withStore(to, migrate)
    withDatabase(to, (db) =>
      db.exec(`create trigger meddle after insert on people begin
        update people set name = 'Somebody' where id = new.id; end`),
    )
    const ended = await move(source, to)
    expect(ended.stderr).toMatch(
      /^((reading|copying|checking) .*\n)*reeve: the copy differs from the original and .*people\n$/,
    )
    expect(ended).toMatchObject({ status: 1, stdout: '' })
    const list = await reeve.call(['keys', 'list'], { DATABASE_URL: to })
    expectFailure(list, 'is an unfinished copy')
  })

  it('locks its source against writes, because a key revoked now would be active in the copy', async () => {
    const busy = copyOfSource('busy', 'select 1')
    await addVotes(busy, 60_000)
    const create = await reeve.call(['keys', 'create', '--email', 'a@b.example', '--json'], {
      DATABASE_URL: busy,
    })
    const { id } = JSON.parse(create.stdout)
    const to = file('busy-copy')
    const moving = reeve.run(['migrate-to'], { DATABASE_URL: busy, TARGET_DATABASE_URL: to })
    const isMarked = () =>
      withDatabase(to, (db) => {
        const table = db.prepare("select 1 from sqlite_master where name = 'unfinished_copy'").get()
        return (
          table !== undefined && db.prepare('select 1 from unfinished_copy').get() !== undefined
        )
      })
    while (!isMarked()) await new Promise((resolve) => setTimeout(resolve, 20))
    const revoke = await reeve.call(['keys', 'revoke', id], { DATABASE_URL: busy })
    // Either rejected because the copy holds the write lock, or executed right after the copy.
    if (revoke.status === 0) expect(isMarked()).toBe(false)
    else expectFailure(revoke, 'another process')
    const ended = await moving
    expect(ended, ended.stderr).toMatchObject({ status: 0 })
  })
})
