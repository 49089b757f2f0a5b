import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimImporting } from '../../src/store/open.ts'
import { type FreshStore, freshTown } from '../support/database/fresh-store.ts'
import { rowsOf } from '../support/database/inspector.ts'
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

describe('reeve municipalities set and remove', () => {
  it('change and remove only with consent, and not during an import', async () => {
    const set = ['municipalities', 'set', town.slug, '--name', 'Town of Pemberley']
    const claim = await claimImporting(fresh.databaseUrl, town.slug)
    expect((await run(...set)).stderr).toMatch(/^reeve: another import of "pemberley" is running/)
    await claim.release()
    expect(await run(...set)).toEqual({ status: 0, stdout: 'Changed pemberley.\n', stderr: '' })
    expect((await run('municipalities', 'set', town.slug)).stderr).toMatch(/nothing to set/)

    const remove = ['municipalities', 'remove', town.slug]
    const rejected = await run(...remove)
    expect(rejected).toMatchObject({ status: 2, stdout: '' })
    expect(rejected.stderr).toMatch(
      /^reeve: this removes pemberley \(Town of Pemberley\): meetings 45, motions \d+, votes \d+, .*; add --yes to confirm\n$/,
    )
    expect(await rowsOf(fresh.databaseUrl, 'select 1 from municipalities')).toHaveLength(1)
    expect(await run(...remove, '--yes')).toEqual({
      status: 0,
      stdout: 'Removed pemberley.\n',
      stderr: '',
    })
    expect((await run(...remove, '--yes')).status).toBe(1)
  })
})

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
