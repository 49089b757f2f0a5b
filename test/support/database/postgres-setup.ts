import { startTestServer } from './postgres-databases.ts'

/** One server for all test files of a run; each creates its own databases with `freshStore`. */
export function setup(): Promise<() => Promise<void>> {
  return startTestServer()
}
