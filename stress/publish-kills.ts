import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { writeBundle } from '../test/support/imports/bundle-folder.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { town, townRecords } from '../test/support/towns/town.ts'
import { endedAfter, endedOnFullDisk } from './kit/interrupted.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

interface Scene {
  results: Results
  reeve: Reeve
  publish: { words: string[]; folder: string; env: Record<string, string> }
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const scene = await openScene()
  const ends = { SIGKILL: 0, SIGTERM: 0, full: 0, replaced: 0 }
  try {
    let wholeMs = await endedAfter(scene.publish, 'SIGKILL', Number.POSITIVE_INFINITY)
    for (let i = 0; i < size; i += 1) {
      const before = checkFiles(scene, 'before')
      const how = (['SIGKILL', 'SIGTERM', 'full'] as const)[i % 3] ?? 'full'
      ends[how] += 1
      if (how === 'full') fillDisk(scene, 1 + random.below(80))
      else {
        const afterMs = random.below(Math.ceil(wholeMs * 1.1))
        const tookMs = await endedAfter(scene.publish, how, afterMs)
        if (tookMs < afterMs) wholeMs = tookMs
      }
      ends.replaced += Number(checkFiles(scene, how) !== before)
      await checkNext(scene, how)
      if (i % 20 === 19) log(`  ${i + 1} of ${size}`)
    }
    return scene.results.outcome(ends)
  } finally {
    await scene.reeve.remove()
  }
}

async function openScene(): Promise<Scene> {
  const reeve = newReeve()
  const databaseUrl = `sqlite:${join(reeve.folder, 'reeve.db')}`
  const folder = join(reeve.folder, 'bundle')
  writeBundle(folder, townRecords())
  await reeve.create(databaseUrl)
  const env = { PATH: process.env.PATH ?? '', HOME: reeve.folder, DATABASE_URL: databaseUrl }
  const { status, stderr } = await reeve.run(
    ['import', 'bundle', folder, '--municipality', town.slug],
    env,
  )
  if (status !== 0) throw new Error(stderr)
  const publish = { words: ['publish', 'out', '-m', town.slug], folder: reeve.folder, env }
  return { results: new Results(), reeve, publish }
}

/** Publishes on a disk that is full from write number `at`. */
function fillDisk({ publish, results }: Scene, at: number): void {
  // Not `write`, which also writes to pipes.
  const { status, stderr } = endedOnFullDisk(publish, 'pwrite64,fsync,mkdir,rename,symlink', at)
  if (status === 0) return
  results.demand(
    /^reeve: [^\n]+\n$/.test(stderr),
    `full from ${at} on: says ${stderr.slice(0, 300)}`,
  )
}

/** Every file must be as datapackage.json says; returns the folder that has them. */
function checkFiles({ reeve, results }: Scene, how: string): string {
  results.requests += 1
  const folder = realpathSync(join(reeve.folder, 'out', town.slug))
  const { resources } = JSON.parse(readFileSync(join(folder, 'datapackage.json'), 'utf8'))
  for (const { path, hash } of resources) {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    results.demand(hash === `sha256:${sha256}`, `${how}: ${path} is not whole`)
  }
  return folder
}

async function checkNext(scene: Scene, how: string): Promise<void> {
  const { reeve, publish, results } = scene
  const { status, stderr } = await reeve.run(publish.words, publish.env)
  results.demand(status === 0, `after ${how}: the next one ends with ${status}: ${stderr}`)
  checkFiles(scene, `after ${how}`)
  const left = readdirSync(join(reeve.folder, 'out'))
  results.demand(left.length === 2, `after ${how}: ${left} are left`)
}

export const publishKills: StressTest = {
  name: 'publish-kills',
  about: 'publishing is killed, stopped or runs on a full disk, and the former files stay whole',
  counts: 'publications',
  sizes: { small: 6, large: 30 },
  run,
}
