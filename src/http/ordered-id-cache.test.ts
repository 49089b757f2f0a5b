import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { OrderedIdCache } from './ordered-id-cache.ts'

type QueryOptions = Parameters<OrderedIdCache['find']>[0]

const sliceLength = 10
const bytesOf = (length: number) => length * 8

/** A list of `length` rows, with a count of its reads. */
function newList(length: number, list = 'meetings 1', version = '1') {
  const reads = { count: 0 }
  const read: QueryOptions['read'] = async (after, limit) => {
    reads.count += 1
    const start = after === undefined ? 0 : length - after.id + 1
    return Array.from({ length: Math.max(0, Math.min(limit, length - start)) }, (_, index) => ({
      id: length - start - index,
      position: '2026-01-05',
    }))
  }
  const query: QueryOptions = { list, version, read }
  return { query, reads }
}

/** Repeats the lookup until a list that is read in the background is cached. */
async function findLong(ids: OrderedIdCache, query: QueryOptions) {
  for (let tick = 0; tick < 100; tick += 1) {
    const cachedIds = await ids.find(query)
    if (cachedIds !== undefined) return cachedIds
    await nextTurn()
  }
  return undefined
}

describe('the ids of a list', () => {
  it.each([0, 1, 9])('are returned at once for %d rows', async (length) => {
    const { query } = newList(length)
    const result = await new OrderedIdCache({ sliceLength }).find(query)
    expect([...(result ?? [])]).toEqual(Array.from({ length }, (_, index) => length - index))
  })

  it.each([10, 11, 20, 57])('are read in the background for %d rows', async (length) => {
    const ids = new OrderedIdCache({ sliceLength })
    const { query, reads } = newList(length)
    expect(await ids.find(query)).toBeUndefined()
    const result = await findLong(ids, query)
    expect([...(result ?? [])]).toEqual(Array.from({ length }, (_, index) => length - index))
    expect(reads.count).toBe(Math.floor(length / sliceLength) + 1)
  })

  it('are read once for all requests, and again at another data version', async () => {
    const ids = new OrderedIdCache({ sliceLength })
    const old = newList(5)
    await Promise.all([ids.find(old.query), ids.find(old.query)])
    await ids.find(old.query)
    expect(old.reads.count).toBe(1)
    const next = newList(6, 'meetings 1', '2')
    expect(await ids.find(next.query)).toHaveLength(6)
    expect(ids.bytes).toBe(bytesOf(6))
  })

  it('are not cached if the data change while they are read', async () => {
    const ids = new OrderedIdCache({ sliceLength })
    const { query } = newList(25)
    const moved: QueryOptions['read'] = async (after) =>
      after === undefined ? query.read(after, sliceLength) : undefined
    expect(await ids.find({ ...query, read: async () => undefined })).toBeUndefined()
    expect(await findLong(ids, { ...query, read: moved })).toBeUndefined()
    expect(ids.bytes).toBe(0)
    expect(await findLong(ids, query)).toHaveLength(25)
  })

  it('are read again after a failure, which only the first request gets', async () => {
    const ids = new OrderedIdCache({ sliceLength })
    const { query } = newList(25)
    const failing = { ...query, read: () => Promise.reject(new Error('gone')) }
    await expect(ids.find(failing)).rejects.toThrow('gone')
    const failingLater: QueryOptions['read'] = (after) =>
      after === undefined ? query.read(after, sliceLength) : Promise.reject(new Error('gone'))
    expect(await findLong(ids, { ...query, read: failingLater })).toBeUndefined()
    expect(await findLong(ids, query)).toHaveLength(25)
  })
})

describe('the maximum of bytes', () => {
  it('drops the least recently used list', async () => {
    const ids = new OrderedIdCache({ sliceLength, bytesMax: bytesOf(15) })
    const [first, second, third] = ['a', 'b', 'c'].map((list) => newList(5, list)) as [
      ReturnType<typeof newList>,
      ReturnType<typeof newList>,
      ReturnType<typeof newList>,
    ]
    for (const { query } of [first, second, third, first]) await ids.find(query)
    expect(ids.bytes).toBe(bytesOf(15))
    await ids.find(newList(2, 'd').query)
    expect(ids.bytes).toBe(bytesOf(12))
    for (const { query } of [third, first, second]) await ids.find(query)
    expect([first, second, third].map(({ reads }) => reads.count)).toEqual([1, 2, 1])
  })

  it.each([9, 200])(
    'drops a list of %d ids that alone exceeds it, and stops reading it',
    async (length) => {
      const ids = new OrderedIdCache({ sliceLength, bytesMax: bytesOf(8) })
      const { query, reads } = newList(length)
      for (let request = 0; request < 5; request += 1) {
        expect(await ids.find(query)).toBeUndefined()
        await nextTurn()
      }
      expect(reads.count).toBe(1)
      expect(ids.bytes).toBe(0)
    },
  )
})
