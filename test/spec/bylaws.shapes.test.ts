import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../support/service/expect.ts'
import { expectAll, type FieldChecks } from '../support/service/expect-fields.ts'
import { readDetails, readList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

const bylawItem: FieldChecks = {
  id: 'integer',
  url: 'string',
  updated_at: 'moment',
  slug: 'string',
  title: 'string',
  bylaw_number: 'string?',
  status: 'string?',
  category: 'string?',
  year: 'integer?',
}

describe('2.7: bylaw', () => {
  it('2.7: a bylaw has status, category and year: every field of the bylaw item', async () => {
    expectAll(await readList(service, 'bylaws'), bylawItem)
  })

  it('2.7: every field of the bylaw detail, with the matters that led to it', async () => {
    const all = await readDetails(service, 'bylaws')
    expectAll(all, {
      ...bylawItem,
      description: 'string?',
      plain_english_summary: 'string?',
      passed_date: 'date?',
      enacted_date: 'date?',
      motion_slug: 'string?',
      meeting_slug: 'string?',
      source_url: 'string?',
      matters: 'array',
      sponsors: 'array',
      documents: 'array',
    })
    const { matters } = expectDetail(await service.v1('bylaws/by-law-900'))
    expectAll(matters, { slug: 'string', title: 'string', status: 'string?' })
    expect(matters).toHaveLength(3)
    const { sponsors, documents } = expectDetail(await service.v1('bylaws/by-law-901'))
    expectAll(sponsors, {
      person_slug: 'string?',
      person_name: 'string',
      primary: 'boolean',
      classification: 'string?',
    })
    expectAll(documents, {
      title: 'string',
      url: 'string?',
      type: 'string?',
      date: 'date?',
      language: 'string?',
    })
  })

  it('2.7: unknown fields of a bylaw are null', async () => {
    const items = await readList(service, 'bylaws')
    const bare = items.find((item) => item.title === 'A by-law of which nothing is known')
    expect(bare).toMatchObject({ bylaw_number: null, status: null, category: null, year: null })
  })
})
