import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLowmere } from '../../../test/support/sample/service.ts'
import type { Json, Service } from '../../../test/support/service/service.ts'
import { defeatedVerbs } from '../../core/headings/outcome.ts'

let service: Service
beforeAll(async () => {
  service = await startLowmere()
})
afterAll(() => service.stop())

const html = async (path: string) =>
  (await service.call(path, { headers: { accept: 'text/html' } })).body

/** The slugs of the motions in a whole list. */
async function motionsOf(list: string): Promise<Set<string>> {
  const { body } = await service.v1(list)
  const rows: Json[] =
    body === ''
      ? []
      : body
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
  return new Set(rows.map(({ slug, motion_slug }) => motion_slug ?? slug))
}

it('counts as defeated what the list behind the number and the tab of the votes have, and the code says so of each', async () => {
  const front = await html('/lowmere')
  const [, href = '', count] =
    /<a href="([^"]*\/motions\?outcome=[^"]*)"><b>(\d+)<\/b>/.exec(front) ?? []
  const path = href.replaceAll('&amp;', '&')
  const { searchParams } = new URL(path, 'https://x')
  const list = `motions?format=ndjson&${searchParams}`
  const listed = await motionsOf(list)
  expect(listed.size).toBe(Number(count))
  expect(listed.size).toBeGreaterThan(20)
  const from = searchParams.get('date_from')
  const tab = await motionsOf(`votes?format=ndjson&show=defeated&date_from=${from}`)
  const unvoted = await motionsOf(`${list}&has_votes=false`)
  expect(new Set([...tab, ...unvoted])).toEqual(listed)
  const { body } = await service.v1(`motions?format=ndjson&date_from=${from}`)
  const all: Json[] = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const lost = all.filter(({ outcome }) => defeatedVerbs.includes(outcome?.verb))
  expect(new Set(lost.map(({ slug }) => slug))).toEqual(listed)
})
