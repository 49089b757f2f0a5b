import type { ImportSource } from '../source.ts'
import { openVotes } from './index.ts'
import type { Mapping } from './schema.ts'
import type { VoteFacts } from './vote-facts.ts'

const mapping: Mapping = {
  source: 'toronto',
  licence: 'Open Government Licence - Toronto',
  municipality: {
    name: 'City of Toronto',
    division_id: 'ocd-division/country:ca/csd:3520005',
    time_zone: 'America/Toronto',
    url: 'https://www.toronto.ca',
  },
  // The City has two spellings of its header.
  columns: {
    body: 'Committee',
    date: ['Date/Time', 'DateTime'],
    matter_number: ['Agenda Item #', 'AgendaItemNum'],
    item_title: ['Agenda Item Title', 'AgendaItemTitle'],
    motion_type: ['Motion Type', 'MotionType'],
    text: ['Vote Description', 'VoteDescription'],
    result: 'Result',
    given_name: ['First Name', 'FirstName'],
    family_name: ['Last Name', 'LastName'],
    vote: 'Vote',
  },
  vote_words: { 'Absent(Interest Declared)': 'Recused', Vacant: null },
  // The counts show the tie.
  result_words: { 'Lost (tie)': 'Defeated' },
  motion_kinds: {
    'Adopt Item': 'motion',
    'Adopt Item as Amended': 'motion',
    'Receive Item': 'motion',
    'Amend Item': 'amendment',
    'Amend Item (Additional)': 'amendment',
    'Amend Item (Two-Thirds)': 'amendment',
    'Amend Motion': 'amendment',
    "Amend Mayor's Proposed Budget": 'amendment',
    'End Debate': 'procedural',
    'Extend the Meeting': 'procedural',
    'Introduce Motion without Notice': 'procedural',
    'Introduce Report': 'procedural',
    'Add New Business at Committee': 'procedural',
    'Resolve to Committee of Whole': 'procedural',
    'Set Committee Rule': 'procedural',
    'Extend Debate': 'procedural',
    'Limit Debate': 'procedural',
    'Fix Reconvened Meeting': 'procedural',
    'Point of Order': 'procedural',
    'Point of Privilege': 'procedural',
    'Waive Referral': 'procedural',
    'Waive Notice': 'procedural',
    'Waive the Rules': 'procedural',
    'Adopt Order Paper': 'procedural',
    'Adopt Order Paper as Amended': 'procedural',
    'Amend the Order Paper': 'procedural',
    'Excuse Absentees': 'procedural',
    Adjourn: 'procedural',
    Recess: 'procedural',
  },
  body_kinds: {
    'Etobicoke York Community Council': 'committee',
    'North York Community Council': 'committee',
    'Scarborough Community Council': 'committee',
    'Toronto and East York Community Council': 'committee',
  },
  meeting_list: { meeting_id: 'meetingReference', date: 'meetingDate' },
  attendance_list: {
    body: 'Committee',
    date: 'SessionDate',
    given_name: 'FirstName',
    family_name: 'LastName',
    present: 'Present',
    session: 'SessionType',
    times: 'SessionStart_EndTime',
    meeting_number: 'MTGNum',
  },
  people: { 'Michelle Holland': 'Michelle Berardinetti' },
}

/** The votes of members that the City of Toronto publishes as a table for each term of council. */
export const toronto: ImportSource = {
  name: 'toronto',
  describe:
    'Toronto’s "Voting Record" as CSV: a file, an address, or a folder, also with "Meeting Attendance"',
  isTable: true,
  open: (location, options = {}) =>
    openVotes([location, ...(options.others ?? [])], mapping, {
      ...{ ...options, meetingIdOf },
      namesMovers: true,
    }),
}

/** The parts of an agenda of City Council that are its own; its other items come from committees. */
const councilItem = /^(\d{4})[.](?:CC|MM|RM|BL|DM|IA|FM|OM|MPB)(\d+)[.]/

/**
 * The meeting of a vote without a date. "2018.MM47.4" is an item of meeting 2018.CC47 of City Council (README.md); of
 * "2018.EX3.1", only the meeting of the committee is known, so Council's vote on it stays without a date.
 */
function meetingIdOf({ body, date, matterNumber }: VoteFacts): string | null {
  if (date !== null || matterNumber === null) return null
  if (body !== 'City Council') return /^\d{4}[.][A-Z]+\d+/.exec(matterNumber)?.[0] ?? null
  const [, year, number] = councilItem.exec(matterNumber) ?? []
  return year === undefined ? null : `${year}.CC${number}`
}
