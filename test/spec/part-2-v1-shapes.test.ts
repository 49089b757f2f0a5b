import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { townWithEdges } from '../support/edges.ts'
import { expectDetail } from '../support/expect.ts'
import { walkList } from '../support/pages.ts'
import { type Service, startService } from '../support/service.ts'
import { expectAll, expectFields, type FieldChecks } from '../support/shapes.ts'
import { sourceOf } from '../support/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(townWithEdges()) })
})
afterAll(() => service.stop())

/** Every detail of a list. */
async function details(list: string) {
  const found = []
  for (const { slug } of await walkList(service, list)) {
    found.push(expectDetail(await service.v1(`${list}/${slug}`)))
  }
  return found
}

const meetingItem: FieldChecks = {
  id: 'integer',
  slug: 'string',
  title: 'string',
  date: 'date',
  type: 'string?',
  has_agenda: 'boolean',
  has_minutes: 'boolean',
  has_transcript: 'boolean',
  organization: 'string?',
  summary: 'string?',
}
const meetingDetail: FieldChecks = {
  ...meetingItem,
  organization_slug: 'string?',
  start_time: 'moment?',
  location: 'string?',
  status: 'string',
  video_url: 'string?',
  minutes_url: 'string?',
  agenda_url: 'string?',
  video_duration_seconds: 'integer?',
  chair: 'object?',
  agenda_items: 'array',
  motions: 'array',
  attendance: 'array',
  speaking_time: 'array',
  documents: 'array',
  source_url: 'string?',
}

describe('2.2: meeting (list item)', () => {
  it('2.2: slug, title, date, type, has_agenda, has_minutes, has_transcript, organization, summary, id', async () => {
    expectAll(await walkList(service, 'meetings'), meetingItem)
  })

  it('2.2: has_agenda, has_minutes and has_transcript are what the record says', async () => {
    const items = await walkList(service, 'meetings')
    const at = (date: string) => items.find((item) => item.date === date)
    expect(at('2024-01-01')).toMatchObject({ has_minutes: true, has_transcript: true })
    expect(at('2024-01-06')).toMatchObject({ has_minutes: false, has_transcript: false })
    expect(at('2024-07-01')).toMatchObject({ has_agenda: false })
  })

  it('2.2: organization is the name of the body, null where it is not known', async () => {
    const names = new Set((await walkList(service, 'meetings')).map((item) => item.organization))
    expect(names).toEqual(new Set(['Town Council', 'Parks Committee', null]))
  })
})

describe('2.3: meeting (detail)', () => {
  it('2.3: all list-item fields, plus those of the table and of interface 6, in every meeting', async () => {
    const all = await details('meetings')
    expectAll(all, meetingDetail)
    const items = await walkList(service, 'meetings')
    expect(all).toEqual(items.map((item) => expect.objectContaining(item)))
  })

  it('2.3: chair is an object with slug and name, or null', async () => {
    const chairs = (await details('meetings')).map((meeting) => meeting.chair)
    const known = chairs.filter((chair) => chair !== null)
    expectAll(known, { slug: 'string', name: 'string' })
    expect(known.length).toBe(chairs.length - 2)
  })

  it('2.3: agenda_items, motions, attendance, speaking_time and documents are inline summaries', async () => {
    const all = await details('meetings')
    const each = (name: string) => all.flatMap((meeting) => meeting[name])
    expectAll(each('agenda_items'), {
      slug: 'string',
      title: 'string',
      item_number: 'string?',
      type: 'string?',
      matter_slug: 'string?',
    })
    expectAll(each('motions'), {
      slug: 'string',
      text: 'string?',
      result: 'string?',
      mover_name: 'string?',
      seconder_name: 'string?',
    })
    expectAll(each('attendance'), {
      person_slug: 'string?',
      person_name: 'string',
      role: 'string?',
      present: 'boolean',
    })
    expectAll(each('speaking_time'), {
      person_slug: 'string?',
      person_name: 'string',
      seconds: 'integer',
    })
    expectAll(each('documents'), { title: 'string', url: 'string?', type: 'string?' })
  })

  it('2.3: start_time carries the offset that held there on that day, in winter and in summer', async () => {
    const winter = expectDetail(await service.v1('meetings/2024-01-01-regular-council'))
    const summer = expectDetail(await service.v1('meetings/2024-07-01-special-council'))
    expect(winter.start_time).toBe('2024-01-01T19:00:00-08:00')
    expect(summer.start_time).toBe('2024-07-01T09:30:00-07:00')
  })

  it('2.3: status is scheduled, completed or cancelled', async () => {
    const statuses = (await details('meetings')).map((meeting) => meeting.status)
    expect(new Set(statuses)).toEqual(new Set(['scheduled', 'completed', 'cancelled']))
  })

  it('2.3: what the record does not say is null, not empty', async () => {
    const bare = expectDetail(await service.v1('meetings/2024-07-01-special-council-2'))
    expect(bare).toMatchObject({
      type: null,
      organization: null,
      organization_slug: null,
      summary: null,
      location: null,
      video_url: null,
      minutes_url: null,
      agenda_url: null,
      video_duration_seconds: null,
      chair: null,
      source_url: null,
      agenda_items: [],
      motions: [],
      attendance: [],
      speaking_time: [],
      documents: [],
    })
  })
})

const personItem: FieldChecks = {
  id: 'integer',
  slug: 'string',
  name: 'string',
  is_current_councillor: 'boolean',
  party: 'string?',
  image_url: 'string?',
}

describe('2.4: person (list item)', () => {
  it('2.4: slug, name, is_current_councillor, party, image_url, id', async () => {
    expectAll(await walkList(service, 'people'), personItem)
  })

  it('2.4: is_current_councillor: an open membership, today, in the council of the municipality', async () => {
    const people = await walkList(service, 'people')
    const current = people.filter((person) => person.is_current_councillor)
    expect(current.map((person) => person.slug).sort()).toEqual([
      'lukasz-zak',
      'stephanie-roy',
      'vera-ng',
    ])
  })

  it('2.4: party is null, or the name of one where the source has it', async () => {
    const people = await walkList(service, 'people')
    expect(people.filter((person) => person.party !== null)).toMatchObject([
      { slug: 'vera-ng', party: 'Lake Alliance', image_url: 'https://pemberley.example/ng.jpg' },
    ])
  })
})

describe('2.5: person (detail)', () => {
  it('2.5: all list-item fields, plus memberships, voting_summary, attendance_summary, speaking_time', async () => {
    const all = await details('people')
    expectAll(all, {
      ...personItem,
      memberships: 'array',
      voting_summary: 'object',
      attendance_summary: 'object',
      speaking_time: 'object',
    })
    expectAll(
      all.map((person) => person.attendance_summary),
      { meetings: 'integer', present: 'integer', absent: 'integer' },
    )
    expectAll(
      all.map((person) => person.speaking_time),
      { seconds: 'integer', meetings: 'integer' },
    )
  })

  it('2.5: memberships are objects with organization_name, organization_slug, role, start_date, end_date', async () => {
    const all = (await details('people')).flatMap((person) => person.memberships)
    expectAll(all, {
      organization_name: 'string',
      organization_slug: 'string',
      role: 'string?',
      start_date: 'date?',
      end_date: 'date?',
    })
    expect(all).toContainEqual({
      organization_name: 'Town Council',
      organization_slug: 'town-council',
      role: 'Mayor',
      start_date: '2022-11-01',
      end_date: null,
    })
  })

  it('2.5: voting_summary has total_votes, votes_for, votes_against, abstentions, all integers that add up', async () => {
    const all = (await details('people')).map((person) => person.voting_summary)
    expectAll(all, {
      total_votes: 'integer',
      votes_for: 'integer',
      votes_against: 'integer',
      abstentions: 'integer',
    })
    for (const votes of all) {
      expect(votes.total_votes).toBe(votes.votes_for + votes.votes_against + votes.abstentions)
    }
    expect(all.some((votes) => votes.total_votes > 0)).toBe(true)
  })

  it('2.5: voting_summary, attendance and speaking time count what the motions and meetings show', async () => {
    const person = expectDetail(await service.v1('people/vera-ng'))
    const motions = await details('motions')
    const cast = motions
      .flatMap((motion) => motion.votes)
      .filter((vote) => vote.person_slug === 'vera-ng')
      .map((vote) => vote.vote_value)
    expect(person.voting_summary).toMatchObject({
      votes_for: cast.filter((value) => value === 'For').length,
      votes_against: cast.filter((value) => value === 'Against').length,
      abstentions: cast.filter((value) => value === 'Abstain').length,
    })
    const roy = expectDetail(await service.v1('people/stephanie-roy'))
    expect(roy.attendance_summary).toEqual({ meetings: 45, present: 23, absent: 22 })
    const spoken = Array.from({ length: 15 }, (_, n) => 60 + 3 * n).reduce((a, b) => a + b)
    expect(person.speaking_time).toEqual({ seconds: spoken, meetings: 15 })
  })
})

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
    const all = await details('matters')
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
    const all = await details('motions')
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
    const all = await details('motions')
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
    const all = await details('bylaws')
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
