import { describe, expect, it } from 'vitest'
import { databaseProblems } from '../support/database/problems.ts'
import { crawledRecord } from '../support/service/crawled-record.ts'
import { richRecords } from '../support/service/rich-records.ts'
import type { Json } from '../support/service/service.ts'

// Checks of all responses over a record: texts, URLs and references.

describe.each(richRecords)('over the record of $name', ({ start }) => {
  const { stage, details, entities } = crawledRecord(start)

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
    it.each(['motions', 'matters', 'agenda_items', 'document_sections'])(
      'finds %s',
      async (kind) => {
        const results = (await stage.service.v1(`search?q=by-law&type=${kind}`)).json.data
        expect(results.length).toBeGreaterThan(0)
        const singular = kind.replace(/s$/, '')
        expect(new Set(results.map(({ type }: Json) => type))).toEqual(new Set([singular]))
        for (const { score, title } of results) {
          expect(score).toBeGreaterThan(0)
          expect(title).toMatch(/\S/)
        }
      },
    )
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
      expect(entities('organizations')).toHaveLength(details('organizations').length)
    })
  })
})
