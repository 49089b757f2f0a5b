import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAll, type FieldChecks, ocdStamps } from '../support/service/expect-fields.ts'
import { readList, readOcdDetails, readOcdList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

const event: FieldChecks = {
  id: 'string',
  name: 'string',
  description: 'string',
  classification: 'string',
  start_date: 'string',
  end_date: 'string',
  all_day: 'boolean',
  status: 'string',
  jurisdiction_id: 'string',
  location: 'object?',
  ...ocdStamps,
}

describe('events', () => {
  it('every field of an event, in lists and details', async () => {
    expectAll(await readOcdList(service, 'events'), event)
    expectAll(await readOcdDetails(service, 'events'), {
      ...event,
      participants: 'array',
      agenda: 'array',
      documents: 'array',
      media: 'array',
      links: 'array',
      extras: 'object',
      sources: 'array',
    })
  })

  it('start_date has the UTC offset of the municipality on that day', async () => {
    const starts = (await readOcdList(service, 'events')).map(({ start_date: start }) => start)
    expect(starts).toContain('2024-01-01T19:00:00-08:00')
    expect(starts).toContain('2024-03-06T19:00:00-08:00')
    expect(starts).toContain('2024-03-11T19:00:00-07:00')
    expect(starts).toContain('2024-07-01T13:00:00-07:00')
  })

  it('without a known time, start_date is the date and all_day is true', async () => {
    const all = await readOcdList(service, 'events')
    const untimed = all.filter(({ all_day: allDay }) => allDay)
    expect(untimed).toHaveLength(5)
    for (const { start_date: start } of untimed) expect(start).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const { start_date: start, all_day: allDay } of all) {
      expect(allDay).toBe(!start.includes('T'))
    }
  })

  it('end_date has the same form, or is empty', async () => {
    const ends = new Set((await readOcdList(service, 'events')).map(({ end_date: end }) => end))
    expect(ends).toEqual(new Set(['', '2024-07-01T15:15:00-07:00']))
  })

  it('status is passed for completed, confirmed for scheduled, cancelled for cancelled meetings', async () => {
    const meetings = []
    for (const { slug } of await readList(service, 'meetings')) {
      meetings.push((await service.v1(`meetings/${slug}`)).json.data.status)
    }
    const words: Record<string, string> = {
      completed: 'passed',
      scheduled: 'confirmed',
      cancelled: 'cancelled',
    }
    const statuses = (await readOcdList(service, 'events')).map(({ status }) => status)
    expect(statuses).toEqual(meetings.map((status) => words[status]))
    expect(new Set(statuses).size).toBe(3)
  })

  it('participants are the body as host, the chair, and who was present and absent', async () => {
    const all = await readOcdDetails(service, 'events')
    const participants = all.flatMap((entity) => entity.participants)
    expectAll(participants, {
      name: 'string',
      entity_type: 'string',
      person_id: 'string?',
      organization_id: 'string?',
      note: 'string',
    })
    const notes = new Set(participants.map(({ note }) => note))
    const reasons = ['attendee: Remote', 'absent: Medical']
    expect(notes).toEqual(new Set(['host', 'chair', 'attendee', 'absent', ...reasons]))
    const first = all.find(({ start_date: start }) => start.startsWith('2024-01-01'))
    expect(first.participants).toMatchObject([
      { name: 'Town Council', entity_type: 'organization', person_id: null, note: 'host' },
      { name: 'Vera Ng', entity_type: 'person', organization_id: null, note: 'chair' },
      { name: 'Stéphanie Roy', note: 'attendee' },
      { name: 'A Delegate', person_id: null, note: 'attendee: Remote' },
    ])
  })

  it('agenda items have related_entities that link to existing bills and votes', async () => {
    const all = await readOcdDetails(service, 'events')
    const agenda = all.flatMap((entity) => entity.agenda)
    expectAll(agenda, {
      description: 'string',
      order: 'string',
      classification: 'array',
      subjects: 'array',
      notes: 'array',
      related_entities: 'array',
      media: 'array',
      extras: 'object',
    })
    const related = agenda.flatMap((item) => item.related_entities)
    expectAll(related, {
      name: 'string',
      entity_type: 'string',
      entity_id: 'string',
      bill_id: 'string?',
      vote_event_id: 'string?',
      person_id: 'string?',
      organization_id: 'string?',
      note: 'string',
    })
    const ids = async (list: string) => (await readOcdList(service, list)).map(({ id }) => id)
    const existing = new Set([...(await ids('bills')), ...(await ids('votes'))])
    expect(related.filter(({ entity_id: id }) => !existing.has(id))).toEqual([])
    expect(related.filter(({ entity_type: type }) => type === 'bill')).toHaveLength(45)
    expect(related.filter(({ entity_type: type }) => type === 'vote')).toHaveLength(45)
  })

  it('documents and media are those of the meeting and of its items', async () => {
    const all = await readOcdDetails(service, 'events')
    const first = all.find(({ start_date: start }) => start.startsWith('2024-01-01'))
    expect(first.documents.map(({ note }: { note: string }) => note)).toEqual(['Minutes', 'Map 0'])
    expect(first.documents[0].links).toEqual([
      { url: 'https://pemberley.example/meetings/0/minutes', media_type: '' },
    ])
    expect(first.media).toEqual([
      {
        note: 'Video',
        date: '2024-01-01',
        classification: 'video recording',
        offset: null,
        links: [
          {
            url: 'https://pemberley.example/meetings/0/video',
            note: '',
            media_type: '',
            text: '',
          },
        ],
      },
    ])
  })
})
