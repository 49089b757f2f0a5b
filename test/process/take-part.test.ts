import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { engineUnderTest, freshTown } from '../support/database/fresh-store.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { newReeve } from '../support/process/reeve.ts'
import { town } from '../support/towns/town.ts'

const url = 'https://pemberley.example/speak'

it('reeve municipalities set stores how to take part, which outlasts the record', async () => {
  const fresh = await freshTown()
  const reeve = newReeve()
  onTestFinished(async () => {
    await reeve.remove()
    await fresh.remove()
  })
  const run = (...words: string[]) =>
    reeve.call(['municipalities', ...words], { DATABASE_URL: fresh.databaseUrl })
  const set = (...words: string[]) => run('set', town.slug, ...words)
  const body = ['--body', 'town-council']
  const rule = ['--take-part', url, '--take-part-by', 'noon, 1 business day before']
  expect(await set(...rule)).toEqual({ status: 0, stdout: 'Changed pemberley.\n', stderr: '' })
  expect(await set('--take-part', `${url}/council`, ...body)).toMatchObject({ status: 0 })
  expect(await set(...body)).toMatchObject({
    status: 2,
    stderr: 'reeve: --body needs --take-part or --take-part-by\n',
  })
  const rejected = await set('--take-part-by', 'end of day')
  expect(rejected.status).toBe(2)
  expect(rejected.stderr).toMatch(/^reeve: --take-part-by "end of day" is not a time and a day/)
  expect((await run('set', '--help')).stdout).toContain('"noon, the Friday before"')

  const stored = 'select body_key, url, rule from take_part order by body_key'
  const rows = [
    { body_key: '', url, rule: 'noon, 1 business day before' },
    { body_key: 'o-council', url: `${url}/council`, rule: null },
  ]
  expect(await rowsOf(fresh.databaseUrl, stored)).toEqual(rows)
  const wrong = await set('--take-part', `${url}/other`, '--name', ' ')
  expect([wrong.status, wrong.stderr]).toEqual([2, 'reeve: a municipality must have a name\n'])
  expect(await rowsOf(fresh.databaseUrl, stored)).toEqual(rows)
  const [listed] = JSON.parse((await run('list', '--json')).stdout)
  expect(listed.take_part).toEqual([
    { body: null, url, rule: 'noon, 1 business day before' },
    { body: 'town-council', url: `${url}/council`, rule: null },
  ])
  expect((await run('list')).stdout).toContain(
    `\t${url} (noon, 1 business day before), town-council: ${url}/council`,
  )
  await run('remove', town.slug, '--yes')
  expect(await rowsOf(fresh.databaseUrl, stored)).toEqual(rows)
  if (engineUnderTest() !== 'sqlite') return
  const copy = join(reeve.folder, 'copy.db')
  const backup = await reeve.call(['backup', copy], { DATABASE_URL: fresh.databaseUrl })
  expect(backup).toMatchObject({ status: 0 })
  expect(await rowsOf(`sqlite:${copy}`, stored)).toEqual(rows)
})
