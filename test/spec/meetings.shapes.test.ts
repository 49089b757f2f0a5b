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

const meetingItem: FieldChecks = {
  id: 'integer',
  url: 'string',
  updated_at: 'moment',
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
  end_time: 'moment?',
  location: 'string?',
  status: 'string',
  status_note: 'string?',
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
    expectAll(await readList(service, 'meetings'), meetingItem)
  })

  it('2.2: has_agenda, has_minutes and has_transcript are those of the record', async () => {
    const items = await readList(service, 'meetings')
    const at = (date: string) => items.find((item) => item.date === date)
    expect(at('2024-01-01')).toMatchObject({ has_minutes: true, has_transcript: true })
    expect(at('2024-01-06')).toMatchObject({ has_minutes: false, has_transcript: false })
    expect(at('2024-07-01')).toMatchObject({ has_agenda: false })
  })

  it('2.2: organization is the name of the body, or null if unknown', async () => {
    const names = new Set((await readList(service, 'meetings')).map((item) => item.organization))
    expect(names).toEqual(new Set(['Town Council', 'Parks Committee', null]))
  })
})

describe('2.3: meeting (detail)', () => {
  it('2.3: all list-item fields, those of the table and those that Reeve adds, in every meeting', async () => {
    const all = await readDetails(service, 'meetings')
    expectAll(all, meetingDetail)
    const items = await readList(service, 'meetings')
    expect(all).toEqual(items.map((item) => expect.objectContaining(item)))
  })

  it('2.3: chair is an object with slug and name, or null', async () => {
    const chairs = (await readDetails(service, 'meetings')).map((meeting) => meeting.chair)
    const existing = chairs.filter((chair) => chair !== null)
    expectAll(existing, { slug: 'string', name: 'string' })
    expect(existing.length).toBe(chairs.length - 2)
  })

  it('2.3: agenda_items, motions, attendance, speaking_time and documents are inline summaries', async () => {
    const all = await readDetails(service, 'meetings')
    const childrenOf = (name: string) => all.flatMap((meeting) => meeting[name])
    expectAll(childrenOf('agenda_items'), {
      slug: 'string',
      title: 'string',
      item_number: 'string?',
      type: 'string?',
      matter_slug: 'string?',
      action: 'string?',
      result: 'string?',
      bylaws: 'array',
      parent_slug: 'string?',
      description: 'string?',
      documents: 'array',
    })
    expectAll(childrenOf('motions'), {
      slug: 'string',
      text: 'string?',
      result: 'string?',
      kind: 'string?',
      mover_name: 'string?',
      seconder_name: 'string?',
    })
    expectAll(childrenOf('attendance'), {
      person_slug: 'string?',
      person_name: 'string',
      role: 'string?',
      present: 'boolean',
      reason: 'string?',
    })
    expectAll(childrenOf('speaking_time'), {
      person_slug: 'string?',
      person_name: 'string',
      seconds: 'integer',
    })
    expectAll(childrenOf('documents'), {
      title: 'string',
      url: 'string?',
      type: 'string?',
      date: 'date?',
      language: 'string?',
    })
  })

  it('2.3: start_time has the UTC offset of the municipality on that day, in winter and in summer', async () => {
    const winter = expectDetail(await service.v1('meetings/2024-01-01-regular-council'))
    const summer = expectDetail(await service.v1('meetings/2024-07-01-special-council'))
    expect(winter.start_time).toBe('2024-01-01T19:00:00-08:00')
    expect(summer.start_time).toBe('2024-07-01T09:30:00-07:00')
  })

  it('2.3: status is scheduled, completed or cancelled', async () => {
    const statuses = (await readDetails(service, 'meetings')).map((meeting) => meeting.status)
    expect(new Set(statuses)).toEqual(new Set(['scheduled', 'completed', 'cancelled']))
  })

  it('2.3: unknown values are null, not empty', async () => {
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
