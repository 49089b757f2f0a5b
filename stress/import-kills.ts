import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AlternatingImport, openAlternatingImport } from './kit/alternating-import.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import { databaseCalls, importUnderStrace } from './kit/strace.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const results = new Results()
  const random = new Random(seed)
  const scene = await openAlternatingImport(results)
  try {
    let wholeMs = await killedAfter(scene, Number.POSITIVE_INFINITY)
    await scene.checkState('an import that is not killed', true)
    for (let i = 1; i <= size; i += 1) {
      const afterMs = random.below(Math.ceil(wholeMs * 1.1))
      const tookMs = await killedAfter(scene, afterMs)
      await scene.checkState(`killed after ${afterMs} ms`)
      // An import that ended before the kill gives the current duration.
      if (tookMs < afterMs) wholeMs = tookMs
    }
    log(`  killed at ${size} moments`)
    const calls = await importUnderStrace(scene, null)
    await scene.checkState('an import that is only watched', true)
    const step = Math.max(1, Math.floor(calls.count / size))
    const points = size >= sizes.large ? calls.count : size
    for (let i = 0; i < points; i += 1) {
      const at = points === calls.count ? i + 1 : 1 + i * step + random.below(step)
      const { status } = await importUnderStrace(scene, { what: 'signal=SIGKILL', at })
      await scene.checkState(`killed at call ${at} of ${calls.count}`, status === 0)
      if (i % 20 === 19) log(`  killed at ${i + 1} of ${points} writes`)
    }
    return results.outcome({ times: size, writes: points, ofWrites: calls.count })
  } finally {
    await scene.end()
  }
}

/** Imports the other state and kills the import after a delay; returns how long it ran, in milliseconds. */
async function killedAfter(
  { reeve, databaseUrl, words }: AlternatingImport,
  ms: number,
): Promise<number> {
  const started = performance.now()
  const { PATH } = process.env
  const env = { PATH, HOME: reeve.folder, DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, words(), { cwd: join(reeve.folder), env, stdio: 'ignore' })
  const gone = once(child, 'close')
  if (ms !== Number.POSITIVE_INFINITY) await Promise.race([pause(ms), gone])
  if (ms !== Number.POSITIVE_INFINITY) child.kill('SIGKILL')
  await gone
  return performance.now() - started
}

const sizes = { small: 5, large: 50 }

export const importKills: StressTest = {
  name: 'import-kills',
  about: `an import is killed at any time, and at each of its calls of ${databaseCalls.join(', ')}`,
  counts: 'moments, and as many writes; from 50 on every write',
  sizes,
  run,
}
