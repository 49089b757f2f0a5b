import { Comparison } from './kit/comparison.ts'
import { openPair } from './kit/pair.ts'
import { Questions } from './kit/questions.ts'
import { Random } from './kit/random.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const rateLimit = 60
// Slightly faster than the rate limit, so that some requests are rejected.
const passingMax = 1100

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const pair = await openPair(random, rateLimit)
  const questions = new Questions(random, pair.towns)
  const comparison = new Comparison(pair)
  const { results } = comparison
  try {
    for (let round = 1; results.requests < size; round += 1) {
      const batch = pair.keys.map((key) => questions.next(key))
      const replies = await Promise.all(batch.map((sent) => comparison.send(sent)))
      for (const [index, sent] of batch.entries()) {
        const reply = replies[index]
        if (reply !== undefined) questions.remember(sent, reply)
      }
      pair.clock.pass(random.below(passingMax))
      if (round % 500 === 0) log(`  ${results.requests}`)
    }
    return results.outcome(comparison.metrics)
  } finally {
    await pair.close()
  }
}

export const differential: StressTest = {
  name: 'differential',
  about: 'SQLite and PostgreSQL return the same bytes, for searches too',
  counts: 'requests',
  sizes: { small: 1500, large: 20_000 },
  isOnBoth: true,
  run,
}
