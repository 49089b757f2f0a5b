import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { migrations } from '../../src/store/migrations/migrations.ts'
import { emptyDatabase } from '../support/database/fresh-store.ts'
import { databaseProblems } from '../support/database/problems.ts'

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

it('one of the processes that start together on a database runs all migrations', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  const ends = await Promise.all([1, 2, 3].map(() => migrateProcess(databaseUrl)))
  expect(
    ends.map(({ code }) => code),
    JSON.stringify(ends),
  ).toEqual([0, 0, 0])
  expect(ends.map(({ said }) => said.trim()).sort()).toEqual([
    `Migrated: ${Object.keys(migrations).join(', ')}.`,
    'The schema is up to date.',
    'The schema is up to date.',
  ])
  expect(await databaseProblems(databaseUrl)).toEqual([])
  await remove()
})
