import { afterEach, beforeEach, expect } from 'vitest'
import { type Ended, newReeve, type Reeve } from './reeve.ts'

/** A line that is a key. */
export const keyLine = /^rv_[0-9a-f]{64}$/m

/** Gives each test of a file the built command in its own folder. */
export function reeveForEachTest(): { reeve: Reeve } {
  const stage = {} as { reeve: Reeve }
  beforeEach(() => {
    stage.reeve = newReeve()
  })
  afterEach(async () => {
    await stage.reeve.remove()
  })
  return stage
}

/** Asserts exit code 2 and one line with the reason on standard error, without a stack trace. */
export function expectFailure(ended: Ended | undefined, why: string | RegExp): void {
  const { status, stdout, stderr } = ended ?? { status: null, stdout: '', stderr: '' }
  expect(stderr).toMatch(/^reeve: .*\n$/)
  expect(stderr).toMatch(why)
  expect(stdout).toBe('')
  expect(status).toBe(2)
}
