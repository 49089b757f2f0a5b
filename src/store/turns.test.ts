import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { nextTurn, noteConnection, takeTurn } from './turns.ts'

it('each caller has an iteration of the event loop, in order', async () => {
  let iteration = 0
  let isCounting = true
  const counting = (async () => {
    for (; isCounting; iteration += 1) await nextIteration()
  })()
  const turns: [name: string, iteration: number][] = []
  const work = async (name: string, parts: number) => {
    for (let part = 0; part < parts; part += 1) {
      await nextTurn()
      turns.push([name, iteration])
      expect(takeTurn()).toBe(false)
    }
  }
  await Promise.all([work('long', 3), work('short', 1), work('other', 1)])
  isCounting = false
  await counting
  expect(turns.map(([name]) => name)).toEqual(['long', 'short', 'other', 'long', 'long'])
  expect(new Set(turns.map(([, at]) => at)).size).toBe(5)
})

it('connections are accepted before the next turn', async () => {
  const order: string[] = []
  await nextTurn()
  noteConnection()
  const turn = nextTurn().then(() => order.push('turn'))
  for (let more = 0; more < 5; more += 1) {
    await nextIteration()
    order.push('connection')
    noteConnection()
  }
  await turn
  expect(order).toEqual([...Array.from({ length: 5 }, () => 'connection'), 'turn'])
})
