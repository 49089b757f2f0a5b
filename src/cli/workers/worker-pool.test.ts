import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { defaultBranding } from '../../core/branding.ts'
import { jsonLogger } from '../logger.ts'
import { WorkerPool } from './worker-pool.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
})

it('says why a worker whose process cannot start has exited, and waits for none', async () => {
  process.execPath = '/nowhere/node'
  const pool = new WorkerPool(readConfig(), { current: defaultBranding }, jsonLogger('silent'))
  await expect(pool.start(2)).rejects.toThrow('worker 1 exited (spawn /nowhere/node ENOENT)')
  await pool.end()
})
