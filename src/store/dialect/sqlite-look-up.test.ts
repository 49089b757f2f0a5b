import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/support/fresh-store.ts'
import { withDatabase } from '../../../test/support/sqlite-database.ts'
import { lookingUp } from './sqlite-look-up.ts'

let databaseUrl: string
let remove: () => Promise<void>
let looking: ReturnType<typeof lookingUp>
const text = 'select value from told where name = ?'
const told = (name = 'ada') =>
  (looking.lookUp(text, [name]) as { value: number } | undefined)?.value
const write = (statement: string) => withDatabase(databaseUrl, (db) => db.exec(statement))

beforeEach(async () => {
  ;({ databaseUrl, remove } = await emptyDatabase('sqlite'))
  write(`pragma journal_mode = wal; create table told (name text primary key, value integer);
    insert into told values ('ada', 0)`)
  looking = lookingUp(databaseUrl.replace('sqlite:', ''))
})
afterEach(async () => {
  looking.close()
  await remove()
})

it('tells of every commit with the very next question', () => {
  withDatabase(databaseUrl, (db) => {
    const set = db.prepare('update told set value = ?')
    for (let value = 1; value <= 1000; value += 1) {
      set.run(value)
      for (let again = 0; again < value % 3; again += 1) expect(told()).toBe(value)
    }
  })
})

it('tells of a commit by another process', () => {
  expect(told()).toBe(0)
  const script = `new (require('better-sqlite3'))(process.argv[1]).exec("update told set value = 7")`
  execFileSync(process.execPath, ['-e', script, databaseUrl.replace('sqlite:', '')])
  expect(told()).toBe(7)
})

it('tells nothing of what is not committed', () => {
  withDatabase(databaseUrl, (db) => {
    db.exec('begin immediate; update told set value = 1')
    expect(told()).toBe(0)
    db.exec('rollback')
    expect(told()).toBe(0)
    db.exec('begin immediate; update told set value = 2')
    expect(told()).toBe(0)
    db.exec('commit')
    expect(told()).toBe(2)
  })
})

it('finds what was not there, and no more what is gone', () => {
  expect(told('eve')).toBeUndefined()
  write("insert into told values ('eve', 5)")
  expect([told('eve'), told('ada')]).toEqual([5, 0])
  write("delete from told where name = 'ada'")
  expect([told('eve'), told('ada')]).toEqual([5, undefined])
})

it('tells of a commit that only a checkpoint has put into the file, and of one after it', () => {
  expect(told()).toBe(0)
  write('update told set value = 3; pragma wal_checkpoint(truncate)')
  expect(told()).toBe(3)
  write('update told set value = 4; pragma wal_checkpoint(truncate)')
  expect(told()).toBe(4)
})

it('keeps questions with other values, or another text, apart', () => {
  write("insert into told values ('a', 1), ('b', 2)")
  const both = 'select ? || ? as joined'
  expect(looking.lookUp(both, ['a', 'b'])).toEqual({ joined: 'ab' })
  expect(looking.lookUp(both, ['b', 'a'])).toEqual({ joined: 'ba' })
  expect([told('a'), told('b'), told('a')]).toEqual([1, 2, 1])
  expect(looking.lookUp('select name from told where name = ?', ['a'])).toEqual({ name: 'a' })
})
