import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { noteConnection, ownIteration, takeIteration } from './iterations.ts'

it('each caller has an iteration of the event loop, in order', async () => {
  let iteration = 0
  let isCounting = true
  const counting = (async () => {
    for (; isCounting; iteration += 1) await nextIteration()
  })()
  const iterations: [name: string, iteration: number][] = []
  const work = async (name: string, parts: number) => {
    for (let part = 0; part < parts; part += 1) {
      await ownIteration()
      iterations.push([name, iteration])
      expect(takeIteration()).toBe(false)
    }
  }
  await Promise.all([work('long', 3), work('short', 1), work('other', 1)])
  isCounting = false
  await counting
  expect(iterations.map(([name]) => name)).toEqual(['long', 'short', 'other', 'long', 'long'])
  expect(new Set(iterations.map(([, at]) => at)).size).toBe(5)
})

it('connections are accepted before the next iteration of a caller', async () => {
  const order: string[] = []
  await ownIteration()
  noteConnection()
  const own = ownIteration().then(() => order.push('own'))
  for (let more = 0; more < 5; more += 1) {
    await nextIteration()
    order.push('connection')
    noteConnection()
  }
  await own
  expect(order).toEqual([...Array.from({ length: 5 }, () => 'connection'), 'own'])
})

it('a caller that came later does not pass one that waits for connections', async () => {
  await ownIteration()
  noteConnection()
  let isDone = false
  const own = ownIteration().then(() => {
    isDone = true
  })
  for (let more = 0; more < 5; more += 1) {
    await nextIteration()
    expect(isDone).toBe(false)
    expect(takeIteration()).toBe(false)
    noteConnection()
  }
  await own
  await nextIteration()
  expect(takeIteration()).toBe(true)
})
