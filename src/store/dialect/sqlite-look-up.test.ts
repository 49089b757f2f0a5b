import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/support/database/fresh-store.ts'
import { withDatabase } from '../../../test/support/database/sqlite-database.ts'
import { lookingUp } from './sqlite-look-up.ts'

let databaseUrl: string
let remove: () => Promise<void>
let looking: ReturnType<typeof lookingUp>
const told = () =>
  (looking.lookUps.lookUp('select value from told where name = ?', ['ada']) as { value: number })
    .value
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

it('tells of a commit by another process', () => {
  expect(told()).toBe(0)
  const script = `new (require('better-sqlite3'))(process.argv[1]).exec("update told set value = 7")`
  execFileSync(process.execPath, ['-e', script, databaseUrl.replace('sqlite:', '')])
  expect(told()).toBe(7)
})

it('tells of a commit that only a checkpoint has put into the file, and of one after it', () => {
  expect(told()).toBe(0)
  write('update told set value = 3; pragma wal_checkpoint(truncate)')
  expect(told()).toBe(3)
  write('update told set value = 4; pragma wal_checkpoint(truncate)')
  expect(told()).toBe(4)
})
