import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FairQueue, TooBusy } from './fair-queue.ts'

const client = (group: string, max = 100) => ({ group, quotas: [[group, max]] as const })

/** Starts jobs of these groups, which end one after another; returns the groups in the order in which jobs started. */
async function startOrder(queue: FairQueue, groups: readonly string[]): Promise<string[]> {
  const started: string[] = []
  await Promise.all(
    groups.map((group) =>
      queue.run(client(group), async () => {
        started.push(group)
        await nextRound()
      }),
    ),
  )
  return started
}

describe('the fair queue', () => {
  it('serves groups in rotation, however many jobs one of them has queued', async () => {
    const order = await startOrder(new FairQueue(1), ['a', 'a', 'a', 'a', 'b', 'c', 'b'])
    expect(order.join('')).toBe('aabcaba')
  })

  it('leaves a slot free for other groups', async () => {
    const queue = new FairQueue(2, 1)
    const order = await startOrder(queue, ['a', 'a', 'a', 'b'])
    expect(order.slice(0, 2).join('')).toBe('ab')
    expect(order).toHaveLength(4)
  })

  it('rejects a job whose name has reached its quota, and no other', async () => {
    const queue = new FairQueue(1)
    const jobs = ['a', 'a', 'a', 'b'].map((group) => queue.run(client(group, 2), nextRound))
    const results = await Promise.allSettled(jobs)
    const reasons = results.map((result) => (result.status === 'rejected' ? result.reason : null))
    expect(reasons).toEqual([null, null, expect.any(TooBusy), null])
  })

  it.each<[string, () => Promise<void>]>([
    ['rejects', () => Promise.reject(new Error('failed'))],
    [
      'throws before it returns a promise',
      () => {
        throw new Error('failed')
      },
    ],
  ])('continues after a job that %s', async (_, work) => {
    const queue = new FairQueue(1)
    await expect(queue.run(client('a', 1), work)).rejects.toThrow('failed')
    expect(await queue.run(client('a', 1), async () => 'done')).toBe('done')
  })
})
