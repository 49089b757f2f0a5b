import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/service/expect.ts'
import { linksOf, withQuery } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

interface Found {
  type: string
  slug: string
  title: string
  score: number
  others: Found[]
}

async function search(query: Record<string, string | number>): Promise<Found[]> {
  const response = await service.v1(withQuery('search', query))
  expect(response.status, response.body).toBe(200)
  return response.json.data
}

const withOthers = (found: Found[]) => found.flatMap((item) => [item, ...item.others])

const types = async (type: string) =>
  new Set(withOthers(await search({ q: 'lake', type, per_page: 100 })).map((item) => item.type))

describe('4.2: search', () => {
  it('4.2, q: required, length at least 1', async () => {
    expect(expectError(await service.v1('search'), 'VALIDATION_ERROR')).toContain('q is required')
    expectError(await service.v1('search?type=motions'), 'VALIDATION_ERROR')
    const message = expectError(await service.v1('search?q='), 'VALIDATION_ERROR')
    expect(message).toMatch(/q must have at least 1 character/)
    expect((await service.v1('search?q=x')).status).toBe(200)
  })

  it('4.2, q: at most 64 words; repeated words count again only within a phrase', async () => {
    const words = Array.from({ length: 65 }, (_, index) => index)
    for (const q of ['a-'.repeat(65), `"${'a '.repeat(65)}"`, words.join(' '), words.join("'")]) {
      const response = await service.v1(withQuery('search', { q }))
      expect(expectError(response, 'VALIDATION_ERROR')).toBe(
        'q must have at most 64 words, not 65.',
      )
    }
    for (const q of ['a-'.repeat(64), `"${'a '.repeat(64)}"`, words.slice(1).join(' ')])
      expect(await search({ q, match: 'all' })).toEqual([])
    for (const q of ['a '.repeat(128), 'ditch '.repeat(42)])
      expect(await search({ q })).toEqual(await search({ q: q.slice(0, 5) }))
  })

  it('4.2, type: all kinds if it is omitted', async () => {
    const types = new Set(
      withOthers([
        ...(await search({ q: 'ditch', per_page: 100 })),
        ...(await search({ q: 'culvert', per_page: 100 })),
        ...(await search({ q: 'lake', per_page: 100 })),
      ]).map((item) => item.type),
    )
    expect([...types].sort()).toEqual([
      'agenda_item',
      'document_section',
      'key_statement',
      'matter',
      'motion',
    ])
  })

  it('4.2, type: comma-separated list of kinds, in any order; a repeated kind counts once', async () => {
    expect(await types('matters')).toEqual(new Set(['matter']))
    const both = new Set(['matter', 'document_section'])
    expect(await types('matters,document_sections')).toEqual(both)
    expect(await types('document_sections,matters')).toEqual(both)
    expect(await types('document_sections,matters,matters')).toEqual(both)
    const twice = await search({ q: 'lake', type: 'matters,matters', per_page: 100 })
    expect(twice).toEqual(await search({ q: 'lake', type: 'matters', per_page: 100 }))
  })

  for (const type of [
    'motions',
    'matters',
    'agenda_items',
    'key_statements',
    'document_sections',
  ]) {
    it(`4.2, type: ${type} is one of the list`, async () => {
      expect((await service.v1(`search?q=x&type=${type}`)).status).toBe(200)
    })
  }

  it('4.2, rule 1: a type outside the list is 400 INVALID_TYPE', async () => {
    for (const type of ['bylaws', 'people', 'meetings', 'motion', 'Motions', 'toString', '*']) {
      const message = expectError(await service.v1(`search?q=x&type=${type}`), 'INVALID_TYPE')
      expect(message).toContain('motions, matters, agenda_items, key_statements, document_sections')
    }
  })

  it('4.2, rule 1: a value outside the list, even beside a valid one, is INVALID_TYPE', async () => {
    for (const type of ['motions,bylaws', 'bylaws,motions', 'motions,', ',motions', '', ',']) {
      expectError(await service.v1(`search?q=x&type=${type}`), 'INVALID_TYPE')
    }
  })

  it('4.2, rule 2: next_cursor is always null, and page repeats the page number', async () => {
    for (const page of [1, 2, 3, 1000]) {
      const { pagination } = (await service.v1(`search?q=ditch&per_page=20&page=${page}`)).json
      expect(pagination).toMatchObject({ next_cursor: null, page, per_page: 20 })
    }
  })

  it('4.2, rule 2: has_more is true if another page exists, which increasing page returns', async () => {
    const whole = await search({ q: 'ditch', per_page: 100 })
    expect(whole.length).toBeGreaterThan(20)
    for (const perPage of [7, 20, whole.length - 1, 100]) {
      const paged: Found[] = []
      for (let page = 1, more = true; more; page += 1) {
        const { json } = await service.v1(`search?q=ditch&per_page=${perPage}&page=${page}`)
        paged.push(...json.data)
        more = json.pagination.has_more
        expect(more).toBe(paged.length < whole.length)
      }
      expect(paged).toEqual(whole)
    }
  })

  it('4.2, rule 2: a page past the end is empty, and has_more is false', async () => {
    const { json } = await service.v1('search?q=ditch&page=1000')
    expect(json.data).toEqual([])
    expect(json.pagination.has_more).toBe(false)
  })

  it('4.2, rule 2: cursor is not a parameter of search', async () => {
    const headers = { prefer: 'handling=strict' }
    const response = await service.v1('search?q=ditch&cursor=x', { headers })
    expect(expectError(response, 'VALIDATION_ERROR')).toContain('cursor')
    expect((await service.v1('search?q=ditch&cursor=x')).status).toBe(200)
  })

  it('Link has the next page of results while there is one', async () => {
    const response = await service.v1('search?q=ditch&per_page=20')
    const next = new URL(linksOf(response).next ?? '')
    expect(Object.fromEntries(next.searchParams)).toMatchObject({ q: 'ditch', page: '2' })
    const after = await service.v1(`search${next.search}`)
    expect(after.json.pagination.page).toBe(2)
    const last = await service.v1('search?q=heron')
    expect(last.headers.has('link')).toBe(false)
  })
})

describe('matches of a search', () => {
  const slugs = async (q: string) => (await search({ q, per_page: 100 })).map(({ slug }) => slug)

  it('all words, in any order, are found first', async () => {
    const both = await slugs('heron colony')
    expect(both).toHaveLength(1)
    expect(await slugs('colony heron')).toEqual(both)
    expect((await search({ q: 'heron culvert', match: 'all' })).length).toBe(0)
  })

  it('words in double quotes must be adjacent', async () => {
    expect(await slugs('"heron colony"')).toHaveLength(1)
    expect(await slugs('"colony heron"')).toEqual([])
    expect(await slugs('"heron colony" lake')).toHaveLength(1)
    expect(await slugs('"heron colony')).toHaveLength(1)
  })

  it('case and accents do not matter', async () => {
    const matches = await slugs('café called')
    expect(matches).toHaveLength(45)
    for (const q of ['cafe called', 'CAFÉ CALLED', 'cafe\u0301 called']) {
      expect(await slugs(q)).toEqual(matches)
    }
  })

  it('no character of a query is an operator or causes an error', async () => {
    for (const q of [
      'heron AND colony',
      'heron OR culvert',
      'NOT heron',
      'NEAR(heron colony)',
      'heron*',
      'title:heron',
      '^heron',
      '{title}:heron',
      '-heron',
      '"',
      '""',
      "'",
      '(',
      ')',
      ';drop table motions',
      '%',
      '\\',
      '🏛',
      ' ',
      '\t\n',
      '.'.repeat(256),
      'a '.repeat(128),
    ]) {
      const response = await service.v1(withQuery('search', { q }))
      expect(response.status, q).toBe(200)
    }
    expect(await slugs('heron*')).toEqual(await slugs('heron'))
    expect(await slugs('title:heron')).toEqual(await slugs('"title heron"'))
    expect(await slugs('heron OR culvert')).toEqual(await slugs('heron or culvert'))
  })

  it('a query without a word finds nothing', async () => {
    for (const q of ['"', '...', ' ', '🏛', '-']) {
      const { json } = await service.v1(withQuery('search', { q }))
      expect(json.data).toEqual([])
      expect(json.pagination).toEqual({ has_more: false, next_cursor: null, per_page: 20, page: 1 })
    }
  })
})
