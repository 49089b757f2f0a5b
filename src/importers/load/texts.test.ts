import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foundBy } from '../../../test/support/database/search.ts'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { townRecords } from '../../../test/support/towns/town.ts'

let imports: Imports
const _records = townRecords()
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const person = (key: string, rest: object = {}) => ({ kind: 'person', key, name: key, ...rest })
const meeting = (key: string, rest: object = {}) => {
  const base = { title: key, date: '2024-01-01', status: 'completed' }
  return { kind: 'meeting', key, ...base, ...rest }
}

describe('a text', () => {
  it.each<[string, object]>([
    ['/name', person('p', { name: 'A\0B' })],
    ['/key', person('p\0', { name: 'P' })],
    ['/name', person('p', { name: 'half \ud83d of a pair' })],
    ['/name', person('p', { name: '\udc00' })],
    ['/other_names/0/note', person('p', { other_names: [{ name: 'A', note: '\0' }] })],
    [
      '/documents/0/sections/1/text',
      meeting('g', {
        documents: [{ title: 'D', sections: [{ text: 'fine' }, { text: 'cut \ud800' }] }],
      }),
    ],
    ['/attendance/0/name', meeting('g', { attendance: [{ name: '\0', present: true }] })],
  ])('that databases cannot store is rejected at %s', async (path, record) => {
    const rejected = await imports.rejected([record])
    expect(rejected.errors.map(({ reason }) => reason)).toEqual([
      `${path}: must not contain a NUL character or half of a surrogate pair`,
    ])
  })

  it('with surrogate pairs, accents and syllabics is stored unchanged', async () => {
    const name = '😀 Zoé ᐊᓄᕌᖅ 市議會 e\u0301'
    await imports.run([person('p', { name })])
    expect((await imports.row('people', 'p')).name).toBe(name)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://a.example',
    'https://a b',
    '//a',
    '/a',
  ])('that should be a URL is rejected if it is not http(s): %s', async (url) => {
    const { total } = await imports.rejected([
      person('p', { image_url: url, source_url: url }),
      meeting('g', { agenda_url: url, documents: [{ title: 'T', url }] }),
    ])
    expect(total).toBe(4)
  })

  it('of a megabyte is stored, and found by search', async () => {
    const text = `${'wetland '.repeat(131_000)}heronry`
    await imports.run([meeting('g', { documents: [{ title: 'T', sections: [{ text }] }] })])
    const sections = await imports.rows('document_sections')
    expect(sections.map((section) => section.text).join('') === text).toBe(true)
    const results = await foundBy(imports.store, {
      municipalityId: imports.target.id,
      q: 'heronry',
    })
    expect(results.map(({ title }) => title)).toEqual(['T'])
  })
})
