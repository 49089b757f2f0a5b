import { plural } from '../../site/plural.ts'

export const personWords = {
  party: 'Party',
  counts: {
    votes: 'Recorded votes',
    losing: 'On the losing side',
    attended: 'Meetings attended',
  },
  notSeated:
    'The minutes name this person, but the record has no seat on the council or a committee for them.',
  attended: (present: string, all: string) => `${present} of ${all}`,
  coverage: (votes: string) =>
    `Counts are only as complete as the minutes: ${votes} Attendance is from the roll call in the minutes.`,
  moved: 'Motions moved',
  noneMoved: 'Not recorded: no motion on record names this person as its mover.',
  latest: (shown: string) => `The latest ${shown}. The API has all of them.`,
  attendance: 'Attendance',
  noAttendance: 'Not recorded: no roll call on record names this person.',
  present: 'Present',
  absent: 'Absent',
  meeting: 'Meeting',
  date: 'Date',
  seats: (count: number, shown: string) => `${plural(count, 'Seat', 'Seats')} (${shown})`,
  body: 'Body',
  otherNames: 'Also recorded as',
  speaking: 'Speaking time',
  speakingText: (minutes: string, meetings: number, shown: string) =>
    `${minutes} minutes in ${shown} ${plural(meetings, 'meeting', 'meetings')} where it was measured.`,
  voted: {
    For: 'Voted for',
    Against: 'Voted against',
    Abstain: 'Abstained',
    Absent: 'Absent',
    Recused: 'Recused',
    Other: 'Other',
  },
  votes: 'Votes',
  all: 'all',
  inFavour: 'for',
  against: 'against',
  losingSide: 'on the losing side',
  inVotes: 'with more filters',
  noVotes: 'Not recorded: no motion on record says how this person voted.',
  noSuchVotes: 'None of the recorded votes of this person.',
}
