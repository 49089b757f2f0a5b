import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  expectPeopleByIndex,
  expectSearchByIndex,
  filterChoices,
  statementsOf,
} from '../../../test/support/database/plans.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'

import { hrefsOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
})
afterAll(() => service.stop())

/** Asserts the statements of a page of three results: page 2 is ranked, page 700 is not, page 667 is both. */
async function expectStatements(page: string): Promise<void> {
  for (const filters of filterChoices({ type: 'motions,matters', date_from: '2024-01-01' })) {
    const call = () => service.v1(`search?q=ditch&page=${page}&per_page=3&${filters}`)
    const [people = '', ...more] = await statementsOf(service, call)
    await expectPeopleByIndex(service, people)
    const found = more.filter((text) => /from search_(index|vectors)/.test(text))
    expect(found.length, filters).toBeGreaterThan(0)
    for (const text of found) await expectSearchByIndex(service, text)
    // Which documents have which words, the records that they are part of, and their rows.
    expect(more.length, filters).toBeLessThanOrEqual(6)
  }
}

describe('search', () => {
  it('takes at most seven statements, by the full-text index, row ids and names only', async () => {
    for (const page of ['2', '667', '700']) await expectStatements(page)
  })

  it('does not read names if no word can be one', async () => {
    const statements = await statementsOf(service, () => service.v1('search?q="ditch 5"&page=2'))
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.join()).not.toContain('name_folded')
  })

  it('finds a motion by its plain summary, which is its title, and by its text', async () => {
    const records = [
      {
        ...{
          kind: 'motion',
          key: 'k',
          position: 1,
          date: '2024-03-01',
          text: 'That heron ponds be dug.',
        },
        plain_english_summary: 'Make room for wading birds.',
      },
    ]
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    for (const q of ['wading', 'heron']) {
      const { data } = (await small.v1(`search?q=${q}`)).json
      expect(data.map(({ title }: Json) => title)).toEqual(['Make room for wading birds'])
    }
  })

  it('leads to a page for every result of the API, the search page and its feed', async () => {
    const documentOf = (words: string) => ({
      ...{ title: 'Text', url: 'https://pemberley.example/text.pdf' },
      sections: ['One', 'Two'].map((title) => ({ title, text: `${title} kestrel ${words}.` })),
    })
    const records = [
      { kind: 'bylaw', key: 'b', title: 'Birds', documents: [documentOf('of a by-law')] },
      { kind: 'matter', key: 'm', title: 'Nests', documents: [documentOf('of a report')] },
      pastMeeting('held', { documents: [documentOf('of minutes')] }),
    ]
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { data } = (await small.v1('search?q=kestrel')).json
    const bylaw = data.find((item: Json) => item.bylaw_slug !== null)
    const { document_slug: document, section_anchor: anchor } = bylaw
    expect(anchor).toMatch(/^s-[12]$/)
    expect(bylaw.url).toBe(`${small.url}/pemberley/documents/${document}#${anchor}`)
    expect(bylaw.others).toHaveLength(1)
    const paths = data.map(({ url }: Json) => url.slice(small.url.length))
    expect(new Set(data.map((item: Json) => item.document_slug)).size).toBe(3)
    const html = { headers: { accept: 'text/html' } }
    const page = (await small.call('/pemberley/search?q=kestrel', html)).body
    const results = /<ul class="rows results">.*<\/ul>/s.exec(page)?.[0] ?? ''
    expect(results.match(/<a /g)).toHaveLength(
      data.flatMap((item: Json) => [item, ...item.others]).length,
    )
    const feed = (await small.call('/feeds/pemberley/search.atom?q=kestrel')).body
    for (const path of paths) {
      expect((await small.call(path, html)).status, path).toBe(200)
      expect(hrefsOf(page)).toContain(path)
      expect(feed).toContain(path.split('#')[0])
    }
  })

  it('does not query the database if the query has no word', async () => {
    expect(await statementsOf(service, () => service.v1('search?q=...'))).toEqual([])
  })
})
