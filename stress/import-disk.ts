import { openAlternatingImport } from './kit/alternating-import.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import { importUnderStrace } from './kit/strace.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const errors = ['ENOSPC', 'EIO'] as const
const messages = /^reeve: .*(disk is full|disk I\/O error).*$/m

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const results = new Results()
  const random = new Random(seed)
  const scene = await openAlternatingImport(results)
  let rejected = 0
  try {
    const { count } = await importUnderStrace(scene, null)
    await scene.checkState('an import that is only watched', true)
    for (let i = 0; i < size; i += 1) {
      const at = 1 + Math.floor((i * count) / size) + random.below(Math.max(1, count / size))
      for (const error of errors) {
        const what = `${error} from call ${at} of ${count} on`
        const injection = { what: `error=${error}`, at, onwards: true }
        const { status, stderr } = await importUnderStrace(scene, injection)
        await scene.checkState(what, status === 0)
        if (status === 0) continue
        rejected += 1
        results.demand(
          messages.test(stderr),
          `${what}: says ${JSON.stringify(stderr.slice(0, 300))}`,
        )
        const said = stderr.includes(scene.databaseUrl.replace('sqlite:', ''))
        results.demand(said, `${what}: names no file`)
      }
      const after = await importUnderStrace(scene, null)
      results.demand(after.status === 0, `with room again it ends with ${after.status}`)
      await scene.checkState('an import once there is room', true)
      log(`  ${i + 1} of ${size}`)
    }
    return results.outcome({ refused: rejected, calls: count })
  } finally {
    await scene.end()
  }
}

export const importDisk: StressTest = {
  name: 'import-disk',
  about:
    'the disk is full or fails from any write of an import on: nothing changes, and the next import succeeds',
  counts: 'writes, each with both errors',
  sizes: { small: 3, large: 40 },
  run,
}
