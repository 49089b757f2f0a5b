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

  it('serves the members of a group in rotation', async () => {
    const queue = new FairQueue(1)
    const order: string[] = []
    const jobs = ['a1', 'a1', 'a1', 'a2', 'b1', 'a2'].map((member) =>
      queue.run({ group: member.slice(0, 1), member }, async () => {
        order.push(member)
        await nextRound()
      }),
    )
    await Promise.all(jobs)
    expect(order).toEqual(['a1', 'a1', 'b1', 'a2', 'a1', 'a2'])
  })

  it('rejects the newest job of the group that has most, once too many wait', async () => {
    const queue = new FairQueue(1, 1, { waitingMax: 4 })
    const names = ['a', 'a', 'a', 'a', 'b', 'c', 'd', 'e']
    const jobs = names.map((name) => queue.run(client(name), nextRound))
    const results = await Promise.allSettled(jobs)
    const rejected = names.filter((_, at) => results[at]?.status === 'rejected')
    expect(rejected).toEqual(['a', 'a', 'e'])
    expect(results[0]?.status).toBe('fulfilled')
  })

  it('rejects a job that has waited for too long, while another one runs', async () => {
    const queue = new FairQueue(1, 1, { waitMs: 1 })
    let end = () => {}
    const running = queue.run(client('a'), () => new Promise<void>((resolve) => (end = resolve)))
    let isRun = false
    const waiting = queue.run(client('b'), () => {
      isRun = true
    })
    await expect(waiting).rejects.toThrow(TooBusy)
    end()
    await running
    expect(isRun).toBe(false)
    expect(await queue.run(client('b', 1), () => 'done')).toBe('done')
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
