import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/support/closing-line.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', new ClosingLine()],
    // A walk, a campaign or a started process takes longer than vitest's five seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
