import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTownWithEdges } from '../support/edges.ts'
import { expectDetail } from '../support/expect.ts'
import { walkDetails, walkList } from '../support/pages.ts'
import type { Service } from '../support/service.ts'
import { expectAll, expectFields, type FieldChecks } from '../support/shapes.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

const matterItem: FieldChecks = {
  id: 'integer',
  slug: 'string',
  identifier: 'string?',
  title: 'string',
  status: 'string?',
  category: 'string?',
  description: 'string?',
  first_seen: 'date?',
  last_seen: 'date?',
}
const motionItem: FieldChecks = {
  id: 'integer',
  slug: 'string',
  text: 'string?',
  result: 'string?',
  mover_name: 'string?',
  mover_slug: 'string?',
  seconder_name: 'string?',
  seconder_slug: 'string?',
  meeting_slug: 'string?',
  meeting_date: 'date?',
}
const bylawItem: FieldChecks = {
  id: 'integer',
  slug: 'string',
  title: 'string',
  bylaw_number: 'string?',
  status: 'string?',
  category: 'string?',
  year: 'integer?',
}

describe('2.7: matter', () => {
  it('2.7 (interface 6): every field of the matter item, description of at most 200 characters', async () => {
    const items = await walkList(service, 'matters')
    expectAll(items, matterItem)
    const lengths = items.map((item) => [...(item.description ?? '')].length)
    expect(Math.max(...lengths)).toBe(200)
  })

  it('2.7: its detail includes an agenda item timeline, newest first, and associated motions', async () => {
    const all = await walkDetails(service, 'matters')
    expectAll(all, {
      ...matterItem,
      plain_english_summary: 'string?',
      agenda_items: 'array',
      motions: 'array',
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

  it('2.7: a detail has the full description and the by-law that came of it, or null', async () => {
    const matter = expectDetail(await service.v1('matters/rpt-2024-000'))
    expect(matter.description).toHaveLength('Rezoning of the lakeshore. '.length + 8 * 60)
    expectFields(matter.bylaw, { slug: 'string', title: 'string', bylaw_number: 'string?' })
    expect(expectDetail(await service.v1('matters/rpt-2023-003')).bylaw).toBeNull()
  })

  it('2.7: a matter that no meeting saw has null dates, one with stated dates keeps them', async () => {
    const bare = expectDetail(await service.v1('matters/a-matter-that-no-meeting-saw'))
    expect(bare).toMatchObject({ first_seen: null, last_seen: null, identifier: null })
    const stated = (await walkList(service, 'matters')).find((item) => /says when/.test(item.title))
    expect(stated).toMatchObject({ first_seen: '2023-05-01', last_seen: '2024-01-31' })
  })
})

describe('2.7: motion', () => {
  it('2.7: a motion has a result, a meeting and a mover: every field of the motion item', async () => {
    const items = await walkList(service, 'motions')
    expectAll(items, motionItem)
    const lengths = items.map((item) => [...(item.text ?? '')].length)
    expect(Math.max(...lengths)).toBe(200)
    const results = new Set(items.map((item) => item.result))
    expect([...results]).toEqual(expect.arrayContaining(['Carried', 'Defeated', null]))
  })

  it('2.7 (interface 6): every field of the motion detail', async () => {
    const all = await walkDetails(service, 'motions')
    expectAll(all, {
      ...motionItem,
      text_content: 'string?',
      plain_english_summary: 'string?',
      agenda_item_slug: 'string?',
      agenda_item_title: 'string?',
      matter_slug: 'string?',
      tally: 'object',
      votes: 'array',
    })
    expectAll(
      all.map((motion) => motion.tally),
      { for: 'integer?', against: 'integer?', abstain: 'integer?', absent: 'integer?' },
    )
    const votes = all.flatMap((motion) => motion.votes)
    expectAll(votes, {
      person_slug: 'string?',
      person_name: 'string',
      vote_value: 'string',
      reason: 'string?',
    })
    const values = ['For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other']
    expect(new Set(votes.map((vote) => vote.vote_value))).toEqual(new Set(values))
  })

  it('2.7: text is the summary where there is one, else the beginning; text_content is the whole', async () => {
    const all = await walkDetails(service, 'motions')
    const summarised = all.find((motion) => motion.text === 'Dredge ditch 0.')
    expect(summarised.text_content).toMatch(/^THAT ditch 0 be dredged (with care ){40}\.$/)
    const cut = all.find((motion) => motion.text?.startsWith('THAT ditch 5 '))
    expect(cut.text).toMatch(/…$/)
    expect(cut.text_content.startsWith(cut.text.slice(0, -1))).toBe(true)
  })

  it('2.7: a tally is what the source prints, else counted from the votes, else null', async () => {
    const at = async (slug: string) => expectDetail(await service.v1(`motions/${slug}`)).tally
    expect(await at('motion-e-1')).toEqual({ for: 3, against: 4, abstain: null, absent: null })
    expect(await at('motion-2024-0')).toEqual({ for: 1, against: 1, abstain: 1, absent: 1 })
    const none = { for: null, against: null, abstain: null, absent: null }
    expect(await at('2024-01-06-committee-of-the-whole-motion-1')).toEqual(none)
  })

  it('2.7: a mover whom the record names but who is no known person has a name and no slug', async () => {
    const motion = expectDetail(await service.v1('motions/motion-e-1'))
    expect(motion).toMatchObject({
      mover_name: 'A Stranger',
      mover_slug: null,
      seconder_name: null,
      seconder_slug: null,
      meeting_slug: null,
      meeting_date: '2024-01-31',
      result: 'Lost',
      plain_english_summary: 'It stands alone.',
    })
  })
})

describe('2.7: bylaw', () => {
  it('2.7: a bylaw has status, category and year: every field of the bylaw item', async () => {
    expectAll(await walkList(service, 'bylaws'), bylawItem)
  })

  it('2.7 (interface 6): every field of the bylaw detail, with the matters that led to it', async () => {
    const all = await walkDetails(service, 'bylaws')
    expectAll(all, {
      ...bylawItem,
      description: 'string?',
      plain_english_summary: 'string?',
      source_url: 'string?',
      matters: 'array',
    })
    const { matters } = expectDetail(await service.v1('bylaws/by-law-900'))
    expectAll(matters, { slug: 'string', title: 'string', status: 'string?' })
    expect(matters).toHaveLength(3)
  })

  it('2.7: what is not known of a bylaw is null', async () => {
    const items = await walkList(service, 'bylaws')
    const bare = items.find((item) => item.title === 'A by-law of which nothing is known')
    expect(bare).toMatchObject({ bylaw_number: null, status: null, category: null, year: null })
  })
})
