import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshStore, freshTown } from '../support/database/fresh-store.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { town } from '../support/towns/town.ts'

let fresh: FreshStore
let reeve: Reeve
beforeEach(async () => {
  fresh = await freshTown()
  reeve = newReeve()
})
afterEach(async () => {
  await reeve.remove()
  await fresh.remove()
})

const run = (...words: string[]) => reeve.run(words, { DATABASE_URL: fresh.databaseUrl })

describe('reeve imports', () => {
  it('lists runs and shows one', async () => {
    const listed = await run('imports', 'list', '-m', town.slug)
    const [id = '', municipality, , result, source] = listed.stdout.trim().split('\t')
    expect({ municipality, result, source }).toEqual({
      municipality: town.slug,
      result: 'done',
      source: 'town',
    })
    expect(await run('imports', 'list', '-m', 'nowhere')).toMatchObject({ status: 0, stdout: '' })
    const [asJson] = JSON.parse((await run('imports', 'list', '--json')).stdout)
    expect(asJson).toMatchObject({ id: Number(id), result: 'done', error: null })
    expect(JSON.parse((await run('imports', 'show', id, '--json')).stdout)).toEqual(asJson)
    expect((await run('imports', 'show', id)).stdout).toMatch(/^result +done$/m)
    const csv = (await run('imports', 'show', id, '--csv')).stdout.split('\r\n')
    expect(csv[0]).toMatch(/^id,municipality,/)
    expect(csv[1]).toMatch(new RegExp(`^"${id}","${town.slug}",`))
    expect((await run('imports', 'show', '999')).stderr).toBe(
      'reeve: no import has the id 999; see: reeve imports list\n',
    )
  })
})

describe('a list', () => {
  it('can be JSON', async () => {
    const [listed] = JSON.parse((await run('municipalities', 'list', '--json')).stdout)
    expect(listed).toMatchObject({
      slug: town.slug,
      time_zone: town.timeZone,
      last_import: { source: 'town' },
      failing: [],
    })
    expect(await run('keys', 'create', '--email', 'ada@town.example')).toMatchObject({ status: 0 })
    const [key] = JSON.parse((await run('keys', 'list', '--json')).stdout)
    expect(key).toMatchObject({ email: 'ada@town.example', revoked_at: null })
    const [account] = JSON.parse((await run('accounts', 'list', '--json')).stdout)
    expect(account).toMatchObject({
      email: 'ada@town.example',
      active_keys: 1,
      has_password: false,
    })
  })
})
