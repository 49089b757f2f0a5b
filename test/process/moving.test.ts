import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { addMunicipality } from '../../src/importers/load/municipalities.ts'
import {
  fillDatabase,
  hashOf,
  type ServedSite,
  sampleDay,
  serveSite,
  withStore,
} from '../support/database/moving.ts'
import { type PostgresServer, startPostgres } from '../support/database/postgres-server.ts'
import { databaseProblems } from '../support/database/problems.ts'
import { freePort } from '../support/process/checkout.ts'
import { type Ended, newReeve, type Reeve } from '../support/process/reeve.ts'
import { writeLowmere } from '../support/sample/service.ts'
import { crawl } from '../support/service/crawl.ts'
import { otherTown } from '../support/service/import-records.ts'
import { newVisitor, type Visitor } from '../support/site/visitor.ts'
import { town } from '../support/towns/town.ts'

let reeve: Reeve
let postgres: PostgresServer
beforeAll(async () => {
  reeve = newReeve()
  postgres = await startPostgres()
})
afterAll(async () => {
  await reeve.remove()
  await postgres.remove()
})

/** Takes down a file that no record has yet. */
function takeDown(databaseUrl: string, name: string): Promise<Ended> {
  const file = ['--document', `https://files.example/${name}.pdf`, '--even-if-absent']
  const words = ['takedown', 'add', '-m', town.slug, ...file, '--reason', 'A letter.']
  return reeve.call(words, { DATABASE_URL: databaseUrl })
}

/** Copies with the built command; returns the hash of both databases. */
async function move(from: string, to: string): Promise<string> {
  const settings = { DATABASE_URL: from, TARGET_DATABASE_URL: to }
  const ended = await reeve.call(['migrate-to', '--json'], settings)
  expect(ended, ended.stderr).toMatchObject({ status: 0 })
  return JSON.parse(ended.stdout).sha256
}

interface Holders {
  visitor: Visitor
  active: string
  revoked: string
  resetPath: string
}

/** A signed-in user with an active key, a revoked key and an unused reset link. */
async function createHolders(site: ServedSite, databaseUrl: string): Promise<Holders> {
  const visitor = newVisitor(site)
  const { email } = await visitor.signUp()
  const active = await visitor.makeKey('kept')
  const revoked = await visitor.makeKey('lost')
  for (const key of [active, revoked]) {
    expect((await site.v1('meetings', { key })).status).toBe(200)
  }
  const cli = (...words: string[]) => reeve.call(words, { DATABASE_URL: databaseUrl })
  const lines = (await cli('keys', 'list')).stdout.split('\n')
  const [id = ''] = lines.find((line) => line.includes('\tlost\t'))?.split('\t') ?? []
  expect((await cli('keys', 'revoke', id)).status).toBe(0)
  expect((await takeDown(databaseUrl, 'first')).stdout).toMatch(/^Took down 1 /m)
  const link = (await cli('accounts', 'reset-link', email)).stdout.trim()
  return { visitor, active, revoked, resetPath: new URL(link).pathname }
}

/** Asserts that session, keys and link still have their state. */
async function expectHolders(site: ServedSite, holders: Holders): Promise<void> {
  expect((await site.v1('meetings', { key: holders.active })).status).toBe(200)
  expect((await site.v1('meetings', { key: holders.revoked })).status).toBe(401)
  const visitor = newVisitor(site)
  for (const [name, value] of holders.visitor.cookies) visitor.cookies.set(name, value)
  const settings = await visitor.get('/settings/api-keys')
  expect(settings.status).toBe(200)
  expect(settings.body).toContain('kept')
  expect((await newVisitor(site).get('/settings/api-keys')).status).not.toBe(200)
  expect((await newVisitor(site).get(holders.resetPath)).status).toBe(200)
}

/** Every response of both APIs, and the matches of a search for one word, in order. */
async function responsesOf(site: ServedSite): Promise<Record<string, string>> {
  const { v1, ocd } = await crawl(site)
  const bodies = [...v1, ...ocd].map(([path, { body, headers }]) => [
    path,
    `${headers.get('etag')} ${body.replace(/"request_id":"[^"]*"/, '')}`,
  ])
  const matches = (await site.v1('search?q=ditch&per_page=100')).json.data
  const slugs = matches.map((item: { slug: string }) => item.slug)
  return { ...Object.fromEntries(bodies), matches: slugs.join(' ') }
}

describe('a copy from SQLite to PostgreSQL and back', () => {
  const urls = { sqlite: '', postgres: '', back: '' }
  let active = ''
  let port: number
  let holders: Holders
  let before: Record<string, string>

  beforeAll(async () => {
    urls.sqlite = `sqlite:${join(reeve.folder, 'first.db')}`
    urls.back = `sqlite:${join(reeve.folder, 'back.db')}`
    urls.postgres = postgres.url('moved')
    await postgres.run('create database moved')
    await fillDatabase(urls.sqlite)
    port = await freePort()
    const site = await serveSite(reeve, urls.sqlite, { port, key: () => active })
    holders = await createHolders(site, urls.sqlite)
    active = holders.active
    before = await responsesOf(site)
    await site.stop()
  })

  async function expectSameService(databaseUrl: string): Promise<void> {
    const site = await serveSite(reeve, databaseUrl, { port, key: () => active })
    await expectHolders(site, holders)
    const after = await responsesOf(site)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual([])
    await site.stop()
  }

  it('keeps the hash, the keys, the sessions and every response', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(250)
    expect(before.matches?.split(' ').length).toBeGreaterThan(10)
    const hash = await move(urls.sqlite, urls.postgres)
    expect((await hashOf(urls.sqlite)).sha256).toBe(hash)
    expect(await hashOf(urls.postgres)).toEqual(await hashOf(urls.sqlite))
    const { tables } = await hashOf(urls.postgres)
    for (const name of [
      ...['accounts', 'api_keys', 'key_usage', 'sessions', 'reset_links', 'votes'],
      'takedowns',
    ])
      expect(tables[name]?.rows, name).toBeGreaterThan(0)
    await expectSameService(urls.postgres)

    const back = await move(urls.postgres, urls.back)
    expect(await hashOf(urls.back)).toEqual(await hashOf(urls.postgres))
    expect((await hashOf(urls.back)).sha256).toBe(back)
    expect(await databaseProblems(urls.back)).toEqual([])
    await expectSameService(urls.back)
  })

  it('does not reuse ids of deleted rows, and imports nothing twice', async () => {
    const folder = join(reeve.folder, 'lowmere')
    writeLowmere(folder, sampleDay)
    const words = ['import', 'bundle', folder, '--municipality', 'lowmere', '--json']
    const last = (databaseUrl: string, table: string) =>
      withStore(databaseUrl, ({ db, dialect }) => dialect.lastIdOf(db, table))
    const votes = await last(urls.sqlite, 'votes')
    const municipalities = await last(urls.sqlite, 'municipalities')
    for (const databaseUrl of [urls.postgres, urls.back]) {
      const { stdout } = await reeve.call(words, { DATABASE_URL: databaseUrl })
      const { kinds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
      for (const { added, changed, removed } of Object.values<Record<string, number>>(kinds))
        expect([added, changed, removed]).toEqual([0, 0, 0])
      expect(await last(databaseUrl, 'votes')).toBe(votes)
      const added = await withStore(databaseUrl, (store) =>
        addMunicipality(store, otherTown, systemClock),
      )
      expect(added.id).toBe(municipalities + 1)
      expect((await takeDown(databaseUrl, 'second')).stdout).toMatch(/^Took down 2 /m)
    }
    const highest = await withStore(urls.back, ({ db }) =>
      db.selectFrom('votes').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow(),
    )
    expect(highest.id).toBeLessThan(votes)
  })

  it('can have the same engine', async () => {
    await postgres.run('create database again')
    const file = `sqlite:${join(reeve.folder, 'again.db')}`
    await move(urls.back, file)
    await move(urls.postgres, postgres.url('again'))
    expect(await hashOf(file)).toEqual(await hashOf(urls.back))
    expect(await hashOf(postgres.url('again'))).toEqual(await hashOf(urls.postgres))
    const counts = await postgres.run(
      'select (select count(*) from search_vectors)::int as vectors, (select count(*) from search_documents)::int as documents',
      'again',
    )
    expect(counts[0]?.vectors).toBe(counts[0]?.documents)
    expect(counts[0]?.vectors).toBeGreaterThan(1500)
  })
})
