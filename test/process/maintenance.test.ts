import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimImporting } from '../../src/store/open.ts'
import { dumpOf } from '../support/database/dump.ts'
import { engineUnderTest, type FreshStore, freshTown } from '../support/database/fresh-store.ts'
import { rowsOf, runOn } from '../support/database/inspector.ts'
import { databaseProblems } from '../support/database/problems.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { town } from '../support/towns/town.ts'

const onFiles = engineUnderTest() === 'sqlite'
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

const run = (...words: string[]) => reeve.call(words, { DATABASE_URL: fresh.databaseUrl })

describe('reeve municipalities set and remove', () => {
  it('change and remove only with consent, and not during an import', async () => {
    const set = ['municipalities', 'set', town.slug, '--name', 'Town of Pemberley']
    const claim = await claimImporting(fresh.databaseUrl, town.slug)
    expect((await run(...set)).stderr).toMatch(
      /^reeve: another import or change of "pemberley" is running/,
    )
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
    expect((await run(...remove, '--yes')).status).toBe(2)
  })
})

describe('reeve status', () => {
  it('says what runs, and with exit code 1 what is late', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await runOn(fresh.databaseUrl, `update meetings set date = '${today}', status = 'completed'`)
    const fine = await run('status')
    expect(fine).toMatchObject({ status: 0, stderr: '' })
    expect(fine.stdout).toMatch(
      /^Reeve \S+\nDatabase: \S+, \d+ MiB.*\nE-mail alerts: off .*\npemberley\tup to date\t/,
    )
    await runOn(fresh.databaseUrl, "update imports set finished_at = '2026-01-02T03:04:05.000Z'")
    await runOn(
      fresh.databaseUrl,
      "insert into alert_subscribers (address, created_at, version) values ('a@b.ca', '2026-01-02T03:04:05.000Z', 1)",
    )
    const late = await run('status', '--json')
    expect(late).toMatchObject({
      status: 1,
      stderr: 'reeve: 1 of 1 municipalities are not up to date\n',
    })
    const status = JSON.parse(late.stdout)
    expect(status).toMatchObject({
      database: { bytes: expect.any(Number) },
      alerts: { sends: false, subscribers: { active: 0, unconfirmed: 1, rejected: 0, bounced: 0 } },
      municipalities: [{ slug: town.slug, state: 'late', importedAt: '2026-01-02T03:04:05.000Z' }],
    })
    expect(late.stdout).not.toContain('a@b.ca')
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
    expect(await run('imports', 'list', '-m', 'nowhere')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'reeve: municipality "nowhere" does not exist; see: reeve municipalities list\n',
    })
    const [asJson] = JSON.parse((await run('imports', 'list', '--json')).stdout)
    expect(asJson).toMatchObject({ id: Number(id), result: 'done', error: null })
    const warnings = ['a.json:1: seat: is skipped', 'this source: and: 2 more warnings']
    const set = `update imports set warnings = '${JSON.stringify(warnings)}' where id = ${id}`
    await runOn(fresh.databaseUrl, set)
    expect(JSON.parse((await run('imports', 'show', id, '--json')).stdout)).toEqual({
      ...asJson,
      warnings,
    })
    expect((await run('imports', 'show', id)).stdout.split('\n').slice(-3)).toEqual([
      ...warnings.map((line) => `warning: ${line}`),
      '',
    ])
    expect((await run('imports', 'show', id)).stdout).toMatch(/^result +done$/m)
    const csv = (await run('imports', 'show', id, '--csv')).stdout.split('\r\n')
    expect(csv[0]).toMatch(/^id,municipality,/)
    expect(csv[1]).toMatch(new RegExp(`^"${id}","${town.slug}",`))
    expect((await run('imports', 'show', '999')).stderr).toBe(
      'reeve: no import has the id 999; see: reeve imports list\n',
    )
  })
})

describe('reeve check', () => {
  it('finds nothing in a sound database, and says what a damaged search index lacks', async () => {
    const address = fresh.databaseUrl.replace(/^sqlite:|:[^:@/]*(?=@)/g, '')
    expect(await run('check')).toEqual({
      status: 0,
      stdout: `${address}: no damage found.\n`,
      stderr: '',
    })
    expect(await run('check', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' })
    const index = onFiles ? 'search_index' : 'search_vectors'
    const text = onFiles ? 'rowid in (select rowid from search_index limit 2)' : 'id in (1, 2)'
    await runOn(fresh.databaseUrl, `delete from ${index} where ${text}`)
    const damaged = await run('check')
    expect(damaged).toMatchObject({ status: 1, stdout: '' })
    expect(damaged.stderr).toMatch(
      new RegExp(`${index} lacks 2 texts and has 0 that no longer exist; .*reeve search rebuild\n`),
    )
    const { stdout } = await run('search', 'rebuild')
    expect(stdout).toMatch(/^Indexed \d+ texts[.]\n$/)
    expect((await run('check')).status).toBe(0)
    expect(await databaseProblems(fresh.databaseUrl)).toEqual([])
  })

  if (onFiles)
    it('finds rows that refer to missing ones, and damaged pages', async () => {
      await runOn(fresh.databaseUrl, 'pragma foreign_keys = off; delete from people where id = 1')
      expect((await run('check')).stderr).toContain('rows of votes refer to missing people')
    })
})

describe('reeve secrets rotate', () => {
  it('replaces the secrets of cursors and devices, and says what becomes invalid', async () => {
    const secrets = () => rowsOf(fresh.databaseUrl, 'select name, value from secrets order by name')
    const before = await secrets()
    const { status, stdout } = await run('secrets', 'rotate')
    expect(status).toBe(0)
    expect(stdout).toMatch(/Restart every Reeve process.*paging with a cursor must begin again/s)
    const after = await secrets()
    expect(after.map(({ name }) => name)).toEqual(['alert', 'cursor', 'device', 'takedown'])
    // Without it, what was taken down would come back.
    expect(after.at(-1)).toEqual(before.at(-1))
    // Without it, the links of e-mails would no longer stop them.
    expect(after.at(0)).toEqual(before.at(0))
    for (const index of [1, 2]) {
      expect(after[index]?.value).toMatch(/^[0-9a-f]{64}$/)
      expect(after[index]?.value).not.toBe(before[index]?.value)
    }
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

describe('reeve restore', () => {
  if (!onFiles) {
    it('says what to use for PostgreSQL', async () => {
      expect((await run('restore', 'x.db')).stderr).toMatch(/for PostgreSQL use pg_restore/)
    })
    return
  }

  const backedUp = async () => {
    const file = join(reeve.folder, 'copy.db')
    await run('keys', 'create', '--email', 'ada@town.example')
    expect((await run('backup', file)).status).toBe(0)
    return file
  }
  const other = () => `sqlite:${join(reeve.folder, 'other/reeve.db')}`
  const restoring = (file: string, ...words: string[]) =>
    reeve.call(['restore', file, ...words], { DATABASE_URL: other() })
  const keys = async () => (await rowsOf(other(), 'select hash from api_keys')).length

  it('creates a missing database from a backup, with the same content', async () => {
    const file = await backedUp()
    const { status, stdout } = await restoring(file)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Restored \S+ from \S+: municipalities 1, accounts 1, rows \d+[.]\n/)
    expect(await keys()).toBe(1)
    expect(await databaseProblems(other())).toEqual([])
    const people = 'select * from people order by id'
    expect(await rowsOf(other(), people)).toEqual(await rowsOf(fresh.databaseUrl, people))
  })

  it('replaces a database only if told to, and keeps the former one', async () => {
    const file = await backedUp()
    await reeve.create(other())
    const add = ['add', 'meryton', '--csd', '3506008', '--timezone', 'America/Toronto']
    await reeve.call(['municipalities', ...add], { DATABASE_URL: other() })
    const before = await dumpOf(other())
    const rejected = await restoring(file)
    expect(rejected.stderr).toMatch(/already has municipalities or accounts; add --replace/)
    expect(rejected.status).toBe(2)
    expect(await dumpOf(other())).toEqual(before)
    const { stdout } = await restoring(file, '--replace')
    const former = join(reeve.folder, 'other/reeve-before-restore.db')
    expect(stdout).toContain(`The former database is ${former}.\n`)
    expect(await dumpOf(`sqlite:${former}`)).toEqual(before)
    expect(await rowsOf(other(), 'select slug from municipalities')).toEqual([{ slug: town.slug }])
  })

  it('rejects a database in use, and what is not a backup', async () => {
    const file = await backedUp()
    await reeve.create(other())
    const serving = await reeve.serve([], { DATABASE_URL: other() })
    const before = await dumpOf(other())
    const inUse = await restoring(file, '--replace')
    expect(inUse.stderr).toMatch(/is in use: stop the service, imports and other commands first/)
    expect(inUse.status).toBe(2)
    expect(await dumpOf(other())).toEqual(before)
    serving.signal('SIGTERM')
    await serving.ended
    const text = join(reeve.folder, 'text.db')
    writeFileSync(text, 'not a database, but long enough to look like a damaged one'.repeat(20))
    const half = join(reeve.folder, 'half.db')
    copyFileSync(file, half)
    for (const wrong of [text, half, '/nowhere.db']) expect((await restoring(wrong)).status).toBe(2)
    expect((await restoring(half)).stderr).toBe(
      `reeve: ${half.replace('.db', '-accounts.db')} is missing, the file with the accounts and keys of the backup ${half}: put it beside that file\n`,
    )
    expect(readdirSync(join(reeve.folder, 'other'))).not.toContain('reeve-before-restore.db')
    expect(existsSync(join(reeve.folder, 'other/reeve.db'))).toBe(true)
  })
})
