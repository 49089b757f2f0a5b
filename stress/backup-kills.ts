import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { accountsPathOf } from '../src/store/dialect/sqlite-file.ts'
import { openBothFiles } from '../test/support/database/sqlite-database.ts'
import { writeBundle } from '../test/support/imports/bundle-folder.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { town, townRecords } from '../test/support/towns/town.ts'
import { endedAfter, endedOnFullDisk } from './kit/interrupted.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const counted = ['meetings', 'motions', 'votes', 'accounts', 'api_keys'] as const

interface Scene {
  results: Results
  reeve: Reeve
  env: Record<string, string>
  /** `contentOf` a complete backup. */
  expected: string
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const scene = await openScene()
  const ends = { SIGKILL: 0, SIGTERM: 0, full: 0, whole: 0 }
  try {
    let wholeMs = await endedAfter(backup(scene, 'first.db'), 'SIGKILL', Number.POSITIVE_INFINITY)
    for (let i = 0; i < size; i += 1) {
      const name = `backup-${i}.db`
      const how = (['SIGKILL', 'SIGTERM', 'full'] as const)[i % 3] ?? 'full'
      ends[how] += 1
      if (how === 'full') fillDisk(scene, name, 1 + random.below(200))
      else {
        const afterMs = random.below(Math.ceil(wholeMs * 1.1))
        const tookMs = await endedAfter(backup(scene, name), how, afterMs)
        if (tookMs < afterMs) wholeMs = tookMs
      }
      ends.whole += await checkState(scene, name, how)
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
  for (const words of [
    ['import', 'bundle', folder, '--municipality', town.slug],
    ['keys', 'create', '--email', 'a@example.ca'],
  ]) {
    const { status, stderr } = await reeve.run(words, { DATABASE_URL: databaseUrl })
    if (status !== 0) throw new Error(stderr)
  }
  const env = { PATH: process.env.PATH ?? '', HOME: reeve.folder, DATABASE_URL: databaseUrl }
  const scene = { results: new Results(), reeve, env, expected: '' }
  await reeve.run(['backup', 'expected.db'], env)
  return { ...scene, expected: contentOf(join(reeve.folder, 'expected.db')) }
}

const backup = ({ reeve, env }: Scene, name: string) => ({
  words: ['backup', name],
  folder: reeve.folder,
  env,
})

/** Runs a backup whose disk is full from write number `at`. */
function fillDisk(scene: Scene, name: string, at: number): void {
  const { results } = scene
  const { status, stderr } = endedOnFullDisk(backup(scene, name), 'pwrite64,fsync', at)
  if (status === 0) return
  // Opening the database writes too; its failure has the exit code of an invalid setting.
  const opens = stderr.startsWith('reeve: cannot open the database ')
  results.demand(status === (opens ? 2 : 1), `full from write ${at} on: exit code ${status}`)
  const line = /^reeve: cannot (write|open the database) \S+: [^\n]+\n$/
  results.demand(line.test(stderr), `full from write ${at} on: says ${stderr.slice(0, 300)}`)
}

/** The files must be missing or complete, and the next backup to it must succeed; returns 1 if it was complete. */
async function checkState({ reeve, env, results, expected }: Scene, name: string, how: string) {
  results.requests += 1
  const file = join(reeve.folder, name)
  const isThere = existsSync(file)
  if (isThere) results.demand(contentOf(file) === expected, `${name}, ${how}: it is not whole`)
  // Killed between the two names: the first of them must be deleted by hand.
  if (how !== 'SIGKILL' && !isThere)
    results.demand(!existsSync(accountsPathOf(file)), `${name}, ${how}: it left its accounts`)
  removeBoth(file)
  const { status, stderr } = await reeve.run(['backup', name], env)
  results.demand(status === 0, `${name}, after ${how}: the next one ends with ${status}: ${stderr}`)
  results.demand(contentOf(file) === expected, `${name}, after ${how}: the next one is not whole`)
  const left = readdirSync(reeve.folder).filter((file) => /[.]part/.test(file))
  results.demand(left.length === 0, `${name}, after ${how}: ${left} is left`)
  removeBoth(file)
  return Number(isThere)
}

function removeBoth(file: string): void {
  for (const name of [file, accountsPathOf(file)]) rmSync(name, { force: true })
}

/** The integrity check and row counts of a backup, or its error. */
function contentOf(file: string): string {
  try {
    const db = openBothFiles(`sqlite:${file}`, { readOnly: true })
    try {
      const errors = db.column('pragma integrity_check')
      const counts = counted.flatMap((table) => db.column(`select count(*) from ${table}`))
      return [...errors, ...counts].join()
    } finally {
      db.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}

export const backupKills: StressTest = {
  name: 'backup-kills',
  about:
    'a backup is killed, stopped or runs on a full disk, and another one with its name succeeds',
  counts: 'backups',
  sizes: { small: 6, large: 200 },
  run,
}
