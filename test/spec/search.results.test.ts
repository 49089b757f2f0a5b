import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../support/service/expect.ts'
import { expectAll } from '../support/service/expect-fields.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const kinds = {
  motions: 'motion',
  matters: 'matter',
  agenda_items: 'agenda_item',
  key_statements: 'key_statement',
  document_sections: 'document_section',
}
interface Found {
  type: string
  slug: string
  others: Found[]
}
const withOthers = (found: Found[]) => found.flatMap((item) => [item, ...item.others])
const questions: Record<keyof typeof kinds, string> = {
  motions: 'dredged',
  matters: 'rezoning',
  agenda_items: 'ditch full',
  key_statements: 'culvert',
  document_sections: 'heron colony',
}

describe('2.6: search result item', () => {
  it('2.6: type, score, title and snippet, with slug, meeting_slug and meeting_date', async () => {
    for (const q of Object.values(questions)) {
      const { json } = await service.v1(`search?q=${encodeURIComponent(q)}&per_page=100`)
      expectAll(json.data, {
        type: 'string',
        slug: 'string',
        title: 'string',
        snippet: 'string',
        highlights: 'array',
        score: 'number',
        meeting_slug: 'string?',
        meeting_date: 'date?',
        date: 'date?',
        matter_slug: 'string?',
        matter_title: 'string?',
        bylaw_slug: 'string?',
        document_title: 'string?',
        document_slug: 'string?',
        document_page: 'integer?',
        section_anchor: 'string?',
        lapsed: 'boolean?',
        lapsed_on: 'date?',
        matter_outcome: 'object?',
        url: 'string?',
        missing_words: 'array',
        others: 'array',
      })
      for (const { lapsed, matter_slug } of json.data)
        expect(lapsed === null).toBe(matter_slug === null)
    }
  })

  for (const [plural, singular] of Object.entries(kinds)) {
    it(`2.6: ${plural} are searchable, and type is the singular form: ${singular}`, async () => {
      const q = encodeURIComponent(questions[plural as keyof typeof kinds])
      const only = (await service.v1(`search?q=${q}&match=all&type=${plural}&per_page=100`)).json
        .data
      expect(only.length).toBeGreaterThan(0)
      expect(new Set(only.map((item: { type: string }) => item.type))).toEqual(new Set([singular]))
      const all = (await service.v1(`search?q=${q}&match=all&per_page=100`)).json.data
      const ofKind = withOthers(all).filter((item) => item.type === singular)
      expect(ofKind.map((item) => item.slug).sort()).toEqual(
        only.map((item: { slug: string }) => item.slug).sort(),
      )
    })
  }

  it('2.6: results are ordered by score, which is above 0 and comparable between kinds', async () => {
    const { data } = (await service.v1('search?q=lake&per_page=100')).json
    const scores: number[] = data.map((item: { score: number }) => item.score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(Math.min(...scores)).toBeGreaterThan(0)
    expect(new Set(withOthers(data).map((item) => item.type)).size).toBeGreaterThan(1)
  })

  it('2.6: a word in the title counts more than the same word in the text', async () => {
    const { data } = (await service.v1('search?q=rezoning&type=matters')).json
    expect(data[0].title).toBe('Rezoning of 12 Lake Road')
  })

  it('2.6: snippet is an excerpt of the text with the words of the query', async () => {
    const { data } = (await service.v1('search?q=heron&type=document_sections')).json
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      title: 'Background',
      snippet: 'The heron colony nests by the lake.',
      meeting_slug: null,
      meeting_date: null,
    })
  })

  it('2.6: snippet is plain text without highlighting, and a long text is cut', async () => {
    const { data } = (await service.v1('search?q=wetland&type=matters')).json
    expect(data[0].snippet).not.toMatch(/[<>]/)
    expect(data[0].snippet.length).toBeLessThan(400)
    expect(data[0].snippet.toLowerCase()).toContain('wetland')
  })

  it('2.6: a result links to its record: slug of its detail, meeting_slug of its meeting', async () => {
    for (const kind of ['motions', 'matters'] as const) {
      const [item] = (await service.v1(`search?q=${questions[kind]}&type=${kind}`)).json.data
      expect(expectDetail(await service.v1(`${kind}/${item.slug}`)).slug).toBe(item.slug)
    }
    const [said] = (await service.v1('search?q=culvert')).json.data
    const meeting = expectDetail(await service.v1(`meetings/${said.meeting_slug}`))
    expect(meeting.date).toBe(said.meeting_date)
  })
})
