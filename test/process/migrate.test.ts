import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../src/store/migrations/migrations.ts'
import { migrateSchema, openWriteStore } from '../../src/store/open.ts'
import { emptyDatabase } from '../support/database/fresh-store.ts'
import { databaseProblems } from '../support/database/problems.ts'
import { newReeve } from '../support/process/reeve.ts'

const main = resolve(import.meta.dirname, '../../dist/main.js')

/** Exit code and output of a `reeve migrate`. */
function migrateProcess(databaseUrl: string): Promise<{ code: number | null; said: string }> {
  return new Promise((done) => {
    // Without variables of the test runner, some of which are names of our settings.
    const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl }
    const child = spawn(process.execPath, [main, 'migrate'], { env })
    let said = ''
    const receive = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout.on('data', receive)
    child.stderr.on('data', receive)
    child.on('close', (code) => done({ code, said }))
  })
}

it('commands create no tables in a database that DATABASE_URL names by mistake', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  const reeve = newReeve()
  onTestFinished(async () => {
    await reeve.remove()
    await remove()
  })
  const ended = await reeve.run(['municipalities', 'list'], { DATABASE_URL: databaseUrl })
  expect(ended).toMatchObject({ status: 1, stdout: '' })
  expect(ended.stderr).toMatch(
    /^reeve: there is no Reeve database at .*: check DATABASE_URL, .*\n$/,
  )
  expect(ended.stderr).toContain(databaseUrl.replace(/^sqlite:|:[^:@/]*(?=@)/g, ''))
  // A command that creates one creates all of it.
  const add = ['add', 'ottawa', '--csd', '3506008', '--timezone', 'America/Toronto']
  const settings = { DATABASE_URL: databaseUrl }
  expect(await reeve.run(['municipalities', ...add], settings)).toMatchObject({ status: 0 })
  expect(await reeve.run(['municipalities', 'list'], settings)).toMatchObject({ status: 0 })
})

it('one of the processes that start together on a database runs all migrations', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  const store = openWriteStore(databaseUrl)
  const [last = '', ...earlier] = Object.keys(migrations).reverse()
  await migrateSchema(
    store,
    Object.fromEntries(Object.entries(migrations).filter(([name]) => earlier.includes(name))),
  )
  await store.close()
  const ends = await Promise.all([1, 2, 3].map(() => migrateProcess(databaseUrl)))
  expect(
    ends.map(({ code }) => code),
    JSON.stringify(ends),
  ).toEqual([0, 0, 0])
  expect(ends.map(({ said }) => said.trim()).sort()).toEqual([
    `Migrated: ${last}.`,
    'The schema is up to date.',
    'The schema is up to date.',
  ])
  expect(await databaseProblems(databaseUrl)).toEqual([])
  await remove()
})
