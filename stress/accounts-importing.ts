import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Passwords } from '../src/access/accounts/passwords.ts'
import { insertAccount } from '../src/access/accounts/queries.ts'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { rowsOf } from '../test/support/database/inspector.ts'
import { withStore } from '../test/support/database/moving.ts'
import { databaseProblems } from '../test/support/database/problems.ts'
import { writeBundle } from '../test/support/imports/bundle-folder.ts'
import { newReeve, type Reeve, type Serving } from '../test/support/process/reeve.ts'
import { newVisitor, type Visitor } from '../test/support/site/visitor.ts'
import { townRecords } from '../test/support/towns/town.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const main = resolve(import.meta.dirname, '../dist/main.js')
const clients = 2
const slowestMs = 1000
const password = 'seven wet herons'
const attempt = { email: 'setup@example.ca', address: '127.0.0.1', device: undefined }
// Enough that no account exceeds its own limit on sign-ins.
const emails = Array.from({ length: 250 * clients }, (_, i) => `person${i}@example.ca`)

interface Scene {
  results: Results
  reeve: Reeve
  databaseUrl: string
  removeDatabase: () => Promise<void>
  env: Record<string, string>
  archive: string | undefined
  times: number[]
  /** Ids of keys whose creation was confirmed by a response; `revoked` has those whose revocation was. */
  made: Set<string>
  revoked: Set<string>
  imports: number
  addresses: number
}

async function run({ size, seed, timeoutFactor, log, archive }: Order): Promise<Outcome> {
  const scene = await openScene(archive)
  const { results, reeve, times } = scene
  try {
    let serving = await serve(scene)
    const importing = startImports(scene)
    await importing.begun
    await Promise.all(
      Array.from({ length: clients }, (_, i) =>
        work(scene, serving, i, { least: size / clients, importing }),
      ),
    )
    const importMs = importing.firstMs() ?? 0
    await importing.end()
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    results.demand(
      p99 <= slowestMs * timeoutFactor,
      `the slowest hundredth takes ${Math.round(p99)} ms`,
    )
    log(`  ${times.length} writes, p99 ${Math.round(p99)} ms, ${scene.imports} imports`)
    const kills = Math.max(2, Math.round(size / 10))
    const random = new Random(seed)
    for (let i = 0; i < kills; i += 1)
      serving = await killOne(scene, serving, random, { i, importMs })
    serving.signal('SIGTERM')
    await serving.ended
    const metrics = {
      writes: times.length,
      p99Ms: Math.round(p99),
      kills,
      importMs: Math.round(importMs),
    }
    return results.outcome(metrics)
  } finally {
    await reeve.remove()
    await scene.removeDatabase()
  }
}

async function openScene(archive: string | undefined): Promise<Scene> {
  const reeve = newReeve()
  const { databaseUrl, remove: removeDatabase } = await emptyDatabase()
  const env = { PATH: process.env.PATH ?? '', HOME: reeve.folder, DATABASE_URL: databaseUrl }
  await reeve.create(databaseUrl)
  const password_hash = await new Passwords().hash(password, attempt)
  await withStore(databaseUrl, async ({ db }) => {
    for (const email of emails)
      await insertAccount(db, {
        id: email,
        email,
        created_at: new Date().toISOString(),
        password_hash,
      })
  })
  const empty = { times: [], made: new Set<string>(), revoked: new Set<string>() }
  if (archive === undefined) writeBundle(join(reeve.folder, 'bundle'), manyRecords())
  return {
    results: new Results(),
    reeve,
    databaseUrl,
    removeDatabase,
    env,
    archive,
    ...empty,
    imports: 0,
    addresses: 0,
  }
}

/** Copies of the town's record, so that an import writes for seconds. */
function manyRecords() {
  const text = JSON.stringify(townRecords())
  const copies = Array.from({ length: 30 }, (_, i) =>
    JSON.parse(text.replace(/"((?:[a-z_]+_)?key)":"([^"]*)"/g, `"$1":"$2 ${i}"`)),
  )
  return copies.flat() as ReturnType<typeof townRecords>
}

function serve({ reeve, databaseUrl }: Scene): Promise<Serving> {
  const settings = { KEYS_PER_ACCOUNT: '1000', TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '1000000' }
  return reeve.serve([], { DATABASE_URL: databaseUrl, ...settings })
}

/** Imports the record into new municipalities, one after another. */
function startImports(scene: Scene) {
  let isOver = false
  let child: ChildProcess | undefined
  let firstMs: number | undefined
  const started = performance.now()
  const all = async () => {
    while (!isOver) {
      child = await startImport(scene)
      await once(child, 'close')
      firstMs ??= performance.now() - started
    }
  }
  const ended = all()
  const begun = (async () => {
    while (child === undefined) await pause(20)
  })()
  const end = async () => {
    isOver = true
    child?.kill('SIGKILL')
    await ended
  }
  return { begun, end, firstMs: () => firstMs }
}

async function startImport(scene: Scene): Promise<ChildProcess> {
  const { archive, env, reeve } = scene
  scene.imports += 1
  const slug = `town-${scene.imports}`
  const division = 'ocd-division/country:us/state:ny/place:new_york'
  const options = ['--name', slug, '--timezone', 'America/New_York', '--division', division]
  if (archive !== undefined) await reeve.run(['municipalities', 'add', slug, ...options], env)
  const source = archive === undefined ? ['bundle', 'bundle'] : ['legistar-archive', archive]
  const words = [main, 'import', ...source, '--municipality', slug]
  return spawn(process.execPath, words, { cwd: reeve.folder, env, stdio: 'ignore' })
}

/**
 * One client: signs in, creates a key, uses and revokes it, at least `least` times and until the first import has
 * ended.
 */
async function work(
  scene: Scene,
  serving: Serving,
  client: number,
  { least, importing }: { least: number; importing: ReturnType<typeof startImports> },
) {
  for (let i = 0; i < least || importing.firstMs() === undefined; i += 1) {
    const email = emails[(client + clients * i) % emails.length] ?? ''
    await round(scene, serving, email).catch((error: Error) => {
      scene.results.fail(`client ${client}, turn ${i}: ${error.message}`)
    })
  }
}

async function round(scene: Scene, { port }: Serving, email: string): Promise<void> {
  const { results, databaseUrl, made, revoked } = scene
  const url = `http://127.0.0.1:${port}`
  const visitor = newVisitor({ url })
  await post(scene, visitor, '/login', { email, password }, 303)
  const { body } = await post(scene, visitor, '/settings/api-keys', { name: 'one' }, 200)
  const key = /rv_[0-9a-f]{64}/.exec(body)?.[0] ?? ''
  const find = 'select id from api_keys where prefix = ?'
  const [row] = await rowsOf<{ id: string }>(databaseUrl, find, key.slice(0, 11))
  const id = row?.id ?? ''
  made.add(id)
  const fetchOnce = async () => {
    const target = `${url}/api/v1/nowhere/test`
    return (await fetch(target, { headers: { 'x-api-key': key } })).status
  }
  results.demand((await fetchOnce()) === 404, 'a key that was just made is not taken')
  await post(scene, visitor, `/settings/api-keys/${id}/revoke`, {}, 303)
  revoked.add(id)
  for (let i = 0; i < 3; i += 1)
    results.demand((await fetchOnce()) === 401, 'a key works after the response to its revocation')
}

async function post(
  scene: Scene,
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
  expected: number,
) {
  scene.addresses += 1
  const { addresses } = scene
  const address = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address }
  const started = performance.now()
  const response = await visitor.post(path, fields, headers)
  scene.times.push(performance.now() - started)
  scene.results.note(response.status)
  if (response.status !== expected) throw new Error(`${path}: ${response.status}`)
  return response
}

/**
 * Kills an importer or the server while both write; afterwards both files must be sound and have all confirmed changes.
 */
async function killOne(
  scene: Scene,
  serving: Serving,
  random: Random,
  { i, importMs }: { i: number; importMs: number },
) {
  const { results, databaseUrl, made, revoked } = scene
  const importer = await startImport(scene)
  const gone = once(importer, 'close')
  const killsServer = i % 2 === 1
  let isOver = false
  const working = (async () => {
    // A killed server fails requests, which are not errors.
    while (!isOver) await round(scene, serving, random.pick(emails)).catch(() => pause(5))
  })()
  await Promise.race([pause(random.below(Math.ceil(importMs))), gone])
  isOver = true
  if (killsServer) serving.signal('SIGKILL')
  importer.kill('SIGKILL')
  await Promise.all([gone, working])
  if (killsServer) await serving.ended
  const what = `kill ${i + 1}, of the ${killsServer ? 'server' : 'importer'}`
  for (const problem of await databaseProblems(databaseUrl)) results.fail(`${what}: ${problem}`)
  type Key = { id: string; revoked_at: string | null }
  const keys = await rowsOf<Key>(databaseUrl, 'select id, revoked_at from api_keys')
  const revokedAt = new Map(keys.map(({ id, revoked_at }) => [id, revoked_at]))
  for (const id of made) results.demand(revokedAt.has(id), `${what}: key ${id} is lost`)
  for (const id of revoked)
    results.demand(typeof revokedAt.get(id) === 'string', `${what}: the revoke of ${id} is lost`)
  return killsServer ? serve(scene) : serving
}

export const accountsImporting: StressTest = {
  name: 'accounts-import',
  about: 'sign-ins, new keys and revocations during imports; then importer and server are killed',
  counts: 'rounds, with a kill after every tenth',
  sizes: { small: 10, large: 500 },
  run,
}
