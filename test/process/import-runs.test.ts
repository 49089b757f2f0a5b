import { EventEmitter, once } from 'node:events'
import { readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { exportBundle } from '../../src/exporters/bundle/export.ts'
import { load } from '../../src/importers/load/load.ts'
import { findTarget } from '../../src/importers/load/municipalities.ts'
import { claimImporting, openReadStore } from '../../src/store/open.ts'
import { dumpOfRecord } from '../support/database/dump.ts'
import { engineUnderTest, type FreshStore, freshTown } from '../support/database/fresh-store.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { holdWriteLock } from '../support/database/write-lock.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { type Ended, newReeve, type Reeve } from '../support/process/reeve.ts'
import { textOf } from '../support/site/page-content.ts'
import { sourceOf, town } from '../support/towns/town.ts'

let fresh: FreshStore
let reeve: Reeve
let folder: string
beforeEach(async () => {
  fresh = await freshTown()
  reeve = newReeve()
  folder = join(await writeFolder({}), 'out')
  const store = openReadStore(fresh.databaseUrl)
  await exportBundle(store, { municipality: town.slug, source: undefined, folder })
  await store.close()
})
afterEach(async () => {
  await reeve.remove()
  await fresh.remove()
})

const run = (...words: string[]): Promise<Ended> =>
  reeve.call(words, { DATABASE_URL: fresh.databaseUrl })
const importing = (location = folder, ...words: string[]) =>
  run('import', 'bundle', location, '--municipality', town.slug, ...words)
const runs = async () =>
  (await rowsOf<Record<string, unknown>>(fresh.databaseUrl, 'select * from imports order by id'))
    // The first import is that of the fixture.
    .slice(1)
    .map(({ importer, source, result, error, same }) => ({ importer, source, result, error, same }))
const listed = async () => (await run('municipalities', 'list')).stdout.trim().split('\t')

describe('the record of import runs', () => {
  it('has a successful import with its counts', async () => {
    const { status, stdout } = await importing()
    expect(status).toBe(0)
    const sentence =
      /^Imported into pemberley: 0 added, 0 changed, (\d+) the same, 0 removed[.]\n$/m
    const [only, ...more] = await runs()
    expect(sentence.exec(stdout)?.[1]).toBe(String(only?.same))
    expect(more).toEqual([])
    expect(only).toMatchObject({ importer: 'bundle', source: 'town', result: 'done', error: null })
    expect(Number(only?.same)).toBeGreaterThan(200)
  })

  it('has an import that printed nothing because it was quiet', async () => {
    expect(await importing(folder, '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await runs()).toMatchObject([{ result: 'done' }])
    await writeFile(join(folder, 'people.ndjson'), '{"key":"p"}\n')
    const failed = await importing(folder, '--quiet')
    expect(failed.status).toBe(1)
    expect(failed.stderr).toContain('people.ndjson:1: person p: /name: is missing')
  })

  it('has a rejected import, which changes nothing else and is reported until one succeeds', async () => {
    const before = await dumpOfRecord(fresh.databaseUrl)
    const whole = await readFile(join(folder, 'people.ndjson'), 'utf8')
    await writeFile(join(folder, 'people.ndjson'), `${whole}{"key":"p"}\n`)
    expect((await importing()).status).toBe(1)
    const error =
      '1 error in the source; nothing was imported; the first: people.ndjson:9: person p: /name: is missing'
    expect(await runs()).toEqual([
      { importer: 'bundle', source: 'town', result: 'refused', error, same: 0 },
    ])
    expect(await dumpOfRecord(fresh.databaseUrl)).toEqual(before)
    const [, , , , , imported, , , failed, ...more] = await listed()
    expect(imported).toMatch(/^imported \S+ from town$/)
    expect(failed).toMatch(/^refused \S+ from town: 1 error in the source; .*name: is missing$/)
    expect(more).toEqual([])

    await writeFile(join(folder, 'people.ndjson'), whole)
    expect((await importing()).status).toBe(0)
    expect(await listed()).toHaveLength(7)
  })

  it('has an import whose source could not be opened, without its full path', async () => {
    await rename(folder, `${folder}-away`)
    const ended = await importing()
    expect(ended).toMatchObject({
      status: 2,
      stderr: `reeve: ${folder} does not exist or cannot be read\n`,
    })
    expect(await runs()).toEqual([
      {
        importer: 'bundle',
        source: 'bundle',
        result: 'unopened',
        error: '…/out does not exist or cannot be read',
        same: 0,
      },
    ])
  })

  it('does not have a dry run, or an import into a missing municipality', async () => {
    const { status, stdout } = await importing(folder, '--dry-run')
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^Dry run: nothing was changed[.] An import into pemberley would add 0, change 0, leave \d+ the same and remove 0[.]\n$/m,
    )
    expect((await importing('/nowhere', '--dry-run')).status).toBe(2)
    expect((await run('import', 'escribe', folder, '--municipality', 'nowhere')).status).toBe(2)
    expect(await runs()).toEqual([])
  })

  it('is shown on the page of the municipality, and only counts successes as imports', async () => {
    expect((await importing()).status).toBe(0)
    const serving = await reeve.serve([], { DATABASE_URL: fresh.databaseUrl, METRICS: 'on' })
    const page = async (path: string) =>
      textOf(await (await fetch(`http://localhost:${serving.port}${path}`)).text())
    const age = async () =>
      /reeve_import_age_seconds\{\S+ (\d+)/.exec(await page('/metrics'))?.[1] ?? ''
    expect(await page('/pemberley/coverage')).not.toContain('Failed import')
    // A wrong argument or a rejected import says nothing about the council.
    expect((await importing('/nowhere')).status).toBe(2)
    const claim = await claimImporting(fresh.databaseUrl, town.slug)
    expect((await importing()).status).toBe(2)
    await claim.release()
    expect((await importing(folder, '--since', 'nowhen')).status).toBe(2)
    expect(await page('/pemberley/coverage')).not.toContain('Failed import')
    await writeFile(join(folder, 'people.ndjson'), '{"key":"p"}\n')
    expect((await importing()).status).toBe(1)
    expect(await page('/pemberley/coverage')).toContain('Failed import')
    // Nor does it hide a failure.
    expect((await importing('/nowhere')).status).toBe(2)
    expect(await page('/pemberley/coverage')).toContain('Failed import')
    expect(await page('/pemberley/coverage')).not.toContain('people.ndjson')
    expect(await page('/pemberley/coverage')).toContain('from town')
    expect(await age()).toMatch(/^\d+$/)
    serving.signal('SIGTERM')
    await serving.ended
  })
})

describe('concurrent imports', () => {
  it('of other councils do not wait for a source that does not respond', async () => {
    const requested = new EventEmitter()
    const hung = createServer(() => requested.emit('request')).listen(0, '127.0.0.1')
    await once(hung, 'listening')
    const url = `http://127.0.0.1:${(hung.address() as AddressInfo).port}/`
    const other = ['--csd', '3506008', '--timezone', 'America/Toronto']
    expect((await run('municipalities', 'add', 'meryton', ...other)).status).toBe(0)
    const words = ['import', 'open-civic-data', url, '--municipality', 'meryton']
    const waiting = reeve.start(words, { DATABASE_URL: fresh.databaseUrl })
    await once(requested, 'request')
    expect((await importing()).status).toBe(0)
    const second = await run(...words)
    expect(second.stderr).toMatch(/^reeve: another import or change of "meryton" is running; /)
    waiting.signal('SIGKILL')
    await waiting.ended
    hung.closeAllConnections()
    hung.close()
  })

  it('wait for each other to write, for as long as it takes', async () => {
    const lock = await holdWriteLock(fresh.databaseUrl, 'record')
    const waiting = new EventEmitter()
    const target = await findTarget(fresh.store, town.slug)
    if (target === undefined) throw new Error('no town')
    const imported = load(fresh.store, {
      target,
      source: sourceOf([]),
      prune: false,
      dryRun: false,
      clock: systemClock,
      onWait: () => waiting.emit('waiting'),
    })
    await once(waiting, 'waiting')
    await lock.release()
    expect((await imported).kinds.people).toEqual({ added: 0, changed: 0, same: 0, removed: 0 })
  })

  it('of one council are rejected before they read, and are not recorded', async () => {
    const claim = await claimImporting(fresh.databaseUrl, town.slug)
    const before = await dumpOfRecord(fresh.databaseUrl)
    const ended = await importing('/nowhere')
    await claim.release()
    const reason =
      'another import or change of "pemberley" is running; nothing was changed, try again when it has finished'
    expect(ended).toEqual({ status: 2, stdout: '', stderr: `reeve: ${reason}\n` })
    expect(await dumpOfRecord(fresh.databaseUrl)).toEqual(before)
    expect(await runs()).toEqual([])
  })

  const onFiles = engineUnderTest() === 'sqlite'
  if (onFiles)
    it('are rejected through a symbolic link too', async () => {
      const link = join(reeve.folder, 'link.db')
      await symlink(fresh.databaseUrl.replace('sqlite:', ''), link)
      const claim = await claimImporting(fresh.databaseUrl, town.slug)
      const words = ['import', 'bundle', folder, '--municipality', town.slug]
      const rejected = await reeve.call(words, { DATABASE_URL: `sqlite:${link}` })
      expect(rejected.stderr).toMatch(
        /^reeve: another import or change of "pemberley" is running; /,
      )
      await claim.release()
      expect((await reeve.call(words, { DATABASE_URL: `sqlite:${link}` })).status).toBe(0)
    })

  it('started together all end, and at least one succeeds', async () => {
    const words = ['import', 'bundle', folder, '--municipality', town.slug]
    const both = await Promise.all(
      [1, 2, 3].map(() => reeve.run(words, { DATABASE_URL: fresh.databaseUrl })),
    )
    const done = both.filter(({ status }) => status === 0).length
    expect(done).toBeGreaterThan(0)
    for (const { status, stderr } of both) {
      if (status !== 0) expect(stderr).toMatch(/^reeve: another import or change of "pemberley"/)
    }
    const results = (await runs()).map(({ result }) => result)
    expect(results).toEqual(Array(done).fill('done'))
  })
})
