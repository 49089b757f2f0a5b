import { describe, expect, it } from 'vitest'
import { databaseProblems } from '../support/database/problems.ts'
import { crawledOttawa } from '../support/ottawa/crawl.ts'
import { count, gluedDissents, portal, rawAddresses } from '../support/ottawa/raw.ts'
import type { Json } from '../support/service/service.ts'

// Checks of all responses over the shipped record: texts, URLs, references and search results.

const { stage, details, entities } = crawledOttawa()

describe('every response', () => {
  it('is 200, and the database is sound', async () => {
    const bad = [...stage.crawled.v1, ...stage.crawled.ocd].filter(
      ([, { status }]) => status !== 200,
    )
    expect(bad.map(([path]) => path)).toEqual([])
    expect(stage.crawled.v1.size + stage.crawled.ocd.size).toBeGreaterThan(1300)
    expect(await databaseProblems(stage.service.databaseUrl)).toEqual([])
  })

  it('has no markup, HTML entities, odd spaces or blank texts', () => {
    for (const [path, { body }] of [...stage.crawled.v1, ...stage.crawled.ocd]) {
      expect(body, path).not.toMatch(/<\/?[a-z]+[ >/]|&(?:amp|nbsp|lt|gt|quot|#\d+);/i)
      expect(body, path).not.toMatch(/[\u00a0\u00ad\u200b-\u200f\u2028\u2029\ufeff\ufffd]/)
      expect(body, path).not.toMatch(/: ?"\s+"| {2}|(?: \\n|\\n )/)
    }
  })
})

describe('search', () => {
  const find = async (query: string) =>
    (await stage.service.v1(`search?per_page=100&${query}`)).json.data

  it.each([
    ['Stéphanie', 'Stephanie'],
    ['Orléans', 'Orleans'],
  ])('finds the same for %s and %s', async (accented, plain) => {
    const results = await find(`q=${encodeURIComponent(accented)}`)
    expect(results.length).toBeGreaterThan(0)
    expect(await find(`q=${plain}`)).toEqual(results)
  })

  it.each(['motions', 'matters', 'agenda_items', 'document_sections'])('finds %s', async (kind) => {
    const results = await find(`q=by-law&type=${kind}`)
    expect(results.length).toBeGreaterThan(0)
    const singular = kind.replace(/s$/, '')
    expect(new Set(results.map(({ type }: Json) => type))).toEqual(new Set([singular]))
    for (const { score, title } of results) {
      expect(score).toBeGreaterThan(0)
      expect(title).toMatch(/\S/)
    }
  })

  it('finds a report by its number first', async () => {
    const [first] = await find('q=ACS2026-OCC-CCS-0036')
    expect(JSON.stringify(first)).toMatch(/acs2026-occ-ccs-0036/i)
  })
})

describe('URLs', () => {
  const urlsIn = (value: Json, path = ''): [string, string][] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value as Record<string, Json>).flatMap(([name, content]) => {
      const here = `${path}/${name}`
      if (typeof content === 'string' && /(^|_)(url|image)$/.test(name)) return [[here, content]]
      return urlsIn(content, here)
    })
  }

  it('are absolute in every field', () => {
    const urls = [...stage.crawled.v1, ...stage.crawled.ocd].flatMap(([path, { json }]) =>
      urlsIn(json).map(([at, url]) => [`${path}${at}`, url] as const),
    )
    expect(urls.length).toBeGreaterThan(3000)
    const bad = urls.filter(([, url]) => url !== '' && !/^https?:\/\/[^\s/]+\/?\S*$/.test(url))
    expect(bad).toEqual([])
  })

  it('of sources are all in the files that were read', () => {
    const lists = ['organizations', 'people', 'events', 'bills', 'votes']
    const sources = lists.flatMap((list) =>
      entities(list).map(({ id, sources: said }) => ({ id, said })),
    )
    expect(sources.length).toBeGreaterThan(600)
    const existing = new Set([...rawAddresses, portal])
    for (const { id, said } of sources) {
      expect(said, id).toHaveLength(1)
      expect(existing.has(said[0].url), `${id} ${said[0].url}`).toBe(true)
    }
  })
})

describe('Open Civic Data', () => {
  it('refers only to existing entities', () => {
    const existing = new Set(
      ['jurisdictions', 'organizations', 'people', 'events', 'bills', 'votes'].flatMap((list) =>
        entities(list).map(({ id }) => id),
      ),
    )
    const referred = [...stage.crawled.ocd.values()].flatMap(({ body }) => [
      ...body.matchAll(/"(ocd-(?:person|organization|event|bill|vote|jurisdiction)\/[^"]+)"/g),
    ])
    expect(referred.length).toBeGreaterThan(3000)
    const missing = referred.map(([, id]) => id).filter((id) => !existing.has(id))
    expect(missing).toEqual([])
  })

  it('has as many entities as the v1 API has records', () => {
    const pairs = [
      ['people', 'people'],
      ['events', 'meetings'],
      ['bills', 'matters'],
      ['votes', 'motions'],
    ] as const
    for (const [ocd, v1] of pairs) expect(entities(ocd), ocd).toHaveLength(details(v1).length)
    expect(entities('organizations')).toHaveLength(29)
    const cast = entities('votes').flatMap(({ votes }) => votes)
    expect(cast).toHaveLength(236 + 9 + gluedDissents.length)
    expect(count(cast, ({ voter_id }) => voter_id === null)).toBe(0)
    const agenda = entities('events').flatMap((event) => event.agenda)
    expect(agenda).toHaveLength(762)
    const related = agenda.flatMap(({ related_entities }) => related_entities)
    expect(count(related, ({ entity_type }) => entity_type === 'vote')).toBe(371)
  })
})
