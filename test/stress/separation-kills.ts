import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newReeve } from '../support/process/reeve.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import {
  emptyFolder,
  makeSeparations,
  type Separations,
  type StartingPoint,
  startingPoints,
} from './kit/separation.ts'
import { databaseCalls } from './kit/strace.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const main = resolve(import.meta.dirname, '../../dist/main.js')
const calls = [...databaseCalls, 'link', 'openat'].join()
const killedAgain = 0.3

interface Scene {
  folder: string
  trace: string
  random: Random
  separations: Separations
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const scene: Scene = {
    folder: join(reeve.folder, 'database'),
    trace: join(reeve.folder, 'trace.txt'),
    random: new Random(seed),
    separations: await makeSeparations(join(reeve.folder, 'templates')),
  }
  const times = new Map(startingPoints.map((point) => [point, watched(scene, point)]))
  let kills = 0
  try {
    for (let i = 0; i < size; i += 1) {
      const point = startingPoints[i % startingPoints.length] as StartingPoint
      const killedAt = killSome(scene, point, times.get(point) ?? [])
      kills += killedAt.length
      results.requests += 1
      for (const problem of finish(scene, point))
        results.fail(`${point}, killed at ${killedAt.join(' and ')}: ${problem}`)
      if (i % 20 === 19) log(`  ${i + 1} of ${size}`)
    }
    results.demand(kills >= size / 2, `only ${kills} of ${size} separations were killed`)
    const counts = startingPoints.map((point) => [`calls, ${point}`, times.get(point)?.length ?? 0])
    return results.outcome({ kills, ...Object.fromEntries(counts) })
  } finally {
    await reeve.remove()
  }
}

/** The calls of a separation, as injections: `fsync:signal=…:when=3`. */
function watched(scene: Scene, point: StartingPoint): string[] {
  emptyFolder(scene.folder)
  scene.separations.prepare(point, scene.folder)
  const { status, stderr } = migrateUnderStrace(scene)
  if (status !== 0) throw new Error(stderr)
  const counts = new Map<string, number>()
  return readFileSync(scene.trace, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, call = ''] = /^\d+ +(\w+)\(/.exec(line) ?? []
      if (call === '') return []
      const count = (counts.get(call) ?? 0) + 1
      counts.set(call, count)
      return line.includes(scene.folder) ? [`${call}:signal=SIGKILL:when=${count}`] : []
    })
}

/** Kills a separation, and sometimes the next start; returns where they were killed. */
function killSome(scene: Scene, point: StartingPoint, times: readonly string[]): string[] {
  emptyFolder(scene.folder)
  scene.separations.prepare(point, scene.folder)
  const killedAt: string[] = []
  do {
    const time = scene.random.pick(times)
    if (migrateUnderStrace(scene, time).signal === 'SIGKILL') killedAt.push(time)
  } while (scene.random.chance(killedAgain))
  return killedAt
}

function migrateUnderStrace(scene: Scene, time?: string) {
  const inject = time === undefined ? [] : ['-e', `inject=${time}`]
  const options = ['-y', '-qq', '-o', scene.trace, '-f', '-e', `trace=${calls}`, ...inject]
  return migrate(scene, ['strace', ...options])
}

function migrate({ folder }: Scene, under: readonly string[] = []) {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    DATABASE_URL: `sqlite:${join(folder, 'reeve.db')}`,
  }
  const [program = process.execPath, ...words] = [...under, process.execPath, main, 'migrate']
  return spawnSync(program, words, { cwd: folder, env, encoding: 'utf8' })
}

/** Starts until one succeeds; returns the errors in its result. */
function finish(scene: Scene, point: StartingPoint): string[] {
  const { status, stderr } = migrate(scene)
  if (status !== 0) return [`the next start ends with ${status}: ${stderr}`]
  const { stdout } = migrate(scene)
  return [
    ...(stdout === 'The schema is up to date.\n' ? [] : [`the start after that says ${stdout}`]),
    ...scene.separations.problemsIn(point, scene.folder),
  ]
}

export const separationKills: StressTest = {
  name: 'separation-kills',
  about: 'the separation of accounts into their own file is killed at any call, and then finished',
  counts: 'separations',
  sizes: { small: 6, large: 300 },
  run,
}
