import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { rowsOf } from '../../../test/support/database/inspector.ts'
import { type Front, startFront } from '../../../test/support/http/front.ts'
import { changed, without } from '../../../test/support/imports/municipality.ts'
import { expectError } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { differences, startMirror, sync } from '../../../test/support/service/mirror.ts'
import { publishFiles } from '../../../test/support/service/publish-files.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { town, townRecords } from '../../../test/support/towns/town.ts'

const records = townRecords()
let publishDir: string
let origin: Service
let front: Front
let mirror: Service
beforeEach(async () => {
  publishDir = await mkdtemp(join(tmpdir(), 'reeve-published-'))
  origin = await startService({ settings: { publishDir } })
  front = await startFront(origin.url)
  mirror = await startMirror(town)
  await publishTown()
})
afterEach(async () => {
  await mirror.stop()
  await origin.stop()
  await rm(publishDir, { recursive: true })
})

const publishTown = () => publishFiles(origin, town.slug, publishDir)
const read = (given: Partial<Parameters<typeof sync>[2]> = {}) =>
  sync(mirror, town.slug, { from: `${front.url}/${town.slug}`, ...given })
const filesRead = () =>
  front.requests.map(({ path }) => path).filter((path) => path.endsWith('changes.ndjson.gz'))
const detail = async (service: Service, path: string) => {
  const { data } = (await service.v1(path)).json
  return { ...data, url: null, updated_at: null }
}
const noChange = { added: 0, changed: 0, same: 0, removed: 0 }
const tokenRead = async () => {
  const [row] = await rowsOf(mirror.databaseUrl, 'select sync_token as token from read_sources')
  return row?.token
}

it('has everything that a copy with a key has, and continues from there with one', async () => {
  await read()
  const byFiles = await differences(origin, mirror)
  const other = await startMirror(town)
  onTestFinished(() => other.stop())
  await sync(other, town.slug, { from: `${origin.url}/${town.slug}`, key: origin.key })
  expect(byFiles).toEqual(await differences(origin, other))
  expect(front.requests.filter(({ key }) => key !== undefined)).toEqual([])
  await importRecords(origin, changed(records, 'motion', 'v-4', { result: 'Defeated' }))
  const { kinds } = await read({ key: origin.key })
  expect(kinds.motions).toEqual({ added: 0, changed: 1, same: 0, removed: 0 })
})

it('reads files again once there are newer ones, and removes what those lack', async () => {
  await read()
  front.requests.length = 0
  await importRecords(origin, without(records, 'v-4'), { prune: true, isPartial: true })
  const { kinds } = await read()
  for (const kind of Object.values(kinds)) expect(kind).toEqual(noChange)
  expect(filesRead()).toEqual([])
  const { sync_token } = await publishTown().then(async () =>
    JSON.parse(await readFile(join(publishDir, town.slug, 'datapackage.json'), 'utf8')),
  )
  expect((await read()).kinds.motions).toMatchObject({ removed: 1 })
  expect(filesRead()).toHaveLength(1)
  expectError(await mirror.v1('motions/motion-2024-4'), 'MOTION_NOT_FOUND')
  expect(await tokenRead()).toBe(sync_token)
})

it('keeps what it read with a key if the files are older', async () => {
  await importRecords(origin, changed(records, 'motion', 'v-4', { result: 'Defeated' }))
  await read({ key: origin.key })
  const token = await tokenRead()
  await read()
  expect(await detail(mirror, 'motions/motion-2024-4')).toEqual(
    await detail(origin, 'motions/motion-2024-4'),
  )
  expect(await tokenRead()).toBe(token)
})

it('reads the files of any server, whole if it sends no parts', async () => {
  const server = createServer(async ({ url = '' }, response) => {
    const file = await readFile(join(publishDir, url)).catch(() => undefined)
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const folder = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${town.slug}`
  await read({ from: `${folder}/datapackage.json`, policy: { bytesMax: 1_000_000 } })
  const motion = 'motions/motion-2024-4'
  expect(await detail(mirror, motion)).toEqual(await detail(origin, motion))
  const { kinds } = await read({ from: `${folder}/datapackage.json` })
  for (const kind of Object.values(kinds)) expect(kind).toEqual(noChange)
})

it('continues a file where the connection was lost', async () => {
  const files = join(publishDir, town.slug)
  const [list, described] = ['changes.ndjson.gz', 'datapackage.json'].map((name) =>
    join(files, name),
  ) as [string, string]
  // Without compression, it has several parts.
  const large = gzipSync(gunzipSync(await readFile(list)), { level: 0 })
  const hash = `sha256:${createHash('sha256').update(large).digest('hex')}`
  await writeFile(list, large)
  const { resources, ...others } = JSON.parse(await readFile(described, 'utf8'))
  const changes = { path: 'changes.ndjson.gz', bytes: large.length, hash }
  await writeFile(described, JSON.stringify({ ...others, resources: [changes] }))
  const resume = join(publishDir, 'kept')
  const requested = () => front.requests.flatMap(({ range }) => range ?? [])
  front.intercept = ({ range }, response) => {
    if (range === undefined || range.startsWith('bytes=0-')) return false
    response.destroy()
    return true
  }
  await expect(read({ resume, policy: { attempts: 2 } })).rejects.toThrow('did not respond')
  const [first = '', second = '', ...again] = requested()
  expect(again).toEqual([second])
  front.requests.length = 0
  front.intercept = () => false
  await read({ resume })
  expect(requested()).not.toContain(first)
  expect(requested()).toContain(second)
  const motion = 'motions/motion-2024-4'
  expect(await detail(mirror, motion)).toEqual(await detail(origin, motion))
})

it.each<[string, string, (files: string) => Promise<unknown>]>([
  ['there are none', 'publishes no files of pemberley', (files) => rm(files, { recursive: true })],
  [
    'the list is another one',
    'is not the file that datapackage.json describes',
    (files) => writeFile(join(files, 'changes.ndjson.gz'), 'x'.repeat(100_000)),
  ],
  [
    'their description is none',
    'did not respond as Reeve does',
    async (files) => {
      const path = join(files, 'datapackage.json')
      const described = JSON.parse(await readFile(path, 'utf8'))
      await writeFile(path, JSON.stringify({ ...described, sync_token: undefined }))
    },
  ],
])('imports nothing if %s', async (_, reason, damage) => {
  await damage(join(publishDir, town.slug))
  await expect(read()).rejects.toThrow(reason)
  expect((await mirror.v1('motions')).json.data).toEqual([])
})
