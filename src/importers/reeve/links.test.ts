import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { dumpOf } from '../../../test/support/database/dump.ts'
import { startBreakingLink } from '../../../test/support/http/breaking-link.ts'
import { type Intercept, startFront } from '../../../test/support/http/front.ts'
import { seed } from '../../../test/support/project/random-seed.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { differences, startMirror, sync } from '../../../test/support/service/mirror.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { town, townRecords } from '../../../test/support/towns/town.ts'
import { RequestError } from '../kit/retries.ts'

let origin: Service
beforeAll(async () => {
  origin = await startService()
})
afterAll(() => origin?.stop())

/** An empty folder for what is temporary. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-link-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  return folder
}

const isChanges = (path: string) => path.includes('/changes')

describe('a copy over a server that does not respond with the list', () => {
  let mirror: Service
  let before: Awaited<ReturnType<typeof dumpOf>>
  beforeAll(async () => {
    mirror = await startMirror(town)
  })
  beforeEach(async () => {
    before = await dumpOf(mirror.databaseUrl)
  })
  afterAll(() => mirror?.stop())

  /** The error of a read, which changed no record and told no key. */
  async function failure(given: Partial<Parameters<typeof sync>[2]>, intercept?: Intercept) {
    const { url, requests } = await startFront(origin.url, intercept)
    const from = `${url}/${town.slug}`
    const key = origin.key
    const error = await sync(mirror, town.slug, { from, key, ...given }).then(
      () => undefined,
      (thrown: Error) => thrown.message.replaceAll(url, 'there').replaceAll(/\?\S*/g, ''),
    )
    const after = await dumpOf(mirror.databaseUrl)
    for (const table of ['record_versions', 'read_sources', 'organizations'])
      expect(after[table], table).toEqual(before[table])
    expect(JSON.stringify(after)).not.toContain(key)
    expect(error).not.toContain(key)
    return { error, requests, list: `there/api/v1/${town.slug}/changes` }
  }

  it('says which setting has the key if that is wrong', async () => {
    const { error, list } = await failure({ key: 'rv_wrong' })
    expect(error).toBe(
      `${list} responded with 401; nothing was imported; set SOURCE_KEY to a key of there`,
    )
  })

  it('ends if the server asks for a long pause', async () => {
    const { error, list, requests } = await failure({}, ({ path }, response) => {
      if (!isChanges(path)) return false
      response.writeHead(429, { 'retry-after': '3600' }).end()
      return true
    })
    expect(error).toBe(`${list} asked to retry after 3600 s; nothing was imported`)
    expect(requests.filter(({ path }) => isChanges(path))).toHaveLength(1)
  })

  it.each(['/api/v1', '/api/v1/municipalities', '/changes'])(
    'sends no key to another host, to which %s redirects',
    async (part) => {
      const other = await startFront(origin.url)
      const { error } = await failure({}, ({ path }, response) => {
        if (!path.replace(/\?.*/, '').endsWith(part)) return false
        response.writeHead(302, { location: other.url + path }).end()
        return true
      })
      expect(error).toContain(`redirects to another server, ${other.url}; nothing was imported`)
      expect(other.requests).toEqual([])
    },
  )

  it('sends the key to no address but the list of changes', async () => {
    const { requests } = await failure({}, ({ path, key }, response) => {
      if (key === undefined) return false
      expect(isChanges(path)).toBe(true)
      response.writeHead(500).end()
      return true
    })
    expect(requests.filter(({ key }) => key !== undefined)).toHaveLength(4)
  })

  it('names a record that is larger than a response may be', async () => {
    const { error, list } = await failure({ policy: { bytesMax: 1500 } })
    expect(error).toBe(`${list} sent more than 1500 bytes; nothing was imported`)
  })

  it('leaves no folder behind', async () => {
    const folder = ownFolder()
    await failure({ key: 'rv_wrong' })
    await failure({ from: `${origin.url}/nowhere` })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a copy that succeeds', () => {
  let whole: Map<string, unknown>
  const newMirror = async () => {
    const mirror = await startMirror(town)
    onTestFinished(() => mirror.stop())
    return mirror
  }
  beforeAll(async () => {
    const mirror = await startMirror(town)
    await sync(mirror, town.slug, { from: `${origin.url}/${town.slug}`, key: origin.key })
    whole = await differences(origin, mirror)
    await mirror.stop()
  })

  it('waits as long as the server asks', async () => {
    const times: number[] = []
    const { url } = await startFront(origin.url, ({ path }, response) => {
      if (!isChanges(path)) return false
      times.push(performance.now())
      if (times.length > 1) return false
      response.writeHead(429, { 'retry-after': '1' }).end()
      return true
    })
    const mirror = await newMirror()
    await sync(mirror, town.slug, { from: `${url}/${town.slug}`, key: origin.key })
    const [first = 0, second = 0] = times
    expect(second - first).toBeGreaterThanOrEqual(999)
  })

  it('requests shorter pages after one that is larger than a response may be', async () => {
    const { url, requests } = await startFront(origin.url)
    const mirror = await newMirror()
    const from = `${url}/${town.slug}`
    await sync(mirror, town.slug, { from, key: origin.key, policy: { bytesMax: 20_000 } })
    const sizes = requests.map(({ path }) => /changes.*per_page=(\d+)/.exec(path)?.[1])
    expect(new Set(sizes.filter(Boolean))).toEqual(new Set(['100', '10', '1']))
    const paths = requests.map(({ path }) => path)
    expect(paths).toEqual([...new Set(paths)])
    expect(await differences(origin, mirror)).toEqual(whole)
  })

  it('has everything after a link that broke 100 times', async () => {
    const [words] = fc.sample(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), {
      seed,
      numRuns: 1,
    })
    const random = () => words?.next().value ?? 0
    const link = await startBreakingLink(origin.port, { times: 100, random })
    const mirror = await newMirror()
    const resume = ownFolder()
    const from = `${link.url}/${town.slug}`
    // Pages of one record, so that there is enough to break.
    const policy = { bytesMax: 20_000, attempts: 7 }
    const read = () => sync(mirror, town.slug, { from, key: origin.key, resume, policy })
    for (let isRead = false; !isRead; )
      isRead = await read().then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(RequestError)
          expect(error).toMatchObject({ isPermanent: false })
          return false
        },
      )
    expect(link.breaks()).toBe(100)
    expect(await differences(origin, mirror)).toEqual(whole)
    const { kinds } = await read()
    for (const kind of Object.values(kinds))
      expect(kind).toEqual({ added: 0, changed: 0, same: 0, removed: 0 })
  })
})

it('a municipality with records of its own keeps them', async () => {
  const taken = await startService()
  onTestFinished(() => taken.stop())
  const from = `${origin.url}/${town.slug}`
  const folder = ownFolder()
  await expect(sync(taken, town.slug, { from, key: origin.key })).rejects.toMatchObject({
    errors: [{ reason: expect.stringContaining('choose another slug, with --slug') }],
  })
  expect(readdirSync(folder)).toEqual([])
  const { kinds } = await importRecords(taken, townRecords())
  for (const { added, changed, removed } of Object.values(kinds))
    expect({ added, changed, removed }).toEqual({ added: 0, changed: 0, removed: 0 })
})
