import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectError } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const terms = [
  { text: 'WHEREAS hens are kept <script>alert("cluck")</script> & sold;' },
  { title: 'Hens', text: 'Hens\n1. Six hens at most.\n\n2. No roosters.' },
  { title: 'Fines', text: 'The fine is forty dollars.' },
]
const text = (title: string, more: object = {}) => ({ title, sections: terms, ...more })
const bylaw = (...documents: object[]) => ({
  ...{ kind: 'bylaw', key: 'b-hens', title: 'Hens', bylaw_number: '77-3', year: 2021, documents },
})
const records = [
  bylaw(text('Consolidation'), { title: 'Map', url: 'https://pemberley.example/map.pdf' }),
  {
    ...{ kind: 'matter', key: 'm-hens', title: 'Hens in gardens', bylaw_key: 'b-hens' },
    documents: [
      text('Staff advice', { url: 'https://pemberley.example/advice.pdf', language: 'en' }),
    ],
  },
  pastMeeting('coop', {
    title: 'Coop',
    date: '2024-03-05',
    documents: [text('Minutes'), text('Minutes', { language: 'fr' })],
  }),
  {
    ...{ kind: 'agenda_item', key: 'i-coop', meeting_key: 'coop', position: 0, title: 'Coops' },
    ...{ item_number: '4', documents: [text('Petition'), text('Petition')] },
  },
  {
    ...{ kind: 'motion', key: 'v-coop', position: 0, result: 'Carried' },
    ...{ agenda_item_key: 'i-coop', meeting_key: 'coop', bylaw_keys: ['b-hens'] },
    text: 'THAT hens be kept.',
  },
  {
    ...{ kind: 'matter', key: 'm-long', title: 'Long', identifier: 'LONG-1' },
    documents: [
      {
        title: 'Tariff',
        sections: Array.from({ length: 5 }, (_, at) => ({
          title: `Part ${at}`,
          text: `tariff${at} `.repeat(24_000),
        })),
      },
    ],
  },
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const html = async (path: string) => service.call(path, { headers: { accept: 'text/html' } })
const slugsOf = async (path: string): Promise<string[]> =>
  expectDetail(await service.v1(path)).documents.flatMap(({ slug }: Json) => slug ?? [])
const only = async (path: string) => (await slugsOf(path))[0] ?? ''

describe('a document with a text', () => {
  it('of a by-law says what became of it below its title', async () => {
    const town = await startService({
      source: sourceOf([
        { ...bylaw(text('Consolidation')), status: 'In force' },
        {
          ...{ kind: 'bylaw', key: 'b-geese', title: 'Geese', bylaw_number: '77-4', year: 2021 },
          ...{ status: 'Vetoed', documents: [text('As vetoed')] },
        },
      ]),
    })
    const shown = async (slug: string) => {
      const { documents } = expectDetail(await town.v1(`bylaws/${slug}`))
      const path = `pemberley/documents/${documents[0].slug}`
      const read = async (prefix: string) =>
        textOf((await town.call(`${prefix}/${path}`, { headers: { accept: 'text/html' } })).body)
      return Promise.all(['', '/fr'].map(read))
    }
    const [force, veto] = [await shown('by-law-77-3'), await shown('by-law-77-4')]
    await town.stop()
    expect(force[0]).toContain('ConsolidationBy-law 77-3 In force')
    expect(veto[0]).toContain('As vetoedBy-law 77-4 Vetoed')
    expect(veto[1]).toMatch(/As vetoed.*Règlement municipal 77-4 Frappé d’un veto/)
  })

  it('has an endpoint with its sections, its file and what it belongs to', async () => {
    const [slug = ''] = await slugsOf('matters/hens-in-gardens')
    const detail = expectDetail(await service.v1(`documents/${slug}`))
    expect(detail).toMatchObject({
      title: 'Staff advice',
      language: 'en',
      file_url: 'https://pemberley.example/advice.pdf',
      url: `${service.url}/pemberley/documents/${slug}`,
      matter: { slug: 'hens-in-gardens', title: 'Hens in gardens' },
      bylaw: { slug: 'by-law-77-3', bylaw_number: '77-3' },
      meeting: null,
      page: 1,
      page_count: 1,
      sections: terms.map(({ title = null, text: words }, at) => ({
        ...{ anchor: `s-${at + 1}`, heading: title, text: words },
      })),
    })
    const ofBylaw = expectDetail(await service.v1(`documents/${await only('bylaws/by-law-77-3')}`))
    expect(ofBylaw.motions).toMatchObject([{ result: 'Carried', date: '2024-03-05' }])
  })

  it('has none without a text, nor a page beyond the last', async () => {
    const { documents } = expectDetail(await service.v1('bylaws/by-law-77-3'))
    expect(documents.map(({ title, slug }: Json) => [title, slug === null])).toEqual([
      ['Consolidation', false],
      ['Map', true],
    ])
    const path = `documents/${documents[0].slug}`
    for (const one of ['documents/none', `${path}?page=2`])
      expectError(await service.v1(one), 'DOCUMENT_NOT_FOUND')
    expectError(await service.v1(`${path}?page=0`), 'VALIDATION_ERROR')
    expect((await html(`/pemberley/${path}?page=2`)).status).toBe(404)
  })

  it('keeps its slug when others are added before it, and by language or order if titles are equal', async () => {
    const before = await slugsOf('bylaws/by-law-77-3')
    const others = await slugsOf('meetings/2024-03-05-coop')
    expect(new Set(others).size).toBe(4)
    await importRecords(service, [bylaw(text('Preamble'), text('Consolidation')) as never])
    const after = await slugsOf('bylaws/by-law-77-3')
    expect(after).toHaveLength(2)
    expect(after.slice(1)).toEqual(before)
  })
})

describe('the page of a text', () => {
  it.each(['', '/fr'])(
    'of %s shows it word for word, with anchors and contents',
    async (prefix) => {
      const path = `${prefix}/pemberley/documents/${await only('matters/hens-in-gardens')}`
      const { status, body, headers } = await html(path)
      expect([status, headers.get('etag') !== null]).toEqual([200, true])
      for (const id of ['s-1', 's-2', 's-3']) {
        expect(body).toContain(`id="${id}"`)
        expect(hrefsOf(body)).toContain(`#${id}`)
      }
      expect(body).not.toContain('<script>alert')
      expect(textOf(body)).toContain(
        'WHEREAS hens are kept <script>alert("cluck")</script> & sold;',
      )
      expect(body).toContain('1. Six hens at most.\n\n2. No roosters.')
      // A heading that begins the text stands once.
      expect(body.match(/<h2>[^<]*<\/h2>/g)).toEqual(['<h2>Fines</h2>'])
      expect(hrefsOf(body)).toContain('https://pemberley.example/advice.pdf')
      expect(hrefsOf(body)).toContain(`${prefix}/pemberley/bylaws/by-law-77-3`)
    },
  )

  it('is linked from the by-law, report, motion and meeting that it belongs to, and links to them', async () => {
    const ofBylaw = await only('bylaws/by-law-77-3')
    const [minutes, , petition] = await slugsOf('meetings/2024-03-05-coop')
    const motion = (await service.v1('motions')).json.data[0].slug
    for (const [from, slug] of [
      ['bylaws/by-law-77-3', ofBylaw],
      ['matters/hens-in-gardens', await only('matters/hens-in-gardens')],
      ['meetings/2024-03-05-coop', minutes],
      [`motions/${motion}`, ofBylaw],
      [`motions/${motion}`, petition],
    ]) {
      const { body } = await html(`/pemberley/${from}`)
      expect(hrefsOf(body), from).toContain(`/pemberley/documents/${slug}`)
      const { body: page } = await html(`/pemberley/documents/${slug}`)
      expect(hrefsOf(page), from).toContain(`/pemberley/${from}`)
    }
    const facts = termsOf((await html(`/pemberley/documents/${petition}`)).body)
    expect(facts).toMatchObject({ 'Agenda item': '4 Coops', Meeting: 'Coop, March 5, 2024' })
  })

  it('divides a very long text, and a search leads to the page of the section', async () => {
    const slug = await only('matters/long-1')
    const counts = []
    for (const page of ['1', '2', '3']) {
      const { page_count, sections } = expectDetail(
        await service.v1(`documents/${slug}?page=${page}`),
      )
      counts.push([page_count, sections.map(({ anchor }: Json) => anchor)])
    }
    expect(counts).toEqual([
      [3, ['s-1', 's-2']],
      [3, ['s-3', 's-4']],
      [3, ['s-5']],
    ])
    const { data } = (await service.v1('search?q=tariff4')).json
    const path = `/pemberley/documents/${slug}?page=3#s-5`
    expect(data[0].url).toBe(service.url + path)
    expect(hrefsOf((await html('/pemberley/search?q=tariff4')).body)).toContain(path)
    const { body } = await html(path)
    expect(body).toContain('id="s-5"')
    expect(textOf(body)).toContain('Page 3 of 3')
    expect(hrefsOf(body)).toContain(`/pemberley/documents/${slug}?page=2`)
  })
})
