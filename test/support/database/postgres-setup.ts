import { startTestServer } from './postgres-databases.ts'

/** One server for all test files of a run; each makes databases of its own (`freshStore`). */
export function setup(): Promise<() => Promise<void>> {
  return startTestServer()
}
