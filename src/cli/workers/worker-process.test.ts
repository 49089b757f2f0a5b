import cluster from 'node:cluster'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { WorkerProcess } from './worker-process.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
})

it('a worker whose process cannot start counts as exited, so that it is replaced', async () => {
  cluster.setupPrimary({ exec: 'worker.js', args: [] })
  process.execPath = '/nowhere/node'
  const worker = new WorkerProcess(1, readConfig(), {
    gather: async () => [],
    onBarrier: () => undefined,
  })
  await expect(worker.listening).rejects.toThrow('worker 1 exited (spawn /nowhere/node ENOENT)')
  expect(await worker.exited).toMatchObject({ isClean: false, failedToStart: false })
  const started = performance.now()
  await worker.count()
  expect(performance.now() - started).toBeLessThan(500)
})
