import { startTestServer } from '../../test/support/database/postgres-databases.ts'
import type { StressTest } from './stress-test.ts'

/** Runs stress tests on the selected database, with a PostgreSQL server if they need one. */
export async function withDatabases<T>(
  engine: string,
  tests: readonly StressTest[],
  work: () => Promise<T>,
): Promise<T> {
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`--database must be sqlite or postgres, not "${engine}"`)
  const former = process.env.REEVE_TEST_ENGINE
  process.env.REEVE_TEST_ENGINE = engine
  const isNeeded = engine === 'postgres' || tests.some(({ isOnBoth }) => isOnBoth)
  const end = isNeeded ? await startTestServer() : undefined
  try {
    return await work()
  } finally {
    await end?.()
    if (former === undefined) delete process.env.REEVE_TEST_ENGINE
    else process.env.REEVE_TEST_ENGINE = former
  }
}
