import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../../../test/support/service/expect.ts'
import { addTown, otherTown } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const motion = (key: string, date: string, text: string) => ({
  ...{ kind: 'motion', key, position: 1, date, text },
})
const towns = ['on', 'nb'].map((region) => ({
  ...otherTown,
  slug: `town-${region}`,
  name: `Town of ${region}`,
  divisionId: `ocd-division/country:ca/province:${region}/place:town`,
}))

let service: Service
beforeAll(async () => {
  const own = [
    motion('one', '2024-03-01', 'That the kestrel box be moved.'),
    motion('two', '2024-05-01', 'That a kestrel box be bought.'),
    { kind: 'matter', key: 'n', title: 'Nests of the kestrel' },
  ]
  service = await startService({ source: sourceOf(own) })
  for (const [at, town] of towns.entries())
    await addTown(service, [motion('m', `2024-04-0${at + 1}`, 'That a kestrel be seen.')], town)
})
afterAll(() => service.stop())

const search = (query: string, key?: null) =>
  service.call(`/api/v1/search?${query}`, { key: key === null ? null : service.key })

describe('a search of all municipalities', () => {
  it('says whose each result is, counts them, and leads to their pages', async () => {
    const { json, status, headers } = await search('q=kestrel&sort=date')
    expect(status, JSON.stringify(json)).toBe(200)
    const found = json.data.map((item: Json) => `${item.municipality.slug} ${item.date}`)
    expect(
      found
        .filter((one: string) => !one.includes('null'))
        .sort()
        .reverse(),
    ).toEqual(
      expect.arrayContaining(['town-on 2024-04-01', 'town-nb 2024-04-02', 'pemberley 2024-05-01']),
    )
    const dates = json.data.map(({ date }: Json) => date ?? '')
    expect(dates).toEqual(dates.toSorted().toReversed())
    const own = json.data.filter((item: Json) => item.municipality.slug === 'pemberley').length
    const [first, ...others] = json.meta.municipalities
    expect(first).toEqual({
      ...{ slug: 'pemberley', name: 'Town of Pemberley', region: null },
      records: own,
    })
    expect(others).toEqual(
      towns.map(({ slug, name }) => ({ slug, name, region: slug.slice(-2), records: 1 })),
    )
    expect(json.meta.counted).toEqual({ records: own + 2, municipalities: 3, is_complete: true })
    for (const { url } of json.data)
      expect((await service.call(url.replace(service.url, ''))).status, url).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const again = await service.call('/api/v1/search?q=kestrel&sort=date', {
      key: service.key,
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('is of a region, of some municipalities, and of a time', async () => {
    const slugs = async (query: string) => {
      const { json } = await search(`q=kestrel&${query}`)
      return [...new Set(json.data.map((item: Json) => item.municipality.slug))].sort()
    }
    expect(await slugs('region=ON')).toEqual(['town-on'])
    expect(await slugs('municipality=town-nb,pemberley')).toEqual(['pemberley', 'town-nb'])
    expect(await slugs('from=2024-04-02&to=2024-04-30')).toEqual(['town-nb'])
    const { json } = await search('q=kestrel&region=zz')
    expect(json.data).toEqual([])
    expect(json.meta.notes).toEqual([
      'No municipality is in region "zz"; regions with one: nb, on.',
    ])
    expect((await search('q=kestrel&region=nb&municipality=town-on')).json.data).toEqual([])
  })

  it('has pages of results, each once', async () => {
    const seen: string[] = []
    for (let page = 1; ; page += 1) {
      const { json, headers } = await search(`q=kestrel&per_page=2&page=${page}`)
      seen.push(...json.data.map((item: Json) => `${item.municipality.slug} ${item.slug}`))
      expect(json.pagination).toMatchObject({ page, per_page: 2 })
      if (!json.pagination.has_more) break
      expect(headers.get('link')).toContain(`page=${page + 1}`)
    }
    const whole = (await search('q=kestrel')).json.data
    expect(seen).toEqual(whole.map((item: Json) => `${item.municipality.slug} ${item.slug}`))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('needs a key and words, and names what is wrong', async () => {
    expectError(await search('q=kestrel', null), 'MISSING_API_KEY')
    expectError(await search('region=on'), 'VALIDATION_ERROR')
    expectError(await search('q=kestrel&region=ontario'), 'VALIDATION_ERROR')
    expectError(await search('q=kestrel&type=poems'), 'INVALID_TYPE')
    expectError(await search('q=kestrel&from=2024-02-30'), 'VALIDATION_ERROR')
    const message = expectError(
      await search('q=kestrel&municipality=town-on,nowhere'),
      'MUNICIPALITY_NOT_FOUND',
    )
    expect(message).toBe('Municipality "nowhere" does not exist.')
    expectError(await search('q=kestrel&municipality=,'), 'VALIDATION_ERROR')
    const many = Array.from({ length: 51 }, (_, at) => `t${at}`).join()
    expectError(await search(`q=kestrel&municipality=${many}`), 'VALIDATION_ERROR')
  })
})
