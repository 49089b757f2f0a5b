import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../support/service/expect.ts'
import { expectAll, expectFields, type FieldChecks } from '../support/service/expect-fields.ts'
import { readDetails, readList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

const matterItem: FieldChecks = {
  id: 'integer',
  url: 'string',
  updated_at: 'moment',
  slug: 'string',
  identifier: 'string?',
  title: 'string',
  status: 'string?',
  category: 'string?',
  description: 'string?',
  first_seen: 'date?',
  last_seen: 'date?',
}

describe('2.7: matter', () => {
  it('2.7: every field of the matter item, description of at most 200 characters', async () => {
    const items = await readList(service, 'matters')
    expectAll(items, matterItem)
    const lengths = items.map((item) => [...(item.description ?? '')].length)
    expect(Math.max(...lengths)).toBe(200)
  })

  it('2.7: its detail includes an agenda item timeline, newest first, and associated motions', async () => {
    const all = await readDetails(service, 'matters')
    expectAll(all, {
      ...matterItem,
      identifiers: 'array',
      plain_english_summary: 'string?',
      agenda_items: 'array',
      motions: 'array',
      actions: 'array',
      sponsors: 'array',
      documents: 'array',
      source_url: 'string?',
      bylaw: 'object?',
    })
    const items = all.flatMap((matter) => matter.agenda_items)
    expectAll(items, {
      slug: 'string',
      title: 'string',
      meeting_slug: 'string',
      meeting_date: 'date',
      item_number: 'string?',
    })
    expectAll(
      all.flatMap((matter) => matter.motions),
      {
        slug: 'string',
        text: 'string?',
        result: 'string?',
        kind: 'string?',
        meeting_slug: 'string?',
        meeting_date: 'date?',
      },
    )
    for (const { agenda_items: timeline } of all) {
      const dates = timeline.map((item: { meeting_date: string }) => item.meeting_date)
      expect(dates).toEqual([...dates].sort().reverse())
    }
    expect(items.length).toBe(45)
  })

  it('2.7: a detail has the full description and the by-law that resulted from it, or null', async () => {
    const matter = expectDetail(await service.v1('matters/rpt-2024-000'))
    expect(matter.description).toHaveLength('Rezoning of the lakeshore. '.length + 8 * 60)
    expectFields(matter.bylaw, { slug: 'string', title: 'string', bylaw_number: 'string?' })
    expect(expectDetail(await service.v1('matters/rpt-2023-003')).bylaw).toBeNull()
  })

  it('2.7: a matter that was at no meeting has null dates, unless its source states them', async () => {
    const bare = expectDetail(await service.v1('matters/a-matter-that-no-meeting-saw'))
    expect(bare).toMatchObject({ first_seen: null, last_seen: null, identifier: null })
    const stated = (await readList(service, 'matters')).find((item) => /says when/.test(item.title))
    expect(stated).toMatchObject({ first_seen: '2023-05-01', last_seen: '2024-01-31' })
  })
})
