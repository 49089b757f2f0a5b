import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { cpuSecondsOf } from './cpu.ts'

it('counts what those had that were started and have ended', () => {
  const before = cpuSecondsOf(process.pid)
  const work = 'while (process.cpuUsage().user < 300_000);'
  execFileSync(process.execPath, ['-e', work])
  expect(cpuSecondsOf(process.pid) - before).toBeGreaterThanOrEqual(0.29)
})
