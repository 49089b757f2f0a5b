import { expect, it } from 'vitest'
import { reeveForEachTest } from '../support/process/suite.ts'

const stage = reeveForEachTest()

// The thread of searches loads with the first one, which takes longer than a search may wait for others.
it('responds to the first hundred searches after its start, the very first ones at once', async () => {
  const { port, printed } = await stage.reeve.serve(['--demo'])
  const [key = ''] = /rv_\w+/.exec(await printed(/Key .*\n/)) ?? []
  const search = async (number: number) => {
    const url = `http://127.0.0.1:${port}/api/v1/lowmere/search?q=council+${number}`
    return (await fetch(url, { headers: { 'x-api-key': key } })).status
  }
  const statuses: number[] = []
  while (statuses.length < 100) {
    const numbers = Array.from({ length: 10 }, (_, index) => statuses.length + index)
    statuses.push(...(await Promise.all(numbers.map(search))))
  }
  expect(statuses).toEqual(statuses.map(() => 200))
})
