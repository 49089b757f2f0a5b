import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { TooBusy } from '../../core/fair-queue.ts'
import type { Attempt } from '../throttle.ts'
import { lazy, passwordQueue, passwordQueueClient, queuedMax } from './passwords.ts'

const from = (address: string, email = `${address}@example.ca`, device?: string): Attempt => ({
  email,
  address,
  device,
})

/** A queue that runs one job at a time; `finish` ends the running job. */
function openQueue() {
  const queue = passwordQueue(1)
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (attempt: Attempt) =>
    queue.run(passwordQueueClient(attempt), () => {
      started.push(attempt.address)
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
  const finish = async (jobs: number) => {
    for (let i = 0; i < jobs; i += 1) {
      await nextRound()
      ends.shift()?.()
    }
  }
  return { run, finish, started }
}

const isRejected = (job: Promise<void>) =>
  job.then(
    () => false,
    (error: unknown) => error instanceof TooBusy,
  )

describe('the queue of password hashes', () => {
  it('serves networks in rotation, however many jobs one of them has queued', async () => {
    const { run, finish, started } = openQueue()
    const jobs = Array.from({ length: 8 }, (_, i) => run(from('192.0.2.1', `p${i}@example.ca`)))
    jobs.push(run(from('198.51.100.1')), run(from('203.0.113.1')))
    await finish(10)
    await Promise.all(jobs)
    expect(started.slice(0, 4)).toEqual(['192.0.2.1', '192.0.2.1', '198.51.100.1', '203.0.113.1'])
    expect(started).toHaveLength(10)
  })

  it.each<[string, number, (i: number) => Attempt]>([
    ['account', queuedMax.who, (i) => from(`10.${i}.0.1`, 'ada@example.ca')],
    ['trusted browser', queuedMax.who, (i) => from(`10.${i}.0.1`, 'ada@example.ca', 'known')],
    ['address', queuedMax.network, (i) => from('192.0.2.1', `p${i}@example.ca`)],
    ['/48 of IPv6', queuedMax.wideNetwork, (i) => from(`2001:db8:1:${i}::1`)],
  ])('lets only a few jobs of one %s wait, without delaying others', async (_, max, attemptOf) => {
    const { run, finish } = openQueue()
    const jobs = Array.from({ length: max + 10 }, (__, i) => isRejected(run(attemptOf(i))))
    const other = isRejected(run(from('198.51.100.1')))
    const owner = isRejected(run(from('198.51.100.2', 'ada@example.ca', 'own browser')))
    await finish(max + 2)
    expect(await Promise.all(jobs)).toEqual([...Array(max).fill(false), ...Array(10).fill(true)])
    expect([await other, await owner]).toEqual([false, false])
  })

  it('queues a limited number of jobs in total, and frees slots when jobs end or fail', async () => {
    const queue = passwordQueue(2)
    for (let round = 0; round < 2; round += 1) {
      const jobs = Array.from({ length: 2 + queuedMax.all + 5 }, (_, i) =>
        isRejected(
          queue.run(passwordQueueClient(from(`10.${i}.0.1`)), async () => {
            await nextRound()
            if (i % 2 === 0) throw new Error('failed')
          }),
        ),
      )
      const rejected = (await Promise.all(jobs)).filter(Boolean)
      expect(rejected).toHaveLength(5)
    }
  })

  it('rejects jobs of the network that filled the queue, not those of others', async () => {
    const queue = passwordQueue(1)
    const run = (address: string) =>
      isRejected(queue.run(passwordQueueClient(from(address)), nextRound))
    const many = Array.from({ length: 2 * queuedMax.wideNetwork }, (_, i) =>
      run(`2001:db8:${i % 2}:${i}::1`),
    )
    const others = Array.from({ length: 20 }, (_, i) => run(`198.51.${i}.1`))
    expect(await Promise.all(others)).toEqual(Array(20).fill(false))
    expect((await Promise.all(many)).filter(Boolean).length).toBeGreaterThan(0)
  })
})

describe('lazy', () => {
  it('loads once, also for calls at the same time', async () => {
    let loads = 0
    const get = lazy(async () => {
      loads += 1
      return loads
    })
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    expect(await get()).toBe(1)
  })

  it('loads again after a failure', async () => {
    let loads = 0
    const get = lazy(async () => {
      loads += 1
      if (loads < 3) throw new Error(`failure ${loads}`)
      return 'loaded'
    })
    await expect(Promise.all([get(), get()])).rejects.toThrow('failure 1')
    await expect(get()).rejects.toThrow('failure 2')
    expect(await get()).toBe('loaded')
    expect(loads).toBe(3)
  })
})
