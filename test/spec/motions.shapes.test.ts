import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../support/service/expect.ts'
import { expectAll, type FieldChecks, motionTitleChecks } from '../support/service/expect-fields.ts'
import { readDetails, readList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

const motionItem: FieldChecks = {
  id: 'integer',
  url: 'string',
  updated_at: 'moment',
  slug: 'string',
  ...motionTitleChecks,
  text: 'string?',
  result: 'string?',
  kind: 'string?',
  contested: 'boolean?',
  mover_name: 'string?',
  mover_slug: 'string?',
  mover_name_as_written: 'string?',
  seconder_name: 'string?',
  seconder_slug: 'string?',
  seconder_name_as_written: 'string?',
  meeting_slug: 'string?',
  meeting_date: 'date?',
}

describe('2.7: motion', () => {
  it('2.7: a motion has a result, a meeting and a mover: every field of the motion item', async () => {
    const items = await readList(service, 'motions')
    expectAll(items, motionItem)
    const lengths = items.map((item) => [...(item.text ?? '')].length)
    expect(Math.max(...lengths)).toBe(200)
    const results = new Set(items.map((item) => item.result))
    expect([...results]).toEqual(expect.arrayContaining(['Carried', 'Defeated', null]))
  })

  it('2.7: every field of the motion detail', async () => {
    const all = await readDetails(service, 'motions')
    expectAll(all, {
      ...motionItem,
      text_content: 'string?',
      superseded_text: 'string?',
      plain_english_summary: 'string?',
      agenda_item_slug: 'string?',
      agenda_item_title: 'string?',
      organization: 'string?',
      organization_slug: 'string?',
      matter_slug: 'string?',
      bylaws: 'array',
      tally: 'object',
      votes: 'array',
      candidates: 'array',
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
      name_as_written: 'string',
      candidate: 'string?',
    })
    const values = ['For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other']
    expect(new Set(votes.map((vote) => vote.vote_value))).toEqual(new Set(values))
  })

  it('2.7: text is the summary if there is one, otherwise the beginning; text_content is the full text', async () => {
    const all = await readDetails(service, 'motions')
    const summarised = all.find((motion) => motion.text === 'Dredge ditch 0.')
    expect(summarised.text_content).toMatch(/^THAT ditch 0 be dredged (with care ){40}\.$/)
    const cut = all.find((motion) => motion.text?.startsWith('THAT ditch 5 '))
    expect(cut.text).toMatch(/…$/)
    expect(cut.text_content.startsWith(cut.text.slice(0, -1))).toBe(true)
  })

  it('2.7: a tally is that of the source, otherwise counted from the votes, otherwise null', async () => {
    const at = async (slug: string) => expectDetail(await service.v1(`motions/${slug}`)).tally
    expect(await at('motion-e-1')).toEqual({ for: 3, against: 4, abstain: null, absent: null })
    expect(await at('motion-2024-0')).toEqual({ for: 1, against: 1, abstain: 1, absent: 1 })
    const none = { for: null, against: null, abstain: null, absent: null }
    expect(await at('2024-01-06-committee-of-the-whole-motion-1')).toEqual(none)
  })

  it('2.7: a mover who is named but not a known person has a name and no slug', async () => {
    const motion = expectDetail(await service.v1('motions/motion-e-1'))
    expect(motion).toMatchObject({
      mover_name: 'A Stranger',
      mover_slug: null,
      seconder_name: null,
      seconder_slug: null,
      meeting_slug: null,
      meeting_date: '2024-01-31',
      result: 'Lost',
      plain_english_summary: 'It is the only one.',
    })
  })
})
