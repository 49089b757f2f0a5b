import type { Row } from './odata.ts'
import type { LegistarResponses } from './server.ts'

// A council of three people on one day, as rows of the Web API with the fields of its documentation.

const empty = (fields: string) => Object.fromEntries(fields.split(' ').map((name) => [name, null]))

const noPerson = empty('PersonPhone PersonFax PersonEmail PersonWWW PersonAddress1 PersonCity1')
const noItem = empty(
  'EventItemAgendaSequence EventItemMinutesSequence EventItemAgendaNumber EventItemAgendaNote EventItemMinutesNote ' +
    'EventItemActionName EventItemActionText EventItemPassedFlagName EventItemMoverId EventItemMover ' +
    'EventItemSeconderId EventItemSeconder EventItemMatterId EventItemMatterFile EventItemMatterName ' +
    'EventItemMatterType EventItemMatterStatus',
)

const files = 'http://legistar2.granicus.com/pemberley'

const persons: Row[] = [
  {
    PersonId: 7,
    PersonFirstName: 'Vera',
    PersonLastName: 'Ng',
    PersonFullName: 'Vera Ng',
    PersonAddress1: 'Town Hall, 1 Lake Street',
    PersonCity1: 'Pemberley',
    PersonState1: 'BC',
    PersonZip1: 'V0N 2L0',
    PersonPhone: '604-555-0107',
    PersonFax: '604-555-0108',
    PersonEmail: 'ng@pemberley.example',
    PersonWWW: 'http://pemberley.example/ng/',
    PersonAddress2: '',
    PersonCity2: '',
    PersonPhone2: '',
  },
  { ...noPerson, PersonId: 8, PersonFullName: 'Stéphanie Roy ' },
  { ...noPerson, PersonId: 9, PersonFullName: "Pat O'Dell" },
]

function event(
  EventId: number,
  EventBodyId: number,
  EventBodyName: string,
  EventTime: string,
): Row {
  return {
    EventId,
    EventBodyId,
    EventBodyName,
    EventTime,
    EventDate: '2024-03-05T00:00:00',
    EventLastModifiedUtc: '2024-03-07T21:32:13.043',
    EventAgendaStatusName: 'Final',
    EventLocation: 'Council Chamber, Town Hall\r\n1 Lake Street\r\nPemberley, BC',
    EventAgendaFile: `${files}/meetings/2024/3/${EventId}_A_Agenda.pdf`,
    EventMinutesFile: null,
    EventComment: null,
    EventVideoPath: null,
    EventInSiteURL: `https://pemberley.legistar.com/MeetingDetail.aspx?LEGID=${EventId}`,
    EventItems: [],
  }
}

const events: Row[] = [
  event(600, 21, 'Council Briefing', '9:30 AM'),
  event(601, 13, 'Town Council', '2:00 PM'),
  {
    ...event(602, 27, 'Parks, Library and Recreation Committee', '6:00 PM'),
    EventLocation: 'Lakeside Hall, 12 Mill Road',
    EventMinutesFile: `${files}/meetings/2024/3/602_M_Minutes.pdf`,
    EventComment: 'Special Meeting',
  },
]

function item(eventId: number, id: number, sequence: number | null, title: string, rest: Row = {}) {
  return {
    ...noItem,
    EventItemId: id,
    EventItemEventId: eventId,
    EventItemAgendaSequence: sequence,
    EventItemMinutesSequence: sequence,
    EventItemTitle: title,
    EventItemRollCallFlag: 0,
    EventItemMatterAttachments: [],
    ...rest,
  }
}

const attachment = (id: number, name: string): Row => ({
  MatterAttachmentId: id,
  MatterAttachmentName: name,
  MatterAttachmentHyperlink: `${files}/attachments/${id}.pdf`,
  MatterAttachmentIsHyperlink: false,
  MatterAttachmentShowOnInternetPage: true,
})

const rtf = (text: string) =>
  String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}}` +
  `\r\n{\\colortbl ;\\red0\\green0\\blue0;}\r\n\\viewkind4\\uc1\\pard${text}\\par\r\n}\r\n`

const passed = { EventItemPassedFlag: 1, EventItemPassedFlagName: 'Pass' }

const items: Row[] = [
  item(600, 6001, 1, 'Times are estimates.\r\n', { EventItemRollCallFlag: 1 }),
  // A matter without a file, and its attachments.
  item(600, 6002, 2, 'Council Agenda', {
    EventItemMatterId: 51,
    EventItemMatterType: 'Information Item (Inf)',
    EventItemMatterAttachments: [attachment(1, 'March 5, 2024'), attachment(2, 'March 12, 2024')],
  }),
  item(601, 6011, 1, 'CALL TO ORDER', {
    EventItemAgendaNumber: 'A.',
    EventItemMinutesNote: rtf(String.raw`\fs24 The Mayor opened the meeting at 2:01 p.m.\cf1`),
  }),
  item(601, 6012, 2, 'ROLL CALL', { EventItemAgendaNumber: 'B.', EventItemRollCallFlag: 1 }),
  // Between the others in the meeting, but with the highest id.
  item(601, 6019, 3, 'Minutes of March 1, 2024', {
    ...passed,
    EventItemActionName: 'approved',
    EventItemMatterId: 52,
    EventItemMatterType: 'Minutes (Min)',
  }),
  item(601, 6014, 4, 'A BY-LAW to plough the sidewalks of the town', {
    ...passed,
    EventItemAgendaNumber: '1.',
    EventItemActionName: 'passed',
    EventItemActionText: 'The by-law was passed by this vote:',
    EventItemMatterId: 50,
    EventItemMatterFile: 'BL 12',
    EventItemMatterName: 'BL 12',
    EventItemMatterType: 'By-law (BL)',
    EventItemMatterStatus: 'Passed',
    EventItemMatterAttachments: [attachment(3, 'Summary')],
  }),
  item(601, 6018, null, '\r\n\r\n__________\r\n'),
  item(602, 6021, 1, 'Call To Order', { EventItemRollCallFlag: 1 }),
  item(602, 6022, 2, 'A library on the lake', {
    EventItemAgendaNumber: '2.',
    EventItemAgendaNote: rtf(
      String.raw`\b\fs24 Presentation and Questions\b0  (20 minutes)\par` +
        `\r\n\\par\r\n\\pard\\sa160\\sl252\\slmult1\\b Presenters:\\b0  Ana Ruiz, Friends of the Library`,
    ),
    EventItemActionName: 'heard in Committee',
    EventItemMatterId: 53,
    EventItemMatterFile: 'Inf 14',
    EventItemMatterType: 'Information Item (Inf)',
  }),
]

// In the order of their ids, which is not that of `VoteSort`.
function votesOn(itemId: number, values: readonly [number, string, string, number][]): Row[] {
  return values.map(([VotePersonId, VotePersonName, VoteValueName, VoteSort], index) => ({
    VoteId: itemId * 10 + index,
    VotePersonId,
    VotePersonName,
    VoteValueName,
    VoteSort,
    VoteEventItemId: itemId,
  }))
}

const votes: Row[] = [
  ...votesOn(6014, [
    [9, "Pat O'Dell", 'Opposed', 250],
    [7, 'Vera Ng', 'In Favor', 2],
    [8, 'Stéphanie Roy ', 'In Favor', 18],
  ]),
  ...votesOn(6019, [[7, 'Vera Ng', 'In Favor', 2]]),
]

/** The responses of this council, which has no bodies, offices, matters and roll calls. */
export function rowsTown(): LegistarResponses {
  const lists: Record<string, Row[]> = {
    Bodies: [],
    Persons: persons,
    OfficeRecords: [],
    Matters: [],
    Events: events,
  }
  const of = (rows: Row[], field: string, id: string | undefined) =>
    rows.filter((row) => row[field] === Number(id))
  return {
    list: (name) => lists[name],
    part: (path) => {
      const [list, id, below] = path.split('/')
      if (list === 'Events') return of(items, 'EventItemEventId', id)
      return below === 'Votes' ? of(votes, 'VoteEventItemId', id) : undefined
    },
  }
}
