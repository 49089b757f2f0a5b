import { describe, expect, it } from 'vitest'
import {
  calendarPath,
  entry,
  item,
  meetingId,
  minutes,
  minutesPath,
  motion,
  portal,
  readPortal,
  withEntry,
} from '../../../test/support/towns/escribe-portal.ts'
import { checkRecord } from '../record-check.ts'

describe('a small portal', () => {
  it('takes each meeting from the newest calendar, whatever the order of the file names', async () => {
    const later = 'calendar/2025-12-01_to_2026-01-31_20260201T000000_000001.calendar_meetings.json'
    const { of } = await readPortal({
      [later]: { d: [entry({ Location: 'New Hall' })] },
      [calendarPath]: { d: [entry({ Location: 'Old Hall' })] },
    })
    expect(of('meeting').map(({ location }) => location)).toEqual(['New Hall'])
  })

  it('has a scheduled meeting until it has passed or has minutes', async () => {
    const { of } = await readPortal(withEntry({ MeetingPassed: false }))
    expect(of('meeting')[0]?.status).toBe('scheduled')
  })

  it('sets missing values to null', async () => {
    const { of, records, warnings } = await readPortal({
      [calendarPath]: {
        d: [{ ID: meetingId, MeetingName: 'Council', StartDate: '2026/01/20 19:00', Url: portal }],
      },
    })
    expect(of('meeting')[0]).toMatchObject({
      end_time: null,
      type: null,
      location: null,
      has_agenda: false,
    })
    expect(of('organization')[0]).toMatchObject({ name: 'Council', classification: 'council' })
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    expect(warnings).toEqual([])
  })

  it('warns if two printed counts differ, and keeps that of the result', async () => {
    const votes = {
      for: { councillors: ['Ann Lee', 'Bo Park'], count: 2 },
      against: { councillors: [], count: 0 },
    }
    const items = [
      item({ motions: [motion({ motion_votes: votes, motion_result: 'Carried (3 to 0)' })] }),
    ]
    const { of, warnings } = await readPortal({
      ...withEntry({}),
      [minutesPath]: minutes(items, { present_attendees: ['Ann Lee', 'Bo Park'] }),
    })
    expect(of('motion')[0]?.tally).toEqual({ for: 3, against: 0, abstain: null, absent: null })
    expect(warnings).toEqual([
      {
        location: expect.stringMatching(/_postminutes\.json:\d+$/),
        subject: 'motion 1 of Council 2026-01-20, item 1',
        reason: 'prints 3 to 0 with the result, and 2 to 0 with the names',
      },
    ])
  })

  it('keeps an unknown name as written, with a warning', async () => {
    const items = [
      item({ motions: [motion({ motion_moved_by: 'Q. Nobody', dissent_voters: ['Zed'] })] }),
    ]
    const { of, warnings } = await readPortal({ ...withEntry({}), [minutesPath]: minutes(items) })
    expect(of('motion')[0]).toMatchObject({
      mover_name: 'Q. Nobody',
      mover_key: null,
      votes: [{ name: 'Zed', person_key: null, value: 'Against', reason: 'Dissent' }],
    })
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'voter "Zed" is not at this meeting or on the roster',
      'mover "Q. Nobody" is not at this meeting or on the roster',
    ])
  })

  it('marks people as incomplete if there is no roster', async () => {
    const files = {
      ...withEntry({}),
      [minutesPath]: minutes([], { present_attendees: ['Ann Lee'] }),
    }
    const roster = [{ full_name: 'Bo Park', email: 'bo.park@town.example' }]
    const flagsOf = async (more: object) =>
      (await readPortal({ ...files, ...more })).of('person').map(({ incomplete }) => incomplete)
    expect(await flagsOf({})).toEqual([true])
    expect(await flagsOf({ 'current_councillors.json': roster })).toEqual([undefined, undefined])
  })

  it('lists a person once who is in a list twice, and in both lists as they are', async () => {
    const { of, warnings } = await readPortal({
      ...withEntry({}),
      [minutesPath]: minutes([], {
        present_attendees: ['Ann Lee', 'Chair: Ann Lee', 'Bo Park'],
        absent_attendees: ['Bo Park'],
      }),
    })
    const [meeting] = of('meeting')
    expect(meeting?.attendance).toEqual([
      { person_key: 'ann lee', name: 'Ann Lee', role: 'Chair', present: true },
      { person_key: 'bo park', name: 'Bo Park', role: null, present: true },
      { person_key: 'bo park', name: 'Bo Park', role: null, present: false },
    ])
    expect(meeting?.chair_key).toBe('ann lee')
    expect(warnings).toEqual([])
  })

  it('warns of a person whose name ends in that of another', async () => {
    const names = ['Portreeve Dora Holt', 'Dora Holt (via Zoom)']
    const { of, warnings } = await readPortal({
      ...withEntry({}),
      [minutesPath]: minutes([], { present_attendees: names }),
    })
    expect(of('meeting')[0]?.attendance?.[1]).toMatchObject({ reason: 'via Zoom' })
    expect(warnings).toMatchObject([
      {
        subject: 'person Portreeve Dora Holt',
        reason: 'may or may not be Dora Holt, who is another person of this record',
      },
    ])
  })

  it('takes midnight for an unknown time', async () => {
    const { of } = await readPortal(withEntry({ StartDate: '2026/01/20 00:00:00' }))
    expect(of('meeting')[0]).toMatchObject({ date: '2026-01-20', start_time: null })
  })

  it('makes no body of a state in the name of a meeting', async () => {
    const { of, warnings } = await readPortal(
      withEntry({ MeetingName: 'CANCELLED: Council', MeetingType: 'CANCELLED: Council' }),
    )
    expect(of('organization').map(({ name }) => name)).toEqual(['Council'])
    expect(of('meeting')).toMatchObject([
      { title: 'CANCELLED: Council', status: 'cancelled', organization_key: 'council' },
    ])
    expect(warnings.map(({ subject }) => subject)).toContain('meetings')
  })
})
