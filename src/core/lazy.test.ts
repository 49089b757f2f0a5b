import { describe, expect, it } from 'vitest'
import { lazy } from './lazy.ts'

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
