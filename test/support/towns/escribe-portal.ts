import { escribe } from '../../../src/importers/escribe/index.ts'
import { collectItems, writeFolder } from '../imports/collect-items.ts'

// The files of a generated eSCRIBE portal with one meeting.

export const meetingId = '11111111-2222-3333-4444-555555555555'
export const portal = 'https://pub-town.escribemeetings.com'
export const calendarPath =
  'calendar/2026-01-01_to_2026-01-31_20260131T120000_000001.calendar_meetings.json'
export const minutesPath = `meetings/2026-01-20_council_${meetingId}_postminutes.json`

export const entry = (changes: object = {}) => ({
  ID: meetingId,
  MeetingName: 'Council',
  MeetingType: 'Council',
  StartDate: '2026/01/20 19:00:00',
  EndDate: '2026/01/20 21:00:00',
  Location: 'Town Hall',
  Url: `${portal}/Meeting?Id=${meetingId}`,
  HasAgenda: true,
  MeetingPassed: true,
  MeetingDocumentLink: [],
  ...changes,
})
export const item = (changes: object = {}) => ({
  agenda_item_number: '1.',
  title: 'Call to order',
  description: '',
  minutes: '',
  attachments: [],
  motions: [],
  ...changes,
})
export const minutes = (items: unknown[] = [item()], changes: object = {}) => ({
  source_url: `${portal}/Meeting.aspx?Id=${meetingId}&Agenda=PostMinutes&lang=English`,
  base_url: portal,
  meeting_date: '2026-01-20',
  meeting_start_time: '19:00',
  present_attendees: [],
  absent_attendees: [],
  agenda_items: { agenda_items: items },
  ...changes,
})
export const motion = (changes: object = {}) => ({ motion_text: 'That it be done.', ...changes })

/** What the source yields for these files. */
export async function readPortal(files: Record<string, unknown>) {
  return collectItems(escribe, await writeFolder(files))
}
export const withEntry = (changes: object) => ({ [calendarPath]: { d: [entry(changes)] } })
export const withItem = (changes: object) => ({
  ...withEntry({}),
  [minutesPath]: minutes([item(changes)]),
})
export const withMotion = (changes: object) => withItem({ motions: [motion(changes)] })

const votes = {
  for: { councillors: ['A. Lee', 'Bo Park'], count: 2 },
  against: { councillors: ['Cy Roe'], count: 1 },
}

/** The files of a portal with every field that the source reads, for tests that change some of them. */
export const fullPortal: Readonly<Record<string, unknown>> = {
  [calendarPath]: {
    d: [
      entry({ MeetingDocumentLink: [{ Title: 'A', Type: 'Agenda', Url: 'a', LanguageId: 9 }] }),
      entry({ ID: 'other', StartDate: '2026/01/27 19:00:00' }),
    ],
  },
  [minutesPath]: minutes(
    [
      item({ attachments: [{ link: `${portal}/a.pdf`, attachment_title: 'Report' }] }),
      item({
        agenda_item_number: '2.',
        title: 'Ditch on Mill Road',
        minutes: 'The Clerk spoke.',
        description: 'File Number: ACS2026-PWD-GEN-0001',
        motions: [
          motion({
            motion_number: '2026-01',
            motion_moved_by: 'A. Lee',
            motion_seconded_by: 'Bo Park',
            motion_result: 'Carried (2 to 1)',
            motion_votes: votes,
            dissent_voters: ['Roe'],
          }),
        ],
        sub_agendas_items: [
          item({ agenda_item_number: '2.1', title: 'Three Readings', motions: [motion()] }),
        ],
      }),
    ],
    { present_attendees: ['Chair: Ann Lee', 'Bo Park', 'Cy Roe'] },
  ),
  'current_councillors.json': ['Ann Lee', 'Bo Park'].map((full_name) => {
    const [first_name, last_name] = full_name.split(' ')
    return { full_name, first_name, last_name, email: `${first_name}@town.example`, active: true }
  }),
}
