import { plural } from '../../site/words/grammar.ts'

/** The words of the page about the attendance of a whole body in English. */
export const attendanceWords = {
  attendance: {
    title: 'Attendance',
    all: 'Attendance of all members',
    description: (council: string) =>
      `Which members of ${council} attended which meeting, side by side.`,
    lead: (body: string, year: string) => `${body}, ${year}`,
    none: 'Not recorded: no roll call of this body is on record.',
    noneInYear: (year: string) =>
      `Not recorded: no roll call of a meeting of this body in ${year} is on record.`,
    noneHeld: (year: string) => `No meeting of this body in ${year} is on record.`,
    atVotes:
      'The record does say who was absent at recorded votes, which is not the same: {members}.',
    membersByAbsences: 'members by absences at votes',
    year: 'Year',
    latest: 'Latest with five meetings',
    caption: 'Who attended which meeting',
    attended: 'Attended',
    states: {
      present: 'present',
      absent: 'absent',
      part: 'for a part',
      remote: 'remotely',
      unknown: 'not recorded',
      none: 'not a member',
    },
    columns: { absent: 'Absent', part: 'For a part', remote: 'Remotely' },
    absentAt: '(absent: {sessions})',
    withReason: (state: string, reason: string) => `${state}: ${reason}`,
    recorded: (meetings: number, recorded: string, all: string) =>
      `${recorded} of ${all} ${plural(meetings, 'meeting has', 'meetings have')} a roll call on record; meetings that were called off are omitted.`,
    counted:
      'Attended is of the meetings whose roll call names the member. Somebody whom it does not name is neither present nor absent.',
    noSeats:
      'The record does not say who sat on this body, so everybody in its roll calls is listed.',
    others: (people: string) => `Also in the roll calls, without a seat on record: ${people}.`,
    other: (name: string, part: string) => `${name} (${part})`,
    latestMeetings: (shown: string, all: string) =>
      `The table has the latest ${shown} of ${all} meetings, and the spreadsheet has all; what is counted is of all.`,
    firstMembers: (shown: string, all: string) =>
      `The tables have ${shown} of ${all} people, by name, and the spreadsheet has all.`,
    missed: 'Absences',
    missedText: 'Those with the most absences first, with the reasons that the source gives.',
    noneMissed: 'No roll call on record says that a member was absent, late or elsewhere.',
  },
}
