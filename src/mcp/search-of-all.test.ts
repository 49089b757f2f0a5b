import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../test/support/mcp/call-tool.ts'
import { addTown, otherTown } from '../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../test/support/service/service.ts'
import { sourceOf } from '../../test/support/towns/town.ts'

const motion = (key: string, date: string, text: string) => ({
  ...{ kind: 'motion', key, position: 1, date, text },
})
const regions = ['on', 'on', 'nb', 'nb', 'nb', 'ny', 'qc', 'qc', 'bc', 'ab', 'sk', 'mb', 'ns', 'pe']

let service: Service
beforeAll(async () => {
  service = await startService({
    source: sourceOf([
      motion('a', '2024-03-01', 'That the kestrel box be moved.'),
      motion('b', '2024-05-01', 'That a kestrel box be bought.'),
    ]),
  })
  for (const [at, region] of regions.entries())
    await addTown(service, [motion('m', '2024-04-02', `That kestrel ${at} be seen.`)], {
      ...{ ...otherTown, slug: `town-${at}`, name: `Town ${at}` },
      divisionId: `ocd-division/country:ca/province:${region}/place:town-${at}`,
    })
})
afterAll(() => service.stop())

const search = async (given: object) => (await callTool(service, 'search', given)).json

describe('a search of all councils', () => {
  it('says which of more than a dozen have how many records, and whose each result is', async () => {
    const found = await search({ query: 'kestrel' })
    expect(found.with_all_words).toEqual({ records: 16, councils: 15 })
    expect(found.councils).toHaveLength(15)
    expect(found.councils[0]).toMatchObject({ slug: 'pemberley', records: 2 })
    expect(found.url).toBe(`${service.url}/search?q=kestrel`)
    const seen: string[] = []
    for (let page = found; ; page = await search({ query: 'kestrel', next: page.next })) {
      seen.push(...page.results.map(({ id }: Json) => id))
      for (const { url, council } of page.results) expect(url).toContain(`/${council}/motions/`)
      if (page.next === null || page.next === undefined) break
    }
    expect(new Set(seen).size).toBe(16)
    const [first = ''] = seen
    expect((await callTool(service, 'fetch', { id: first })).json.title).toContain('estrel')
  })

  it('is of a region, which a council is not combined with', async () => {
    const found = await search({ query: 'kestrel', region: 'NB' })
    expect(found.councils.map(({ slug }: Json) => slug)).toEqual(['town-2', 'town-3', 'town-4'])
    expect(found.with_all_words).toEqual({ records: 3, councils: 3 })
    expect(found.url).toBe(`${service.url}/search?q=kestrel&region=NB`)
    const none = await search({ query: 'kestrel', from: '2025-01-01' })
    expect([none.matched, none.results, none.councils]).toEqual(['none', [], []])
    const { isError, text } = await callTool(service, 'search', {
      ...{ query: 'kestrel', region: 'nb', council: 'town-2' },
    })
    expect([isError, text]).toEqual([true, expect.stringContaining('cannot be combined')])
  })
})
