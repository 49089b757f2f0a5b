import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { cpuSecondsOf } from './cpu.ts'

it('includes child processes that have exited', () => {
  const before = cpuSecondsOf(process.pid)
  const work = 'while (process.cpuUsage().user < 300_000);'
  execFileSync(process.execPath, ['-e', work])
  expect(cpuSecondsOf(process.pid) - before).toBeGreaterThanOrEqual(0.29)
})
